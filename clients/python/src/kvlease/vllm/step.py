"""What scheduler and workers tell each other with each step, beside what vLLM's own connector does."""

from __future__ import annotations

from dataclasses import dataclass, field

from vllm.distributed.kv_transfer.kv_connector.v1.base import KVConnectorWorkerMetadata

ORDERS = "kvlease"
"""The attribute of the connector's metadata that carries :class:`StepOrders` to the workers."""


@dataclass
class StepOrders:
    """From the scheduler to every worker.

    Attributes:
        held: reads that begin with this step, whose bytes are not reported before they are decided about.
        use: reads whose bytes are confirmed; the holder may be told now.
        discard: reads whose bytes are to be reported as failed.
    """

    held: set[str] = field(default_factory=set)
    use: set[str] = field(default_factory=set)
    discard: set[str] = field(default_factory=set)

    def __bool__(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self.held or self.use or self.discard)


@dataclass
class StepReport(KVConnectorWorkerMetadata):
    """From the workers to the scheduler.

    Attributes:
        extended: deadlines that heartbeats have moved, in nanoseconds of the scheduler's clock.
        swept: requests whose blocks a sweep has found expired.
        ended: held reads whose bytes have arrived, with the number of workers that have theirs.
        failed: held reads whose transfer has failed in a worker; the others must not wait for a decision.
    """

    extended: dict[str, int] = field(default_factory=dict)
    swept: set[str] = field(default_factory=set)
    ended: dict[str, int] = field(default_factory=dict)
    failed: set[str] = field(default_factory=set)

    def aggregate(self, other: KVConnectorWorkerMetadata) -> KVConnectorWorkerMetadata:
        """Add what another worker tells. Blocks go when all workers let go, so the latest deadline counts."""
        if isinstance(other, StepReport):
            for request_id, expiry_ns in other.extended.items():
                self.extended[request_id] = max(expiry_ns, self.extended.get(request_id, 0))
            self.swept |= other.swept
            self.failed |= other.failed
            for request_id, count in other.ended.items():
                self.ended[request_id] = self.ended.get(request_id, 0) + count
        return self

    def __bool__(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self.extended or self.swept or self.ended or self.failed)
