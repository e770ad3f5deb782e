"""What the publisher sends, as anyone sees it who follows vLLM's events."""

from __future__ import annotations

import itertools
import struct
import threading
from collections.abc import Iterator

import msgspec
import pytest
import zmq

from kvlease import EventPublisher, LeaseLog, PublisherOptions
from kvlease.framing import MalformedBatchError, decode_seq, decode_verdicts
from kvlease.publisher import ReplayBuffer
from kvlease.records import HandshakeSample, LeaseEvent, LeaseEventType

PATIENCE_MS = 30_000


def event(seq: int) -> LeaseEvent:
    return LeaseEvent(
        type=LeaseEventType.ENGINE_HEARTBEAT,
        holder_engine_id="h",
        holder_incarnation="life",
        seq=seq,
        engine_clock_ns=seq,
    )


def options(**fields: object) -> PublisherOptions:
    usual: dict[str, object] = {"bind": "tcp://127.0.0.1:*", "replay_bind": "tcp://127.0.0.1:*"}
    return PublisherOptions(**{**usual, **fields})  # type: ignore[arg-type]


@pytest.fixture
def publisher() -> Iterator[EventPublisher]:
    made = EventPublisher(options())
    yield made
    made.close()


@pytest.fixture
def context() -> Iterator[zmq.Context[zmq.Socket[bytes]]]:
    made = zmq.Context()
    yield made
    made.destroy(linger=0)


def replayed(context: zmq.Context[zmq.Socket[bytes]], address: str, since: int) -> list[tuple[int, bytes]]:
    with context.socket(zmq.DEALER) as socket:
        socket.rcvtimeo = PATIENCE_MS
        socket.connect(address)
        socket.send_multipart([b"", struct.pack(">q", since)])
        found: list[tuple[int, bytes]] = []
        while True:
            _, topic, seq, payload = socket.recv_multipart()
            assert topic == b"kvlease"
            if seq == b"\xff" * 8:
                assert payload == b""
                return found
            found.append((struct.unpack(">q", seq)[0], payload))


def await_replayed(
    context: zmq.Context[zmq.Socket[bytes]], publisher: EventPublisher, count: int
) -> list[tuple[int, bytes]]:
    """What is handed over is published by another thread."""
    while True:
        found = replayed(context, publisher.addresses[1], 0)
        if sum(len(msgspec.msgpack.decode(payload)[1]) for _, payload in found) >= count:
            return found


def test_a_batch_has_the_frames_and_the_shape_of_vllm(
    publisher: EventPublisher, context: zmq.Context[zmq.Socket[bytes]]
) -> None:
    with context.socket(zmq.SUB) as socket:
        socket.rcvtimeo = PATIENCE_MS
        socket.subscribe(b"")
        monitor = socket.get_monitor_socket(zmq.EVENT_HANDSHAKE_SUCCEEDED)
        socket.connect(publisher.addresses[0])
        monitor.recv_multipart()
        socket.disable_monitor()
        monitor.close()
        received: list[bytes] = []
        socket.rcvtimeo = 100
        seq = 0
        while not received:  # the subscription may take a moment to arrive
            publisher.publish(event(seq))
            seq += 1
            try:
                received = socket.recv_multipart()
            except zmq.Again:
                continue
    topic, number, payload = received
    assert topic == b"kvlease" and len(number) == 8
    ts, events = msgspec.msgpack.decode(payload)
    assert ts > 1.6e9
    first = events[0]
    assert first == {
        "record": "LeaseEvent",
        "type": "ENGINE_HEARTBEAT",
        "holder_engine_id": "h",
        "holder_incarnation": "life",
        "seq": first["seq"],
        "engine_clock_ns": first["seq"],
    }


def test_what_was_sent_is_replayed_in_order_and_without_holes(
    publisher: EventPublisher, context: zmq.Context[zmq.Socket[bytes]]
) -> None:
    for seq in range(1000):
        publisher.publish(event(seq))
    found = await_replayed(context, publisher, 1000)
    assert [seq for seq, _ in found] == list(range(len(found)))
    sent = [each["seq"] for _, payload in found for each in msgspec.msgpack.decode(payload)[1]]
    assert sent == list(range(1000))
    assert replayed(context, publisher.addresses[1], len(found) - 1) == found[-1:]
    assert replayed(context, publisher.addresses[1], len(found)) == []


def test_a_request_that_is_none_is_passed_over(
    publisher: EventPublisher, context: zmq.Context[zmq.Socket[bytes]]
) -> None:
    with context.socket(zmq.DEALER) as socket:
        socket.connect(publisher.addresses[1])
        socket.send_multipart([b"only one"])
        socket.send_multipart([b"", b"short"])
        publisher.publish(event(0))
        assert len(await_replayed(context, publisher, 1)) == 1


def test_a_record_that_cannot_be_encoded_does_not_stop_the_others(
    publisher: EventPublisher, context: zmq.Context[zmq.Socket[bytes]]
) -> None:
    publisher.publish(event(1), event(1 << 70), event(2))
    while publisher.lost == 0:
        publisher.publish()
    publisher.publish(event(3))
    found = await_replayed(context, publisher, 3)
    assert [each["seq"] for _, payload in found for each in msgspec.msgpack.decode(payload)[1]] == [1, 2, 3]
    assert publisher.lost == 1


def test_a_batch_that_cannot_be_sent_is_replayed(
    publisher: EventPublisher, context: zmq.Context[zmq.Socket[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Failing:
        getsockopt = publisher._events.getsockopt

        def send_multipart(self, frames: list[bytes]) -> None:
            raise zmq.ZMQError(zmq.EAGAIN)

    with monkeypatch.context() as faulty:
        faulty.setattr(publisher, "_events", Failing())
        publisher.publish(event(0))
        assert len(await_replayed(context, publisher, 1)) == 1


def test_a_fault_does_not_end_the_thread(
    publisher: EventPublisher, context: zmq.Context[zmq.Socket[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = threading.Event()

    def fail() -> None:
        failed.set()
        raise RuntimeError("a fault of ours")

    with monkeypatch.context() as faulty:
        faulty.setattr(publisher, "_send_waiting", fail)
        publisher.publish(event(0))
        assert failed.wait(PATIENCE_MS / 1_000)
    assert len(await_replayed(context, publisher, 1)) == 1


def test_an_address_that_is_taken_is_said(publisher: EventPublisher) -> None:
    with pytest.raises(OSError, match=r"cannot bind tcp://127.0.0.1:\d+.*choose a free address"):
        EventPublisher(options(bind=publisher.addresses[0]))


def test_the_buffer_keeps_the_newest_within_its_limits() -> None:
    buffer = ReplayBuffer(most_batches=3, most_bytes=10)
    for payload in (b"0", b"1", b"2", b"3"):
        buffer.add(payload)
    assert buffer.since(0) == [(1, b"1"), (2, b"2"), (3, b"3")]
    buffer.add(b"4" * 9)
    assert [seq for seq, _ in buffer.since(0)] == [3, 4]
    buffer.add(b"5" * 99)
    assert [seq for seq, _ in buffer.since(0)] == [5], "the newest is always kept"
    assert buffer.since(6) == []


def test_a_log_numbers_events_without_holes_on_a_clock_that_never_goes_back(publisher: EventPublisher) -> None:
    times = iter([50, 60, 55, 70, 80, 90, 100])
    sent: list[LeaseEvent] = []
    log = LeaseLog("h", sent.append, incarnation="life", clock=lambda: next(times), num_blocks=9)
    log.start()
    log.allocated("req", [[0, 7], [8]], expiry_ns=500, shared_prefix_blocks=[1, 0], max_reads=1, num_tokens=32)
    log.extended("req", 600)
    log.released("req", "READ_COMPLETED")
    log.expired("other")
    with pytest.raises(ValueError):
        log.allocated("re\tq", [[1]], expiry_ns=1)
    with pytest.raises(ValueError):
        log.allocated("req", [[1]], expiry_ns=1, max_reads=0)
    with pytest.raises(ValueError):
        log.allocated("req", [[1]], expiry_ns=1, shared_prefix_blocks=[-1])
    with pytest.raises(ValueError):
        log.allocated("req", [[1]] * 65, expiry_ns=1)
    log.start()
    assert [each.seq for each in sent] == [0, 1, 2, 3, 4, 0]
    assert [each.engine_clock_ns for each in sent] == [50, 60, 60, 70, 80, 90]
    assert [each.type.name for each in sent] == [
        "ENGINE_STARTED",
        "BLOCKS_ALLOCATED",
        "LEASE_EXTENDED",
        "BLOCKS_RELEASED",
        "BLOCKS_EXPIRED",
        "ENGINE_STARTED",
    ]


def test_a_log_is_heard_every_two_seconds_and_starts_again_every_minute() -> None:
    now = [0]
    sent: list[LeaseEvent] = []
    log = LeaseLog("h", sent.append, clock=lambda: now[0])
    for tenth in range(1, 700):
        now[0] = tenth * 100_000_000
        log.tick()
        if tenth == 55:
            log.expired("req")
    starts = [each.engine_clock_ns // 100_000_000 for each in sent if each.seq == 0]
    assert starts == [1, 601]
    clocks = [each.engine_clock_ns for each in sent]
    assert all(later - earlier <= 2_000_000_000 for earlier, later in itertools.pairwise(clocks))
    assert 30 < len(sent) < 40, "no more often than need be"


def test_verdicts_are_read_and_other_records_passed_over() -> None:
    verdict = {
        "record": "Verdict",
        "reader_engine_id": "r",
        "reader_incarnation": "l",
        "holder_engine_id": "h",
        "request_id": "q",
        "read_request_id": "a",
        "status": "READABLE",
        "reason": "A_NEW_REASON",
        "trigger": "READ_INTENT",
        "revision": 5,
        "evidence": {"rule": "V99", "as_of": {"anything": 1}, "now_ns": 7},
        "a_new_field": [1],
    }
    payload = msgspec.msgpack.encode({"ts": 1.0, "events": [{"record": "Violation", "x": 1}, verdict]})
    (found,) = decode_verdicts(payload)
    assert (found.reason, found.evidence.now_ns, found.lease_seq) == ("A_NEW_REASON", 7, None)
    del verdict["revision"]
    with pytest.raises(MalformedBatchError, match="revision"):
        decode_verdicts(msgspec.msgpack.encode({"ts": 1.0, "events": [verdict]}))
    with pytest.raises(MalformedBatchError):
        decode_verdicts(b"no msgpack")
    with pytest.raises(MalformedBatchError, match="3 bytes"):
        decode_seq(b"abc")


def test_a_sample_leaves_out_what_is_not_told() -> None:
    sample = HandshakeSample(
        reader_engine_id="r",
        reader_incarnation="l",
        holder_engine_id="h",
        holder_incarnation="e",
        sent_ns=1,
        remote_ns=2,
        received_ns=3,
    )
    assert "rank" not in msgspec.msgpack.decode(msgspec.msgpack.encode(sample))
