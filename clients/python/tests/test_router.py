"""What a router reads from a decode response, and what it asks with it."""

from __future__ import annotations

import json
import math
import random
from fractions import Fraction
from typing import Any

import pytest

from kvlease import LeaseLog
from kvlease.records import LeaseEvent, LeaseEventType
from kvlease.router import Conversations, read_intent
from kvlease.transfer_params import KvTransferParams, MalformedParamsError, clock_ns, expiry_ns

RESPONSE = """
{"id": "cmpl-1", "object": "text_completion", "choices": [], "kv_transfer_params": {
  "do_remote_prefill": false, "do_remote_decode": true,
  "remote_block_ids": [[0, 0, 17, 18], [21, 22, 23, 24]],
  "remote_engine_id": "6ab1", "remote_request_id": "cmpl-1-0", "remote_host": "10.0.0.7", "remote_port": 5600,
  "tp_size": 2, "dcp_size": 1, "pp_size": 1, "remote_num_tokens": 61,
  "remote_blocks_expiry_time": 184467.440737095, "transfer_mode": "pull", "something_new": {"a": 1}}}
"""


def params(**changes: Any) -> dict[str, Any]:
    return {**json.loads(RESPONSE)["kv_transfer_params"], **changes}


def test_reads_what_a_decode_response_hands_out() -> None:
    found = KvTransferParams.of_response(json.loads(RESPONSE))
    assert found == KvTransferParams(
        remote_engine_id="6ab1",
        remote_request_id="cmpl-1-0",
        remote_block_ids=[[0, 0, 17, 18], [21, 22, 23, 24]],
        expiry_ns=math.floor(Fraction(184467.440737095) * 10**9),
        remote_num_tokens=61,
        tp_size=2,
        remote_host="10.0.0.7",
        remote_port=5600,
    )
    assert found.num_blocks == 6


def test_a_stream_carries_it_in_its_last_chunks() -> None:
    chunks = [{"choices": [1]}, {"kv_transfer_params": None}, json.loads(RESPONSE), {"usage": 1}]
    found = KvTransferParams.of_stream(chunks)
    assert found is not None and found.remote_request_id == "cmpl-1-0"
    assert KvTransferParams.of_stream([{"choices": []}]) is None


@pytest.mark.parametrize("blocks", [None, [], [[], []], ()])
def test_params_without_blocks_hand_out_nothing(blocks: Any) -> None:
    assert KvTransferParams.parse(params(remote_block_ids=blocks, remote_engine_id=None)) is None


def test_an_older_flat_list_is_one_group() -> None:
    found = KvTransferParams.parse(params(remote_block_ids=[3, 4]))
    assert found is not None and found.remote_block_ids == [[3, 4]]


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"remote_engine_id": None}, "remote_engine_id is missing"),
        ({"remote_request_id": ""}, "remote_request_id is no usable id"),
        ({"remote_blocks_expiry_time": "soon"}, "no number of seconds"),
        ({"remote_blocks_expiry_time": float("nan")}, "no time"),
        ({"remote_blocks_expiry_time": math.inf}, "no time"),
        ({"remote_blocks_expiry_time": -1.0}, "no time"),
        ({"remote_blocks_expiry_time": 1e300}, "no time"),
        ({"remote_block_ids": [["a"]]}, "something else than block ids"),
        ({"remote_block_ids": [[-1]]}, "block id -1"),
        ({"remote_block_ids": {"a": 1}}, "no list"),
        ({"remote_num_tokens": -1}, "no count"),
    ],
)
def test_params_that_are_wrong_are_refused(changes: dict[str, Any], what: str) -> None:
    with pytest.raises(MalformedParamsError, match=what):
        KvTransferParams.parse(params(**changes))


def test_seconds_become_nanoseconds_that_are_never_later() -> None:
    dice = random.Random(7)
    for _ in range(2000):
        seconds = dice.uniform(0, 10 ** dice.randint(0, 8))
        assert 0 <= Fraction(seconds) * 10**9 - expiry_ns(seconds) < 1
        assert abs(Fraction(seconds) * 10**9 - clock_ns(seconds)) <= 8
    assert expiry_ns(480.5) == 480_500_000_000
    assert expiry_ns(1) == 1_000_000_000
    assert expiry_ns(0.1 + 0.2) == 300_000_000


def test_the_next_turn_asks_in_the_name_of_the_reader() -> None:
    found = KvTransferParams.parse(params())
    assert found is not None
    intent = read_intent(found, "prefill-0", "life", "cmpl-2-0")
    assert intent.now_ns is None, "a router has no clock of the reader's"
    assert intent.holder_incarnation is None
    assert (intent.holder_engine_id, intent.request_id, intent.read_request_id) == ("6ab1", "cmpl-1-0", "cmpl-2-0")
    assert (intent.expiry_ns, intent.block_ids, intent.num_local_blocks) == (
        found.expiry_ns,
        found.remote_block_ids,
        6,
    )
    with pytest.raises(ValueError, match="read_request_id"):
        read_intent(found, "prefill-0", "life", "")


def test_a_conversation_hands_out_its_lease_once() -> None:
    conversations = Conversations(most=2)
    found = KvTransferParams.parse(params())
    conversations.answered("c1", found)
    assert conversations.next_turn("c1") == found
    assert conversations.next_turn("c1") is None
    conversations.answered("c1", found)
    conversations.answered("c1", None)
    assert conversations.next_turn("c1") is None, "the last turn hands out nothing"
    for name in ("c1", "c2", "c3"):
        conversations.answered(name, found)
    assert conversations.next_turn("c1") is None and conversations.next_turn("c3") == found


def test_a_sidecar_tells_the_allocation_in_the_name_of_its_engine() -> None:
    sent: list[LeaseEvent] = []
    log = LeaseLog("6ab1", sent.append, clock=lambda: 5)
    conversations = Conversations(log_of=lambda engine_id: log if engine_id == "6ab1" else None)
    found = KvTransferParams.parse(params())
    conversations.answered("c1", found)
    conversations.answered("c2", KvTransferParams.parse(params(remote_engine_id="another")))
    assert found is not None
    assert [each.type for each in sent] == [LeaseEventType.ENGINE_STARTED, LeaseEventType.BLOCKS_ALLOCATED]
    told = sent[1]
    assert (told.request_id, told.block_ids, told.expiry_ns, told.max_reads, told.num_tokens) == (
        "cmpl-1-0",
        found.remote_block_ids,
        found.expiry_ns,
        1,
        61,
    )
