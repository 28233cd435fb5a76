"""Scored tries at deals of the day."""

import sqlalchemy as sql
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "daily_tries",
        sql.Column("day", sql.String(10), primary_key=True),
        sql.Column("game", sql.String(64), primary_key=True),
        sql.Column("person", sql.String(32), sql.ForeignKey("people.id"), primary_key=True),
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), nullable=False),
        sql.Column("address", sql.String(32), nullable=False),
        sql.Column("at", sql.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("daily_tries")
