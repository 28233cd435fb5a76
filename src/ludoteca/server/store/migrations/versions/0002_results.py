"""How a game ended, kept beside its table for lists."""

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sql.Column("result", sql.LargeBinary))


def downgrade() -> None:
    op.drop_column("tables", "result")
