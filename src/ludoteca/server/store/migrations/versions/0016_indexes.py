"""Indexes without which a room of many years is looked through whole: for one person, or to delete a row."""

import sqlalchemy as sql
from alembic import op

revision = "0016"
down_revision = "0015"

BESIDE_PLAY = sql.text("did NOT IN ('act', 'draft', 'reveal')")
RUNNING = sql.text("result IS NULL")
INDEXES = {
    "tables_by_age": ("tables", ["made_at"]),
    "tables_by_end": ("tables", ["over_at"]),
    "sittings_at_table": ("sittings", ["table_id"]),
    "invitations_to_table": ("invitations", ["table_id"]),
    "daily_tries_of_person": ("daily_tries", ["person"]),
    "daily_tries_at_table": ("daily_tries", ["table_id"]),
}
PARTIAL = {
    "entries_beside_play": ("entries", ["person"], BESIDE_PLAY),
    "evening_tables_running": ("evening_tables", ["evening", "round"], RUNNING),
}


def upgrade() -> None:
    for name, (table, columns) in INDEXES.items():
        op.create_index(name, table, columns)
    for name, (table, columns, where) in PARTIAL.items():
        op.create_index(name, table, columns, sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    for name, (table, *_) in (INDEXES | PARTIAL).items():
        op.drop_index(name, table)
