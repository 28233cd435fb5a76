"""Prefetching: ask the processor for memory that compiled code will use soon, instead of waiting for it then.

Steps over thousands of tables touch a few lines of memory of each, in places no processor can guess.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from ludoteca.core.compiled import AS_PART, compiled

LINE = 64  # bytes the processor brings in at once
FOR_WRITING, EVERYWHERE, DATA = 1, 3, 1  # as LLVM numbers the kinds of its prefetch


def prefetch(array: Any, row: int, offset: int) -> None:
    """Ask for the line so many bytes after the beginning of a row; plain Python has no use for that."""


@intrinsic
def prefetch_line(_typing: Any, array: Any, row: Any, offset: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        found = context.make_array(signature.args[0])(context, builder, arguments[0])
        step = cgutils.unpack_tuple(builder, found.strides)[0]
        start = builder.ptrtoint(found.data, ir.IntType(64))
        place = builder.add(start, builder.add(builder.mul(arguments[1], step), arguments[2]))
        number, pointer = ir.IntType(32), ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        asked = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        how = [ir.Constant(number, one) for one in (FOR_WRITING, EVERYWHERE, DATA)]
        builder.call(asked, [builder.inttoptr(place, pointer), *how])
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int64), build


@overload(prefetch, strict=False, jit_options=AS_PART)
def compiled_prefetch(array: Any, row: Any, offset: Any) -> Any:
    return lambda array, row, offset: prefetch_line(array, row, offset)


@compiled
def prefetch_row(array: Any, row: int, size: int) -> None:
    """Ask for the first bytes of a row, if there is such a row."""
    if row < len(array):
        for offset in range(0, size, LINE):
            prefetch(array, row, offset)
