"""Hooks into vLLM's NIXL connector, loaded by vLLM itself.

``--kv-transfer-config '{"kv_connector": "NixlConnector", "kv_connector_module_path": "kvlease.vllm", ...}'``

The name stays that of vLLM's own connector, because vLLM treats some things differently for a connector of that name.
Only the connector needs vLLM, and is imported when it is asked for.
"""

from __future__ import annotations

from typing import Any

_NAMES = ("NixlConnector", "KvleaseNixlConnector")


def __getattr__(name: str) -> Any:
    """Import the connector when vLLM looks for it."""
    if name not in _NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from kvlease.vllm.connector import KvleaseNixlConnector  # noqa: PLC0415 (it needs vLLM)

    return KvleaseNixlConnector
