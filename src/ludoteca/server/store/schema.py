"""The database: people, tables, and the log that is the truth of every table."""

import sqlalchemy as sql

metadata = sql.MetaData()
# What people did beside playing: the moves of a person are found by the tables where that person sat.
BESIDE_PLAY = sql.text("did NOT IN ('act', 'draft', 'reveal')")
RUNNING = sql.text("result IS NULL")

people = sql.Table(
    "people",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("token_hash", sql.String(64), nullable=False, unique=True),  # the cookie itself is not kept
    sql.Column("name", sql.String(64), nullable=False),
    sql.Column("made_at", sql.BigInteger, nullable=False),  # milliseconds since 1970
    sql.Column("renewed_at", sql.BigInteger),  # when the cookie was last given out again
    sql.Column("picture", sql.Integer),  # the number of a drawing
    # The row is only the cookie of another device: this person has it too. Its guest was merged or never was.
    sql.Column("merged_into", sql.String(32)),
    sql.Index("people_merged_into", "merged_into"),
)

recovery_codes = sql.Table(
    "recovery_codes",
    metadata,
    sql.Column("person", sql.String(32), sql.ForeignKey("people.id"), primary_key=True),
    sql.Column("hash", sql.String(64), nullable=False, unique=True),  # the code itself is not kept
    sql.Column("made_at", sql.BigInteger, nullable=False),
)

passkeys = sql.Table(
    "passkeys",
    metadata,
    sql.Column("id", sql.String(1400), primary_key=True),  # as the authenticator calls it, base64url
    sql.Column("owner", sql.String(32), nullable=False),  # a person, or the admin
    sql.Column("public_key", sql.LargeBinary, nullable=False),
    sql.Column("sign_count", sql.BigInteger, nullable=False),
    sql.Column("name", sql.String(64), nullable=False),
    sql.Column("made_at", sql.BigInteger, nullable=False),
    sql.Column("used_at", sql.BigInteger),
    sql.Index("passkeys_of_owner", "owner"),
)

identities = sql.Table(
    "identities",
    metadata,
    sql.Column("id", sql.String(64), primary_key=True),  # a hash of issuer and subject
    sql.Column("issuer", sql.String(255), nullable=False),  # a provider of OpenID Connect, and
    sql.Column("subject", sql.String(255), nullable=False),  # what it calls the person; nothing else is kept
    sql.Column("person", sql.String(32), sql.ForeignKey("people.id"), nullable=False),
    sql.Column("made_at", sql.BigInteger, nullable=False),
    sql.Column("used_at", sql.BigInteger),
    sql.Index("identities_of_person", "person"),
)

used_challenges = sql.Table(
    "used_challenges",
    metadata,
    sql.Column("challenge", sql.String(64), primary_key=True),  # no answer to it counts twice
    sql.Column("expires_at", sql.BigInteger, nullable=False),
)

blocks = sql.Table(
    "blocks",
    metadata,
    sql.Column("person", sql.String(32), sql.ForeignKey("people.id"), primary_key=True),
    sql.Column("blocked", sql.String(32), sql.ForeignKey("people.id"), primary_key=True),
    sql.Column("at", sql.BigInteger, nullable=False),
    sql.Index("blocks_of_blocked", "blocked"),
)

tables = sql.Table(
    "tables",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("meta", sql.LargeBinary, nullable=False),  # how it was made (JSON), the secret seed included
    sql.Column("open", sql.Boolean, nullable=False),
    sql.Column("made_at", sql.BigInteger, nullable=False),
    sql.Column("source", sql.String(32)),  # a keyed hash of the address from which it was made
    # What lists show, so that they need not read a log; the log is the truth.
    sql.Column("over_at", sql.BigInteger),
    sql.Column("result", sql.LargeBinary),  # winners and scores (JSON)
    sql.Column("summary", sql.LargeBinary),  # stage, host and seats (JSON); none until an old table is listed
    sql.Column("to_rate", sql.Boolean),  # when it is over; none: not a rated game, false: done
    sql.Index("open_tables", "open", "made_at"),
    sql.Index("tables_by_age", "made_at"),
    sql.Index("tables_by_end", "over_at"),
    sql.Index("tables_to_rate", "to_rate", "over_at"),
)

entries = sql.Table(
    "entries",
    metadata,
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("seq", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("at", sql.BigInteger, nullable=False),
    sql.Column("did", sql.String(16), nullable=False),
    sql.Column("data", sql.LargeBinary, nullable=False),  # JSON
    sql.Column("person", sql.String(32)),  # the sender of the command, and
    sql.Column("command", sql.String(64)),  # its id: no command is carried out twice
    sql.UniqueConstraint("table_id", "person", "command", name="each_command_once"),
    sql.Index("entries_beside_play", "person", sqlite_where=BESIDE_PLAY, postgresql_where=BESIDE_PLAY),
)

checksums = sql.Table(
    "checksums",
    metadata,
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("seq", sql.Integer, primary_key=True, autoincrement=False),  # after this entry
    sql.Column("checksum", sql.String(24), nullable=False),  # archive/checksum.py
)

sittings = sql.Table(
    "sittings",
    metadata,
    sql.Column("person", sql.String(32), sql.ForeignKey("people.id"), primary_key=True),
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("at", sql.BigInteger, nullable=False),
    sql.Column("starred", sql.Boolean, nullable=False, server_default=sql.false()),  # kept for good
    sql.Index("sittings_of_person", "person", "at"),
    sql.Index("sittings_at_table", "table_id"),
)

invitations = sql.Table(
    "invitations",
    metadata,
    sql.Column("guest", sql.String(32), sql.ForeignKey("people.id"), primary_key=True),  # who is invited
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("host", sql.String(32), sql.ForeignKey("people.id"), nullable=False),  # and by whom
    sql.Column("at", sql.BigInteger, nullable=False),
    sql.Index("invitations_of_host", "host"),
    sql.Index("invitations_to_table", "table_id"),
)

review_summaries = sql.Table(
    "review_summaries",
    metadata,
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("seats", sql.LargeBinary, nullable=False),  # luck, own play and grades of each seat (JSON)
)

room_settings = sql.Table(
    "room_settings",
    metadata,
    sql.Column("name", sql.String(32), primary_key=True),
    sql.Column("value", sql.LargeBinary, nullable=False),  # JSON
)

admin_keys = sql.Table(
    "admin_keys",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("kind", sql.String(16), nullable=False),  # code, password, session or token
    sql.Column("hash", sql.String(128), nullable=False),
    sql.Column("name", sql.String(64), nullable=False),  # of a token
    sql.Column("made_at", sql.BigInteger, nullable=False),
    sql.Column("expires_at", sql.BigInteger),
)

bans = sql.Table(
    "bans",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("what", sql.String(8), nullable=False),  # mute or ban
    sql.Column("kind", sql.String(8), nullable=False),  # of a guest or an address
    sql.Column("value", sql.String(64), nullable=False),
    sql.Column("until", sql.BigInteger),
    sql.Column("made_at", sql.BigInteger, nullable=False),
)

quotas = sql.Table(
    "quotas",
    metadata,
    sql.Column("what", sql.String(16), primary_key=True),
    sql.Column("who", sql.String(32), primary_key=True),  # a person, or a keyed hash of an address
    sql.Column("remaining", sql.Float, nullable=False),  # of it, at this moment:
    sql.Column("at", sql.BigInteger, nullable=False),
    sql.Index("quotas_by_age", "at"),
)

daily_tries = sql.Table(
    "daily_tries",
    metadata,
    sql.Column("day", sql.String(10), primary_key=True),
    sql.Column("game", sql.String(64), primary_key=True),
    sql.Column("person", sql.String(32), sql.ForeignKey("people.id"), primary_key=True),  # one try each
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), nullable=False),
    sql.Column("address", sql.String(32), nullable=False),  # hashed, to count tries of an address
    sql.Column("at", sql.BigInteger, nullable=False),
    sql.Index("daily_tries_of_person", "person"),
    sql.Index("daily_tries_at_table", "table_id"),
)

push_subscriptions = sql.Table(
    "push_subscriptions",
    metadata,
    sql.Column("id", sql.String(64), primary_key=True),  # a hash of the endpoint
    sql.Column("person", sql.String(32), sql.ForeignKey("people.id"), nullable=False),
    sql.Column("endpoint", sql.Text, nullable=False),  # at the browser's push service
    sql.Column("p256dh", sql.String(128), nullable=False),  # the device's own key, and
    sql.Column("auth", sql.String(32), nullable=False),  # a secret that it shares with us
    sql.Column("language", sql.String(16), nullable=False),
    sql.Column("made_at", sql.BigInteger, nullable=False),
    sql.Index("push_subscriptions_of_person", "person"),
)

ratings = sql.Table(
    "ratings",
    metadata,
    sql.Column("game", sql.String(64), primary_key=True),
    sql.Column("variant", sql.String(128), primary_key=True),  # the options that make it (JSON)
    sql.Column("player", sql.String(96), primary_key=True),  # a person's id, or `bot:` and its name
    sql.Column("mean", sql.Float, nullable=False),
    sql.Column("deviation", sql.Float, nullable=False),
    sql.Column("games", sql.Integer, nullable=False),
    sql.Index("ratings_of_player", "player"),
)

rated_games = sql.Table(
    "rated_games",
    metadata,
    sql.Column("table_id", sql.String(32), primary_key=True),  # kept when the table itself is deleted
    sql.Column("game", sql.String(64), nullable=False),
    sql.Column("variant", sql.String(128), nullable=False),
    sql.Column("over_at", sql.BigInteger, nullable=False),
    sql.Column("data", sql.LargeBinary, nullable=False),  # who came in which place, and what that changed
    sql.Index("rated_games_in_order", "game", "variant", "over_at"),
)

evenings = sql.Table(
    "evenings",
    metadata,
    sql.Column("code", sql.String(16), primary_key=True),
    sql.Column("organiser", sql.String(32), nullable=False),
    sql.Column("league", sql.String(64)),  # evenings of one organiser with the same name belong together
    sql.Column("made_at", sql.BigInteger, nullable=False),
    sql.Column("ended_at", sql.BigInteger),
    sql.Column("data", sql.LargeBinary, nullable=False),  # name, game, options, seats, rounds (JSON)
    sql.Index("evenings_of_organiser", "organiser", "made_at"),
)

evening_people = sql.Table(
    "evening_people",
    metadata,
    sql.Column("evening", sql.String(16), sql.ForeignKey("evenings.code"), primary_key=True),
    sql.Column("person", sql.String(32), primary_key=True),  # no foreign key: results outlive a guest
    sql.Column("name", sql.String(64), nullable=False),
    sql.Column("joined_at", sql.BigInteger, nullable=False),
    sql.Column("gone", sql.Boolean, nullable=False),  # plays in no further round
    sql.Index("evenings_of_person", "person"),
)

evening_tables = sql.Table(
    "evening_tables",
    metadata,
    sql.Column("evening", sql.String(16), sql.ForeignKey("evenings.code"), primary_key=True),
    sql.Column("round", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("table_id", sql.String(32), nullable=False, unique=True),
    sql.Column("people", sql.LargeBinary, nullable=False),  # by seat, null for a bot (JSON)
    sql.Column("result", sql.LargeBinary),  # scores and how it ended (JSON), kept if the table is deleted
    sql.Index("evening_tables_running", "evening", "round", sqlite_where=RUNNING, postgresql_where=RUNNING),
)

processes = sql.Table(
    "processes",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("address", sql.String(255), nullable=False),  # where the others reach it
    sql.Column("pass_key", sql.String(64), nullable=False),  # known to the processes alone
    sql.Column("seen_at", sql.BigInteger, nullable=False),  # by the database's clock
)

leases = sql.Table(
    "leases",
    metadata,
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("process", sql.String(32)),  # the one that runs the table, if any
    sql.Column("fence", sql.Integer, nullable=False),  # grows whenever the table changes hands
    sql.Index("leases_of_process", "process"),
)
