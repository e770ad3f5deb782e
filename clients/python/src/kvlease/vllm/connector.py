"""vLLM's NIXL pull connector, which tells kvlease what it does and asks before it reads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from vllm.distributed.kv_transfer.kv_connector.v1.base import KVConnectorRole
from vllm.distributed.kv_transfer.kv_connector.v1.nixl.connector import NixlBaseConnector, NixlPullConnector
from vllm.distributed.kv_transfer.kv_connector.v1.nixl.pull_scheduler import NixlPullConnectorScheduler
from vllm.logger import init_logger

from kvlease.gate import Reader, ReadGate
from kvlease.holder import Heartbeats, LeaseLog, new_incarnation
from kvlease.publisher import EventPublisher
from kvlease.records import HolderRole
from kvlease.transfer_params import expiry_ns
from kvlease.vllm.handshake import ClockListeners, incarnation_of
from kvlease.vllm.holder_desk import HolderDesk
from kvlease.vllm.reader_desk import Decision, ReaderDesk
from kvlease.vllm.settings import Settings
from kvlease.vllm.step import ORDERS, StepOrders, StepReport
from kvlease.vllm.worker import KvleasePullWorker

logger = init_logger(__name__)

_FIRST_RANK = (0, 0)


@contextmanager
def _guarded(moment: str) -> Iterator[None]:
    """Keep a fault of ours from the engine."""
    try:
        yield
    except Exception:
        logger.exception("kvlease is not told of: %s", moment)


class SchedulerSide:
    """All that lives in the scheduler's process."""

    def __init__(self, config: Any, engine_id: str, settings: Settings, num_blocks: int) -> None:
        parallel = config.parallel_config
        self._settings = settings
        self.engine_id = engine_id
        self.num_blocks = num_blocks
        self.role = HolderRole.PREFILL if config.kv_transfer_config.kv_role == "kv_producer" else HolderRole.DECODE
        self.publisher = EventPublisher(settings.publisher(parallel.data_parallel_index, parallel.data_parallel_size))
        self.block_pool: Any = None
        self.holder: HolderDesk | None = None
        self.gate: ReadGate | None = None
        self.reader: ReaderDesk | None = None
        self._beats: Heartbeats | None = None
        if settings.sink is not None:
            clocks = ClockListeners()
            self.gate = ReadGate(
                Reader(engine_id, new_incarnation()),
                settings.sink,
                self.publisher,
                clocks.read,
                options=settings.gate_options,
            )
            self.reader = ReaderDesk(self.gate, clocks, settings, parallel.world_size)

    def begin_holding(self, incarnation: str) -> HolderDesk:
        """Begin a life as a holder, unless it has begun."""
        if self.holder is None:
            log = LeaseLog(
                self.engine_id,
                self.publisher.publish,
                role=self.role,
                num_blocks=self.num_blocks,
                incarnation=incarnation,
                heartbeat_ns=self._settings.heartbeat_ms * 1_000_000,
            )
            log.start()
            self._beats = Heartbeats(log)
            self.holder = HolderDesk(log, self._ref_count if self.block_pool is not None else None)
        return self.holder

    def _ref_count(self, block_id: int) -> int:
        return int(self.block_pool.blocks[block_id].ref_cnt)

    def close(self) -> None:
        """Stop; what waits to be sent is sent."""
        if self._beats is not None:
            self._beats.close()
        if self.gate is not None:
            self.gate.close()
        self.publisher.close()


class KvleaseNixlConnector(NixlPullConnector):
    """Loaded by vLLM through ``kv_connector_module_path``; settings in ``kv_connector_extra_config["kvlease"]``."""

    def __init__(self, vllm_config: Any, role: KVConnectorRole, kv_cache_config: Any) -> None:
        NixlBaseConnector.__init__(self, vllm_config, role, kv_cache_config)
        self._side: SchedulerSide | None = None
        if role == KVConnectorRole.SCHEDULER:
            settings = Settings.of(vllm_config.kv_transfer_config.kv_connector_extra_config)
            self._side = SchedulerSide(vllm_config, self.engine_id, settings, kv_cache_config.num_blocks)
            self.connector_scheduler = NixlPullConnectorScheduler(vllm_config, self.engine_id, kv_cache_config)
        else:
            self.connector_worker = KvleasePullWorker(vllm_config, self.engine_id, kv_cache_config)

    @property
    def _scheduler_side(self) -> SchedulerSide:
        assert self._side is not None, "only the scheduler's connector has it"
        return self._side

    # the holder's moments

    def bind_gpu_block_pool(self, gpu_block_pool: Any) -> None:
        """Learn where the reference counts of blocks are."""
        super().bind_gpu_block_pool(gpu_block_pool)
        if self._side is not None:
            self._side.block_pool = gpu_block_pool

    def set_xfer_handshake_metadata_pp_aware(self, metadata: Any) -> None:
        """Begin to answer handshakes; what is answered names this life of the engine."""
        super().set_xfer_handshake_metadata_pp_aware(metadata)
        with _guarded("the start of the engine"):
            answer = metadata.get(_FIRST_RANK)
            life = self.engine_id if answer is None else incarnation_of(msgspec.msgpack.encode(answer))
            self._scheduler_side.begin_holding(life)

    def request_finished(self, request: Any, block_ids: list[int]) -> tuple[bool, dict[str, Any] | None]:
        """Tell the lease of a request whose blocks are kept."""
        return self.request_finished_all_groups(request, (block_ids,))

    def request_finished_all_groups(
        self, request: Any, block_ids: tuple[list[int], ...]
    ) -> tuple[bool, dict[str, Any] | None]:
        """Tell the lease of a request whose blocks are kept."""
        kept, params = super().request_finished_all_groups(request, block_ids)
        with _guarded(f"the end of request {request.request_id}"):
            if self._scheduler_side.reader is not None:
                self._scheduler_side.reader.dropped(request.request_id)
            if kept and params is not None:
                self._tell_lease(request.request_id, params)
        return kept, params

    def _tell_lease(self, request_id: str, params: dict[str, Any]) -> None:
        is_decode = bool(params["do_remote_decode"])
        deadline = params.get("remote_blocks_expiry_time")
        if deadline is None:
            deadline = self.connector_scheduler._reqs_need_send[request_id]
        self._scheduler_side.begin_holding(self.engine_id).kept(
            request_id,
            params["remote_block_ids"],
            expiry_ns(deadline),
            max_reads=1 if is_decode else None,
            num_tokens=params.get("remote_num_tokens"),
        )

    # the reader's moments

    def on_new_request(self, request: Any) -> None:
        """Ask as soon as a request arrives."""
        super().on_new_request(request)
        if self._scheduler_side.reader is not None:
            with _guarded(f"the arrival of request {request.request_id}"):
                self._scheduler_side.reader.arrived(request.request_id, request.kv_transfer_params)

    def get_num_new_matched_tokens(self, request: Any, num_computed_tokens: int) -> tuple[int | None, bool]:
        """Say how many tokens may be read."""
        count, asynchronous = super().get_num_new_matched_tokens(request, num_computed_tokens)
        reader = self._scheduler_side.reader
        if reader is None or not count:
            return count, asynchronous
        decision = Decision.COMPUTE
        with _guarded(f"the decision about request {request.request_id}"):
            turn_1 = bool(request.kv_transfer_params.get("do_remote_prefill"))
            decision = reader.decide(request.request_id, turn_1=turn_1)
        if decision is Decision.READ:
            return count, asynchronous
        if decision is Decision.LATER:
            return None, False
        self._forgo(request)
        return 0, False

    def _forgo(self, request: Any) -> None:
        """Let vLLM's scheduler take the request as one that has nothing to read, and tell the holder nothing."""
        request.kv_transfer_params["do_remote_prefill"] = False
        request.kv_transfer_params["_remote_blocks_processed"] = True
        self.connector_scheduler._stop_heartbeat(request.request_id)

    def update_state_after_alloc(self, request: Any, blocks: Any, num_external_tokens: int) -> None:
        """Take note of requests that need not read after all."""
        super().update_state_after_alloc(request, blocks, num_external_tokens)
        if self._scheduler_side.reader is not None and num_external_tokens == 0:
            with _guarded(f"a full hit of request {request.request_id}"):
                self._scheduler_side.reader.dropped(request.request_id)

    def build_connector_meta(self, scheduler_output: Any) -> Any:
        """Send reads to the workers, and what has been decided about those that have ended."""
        meta = super().build_connector_meta(scheduler_output)
        reader = self._scheduler_side.reader
        if reader is None:
            return meta
        orders = StepOrders()
        begun = False
        with _guarded("the start of reads"):
            orders.held = reader.started(name for name, read in meta.reqs_to_recv.items() if read.awaiting_kvs)
            begun = True
        with _guarded("the decisions about reads"):
            settled = reader.settle()
            orders.use, orders.discard = settled.use, settled.discard
        if not begun and reader.enforces:
            # nobody will decide about them, and bytes that nobody confirms are not used
            orders.held = set(meta.reqs_to_recv)
            orders.discard = orders.discard | orders.held
        if orders:
            setattr(meta, ORDERS, orders)
        return meta

    def update_connector_output(self, connector_output: Any) -> None:
        """Take in what the workers have learnt."""
        super().update_connector_output(connector_output)
        with _guarded("the output of a step"):
            report = connector_output.kv_connector_worker_meta
            self._take(report if isinstance(report, StepReport) else StepReport(), connector_output)

    def _take(self, report: StepReport, output: Any) -> None:
        side = self._scheduler_side
        with _guarded("the leases of a step"):
            if side.holder is not None:
                side.holder.extended(report.extended)
                side.holder.swept(report.swept)
                side.holder.freed(output.finished_sending or ())
        with _guarded("the reads of a step"):
            if side.reader is not None:
                side.reader.ended(report.ended)
                side.reader.broken(report.failed)
                side.reader.failed(output.failed_recving)
                side.reader.used(output.finished_recving or ())

    # the worker's moments

    def build_connector_worker_meta(self) -> StepReport | None:
        """Return what the worker has to tell the scheduler."""
        assert self.connector_worker is not None
        return self.connector_worker.take_report()

    def shutdown(self) -> None:
        """Stop."""
        super().shutdown()
        if self._side is not None:
            self._side.close()
