"""What a holder tells: its starts, its heartbeats, and the life of its leases, numbered without holes."""

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections.abc import Callable, Sequence

from kvlease.records import HolderRole, LeaseEvent, LeaseEventType, require_blocks, require_id, require_ns

logger = logging.getLogger(__name__)

HEARTBEAT_NS = 2_000_000_000
"""A holder is heard from at least this often; after 10 s of silence it is doubted."""
START_AGAIN_NS = 60_000_000_000
"""ENGINE_STARTED is repeated this often."""
_TICK_SECONDS = 0.5


def new_incarnation() -> str:
    """Return a fresh id for one life of a process."""
    return uuid.uuid4().hex


class LeaseLog:
    """Numbers the lease events of one life of a holder, on one clock. Safe for many threads.

    There must be one for each life, in the process whose clock the deadlines are counted on. The order of the numbers
    is the order of the clocks.
    """

    def __init__(
        self,
        engine_id: str,
        emit: Callable[[LeaseEvent], None],
        *,
        role: HolderRole = HolderRole.DECODE,
        num_blocks: int | None = None,
        incarnation: str | None = None,
        clock: Callable[[], int] = time.perf_counter_ns,
        heartbeat_ns: int = HEARTBEAT_NS,
    ) -> None:
        """Begin a life; :meth:`start` tells it.

        Args:
            engine_id: as readers know it (``remote_engine_id``).
            emit: takes each event in order; must not block.
            role: the part that the holder plays.
            num_blocks: physical KV-cache blocks of the engine.
            incarnation: names this life; a fresh id unless given.
            clock: the monotonic clock of the deadlines, in nanoseconds.
            heartbeat_ns: how often it is heard from at least; the more often, the sooner readers can confirm.
        """
        self.engine_id = require_id("engine_id", engine_id)
        self.incarnation = require_id("incarnation", new_incarnation() if incarnation is None else incarnation)
        self._emit = emit
        self._role = role
        self._num_blocks = num_blocks
        self._clock = clock
        self.heartbeat_ns = min(heartbeat_ns, HEARTBEAT_NS)
        self._lock = threading.Lock()
        self._next_seq = 0
        self._last_ns = 0
        self._started_ns = 0

    def start(self) -> None:
        """Tell that the engine has started; again, that it still lives. Before anything else."""
        with self._lock:
            self._tell_started()

    def _tell_started(self) -> None:
        now_ns = self._now_ns()
        self._started_ns = now_ns
        self._next_seq = max(self._next_seq, 1)
        self._emit(self._event(LeaseEventType.ENGINE_STARTED, 0, now_ns, num_blocks=self._num_blocks))

    def tick(self) -> None:
        """Send what is due: a heartbeat after 2 s (``heartbeat_ns``) without an event, the start again every minute."""
        with self._lock:
            now_ns = self._clock()
            if self._next_seq == 0 or now_ns - self._started_ns >= START_AGAIN_NS:
                self._tell_started()
            elif now_ns - self._last_ns >= self.heartbeat_ns:
                self._tell(LeaseEventType.ENGINE_HEARTBEAT)

    def allocated(
        self,
        request_id: str,
        block_ids: Sequence[Sequence[int]],
        *,
        expiry_ns: int | None,
        shared_prefix_blocks: Sequence[int] | None = None,
        max_reads: int | None = None,
        num_tokens: int | None = None,
    ) -> None:
        """Tell that blocks are kept for a later read.

        Args:
            request_id: the request as readers name it (``remote_request_id``).
            block_ids: one list per KV-cache group.
            expiry_ns: deadline on this log's clock; None for a lease without one.
            shared_prefix_blocks: per group, how many leading blocks anybody else holds at this moment; None if that is
                not known, then nothing is inferred from block ids that appear again.
            max_reads: 1 if one read consumes the lease (turn 2); None for any number.
            num_tokens: tokens whose KV the blocks hold.

        Raises:
            ValueError: if the stream would refuse it; nothing is sent then.
        """
        shared = None if shared_prefix_blocks is None else list(shared_prefix_blocks)
        fields: dict[str, object] = {
            "request_id": require_id("request_id", request_id),
            "block_ids": require_blocks([list(group) for group in block_ids]),
            "expiry_ns": None if expiry_ns is None else require_ns("expiry_ns", expiry_ns),
            "shared_prefix_blocks": shared,
            "max_reads": max_reads,
            "num_tokens": num_tokens,
        }
        if max_reads is not None and max_reads < 1:
            raise ValueError(f"max_reads is {max_reads}, not at least 1")
        if min([num_tokens or 0, *(shared or ())]) < 0:
            raise ValueError("counts must not be negative")
        self._send(LeaseEventType.BLOCKS_ALLOCATED, fields)

    def extended(self, request_id: str, expiry_ns: int) -> None:
        """Tell that a lease's deadline has moved, as a heartbeat of its reader does.

        Raises:
            ValueError: if the stream would refuse it.
        """
        fields: dict[str, object] = {
            "request_id": require_id("request_id", request_id),
            "expiry_ns": require_ns("expiry_ns", expiry_ns),
        }
        self._send(LeaseEventType.LEASE_EXTENDED, fields)

    def released(self, request_id: str, reason: str) -> None:
        """Tell that a lease's blocks have been freed before its deadline.

        Args:
            request_id: the request.
            reason: READ_COMPLETED, ABORTED, PREEMPTED or another word.

        Raises:
            ValueError: if the stream would refuse it.
        """
        fields: dict[str, object] = {"request_id": require_id("request_id", request_id), "reason": reason}
        self._send(LeaseEventType.BLOCKS_RELEASED, fields)

    def expired(self, request_id: str) -> None:
        """Tell that the sweep has freed a lease's blocks.

        Raises:
            ValueError: if the stream would refuse it.
        """
        self._send(LeaseEventType.BLOCKS_EXPIRED, {"request_id": require_id("request_id", request_id)})

    def _send(self, kind: LeaseEventType, fields: dict[str, object]) -> None:
        with self._lock:
            if self._next_seq == 0:
                self._tell_started()
            self._tell(kind, fields)

    def _tell(self, kind: LeaseEventType, fields: dict[str, object] | None = None) -> None:
        seq = self._next_seq
        self._next_seq += 1
        self._emit(self._event(kind, seq, self._now_ns(), **(fields or {})))

    def _now_ns(self) -> int:
        self._last_ns = max(self._last_ns, self._clock())
        return self._last_ns

    def _event(self, kind: LeaseEventType, seq: int, now_ns: int, **fields: object) -> LeaseEvent:
        return LeaseEvent(
            type=kind,
            holder_engine_id=self.engine_id,
            holder_incarnation=self.incarnation,
            seq=seq,
            engine_clock_ns=now_ns,
            holder_role=self._role,
            **fields,  # type: ignore[arg-type]
        )


class Heartbeats:
    """Calls a log's :meth:`LeaseLog.tick` in a thread of its own, while the engine is alive."""

    def __init__(self, log: LeaseLog, is_alive: Callable[[], bool] = lambda: True) -> None:
        """Start.

        Args:
            log: tells the heartbeats.
            is_alive: whether the engine answers. An agent that is not the engine's process itself must not speak for
                one that is gone.
        """
        self._log = log
        self._is_alive = is_alive
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="kvlease-heartbeats", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        pause = min(_TICK_SECONDS, self._log.heartbeat_ns / 1e9 / 4)
        while not self._stop.wait(pause):
            try:
                if self._is_alive():
                    self._log.tick()
            except Exception:
                logger.exception("a heartbeat of %s failed", self._log.engine_id)

    def close(self) -> None:
        """Stop."""
        self._stop.set()
        self._thread.join(timeout=2)
