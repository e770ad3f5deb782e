"""The gate with its sockets, at a sink and a stream made here."""

from __future__ import annotations

import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec
import pytest

from kvlease import EventPublisher, PublisherOptions
from kvlease.gate import ClockReading, ReadGate, ReadKey, ReadRequest, Source
from kvlease.gate.core import Taken
from sink import FakeSink
from verdicts import READER, batch, expired, readable, revocation

PATIENCE_SECONDS = 30


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.005)


@contextmanager
def gate_at(sink: FakeSink, revoked: list[tuple[ReadKey, str]]) -> Iterator[ReadGate]:
    publisher = EventPublisher(PublisherOptions(bind="tcp://127.0.0.1:*", replay_bind="tcp://127.0.0.1:*"))
    gate = ReadGate(
        READER,
        sink.addresses,
        publisher,
        lambda holder: ClockReading("hl", time.perf_counter_ns(), 10**15, time.perf_counter_ns()),
        lambda key, reason: revoked.append((key, reason)),
    )
    try:
        yield gate
    finally:
        gate.close()
        publisher.close()


@pytest.fixture
def sink() -> Iterator[FakeSink]:
    made = FakeSink()
    yield made
    made.close()


def request(read: str = "read") -> ReadRequest:
    return ReadRequest(ReadKey("h", "req", read), 4)


def test_an_answer_reaches_whoever_waits_and_a_revocation_the_listener(sink: FakeSink) -> None:
    revoked: list[tuple[ReadKey, str]] = []
    with gate_at(sink, revoked) as gate:
        ticket = gate.ask(request())
        sink.publish(readable(1, now_ns=gate.now_ns() + 10**12))
        assert gate.await_answer(ticket, PATIENCE_SECONDS).source is Source.STREAM
        sink.publish(revocation("RELEASED"))
        until(lambda: revoked == [(ticket.key, "RELEASED")])
        assert gate.check(ticket).reason == "RELEASED"
        started = gate.now_ns()
        assert gate.confirm(ticket, started, gate.now_ns()).reason == "RELEASED"
        assert gate.count(Taken.REVOKED) == 1


def test_a_batch_that_was_lost_on_the_way_is_fetched(sink: FakeSink) -> None:
    revoked: list[tuple[ReadKey, str]] = []
    with gate_at(sink, revoked) as gate:
        ticket = gate.ask(request())
        sink.publish(readable(1, now_ns=gate.now_ns() + 10**12))
        gate.await_answer(ticket, PATIENCE_SECONDS)
        sink.publish(revocation("RELEASED"), lost=True)
        sink.publish(readable(1, read_request_id="other"))
        until(lambda: len(revoked) == 1)


def test_what_a_sink_had_kept_before_the_gate_came_counts(sink: FakeSink) -> None:
    sink.publish(revocation("LEASE_EXPIRED", read_request_id="early"))
    with gate_at(sink, []) as gate:
        until(lambda: gate.check_key(ReadKey("h", "req", "early")).reason == "LEASE_EXPIRED")


def test_a_sink_that_was_started_again_makes_every_readable_be_given_again(sink: FakeSink) -> None:
    with gate_at(sink, []) as gate:
        ticket = gate.ask(request())
        sink.publish(readable(1, now_ns=gate.now_ns() + 10**12))
        assert gate.await_answer(ticket, PATIENCE_SECONDS).is_readable
        sink.close()
        second = FakeSink(sink.addresses.verdicts, sink.addresses.replay or "")
        try:
            until(lambda: gate.check(ticket).reason == "NOT_ANSWERED")
            second.publish(readable(2, read_intent_offset=2, now_ns=gate.now_ns() + 10**12))
            until(lambda: gate.check(ticket).is_readable)
        finally:
            second.close()


def test_what_is_for_others_or_cannot_be_read_does_no_harm(sink: FakeSink) -> None:
    with gate_at(sink, []) as gate:
        ticket = gate.ask(request())
        sink.raw(b"r10", struct.pack(">q", 0), batch(readable(1)))
        sink.raw(b"r", b"short", b"")
        sink.publish(expired("CLAIMED", provisional=True))
        until(lambda: gate.check(ticket).reason == "CLAIMED")
        sink.keep("r", b"no msgpack")
        sink.publish(readable(3, now_ns=gate.now_ns(), read_intent_offset=2))
        until(lambda: gate.count(Taken.ANSWERED) == 2)


def test_samples_questions_and_outcomes_are_published(sink: FakeSink) -> None:
    with gate_at(sink, []) as gate:
        publisher = gate._publisher
        ticket = gate.ask(request())
        sink.publish(readable(1))
        until(lambda: gate.count(Taken.ANSWERED) == 1)
        gate.failed(ticket, 1, 2)
        until(lambda: {"ReadIntent", "HandshakeSample", "ReadOutcome"} <= records_of(publisher))


def records_of(publisher: EventPublisher) -> set[str]:
    payloads = [payload for _, payload in list(publisher._buffer.since(0))]
    return {event["record"] for payload in payloads for event in msgspec.msgpack.decode(payload)[1]}
