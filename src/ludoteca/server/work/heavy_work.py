"""The scheduler of heavy work: in fair shares, once for all who ask, within a budget, or refused at once."""

import asyncio
import contextlib
import itertools
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, NamedTuple

import structlog

from ludoteca.server.errors import Refused
from ludoteca.server.work.fair_queue import NOBODY, Asker, FairQueue, Place
from ludoteca.server.work.work_process import WorkerDied, WorkProcess, WorkThread
from ludoteca.server.work.worker import Job, Order, nothing

log = structlog.get_logger()
MOST_JOBS = 64  # at a time
MOST_OF_ADDRESS = 8
KEPT_BYTES = 32 * 1024 * 1024  # of results that may be asked for again,
KEPT_FOR = 600  # seconds since somebody last did
LONGEST_STEP = 60  # seconds by the clock on the wall; a busy machine lets the worker wait
LONGEST_WAIT = 60  # seconds until who asked is told to come again
ABANDONED = 60  # seconds after which nobody seems to want a result any more
SHORT = 2.0  # seconds of processor time
IDLE = 300  # seconds until the worker ends and gives its memory back
TRY_AGAIN = 10  # seconds


class KeptResult(NamedTuple):
    """What some work came to, and when somebody last asked for it."""

    result: bytes | Refused
    asked_at: float


class HeavyJob:
    """Work that was asked for: how far it is, and in the end its result."""

    def __init__(self, number: int, asker: Asker, order: Order, budget: float) -> None:
        self.number = number
        self.asker = asker
        self.order = order  # the one that begins it
        self.budget = budget  # seconds of processor time
        self.spent = 0.0
        self.progress = 0.0
        self.begun = False
        self.waited_for = 0  # by so many who stay until it is done
        self.asked_at = time.monotonic()
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    @property
    def place(self) -> Place:
        """Among all that one asks for: as it came, but nothing short waits for what takes long."""
        return self.spent // SHORT, self.number

    @property
    def abandoned(self) -> bool:
        return not self.waited_for and time.monotonic() - self.asked_at > ABANDONED


class HeavyWork:
    """All heavy work of a room."""

    def __init__(self, process: WorkProcess | WorkThread | None = None) -> None:
        self.process = process or WorkProcess()
        self.queue: FairQueue[HeavyJob] = FairQueue()
        self.jobs: dict[Any, HeavyJob] = {}  # by what they are about
        self.kept: OrderedDict[Any, KeptResult] = OrderedDict()  # who was asked for last is the last
        self.numbers = itertools.count()
        self.task: asyncio.Task[None] | None = None
        self.wanted = asyncio.Event()

    async def result(
        self, asker: Asker, key: Any, budget: float, work: Callable[..., Job], *arguments: Any
    ) -> Any:
        """The result of some work, done once for all who ask for it."""
        found = self.find(asker, key, budget, work, *arguments)
        if not isinstance(found, HeavyJob):
            return found
        found.waited_for += 1
        try:
            return await asyncio.wait_for(asyncio.shield(found.done), LONGEST_WAIT)
        except TimeoutError:
            raise Refused("busy", seconds=TRY_AGAIN) from None
        finally:
            found.waited_for -= 1

    def find(
        self, asker: Asker, key: Any, budget: float, work: Callable[..., Job], *arguments: Any
    ) -> HeavyJob | bytes:
        """The result, or how far it is. The first who asks has it begun; `busy` if too much is to be done."""
        self._drop_old_results()
        if key in self.kept:
            return self._kept_result(key)
        if key not in self.jobs:
            self._require_room(asker)
            self._begin(asker, key, budget, work, arguments)
        self.jobs[key].asked_at = time.monotonic()
        return self.jobs[key]

    def prepare(self) -> None:
        """Have a worker ready: somebody may ask soon."""
        if not self.process.running and not self.jobs:
            self._begin(NOBODY, "prepare", 1.0, nothing, ())

    async def forget(self, work: Callable[[], Job]) -> None:
        """Drop all kept results, and let `work` drop what the worker keeps: somebody's name was in them."""
        self.kept.clear()
        key = "forget", next(self.numbers)
        self._begin(NOBODY, key, 1.0, work, ())
        await asyncio.shield(self.jobs[key].done)
        self.kept.clear()

    async def close(self) -> None:
        """Abandon everything."""
        if self.task is not None:
            self.task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.task
        for job in self.jobs.values():
            if not job.done.done():
                job.done.set_exception(Refused("stopping"))
                job.done.exception()  # nobody may be waiting for it
        await self.process.end()

    def _require_room(self, asker: Asker) -> None:
        of_address = sum(job.asker[:1] == asker[:1] for job in self.jobs.values())
        if len(self.jobs) >= MOST_JOBS or of_address >= MOST_OF_ADDRESS:
            raise Refused("busy", seconds=TRY_AGAIN)

    def _begin(
        self, asker: Asker, key: Any, budget: float, work: Callable[..., Job], arguments: tuple[Any, ...]
    ) -> None:
        number = next(self.numbers)
        job = self.jobs[key] = HeavyJob(number, asker, Order(number, work, arguments), budget)
        job.done.add_done_callback(lambda done: self._keep(key, done))
        self.queue.put(asker, job, job.place)
        self.wanted.set()
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._run())

    def _keep(self, key: Any, done: "asyncio.Future[Any]") -> None:
        """Bytes are kept, and that something takes too long; so nobody makes us try it again and again."""
        del self.jobs[key]
        wrong = done.exception()
        if isinstance(wrong, Refused) and wrong.code == "too_long":
            self.kept[key] = KeptResult(wrong, time.monotonic())
        if wrong is None and isinstance(done.result(), bytes):
            self.kept[key] = KeptResult(done.result(), time.monotonic())
        self._drop_old_results()

    def _kept_result(self, key: Any) -> bytes:
        found = self.kept[key].result
        self.kept[key] = KeptResult(found, time.monotonic())
        self.kept.move_to_end(key)
        if isinstance(found, Refused):
            raise Refused(found.code)
        return found

    def _drop_old_results(self) -> None:
        """Those that nobody asked for lately, and the oldest of too many."""
        size = sum(len(one.result) for one in self.kept.values() if isinstance(one.result, bytes))
        while self.kept:
            key, oldest = next(iter(self.kept.items()))
            if size <= KEPT_BYTES and time.monotonic() - oldest.asked_at < KEPT_FOR:
                return
            size -= len(oldest.result) if isinstance(oldest.result, bytes) else 0
            del self.kept[key]

    async def _run(self) -> None:
        while True:
            while not self.queue:
                self.wanted.clear()
                try:
                    await asyncio.wait_for(self.wanted.wait(), IDLE)
                except TimeoutError:
                    await self.process.end()
            asker, job = self.queue.take()
            if job.abandoned:
                await self._stop(job, Refused("busy", seconds=TRY_AGAIN))
            else:
                self.queue.charge(asker, await self._step(job))

    async def _step(self, job: HeavyJob) -> float:
        """Let the worker do the next step of a job; the processor time it took."""
        order = Order(job.number) if job.begun else job.order
        job.begun = True
        try:
            reply = await self.process.ask(order, LONGEST_STEP)
        except WorkerDied as death:
            self._worker_died(job, death.starved)
            return 1.0
        job.spent += reply.seconds
        match reply.kind:
            case "going" if job.spent > job.budget:
                await self._stop(job, Refused("too_long"))
            case "going":
                job.progress = reply.value
                self.queue.put(job.asker, job, job.place)
            case "done":
                job.done.set_result(reply.value)
            case "refused":
                code, rule, arguments = reply.value
                fail(job, Refused(code, rule, **arguments))
            case "failed":
                log.error("heavy work failed", why=reply.value)
                fail(job, Refused("failed"))
        return reply.seconds

    async def _stop(self, job: HeavyJob, why: Refused) -> None:
        if job.begun:
            await self.process.drop(job.number)
        fail(job, why)

    def _worker_died(self, job: HeavyJob, starved: bool) -> None:
        """The job at which it died is not tried again, unless others took its time; the rest begins anew."""
        log.error("the worker process died", work=getattr(job.order.work, "__name__", ""), starved=starved)
        fail(job, Refused("busy", seconds=TRY_AGAIN) if starved else Refused("too_long"))
        for _, other, _ in self.queue.waiting:
            other.begun = False


def fail(job: HeavyJob, why: Refused) -> None:
    job.done.set_exception(why)
    job.done.exception()  # nobody may be waiting for it
