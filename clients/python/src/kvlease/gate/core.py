"""The gate of one reader, without its connections.

Which answer stands:

* a revocation, for good;
* else the answer to the newest question; a further answer to the same question replaces the one before, but what was
  EXPIRED for good does not become READABLE by it;
* READABLE for a lease, or a life of its holder, that is known to be over is EXPIRED.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from typing import NamedTuple, TypeVar

from kvlease.gate import answers, confirm, fallback
from kvlease.gate.answers import Answer, Confirmation, GateOptions, Reader, ReadKey, ReadRequest, Source, Status
from kvlease.gate.tickets import Confirming, Ends, LifeId, ReadTicket, is_revocation, lease_of
from kvlease.records import HandshakeSample, ReadIntent, ReadOutcome, ReadStatus, Verdict

T = TypeVar("T")

_NOTHING = answers.unknown(answers.NOT_ANSWERED)
_BEHIND = answers.unknown(answers.STREAM_BEHIND)
_ASKED_AGAIN = answers.unknown(answers.ASKED_AGAIN)
_OVER = answers.expired(answers.DEADLINE_PASSED, Source.GATE)
_FULL = answers.expired(answers.GATE_FULL, Source.GATE)
_OFF = answers.expired(answers.FALLBACK_OFF, Source.GATE)
_ENDED = answers.expired(answers.ALREADY_ENDED, Source.GATE)
_KEEP_ENDED_NS = 30_000_000_000
_FORGET_AT_ONCE = 1_000


class Taken(Enum):
    """What became of a verdict at the gate."""

    ANSWERED = "it is an answer, and stands now"
    REVOKED = "it took back what had been said of a read that has not ended"
    OTHER_READER = "it is for another reader"
    OTHER_LIFE = "it is for another life of this reader"
    TOO_LATE = "a newer answer, a revocation, or the end of the read stands already"
    ABSORBED = "it said READABLE of a lease, or a life of its holder, that is known to be over; EXPIRED stands now"
    NO_ROOM = "it is for a read that was not asked for here, and there is no room"


class Staleness(NamedTuple):
    """How far behind the stream the gate is.

    Attributes:
        behind_ns: time since the gate had surely seen every verdict; None if never.
        unanswered_ns: how long the oldest question has waited; 0 if none waits.
        stale: whether READABLE answers do not count at the moment.
    """

    behind_ns: int | None
    unanswered_ns: int
    stale: bool


class Wait(NamedTuple):
    """Wait until something arrives, or until then, and ask for the next step."""

    until_ns: int


def _in_permitted_life(request: ReadRequest, permit: Verdict | None) -> ReadRequest:
    """Name the life of the holder in which the stream has allowed the read; no other life's clock counts."""
    life = permit.holder_incarnation if permit else None
    return replace(request, holder_incarnation=life) if life and not request.holder_incarnation else request


class GateCore:
    """Safe for many threads. :meth:`check` takes no lock."""

    def __init__(self, reader: Reader, options: GateOptions, emit: Callable[[ReadIntent | ReadOutcome], None]) -> None:
        """Know nothing yet, and be behind until the first answer.

        Args:
            reader: who reads.
            options: how it behaves.
            emit: takes questions and outcomes; must not block.
        """
        self._reader = reader
        self._options = options
        self._emit = emit
        self._reads: dict[ReadKey, ReadTicket] = {}
        self._unanswered: dict[ReadKey, ReadTicket] = {}
        self._readable: dict[ReadKey, ReadTicket] = {}
        self._ask_again: deque[ReadTicket] = deque()
        self._ends = Ends()
        self._own_clocks = fallback.OwnClocks()
        self._heard_ns: int | None = None
        self._last_asked_ns = 0
        self._changed = threading.Condition(threading.RLock())

    def check(self, ticket: ReadTicket, now_ns: int) -> Answer:
        """Say whether a read may start now. Waits for nothing."""
        answer = ticket.answer
        if answer.status is not Status.READABLE:
            return answer
        if answer.deadline_ns is not None and now_ns >= answer.deadline_ns:
            return _OVER
        if answer.readable_until_ns is not None and now_ns > answer.readable_until_ns:
            if not ticket.wanted:
                ticket.wanted = True
                self._ask_again.append(ticket)
            return _ASKED_AGAIN
        return _BEHIND if self._is_stale(now_ns) else answer

    def check_key(self, key: ReadKey, now_ns: int) -> Answer:
        """Say the same of a read by its name; also of one that a router asked for in this reader's name."""
        ticket = self._reads.get(key)
        return _NOTHING if ticket is None else self.check(ticket, now_ns)

    def _is_stale(self, now_ns: int) -> bool:
        heard_ns = self._heard_ns
        return heard_ns is None or now_ns - heard_ns > self._options.stale_after_ns

    def ask(self, request: ReadRequest, now_ns: int) -> ReadTicket:
        """Ask the stream, as soon as the read is foreseen. Again for the same read: send another question."""
        with self._changed:
            ticket = self._reads.get(request.key)
            if ticket is None:
                if len(self._reads) >= self._options.most_reads:
                    return ReadTicket(request.key, _FULL, now_ns)
                ticket = self._reads[request.key] = ReadTicket(request.key, _NOTHING, now_ns)
            ticket.request = request
            self._send(ticket, now_ns)
            return ticket

    def _send(self, ticket: ReadTicket, now_ns: int) -> None:
        if ticket.ended or ticket.revoked or ticket.request is None:
            return
        self._unanswered.pop(ticket.key, None)
        self._unanswered[ticket.key] = ticket
        ticket.asked_ns = self._last_asked_ns = now_ns
        ticket.answered = False
        ticket.touch(now_ns)
        self._emit(self._intent(ticket.request, now_ns))

    def _intent(self, request: ReadRequest, now_ns: int) -> ReadIntent:
        return ReadIntent(
            reader_engine_id=self._reader.engine_id,
            reader_incarnation=self._reader.incarnation,
            holder_engine_id=request.key.holder,
            holder_incarnation=request.holder_incarnation,
            request_id=request.key.request_id,
            read_request_id=request.key.read_request_id,
            block_ids=request.block_ids,
            num_local_blocks=request.num_local_blocks,
            now_ns=now_ns,
            expiry_ns=request.expiry_ns,
        )

    def take(self, verdict: Verdict, now_ns: int) -> Taken:
        """Take a verdict, in the order of the stream. On REVOKED, whoever reads should be told."""
        if verdict.reader_engine_id != self._reader.engine_id:
            return Taken.OTHER_READER
        if verdict.reader_incarnation != self._reader.incarnation:
            return Taken.OTHER_LIFE
        key = ReadKey(verdict.holder_engine_id, verdict.request_id, verdict.read_request_id)
        with self._changed:
            self._hear(verdict.evidence.now_ns)
            ticket = self._reads.get(key)
            if ticket is None:
                # a revocation is kept although there is no room: forgetting it would be the one unsafe thing to do
                if len(self._reads) >= self._options.most_reads and not is_revocation(verdict):
                    self._ends.learn(verdict, now_ns)
                    return Taken.NO_ROOM
                ticket = self._reads[key] = ReadTicket(key, _NOTHING, now_ns)
            return self._take_for(ticket, verdict, now_ns)

    def _hear(self, then_ns: int | None) -> None:
        """Note that a verdict was given after a reader time: all that was given before that time has come before it."""
        if then_ns is not None:
            self._heard_ns = max(self._heard_ns or 0, then_ns)

    def _take_for(self, ticket: ReadTicket, verdict: Verdict, now_ns: int) -> Taken:
        self._ends.learn(verdict, now_ns)
        ticket.touch(now_ns)
        if ticket.ended or ticket.revoked:
            return Taken.TOO_LATE
        if is_revocation(verdict):
            ticket.revoke(verdict.reason)  # for this read, provisional or not
            taken = Taken.REVOKED
        else:
            taken = self._answer(ticket, verdict, now_ns)
        if ticket.answered:
            self._unanswered.pop(ticket.key, None)
        self._changed.notify_all()
        return taken

    def _answer(self, ticket: ReadTicket, verdict: Verdict, now_ns: int) -> Taken:
        last = ticket.last
        readable = answers.is_readable(verdict)
        same = last is not None and last.evidence.read_intent_offset == verdict.evidence.read_intent_offset
        older = last is not None and not same and verdict.revision < last.revision
        if older or (same and readable and ticket.answer.is_final):
            return Taken.TOO_LATE
        if readable and ticket.permit is not None and lease_of(verdict) != lease_of(ticket.permit):
            # a read that was allowed on one lease must not go on under the answer for the request's next one
            ticket.revoke(answers.LEASE_CHANGED)
            return Taken.REVOKED
        if not readable:
            ticket.take(verdict, answers.of_verdict(verdict))
            return Taken.ANSWERED
        lease = self._ends.lease(verdict, now_ns)
        if lease.over is not None:
            ticket.take(verdict, lease.over)
            return Taken.ABSORBED
        ticket.allow(verdict, lease, answers.of_verdict(verdict))
        self._readable.pop(ticket.key, None)
        if ticket.request is not None:
            self._readable[ticket.key] = ticket
        return Taken.ANSWERED

    def lost_track(self) -> None:
        """Note that verdicts may have been missed: no READABLE counts until it is given again."""
        with self._changed:
            self._heard_ns = None
            for ticket in self._reads.values():
                ticket.distrust(_NOTHING)
            self._changed.notify_all()

    def staleness(self, now_ns: int) -> Staleness:
        """Say how far behind the stream the gate is."""
        with self._changed:
            oldest = next(iter(self._unanswered.values()), None)
            unanswered_ns = 0 if oldest is None else max(0, now_ns - oldest.asked_ns)
            behind_ns = None if self._heard_ns is None else max(0, now_ns - self._heard_ns)
            return Staleness(behind_ns, unanswered_ns, self._is_stale(now_ns))

    def sampled(self, sample: HandshakeSample) -> None:
        """Learn one of the reader's own samples, for the fallback."""
        with self._changed:
            self._own_clocks.sampled(sample)

    def fallback(self, ticket: ReadTicket, now_ns: int) -> Answer:
        """Say what the reader can by itself while the stream has not answered or is behind; else :meth:`check`."""
        with self._changed:
            answer = self.check(ticket, now_ns)
            may_decide = answer.status is Status.UNKNOWN and (ticket.last is None or self._is_stale(now_ns))
            if not may_decide or ticket.request is None:
                return answer
            if not self._options.fallback:
                return _OFF
            ticket.fallback_life = self._own_clocks.life(ticket.key.holder)
            over = self._known_end(ticket)
            if over is not None:
                return over
            ticket.fallback = self._own_clocks.decide(_in_permitted_life(ticket.request, ticket.permit), now_ns)
            return ticket.fallback

    def _known_end(self, ticket: ReadTicket) -> Answer | None:
        """Say what is known of the end of the read's lease, or of the life that it is of.

        A read without a READABLE may be of any lease of its request.
        """
        for life in (ticket.request and ticket.request.holder_incarnation, ticket.fallback_life):
            over = self._ends.of_life(LifeId(ticket.key.holder, life)) if life else None
            if over is not None:
                return over
        if ticket.permitted_lease is not None and ticket.permitted_lease.over is not None:
            return ticket.permitted_lease.over
        has_lease = ticket.permit is not None and ticket.permit.lease_seq is not None
        return None if has_lease else self._ends.of_request(ticket.key.holder, ticket.key.request_id)

    def await_answer(self, ticket: ReadTicket, now_ns: int) -> Answer | Wait:
        """Take the next step of waiting for an answer that is not provisional; ask again while it is."""
        with self._changed:
            answer = self.check(ticket, now_ns)
            if not answer.is_open or ticket.request is None:
                return answer
            return Wait(self._ask_if_due(ticket, now_ns))

    def _ask_if_due(self, ticket: ReadTicket, now_ns: int) -> int:
        """Ask again if it is time to; return when it is time next."""
        due_ns = ticket.asked_ns + self._pause_ns(ticket)
        if now_ns < due_ns:
            return due_ns
        self._send(ticket, now_ns)
        return now_ns + self._pause_ns(ticket)

    def _pause_ns(self, ticket: ReadTicket) -> int:
        if not ticket.answered:
            return self._options.resend_after_ns
        doubled_ns = self._options.retry_first_ns << max(0, ticket.retries - 1)
        return min(doubled_ns, self._options.retry_most_ns)

    def finished(self, ticket: ReadTicket, started_ns: int, finished_ns: int, give_up_ns: int) -> None:
        """Begin to confirm a read that has been made. Nothing read may be used before :meth:`confirm` says so."""
        with self._changed:
            ticket.confirming = Confirming(started_ns, finished_ns, give_up_ns)

    def confirm(self, ticket: ReadTicket, now_ns: int) -> Confirmation | Wait:
        """Take the next step of confirming a read that is :meth:`finished`; report its outcome when it is decided.

        Raises:
            ValueError: if the read is not finished.
        """
        with self._changed:
            read = ticket.confirming
            if read is None:
                raise ValueError(f"read {ticket.key} is not finished")
            if ticket.ended:
                return Confirmation.discard(answers.ALREADY_ENDED)
            decided = confirm.decide(ticket, read, self._known_end(ticket))
            if decided is None and now_ns >= read.give_up_ns:
                decided = Confirmation.discard(answers.NOT_CONFIRMED)
            if decided is None:
                return Wait(min(self._ask_to_confirm(ticket, read, now_ns), read.give_up_ns))
            status = ReadStatus.COMPLETED if decided.usable else ReadStatus.FAILED
            self.report(ticket, status, read.started_ns, read.finished_ns, now_ns)
            return decided

    def _ask_to_confirm(self, ticket: ReadTicket, read: Confirming, now_ns: int) -> int:
        """Ask; the first question after the end of the read is sent at once."""
        if ticket.asked_ns >= read.finished_ns:
            return self._ask_if_due(ticket, now_ns)
        ticket.retries = 0
        self._send(ticket, now_ns)
        return now_ns + self._pause_ns(ticket)

    def report(self, ticket: ReadTicket, status: ReadStatus, started_ns: int, finished_ns: int, now_ns: int) -> None:
        """End a read and report how; nothing is sent if it has been ended before."""
        with self._changed:
            if ticket.ended:
                return
            ticket.ended = True
            ticket.answer = _ENDED
            ticket.touch(now_ns)
            self._unanswered.pop(ticket.key, None)
            self._readable.pop(ticket.key, None)
            told = ticket.permit or ticket.last
            life = (
                (told.holder_incarnation if told else None)
                or (ticket.request.holder_incarnation if ticket.request else None)
                or ticket.fallback_life
            )
            if life:  # else nobody knew it, so neither the stream nor the fallback had allowed the read
                self._emit(self._outcome(ticket, life, status, started_ns, finished_ns))
            self._changed.notify_all()

    def _outcome(
        self, ticket: ReadTicket, life: str, status: ReadStatus, started_ns: int, finished_ns: int
    ) -> ReadOutcome:
        told = ticket.permit or ticket.last
        return ReadOutcome(
            reader_engine_id=self._reader.engine_id,
            reader_incarnation=self._reader.incarnation,
            holder_engine_id=ticket.key.holder,
            holder_incarnation=life,
            request_id=ticket.key.request_id,
            read_request_id=ticket.key.read_request_id,
            lease_seq=told.lease_seq if told else None,
            status=status,
            started_ns=started_ns,
            finished_ns=finished_ns,
        )

    def tick(self, now_ns: int) -> None:
        """Ask again for reads whose time to start has run out, and often enough to know that the gate is not behind.

        To be called every few milliseconds.
        """
        with self._changed:
            while self._ask_again:
                ticket = self._ask_again.popleft()
                ticket.wanted = False
                self._ask_if_due(ticket, now_ns)
            if self._readable and now_ns - self._last_asked_ns >= self._options.keepalive_ns:
                self._ask_for_newest(now_ns)

    def _ask_for_newest(self, now_ns: int) -> None:
        while self._readable:
            key, ticket = self._readable.popitem()
            if ticket.answer.is_readable and (ticket.answer.deadline_ns or now_ns + 1) > now_ns:
                self._readable[key] = ticket
                self._send(ticket, now_ns)
                return

    def forget(self, now_ns: int) -> None:
        """Forget reads about which nothing has been said for long. To be called every few seconds.

        Lets go of the lock now and then, so that nobody who asks waits for all of it.
        """
        long_ago_ns = now_ns - self._options.keep_ns
        with self._changed:
            self._ends.forget_before(long_ago_ns - self._options.keep_ns)  # longer than any read that refers to them
            keys = list(self._reads)
        for start in range(0, len(keys), _FORGET_AT_ONCE):
            with self._changed:
                for key in keys[start : start + _FORGET_AT_ONCE]:
                    self._forget_if_old(key, now_ns - _KEEP_ENDED_NS, long_ago_ns)

    def _forget_if_old(self, key: ReadKey, ended_ns: int, long_ago_ns: int) -> None:
        ticket = self._reads.get(key)
        if ticket is not None and ticket.touched_ns < (ended_ns if ticket.ended else long_ago_ns):
            del self._reads[key]
            self._unanswered.pop(key, None)
            self._readable.pop(key, None)

    def wait_for(self, step: Callable[[int], T | Wait], clock: Callable[[], int], until_ns: int) -> T | None:
        """Return the result of :meth:`await_answer` or :meth:`confirm`; None when time is up."""
        with self._changed:
            while True:
                now_ns = clock()
                result = step(now_ns)
                if not isinstance(result, Wait):
                    return result
                if now_ns >= until_ns:
                    return None
                self._changed.wait(max(1, min(result.until_ns, until_ns) - now_ns) / 1e9)

    def __len__(self) -> int:
        """Return how many reads are remembered."""
        return len(self._reads)
