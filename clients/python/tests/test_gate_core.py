"""Which answer of the stream stands, and what confirms a read."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import pytest

from kvlease.gate import Answer, Confirmation, GateCore, GateOptions, ReadKey, ReadRequest, ReadTicket, Source, Status
from kvlease.gate.core import Staleness, Taken, Wait
from kvlease.records import HandshakeSample, ReadIntent, ReadOutcome, ReadStatus
from verdicts import MS, NOW, READER, SECOND, expired, readable, revocation

Sent = list[ReadIntent | ReadOutcome]


def request(read: str = "read", request_id: str = "req", **fields: object) -> ReadRequest:
    return replace(ReadRequest(ReadKey("h", request_id, read), 4), **fields)  # type: ignore[arg-type]


class Gate(GateCore):
    """A gate that has heard the stream at NOW and has asked for one read."""

    def __init__(self, options: GateOptions | None = None) -> None:
        self.sent: Sent = []
        super().__init__(READER, options or GateOptions(), self.sent.append)
        self._hear(NOW)
        self.ticket = self.ask(request(), NOW)

    def hear(self, now_ns: int) -> None:
        self._hear(now_ns)

    def sample(self) -> None:
        self.sampled(
            HandshakeSample(
                reader_engine_id="r",
                reader_incarnation="life",
                holder_engine_id="h",
                holder_incarnation="hl",
                sent_ns=NOW - 2,
                remote_ns=NOW - 1,
                received_ns=NOW,
            )
        )

    def outcomes(self) -> list[ReadOutcome]:
        return [each for each in self.sent if isinstance(each, ReadOutcome)]

    def intents(self) -> list[ReadIntent]:
        return [each for each in self.sent if isinstance(each, ReadIntent)]


@pytest.fixture
def gate() -> Gate:
    return Gate()


@pytest.fixture
def ticket(gate: Gate) -> ReadTicket:
    return gate.ticket


def test_asks_at_once_and_knows_nothing_until_answered(gate: Gate, ticket: ReadTicket) -> None:
    assert [(each.now_ns, each.read_request_id) for each in gate.intents()] == [(NOW, "read")]
    assert gate.check(ticket, NOW).reason == "NOT_ANSWERED"
    assert gate.check_key(ReadKey("h", "req", "other"), NOW).status is Status.UNKNOWN


def test_readable_until_the_times_of_the_verdict(gate: Gate, ticket: ReadTicket) -> None:
    gate.take(readable(1, readable_until_ns=NOW + SECOND, deadline_ns=NOW + 5 * SECOND), NOW)
    gate.hear(NOW + 5 * SECOND)
    assert gate.check(ticket, NOW + SECOND).is_readable
    assert gate.check_key(ticket.key, NOW + SECOND).is_readable
    assert gate.check(ticket, NOW + SECOND + 1).reason == "ASKED_AGAIN"
    late = gate.check(ticket, NOW + 5 * SECOND)
    assert (late.status, late.reason) == (Status.EXPIRED, "DEADLINE_PASSED")


def test_asks_again_once_when_the_time_to_start_has_run_out(gate: Gate, ticket: ReadTicket) -> None:
    gate.take(readable(1, readable_until_ns=NOW, deadline_ns=NOW + 60 * SECOND), NOW)
    gate.check(ticket, NOW + SECOND)
    gate.check(ticket, NOW + SECOND)
    gate.tick(NOW + SECOND)
    gate.check(ticket, NOW + SECOND + MS)
    gate.tick(NOW + SECOND + MS)
    assert len(gate.intents()) == 2
    gate.take(readable(2, readable_until_ns=NOW + 9 * SECOND, now_ns=NOW + SECOND), NOW)
    assert gate.check(ticket, NOW + 2 * SECOND).is_readable


def test_a_readable_does_not_count_while_the_gate_is_behind(gate: Gate, ticket: ReadTicket) -> None:
    gate.take(readable(1, now_ns=NOW, readable_until_ns=NOW + 60 * SECOND), NOW)
    assert gate.check(ticket, NOW + 2 * SECOND).is_readable
    assert gate.check(ticket, NOW + 2 * SECOND + 1).reason == "STREAM_BEHIND"
    assert gate.staleness(NOW + 3 * SECOND) == Staleness(3 * SECOND, 0, True)
    other = gate.ask(request("other"), NOW + 2 * SECOND)
    gate.take(readable(1, read_request_id="other", now_ns=NOW + 2 * SECOND), NOW + 3 * SECOND)
    assert gate.check(ticket, NOW + 3 * SECOND).is_readable, "an answer to a later question tells for all reads"
    assert gate.check(other, NOW + 3 * SECOND).is_readable


def test_an_old_answer_that_is_repeated_does_not_make_the_gate_current(gate: Gate, ticket: ReadTicket) -> None:
    gate.take(readable(1, now_ns=NOW), NOW)
    gate.take(readable(1, now_ns=NOW - 60 * SECOND), NOW)
    assert gate.staleness(NOW + SECOND).behind_ns == SECOND


def test_what_is_readable_is_asked_again_often_enough_to_stay_current(gate: Gate, ticket: ReadTicket) -> None:
    gate.take(readable(1, now_ns=NOW), NOW)
    step_ns = GateOptions().keepalive_ns
    gate.tick(NOW + step_ns - 1)
    assert len(gate.intents()) == 1
    gate.tick(NOW + step_ns)
    assert [each.now_ns for each in gate.intents()] == [NOW, NOW + step_ns]
    gate.take(readable(2, now_ns=NOW + step_ns, read_intent_offset=2), NOW + step_ns)
    gate.report(ticket, ReadStatus.DECLINED, NOW, NOW, NOW)
    gate.tick(NOW + 9 * step_ns)
    assert len(gate.intents()) == 2, "nothing is readable any more"


def test_a_read_of_a_router_is_not_asked_again_before_the_engine_asks(gate: Gate) -> None:
    gate.take(readable(1, read_request_id="routed", now_ns=NOW), NOW)
    gate.tick(NOW + 60 * SECOND)
    assert len(gate.intents()) == 1
    assert gate.check_key(ReadKey("h", "req", "routed"), NOW).is_readable


def test_tells_how_long_the_oldest_question_waits(gate: Gate) -> None:
    gate.ask(request("later"), NOW + SECOND)
    assert gate.staleness(NOW + 2 * SECOND).unanswered_ns == 2 * SECOND
    gate.take(readable(1), NOW)
    assert gate.staleness(NOW + 2 * SECOND).unanswered_ns == SECOND


def test_a_revocation_is_final_whatever_its_revision(gate: Gate, ticket: ReadTicket) -> None:
    gate.take(readable(9), NOW)
    assert gate.take(revocation("RELEASED", revision=1), NOW) is Taken.REVOKED
    assert gate.take(readable(10), NOW) is Taken.TOO_LATE
    assert gate.check(ticket, NOW).reason == "RELEASED"
    gate.ask(request(), NOW)
    assert len(gate.intents()) == 1


def test_a_revocation_that_arrives_before_the_question_counts(gate: Gate) -> None:
    gate.take(revocation("LEASE_EXPIRED", read_request_id="early"), NOW)
    early = gate.ask(request("early"), NOW)
    assert gate.check(early, NOW).reason == "LEASE_EXPIRED"
    assert len(gate.intents()) == 1


def test_a_trigger_of_a_newer_writer_takes_back(gate: Gate, ticket: ReadTicket) -> None:
    gate.take(readable(1), NOW)
    assert gate.take(expired("SOMETHING_NEW", trigger="SOMETHING_ELSE", revision=2), NOW) is Taken.REVOKED


def test_a_status_that_is_not_known_is_expired(gate: Gate, ticket: ReadTicket) -> None:
    gate.take(readable(1), NOW)
    gate.take(expired("NEW", status="MAYBE", revision=2, read_intent_offset=2), NOW)
    assert gate.check(ticket, NOW).status is Status.EXPIRED


def test_an_older_answer_does_not_replace_a_newer_one(gate: Gate, ticket: ReadTicket) -> None:
    gate.take(expired("CLAIMED", provisional=True, revision=9, read_intent_offset=2), NOW)
    assert gate.take(readable(8, read_intent_offset=1), NOW) is Taken.TOO_LATE
    assert gate.check(ticket, NOW).reason == "CLAIMED"


def test_a_repeated_answer_does_not_revive_what_was_expired_for_good(gate: Gate, ticket: ReadTicket) -> None:
    gate.take(expired("DEADLINE_PASSED", read_intent_offset=20, revision=3), NOW)
    assert gate.take(readable(7, read_intent_offset=20), NOW) is Taken.TOO_LATE
    other = gate.ask(request("other"), NOW)
    gate.take(expired("LEASE_UNKNOWN", provisional=True, read_request_id="other", read_intent_offset=21), NOW)
    gate.take(readable(7, read_request_id="other", read_intent_offset=21), NOW)
    assert gate.check(other, NOW).is_readable


def test_the_end_of_a_lease_is_absorbing_for_every_read_of_it(gate: Gate) -> None:
    standing = gate.ask(request("standing"), NOW)
    gate.take(readable(1, read_request_id="standing"), NOW)
    gate.take(expired("RELEASED", rule="V6"), NOW)
    assert gate.check(standing, NOW).reason == "RELEASED", "it was allowed on the same lease"
    other = gate.ask(request("other"), NOW)
    assert gate.take(readable(50, read_request_id="other"), NOW) is Taken.ABSORBED
    assert (gate.check(other, NOW).status, gate.check(other, NOW).reason) == (Status.EXPIRED, "RELEASED")
    following = gate.ask(request("next"), NOW)
    gate.take(readable(51, read_request_id="next", lease_seq=8), NOW)
    assert gate.check(following, NOW).is_readable


def test_the_end_of_a_life_ends_its_leases(gate: Gate) -> None:
    gate.take(expired("ENGINE_RESTARTED", rule="V3", lease_seq=None), NOW)
    other = gate.ask(request("other", "req2"), NOW)
    gate.take(readable(50, request_id="req2", read_request_id="other", lease_seq=3), NOW)
    assert gate.check(other, NOW).reason == "ENGINE_RESTARTED"


def test_another_lease_of_the_request_takes_the_read_back(gate: Gate, ticket: ReadTicket) -> None:
    gate.take(readable(5), NOW)
    assert gate.take(readable(6, read_intent_offset=2, lease_seq=8), NOW) is Taken.REVOKED
    assert gate.check(ticket, NOW).reason == "LEASE_CHANGED"


def test_verdicts_of_others_are_left_alone(gate: Gate, ticket: ReadTicket) -> None:
    assert gate.take(readable(1, reader_engine_id="r2"), NOW) is Taken.OTHER_READER
    assert gate.take(readable(1, reader_incarnation="old"), NOW) is Taken.OTHER_LIFE
    assert gate.take(revocation("RELEASED", reader_incarnation="old"), NOW) is Taken.OTHER_LIFE
    assert gate.check(ticket, NOW).reason == "NOT_ANSWERED"


def test_after_track_is_lost_nothing_is_readable_until_answered_again(gate: Gate, ticket: ReadTicket) -> None:
    gate.take(readable(5), NOW)
    gone = gate.ask(request("gone"), NOW)
    gate.take(revocation("RELEASED", read_request_id="gone", lease_seq=3), NOW)
    gate.lost_track()
    assert gate.staleness(NOW).behind_ns is None
    gate.hear(NOW)
    assert gate.check(ticket, NOW).reason == "NOT_ANSWERED"
    assert gate.check(gone, NOW).reason == "RELEASED"
    gate.take(readable(1, read_intent_offset=0), NOW)
    assert gate.check(ticket, NOW).is_readable


def test_waits_and_asks_again_while_the_answer_is_provisional(gate: Gate, ticket: ReadTicket) -> None:
    assert gate.await_answer(ticket, NOW) == Wait(NOW + 2 * SECOND)
    gate.take(expired("LEASE_UNKNOWN", provisional=True), NOW)
    assert gate.await_answer(ticket, NOW + 50 * MS) == Wait(NOW + 100 * MS)
    assert len(gate.intents()) == 1
    gate.await_answer(ticket, NOW + 100 * MS)
    assert len(gate.intents()) == 2
    gate.take(readable(9, read_intent_offset=2), NOW)
    answer = gate.await_answer(ticket, NOW + 150 * MS)
    assert isinstance(answer, Answer) and answer.is_readable


def test_a_question_that_is_not_answered_is_sent_again(gate: Gate, ticket: ReadTicket) -> None:
    gate.await_answer(ticket, NOW + 2 * SECOND)
    assert len(gate.intents()) == 2


def test_a_read_is_confirmed_once_the_holder_has_been_heard_past_its_end(gate: Gate, ticket: ReadTicket) -> None:
    gate.take(readable(5, readable_until_ns=NOW + SECOND, deadline_ns=NOW + 60 * SECOND), NOW)
    end = NOW + 2 * SECOND
    gate.finished(ticket, NOW + SECOND, end, NOW + 30 * SECOND)
    assert isinstance(gate.confirm(ticket, end), Wait)
    assert len(gate.intents()) == 2
    gate.take(readable(6, read_intent_offset=2, watermark_ns=end + 10 * MS - 1), NOW)
    assert isinstance(gate.confirm(ticket, end + MS), Wait)
    # the holder's clock is at most 10 ms ahead at NOW, and may have drifted by 200,000 ns in 2 s
    gate.take(readable(7, read_intent_offset=3, watermark_ns=end + 10 * MS + 199_999), NOW)
    assert isinstance(gate.confirm(ticket, end + MS), Wait)
    gate.take(readable(8, read_intent_offset=4, watermark_ns=end + 10 * MS + 200_000), NOW)
    assert gate.confirm(ticket, end + MS) == Confirmation.use(Source.STREAM)
    (outcome,) = gate.outcomes()
    told = (outcome.status, outcome.lease_seq, outcome.started_ns, outcome.finished_ns, outcome.holder_incarnation)
    assert told == (ReadStatus.COMPLETED, 7, NOW + SECOND, end, "hl")
    assert gate.check(ticket, end).reason == "ALREADY_ENDED"
    assert gate.confirm(ticket, end) == Confirmation.discard("ALREADY_ENDED")
    assert len(gate.outcomes()) == 1


def test_that_only_time_has_gone_on_is_no_reason_to_discard(gate: Gate, ticket: ReadTicket) -> None:
    gate.take(readable(5, deadline_ns=NOW + 60 * SECOND), NOW)
    gate.finished(ticket, NOW, NOW + SECOND, NOW + 30 * SECOND)
    heard: dict[str, Any] = {"revision": 6, "read_intent_offset": 2, "watermark_ns": NOW + 2 * SECOND}
    gate.take(expired("WITHIN_SAFETY_MARGIN", **heard), NOW)
    assert gate.confirm(ticket, NOW + 2 * SECOND) == Confirmation.use(Source.STREAM)


@pytest.mark.parametrize(
    ("then", "reason"),
    [
        (revocation("BLOCKS_REUSED"), "BLOCKS_REUSED"),
        (expired("RELEASED", rule="V6", read_intent_offset=2, revision=6), "RELEASED"),
        (expired("LEASE_CHANGED", rule="V8", read_intent_offset=2, revision=6), "LEASE_CHANGED"),
        (readable(6, read_intent_offset=2, lease_seq=8), "LEASE_CHANGED"),
    ],
)
def test_a_read_whose_lease_has_ended_is_discarded(gate: Gate, ticket: ReadTicket, then: object, reason: str) -> None:
    gate.take(readable(5, readable_until_ns=NOW + SECOND, deadline_ns=NOW + 60 * SECOND), NOW)
    gate.finished(ticket, NOW, NOW + SECOND, NOW + 30 * SECOND)
    gate.take(then, NOW)  # type: ignore[arg-type]
    assert gate.confirm(ticket, NOW + SECOND) == Confirmation.discard(reason)
    assert gate.outcomes()[0].status is ReadStatus.FAILED


def test_the_deadline_discards(gate: Gate, ticket: ReadTicket) -> None:
    gate.take(readable(5, deadline_ns=NOW + 2 * SECOND), NOW)
    gate.finished(ticket, NOW, NOW + 2 * SECOND, NOW + 30 * SECOND)
    assert gate.confirm(ticket, NOW + 2 * SECOND) == Confirmation.discard("DEADLINE_PASSED")


def test_a_read_that_was_not_allowed_or_started_too_late_is_discarded(gate: Gate, ticket: ReadTicket) -> None:
    gate.finished(ticket, NOW, NOW + SECOND, NOW + 30 * SECOND)
    assert gate.confirm(ticket, NOW + SECOND) == Confirmation.discard("NOT_ALLOWED")
    late = gate.ask(request("late"), NOW)
    gate.take(readable(5, read_request_id="late", readable_until_ns=NOW, deadline_ns=NOW + 60 * SECOND), NOW)
    gate.finished(late, NOW + 1, NOW + SECOND, NOW + 30 * SECOND)
    assert gate.confirm(late, NOW + SECOND) == Confirmation.discard("STARTED_TOO_LATE")


def test_a_holder_that_is_not_heard_in_time_discards(gate: Gate, ticket: ReadTicket) -> None:
    gate.take(readable(5, deadline_ns=NOW + 60 * SECOND, watermark_ns=NOW), NOW)
    gate.finished(ticket, NOW, NOW + SECOND, NOW + 3 * SECOND)
    silent: dict[str, Any] = {"revision": 6, "read_intent_offset": 2, "watermark_ns": NOW}
    gate.take(expired("HOLDER_SILENT", provisional=True, **silent), NOW)
    assert gate.confirm(ticket, NOW + 3 * SECOND - 1) == Wait(NOW + 3 * SECOND)
    assert gate.confirm(ticket, NOW + 3 * SECOND) == Confirmation.discard("NOT_CONFIRMED")


def test_nothing_was_read_of_a_full_hit(gate: Gate, ticket: ReadTicket) -> None:
    gate.take(readable(5, reason="FULL_PREFIX_HIT", lease_seq=None), NOW)
    gate.finished(ticket, NOW, NOW, NOW)
    assert gate.confirm(ticket, NOW) == Confirmation.use(Source.STREAM)


def test_of_a_holder_without_events_nothing_more_can_be_heard(gate: Gate, ticket: ReadTicket) -> None:
    gate.take(readable(5, tracked=False, lease_seq=None, deadline_ns=NOW + 2 * SECOND), NOW)
    gate.finished(ticket, NOW, NOW + SECOND, NOW + 9 * SECOND)
    assert gate.confirm(ticket, NOW + SECOND) == Confirmation.use(Source.STREAM)


def test_only_a_finished_read_is_confirmed(gate: Gate, ticket: ReadTicket) -> None:
    with pytest.raises(ValueError, match="not finished"):
        gate.confirm(ticket, NOW)


def test_an_outcome_without_the_life_of_the_holder_is_not_sent(gate: Gate, ticket: ReadTicket) -> None:
    gate.report(ticket, ReadStatus.DECLINED, NOW, NOW, NOW)
    assert gate.outcomes() == []
    named = gate.ask(request("named", holder_incarnation="hl"), NOW)
    gate.report(named, ReadStatus.DECLINED, NOW, NOW, NOW)
    gate.report(named, ReadStatus.DECLINED, NOW, NOW, NOW)
    assert [each.status for each in gate.outcomes()] == [ReadStatus.DECLINED]


def test_the_fallback_decides_by_own_samples_and_the_deadline_of_the_request(gate: Gate, ticket: ReadTicket) -> None:
    dated = gate.ask(request("dated", expiry_ns=NOW + 10 * SECOND), NOW)
    unknown = gate.fallback(dated, NOW)
    assert (unknown.reason, unknown.provisional) == ("CLOCK_UNKNOWN", True)
    gate.sample()
    answer = gate.fallback(dated, NOW)
    assert answer.is_readable and answer.source is Source.FALLBACK
    assert answer.deadline_ns is not None
    assert NOW + 10 * SECOND - 1_100_000 <= answer.deadline_ns <= NOW + 10 * SECOND
    assert gate.fallback(dated, NOW + 5 * SECOND).reason == "WITHIN_SAFETY_MARGIN"
    assert gate.fallback(dated, NOW + 10 * SECOND).reason == "DEADLINE_PASSED"
    assert (gate.fallback(ticket, NOW).status, gate.fallback(ticket, NOW).reason) == (Status.EXPIRED, "NO_DEADLINE")
    other_life = gate.ask(request("other", expiry_ns=NOW + 10 * SECOND, holder_incarnation="hl2"), NOW)
    assert gate.fallback(other_life, NOW).reason == "CLOCK_UNKNOWN"
    far = gate.ask(request("far", expiry_ns=NOW + 90_000 * SECOND), NOW)
    assert gate.fallback(far, NOW).reason == "DEADLINE_IMPLAUSIBLE"
    assert gate.fallback(gate.ask(request("full", num_local_blocks=0), NOW), NOW).reason == "FULL_PREFIX_HIT"


def test_a_read_by_the_fallback_is_confirmed_by_its_deadline_unless_the_stream_denies_it(gate: Gate) -> None:
    gate.sample()
    first, second = (gate.ask(request(f"f{i}", expiry_ns=NOW + 10 * SECOND), NOW) for i in (1, 2))
    third = gate.ask(request("f3", "req3", expiry_ns=NOW + 10 * SECOND), NOW)
    elsewhere = gate.ask(request("f4", "req2", expiry_ns=NOW + 10 * SECOND), NOW)
    for each in (first, second, third, elsewhere):
        gate.fallback(each, NOW)
    gate.finished(elsewhere, NOW, NOW + SECOND, NOW + SECOND)
    gate.finished(first, NOW, NOW + SECOND, NOW + SECOND)
    gate.finished(second, NOW, NOW + SECOND, NOW + SECOND)
    gate.finished(third, NOW, NOW + 10 * SECOND, NOW + 10 * SECOND)
    gate.take(expired("RELEASED", rule="V6", read_request_id="f2"), NOW)
    assert gate.confirm(elsewhere, NOW + SECOND) == Confirmation.use(Source.FALLBACK)
    assert gate.confirm(first, NOW + SECOND) == Confirmation.discard("RELEASED"), "it is of the same request"
    assert gate.confirm(second, NOW + SECOND) == Confirmation.discard("RELEASED")
    assert gate.confirm(third, NOW + 10 * SECOND) == Confirmation.discard("DEADLINE_PASSED")


def test_the_fallback_never_overrules_what_the_stream_has_said(gate: Gate) -> None:
    gate.sample()
    dated = gate.ask(request("dated", expiry_ns=NOW + 60 * SECOND, holder_incarnation="hl"), NOW)
    gate.take(expired("EVENT_GAP", provisional=True, rule="V7", read_request_id="dated"), NOW)
    assert gate.fallback(dated, NOW).reason == "EVENT_GAP"
    times = {"readable_until_ns": NOW + SECOND, "deadline_ns": NOW + 50 * SECOND}
    gate.take(readable(2, read_request_id="dated", read_intent_offset=2, **times), NOW)
    assert gate.fallback(dated, NOW).source is Source.STREAM
    assert gate.fallback(dated, NOW + 3 * SECOND).source is Source.FALLBACK, "the gate is behind by now"
    gate.take(expired("ENGINE_RESTARTED", rule="V3", read_request_id="x", lease_seq=None), NOW)
    assert gate.fallback(dated, NOW + 3 * SECOND).reason == "ENGINE_RESTARTED"


def test_the_fallback_can_be_switched_off() -> None:
    strict = Gate(GateOptions(fallback=False))
    asked = strict.ask(request("f", expiry_ns=NOW + 60 * SECOND), NOW)
    assert strict.fallback(asked, NOW).reason == "FALLBACK_OFF"


def test_keeps_no_more_reads_than_it_may_but_every_revocation() -> None:
    small = Gate(GateOptions(most_reads=1))
    two = small.ask(request("two"), NOW)
    assert small.check(two, NOW).reason == "GATE_FULL"
    assert small.take(readable(1, read_request_id="three"), NOW) is Taken.NO_ROOM
    assert small.take(revocation("RELEASED", read_request_id="two"), NOW) is Taken.REVOKED
    assert small.check_key(ReadKey("h", "req", "two"), NOW).reason == "RELEASED"


def test_forgets_what_has_been_quiet_for_long(gate: Gate) -> None:
    gate.take(revocation("RELEASED"), NOW)
    ended = gate.ask(request("ended"), NOW)
    gate.report(ended, ReadStatus.DECLINED, NOW, NOW, NOW)
    gate.forget(NOW + 31 * SECOND)
    assert len(gate) == 1
    gate.forget(NOW + GateOptions().keep_ns)
    assert len(gate) == 1
    gate.forget(NOW + GateOptions().keep_ns + 1)
    assert len(gate) == 0


@pytest.mark.parametrize(
    "fields",
    [
        {"key": ReadKey("", "req", "read")},
        {"key": ReadKey("h", "re\nq", "read")},
        {"key": ReadKey("h", "req", "x" * 257)},
        {"num_local_blocks": -1},
        {"expiry_ns": 1 << 61},
        {"holder_incarnation": ""},
        {"block_ids": [[-1]]},
    ],
)
def test_what_the_stream_would_refuse_is_refused_here(fields: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        replace(request(), **fields)  # type: ignore[arg-type]


def test_a_thread_that_waits_wakes_when_the_answer_comes(gate: Gate, ticket: ReadTicket) -> None:
    found: list[Answer | None] = []
    waiter = threading.Thread(
        target=lambda: found.append(
            gate.wait_for(lambda now_ns: gate.await_answer(ticket, now_ns), lambda: NOW, NOW + 60 * SECOND)
        )
    )
    waiter.start()
    gate.take(readable(1), NOW)
    waiter.join(timeout=30)
    assert found[0] is not None and found[0].is_readable


def test_many_threads_take_ask_and_check_at_once_and_no_revocation_is_lost() -> None:
    gate = Gate()
    reads = [f"read-{i}" for i in range(200)]
    faults: list[BaseException] = []

    def work(each: range) -> None:
        try:
            for i in each:
                ticket = gate.ask(request(reads[i]), NOW)
                gate.take(readable(1, read_request_id=reads[i], lease_seq=i), NOW)
                gate.take(revocation("RELEASED", read_request_id=reads[i], lease_seq=i), NOW)
                gate.take(readable(2, read_request_id=reads[i], lease_seq=i, read_intent_offset=2), NOW)
                assert gate.check(ticket, NOW).reason == "RELEASED"
                gate.tick(NOW + SECOND)
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=work, args=(range(start, 200, 4),)) for start in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert faults == []
    assert all(gate.check_key(ReadKey("h", "req", read), NOW).reason == "RELEASED" for read in reads)
