"""One read at the gate, and whether the lease that it was allowed on is over."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kvlease.gate.answers import ENGINE_RESTARTED, Answer, ReadKey, ReadRequest, Source, Status, expired, is_readable
from kvlease.records import Verdict

_MOST_ENDS = 400_000
_MOST_RETRIES = 16
_END_RULES = ("V3", "V6")


class LifeId(NamedTuple):
    """A life of a holder, which ends for good."""

    holder: str
    incarnation: str


class LeaseId(NamedTuple):
    """The identity of a lease, which ends for good."""

    life: LifeId
    request_id: str
    seq: int | None


def lease_of(verdict: Verdict) -> LeaseId:
    """Return the lease that a verdict speaks of."""
    life = LifeId(verdict.holder_engine_id, verdict.holder_incarnation or "")
    return LeaseId(life, verdict.request_id, verdict.lease_seq)


def is_revocation(verdict: Verdict) -> bool:
    """Whether a verdict takes back. Whatever is no answer does, also what a newer writer may call otherwise."""
    return verdict.trigger != "READ_INTENT"


def _tells_an_end(verdict: Verdict) -> bool:
    """Whether it says that the lease has ended (V6, revocation), or is of a life that is over (V3)."""
    final = not is_readable(verdict) and not verdict.provisional
    return final and (is_revocation(verdict) or verdict.evidence.rule in _END_RULES)


@dataclass(eq=False)
class LeaseState:
    """Whether a lease is over: shared by all reads of it, so that what one of them is told holds for all."""

    life: LifeId
    over: Answer | None = None
    reads: list[ReadTicket] = field(default_factory=list)

    def end(self, answer: Answer) -> None:
        """Take note that it is over, for good."""
        if self.over is not None:
            return
        self.over = answer
        for read in self.reads:
            read.lease_is_over(answer)
        self.reads.clear()


@dataclass(frozen=True)
class Confirming:
    """A read that has been made and waits to be confirmed. Times are the reader's."""

    started_ns: int
    finished_ns: int
    give_up_ns: int


@dataclass(eq=False)
class ReadTicket:
    """One read, from the question to its end. Everything but ``key`` and ``answer`` belongs to the gate and its lock.

    Attributes:
        key: the read's name.
        answer: what stands until something else arrives, whatever the time.
        fallback: what the gate said by itself, until the stream says READABLE.
        fallback_life: the life of the holder whose clock that rests on.
    """

    key: ReadKey
    answer: Answer
    touched_ns: int
    request: ReadRequest | None = None
    last: Verdict | None = None
    permit: Verdict | None = None
    permitted_lease: LeaseState | None = None
    fallback: Answer | None = None
    fallback_life: str | None = None
    confirming: Confirming | None = None
    revoked: bool = False
    ended: bool = False
    answered: bool = False
    wanted: bool = False
    asked_ns: int = 0
    retries: int = 0

    def take(self, verdict: Verdict, answer: Answer) -> None:
        """Let an answer stand."""
        self.last = verdict
        self.answered = True
        self.retries = min(self.retries + 1, _MOST_RETRIES)
        self.answer = answer

    def allow(self, verdict: Verdict, lease: LeaseState, answer: Answer) -> None:
        """Let READABLE stand, on a lease. The stream is there: what the gate said by itself counts no longer."""
        self.permit = verdict
        self.fallback = None
        if self.permitted_lease is not lease:
            self.permitted_lease = lease
            lease.reads.append(self)
        self.take(verdict, answer)

    def revoke(self, reason: str) -> None:
        """Take back, for good."""
        self.revoked = True
        self.answered = True
        self.answer = expired(reason, Source.STREAM)

    def lease_is_over(self, answer: Answer) -> None:
        """Let no READABLE stand."""
        if not self.ended and not self.revoked and self.answer.is_readable:
            self.answer = answer

    def distrust(self, nothing: Answer) -> None:
        """Forget a READABLE that can no longer be trusted. No fallback may overrule an EXPIRED, provisional or not."""
        self.last = None
        self.answered = False
        if self.answer.status is not Status.EXPIRED:
            self.answer = nothing

    def touch(self, now_ns: int) -> None:
        """Note when it was last spoken of."""
        self.touched_ns = max(self.touched_ns, now_ns)


class Ends:
    """Leases and lives of holders, and which are over.

    An end is absorbing: whatever is answered later, from whatever state of the stream, such a lease is not readable
    again.
    """

    def __init__(self) -> None:
        self._leases: OrderedDict[LeaseId, tuple[LeaseState, int]] = OrderedDict()
        self._dead_lives: OrderedDict[LifeId, tuple[Answer, int]] = OrderedDict()
        self._requests: OrderedDict[tuple[str, str], tuple[Answer, int]] = OrderedDict()

    def learn(self, verdict: Verdict, now_ns: int) -> None:
        """Learn what a verdict says about the lease, or the life, itself."""
        if not _tells_an_end(verdict):
            return
        over = expired(verdict.reason, Source.GATE)
        life = lease_of(verdict).life
        if verdict.reason == ENGINE_RESTARTED and life.incarnation and life not in self._dead_lives:
            _make_room(self._dead_lives)
            self._dead_lives[life] = (over, now_ns)
            for state, _ in self._leases.values():
                if state.life == life:
                    state.end(over)
        if verdict.lease_seq is not None:
            self.lease(verdict, now_ns).end(over)
            request = (verdict.holder_engine_id, verdict.request_id)
            self._requests.pop(request, None)
            _make_room(self._requests)
            self._requests[request] = (over, now_ns)

    def lease(self, verdict: Verdict, now_ns: int) -> LeaseState:
        """Return the lease that an answer speaks of."""
        name = lease_of(verdict)
        known = self._leases.pop(name, None)
        state = known[0] if known else LeaseState(name.life, self.of_life(name.life))
        _make_room(self._leases)
        self._leases[name] = (state, now_ns)
        return state

    def of_life(self, life: LifeId) -> Answer | None:
        """Return what to say of a life that is over."""
        found = self._dead_lives.get(life)
        return found[0] if found else None

    def of_request(self, holder: str, request_id: str) -> Answer | None:
        """Return what to say of a request that has had a lease that is over."""
        found = self._requests.get((holder, request_id))
        return found[0] if found else None

    def forget_before(self, then_ns: int) -> None:
        """Forget what was not spoken of since."""
        _drop(self._leases, then_ns)
        _drop(self._dead_lives, then_ns)
        _drop(self._requests, then_ns)


def _drop(kept: OrderedDict[Any, tuple[Any, int]], then_ns: int) -> None:
    """They are in the order in which they were last spoken of."""
    while kept and next(iter(kept.values()))[1] < then_ns:
        kept.popitem(last=False)


def _make_room(kept: OrderedDict[Any, Any]) -> None:
    if len(kept) >= _MOST_ENDS:
        kept.popitem(last=False)
