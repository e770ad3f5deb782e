"""The router's side: what it can tell about leases that pass through it."""

from __future__ import annotations

from collections.abc import Callable

from kvlease.holder import LeaseLog
from kvlease.records import ReadIntent, require_id
from kvlease.transfer_params import KvTransferParams


def tell_allocation(log: LeaseLog, params: KvTransferParams) -> None:
    """Tell the allocation that a decode response hands out, in the holder's name.

    Only for an agent that stands beside the holder (a sidecar on its host) and is the one that speaks for it: the log
    must count on the host's monotonic clock, and nobody else may number events for the same life. Releases and sweeps
    that it does not see are not told, so a lease then stands until its deadline; ``max_reads`` of 1 stops the second
    read of what one read consumes. Where the engine speaks for itself, do not call this.

    Raises:
        ValueError: if the params are another engine's, or the stream would refuse them.
    """
    if params.remote_engine_id != log.engine_id:
        raise ValueError(f"the params are of {params.remote_engine_id}, the log is of {log.engine_id}")
    log.allocated(
        params.remote_request_id,
        params.remote_block_ids,
        expiry_ns=params.expiry_ns,
        max_reads=1,
        num_tokens=params.remote_num_tokens,
    )


def read_intent(
    params: KvTransferParams, reader_engine_id: str, reader_incarnation: str, read_request_id: str
) -> ReadIntent:
    """Return the question whether a reader may read what the params hand out.

    To be sent (``publisher.publish``) when the next turn is routed, before the request is: the verdict then waits at
    the reader, whose gate finds it under the same ``read_request_id``. It carries no time, because a router has no
    clock of the reader's; and all blocks, because it does not know which ones the reader has.

    Args:
        params: of the turn before.
        reader_engine_id: the prefill engine that will read.
        reader_incarnation: its present life; the verdict of another life is ignored there.
        read_request_id: the id under which the reader will read; new for every attempt.

    Raises:
        ValueError: if an id is none.
    """
    return ReadIntent(
        reader_engine_id=require_id("reader_engine_id", reader_engine_id),
        reader_incarnation=require_id("reader_incarnation", reader_incarnation),
        holder_engine_id=params.remote_engine_id,
        request_id=params.remote_request_id,
        read_request_id=require_id("read_request_id", read_request_id),
        block_ids=params.remote_block_ids,
        num_local_blocks=max(1, params.num_blocks),
        expiry_ns=params.expiry_ns,
    )


class Conversations:
    """Keeps the params of each conversation's last turn, and hands them out once: one read consumes a turn-2 lease.

    For one thread at a time.
    """

    def __init__(self, most: int = 100_000, log_of: Callable[[str], LeaseLog | None] = lambda engine_id: None) -> None:
        """Begin without any.

        Args:
            most: conversations kept; the oldest goes first.
            log_of: the log of an engine that this agent speaks for, see :func:`tell_allocation`; None for others.
        """
        self._most = most
        self._log_of = log_of
        self._params: dict[str, KvTransferParams] = {}

    def answered(self, conversation: str, params: KvTransferParams | None) -> None:
        """Take what the decode response of a turn hands out."""
        self._params.pop(conversation, None)
        if params is None:
            return
        log = self._log_of(params.remote_engine_id)
        if log is not None:
            tell_allocation(log, params)
        if len(self._params) >= self._most:
            del self._params[next(iter(self._params))]
        self._params[conversation] = params

    def next_turn(self, conversation: str) -> KvTransferParams | None:
        """Return the params for the next turn, once; None if there are none."""
        return self._params.pop(conversation, None)
