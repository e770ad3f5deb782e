"""Two engines and a router in one process, at real connectors: what PythonClientTest of the module connectors starts.

Arguments: for each of the two engines its event and its replay port, then the verdict sink's two ports. Prints a line
for each step that went well; waits for a line on the standard input where the other side has something to do.
"""

from __future__ import annotations

import itertools
import sys
import time
import warnings
from collections.abc import Callable

from kvlease import EventPublisher, KvTransferParams, LeaseLog, PublisherOptions, new_incarnation
from kvlease.gate import ClockReading, GateAddresses, GateOptions, Reader, ReadGate, ReadKey, ReadRequest, ReadTicket
from kvlease.holder import Heartbeats
from kvlease.records import HolderRole
from kvlease.router import Conversations, read_intent

SECOND = 1_000_000_000
PATIENCE = 60.0
OPTIONS = GateOptions(stale_after_ns=10 * SECOND)  # the machine that runs the tests may be slow


class Engine:
    """Holder and reader, on a clock of its own."""

    def __init__(
        self, name: str, ports: tuple[str, str], sink: GateAddresses, offset_ns: int, role: HolderRole
    ) -> None:
        self.name = name
        self.offset_ns = offset_ns
        self.publisher = EventPublisher(
            PublisherOptions(bind=f"tcp://127.0.0.1:{ports[0]}", replay_bind=f"tcp://127.0.0.1:{ports[1]}")
        )
        self.log = LeaseLog(name, self.publisher.publish, role=role, clock=self.now_ns, num_blocks=100)
        self.log.start()
        self.beats = Heartbeats(self.log)
        self.reader = Reader(name, new_incarnation())
        self.revoked: list[tuple[ReadKey, str]] = []
        self.gate = ReadGate(
            self.reader,
            sink,
            self.publisher,
            self.clock_of,
            lambda key, reason: self.revoked.append((key, reason)),
            options=OPTIONS,
            clock=self.now_ns,
        )

    def now_ns(self) -> int:
        return time.perf_counter_ns() + self.offset_ns

    def clock_of(self, holder: str) -> ClockReading:
        other = ENGINES[holder]
        sent_ns = self.now_ns()
        return ClockReading(other.log.incarnation, sent_ns, other.now_ns(), self.now_ns())

    def lease(self, request: str, blocks: list[int], seconds: int, max_reads: int | None = None) -> None:
        self.log.allocated(request, [blocks], expiry_ns=self.now_ns() + seconds * SECOND, max_reads=max_reads)

    def ask(self, holder: str, request: str, attempt: str) -> ReadTicket:
        ticket = self.gate.ask(ReadRequest(ReadKey(holder, request, attempt), 2))
        answer = self.gate.await_answer(ticket, PATIENCE)
        assert answer.is_readable, f"{attempt}: {answer}, {self.gate.staleness()}"
        return ticket

    def await_tracked(self, holder: str, request: str) -> None:
        """Wait until the stream has heard the holder; before, it answers as for one that sends no events."""
        end = time.monotonic() + PATIENCE
        for attempt in itertools.count():
            ticket = self.gate.ask(ReadRequest(ReadKey(holder, request, f"warm-{attempt}"), 2))
            reason = self.gate.await_answer(ticket, 1).reason
            self.gate.decline(ticket)
            if reason == "WITHIN_LEASE":
                return
            assert time.monotonic() < end, f"{holder}: {reason}, {self.gate.staleness()}"

    def confirm(self, ticket: ReadTicket, started_ns: int) -> str:
        found = self.gate.confirm(ticket, started_ns, self.gate.now_ns(), PATIENCE)
        return "usable" if found.usable else found.reason

    def close(self) -> None:
        self.beats.close()
        self.gate.close()
        self.publisher.close()


ENGINES: dict[str, Engine] = {}


def until(condition: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"{what} did not happen"
        time.sleep(0.01)


def step(name: str, found: str, expected: str) -> None:
    assert found == expected, f"{name}: {found}, not {expected}"
    print(name, flush=True)


def play(decode: Engine, prefill: Engine) -> None:
    """Turn-2 leases of the decode engine and turn-1 leases of the prefill engine, at once."""
    decode.lease("turn-2", [1, 2], 480, max_reads=1)
    prefill.lease("turn-1", [7, 8], 30)
    prefill.log.extended("turn-1", prefill.now_ns() + 40 * SECOND)

    prefill.await_tracked("decode-0", "turn-2")
    decode.await_tracked("prefill-0", "turn-1")
    ticket = prefill.ask("decode-0", "turn-2", "read-turn-2")
    other = decode.ask("prefill-0", "turn-1", "read-turn-1")
    started_ns, other_started_ns = prefill.now_ns(), decode.now_ns()
    step("turn 2 is read and confirmed", prefill.confirm(ticket, started_ns), "usable")
    step("turn 1 is read and confirmed", decode.confirm(other, other_started_ns), "usable")
    decode.log.released("turn-2", "READ_COMPLETED")
    prefill.log.released("turn-1", "READ_COMPLETED")

    decode.lease("revoked", [3, 4], 480)
    ticket = prefill.ask("decode-0", "revoked", "read-revoked")
    started_ns = prefill.now_ns()
    decode.log.released("revoked", "PREEMPTED")
    until(lambda: (ticket.key, "RELEASED") in prefill.revoked, "the revocation")
    step("a lease that ends during the read is revoked", prefill.confirm(ticket, started_ns), "RELEASED")

    decode.lease("unconfirmed", [5, 6], 480)
    ticket = prefill.ask("decode-0", "unconfirmed", "read-unconfirmed")
    started_ns = prefill.now_ns()
    decode.log.released("unconfirmed", "PREEMPTED")
    time.sleep(0.05)  # so that the read surely ends after it
    prefill.gate.used_unconfirmed(ticket, started_ns, prefill.now_ns())
    print("bytes are used without a confirmation", flush=True)

    route(decode, prefill)


def route(decode: Engine, prefill: Engine) -> None:
    """The router asks in the reader's name, with what the decode response has told."""
    expiry_seconds = (decode.now_ns() + 480 * SECOND) / SECOND
    params = KvTransferParams.parse(
        {
            "remote_engine_id": "decode-0",
            "remote_request_id": "routed",
            "remote_block_ids": [[11, 12]],
            "remote_blocks_expiry_time": expiry_seconds,
            "remote_num_tokens": 32,
        }
    )
    conversations = Conversations(log_of=lambda engine_id: ENGINES[engine_id].log)
    conversations.answered("chat", params)
    routed = conversations.next_turn("chat")
    assert routed is not None
    decode.publisher.publish(read_intent(routed, *prefill.reader, "read-routed"))
    key = ReadKey("decode-0", "routed", "read-routed")
    # the allocation may arrive after the question: two engines' sockets have no common order
    until(
        lambda: prefill.gate.check_key(key).reason in ("WITHIN_LEASE", "LEASE_UNKNOWN", "STREAM_BEHIND"), "the answer"
    )
    ticket = prefill.ask("decode-0", "routed", "read-routed")
    step("a read that the router asked for is confirmed", prefill.confirm(ticket, prefill.now_ns()), "usable")


def play_after_restart(decode: Engine, prefill: Engine) -> None:
    decode.lease("later", [9], 480)
    ticket = prefill.ask("decode-0", "later", "read-later")
    step("a sink that was started again is followed", prefill.confirm(ticket, prefill.now_ns()), "usable")


def main(ports: list[str]) -> None:
    sink = GateAddresses(*(f"tcp://127.0.0.1:{port}" for port in ports[4:]))
    decode = Engine("decode-0", (ports[0], ports[1]), sink, 7_000 * SECOND, HolderRole.DECODE)
    prefill = Engine("prefill-0", (ports[2], ports[3]), sink, 0, HolderRole.PREFILL)
    ENGINES.update({"decode-0": decode, "prefill-0": prefill})
    try:
        play(decode, prefill)
        sys.stdin.readline()
        play_after_restart(decode, prefill)
        assert decode.publisher.lost == prefill.publisher.lost == 0
        sys.stdin.readline()
    finally:
        decode.close()
        prefill.close()


if __name__ == "__main__":
    warnings.simplefilter("error")
    main(sys.argv[1:])
