"""What ``kv_connector_extra_config["kvlease"]`` says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import Any

import msgspec

from kvlease.gate import GateAddresses, GateOptions
from kvlease.publisher import PublisherOptions

_PORT = re.compile(r":(\d+)$")


class Mode(str, Enum):
    """What the gate does for the engine's own reads."""

    ENFORCE = "enforce"
    """Reads only what is READABLE, and uses it only when it is confirmed."""
    OBSERVE = "observe"
    """Asks and reports, but lets vLLM do as it would."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the engine speaks to kvlease.

    Attributes:
        bind: event socket, raised by the data-parallel rank as vLLM raises its own.
        replay_bind: replay socket, raised likewise; its ports must not meet those of ``bind``.
        verdicts: the verdict sink; without it the engine is a holder only.
        verdict_replay: the sink's replay socket.
        mode: what the gate does.
        turn_1: what it does for reads of a decode engine from a prefill engine; None for the same.
        wait_ms: how long a request may wait for an answer before the fallback decides.
        confirm_ms: how long bytes that were read may wait to be confirmed.
        stale_ms: how far behind the stream an answer READABLE still counts.
        heartbeat_ms: how often this engine is heard from as a holder; readers wait as long to confirm.
    """

    bind: str = "tcp://*:5557"
    replay_bind: str = "tcp://*:5657"
    verdicts: str | None = None
    verdict_replay: str | None = None
    mode: Mode = Mode.ENFORCE
    turn_1: Mode | None = None
    wait_ms: int = 1_000
    confirm_ms: int = 10_000
    stale_ms: int = 2_000
    heartbeat_ms: int = 500

    @property
    def gate_options(self) -> GateOptions:
        """How the gate behaves."""
        return GateOptions(stale_after_ns=self.stale_ms * 1_000_000)

    def mode_of(self, *, turn_1: bool) -> Mode:
        """Return what the gate does for the reads of a turn."""
        return self.turn_1 if turn_1 and self.turn_1 is not None else self.mode

    @staticmethod
    def of(extra_config: Mapping[str, Any]) -> Settings:
        """Read the entry ``kvlease``.

        Raises:
            ValueError: if it has keys or values that are none; the message names them.
        """
        try:
            return msgspec.convert(extra_config.get("kvlease") or {}, Settings)
        except msgspec.ValidationError as fault:
            raise ValueError(f'kv_connector_extra_config["kvlease"]: {fault}') from fault

    def publisher(self, data_parallel_rank: int, data_parallel_size: int = 1) -> PublisherOptions:
        """Return where to publish.

        Raises:
            ValueError: if the ports of the ranks' event and replay sockets meet; the message says how to part them.
        """
        ranks = max(data_parallel_size, data_parallel_rank + 1)
        bind, replay_bind = _PORT.search(self.bind), _PORT.search(self.replay_bind)
        if bind and replay_bind and abs(int(bind[1]) - int(replay_bind[1])) < ranks:
            raise ValueError(
                f'kv_connector_extra_config["kvlease"]: bind {self.bind} and replay_bind {self.replay_bind} are raised '
                f"by the data-parallel rank; with {ranks} ranks their ports must be at least {ranks} apart"
            )
        return PublisherOptions(
            bind=raised(self.bind, data_parallel_rank), replay_bind=raised(self.replay_bind, data_parallel_rank)
        )

    @property
    def sink(self) -> GateAddresses | None:
        """Where the verdicts are; None for a holder only."""
        return None if self.verdicts is None else GateAddresses(self.verdicts, self.verdict_replay)


def raised(address: str, by: int) -> str:
    """Return an address with a higher port; one without a port as it is."""
    return _PORT.sub(lambda port: f":{int(port[1]) + by}", address)
