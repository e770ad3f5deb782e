"""Decides whether what has been read may be used.

A read is confirmed by an answer that has heard the holder up to the read's end and still knows the same lease: whatever
had ended it before has then been told.
"""

from __future__ import annotations

from kvlease.clocks import holder_max_ns
from kvlease.gate.answers import (
    DEADLINE_PASSED,
    FULL_PREFIX_HIT,
    LEASE_CHANGED,
    NOT_ALLOWED,
    STARTED_TOO_LATE,
    WITHIN_SAFETY_MARGIN,
    Answer,
    Confirmation,
    Source,
    is_readable,
)
from kvlease.gate.tickets import Confirming, ReadTicket
from kvlease.records import Verdict


def decide(ticket: ReadTicket, read: Confirming, over: Answer | None) -> Confirmation | None:
    """Return the confirmation; None if the stream must be asked again.

    Args:
        ticket: the read.
        read: when it was made.
        over: what is known of the end of its lease.
    """
    decided = _at_once(ticket, read, over)
    if decided is not None or ticket.last is None or ticket.permit is None:
        return decided
    return _by_answer(ticket.permit, ticket.last, read)


def _at_once(ticket: ReadTicket, read: Confirming, over: Answer | None) -> Confirmation | None:
    """Say what can be said without hearing the holder."""
    permit = ticket.permit
    if ticket.revoked:
        return Confirmation.discard(ticket.answer.reason)
    if permit is None:
        return _by_fallback(ticket, read, over)
    if permit.reason == FULL_PREFIX_HIT:
        return Confirmation.use(Source.STREAM)
    if _is_past(permit.deadline_ns, read):
        return Confirmation.discard(DEADLINE_PASSED)
    if over is not None:
        return Confirmation.discard(over.reason)
    if permit.readable_until_ns is not None and read.started_ns > permit.readable_until_ns:
        late = Confirmation.discard(STARTED_TOO_LATE)
        return late if ticket.fallback is None else _by_fallback(ticket, read, over)
    # of a holder without events nothing more can be heard
    return None if permit.evidence.tracked else Confirmation.use(Source.STREAM)


def _by_fallback(ticket: ReadTicket, read: Confirming, over: Answer | None) -> Confirmation:
    fallback = ticket.fallback
    if fallback is None or not fallback.is_readable:
        return Confirmation.discard(NOT_ALLOWED)
    if over is not None:
        return Confirmation.discard(over.reason)
    if _is_past(fallback.deadline_ns, read):
        return Confirmation.discard(DEADLINE_PASSED)
    if fallback.readable_until_ns is not None and read.started_ns > fallback.readable_until_ns:
        return Confirmation.discard(STARTED_TOO_LATE)
    if ticket.answer.is_final and not _is_only_time(ticket.answer.reason):
        return Confirmation.discard(ticket.answer.reason)
    return Confirmation.use(Source.FALLBACK)


def _by_answer(permit: Verdict, last: Verdict, read: Confirming) -> Confirmation | None:
    if _denies(last):
        return Confirmation.discard(last.reason)
    if last.provisional:
        return None
    if (last.lease_seq, last.holder_incarnation) != (permit.lease_seq, permit.holder_incarnation):
        return Confirmation.discard(LEASE_CHANGED)
    return Confirmation.use(Source.STREAM) if _has_heard(last, read) else None


def _denies(verdict: Verdict) -> bool:
    """Whether it is EXPIRED for good, and not only because time has gone on since."""
    return not is_readable(verdict) and not verdict.provisional and not _is_only_time(verdict.reason)


def _is_only_time(reason: str) -> bool:
    return reason in (DEADLINE_PASSED, WITHIN_SAFETY_MARGIN)


def _has_heard(verdict: Verdict, read: Confirming) -> bool:
    """Whether the holder's clock was surely past the end of the read where it had been heard."""
    told = verdict.evidence
    if told.watermark_ns is None or told.hi_ns is None or told.ref_ns is None:
        return False
    return told.watermark_ns >= holder_max_ns(read.finished_ns, told.hi_ns, told.ref_ns, told.drift_ppm)


def _is_past(deadline_ns: int | None, read: Confirming) -> bool:
    return deadline_ns is not None and read.finished_ns >= deadline_ns
