"""What every game asks of the parts of a written position; BadPosition names the key at fault."""

from typing import Any

from ludoteca.core.errors import brief, require


def whole_number(key: str, value: Any, low: int, high: int) -> int:
    fits = type(value) is int and low <= value <= high
    require(fits, key, f"a whole number from {low} to {high}, not {brief(value)}")
    return int(value)


def each_seat(key: str, values: Any, seats: int) -> list[Any]:
    require(type(values) is list and len(values) == seats, key, "one entry for each seat")
    return list(values)
