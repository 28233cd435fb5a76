"""What a host may set."""

from dataclasses import dataclass, field

DAY = 24 * 3600  # seconds


@dataclass(frozen=True)
class Rate:
    """So many at once, and so many a second in the long run."""

    burst: float
    per_second: float


def a_day(most: int) -> Rate:
    """All of it at once, if need be."""
    return Rate(most, most / DAY)


@dataclass(frozen=True)
class Limits:
    """How much one socket, one person or one address may ask for."""

    frame: int = 16 * 1024  # bytes of a frame or of a request's body
    game_file: int = 2 * 1024 * 1024  # bytes of a game that is imported
    name: int = 24  # characters
    bot_name: int = 64
    text: int = 200
    notice: int = 300  # the admin's message to everybody
    listed_tables: int = 5  # of an address in the list of open tables
    outbox: int = 256 * 1024  # bytes that wait for a slow reader
    sockets_per_address: int = 100
    socket_messages: Rate = Rate(40, 10)
    messages: Rate = Rate(120, 30)  # of a person on all sockets, or of an address without a person
    requests: Rate = Rate(200, 20)  # of an address
    new_people: Rate = Rate(30, 0.2)  # of an address
    new_tables: Rate = Rate(20, 0.2)  # of a person
    invitations: Rate = Rate(20, 1 / 30)  # of a person
    daily_tries: int = 20  # scored tries of an address at one deal of the day
    tables_of_address: Rate = Rate(60, 1)
    tables_a_day: int = 500  # of a person
    tables_a_day_of_address: int = 3000
    imports_a_day: int = 200  # games of a person, and of an address
    imports: Rate = Rate(20 * 1024 * 1024, 1024)  # bytes of a person, and of an address
    connects: Rate = Rate(200, 10)  # new sockets of an address
    hints: Rate = Rate(10, 0.25)  # for a person
    pushes: Rate = Rate(10, 1 / 300)  # messages to a person's devices


@dataclass(frozen=True)
class OpenId:
    """A provider of OpenID Connect at which people may sign in, and what it knows this room by."""

    issuer: str
    client_id: str
    client_secret: str | None = field(default=None, repr=False)  # none: a public client, PKCE alone
    label: str = ""  # what the page calls the provider; else the name of its host


@dataclass(frozen=True)
class Settings:
    """How a server was started."""

    host: str = "0.0.0.0"
    port: int = 8000
    database: str = "ludoteca.db"  # a file for SQLite, or postgresql://...
    public_url: str | None = None  # how other devices reach the server; else its address in the network
    root_path: str = ""  # the sub-path under which a proxy shows it
    own_url: str | None = None  # how other processes on the same database reach this one
    patience: float = 60.0  # seconds without a socket until a bot plays on
    idle_timeout: float = 300.0  # seconds with nobody there until a table is unloaded; its log stays
    bot_pace: float = 0.3  # seconds a bot takes at least
    lease: float = 5.0  # seconds without a sign of life until others may take a process's tables over
    forced_pace: float = 0.6  # seconds until a move that everybody can see is forced is played
    hidden_pace: tuple[float, float] = (2.0, 4.0)  # the same where only hidden cards leave no choice
    grace: float = 10.0  # seconds until a turn clock that ran out with nobody there counts
    backups: str | None = None  # the folder for the room's own backups; else beside the database
    worker_process: bool = True  # for heavy work; else a thread, which takes time from everybody
    prepare_worker: bool = True  # when a game ends, as its replay may be asked for
    compile_all: bool = True  # at the start; else each game when its first table is made
    time_zone: str = "UTC"  # in which a day of the daily deal begins and ends
    daily_shared: bool = False  # the deal of the day is the same in every room, and no secret
    private_push: bool = False  # push services in the host's own network too, and without https
    openid: OpenId | None = None
    limits: Limits = field(default_factory=Limits)
