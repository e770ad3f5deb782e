"""The hooks in real engines of vLLM: a prefill and a decode engine on the CPU, a tiny random model, NIXL stood in for.

Needs vLLM in the same environment (README.md); each engine takes some seconds to start.
"""

from __future__ import annotations

import importlib.util
import math
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
import zmq

from kvlease.framing import END, decode_seq, encode_seq
from sink import FakeSink
from stream import Stream
from vllm_engine import FIRST_TURN, LEASE_SECONDS, Engine, free_ports, save_model

pytestmark = [
    pytest.mark.vllm,
    pytest.mark.skipif(importlib.util.find_spec("vllm") is None, reason="vLLM is not in this environment"),
]


class Fleet:
    """A prefill engine P, a decode engine D, and a stream between them."""

    def __init__(self, model: Path) -> None:
        self.sink = FakeSink()
        self.prefill = Engine("P", model, self.sink.addresses, free_ports(4))
        self.decode = Engine("D", model, self.sink.addresses, free_ports(4))
        self.prefill.await_up()
        self.decode.await_up()
        self.stream = Stream(self.sink, [self.prefill.replay, self.decode.replay])
        self._prompts = 0

    def new_prompt(self) -> list[int]:
        """Three blocks and a bit, of a text that no cache has."""
        self._prompts += 1
        return [3 + (i * (7 + self._prompts)) % 250 for i in range(100)]

    def first_turn(self, prompt: list[int]) -> Any:
        """P computes the prompt, D reads it from P and goes on."""
        handed = self.prefill.run(prompt, 1, FIRST_TURN)
        assert handed["params"]["remote_block_ids"]
        return self.decode.run(prompt, 40, handed["params"])

    def close(self) -> None:
        self.stream.close()
        self.prefill.close()
        self.decode.close()
        self.sink.close()


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    model = tmp_path_factory.mktemp("model")
    save_model(model)
    made = Fleet(model)
    yield made
    made.close()


@pytest.fixture(autouse=True)
def usual_answers(fleet: Fleet) -> None:
    fleet.stream.answer = lambda intent: None


def second_turn(prompt: list[int], answer: Any) -> list[int]:
    return [*prompt, *answer["tokens"], *([9] * 20)]


def test_two_turns_are_read_confirmed_and_told(fleet: Fleet) -> None:
    prompt = fleet.new_prompt()
    answer = fleet.first_turn(prompt)
    assert answer["tokens"] == fleet.prefill.run(prompt, 40)["tokens"], "what was read is what P would have computed"
    stream, lease = fleet.stream, answer["params"]
    told = stream.await_one("LeaseEvent", type="BLOCKS_ALLOCATED", request_id=lease["remote_request_id"])
    assert told["expiry_ns"] == math.floor(Fraction(lease["remote_blocks_expiry_time"]) * 10**9)
    assert (told["block_ids"], told["max_reads"], told["shared_prefix_blocks"]) == (lease["remote_block_ids"], 1, [0])
    assert told["num_tokens"] == lease["remote_num_tokens"]

    asked = second_turn(prompt, answer)
    read = fleet.prefill.run(asked, 1, lease)
    assert read["params"]["remote_prefill_cached_tokens"] == lease["remote_num_tokens"]
    assert read["tokens"] == fleet.decode.run(asked, 1)["tokens"]
    fleet.decode.step()

    for holder, reader in (("P", "D"), ("D", "P")):
        outcome = stream.await_one("ReadOutcome", holder_engine_id=holder, status="COMPLETED")
        assert outcome["reader_engine_id"] == reader
        assert outcome["started_ns"] < outcome["finished_ns"]
        request = outcome["request_id"]
        released = stream.await_one("LeaseEvent", type="BLOCKS_RELEASED", request_id=request)
        assert released["reason"] == "READ_COMPLETED"
        assert released["engine_clock_ns"] > outcome["finished_ns"], "one host, one clock: told after the confirmation"
        sample = stream.of("HandshakeSample", holder_engine_id=holder)[0]
        assert sample["holder_incarnation"] == released["holder_incarnation"] == outcome["holder_incarnation"]
        assert sample["sent_ns"] < sample["remote_ns"] < sample["received_ns"]
    first = stream.of("LeaseEvent", holder_engine_id="P", type="BLOCKS_ALLOCATED")[0]
    assert "max_reads" not in first
    assert 0 <= first["engine_clock_ns"] + LEASE_SECONDS * 10**9 - first["expiry_ns"] < 10**9


def test_what_is_expired_is_computed_and_not_read(fleet: Fleet) -> None:
    prompt = fleet.new_prompt()
    answer = fleet.first_turn(prompt)
    fleet.stream.answer = lambda intent: {"rule": "V6", "status": "EXPIRED", "reason": "RELEASED"}
    asked = second_turn(prompt, answer)
    computed = fleet.prefill.run(asked, 1, answer["params"])
    assert computed["params"]["remote_prefill_cached_tokens"] < answer["params"]["remote_num_tokens"]
    assert computed["tokens"] == fleet.decode.run(asked, 1)["tokens"]
    request = answer["params"]["remote_request_id"]
    assert fleet.stream.await_one("ReadOutcome", request_id=request)["status"] == "DECLINED"
    fleet.decode.step()
    fleet.stream.catch_up()
    assert not fleet.stream.of("LeaseEvent", type="BLOCKS_RELEASED", request_id=request)


def test_what_is_taken_back_during_the_read_is_thrown_away_and_computed(fleet: Fleet) -> None:
    prompt = fleet.new_prompt()
    answer = fleet.first_turn(prompt)
    request = answer["params"]["remote_request_id"]

    def yes_once(intent: dict[str, Any]) -> dict[str, Any] | None:
        no = {"rule": "REVOCATION", "status": "EXPIRED", "reason": "RELEASED", "trigger": "LEASE_EVENT"}
        return no if intent["read_request_id"] in fleet.stream.allowed else None

    fleet.stream.answer = yes_once
    asked = second_turn(prompt, answer)
    computed = fleet.prefill.run(asked, 1, answer["params"])
    assert computed["tokens"] == fleet.decode.run(asked, 1)["tokens"]
    outcome = fleet.stream.await_one("ReadOutcome", request_id=request)
    assert outcome["status"] == "FAILED"
    fleet.decode.step()
    fleet.stream.catch_up()
    assert not fleet.stream.of("LeaseEvent", type="BLOCKS_RELEASED", request_id=request), "the holder was told nothing"


def test_heartbeats_of_a_reader_that_waits_extend_the_lease(fleet: Fleet) -> None:
    prompt = fleet.new_prompt()
    handed = fleet.prefill.run(prompt, 1, FIRST_TURN)
    request = handed["params"]["remote_request_id"]
    later = {"rule": "V13", "status": "EXPIRED", "reason": "CLOCK_UNKNOWN", "provisional": True}
    fleet.stream.answer = lambda intent: dict(later)
    waiting = fleet.decode.begin(prompt, 2, handed["params"])
    end = time.monotonic() + 30
    while not fleet.stream.of("LeaseEvent", type="LEASE_EXTENDED", request_id=request):
        assert time.monotonic() < end, "no heartbeat has come"
        fleet.prefill.step()
        time.sleep(0.1)
    allocated = fleet.stream.await_one("LeaseEvent", type="BLOCKS_ALLOCATED", request_id=request)
    extended = fleet.stream.of("LeaseEvent", type="LEASE_EXTENDED", request_id=request)[0]
    assert extended["expiry_ns"] > allocated["expiry_ns"]
    ahead_ns = extended["expiry_ns"] - extended["engine_clock_ns"]
    assert ahead_ns <= LEASE_SECONDS * 2 // 3 * 10**9, "no later than the worker counts, and not by jitter alone"
    fleet.stream.answer = lambda intent: None
    assert len(waiting.result(60)["tokens"]) == 2


def test_the_sweep_is_told(fleet: Fleet) -> None:
    handed = fleet.prefill.run(fleet.new_prompt(), 1, FIRST_TURN)
    request = handed["params"]["remote_request_id"]
    allocated = fleet.stream.await_one("LeaseEvent", type="BLOCKS_ALLOCATED", request_id=request)
    end = time.monotonic() + 4 * LEASE_SECONDS
    while not fleet.stream.of("LeaseEvent", type="BLOCKS_EXPIRED", request_id=request):
        assert time.monotonic() < end, "the lease does not end"
        fleet.prefill.step()
        time.sleep(0.1)
    swept = fleet.stream.of("LeaseEvent", type="BLOCKS_EXPIRED", request_id=request)[0]
    assert swept["engine_clock_ns"] >= allocated["expiry_ns"], "late by one pass perhaps, never early"


def test_events_are_numbered_without_holes_in_the_order_of_their_clocks(fleet: Fleet) -> None:
    for holder in ("P", "D"):
        events = fleet.stream.of("LeaseEvent", holder_engine_id=holder)
        once = [each for each in events if each["seq"] > 0]
        assert [each["seq"] for each in once] == list(range(1, len(once) + 1))
        clocks = [each["engine_clock_ns"] for each in events]
        assert clocks == sorted(clocks)
        assert events[0]["type"] == "ENGINE_STARTED" and events[0]["num_blocks"] == 64


def test_the_engines_kv_events_are_replayed_as_ours_are(fleet: Fleet) -> None:
    """One client reads vLLM's own publisher and ours: the same request, the same frames."""
    fleet.decode.run(fleet.new_prompt(), 2)
    ours = replayed(fleet.decode.replay, 0)
    theirs = replayed(fleet.decode.kv_events_replay, 0)
    for found in (ours, theirs):
        assert [seq for seq, _ in found] == list(range(len(found)))
        for _, payload in found:
            seconds, events, *_ = msgspec.msgpack.decode(payload)
            assert isinstance(seconds, float) and isinstance(events, list)
    assert replayed(fleet.decode.replay, len(ours) - 1)[:1] == ours[-1:]
    assert replayed(fleet.decode.kv_events_replay, len(theirs) - 1) == theirs[-1:]
    kinds = {kind_of(event) for _, payload in theirs for event in msgspec.msgpack.decode(payload)[1]}
    assert "BlockStored" in kinds


def kind_of(event: Any) -> str:
    return str(event["type"] if isinstance(event, dict) else event[0])


def replayed(address: str, since: int) -> list[tuple[int, bytes]]:
    context = zmq.Context()
    asking: zmq.Socket[bytes] = context.socket(zmq.DEALER)
    asking.rcvtimeo = 30_000
    asking.connect(address)
    asking.send_multipart([b"", encode_seq(since)])
    found = []
    while (seq := decode_seq((parts := asking.recv_multipart())[-2])) != END:
        found.append((seq, parts[-1]))
    context.destroy(linger=0)
    return found
