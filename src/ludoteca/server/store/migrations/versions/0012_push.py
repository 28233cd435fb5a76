"""Devices on which people want to be told what waits for them."""

import sqlalchemy as sql
from alembic import op

revision = "0012"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "push_subscriptions",
        sql.Column("id", sql.String(64), primary_key=True),
        sql.Column("person", sql.String(32), sql.ForeignKey("people.id"), nullable=False),
        sql.Column("endpoint", sql.Text, nullable=False),
        sql.Column("p256dh", sql.String(128), nullable=False),
        sql.Column("auth", sql.String(32), nullable=False),
        sql.Column("language", sql.String(16), nullable=False),
        sql.Column("made_at", sql.BigInteger, nullable=False),
    )
    op.create_index("push_subscriptions_of_person", "push_subscriptions", ["person"])


def downgrade() -> None:
    op.drop_table("push_subscriptions")
