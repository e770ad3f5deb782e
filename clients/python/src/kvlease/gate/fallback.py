"""What a reader can say by itself: its own samples, and the deadline that comes with a request.

The rules are those of the stream for a holder that sends no events (V1, V12 to V14, V17 to V19), with a missing
deadline answered EXPIRED.
"""

from __future__ import annotations

from kvlease.clocks import DRIFT_PPM as PPM
from kvlease.clocks import LEAP_NS, SAFETY_MARGIN_NS, HolderClock, holder_max_ns
from kvlease.gate.answers import (
    DEADLINE_PASSED,
    FULL_PREFIX_HIT,
    WITHIN_SAFETY_MARGIN,
    Answer,
    ReadRequest,
    Source,
    Status,
)
from kvlease.records import HandshakeSample


class OwnClocks:
    """The clocks of this reader's holders. Guarded by the gate's lock."""

    def __init__(self) -> None:
        self._holders: dict[str, HolderClock] = {}

    def sampled(self, sample: HandshakeSample) -> None:
        """Learn one of the reader's own samples."""
        self._holders.setdefault(sample.holder_engine_id, HolderClock()).take(sample)

    def life(self, holder: str) -> str | None:
        """Return the life that the clock of a holder is of; None without one."""
        clock = self._holders.get(holder)
        return clock.life or None if clock else None

    def decide(self, request: ReadRequest, now_ns: int) -> Answer:
        """Answer by the first rule that applies."""
        if request.num_local_blocks == 0:
            return _answer(Status.READABLE, FULL_PREFIX_HIT)
        if request.expiry_ns is None:
            return _answer(Status.EXPIRED, "NO_DEADLINE")
        clock = self._holders.get(request.key.holder, HolderClock())
        bounds = clock.bounds
        deadline_ns = clock.earliest_ns(request.expiry_ns)
        other_life = request.holder_incarnation not in (None, clock.life)
        if bounds is None or deadline_ns is None or other_life:
            return Answer(Status.EXPIRED, "CLOCK_UNKNOWN", Source.FALLBACK, provisional=True)
        now_ns = max(now_ns, bounds.received_ns)
        if request.expiry_ns - holder_max_ns(now_ns, bounds.hi_ns, bounds.received_ns, PPM) > LEAP_NS:
            return _answer(Status.EXPIRED, "DEADLINE_IMPLAUSIBLE")
        return _by_deadline(now_ns, deadline_ns)


def _by_deadline(now_ns: int, deadline_ns: int) -> Answer:
    until_ns = deadline_ns - SAFETY_MARGIN_NS
    if now_ns >= deadline_ns:
        return _answer(Status.EXPIRED, DEADLINE_PASSED, until_ns, deadline_ns)
    if now_ns >= until_ns:
        return _answer(Status.EXPIRED, WITHIN_SAFETY_MARGIN, until_ns, deadline_ns)
    return _answer(Status.READABLE, "WITHIN_LEASE", until_ns, deadline_ns)


def _answer(status: Status, reason: str, until_ns: int | None = None, deadline_ns: int | None = None) -> Answer:
    return Answer(status, reason, Source.FALLBACK, False, until_ns, deadline_ns)
