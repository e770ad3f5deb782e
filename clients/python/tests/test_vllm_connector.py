"""What the connector tells the workers although something of ours fails. Needs vLLM's classes, but no engine."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("vllm", reason="vLLM is not in this environment")

from vllm.distributed.kv_transfer.kv_connector.v1.nixl.connector import NixlPullConnector

from kvlease.vllm.connector import KvleaseNixlConnector
from kvlease.vllm.reader_desk import Settled
from kvlease.vllm.step import ORDERS, StepOrders, StepReport

pytestmark = pytest.mark.vllm


class Desk:
    """A desk of which each half may fail."""

    def __init__(self, *, starts: bool = True, settles: bool = True, enforces: bool = True) -> None:
        self._starts = starts
        self._settles = settles
        self.enforces = enforces
        self.told: list[str] = []

    def started(self, request_ids: Iterable[str]) -> set[str]:
        if not self._starts:
            raise RuntimeError("a fault of ours")
        return set(request_ids)

    def settle(self) -> Settled:
        if not self._settles:
            raise RuntimeError("a fault of ours")
        return Settled({"used"}, {"thrown away"})

    def __getattr__(self, name: str) -> Any:
        return lambda *_: self.told.append(name)


class BrokenHolder:
    """A desk whose stream refuses all."""

    def extended(self, expiry_ns: object) -> None:
        raise RuntimeError("a fault of ours")


def connector(monkeypatch: pytest.MonkeyPatch, desk: Desk) -> KvleaseNixlConnector:
    reads = {"read": SimpleNamespace(awaiting_kvs=True), "full": SimpleNamespace(awaiting_kvs=False)}
    meta = SimpleNamespace(reqs_to_recv=reads)
    monkeypatch.setattr(NixlPullConnector, "build_connector_meta", lambda self, output: meta)
    monkeypatch.setattr(NixlPullConnector, "update_connector_output", lambda self, output: None)
    made = object.__new__(KvleaseNixlConnector)
    made._side = SimpleNamespace(reader=desk, holder=BrokenHolder())  # type: ignore[assignment]
    return made


@pytest.mark.parametrize(
    ("desk", "orders"),
    [
        (Desk(), StepOrders({"read"}, {"used"}, {"thrown away"})),
        (Desk(settles=False), StepOrders({"read"})),
        (Desk(starts=False), StepOrders({"read", "full"}, {"used"}, {"thrown away", "read", "full"})),
        (Desk(starts=False, enforces=False), StepOrders(set(), {"used"}, {"thrown away"})),
    ],
)
def test_a_read_that_could_not_be_noted_is_held_and_thrown_away(
    monkeypatch: pytest.MonkeyPatch, desk: Desk, orders: StepOrders
) -> None:
    meta = connector(monkeypatch, desk).build_connector_meta(None)
    assert getattr(meta, ORDERS) == orders


def test_a_fault_with_leases_does_not_keep_the_ends_of_reads_back(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk()
    output = SimpleNamespace(
        kv_connector_worker_meta=StepReport(), finished_sending=None, finished_recving=None, failed_recving=set()
    )
    connector(monkeypatch, desk).update_connector_output(output)
    assert desk.told == ["ended", "broken", "failed", "used"]
