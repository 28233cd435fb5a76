"""Identities at a provider of OpenID Connect, by which people come back."""

import sqlalchemy as sql
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "identities",
        sql.Column("id", sql.String(64), primary_key=True),
        sql.Column("issuer", sql.String(255), nullable=False),
        sql.Column("subject", sql.String(255), nullable=False),
        sql.Column("person", sql.String(32), sql.ForeignKey("people.id"), nullable=False),
        sql.Column("made_at", sql.BigInteger, nullable=False),
        sql.Column("used_at", sql.BigInteger),
    )
    op.create_index("identities_of_person", "identities", ["person"])


def downgrade() -> None:
    op.drop_table("identities")
