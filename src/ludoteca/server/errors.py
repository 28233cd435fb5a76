"""What was asked and cannot be done, over HTTP and at a table: a code, never a sentence."""

import traceback
from pathlib import Path
from typing import Any

from ludoteca.core.errors import LudotecaError

STATUS = {
    "no_person": 401,
    "not_admin": 401,
    "wrong_password": 403,
    "wrong_code": 403,
    "wrong_passkey": 403,
    "unknown_passkey": 403,
    "late_passkey": 403,
    "wrong_openid": 403,
    "late_openid": 403,
    "openid_declined": 403,
    "openid_away": 503,
    "link_needed": 409,
    "name_needed": 409,
    "merge_needed": 409,
    "both_at_a_table": 409,
    "banned": 403,
    "blocked": 403,
    "wrong_origin": 403,
    "not_host": 403,
    "not_found": 404,
    "no_such_table": 404,
    "no_such_game": 404,
    "no_such_language": 404,
    "not_over": 409,
    "already_over": 409,
    "daily_tried": 409,
    "daily_first": 409,
    "daily_running": 409,
    "not_organiser": 403,
    "evening_closed": 403,
    "no_such_evening": 404,
    "evening_running": 409,
    "evening_over": 409,
    "evening_empty": 409,
    "never_started": 409,
    "other_rules": 409,
    "damaged": 409,
    "unreadable": 410,
    "too_large": 413,
    "too_long": 413,
    "too_many": 429,
    "quota": 429,
    "busy": 429,
    "failed": 500,
    "stopping": 503,
    "draining": 503,
    "no_backup": 507,
    "database_away": 503,
    "read_only": 503,
    "disk_full": 507,
}


class Refused(Exception):
    """Nothing has changed, for this reason."""

    def __init__(self, code: str, rule: str | None = None, **arguments: Any) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule
        self.arguments = arguments

    @property
    def status(self) -> int:
        return STATUS.get(self.code, 400)

    def problem(self) -> dict[str, Any]:
        return {"code": self.code, "arguments": self.arguments, "rule": self.rule}


def fault(wrong: BaseException) -> str:
    """A fault in our logs: its kind and the line it comes from. Its text could hold anything."""
    frames = traceback.extract_tb(wrong.__traceback__)
    at = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(wrong).__name__}{at}"


def refused_by_rules(wrong: LudotecaError) -> Refused:
    """What the rules refuse is refused here with their code."""
    return Refused(wrong.code, wrong.rule)
