"""Processes that share a database, and which of them runs which table."""

import sqlalchemy as sql
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "processes",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("address", sql.String(255), nullable=False),
        sql.Column("pass_key", sql.String(64), nullable=False),
        sql.Column("seen_at", sql.BigInteger, nullable=False),
    )
    op.create_table(
        "leases",
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("process", sql.String(32)),
        sql.Column("fence", sql.Integer, nullable=False),
    )


def downgrade() -> None:
    for table in ("leases", "processes"):
        op.drop_table(table)
