"""Ratings of people, and club evenings."""

import sqlalchemy as sql
from alembic import op

revision = "0011"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("tables", sql.Column("to_rate", sql.Boolean))
    op.create_index("tables_to_rate", "tables", ["to_rate", "over_at"])
    op.create_table(
        "ratings",
        sql.Column("game", sql.String(64), primary_key=True),
        sql.Column("variant", sql.String(128), primary_key=True),
        sql.Column("player", sql.String(96), primary_key=True),
        sql.Column("mean", sql.Float, nullable=False),
        sql.Column("deviation", sql.Float, nullable=False),
        sql.Column("games", sql.Integer, nullable=False),
    )
    op.create_index("ratings_of_player", "ratings", ["player"])
    op.create_table(
        "rated_games",
        sql.Column("table_id", sql.String(32), primary_key=True),
        sql.Column("game", sql.String(64), nullable=False),
        sql.Column("variant", sql.String(128), nullable=False),
        sql.Column("over_at", sql.BigInteger, nullable=False),
        sql.Column("data", sql.LargeBinary, nullable=False),
    )
    op.create_index("rated_games_in_order", "rated_games", ["game", "variant", "over_at"])
    create_evenings()


def create_evenings() -> None:
    op.create_table(
        "evenings",
        sql.Column("code", sql.String(16), primary_key=True),
        sql.Column("organiser", sql.String(32), nullable=False),
        sql.Column("league", sql.String(64)),
        sql.Column("made_at", sql.BigInteger, nullable=False),
        sql.Column("ended_at", sql.BigInteger),
        sql.Column("data", sql.LargeBinary, nullable=False),
    )
    op.create_index("evenings_of_organiser", "evenings", ["organiser", "made_at"])
    op.create_table(
        "evening_people",
        sql.Column("evening", sql.String(16), sql.ForeignKey("evenings.code"), primary_key=True),
        sql.Column("person", sql.String(32), primary_key=True),
        sql.Column("name", sql.String(64), nullable=False),
        sql.Column("joined_at", sql.BigInteger, nullable=False),
        sql.Column("gone", sql.Boolean, nullable=False),
    )
    op.create_index("evenings_of_person", "evening_people", ["person"])
    op.create_table(
        "evening_tables",
        sql.Column("evening", sql.String(16), sql.ForeignKey("evenings.code"), primary_key=True),
        sql.Column("round", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("table_id", sql.String(32), nullable=False, unique=True),
        sql.Column("people", sql.LargeBinary, nullable=False),
        sql.Column("result", sql.LargeBinary),
    )


def downgrade() -> None:
    for table in ("evening_tables", "evening_people", "evenings", "rated_games", "ratings"):
        op.drop_table(table)
    op.drop_index("tables_to_rate", "tables")
    op.drop_column("tables", "to_rate")
