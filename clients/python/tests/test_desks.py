"""What the hooks do at vLLM's moments, without vLLM."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import zmq

from kvlease.gate import Answer, Confirmation, GateCore, GateOptions, ReadRequest, ReadTicket, Staleness
from kvlease.gate.core import Wait
from kvlease.holder import LeaseLog
from kvlease.records import HandshakeSample, LeaseEvent, ReadIntent, ReadOutcome, ReadStatus
from kvlease.vllm.handshake import ClockListeners, incarnation_of
from kvlease.vllm.holder_desk import HolderDesk
from kvlease.vllm.reader_desk import Decision, ReaderDesk
from kvlease.vllm.settings import Mode, Settings, raised
from verdicts import MS, NOW, READER, SECOND, expired, readable

PARAMS = {
    "do_remote_decode": True,
    "remote_block_ids": [[5, 6]],
    "remote_engine_id": "h",
    "remote_request_id": "req",
    "remote_host": "10.0.0.7",
    "remote_port": 5600,
    "remote_blocks_expiry_time": (NOW + 60 * SECOND) / SECOND,
}


class Gate:
    """A gate on a clock that stands still unless moved."""

    def __init__(self) -> None:
        self.now = NOW
        self.sent: list[ReadIntent | ReadOutcome] = []
        self.core = GateCore(READER, GateOptions(), self.sent.append)

    def now_ns(self) -> int:
        return self.now

    def staleness(self) -> Staleness:
        return self.core.staleness(self.now)

    def ask(self, request: ReadRequest) -> ReadTicket:
        return self.core.ask(request, self.now)

    def look(self, ticket: ReadTicket) -> Answer | None:
        step = self.core.await_answer(ticket, self.now)
        return None if isinstance(step, Wait) else step

    def fallback(self, ticket: ReadTicket) -> Answer:
        return self.core.fallback(ticket, self.now)

    def finished(self, ticket: ReadTicket, started_ns: int, finished_ns: int, timeout_seconds: float = 10.0) -> None:
        self.core.finished(ticket, started_ns, finished_ns, self.now + int(timeout_seconds * SECOND))

    def poll(self, ticket: ReadTicket) -> Confirmation | None:
        step = self.core.confirm(ticket, self.now)
        return None if isinstance(step, Wait) else step

    def decline(self, ticket: ReadTicket) -> None:
        self.core.report(ticket, ReadStatus.DECLINED, self.now, self.now, self.now)

    def failed(self, ticket: ReadTicket, started_ns: int, finished_ns: int) -> None:
        self.core.report(ticket, ReadStatus.FAILED, started_ns, finished_ns, self.now)

    def used_unconfirmed(self, ticket: ReadTicket, started_ns: int, finished_ns: int) -> None:
        self.core.report(ticket, ReadStatus.COMPLETED, started_ns, finished_ns, self.now)

    def answer(self, **fields: Any) -> None:
        self.core.take(readable(1, now_ns=self.now, read_request_id="q", **fields), self.now)

    def outcomes(self) -> list[tuple[ReadStatus, int, int]]:
        return [(each.status, each.started_ns, each.finished_ns) for each in self.sent if isinstance(each, ReadOutcome)]


def desk(gate: Gate, mode: Mode = Mode.ENFORCE, workers: int = 1) -> ReaderDesk:
    return ReaderDesk(gate, ClockListeners(), Settings(mode=mode), workers)


@pytest.fixture
def gate() -> Gate:
    return Gate()


def test_a_request_is_asked_for_when_it_arrives_and_read_when_it_may(gate: Gate) -> None:
    reader = desk(gate)
    reader.arrived("q", PARAMS)
    reader.arrived("q", PARAMS)
    (intent,) = gate.sent
    assert isinstance(intent, ReadIntent)
    assert (intent.request_id, intent.read_request_id, intent.block_ids) == ("req", "q", [[5, 6]])
    assert intent.expiry_ns is not None and intent.expiry_ns <= NOW + 60 * SECOND
    assert reader.decide("q") is Decision.LATER
    gate.answer(readable_until_ns=NOW + 50 * SECOND)
    assert reader.decide("q") is Decision.READ


def test_without_an_answer_in_time_the_fallback_decides(gate: Gate) -> None:
    reader = desk(gate)
    reader.arrived("q", PARAMS)
    assert reader.decide("q") is Decision.LATER
    gate.now += SECOND
    assert reader.decide("q") is Decision.COMPUTE, "the holder's clock is not known"
    assert len(reader) == 0
    reader.arrived("q2", PARAMS)
    gate.core.sampled(
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
    assert reader.decide("q2") is Decision.READ, "nobody waits a second time for a stream that is silent"
    reader.arrived("q3", PARAMS)
    gate.core.take(readable(1, now_ns=gate.now, read_request_id="q2"), gate.now)
    assert reader.decide("q3") is Decision.LATER, "it has spoken again"


def test_what_is_expired_is_computed_and_its_claim_given_back(gate: Gate) -> None:
    reader = desk(gate)
    reader.arrived("q", PARAMS)
    gate.core.take(expired("RELEASED", rule="V6", read_request_id="q"), NOW)
    assert reader.decide("q") is Decision.COMPUTE
    assert gate.outcomes() == [(ReadStatus.DECLINED, NOW, NOW)]
    assert reader.decide("q") is Decision.COMPUTE, "it is not asked for a second time"


def test_requests_without_a_lease_are_not_asked_for(gate: Gate) -> None:
    reader = desk(gate)
    reader.arrived("q", None)
    reader.arrived("q", {"do_remote_decode": True, "remote_block_ids": None})
    assert gate.sent == [] and len(reader) == 0
    with pytest.raises(ValueError):
        reader.arrived("q", {"remote_block_ids": [[1]]})
    assert reader.decide("q") is Decision.COMPUTE


def test_bytes_wait_until_all_workers_have_theirs_and_the_holder_has_been_heard(gate: Gate) -> None:
    reader = desk(gate, workers=2)
    reader.arrived("q", PARAMS)
    gate.answer()
    assert reader.started(["q", "unknown"]) == {"q"}
    gate.now += SECOND
    reader.ended({"q": 1, "unknown": 1})
    assert reader.settle().use == set()
    gate.now += SECOND
    reader.ended({"q": 1})
    assert reader.settle().use == set(), "the holder has not been heard since"
    heard_ns = gate.now + 11 * MS
    gate.core.take(readable(2, read_request_id="q", read_intent_offset=2, watermark_ns=heard_ns), gate.now)
    assert reader.settle().use == {"q"}
    assert gate.outcomes() == [(ReadStatus.COMPLETED, NOW, NOW + 2 * SECOND)]
    assert reader.settle().use == set() and len(reader) == 0


def test_bytes_of_a_lease_that_has_ended_are_thrown_away(gate: Gate) -> None:
    reader = desk(gate)
    reader.arrived("q", PARAMS)
    gate.answer()
    reader.started(["q"])
    reader.ended({"q": 1})
    gate.core.take(expired("RELEASED", rule="V6", read_request_id="q", revision=2, read_intent_offset=2), NOW)
    assert reader.settle().discard == {"q"}
    reader.failed(["q"])
    assert [status for status, _, _ in gate.outcomes()] == [ReadStatus.FAILED], "told once"


def test_a_transfer_that_failed_and_a_request_that_has_gone_are_told(gate: Gate) -> None:
    reader = desk(gate)
    reader.arrived("q", PARAMS)
    gate.answer()
    reader.started(["q"])
    reader.dropped("q")
    gate.now += SECOND
    reader.failed(["q", "unknown"])
    assert gate.outcomes() == [(ReadStatus.FAILED, NOW, NOW + SECOND)]


def test_a_transfer_that_failed_in_one_worker_frees_the_others(gate: Gate) -> None:
    reader = desk(gate, workers=2)
    reader.arrived("q", PARAMS)
    gate.answer()
    reader.started(["q"])
    reader.ended({"q": 1})
    reader.broken(["q", "unknown"])
    assert reader.settle().discard == {"q"}
    assert [status for status, _, _ in gate.outcomes()] == [ReadStatus.FAILED]
    assert len(reader) == 0


def test_one_direction_may_be_observed_while_the_other_is_enforced(gate: Gate) -> None:
    reader = ReaderDesk(gate, ClockListeners(), Settings(turn_1=Mode.OBSERVE), 1)
    reader.arrived("q", {**PARAMS, "do_remote_decode": False, "do_remote_prefill": True})
    reader.arrived("q2", PARAMS)
    assert reader.decide("q") is Decision.READ
    assert reader.decide("unknown", turn_1=True) is Decision.READ
    assert reader.decide("q2") is Decision.LATER
    assert reader.decide("unknown") is Decision.COMPUTE
    assert reader.started(["q", "q2"]) == {"q2"}
    reader.used(["q", "q2"])
    assert [status for status, _, _ in gate.outcomes()] == [], "nobody knows the holder's life yet"
    assert len(reader) == 1


def test_an_observer_hinders_nothing_and_tells_what_was_used(gate: Gate) -> None:
    reader = desk(gate, Mode.OBSERVE)
    assert reader.decide("unknown") is Decision.READ
    reader.arrived("q", PARAMS)
    gate.core.take(expired("WITHIN_SAFETY_MARGIN", read_request_id="q"), NOW)
    assert reader.decide("q") is Decision.READ
    assert reader.started(["q"]) == set()
    gate.now += SECOND
    reader.used(["q", "unknown"])
    assert gate.outcomes() == [(ReadStatus.COMPLETED, NOW, NOW + SECOND)]


def told(sent: list[LeaseEvent]) -> list[tuple[str, str | None]]:
    return [(each.type.name, each.reason) for each in sent]


def test_a_lease_is_told_from_its_beginning_to_its_end() -> None:
    sent: list[LeaseEvent] = []
    log = LeaseLog("h", sent.append, clock=lambda: NOW)
    holder = HolderDesk(log, {7: 2, 8: 2, 9: 1, 10: 2}.__getitem__)
    holder.kept("a", [[0, 7, 8, 9, 10]], NOW + 30 * SECOND, max_reads=None, num_tokens=64)
    assert sent[1].shared_prefix_blocks == [3], "the null block and two that others hold; none behind an exclusive one"
    holder.extended({"a": NOW + 40 * SECOND, "unknown": NOW})
    holder.extended({"a": NOW + 39 * SECOND})
    holder.freed(["a", "a", "unknown"])
    holder.kept("b", [[9]], NOW + SECOND, max_reads=1, num_tokens=None)
    holder.swept(["b", "unknown"])
    assert len(holder) == 1, "other workers may still hold it"
    holder.freed(["b"])
    assert told(sent)[1:] == [
        ("BLOCKS_ALLOCATED", None),
        ("LEASE_EXTENDED", None),
        ("BLOCKS_RELEASED", "READ_COMPLETED"),
        ("BLOCKS_ALLOCATED", None),
        ("BLOCKS_EXPIRED", None),
    ]
    assert len(holder) == 0


def test_without_reference_counts_nothing_is_said_about_sharing() -> None:
    sent: list[LeaseEvent] = []
    holder = HolderDesk(LeaseLog("h", sent.append))
    holder.kept("a", [[1]], NOW, max_reads=1, num_tokens=1)
    assert sent[1].shared_prefix_blocks is None


def test_settings_say_what_is_wrong_with_them() -> None:
    assert Settings.of({}) == Settings()
    found = Settings.of({"kvlease": {"mode": "observe", "bind": "tcp://*:6000", "verdicts": "tcp://c:1"}})
    assert (found.mode, found.publisher(2).bind, found.publisher(2).replay_bind) == (
        Mode.OBSERVE,
        "tcp://*:6002",
        "tcp://*:5659",
    )
    assert found.sink is not None and found.sink.replay is None
    assert Settings.of({"kvlease": {"stale_ms": 5_000}}).gate_options.stale_after_ns == 5 * SECOND
    assert raised("ipc:///tmp/x", 3) == "ipc:///tmp/x"
    with pytest.raises(ValueError, match=r"kvlease.*bound"):
        Settings.of({"kvlease": {"bound": 1}})
    with pytest.raises(ValueError, match=r"kvlease.*mode"):
        Settings.of({"kvlease": {"mode": "maybe"}})


@pytest.fixture
def listener() -> Iterator[tuple[str, int]]:
    """Answers as vLLM's handshake listener: the metadata asked for, and the clock."""
    context = zmq.Context()
    socket: zmq.Socket[bytes] = context.socket(zmq.ROUTER)
    socket.rcvtimeo = 50
    port = socket.bind_to_random_port("tcp://127.0.0.1")
    stop = threading.Event()

    def answer() -> None:
        while not stop.is_set():
            try:
                identity, _, question = socket.recv_multipart()
            except zmq.Again:
                continue
            assert msgspec.msgpack.decode(question) == [b"get_meta_msg", 0, 0]
            socket.send_multipart([identity, b"", b"metadata", msgspec.msgpack.encode(1234.5)])

    thread = threading.Thread(target=answer)
    thread.start()
    yield "127.0.0.1", port
    stop.set()
    thread.join()
    context.destroy(linger=0)


def test_a_holder_is_asked_for_its_clock_where_it_answers_handshakes(listener: tuple[str, int]) -> None:
    times = iter([10, 30])
    clocks = ClockListeners(clock=lambda: next(times))
    assert clocks.read("h") is None, "nobody has said where it is"
    clocks.know("h", *listener)
    reading = clocks.read("h")
    assert reading is not None
    assert (reading.sent_ns, reading.remote_ns, reading.received_ns) == (10, 1_234_500_000_000, 30)
    assert reading.holder_incarnation == incarnation_of(b"metadata") != incarnation_of(b"other metadata")


def test_a_holder_that_does_not_answer_is_no_fault() -> None:
    clocks = ClockListeners(timeout_ms=20)
    clocks.know("h", "127.0.0.1", 9)
    assert clocks.read("h") is None


def test_the_sockets_of_data_parallel_ranks_on_one_host_do_not_meet() -> None:
    assert Settings().publisher(3, 8).bind == "tcp://*:5560"
    assert Settings().publisher(3, 8).replay_bind == "tcp://*:5660"
    with pytest.raises(ValueError, match="with 101 ranks their ports must be at least 101 apart"):
        Settings().publisher(0, 101)
    close = Settings(bind="tcp://*:6001", replay_bind="tcp://*:6000")
    assert close.publisher(0).replay_bind == "tcp://*:6000"
    with pytest.raises(ValueError, match=r"bind tcp://\*:6001 and replay_bind tcp://\*:6000"):
        close.publisher(1)
    assert Settings(bind="ipc:///tmp/x", replay_bind="ipc:///tmp/y").publisher(1, 2).bind == "ipc:///tmp/x"


def test_a_fault_with_one_read_throws_its_bytes_away_and_keeps_no_other_back(
    gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = desk(gate)
    for request_id in ("faulty", "q"):
        reader.arrived(request_id, PARAMS)
    gate.answer()
    reader.started(["faulty", "q"])
    reader.ended({"faulty": 1, "q": 1})
    gate.core.take(readable(2, read_request_id="q", read_intent_offset=2, watermark_ns=NOW + 11 * MS), NOW)
    poll = gate.poll

    def faulty(ticket: ReadTicket) -> Confirmation | None:
        if ticket.key.read_request_id == "faulty":
            raise RuntimeError("a fault of ours")
        return poll(ticket)

    monkeypatch.setattr(gate, "poll", faulty)
    settled = reader.settle()
    assert (settled.use, settled.discard) == ({"q"}, {"faulty"})
    assert len(reader) == 0
