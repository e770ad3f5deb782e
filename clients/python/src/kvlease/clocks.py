"""The clock of a holder as a reader knows it by its own samples (docs/semantics.md, "Clock of a pair").

Here the holder counts as untracked and the reader lives one life, so of the rules about lives only the untracked
holder's is left.
"""

from __future__ import annotations

from dataclasses import dataclass

from kvlease.records import HandshakeSample

DRIFT_PPM = 100
SAFETY_MARGIN_NS = 5_000_000_000
LEAP_NS = 86_400_000_000_000
MAX_RTT_NS = 10_000_000_000
_MOST_LIVES = 64


def drift_ns(span_ns: int, ppm: int = DRIFT_PPM) -> int:
    """Return how far two clocks may run apart over a span: the exact product, rounded up."""
    return -(-abs(span_ns) * ppm // 1_000_000)


@dataclass(frozen=True)
class Reading:
    """What one sample says: the offset, holder minus reader, lies in [lo, hi] at reader time ``received``."""

    sent_ns: int
    received_ns: int
    lo_ns: int
    hi_ns: int
    point_ns: int

    @staticmethod
    def of(sample: HandshakeSample) -> Reading:
        """Return the reading of a sample."""
        rtt_ns = sample.received_ns - sample.sent_ns
        widen_ns = drift_ns(rtt_ns)
        return Reading(
            sent_ns=sample.sent_ns,
            received_ns=sample.received_ns,
            lo_ns=sample.remote_ns - sample.received_ns - widen_ns,
            hi_ns=sample.remote_ns - sample.sent_ns + widen_ns,
            point_ns=sample.remote_ns - (sample.sent_ns + rtt_ns // 2),
        )

    def interval(self, at_ns: int) -> tuple[int, int]:
        """Return the bounds, widened to a later time."""
        widen_ns = drift_ns(at_ns - self.received_ns)
        return self.lo_ns - widen_ns, self.hi_ns + widen_ns

    def meet(self, other: Reading) -> Reading | None:
        """Return the intersection at the later of the two times; None if they do not agree."""
        at_ns = max(self.received_ns, other.received_ns)
        lo_ns, hi_ns = self.interval(at_ns)
        other_lo_ns, other_hi_ns = other.interval(at_ns)
        lo_ns, hi_ns = max(lo_ns, other_lo_ns), min(hi_ns, other_hi_ns)
        return Reading(at_ns, at_ns, lo_ns, hi_ns, other.point_ns) if lo_ns <= hi_ns else None


class HolderClock:
    """The clock of one holder. For one thread at a time."""

    def __init__(self) -> None:
        self.life = ""
        """The life of the holder that the bounds are about; empty without bounds."""
        self._bounds: Reading | None = None
        self._suspect: Reading | None = None
        self._leap_received_ns: int | None = None
        self._superseded: list[str] = []

    @property
    def bounds(self) -> Reading | None:
        """The bounds at their reference time, ``received_ns``; None while the clock is not known."""
        return None if self._suspect else self._bounds

    def take(self, sample: HandshakeSample) -> bool:
        """Take a sample into account; return whether it was."""
        rtt_ns = sample.received_ns - sample.sent_ns
        if not 0 <= rtt_ns <= MAX_RTT_NS or sample.holder_incarnation in self._superseded or self._is_leap(sample):
            return False
        self._leap_received_ns = None
        self._start_life(sample.holder_incarnation)
        self._agree(Reading.of(sample))
        return True

    def _is_leap(self, sample: HandshakeSample) -> bool:
        """One sample far ahead is not believed alone; a second one that follows it closely is."""
        if self._bounds is None or sample.received_ns - self._bounds.received_ns <= LEAP_NS:
            return False
        last_ns = self._leap_received_ns
        confirmed = (
            last_ns is not None
            and last_ns <= sample.sent_ns
            and last_ns != sample.received_ns
            and sample.received_ns - last_ns <= LEAP_NS
        )
        if not confirmed:
            self._leap_received_ns = sample.received_ns
        return not confirmed

    def _start_life(self, life: str) -> None:
        if life == self.life:
            return
        if self._bounds is not None:
            self._superseded = [*self._superseded, self.life][-_MOST_LIVES:]
        self.life = life
        self._bounds = None
        self._suspect = None

    def _agree(self, reading: Reading) -> None:
        suspect = self._suspect
        no_second = suspect is not None and (
            reading.sent_ns < suspect.received_ns or reading.received_ns == suspect.received_ns
        )
        if no_second:
            return
        narrowed = reading if self._bounds is None else self._bounds.meet(reading)
        stepped = suspect.meet(reading) if narrowed is None and suspect is not None else None
        agreed = narrowed or stepped
        self._suspect = reading if agreed is None else None
        self._bounds = agreed or self._bounds

    def earliest_ns(self, holder_ns: int) -> int | None:
        """Return the first reader time at which the holder's clock may read ``holder_ns``; None if it is not known."""
        if self.bounds is None:
            return None
        ref_ns = self.bounds.received_ns
        span_ns = holder_ns - self.bounds.hi_ns - ref_ns
        return ref_ns + span_ns - drift_ns(span_ns)


def holder_max_ns(reader_ns: int, hi_ns: int, ref_ns: int, ppm: int) -> int:
    """Return the most that a holder's clock can read at a reader time, given the bounds of a verdict."""
    return reader_ns + hi_ns + drift_ns(reader_ns - ref_ns, ppm)
