"""A guest made durable: recovery codes, passkeys, devices, pictures; friends; summaries of reviews."""

import sqlalchemy as sql
from alembic import op

revision = "0010"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("people", sql.Column("picture", sql.Integer))
    op.add_column("people", sql.Column("merged_into", sql.String(32)))
    op.create_index("people_merged_into", "people", ["merged_into"])
    add_keys()
    add_friends()
    op.create_table(
        "review_summaries",
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("seats", sql.LargeBinary, nullable=False),
    )


def add_keys() -> None:
    op.create_table(
        "recovery_codes",
        sql.Column("person", sql.String(32), sql.ForeignKey("people.id"), primary_key=True),
        sql.Column("hash", sql.String(64), nullable=False, unique=True),
        sql.Column("made_at", sql.BigInteger, nullable=False),
    )
    op.create_table(
        "passkeys",
        sql.Column("id", sql.String(1400), primary_key=True),
        sql.Column("owner", sql.String(32), nullable=False),
        sql.Column("public_key", sql.LargeBinary, nullable=False),
        sql.Column("sign_count", sql.BigInteger, nullable=False),
        sql.Column("name", sql.String(64), nullable=False),
        sql.Column("made_at", sql.BigInteger, nullable=False),
        sql.Column("used_at", sql.BigInteger),
    )
    op.create_index("passkeys_of_owner", "passkeys", ["owner"])
    op.create_table(
        "used_challenges",
        sql.Column("challenge", sql.String(64), primary_key=True),
        sql.Column("expires_at", sql.BigInteger, nullable=False),
    )


def add_friends() -> None:
    op.create_table(
        "blocks",
        sql.Column("person", sql.String(32), sql.ForeignKey("people.id"), primary_key=True),
        sql.Column("blocked", sql.String(32), sql.ForeignKey("people.id"), primary_key=True),
        sql.Column("at", sql.BigInteger, nullable=False),
    )
    op.create_index("blocks_of_blocked", "blocks", ["blocked"])
    op.create_table(
        "invitations",
        sql.Column("guest", sql.String(32), sql.ForeignKey("people.id"), primary_key=True),
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("host", sql.String(32), sql.ForeignKey("people.id"), nullable=False),
        sql.Column("at", sql.BigInteger, nullable=False),
    )
    op.create_index("invitations_of_host", "invitations", ["host"])


def downgrade() -> None:
    tables = ("review_summaries", "invitations", "blocks", "used_challenges", "passkeys", "recovery_codes")
    for table in tables:
        op.drop_table(table)
    op.drop_index("people_merged_into", "people")
    op.drop_column("people", "merged_into")
    op.drop_column("people", "picture")
