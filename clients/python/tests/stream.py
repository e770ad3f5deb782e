"""Answers engines as the stream does in the plain cases, for tests without Java: no gaps, no reuse, one life each."""

from __future__ import annotations

import struct
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import zmq

from kvlease.clocks import Reading, drift_ns
from kvlease.records import HandshakeSample, Verdict, VerdictEvidence
from sink import FakeSink

SECOND = 1_000_000_000
Record = dict[str, Any]


@dataclass
class Lease:
    """The current lease of a request."""

    seq: int
    expiry_ns: int
    ended: str = ""


class Stream:
    """Follows engines by their replay sockets, which miss nothing, in a thread of its own.

    Attributes:
        records: all that came, in order.
        answer: what to say of an intent instead of the usual; None for the usual.
        allowed: reads that have been told READABLE.
    """

    def __init__(self, sink: FakeSink, replay_addresses: Sequence[str]) -> None:
        self.records: list[Record] = []
        self.answer: Callable[[Record], dict[str, Any] | None] = lambda intent: None
        self.allowed: set[str] = set()
        self._sink = sink
        self._addresses = list(replay_addresses)
        self._next = dict.fromkeys(replay_addresses, 0)
        self._leases: dict[tuple[str, str], Lease] = {}
        self._watermarks: dict[str, int] = {}
        self._lives: dict[str, str] = {}
        self._clocks: dict[tuple[str, str], Reading] = {}
        self._intents = 0
        self._rounds = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def of(self, kind: str, **fields: Any) -> list[Record]:
        """What came of a type of record, with these fields."""
        return [each for each in list(self.records) if {"record": kind, **fields}.items() <= each.items()]

    def await_one(self, kind: str, **fields: Any) -> Record:
        """The first such record, when it comes."""
        end = time.monotonic() + 60
        while not self.of(kind, **fields):
            assert time.monotonic() < end, f"no {kind} with {fields} in {self.records}"
            time.sleep(0.01)
        return self.of(kind, **fields)[0]

    def catch_up(self) -> None:
        """Wait until all that had been published has come."""
        rounds, end = self._rounds, time.monotonic() + 60
        while self._rounds < rounds + 2:
            assert time.monotonic() < end, "the engines do not answer"
            time.sleep(0.01)

    def _run(self) -> None:
        context = zmq.Context()
        while not self._stop.wait(0.02):
            for address in self._addresses:
                self._follow(context, address)
            self._rounds += 1
        context.destroy(linger=0)

    def _follow(self, context: zmq.Context[zmq.Socket[bytes]], address: str) -> None:
        with context.socket(zmq.DEALER) as socket:
            socket.linger = 0
            socket.rcvtimeo = 1_000
            socket.connect(address)
            socket.send_multipart([b"", struct.pack(">q", self._next[address])])
            try:
                while (parts := socket.recv_multipart())[-2] != b"\xff" * 8:
                    self._next[address] = struct.unpack(">q", parts[-2])[0] + 1
                    for record in msgspec.msgpack.decode(parts[-1])[1]:
                        self.records.append(record)
                        self._take(record)
            except zmq.Again:
                return  # the engine is not there yet

    def _take(self, record: Record) -> None:
        kind = record["record"]
        if kind == "LeaseEvent":
            self._lease(record)
        elif kind == "HandshakeSample":
            reading = Reading.of(msgspec.convert(record, HandshakeSample))
            self._clocks[record["reader_engine_id"], record["holder_engine_id"]] = reading
        elif kind == "ReadIntent":
            self._intents += 1
            self._sink.publish(self._verdict(record))

    def _lease(self, event: Record) -> None:
        holder = event["holder_engine_id"]
        self._lives[holder] = event["holder_incarnation"]
        self._watermarks[holder] = max(self._watermarks.get(holder, 0), event["engine_clock_ns"])
        name = (holder, event.get("request_id", ""))
        if event["type"] == "BLOCKS_ALLOCATED":
            self._leases[name] = Lease(event["seq"], event["expiry_ns"])
        elif event["type"] == "LEASE_EXTENDED":
            self._leases[name].expiry_ns = event["expiry_ns"]
        elif event["type"] in ("BLOCKS_RELEASED", "BLOCKS_EXPIRED"):
            self._leases[name].ended = "RELEASED" if event["type"] == "BLOCKS_RELEASED" else "LEASE_EXPIRED"

    def _verdict(self, intent: Record) -> Verdict:
        holder, reader = intent["holder_engine_id"], intent["reader_engine_id"]
        clock = self._clocks.get((reader, holder))
        lease = self._leases.get((holder, intent["request_id"]))
        said = self.answer(intent) or self._usual(clock, lease)
        if said["status"] == "READABLE":
            self.allowed.add(intent["read_request_id"])
        evidence = VerdictEvidence(
            rule=said.pop("rule"),
            tracked=True,
            now_ns=intent["now_ns"],
            watermark_ns=self._watermarks.get(holder),
            hi_ns=clock.hi_ns if clock else None,
            ref_ns=clock.received_ns if clock else None,
            drift_ppm=100,
            read_intent_offset=self._intents,
        )
        usual: dict[str, Any] = {"trigger": "READ_INTENT", "revision": self._intents}
        return Verdict(
            reader_engine_id=reader,
            reader_incarnation=intent["reader_incarnation"],
            holder_engine_id=holder,
            holder_incarnation=self._lives.get(holder),
            request_id=intent["request_id"],
            read_request_id=intent["read_request_id"],
            lease_seq=lease.seq if lease else None,
            evidence=evidence,
            **{**usual, **said},
        )

    @staticmethod
    def _usual(clock: Reading | None, lease: Lease | None) -> dict[str, Any]:
        if lease is None:
            return {"rule": "V5", "status": "EXPIRED", "reason": "LEASE_UNKNOWN", "provisional": True}
        if lease.ended:
            return {"rule": "V6", "status": "EXPIRED", "reason": lease.ended}
        if clock is None:
            return {"rule": "V13", "status": "EXPIRED", "reason": "CLOCK_UNKNOWN", "provisional": True}
        span_ns = lease.expiry_ns - clock.hi_ns - clock.received_ns
        deadline_ns = clock.received_ns + span_ns - drift_ns(span_ns)
        until_ns = deadline_ns - 5 * SECOND
        return {
            "rule": "V19",
            "status": "READABLE",
            "reason": "WITHIN_LEASE",
            "readable_until_ns": until_ns,
            "deadline_ns": deadline_ns,
        }

    def close(self) -> None:
        """Stop."""
        self._stop.set()
        self._thread.join()
