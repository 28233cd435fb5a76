"""People, tables, and the log."""

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "people",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("token_hash", sql.String(64), nullable=False, unique=True),
        sql.Column("name", sql.String(64), nullable=False),
        sql.Column("made_at", sql.BigInteger, nullable=False),
    )
    op.create_table(
        "tables",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("meta", sql.LargeBinary, nullable=False),
        sql.Column("open", sql.Boolean, nullable=False),
        sql.Column("made_at", sql.BigInteger, nullable=False),
        sql.Column("over_at", sql.BigInteger),
    )
    op.create_index("open_tables", "tables", ["open", "made_at"])
    op.create_table(
        "entries",
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("seq", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("at", sql.BigInteger, nullable=False),
        sql.Column("did", sql.String(16), nullable=False),
        sql.Column("data", sql.LargeBinary, nullable=False),
        sql.Column("person", sql.String(32)),
        sql.Column("command", sql.String(64)),
        sql.UniqueConstraint("table_id", "person", "command", name="each_command_once"),
    )
    op.create_table(
        "sittings",
        sql.Column("person", sql.String(32), sql.ForeignKey("people.id"), primary_key=True),
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("at", sql.BigInteger, nullable=False),
    )
    op.create_index("sittings_of_person", "sittings", ["person", "at"])


def downgrade() -> None:
    for table in ("sittings", "entries", "tables", "people"):
        op.drop_table(table)
