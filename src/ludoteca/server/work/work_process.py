"""The room's side of its worker process: started when there is work, ended when there is none for a while."""

import asyncio
import contextlib
import pickle
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from ludoteca.server.work.worker import LENGTH, Job, Order, Reply, step


class WorkThread:
    """The same work on a thread of the room's process: for tests, and where memory is short."""

    running = True

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="worker")
        self.jobs: dict[int, Job] = {}

    async def ask(self, order: Order, within: float) -> Reply:
        return await asyncio.get_running_loop().run_in_executor(self.thread, step, self.jobs, order)

    async def drop(self, job: int) -> None:
        self.jobs.pop(job, None)

    async def end(self) -> None:
        self.jobs.clear()


class WorkerDied(Exception):
    """It ended by itself, or had to be ended; `starved` if the machine had hardly let it work."""

    def __init__(self, starved: bool = False) -> None:
        super().__init__(starved)
        self.starved = starved


def processor_time(process: int) -> float:
    """Seconds that a process has worked, where the system tells it of others."""
    if sys.platform != "linux":
        return 0.0
    return time.clock_gettime(~process << 3 | 2)  # the clock of a process: clock_getcpuclockid(3)


class WorkProcess:
    """One process; a new one after it died."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None

    @property
    def running(self) -> bool:
        return self.process is not None

    async def ask(self, order: Order, within: float) -> Reply:
        """The reply to an order; if there is none within so many seconds the process is ended: WorkerDied."""
        worked = self._worked()
        try:
            async with asyncio.timeout(within):
                await self._send(order)
                return await self._reply()
        except TimeoutError:
            starved = sys.platform == "linux" and self._worked() - worked < within / 2
            await self.end()
            raise WorkerDied(starved) from None
        except (OSError, EOFError, asyncio.IncompleteReadError, pickle.UnpicklingError):
            await self.end()
            raise WorkerDied from None
        except asyncio.CancelledError:
            self.kill()
            raise

    async def drop(self, job: int) -> None:
        with contextlib.suppress(OSError):
            await self._send(Order(job, drop=True))

    def _worked(self) -> float:
        """Nothing, if there is no process, or none any more: whoever asks it will notice."""
        if self.process is None:
            return 0.0
        try:
            return processor_time(self.process.pid)
        except OSError:
            return 0.0

    async def _send(self, order: Order) -> None:
        if self.process is None:
            command = (sys.executable, "-m", "ludoteca.server.work.worker")
            pipe = asyncio.subprocess.PIPE
            self.process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
        assert self.process.stdin is not None
        content = pickle.dumps(order)
        self.process.stdin.write(LENGTH.pack(len(content)) + content)
        await self.process.stdin.drain()

    async def _reply(self) -> Reply:
        assert self.process is not None
        assert self.process.stdout is not None
        (length,) = LENGTH.unpack(await self.process.stdout.readexactly(LENGTH.size))
        reply: Reply = pickle.loads(await self.process.stdout.readexactly(length))
        return reply

    def kill(self) -> None:
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()

    async def end(self) -> None:
        """Whatever it is at, it is ended."""
        self.kill()
        process, self.process = self.process, None
        if process is not None:
            await process.communicate()
