"""What the admin is answered, and what the admin may send."""

from typing import Annotated, Literal

import msgspec

from ludoteca.server.admin.backups import BackupFile
from ludoteca.server.admin.room_control import BackupPlan, Retention
from ludoteca.server.passkeys import Passkey
from ludoteca.server.schemas import Answer, SeatInfo
from ludoteca.server.store.admin_queries import Ban, Counts, Kind, What
from ludoteca.server.store.models import Id, Json, Stage

Text = Annotated[str, msgspec.Meta(max_length=400)]
Minutes = Annotated[int, msgspec.Meta(ge=1, le=10 * 366 * 24 * 60)]


class Sent(msgspec.Struct, forbid_unknown_fields=True):
    """These fields and no others."""


class NewClaim(Sent):
    code: Annotated[str, msgspec.Meta(max_length=64)]
    password: Annotated[str, msgspec.Meta(max_length=1000)]


class Login(Sent):
    password: Annotated[str, msgspec.Meta(max_length=1000)]


class PasskeyLogin(Sent):
    """What the browser signed."""

    credential: Json


class NewToken(Sent):
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class SetLock(Sent):
    locked: bool


class SetStar(Sent):
    starred: bool


class NewBan(Sent):
    what: What
    kind: Kind
    value: Annotated[Id, msgspec.Meta(min_length=1)]
    minutes: Minutes | None = None


class SetNotice(Sent):
    text: Text | None


class SetDraining(Sent):
    draining: bool


class SetLimits(Sent):
    """Only those that differ from the defaults; a rate is [at once, a second]."""

    limits: Json


class SetRetention(Retention, forbid_unknown_fields=True):
    pass


class Done(Answer):
    done: Literal[True] = True


class AdminState(Answer):
    """Was the room claimed, and is this request the admin's?"""

    claimed: bool
    admin: bool


class PasskeyList(Answer):
    passkeys: list[Passkey]


class Token(Answer):
    id: str
    name: str
    made_at: int


class TokenMade(Answer):
    """The token itself is told once."""

    id: str
    name: str
    made_at: int
    token: str


class TokenList(Answer):
    tokens: list[Token]


class LoadFigures(Answer):
    """How busy this process is."""

    up_seconds: int
    cpu_seconds: float
    memory_bytes: int
    sockets: int
    tables_awake: int
    machine_load: float | None


class DiskFigures(Answer):
    """What is kept and where; free and total only where the database is a file here."""

    database: str
    kept_bytes: int
    free_bytes: int | None
    total_bytes: int | None


class Versions(Answer):
    """What runs, what is installed (a newer one waits for a restart), and what ran before."""

    running: str
    installed: str
    before: str | None
    restart: bool


class Overview(Answer):
    versions: Versions
    counts: Counts
    load: LoadFigures
    disk: DiskFigures
    notice: str | None
    draining: bool
    limits: Json
    changed_limits: list[str]
    retention: Retention
    backup_plan: BackupPlan
    backup_folder: str
    backups: list[BackupFile]
    processes: int


class AdminTableInfo(Answer):
    table: str
    game: str | None
    stage: Stage | None
    open: bool | None
    locked: bool
    seats: list[SeatInfo]
    made_at: int
    over_at: int | None
    entries: int
    bytes: int
    awake: bool
    spectators: int
    link: str


class AdminTableList(Answer):
    tables: list[AdminTableInfo]


class AdminPersonInfo(Answer):
    id: str
    name: str
    made_at: int
    seen_at: int
    tables: int
    addresses: list[str]
    bans: list[Ban]


class AdminPeople(Answer):
    people: list[AdminPersonInfo]


class BanList(Answer):
    bans: list[Ban]


class PersonalData(Answer):
    """All that is kept of a person; `kept` has keys, daily tries, blocks and invitations."""

    person: Json
    devices: list[str]
    tables: list[Json]
    sent: list[Json]
    kept: dict[str, list[Json]]
