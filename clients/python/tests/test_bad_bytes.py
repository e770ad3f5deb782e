"""Bytes and params that no sink and no engine sends: told as malformed, and nothing else happens."""

from __future__ import annotations

import math
import random
from typing import Any

import msgspec
import pytest

from kvlease.framing import MalformedBatchError, decode_seq, decode_verdicts
from kvlease.transfer_params import KvTransferParams, MalformedParamsError
from verdicts import batch, readable

SEED = 20260725
CASES = 20_000


def _pieces() -> list[bytes]:
    encode = msgspec.msgpack.encode
    return [
        encode(each)
        for each in (
            "record",
            "Verdict",
            "events",
            None,
            True,
            -1,
            2**63,
            1.5,
            math.nan,
            math.inf,
            [],
            {},
            b"x",
            "é" * 40,
        )
    ] + [
        b"\xdd\x7f\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xdb\x7f\xff\xff\xff",
        b"\xc1",
        b"\x91" * 5_000,
        b"\xed\xa0\x80",
    ]


def _changed(random_source: random.Random, good: bytes, pieces: list[bytes]) -> bytes:
    changed = bytearray(good)
    for _ in range(random_source.randint(1, 4)):
        at = random_source.randint(0, len(changed))
        kind = random_source.randrange(5)
        if kind == 0 and at < len(changed):
            changed[at] ^= 1 << random_source.randrange(8)
        elif kind == 1:
            del changed[at:]
        elif kind == 2:
            del changed[at : at + random_source.randint(1, 9)]
        elif kind == 3:
            changed[at:at] = random_source.choice(pieces)
        else:
            changed[at : at + 1] = random_source.choice(pieces)
    return bytes(changed)


def test_bytes_are_verdicts_or_malformed() -> None:
    source = random.Random(SEED)
    good = batch(readable(3))
    assert len(decode_verdicts(good)) == 1
    pieces = _pieces()
    refused = 0
    for number in range(CASES):
        case = _changed(source, good, pieces)
        try:
            decode_verdicts(case)
        except MalformedBatchError:
            refused += 1
        except Exception as fault:  # whatever it is, it must not reach the gate's thread
            pytest.fail(f"seed {SEED}, case {number}, {case.hex()}: {fault!r}")
    assert refused > CASES // 2


def test_a_number_has_eight_bytes() -> None:
    for length in (0, 7, 9, 4_096):
        with pytest.raises(MalformedBatchError):
            decode_seq(b"\xff" * length)


def _value(source: random.Random, depth: int = 0) -> Any:
    plain = [
        None,
        True,
        -1,
        0,
        7,
        2**70,
        1.5,
        -0.0,
        math.nan,
        math.inf,
        1e300,
        "",
        "d0",
        "\x00",
        "\ud800",
        "é" * 300,
        b"x",
    ]
    if depth < 3 and source.random() < 0.4:
        return [_value(source, depth + 1) for _ in range(source.randrange(4))]
    return {"a": 1} if source.random() < 0.05 else source.choice(plain)


def test_params_hand_out_a_lease_or_nothing_or_are_malformed() -> None:
    source = random.Random(SEED)
    good: dict[str, Any] = {
        "remote_engine_id": "d0",
        "remote_request_id": "r",
        "remote_block_ids": [[1, 2], [0, 3]],
        "remote_blocks_expiry_time": 12.5,
        "remote_num_tokens": 64,
        "tp_size": 2,
        "remote_host": "h",
        "remote_port": 5,
    }
    taken = 0
    for number in range(CASES):
        case = dict(good)
        for _ in range(source.randint(1, 3)):
            case[source.choice(list(good))] = _value(source)
        try:
            taken += KvTransferParams.parse(case) is not None
        except MalformedParamsError:
            pass
        except Exception as fault:  # whatever it is, it must not reach the engine's scheduler
            pytest.fail(f"seed {SEED}, case {number}, {case!r}: {fault!r}")
    assert taken > 0
