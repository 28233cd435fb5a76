"""How Numba compiles a function that only other compiled code calls: without machine code of its own.

Numba optimises and assembles every function by itself, and again inside each of its callers, so that a chain
of small functions is compiled many times over: 67 s for all of Pega em 6!, 11 s in this way. A part is only
translated; the entry that uses it optimises everything at once. This leans on inner classes of Numba,
which is why its version is bounded in pyproject.toml.
"""

from typing import Any

from numba.core.codegen import CPUCodeLibrary
from numba.core.compiler import Compiler


class PartLibrary(CPUCodeLibrary):  # type: ignore[misc]
    """Code that is linked into its callers and never run from here."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class PartCompiler(Compiler):  # type: ignore[misc]
    """Stop before machine code, and make no doors from Python."""

    def define_pipelines(self) -> Any:
        state = self.state
        state.flags.no_compile = True
        state.flags.no_cpython_wrapper = True
        state.flags.no_cfunc_wrapper = True
        state.library = PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        return super().define_pipelines()

    def _compile_core(self) -> Any:
        """Register the part, as Numba would have done with its machine code."""
        # Numba finds a function by its entry point, which must be a builtin that no other function has.
        result = super()._compile_core()._replace(entry_point=[].append)
        self.state.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
        return result
