"""The gate with its connections."""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from kvlease.gate import answers
from kvlease.gate.answers import Answer, Confirmation, GateOptions, Reader, ReadKey, ReadRequest
from kvlease.gate.core import GateCore, Staleness, Taken, Wait
from kvlease.gate.sampler import SAMPLE_EVERY_NS, ClockReading, HolderClocks, Sampler
from kvlease.gate.tail import VerdictTail
from kvlease.gate.tickets import ReadTicket
from kvlease.publisher import EventPublisher
from kvlease.records import HandshakeSample, ReadStatus, Verdict

logger = logging.getLogger(__name__)

_TICK_SECONDS = 0.01
_FORGET_NS = 10_000_000_000
_FOREVER_NS = 1 << 62
_ONE_SECOND_NS = 1_000_000_000


class GateAddresses(NamedTuple):
    """Where the verdict sink publishes and where it replays; without the latter every hole makes the gate ask anew."""

    verdicts: str
    replay: str | None


class ReadGate:
    """What a reading engine asks before it reads the blocks of another, and to confirm after it.

    One per reader; safe for many threads. All times are nanoseconds of the reader's own monotonic clock.

    1. :meth:`ask` as soon as the request arrives, long before the scheduler gets to it.
    2. :meth:`check` at the moment of reading: start only if it says READABLE.
    3. :meth:`confirm` after the transfer: use and publish what was read only if it says so.
    4. :meth:`decline` if it was not read, :meth:`failed` if the transfer failed.
    """

    def __init__(
        self,
        reader: Reader,
        addresses: GateAddresses,
        publisher: EventPublisher,
        clocks: HolderClocks,
        on_revoked: Callable[[ReadKey, str], None] = lambda key, reason: None,
        *,
        options: GateOptions | None = None,
        clock: Callable[[], int] = time.perf_counter_ns,
        sample_every_ns: int = SAMPLE_EVERY_NS,
    ) -> None:
        """Start. Returns at once; until the stream has answered, answers are UNKNOWN.

        Args:
            reader: who reads. Keep its incarnation when only the gate is started again.
            addresses: of the verdict sink.
            publisher: takes what the gate sends; a connector must follow it.
            clocks: asks a holder for its clock.
            on_revoked: told when an answer is taken back, by a thread of the gate; must not block.
            options: how the gate behaves.
            clock: the reader's monotonic clock.
            sample_every_ns: how often each holder is asked for its clock.
        """
        self._reader = reader
        self._clock = clock
        self._publisher = publisher
        self._on_revoked = on_revoked
        self._counts: Counter[Taken] = Counter()
        self.core = GateCore(reader, options or GateOptions(), publisher.publish)
        self._sampler = Sampler(clocks, self._sampled, clock, sample_every_ns)
        self._tail = VerdictTail(
            reader.engine_id, addresses.verdicts, addresses.replay, clock, self._take, self.core.lost_track
        )
        self._stop = threading.Event()
        self._timer = threading.Thread(target=self._tick, name="kvlease-gate-timer", daemon=True)
        self._timer.start()

    def _tick(self) -> None:
        forgot_ns = self.now_ns()
        while not self._stop.wait(_TICK_SECONDS):
            try:
                now_ns = self.now_ns()
                self.core.tick(now_ns)
                if now_ns - forgot_ns >= _FORGET_NS:
                    forgot_ns = now_ns
                    self.core.forget(now_ns)
            except Exception:
                logger.exception("a task of the gate failed")

    def _take(self, verdict: Verdict) -> None:
        taken = self.core.take(verdict, self.now_ns())
        self._counts[taken] += 1
        if taken is not Taken.REVOKED:
            return
        key = ReadKey(verdict.holder_engine_id, verdict.request_id, verdict.read_request_id)
        try:
            self._on_revoked(key, self.core.check_key(key, self.now_ns()).reason)
        except Exception:
            logger.exception("the listener failed for %s", key)

    def _sampled(self, holder: str, reading: ClockReading) -> None:
        sample = HandshakeSample(
            reader_engine_id=self._reader.engine_id,
            reader_incarnation=self._reader.incarnation,
            holder_engine_id=holder,
            holder_incarnation=reading.holder_incarnation,
            sent_ns=reading.sent_ns,
            remote_ns=reading.remote_ns,
            received_ns=reading.received_ns,
            rank=reading.rank,
        )
        self._publisher.publish(sample)
        self.core.sampled(sample)

    def now_ns(self) -> int:
        """Return the reader's clock."""
        return self._clock()

    def watch(self, holder: str) -> None:
        """Sample a holder's clock from now on. :meth:`ask` does so too; a read cannot be READABLE before."""
        self._sampler.watch(holder)

    def ask(self, request: ReadRequest) -> ReadTicket:
        """Ask the stream whether a read may be made. Does not wait."""
        self._sampler.watch(request.key.holder)
        return self.core.ask(request, self.now_ns())

    def check(self, ticket: ReadTicket, now_ns: int | None = None) -> Answer:
        """Say whether a read may start now. Waits for nothing."""
        return self.core.check(ticket, self.now_ns() if now_ns is None else now_ns)

    def check_key(self, key: ReadKey) -> Answer:
        """Say the same of a read by its name, also of one that a router asked for."""
        return self.core.check_key(key, self.now_ns())

    def await_answer(self, ticket: ReadTicket, timeout_seconds: float) -> Answer:
        """Wait for an answer that is not provisional, asking again; what :meth:`check` says if time is up."""
        until_ns = self.now_ns() + int(timeout_seconds * _ONE_SECOND_NS)
        found = self.core.wait_for(lambda now_ns: self.core.await_answer(ticket, now_ns), self._clock, until_ns)
        return self.check(ticket) if found is None else found

    def look(self, ticket: ReadTicket) -> Answer | None:
        """Return the answer, for an engine that must not wait; None while it is open. Asks again when it is due."""
        step = self.core.await_answer(ticket, self.now_ns())
        return None if isinstance(step, Wait) else step

    def fallback(self, ticket: ReadTicket) -> Answer:
        """Say what the reader can by itself when the stream says nothing; marked as Source.FALLBACK."""
        return self.core.fallback(ticket, self.now_ns())

    def confirm(
        self, ticket: ReadTicket, started_ns: int, finished_ns: int, timeout_seconds: float = 10.0
    ) -> Confirmation:
        """Confirm a read that has been made, and report its outcome.

        Asks the stream until it has heard the holder up to the read's end. Nothing of what was read may be used or
        published before, and the holder must not be told before that its blocks may go: the release this causes would
        be a reason to discard.
        """
        self.finished(ticket, started_ns, finished_ns, timeout_seconds)
        found = self.core.wait_for(lambda now_ns: self.core.confirm(ticket, now_ns), self._clock, _FOREVER_NS)
        return Confirmation.discard(answers.NOT_CONFIRMED) if found is None else found

    def finished(self, ticket: ReadTicket, started_ns: int, finished_ns: int, timeout_seconds: float = 10.0) -> None:
        """Begin to confirm, for an engine that must not wait: :meth:`poll` tells."""
        give_up_ns = self.now_ns() + int(timeout_seconds * _ONE_SECOND_NS)
        self.core.finished(ticket, started_ns, finished_ns, give_up_ns)

    def poll(self, ticket: ReadTicket) -> Confirmation | None:
        """Return the confirmation of a read that is :meth:`finished`; None while it is open. Waits for nothing."""
        step = self.core.confirm(ticket, self.now_ns())
        return None if isinstance(step, Wait) else step

    def decline(self, ticket: ReadTicket) -> None:
        """Tell that a read was not made: gives its claim back."""
        now_ns = self.now_ns()
        self.core.report(ticket, ReadStatus.DECLINED, now_ns, now_ns, now_ns)

    def failed(self, ticket: ReadTicket, started_ns: int, finished_ns: int) -> None:
        """Tell that a transfer failed, or its bytes were thrown away."""
        self.core.report(ticket, ReadStatus.FAILED, started_ns, finished_ns, self.now_ns())

    def used_unconfirmed(self, ticket: ReadTicket, started_ns: int, finished_ns: int) -> None:
        """Tell that bytes are used although nobody confirmed them; the audit then judges the read afterwards."""
        self.core.report(ticket, ReadStatus.COMPLETED, started_ns, finished_ns, self.now_ns())

    def staleness(self) -> Staleness:
        """Say how far behind the stream the gate is."""
        return self.core.staleness(self.now_ns())

    def count(self, taken: Taken) -> int:
        """Return how many verdicts went which way."""
        return self._counts[taken]

    def close(self) -> None:
        """Stop. The publisher is its owner's."""
        self._stop.set()
        self._timer.join(timeout=2)
        self._sampler.close()
        self._tail.close()
