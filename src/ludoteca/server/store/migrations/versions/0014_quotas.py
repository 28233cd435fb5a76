"""Quotas of people and addresses, which a restart used to forget."""

import sqlalchemy as sql
from alembic import op

revision = "0014"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "quotas",
        sql.Column("what", sql.String(16), primary_key=True),
        sql.Column("who", sql.String(32), primary_key=True),
        sql.Column("remaining", sql.Float, nullable=False),
        sql.Column("at", sql.BigInteger, nullable=False),
    )
    op.create_index("quotas_by_age", "quotas", ["at"])


def downgrade() -> None:
    op.drop_table("quotas")
