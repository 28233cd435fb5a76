"""Every process looks each second which tables it still runs."""

from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.create_index("leases_of_process", "leases", ["process"])


def downgrade() -> None:
    op.drop_index("leases_of_process", "leases")
