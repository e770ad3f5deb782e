"""The worker's side: vLLM's own pull worker, which tells what it learns and holds back what is not confirmed yet."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from vllm.distributed.kv_transfer.kv_connector.v1.nixl.pull_worker import NixlPullConnectorWorker
from vllm.logger import init_logger

from kvlease.transfer_params import expiry_ns
from kvlease.vllm.step import ORDERS, StepOrders, StepReport

logger = init_logger(__name__)

Notice = tuple[str, bytes]
"""The holder's agent, and what tells it that its blocks may go."""


class NoticeKeeper:
    """NIXL's agent; transfers of held reads carry no notice, it is kept instead.

    NIXL would send it as soon as the bytes have arrived. The holder would release the blocks, and the release would be
    a reason to discard what was read.
    """

    def __init__(self, agent: Any, keep: Callable[[bytes], bool]) -> None:
        """Wrap an agent; ``keep`` takes a notice and says whether it was kept."""
        self._agent = agent
        self._keep = keep

    def make_prepped_xfer(self, *args: Any, notif_msg: bytes = b"", **fields: Any) -> Any:
        """Prepare a transfer."""
        kept = bool(notif_msg) and self._keep(notif_msg)
        return self._agent.make_prepped_xfer(*args, notif_msg=b"" if kept else notif_msg, **fields)

    def __getattr__(self, name: str) -> Any:
        """Pass on all else."""
        return getattr(self._agent, name)


class KvleasePullWorker(NixlPullConnectorWorker):
    """For the worker's thread, as its base."""

    def __init__(self, *args: Any, **fields: Any) -> None:
        super().__init__(*args, **fields)
        self._report = StepReport()
        self._held: set[str] = set()
        self._arrived: set[str] = set()
        self._use: set[str] = set()
        self._discard: set[str] = set()
        self._notices: dict[str, list[Notice]] = {}
        self._reading: tuple[str, str] | None = None
        self._scheduler_ahead: float | None = None
        self.nixl_wrapper: Any = NoticeKeeper(self.nixl_wrapper, self._keep_notice)

    def take_report(self) -> StepReport | None:
        """Return what is to be told with this step."""
        report, self._report = self._report, StepReport()
        return report or None

    def start_load_kv(self, metadata: Any) -> None:
        """Begin the step's reads."""
        if metadata.scheduler_clock:
            # at least: the metadata has been on its way since
            self._scheduler_ahead = metadata.scheduler_clock - time.perf_counter()
        orders = getattr(metadata, ORDERS, None)
        if isinstance(orders, StepOrders):
            self._held |= orders.held
            self._use |= orders.use & self._held
            self._discard |= orders.discard & self._held
        super().start_load_kv(metadata)

    def _read_blocks(self, **fields: Any) -> Any:
        request_id = fields["request_id"]
        if request_id in self._held:
            agent = self._remote_agents[fields["dst_engine_id"]][(0, fields["read_spec"].remote_rank)]
            self._reading = (request_id, agent)
        try:
            return super()._read_blocks(**fields)
        finally:
            self._reading = None

    def _keep_notice(self, message: bytes) -> bool:
        if self._reading is None:
            return False
        request_id, agent = self._reading
        self._notices.setdefault(request_id, []).append((agent, message))
        return True

    def _send_pending_recv_notifs(self, req_id: str) -> None:
        if req_id in self._held:
            self._notices.setdefault(req_id, []).extend(self._pending_recv_notifs.pop(req_id, []))
        else:
            super()._send_pending_recv_notifs(req_id)

    def get_transfer_results(self) -> Any:
        """Return what is done; bytes that are held are done when they are decided about."""
        results = super().get_transfer_results()
        for request_id in results.finished_recving & self._held:
            if request_id in results.failed_recving:
                self._report.failed.add(request_id)
                self._forget(request_id)
            else:
                results.finished_recving.discard(request_id)
                self._arrived.add(request_id)
                self._report.ended[request_id] = 1
        for request_id in self._use & self._arrived:
            results.finished_recving.add(request_id)
            self._tell_holder(request_id)
            self._forget(request_id)
        for request_id in self._discard & self._arrived:
            results.finished_recving.add(request_id)
            results.failed_recving.add(request_id)
            self._forget(request_id)
        return results

    def _tell_holder(self, request_id: str) -> None:
        for agent, message in self._notices.get(request_id, ()):
            try:
                self.nixl_wrapper.send_notif(agent, notif_msg=message)
            except Exception as fault:
                logger.warning("the holder is not told that %s has been read: %s", request_id, fault)
                self.xfer_stats.record_failed_notification()

    def _forget(self, request_id: str) -> None:
        for each in (self._held, self._arrived, self._use, self._discard):
            each.discard(request_id)
        self._notices.pop(request_id, None)

    def _handle_heartbeat(self, payload: str) -> None:
        before = {request_id: self._reqs_to_send.get(request_id) for request_id in payload.split(",")}
        super()._handle_heartbeat(payload)
        if self._scheduler_ahead is None:
            return
        for request_id, deadline in before.items():
            later = self._reqs_to_send.get(request_id)
            if deadline is not None and later is not None and later > deadline:
                self._report.extended[request_id] = expiry_ns(later + self._scheduler_ahead)

    def _reap_expired_send_leases(self, done_sending: set[str]) -> None:
        before = set(done_sending)
        super()._reap_expired_send_leases(done_sending)
        self._report.swept |= done_sending - before
