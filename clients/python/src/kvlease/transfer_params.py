"""vLLM's ``kv_transfer_params``, as a decode response carries them to the next turn."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kvlease.records import NS_LIMIT, require_blocks, require_id

FIELD = "kv_transfer_params"
_NS_PER_SECOND = 10**9


class MalformedParamsError(ValueError):
    """Params that no lease can be read from."""


def expiry_ns(seconds: float) -> int:
    """Return a deadline in nanoseconds, rounded down: never later than the engine's own.

    The float is taken at its exact value, as the engine that compares with it does.

    Raises:
        MalformedParamsError: if it is no time.
    """
    if not math.isfinite(seconds) or not 0 <= seconds < NS_LIMIT // _NS_PER_SECOND:
        raise MalformedParamsError(f"remote_blocks_expiry_time is {seconds}, no time of a monotonic clock")
    return math.floor(Fraction(seconds) * _NS_PER_SECOND)


def clock_ns(seconds: float) -> int:
    """Return the reading of a clock in nanoseconds, to the nearest.

    Raises:
        MalformedParamsError: if it is no time.
    """
    return expiry_ns(seconds + 0.5 / _NS_PER_SECOND) if math.isfinite(seconds) else expiry_ns(seconds)


@dataclass(frozen=True)
class KvTransferParams:
    """A lease as a decode engine hands it out. Unknown fields are ignored.

    Attributes:
        remote_engine_id: the holder.
        remote_request_id: the request of the lease.
        remote_block_ids: one list per KV-cache group.
        expiry_ns: deadline on the holder's clock; None for a lease without one.
        remote_num_tokens: tokens whose KV the blocks hold; None if not told.
        tp_size: tensor-parallel size of the holder.
        remote_host: where the holder answers handshakes; None if not told.
        remote_port: its port; None if not told.
    """

    remote_engine_id: str
    remote_request_id: str
    remote_block_ids: list[list[int]]
    expiry_ns: int | None
    remote_num_tokens: int | None = None
    tp_size: int = 1
    remote_host: str | None = None
    remote_port: int | None = None

    @staticmethod
    def parse(params: Mapping[str, Any]) -> KvTransferParams | None:
        """Read the params; None if they hand out no blocks.

        Raises:
            MalformedParamsError: if they do, but wrongly.
        """
        blocks = params.get("remote_block_ids")
        if not blocks or not any(_groups(blocks)):
            return None
        seconds = params.get("remote_blocks_expiry_time")
        if seconds is not None and (isinstance(seconds, bool) or not isinstance(seconds, (int, float))):
            raise MalformedParamsError(f"remote_blocks_expiry_time is {seconds!r}, no number of seconds")
        try:
            return KvTransferParams(
                remote_engine_id=require_id("remote_engine_id", _text(params, "remote_engine_id")),
                remote_request_id=require_id("remote_request_id", _text(params, "remote_request_id")),
                remote_block_ids=require_blocks(_groups(blocks)),
                expiry_ns=None if seconds is None else expiry_ns(seconds),
                remote_num_tokens=_count(params, "remote_num_tokens"),
                tp_size=_count(params, "tp_size") or 1,
                remote_host=None if params.get("remote_host") is None else _text(params, "remote_host"),
                remote_port=_count(params, "remote_port"),
            )
        except MalformedParamsError:
            raise
        except ValueError as fault:
            raise MalformedParamsError(str(fault)) from fault

    @staticmethod
    def of_response(response: Mapping[str, Any]) -> KvTransferParams | None:
        """Read the params of a response of vLLM's OpenAI server; None if it has none, or they hand out no blocks.

        Raises:
            MalformedParamsError: as :meth:`parse`.
        """
        params = response.get(FIELD)
        return KvTransferParams.parse(params) if isinstance(params, Mapping) else None

    @staticmethod
    def of_stream(chunks: Iterable[Mapping[str, Any]]) -> KvTransferParams | None:
        """Read the params of a streamed response, which carries them in its last chunks.

        Raises:
            MalformedParamsError: as :meth:`parse`.
        """
        found = None
        for chunk in chunks:
            found = chunk if isinstance(chunk.get(FIELD), Mapping) else found
        return None if found is None else KvTransferParams.of_response(found)

    @property
    def num_blocks(self) -> int:
        """How many blocks are handed out; the null block does not count."""
        return sum(1 for group in self.remote_block_ids for block in group if block != 0)


def _groups(blocks: Any) -> list[list[int]]:
    """Older versions have one flat list."""
    if not isinstance(blocks, (list, tuple)):
        raise MalformedParamsError("remote_block_ids is no list")
    nested = bool(blocks) and isinstance(blocks[0], (list, tuple))
    if nested and not all(isinstance(group, (list, tuple)) for group in blocks):
        raise MalformedParamsError("remote_block_ids has something else than lists of block ids")
    groups = [list(group) for group in blocks] if nested else [list(blocks)]
    if not all(type(block) is int for group in groups for block in group):
        raise MalformedParamsError("remote_block_ids has something else than block ids")
    return groups


def _text(params: Mapping[str, Any], name: str) -> str:
    value = params.get(name)
    if not isinstance(value, str):
        raise MalformedParamsError(f"{name} is missing")
    return value


def _count(params: Mapping[str, Any], name: str) -> int | None:
    value = params.get(name)
    if value is not None and (type(value) is not int or value < 0):
        raise MalformedParamsError(f"{name} is {value!r}, no count")
    return value
