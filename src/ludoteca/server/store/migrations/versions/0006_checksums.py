"""Checksums of tables at some of their steps, by which a replay shows that it is the game that was played."""

import sqlalchemy as sql
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "checksums",
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("seq", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("checksum", sql.String(24), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("checksums")
