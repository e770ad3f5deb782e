"""Makes verdicts for reader r in its life "life", on lease 7 of request req at holder h, unless told otherwise."""

from __future__ import annotations

from typing import Any

import msgspec

from kvlease.gate import Reader
from kvlease.records import Verdict, VerdictEvidence

MS = 1_000_000
SECOND = 1_000 * MS
NOW = 1_000 * SECOND
READER = Reader("r", "life")


def readable(revision: int, **fields: Any) -> Verdict:
    """A READABLE by V19 without times."""
    return _verdict(**{"status": "READABLE", "reason": "WITHIN_LEASE", "revision": revision, **fields})


def expired(reason: str, *, rule: str = "V17", **fields: Any) -> Verdict:
    """An EXPIRED answer; rule V6 or V3 makes it the end of a lease or of a life."""
    return _verdict(**{"status": "EXPIRED", "reason": reason, "rule": rule, **fields})


def revocation(reason: str, **fields: Any) -> Verdict:
    """Takes back what had been said."""
    return _verdict(
        status="EXPIRED", reason=reason, trigger="LEASE_EVENT", rule="REVOCATION", read_intent_offset=None, **fields
    )


def _verdict(**fields: Any) -> Verdict:
    evidence = VerdictEvidence(
        rule=fields.pop("rule", "V19"),
        tracked=fields.pop("tracked", True),
        now_ns=fields.pop("now_ns", None),
        watermark_ns=fields.pop("watermark_ns", None),
        hi_ns=10 * MS,
        ref_ns=NOW,
        drift_ppm=100,
        read_intent_offset=fields.pop("read_intent_offset", 1),
    )
    usual: dict[str, Any] = {
        "reader_engine_id": "r",
        "reader_incarnation": "life",
        "holder_engine_id": "h",
        "holder_incarnation": "hl",
        "request_id": "req",
        "read_request_id": "read",
        "lease_seq": 7,
        "trigger": "READ_INTENT",
        "revision": 0,
        "evidence": evidence,
    }
    return Verdict(**{**usual, **fields})


def batch(*verdicts: Verdict) -> bytes:
    """A payload as the sink sends it."""
    return msgspec.msgpack.encode({"ts": 1.5, "events": list(verdicts)})
