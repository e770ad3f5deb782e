"""What the gate is asked and what it says."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from kvlease.records import Verdict, require_blocks, require_id, require_ns

_SECOND = 1_000_000_000

NOT_ANSWERED = "NOT_ANSWERED"
"""The stream has not answered yet."""
ASKED_AGAIN = "ASKED_AGAIN"
"""The time by which the read had to start has passed; the stream is being asked again."""
STREAM_BEHIND = "STREAM_BEHIND"
"""The gate is behind the stream, so a revocation may be on its way."""
GATE_FULL = "GATE_FULL"
"""The gate keeps as many reads as it may; end some."""
FALLBACK_OFF = "FALLBACK_OFF"
"""The fallback is switched off."""
NOT_ALLOWED = "NOT_ALLOWED"
"""No READABLE answer was there for the read."""
STARTED_TOO_LATE = "STARTED_TOO_LATE"
"""The read started after the time by which it had to."""
NOT_CONFIRMED = "NOT_CONFIRMED"
"""The holder was not heard up to the end of the read in time."""
ALREADY_ENDED = "ALREADY_ENDED"
"""The read has been ended before."""

DEADLINE_PASSED = "DEADLINE_PASSED"
WITHIN_SAFETY_MARGIN = "WITHIN_SAFETY_MARGIN"
LEASE_CHANGED = "LEASE_CHANGED"
ENGINE_RESTARTED = "ENGINE_RESTARTED"
FULL_PREFIX_HIT = "FULL_PREFIX_HIT"


class Status(Enum):
    """Whether a read may be made."""

    READABLE = "READABLE"
    """It may start now."""
    EXPIRED = "EXPIRED"
    """It must not be made: compute the blocks."""
    UNKNOWN = "UNKNOWN"
    """Nothing that counts is known now."""


class Source(Enum):
    """Who says so."""

    STREAM = "STREAM"
    """The stream, which knows the holder's events."""
    GATE = "GATE"
    """The gate itself: about its own state."""
    FALLBACK = "FALLBACK"
    """The gate's own samples and the deadline that came with the request: early releases are not seen."""


class Reader(NamedTuple):
    """Who reads: one process with one clock, in one life."""

    engine_id: str
    incarnation: str


class ReadKey(NamedTuple):
    """Names one read of this reader; ``read_request_id`` is new for every attempt."""

    holder: str
    request_id: str
    read_request_id: str


@dataclass(frozen=True)
class Answer:
    """What the gate says of a read at one moment. Times are the reader's, None where there is none.

    Attributes:
        status: anything but READABLE means: compute the blocks.
        reason: a reason of the stream, or one of this module.
        source: who says so.
        provisional: asking again may help.
        readable_until_ns: last time at which the read may start.
        deadline_ns: time before which the bytes must have arrived.
    """

    status: Status
    reason: str
    source: Source
    provisional: bool = False
    readable_until_ns: int | None = None
    deadline_ns: int | None = None

    @property
    def is_readable(self) -> bool:
        """Whether the read may start now."""
        return self.status is Status.READABLE

    @property
    def is_open(self) -> bool:
        """Whether waiting may bring another answer."""
        return self.status is Status.UNKNOWN or (self.status is Status.EXPIRED and self.provisional)

    @property
    def is_final(self) -> bool:
        """Whether nothing but a new question can bring another answer."""
        return self.status is Status.EXPIRED and not self.provisional


def unknown(reason: str) -> Answer:
    """Return the answer that nothing that counts is known."""
    return Answer(Status.UNKNOWN, reason, Source.GATE, provisional=True)


def expired(reason: str, source: Source) -> Answer:
    """Return a final EXPIRED."""
    return Answer(Status.EXPIRED, reason, source)


def of_verdict(verdict: Verdict) -> Answer:
    """Return what a verdict says. A status that is not known counts as EXPIRED."""
    return Answer(
        Status.READABLE if is_readable(verdict) else Status.EXPIRED,
        verdict.reason,
        Source.STREAM,
        verdict.provisional,
        verdict.readable_until_ns,
        verdict.deadline_ns,
    )


def is_readable(verdict: Verdict) -> bool:
    """Whether a verdict says READABLE."""
    return verdict.status == Status.READABLE.value


@dataclass(frozen=True)
class Confirmation:
    """What to do with what has been read.

    Attributes:
        usable: True to use and publish the bytes; False to throw them away and compute.
        reason: why not, as in :class:`Answer`; empty if usable.
        source: who vouches for it; FALLBACK if the stream was not there.
    """

    usable: bool
    reason: str
    source: Source

    @staticmethod
    def use(source: Source) -> Confirmation:
        """Return the permission to use the bytes."""
        return Confirmation(True, "", source)

    @staticmethod
    def discard(reason: str) -> Confirmation:
        """Return the order to throw the bytes away."""
        return Confirmation(False, reason, Source.GATE)


@dataclass(frozen=True)
class ReadRequest:
    """A read that the engine would like to make.

    Attributes:
        key: names it.
        num_local_blocks: blocks that have to be filled by reading; 0 if the engine's own cache has all.
        holder_incarnation: the holder's life, if the engine knows it.
        block_ids: the blocks it wants, one list per KV-cache group; empty means all of the lease.
        expiry_ns: the deadline that came with the request, holder clock; the fallback needs it.
    """

    key: ReadKey
    num_local_blocks: int
    holder_incarnation: str | None = None
    block_ids: list[list[int]] = field(default_factory=list)
    expiry_ns: int | None = None

    def __post_init__(self) -> None:
        """Check what the stream would refuse.

        Raises:
            ValueError: if it would refuse it.
        """
        for name, text in self.key._asdict().items():
            require_id(name, text)
        if self.holder_incarnation is not None:
            require_id("holder_incarnation", self.holder_incarnation)
        require_ns("num_local_blocks", self.num_local_blocks)
        if self.expiry_ns is not None:
            require_ns("expiry_ns", self.expiry_ns)
        require_blocks(self.block_ids)


@dataclass(frozen=True)
class GateOptions:
    """How a gate behaves. Times are nanoseconds of the reader's clock.

    Attributes:
        fallback: whether :meth:`GateCore.fallback` decides by own samples; False for EXPIRED.
        stale_after_ns: how far behind the stream an answer READABLE still counts.
        keepalive_ns: how often a READABLE answer is asked for again, to know that the gate is not behind.
        retry_first_ns: first pause before a provisional answer is asked again; it doubles up to ``retry_most_ns``.
        retry_most_ns: longest such pause.
        resend_after_ns: after how long without an answer a question is sent again.
        keep_ns: how long a read is remembered after the last word about it; longer than any lease and the horizon of
            ten minutes together.
        most_reads: most reads remembered.
    """

    fallback: bool = True
    stale_after_ns: int = 2 * _SECOND
    keepalive_ns: int = 700_000_000
    retry_first_ns: int = 100_000_000
    retry_most_ns: int = _SECOND
    resend_after_ns: int = 2 * _SECOND
    keep_ns: int = 1_200 * _SECOND
    most_reads: int = 200_000
