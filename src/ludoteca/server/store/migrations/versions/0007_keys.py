"""The admin's keys and settings, bans, stars, and from where a table was made."""

import sqlalchemy as sql
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("tables", sql.Column("source", sql.String(32)))
    op.add_column("sittings", sql.Column("starred", sql.Boolean, nullable=False, server_default=sql.false()))
    op.create_table(
        "room_settings",
        sql.Column("name", sql.String(32), primary_key=True),
        sql.Column("value", sql.LargeBinary, nullable=False),
    )
    op.create_table(
        "admin_keys",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("kind", sql.String(16), nullable=False),
        sql.Column("hash", sql.String(128), nullable=False),
        sql.Column("name", sql.String(64), nullable=False),
        sql.Column("made_at", sql.BigInteger, nullable=False),
        sql.Column("expires_at", sql.BigInteger),
    )
    op.create_table(
        "bans",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("what", sql.String(8), nullable=False),
        sql.Column("kind", sql.String(8), nullable=False),
        sql.Column("value", sql.String(64), nullable=False),
        sql.Column("until", sql.BigInteger),
        sql.Column("made_at", sql.BigInteger, nullable=False),
    )


def downgrade() -> None:
    for table in ("bans", "admin_keys", "room_settings"):
        op.drop_table(table)
    op.drop_column("sittings", "starred")
    op.drop_column("tables", "source")
