"""Two real engines of vLLM at real connectors: what PythonClientTest of the module connectors starts.

Arguments: a directory to work in; for the decode engine its event and replay port and those of vLLM's own KV events,
the same for the prefill engine; the verdict sink's two ports. Prints a line for each step that went well, and waits for
one on the standard input in between.
"""

from __future__ import annotations

import sys
from pathlib import Path

from kvlease.gate import GateAddresses
from vllm_engine import FIRST_TURN, Engine, save_model


def play(decode: Engine, prefill: Engine) -> None:
    """Two turns of one conversation."""
    prompt = [3 + (i * 7) % 250 for i in range(100)]
    handed = prefill.run(prompt, 1, FIRST_TURN)
    answer = decode.run(prompt, 40, handed["params"])
    assert answer["tokens"] == prefill.run(prompt, 40)["tokens"]
    print("turn 1 is read", flush=True)
    asked = [*prompt, *answer["tokens"], *([9] * 20)]
    second = prefill.run(asked, 1, answer["params"])
    assert second["tokens"] == decode.run(asked, 1)["tokens"]
    assert second["params"]["remote_prefill_cached_tokens"] == answer["params"]["remote_num_tokens"], second
    decode.step()
    print("turn 2 is read", flush=True)


def main(directory: str, *ports: str) -> None:
    model = Path(directory)
    save_model(model)
    numbers = [int(port) for port in ports]
    sink = GateAddresses(*(f"tcp://127.0.0.1:{port}" for port in numbers[8:]))
    decode = Engine("decode-0", model, sink, numbers[:4])
    prefill = Engine("prefill-0", model, sink, numbers[4:8])
    try:
        decode.await_up()
        prefill.await_up()
        print("both engines are up", flush=True)
        sys.stdin.readline()
        play(decode, prefill)
        sys.stdin.readline()
    finally:
        decode.close()
        prefill.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
