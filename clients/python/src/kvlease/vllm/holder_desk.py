"""The holder's side in the scheduler process: which leases stand, and what ends them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence

from kvlease.holder import LeaseLog

logger = logging.getLogger(__name__)

READ_COMPLETED = "READ_COMPLETED"


class HolderDesk:
    """Tells the leases of one life of the engine. For the scheduler's thread.

    Workers count on clocks of their own; what they learn comes here with the output of a step, already in the
    scheduler's time, never later than their own.
    """

    def __init__(self, log: LeaseLog, ref_count: Callable[[int], int] | None = None) -> None:
        """Begin without leases.

        Args:
            log: numbers what is told.
            ref_count: how many requests hold a block; None if that is not known.
        """
        self._log = log
        self._ref_count = ref_count
        self._expiry_ns: dict[str, int] = {}
        self._swept: set[str] = set()

    def kept(
        self,
        request_id: str,
        block_ids: Sequence[Sequence[int]],
        expiry_ns: int,
        *,
        max_reads: int | None,
        num_tokens: int | None,
    ) -> None:
        """Tell that a finished request's blocks are kept for a later read.

        Raises:
            ValueError: if the stream would refuse it.
        """
        shared = None if self._ref_count is None else [self._shared_prefix(group) for group in block_ids]
        self._log.allocated(
            request_id,
            block_ids,
            expiry_ns=expiry_ns,
            shared_prefix_blocks=shared,
            max_reads=max_reads,
            num_tokens=num_tokens,
        )
        self._expiry_ns[request_id] = expiry_ns

    def _shared_prefix(self, group: Sequence[int]) -> int:
        """Count leading blocks that somebody else holds; the null block is nobody's."""
        assert self._ref_count is not None
        shared = 0
        for block in group:
            if block != 0 and self._ref_count(block) <= 1:
                break
            shared += 1
        return shared

    def extended(self, expiry_ns: Mapping[str, int]) -> None:
        """Tell which deadlines readers' heartbeats have moved."""
        for request_id, later_ns in expiry_ns.items():
            known_ns = self._expiry_ns.get(request_id)
            if known_ns is not None and later_ns > known_ns:
                self._expiry_ns[request_id] = later_ns
                self._log.extended(request_id, later_ns)

    def swept(self, request_ids: Iterable[str]) -> None:
        """Take note of what a worker's sweep has found expired. The blocks go when all workers have let go."""
        self._swept.update(request_id for request_id in request_ids if request_id in self._expiry_ns)

    def freed(self, request_ids: Iterable[str]) -> None:
        """Tell whose blocks go now: swept, or read by all readers expected."""
        for request_id in request_ids:
            if self._expiry_ns.pop(request_id, None) is None:
                continue
            if request_id in self._swept:
                self._swept.discard(request_id)
                self._log.expired(request_id)
            else:
                self._log.released(request_id, READ_COMPLETED)

    def __len__(self) -> int:
        """Return how many leases stand."""
        return len(self._expiry_ns)
