"""What a reader decides by itself, beside what the stream has said."""

from __future__ import annotations

import pytest

from kvlease.gate import Confirmation, ReadTicket, Source
from kvlease.records import ReadStatus
from test_gate_core import Gate, request
from verdicts import MS, NOW, SECOND, expired, readable

BEHIND = NOW + 3 * SECOND
END = BEHIND + SECOND


@pytest.fixture
def gate() -> Gate:
    made = Gate()
    made.sample()
    return made


def dated(gate: Gate, read: str = "dated", request_id: str = "req") -> ReadTicket:
    return gate.ask(request(read, request_id, expiry_ns=NOW + 60 * SECOND), NOW)


def permitted_once(gate: Gate) -> ReadTicket:
    """A read whose permit has run out while the gate is behind, so that the fallback has allowed it."""
    ticket = dated(gate)
    times = {"readable_until_ns": NOW + SECOND, "deadline_ns": NOW + 50 * SECOND}
    gate.take(readable(1, read_request_id="dated", **times), NOW)
    assert gate.fallback(ticket, BEHIND).source is Source.FALLBACK
    gate.finished(ticket, BEHIND, END, END)
    return ticket


def test_a_read_that_the_fallback_went_on_with_is_used_while_its_lease_stands(gate: Gate) -> None:
    ticket = permitted_once(gate)
    gate.take(expired("RELEASED", rule="V6", read_request_id="next", lease_seq=8), END)
    assert gate.confirm(ticket, END) == Confirmation.use(Source.FALLBACK)


def test_the_end_of_the_permitted_lease_discards_what_the_fallback_went_on_with(gate: Gate) -> None:
    ticket = permitted_once(gate)
    gate.take(expired("RELEASED", rule="V6", read_request_id="other"), END)
    assert gate.confirm(ticket, END) == Confirmation.discard("RELEASED")


def test_the_end_of_the_life_whose_clock_decided_discards(gate: Gate) -> None:
    ticket = dated(gate, request_id="req2")
    assert gate.fallback(ticket, NOW).is_readable
    gate.finished(ticket, NOW, NOW + SECOND, NOW + SECOND)
    gate.take(expired("ENGINE_RESTARTED", rule="V3", read_request_id="other", lease_seq=None), NOW + SECOND)
    assert gate.confirm(ticket, NOW + SECOND) == Confirmation.discard("ENGINE_RESTARTED")
    assert gate.fallback(dated(gate, "later", "req3"), NOW + SECOND).reason == "ENGINE_RESTARTED"


def test_another_attempt_of_a_request_whose_lease_is_over_is_not_allowed(gate: Gate) -> None:
    gate.take(expired("RELEASED", rule="V6", read_request_id="other"), NOW)
    assert gate.fallback(dated(gate), NOW).reason == "RELEASED"
    assert gate.fallback(dated(gate, request_id="req2"), NOW).is_readable


def test_what_the_fallback_said_is_over_when_the_stream_is_back(gate: Gate) -> None:
    ticket = dated(gate)
    assert gate.fallback(ticket, NOW).is_readable
    times = {"readable_until_ns": NOW + SECOND, "deadline_ns": NOW + 50 * SECOND}
    gate.take(readable(1, read_request_id="dated", **times), NOW)
    gate.finished(ticket, NOW + SECOND + 1, NOW + 2 * SECOND, NOW + 2 * SECOND)
    assert gate.confirm(ticket, NOW + 2 * SECOND) == Confirmation.discard("STARTED_TOO_LATE")


@pytest.mark.parametrize("reason", ["CLAIMED", "HOLDER_IN_DOUBT", "EVENT_GAP"])
def test_a_provisional_expired_outlasts_lost_track(gate: Gate, reason: str) -> None:
    ticket = dated(gate)
    gate.take(expired(reason, provisional=True, read_request_id="dated"), NOW)
    gate.lost_track()
    assert gate.fallback(ticket, NOW).reason == reason
    gate.hear(NOW)
    gate.take(readable(1, read_request_id="dated", read_intent_offset=2), NOW)
    assert gate.check(ticket, NOW).is_readable


def test_what_the_stream_denied_stays_denied_when_track_is_lost(gate: Gate) -> None:
    ticket = dated(gate)
    assert gate.fallback(ticket, NOW).is_readable
    gate.finished(ticket, NOW, NOW + SECOND, NOW + SECOND)
    gate.take(expired("LEASE_CHANGED", rule="V8", read_request_id="dated"), NOW)
    gate.lost_track()
    assert gate.confirm(ticket, NOW + SECOND) == Confirmation.discard("LEASE_CHANGED")


def test_the_outcome_of_a_read_by_the_fallback_names_the_life_whose_clock_decided(gate: Gate) -> None:
    ticket = dated(gate)
    assert gate.fallback(ticket, NOW).is_readable
    gate.finished(ticket, NOW, NOW + MS, NOW + MS)
    assert gate.confirm(ticket, NOW + MS) == Confirmation.use(Source.FALLBACK)
    (outcome,) = gate.outcomes()
    assert (outcome.status, outcome.holder_incarnation, outcome.lease_seq) == (ReadStatus.COMPLETED, "hl", None)


def test_the_clock_of_another_life_does_not_go_on_with_a_permitted_read(gate: Gate) -> None:
    ticket = dated(gate)
    times = {"readable_until_ns": NOW + SECOND, "deadline_ns": NOW + 50 * SECOND}
    gate.take(readable(1, read_request_id="dated", holder_incarnation="before", **times), NOW)
    assert gate.fallback(ticket, BEHIND).reason == "CLOCK_UNKNOWN"
    gate.finished(ticket, BEHIND, END, END)
    assert gate.confirm(ticket, END) == Confirmation.discard("NOT_ALLOWED")
