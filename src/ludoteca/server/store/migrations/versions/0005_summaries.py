"""What lists show of a table, kept beside it. Tables from before get theirs when they are first listed."""

import sqlalchemy as sql
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sql.Column("summary", sql.LargeBinary))


def downgrade() -> None:
    op.drop_column("tables", "summary")
