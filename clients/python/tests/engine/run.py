"""A whole engine of vLLM on the CPU with a tiny random model, driven over standard input and output.

The argument is JSON: model directory, fields of ``kv_transfer_config`` and ``kv_events_config`` (or null). Each line in
is a request, ``{"prompt": [...], "max_tokens": n, "params": {...} or null}``; each line out its result. An idle engine
does not step, so a request with an empty prompt lets it step a few times.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

QUIET = {
    "CUDA_VISIBLE_DEVICES": "",
    "HF_HUB_OFFLINE": "1",
    "OMP_NUM_THREADS": "1",
    "TORCHDYNAMO_DISABLE": "1",
    "VLLM_CPU_KVCACHE_SPACE": "1",
    "VLLM_CPU_OMP_THREADS_BIND": "nobind",
    "VLLM_ENABLE_V1_MULTIPROCESSING": "0",
    "VLLM_NO_USAGE_STATS": "1",
}
STEPS = 20


def make(settings: dict[str, Any]) -> Any:
    """Start the engine."""
    os.environ.update(QUIET)
    from stand_in_nixl import StandInNixl
    from vllm.distributed import nixl_utils

    nixl_utils.NixlWrapper = StandInNixl
    nixl_utils.nixl_agent_config = None
    from vllm import EngineArgs, LLMEngine

    return LLMEngine.from_engine_args(
        EngineArgs(
            model=settings["model"],
            skip_tokenizer_init=True,
            load_format="dummy",
            dtype="float32",
            enforce_eager=True,
            max_model_len=512,
            max_num_seqs=4,
            block_size=32,
            num_gpu_blocks_override=64,
            seed=1,
            kv_transfer_config=settings.get("kv_transfer_config"),
            kv_events_config=settings.get("kv_events_config"),
        )
    )


def run(engine: Any, name: str, request: dict[str, Any]) -> dict[str, Any]:
    """Run one request to its end."""
    from vllm import SamplingParams

    params = request.get("params")
    sampling = SamplingParams(
        max_tokens=request["max_tokens"],
        temperature=0,
        detokenize=False,
        ignore_eos=True,
        extra_args={"kv_transfer_params": params} if params else None,
    )
    engine.add_request(name, {"prompt_token_ids": request["prompt"]}, sampling)
    end = time.monotonic() + 120
    while time.monotonic() < end:
        for output in engine.step():
            if output.finished:
                first = output.outputs[0]
                return {
                    "tokens": list(first.token_ids),
                    "params": output.kv_transfer_params,
                    "reason": first.finish_reason,
                }
    return {"error": "it does not finish"}


def main() -> None:
    out = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # whatever else writes there
    engine = make(json.loads(sys.argv[1]))
    print("up", file=out)
    for count, line in enumerate(sys.stdin):
        request = json.loads(line)
        if request["prompt"]:
            print(json.dumps(run(engine, f"request-{count}", request)), file=out)
        else:
            for _ in range(STEPS):
                engine.step()
            print("{}", file=out)
    engine.engine_core.shutdown()
    os._exit(0)  # the stand-in's sockets would keep it


if __name__ == "__main__":
    main()
