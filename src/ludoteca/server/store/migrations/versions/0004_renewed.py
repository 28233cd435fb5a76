"""When a person's cookie was last renewed: it ends a year later, whatever the browser thinks."""

import sqlalchemy as sql
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("people", sql.Column("renewed_at", sql.BigInteger))


def downgrade() -> None:
    op.drop_column("people", "renewed_at")
