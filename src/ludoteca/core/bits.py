"""Sets of small numbers as the bits of an integer: bit k stands for the number k."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from ludoteca.core.compiled import AS_PART, compiled


def lowest(bits: int) -> int:
    """The smallest number in a set that is not empty."""
    return int(bits & -bits).bit_length() - 1


def count(bits: int) -> int:
    """How many numbers the set holds."""
    return int(bits).bit_count()


@compiled
def nth(bits: int, n: int) -> int:
    """The number in a set that so many others lie below."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)


@intrinsic
def trailing_zeros(_typing: Any, bits: Any) -> Any:
    def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), build


@intrinsic
def population(_typing: Any, bits: Any) -> Any:
    def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@overload(lowest, strict=False, jit_options=AS_PART)
def compiled_lowest(bits: Any) -> Any:
    return lambda bits: trailing_zeros(bits)


@overload(count, strict=False, jit_options=AS_PART)
def compiled_count(bits: Any) -> Any:
    return lambda bits: population(bits)
