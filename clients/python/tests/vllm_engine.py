"""An engine of vLLM in a process of its own, and the tiny model that it runs."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from kvlease.gate import GateAddresses

HERE = Path(__file__).parent
FIRST_TURN = {
    "do_remote_decode": True,
    "do_remote_prefill": False,
    "remote_engine_id": None,
    "remote_block_ids": None,
    "remote_host": None,
    "remote_port": None,
}
LEASE_SECONDS = 6


def free_ports(count: int) -> list[int]:
    """All held at once, so that none is given twice."""
    held = [socket.socket() for _ in range(count)]
    for each in held:
        each.bind(("127.0.0.1", 0))
    ports = [int(each.getsockname()[1]) for each in held]
    for each in held:
        each.close()
    return ports


class Engine:
    """One engine in a process of its own."""

    def __init__(self, name: str, model: Path, sink: GateAddresses, ports: Sequence[int]) -> None:
        """Start.

        Args:
            name: its engine id.
            model: directory of the model.
            sink: where the verdicts are.
            ports: of the event socket and the replay socket of kvlease, and of those of vLLM's own KV events.
        """
        bind, self.replay, kv_events, self.kv_events_replay = (f"tcp://127.0.0.1:{port}" for port in ports)
        settings = {
            "model": str(model),
            "kv_transfer_config": {
                "kv_connector": "NixlConnector",
                "kv_connector_module_path": "kvlease.vllm",
                "engine_id": name,
                "kv_role": "kv_both",
                "kv_buffer_device": "cpu",
                "kv_load_failure_policy": "recompute",
                "kv_connector_extra_config": {
                    "bidirectional_kv_xfer": True,
                    "kv_recompute_threshold": 0,
                    "kv_lease_duration": LEASE_SECONDS,
                    "kvlease": {
                        "bind": bind,
                        "replay_bind": self.replay,
                        "verdicts": sink.verdicts,
                        "verdict_replay": sink.replay,
                        "wait_ms": 30_000,
                    },
                },
            },
            "kv_events_config": {
                "enable_kv_cache_events": True,
                "publisher": "zmq",
                "endpoint": kv_events,
                "replay_endpoint": self.kv_events_replay,
                "topic": "kv-events",
            },
        }
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(HERE.parent / "src"), str(HERE / "engine"))),
            "VLLM_NIXL_SIDE_CHANNEL_HOST": "127.0.0.1",
            "VLLM_NIXL_SIDE_CHANNEL_PORT": str(free_ports(1)[0]),
        }
        self.log = model / f"{name}.log"
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / "engine/run.py"), json.dumps(settings)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log.open("w"),
            text=True,
            env=environment,
        )
        self._talk = ThreadPoolExecutor(1)

    def await_up(self) -> None:
        assert self._line() == "up\n", self.log.read_text()[-5000:]

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def begin(self, prompt: list[int], max_tokens: int = 1, params: dict[str, Any] | None = None) -> Future[Any]:
        return self._talk.submit(self._run, {"prompt": prompt, "max_tokens": max_tokens, "params": params})

    def run(self, prompt: list[int], max_tokens: int = 1, params: dict[str, Any] | None = None) -> Any:
        return self.begin(prompt, max_tokens, params).result(180)

    def step(self) -> None:
        """An idle engine does not step by itself."""
        self.run([])

    def _run(self, request: dict[str, Any]) -> Any:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        line = self._line()
        assert line, self.log.read_text()[-5000:]
        return json.loads(line)

    def close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
        self._talk.shutdown()


def save_model(directory: Path) -> None:
    """Write the configuration of a Llama of two layers; its weights are random."""
    from transformers import LlamaConfig

    LlamaConfig(
        vocab_size=256,
        hidden_size=64,
        intermediate_size=128,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=2,
        max_position_embeddings=512,
        architectures=["LlamaForCausalLM"],
        dtype="float32",
        bos_token_id=1,
        eos_token_id=2,
    ).save_pretrained(directory)
