"""The reader's side in the scheduler process: asks early, decides when the scheduler gets to a request, confirms."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

from kvlease.gate import Answer, Confirmation, ReadKey, ReadRequest, ReadTicket, Staleness
from kvlease.transfer_params import KvTransferParams
from kvlease.vllm.settings import Mode, Settings

logger = logging.getLogger(__name__)

_MS = 1_000_000


class Gate(Protocol):
    """What the desk uses of :class:`kvlease.gate.ReadGate`."""

    def now_ns(self) -> int:
        """Return the reader's clock."""

    def staleness(self) -> Staleness:
        """Say how far behind the stream the gate is."""

    def ask(self, request: ReadRequest) -> ReadTicket:
        """Ask the stream."""

    def look(self, ticket: ReadTicket) -> Answer | None:
        """Return the answer; None while it is open."""

    def fallback(self, ticket: ReadTicket) -> Answer:
        """Say what the reader can by itself."""

    def finished(self, ticket: ReadTicket, started_ns: int, finished_ns: int, timeout_seconds: float = 10.0) -> None:
        """Begin to confirm."""

    def poll(self, ticket: ReadTicket) -> Confirmation | None:
        """Return the confirmation; None while it is open."""

    def decline(self, ticket: ReadTicket) -> None:
        """Tell that a read was not made."""

    def failed(self, ticket: ReadTicket, started_ns: int, finished_ns: int) -> None:
        """Tell that a transfer failed."""

    def used_unconfirmed(self, ticket: ReadTicket, started_ns: int, finished_ns: int) -> None:
        """Tell that bytes are used although nobody confirmed them."""


class Decision(Enum):
    """What to do with a request that the scheduler has got to."""

    READ = "transfer its blocks"
    COMPUTE = "compute them: the read was declined"
    LATER = "come back at the next step"


class Clocks(Protocol):
    """What the desk uses of :class:`kvlease.vllm.handshake.ClockListeners`."""

    def know(self, holder: str, host: str, port: int) -> None:
        """Learn where a holder answers."""


@dataclass
class _Read:
    ticket: ReadTicket
    asked_ns: int
    enforced: bool
    started_ns: int | None = None
    workers_left: int = 0
    confirming: bool = False
    broken: bool = False


@dataclass(frozen=True)
class Settled:
    """Reads whose bytes are decided about: use them, or throw them away and compute."""

    use: set[str] = field(default_factory=set)
    discard: set[str] = field(default_factory=set)


class ReaderDesk:
    """Follows each read of the engine from the request's arrival to its outcome. For the scheduler's thread."""

    def __init__(self, gate: Gate, clocks: Clocks, settings: Settings, workers: int) -> None:
        """Begin without reads.

        Args:
            gate: asks and confirms.
            clocks: learns where holders answer.
            settings: mode and patience.
            workers: how many workers report the end of each read.
        """
        self._gate = gate
        self._clocks = clocks
        self._settings = settings
        self._workers = workers
        self._reads: dict[str, _Read] = {}
        self._unanswered_ns: int | None = None

    def arrived(self, request_id: str, kv_transfer_params: Mapping[str, Any] | None) -> None:
        """Ask for a request that would read, as soon as it arrives.

        Raises:
            ValueError: if its params hand out blocks wrongly.
        """
        params = KvTransferParams.parse(kv_transfer_params) if kv_transfer_params else None
        if params is None or request_id in self._reads:
            return
        if params.remote_host is not None and params.remote_port is not None:
            self._clocks.know(params.remote_engine_id, params.remote_host, params.remote_port)
        ticket = self._gate.ask(
            ReadRequest(
                key=ReadKey(params.remote_engine_id, params.remote_request_id, request_id),
                num_local_blocks=max(1, params.num_blocks),
                block_ids=params.remote_block_ids,
                expiry_ns=params.expiry_ns,
            )
        )
        turn_1 = bool(kv_transfer_params and kv_transfer_params.get("do_remote_prefill"))
        enforced = self._settings.mode_of(turn_1=turn_1) is Mode.ENFORCE
        self._reads[request_id] = _Read(ticket, self._gate.now_ns(), enforced)

    def decide(self, request_id: str, *, turn_1: bool = False) -> Decision:
        """Decide about a request that the scheduler would let read. Waits for nothing.

        Args:
            request_id: the request.
            turn_1: whether it is a decode engine's, which reads from a prefill engine.
        """
        read = self._reads.get(request_id)
        if read is None:
            enforced = self._settings.mode_of(turn_1=turn_1) is Mode.ENFORCE
            return Decision.COMPUTE if enforced else Decision.READ
        answer = self._gate.look(read.ticket)
        if not read.enforced or (answer is not None and answer.is_readable):
            return Decision.READ
        if answer is None:
            if self._may_wait(read):
                return Decision.LATER
            self._unanswered_ns = max(self._unanswered_ns or 0, read.asked_ns)
            answer = self._gate.fallback(read.ticket)
        if answer.is_readable:
            return Decision.READ
        logger.info("request %s is computed, its read was declined: %s", request_id, answer.reason)
        self.dropped(request_id)
        return Decision.COMPUTE

    def _may_wait(self, read: _Read) -> bool:
        """Whether an answer may still come in time. While the stream is silent nobody waits for it."""
        now_ns = self._gate.now_ns()
        behind_ns = self._gate.staleness().behind_ns
        heard = self._unanswered_ns is None or (behind_ns is not None and now_ns - behind_ns >= self._unanswered_ns)
        return heard and now_ns - read.asked_ns < self._settings.wait_ms * _MS

    @property
    def enforces(self) -> bool:
        """Whether there are reads whose bytes must wait for a confirmation."""
        return any(self._settings.mode_of(turn_1=turn_1) is Mode.ENFORCE for turn_1 in (True, False))

    def started(self, request_ids: Iterable[str]) -> set[str]:
        """Take note that reads go to the workers; return those whose bytes must wait for a confirmation."""
        now_ns = self._gate.now_ns()
        held = set()
        for request_id in request_ids:
            read = self._reads.get(request_id)
            if read is None:
                continue
            read.started_ns = now_ns
            read.workers_left = self._workers
            if read.enforced:
                held.add(request_id)
        return held

    def ended(self, counts: Mapping[str, int]) -> None:
        """Take note of workers that have the bytes of a read; with the last one the read has ended."""
        for request_id, count in counts.items():
            read = self._reads.get(request_id)
            if read is None or read.started_ns is None or read.confirming:
                continue
            read.workers_left -= count
            if read.workers_left <= 0:
                read.confirming = True
                seconds = self._settings.confirm_ms / 1_000
                self._gate.finished(read.ticket, read.started_ns, self._gate.now_ns(), seconds)

    def broken(self, request_ids: Iterable[str]) -> None:
        """Take note of held reads that have failed in one worker: the others are told to let go of theirs."""
        for request_id in request_ids:
            read = self._reads.get(request_id)
            if read is not None:
                read.broken = True

    def used(self, request_ids: Iterable[str]) -> None:
        """Take note of bytes that vLLM uses; those of reads that are only observed are used without asking."""
        for request_id in request_ids:
            read = self._reads.get(request_id)
            if read is not None and not read.enforced and read.started_ns is not None:
                del self._reads[request_id]
                self._gate.used_unconfirmed(read.ticket, read.started_ns, self._gate.now_ns())

    def failed(self, request_ids: Iterable[str]) -> None:
        """Take note of transfers that failed, or that vLLM's own check declined."""
        for request_id in request_ids:
            read = self._reads.pop(request_id, None)
            if read is None:
                continue
            now_ns = self._gate.now_ns()
            self._gate.failed(read.ticket, now_ns if read.started_ns is None else read.started_ns, now_ns)

    def dropped(self, request_id: str) -> None:
        """Take note that a read will not be made: declined, or its request has gone before it started."""
        read = self._reads.get(request_id)
        if read is not None and read.started_ns is None:
            del self._reads[request_id]
            self._gate.decline(read.ticket)

    def settle(self) -> Settled:
        """Return the reads that have been decided about since. Waits for nothing."""
        settled = Settled()
        for request_id, read in list(self._reads.items()):
            try:
                usable = self._is_usable(request_id, read)
            except Exception:
                logger.exception("what was read for request %s is thrown away", request_id)
                self._reads.pop(request_id, None)
                usable = False
            if usable is not None:
                (settled.use if usable else settled.discard).add(request_id)
        return settled

    def _is_usable(self, request_id: str, read: _Read) -> bool | None:
        """Whether the bytes of a read may be used; None if it is not decided yet."""
        if read.broken:
            self.failed([request_id])
            return False
        found = self._gate.poll(read.ticket) if read.confirming else None
        if found is None:
            return None
        del self._reads[request_id]
        if not found.usable:
            logger.warning("what was read for request %s is thrown away: %s", request_id, found.reason)
        return found.usable

    def __len__(self) -> int:
        """Return how many reads are under way."""
        return len(self._reads)
