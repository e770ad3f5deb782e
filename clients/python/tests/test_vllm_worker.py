"""What a worker holds back, and what several workers tell together. Needs vLLM's classes, but no engine."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("vllm", reason="vLLM is not in this environment")

from vllm.distributed.kv_transfer.kv_connector.v1.base import KVConnectorTransferResults
from vllm.distributed.kv_transfer.kv_connector.v1.nixl.pull_worker import NixlPullConnectorWorker

from kvlease.vllm.step import ORDERS, StepOrders, StepReport
from kvlease.vllm.worker import KvleasePullWorker, NoticeKeeper

pytestmark = pytest.mark.vllm


class Agent:
    """Takes what the worker would send."""

    def __init__(self) -> None:
        self.transfers: list[bytes] = []
        self.sent: list[tuple[str, bytes]] = []

    def make_prepped_xfer(self, *args: Any, notif_msg: bytes = b"") -> int:
        self.transfers.append(notif_msg)
        return 1

    def send_notif(self, agent: str, notif_msg: bytes) -> None:
        self.sent.append((agent, notif_msg))


class Worker:
    """A worker whose base reports what it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.results = KVConnectorTransferResults()
        self.agent = Agent()
        base = NixlPullConnectorWorker
        monkeypatch.setattr(base, "__init__", lambda worker: self._init(worker))
        monkeypatch.setattr(base, "start_load_kv", lambda worker, metadata: None)
        monkeypatch.setattr(base, "get_transfer_results", lambda worker: self.results)
        monkeypatch.setattr(base, "_read_blocks", lambda worker, **fields: self._read(worker, **fields))
        monkeypatch.setattr(base, "_handle_heartbeat", lambda worker, payload: worker._reqs_to_send.update(b=99.0))
        monkeypatch.setattr(base, "_reap_expired_send_leases", lambda worker, done: done.add("swept"))
        self.worker = KvleasePullWorker()

    def _init(self, worker: Any) -> None:
        worker.nixl_wrapper = self.agent
        worker._remote_agents = {"h": {(0, 0): "agent-of-h"}}
        worker._reqs_to_send = {"a": 5.0, "b": 6.0}
        worker._pending_recv_notifs = {}
        worker.xfer_stats = SimpleNamespace(record_failed_notification=lambda: None)

    @staticmethod
    def _read(worker: Any, **fields: Any) -> bool:
        worker.nixl_wrapper.make_prepped_xfer("READ", notif_msg=f"notice of {fields['request_id']}".encode())
        return True

    def begin(self, **orders: set[str]) -> None:
        metadata = SimpleNamespace(scheduler_clock=0.0)
        setattr(metadata, ORDERS, StepOrders(**orders))
        self.worker.start_load_kv(metadata)

    def read(self, request_id: str) -> None:
        self.worker._read_blocks(request_id=request_id, dst_engine_id="h", read_spec=SimpleNamespace(remote_rank=0))

    def end(self, recving: set[str], failed: frozenset[str] = frozenset()) -> KVConnectorTransferResults:
        self.results = KVConnectorTransferResults(finished_recving=set(recving), failed_recving=set(failed))
        return self.worker.get_transfer_results()


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Worker:
    return Worker(monkeypatch)


def test_a_held_read_is_not_reported_and_its_holder_not_told_before_it_is_confirmed(worker: Worker) -> None:
    worker.begin(held={"q"})
    worker.read("q")
    worker.read("other")
    assert worker.agent.transfers == [b"", b"notice of other"], "NIXL would send it with the bytes"
    assert worker.end({"q", "other"}).finished_recving == {"other"}
    assert worker.worker.take_report() == StepReport(ended={"q": 1})
    assert worker.worker.take_report() is None
    worker.begin(use={"q"})
    results = worker.end(set())
    assert (results.finished_recving, results.failed_recving) == ({"q"}, set())
    assert worker.agent.sent == [("agent-of-h", b"notice of q")]
    assert worker.end(set()).finished_recving == set(), "told once"


def test_what_is_thrown_away_is_a_load_that_failed_and_the_holder_is_told_nothing(worker: Worker) -> None:
    worker.begin(held={"q"})
    worker.read("q")
    worker.begin(discard={"q", "unknown"})
    assert worker.end(set()).finished_recving == set(), "its bytes are not there yet, they may still be written"
    results = worker.end({"q"})
    assert (results.finished_recving, results.failed_recving) == ({"q"}, {"q"})
    assert worker.agent.sent == []


def test_a_transfer_that_fails_is_told_at_once(worker: Worker) -> None:
    worker.begin(held={"q"})
    worker.read("q")
    results = worker.end({"q"}, frozenset({"q"}))
    assert (results.finished_recving, results.failed_recving) == ({"q"}, {"q"})
    assert worker.worker.take_report() == StepReport(failed={"q"})


def test_only_what_a_heartbeat_has_moved_is_told_and_what_a_sweep_has_ended(worker: Worker) -> None:
    worker.begin()
    worker.worker._handle_heartbeat("a,b,unknown")
    assert worker.worker.take_report() is None, "without the scheduler's clock nothing can be said"
    worker.worker._reqs_to_send["b"] = 6.0
    worker.worker._scheduler_ahead = -1.0
    worker.worker._handle_heartbeat("a,b,unknown")
    done = {"read"}
    worker.worker._reap_expired_send_leases(done)
    assert worker.worker.take_report() == StepReport(extended={"b": 98_000_000_000}, swept={"swept"})


def test_reports_of_several_workers_become_one() -> None:
    first = StepReport(extended={"a": 5}, swept={"x"}, ended={"q": 1, "p": 1})
    second = StepReport(extended={"a": 7, "b": 2}, swept={"y"}, ended={"q": 1}, failed={"f"})
    assert first.aggregate(second) == StepReport({"a": 7, "b": 2}, {"x", "y"}, {"q": 2, "p": 1}, {"f"})
    assert not StepReport() and not StepOrders() and StepOrders(use={"q"})


def test_an_agent_whose_notices_are_not_kept_is_left_as_it_is() -> None:
    agent = Agent()
    NoticeKeeper(agent, lambda notice: False).make_prepped_xfer("READ", notif_msg=b"n")
    assert agent.transfers == [b"n"]
