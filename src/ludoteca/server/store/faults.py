"""What a fault of the database means to people: a code, and nothing of what was being written."""

import sqlite3

from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnection

SQLITE_CODES = {sqlite3.SQLITE_FULL: "disk_full", sqlite3.SQLITE_READONLY: "read_only"}
POSTGRES_CODES = {"53100": "disk_full", "25006": "read_only"}
LOCKED = "55P03"  # somebody else has it, and we did not wait


def code_of(wrong: BaseException) -> str:
    """Why the database could not do it."""
    if isinstance(wrong, DBAPIError):
        told = POSTGRES_CODES.get(sqlstate(wrong)) or SQLITE_CODES.get(sqlite_code(wrong))
        if told:
            return told
    away = isinstance(wrong, OperationalError | NoConnection | TimeoutError | OSError)
    return "database_away" if away else "failed"


def of_database(wrong: BaseException) -> bool:
    return isinstance(wrong, SQLAlchemyError | TimeoutError)


def is_gone(wrong: BaseException | None) -> bool:
    """Is the connection gone, or could none be made? Then there is no sense in trying parts."""
    if not isinstance(wrong, DBAPIError):
        return isinstance(wrong, NoConnection)
    never_made = wrong.statement is None and isinstance(wrong, OperationalError)
    return wrong.connection_invalidated or never_made


def is_locked(wrong: BaseException | None) -> bool:
    return isinstance(wrong, DBAPIError) and sqlstate(wrong) == LOCKED


def sqlstate(wrong: DBAPIError) -> str:
    return getattr(wrong.orig, "sqlstate", None) or ""


def sqlite_code(wrong: DBAPIError) -> int:
    """The primary code: the low byte of what SQLite tells."""
    return (getattr(wrong.orig, "sqlite_errorcode", None) or 0) & 0xFF
