"""The records of kvlease as MessagePack twins.

A twin is a map with the fields of the Avro record by their names; absent fields are left out, and the entry ``record``
names the type. The meaning of each field stands in ``schemas/src/main/avro``. Times are nanoseconds of an engine's
monotonic clock; whose clock it is, the field's record says.
"""

from __future__ import annotations

from enum import Enum

import msgspec

MOST_ID_BYTES = 256
MOST_GROUPS = 64
MOST_BLOCK_IDS = 65_536
NS_LIMIT = 1 << 61
"""Valid times and numbers lie in [0, NS_LIMIT)."""


class LeaseEventType(str, Enum):
    """What a lease event says."""

    ENGINE_STARTED = "ENGINE_STARTED"
    ENGINE_HEARTBEAT = "ENGINE_HEARTBEAT"
    BLOCKS_ALLOCATED = "BLOCKS_ALLOCATED"
    LEASE_EXTENDED = "LEASE_EXTENDED"
    BLOCKS_RELEASED = "BLOCKS_RELEASED"
    BLOCKS_EXPIRED = "BLOCKS_EXPIRED"


class HolderRole(str, Enum):
    """The part that a holder plays."""

    UNKNOWN = "UNKNOWN"
    DECODE = "DECODE"
    PREFILL = "PREFILL"


class ReadStatus(str, Enum):
    """How a read ended at the reader."""

    DECLINED = "DECLINED"
    """Nothing was read."""
    COMPLETED = "COMPLETED"
    """The bytes are used."""
    FAILED = "FAILED"
    """The transfer failed, or its bytes were thrown away."""


class Record(msgspec.Struct, tag_field="record", omit_defaults=True, frozen=True, kw_only=True):
    """Any record that an engine sends."""


class LeaseEvent(Record, frozen=True, kw_only=True):
    """A holder says something about itself or about one of its leases."""

    type: LeaseEventType
    holder_engine_id: str
    holder_incarnation: str
    seq: int
    engine_clock_ns: int
    request_id: str | None = None
    block_ids: list[list[int]] | None = None
    shared_prefix_blocks: list[int] | None = None
    expiry_ns: int | None = None
    max_reads: int | None = None
    num_tokens: int | None = None
    num_blocks: int | None = None
    holder_role: HolderRole = HolderRole.UNKNOWN
    reason: str | None = None


class HandshakeSample(Record, frozen=True, kw_only=True):
    """A reader asked a holder for its clock: sent and received are the reader's, remote is the holder's."""

    reader_engine_id: str
    reader_incarnation: str
    holder_engine_id: str
    holder_incarnation: str
    sent_ns: int
    remote_ns: int
    received_ns: int
    rank: int = 0


class ReadIntent(Record, frozen=True, kw_only=True):
    """A reader, or a router for it, asks whether it may read a holder's blocks."""

    reader_engine_id: str
    reader_incarnation: str
    holder_engine_id: str
    request_id: str
    read_request_id: str
    num_local_blocks: int
    holder_incarnation: str | None = None
    block_ids: list[list[int]] = []
    now_ns: int | None = None
    expiry_ns: int | None = None


class ReadOutcome(Record, frozen=True, kw_only=True):
    """A reader reports the end of a read."""

    reader_engine_id: str
    reader_incarnation: str
    holder_engine_id: str
    holder_incarnation: str
    request_id: str
    read_request_id: str
    status: ReadStatus
    started_ns: int
    finished_ns: int
    lease_seq: int | None = None


class VerdictEvidence(msgspec.Struct, frozen=True, kw_only=True):
    """What the gate uses of a verdict's evidence."""

    rule: str
    tracked: bool = False
    now_ns: int | None = None
    watermark_ns: int | None = None
    hi_ns: int | None = None
    ref_ns: int | None = None
    drift_ppm: int = 0
    read_intent_offset: int | None = None


class Verdict(msgspec.Struct, tag_field="record", frozen=True, kw_only=True):
    """The answer for one read, or its revocation. Enums are texts: a newer writer may know more of them."""

    reader_engine_id: str
    reader_incarnation: str
    holder_engine_id: str
    request_id: str
    read_request_id: str
    status: str
    reason: str
    trigger: str
    revision: int
    evidence: VerdictEvidence
    holder_incarnation: str | None = None
    lease_seq: int | None = None
    provisional: bool = False
    readable_until_ns: int | None = None
    deadline_ns: int | None = None


def require_id(what: str, text: str) -> str:
    """Return an id that the stream takes.

    Raises:
        ValueError: if it is empty, longer than 256 bytes of UTF-8, or has control characters.
    """
    printable = all(ord(letter) >= 0x20 and not 0x7F <= ord(letter) <= 0x9F for letter in text)
    if not printable or not 0 < len(text.encode()) <= MOST_ID_BYTES:
        raise ValueError(f"{what} is no usable id (1 to {MOST_ID_BYTES} bytes, no control characters): {text[:80]!r}")
    return text


def require_ns(what: str, number: int) -> int:
    """Return a time or number that the stream takes.

    Raises:
        ValueError: if it is not in [0, 2^61).
    """
    if not 0 <= number < NS_LIMIT:
        raise ValueError(f"{what} is {number}, not in [0, 2^61)")
    return number


def require_blocks(block_ids: list[list[int]]) -> list[list[int]]:
    """Return block ids, one list per KV-cache group, that the stream takes.

    Raises:
        ValueError: if there are more than 64 groups or 65,536 ids, or one is no 32-bit number from 0 on.
    """
    if len(block_ids) > MOST_GROUPS or sum(map(len, block_ids)) > MOST_BLOCK_IDS:
        raise ValueError(f"a lease has at most {MOST_GROUPS} groups and {MOST_BLOCK_IDS} blocks")
    for group in block_ids:
        for block in group:
            if not 0 <= block < 1 << 31:
                raise ValueError(f"block id {block} is not in [0, 2^31)")
    return block_ids
