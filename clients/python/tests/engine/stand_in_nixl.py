"""Stands in for NIXL where there is no RDMA: one process reads another's memory, without the other's doing.

Like RDMA it is one-sided: what lies at the address is what is read, whoever's it is by then. Notices go over ZeroMQ.
"""

from __future__ import annotations

import ctypes
import json
import os
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import zmq

_LIBC = ctypes.CDLL(None, use_errno=True)


class _Piece(ctypes.Structure):
    _fields_ = (("address", ctypes.c_void_p), ("length", ctypes.c_size_t))


Range = tuple[int, int]
"""Address and length."""


def copy_from(pid: int, there: Range, here: Range) -> None:
    """Read another process's memory into our own."""
    if there[1] != here[1]:
        raise ValueError(f"{there[1]} bytes do not fit into {here[1]}")
    local, remote = _Piece(*here), _Piece(*there)
    count = _LIBC.process_vm_readv(pid, ctypes.byref(local), 1, ctypes.byref(remote), 1, 0)
    if count != here[1]:
        raise OSError(ctypes.get_errno(), f"read {count} of {here[1]} bytes of process {pid}")


@dataclass
class _Transfer:
    pid: int
    pairs: list[tuple[Range, Range]]
    agent: str
    notice: bytes
    done: bool = False


class StandInNixl:
    """What vLLM 0.32 uses of ``nixl._api.nixl_agent``."""

    def __init__(self, name: str, config: Any) -> None:
        self.name = name
        # the process's own, so that it is not collected with the worker, which would wait for its sockets
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context.instance()
        self._notices: zmq.Socket[bytes] = self._context.socket(zmq.PULL)
        self._port = self._notices.bind_to_random_port("tcp://127.0.0.1")
        self._peers: dict[str, tuple[int, zmq.Socket[bytes]]] = {}
        self._lists: dict[int, tuple[str, list[Range]]] = {}
        self._transfers: dict[int, _Transfer] = {}
        self._next = 0

    def _handle(self) -> int:
        self._next += 1
        return self._next

    def get_agent_metadata(self) -> bytes:
        return json.dumps({"name": self.name, "pid": os.getpid(), "port": self._port}).encode()

    def add_remote_agent(self, metadata: bytes) -> str:
        told = json.loads(metadata)
        socket: zmq.Socket[bytes] = self._context.socket(zmq.PUSH)
        socket.linger = 0
        socket.connect(f"tcp://127.0.0.1:{told['port']}")
        self._peers[told["name"]] = (told["pid"], socket)
        return str(told["name"])

    def remove_remote_agent(self, name: str) -> None:
        self._peers.pop(name)[1].close()

    def check_remote_metadata(self, name: str) -> bool:
        return name in self._peers

    def get_reg_descs(self, ranges: Any, mem_type: str) -> Any:
        return ranges

    def register_memory(self, descs: Any, backends: Any = None) -> None:
        pass

    def deregister_memory(self, descs: Any) -> None:
        pass

    def get_xfer_descs(self, blocks: Any, mem_type: str) -> list[Range]:
        return [(int(block[0]), int(block[1])) for block in blocks]

    def prep_xfer_dlist(self, agent: str, descs: list[Range]) -> int:
        handle = self._handle()
        self._lists[handle] = (agent, descs)
        return handle

    def release_dlist_handle(self, handle: int) -> None:
        self._lists.pop(handle)

    def make_prepped_xfer(
        self, kind: str, local: int, local_ids: Any, remote: int, remote_ids: Any, notif_msg: bytes = b""
    ) -> int:
        assert kind == "READ"
        agent, there = self._lists[remote]
        here = self._lists[local][1]
        pairs = [(there[int(r)], here[int(x)]) for r, x in zip(remote_ids, local_ids, strict=True)]
        handle = self._handle()
        self._transfers[handle] = _Transfer(self._peers[agent][0], pairs, agent, notif_msg)
        return handle

    def transfer(self, handle: int) -> None:
        transfer = self._transfers[handle]
        for there, here in transfer.pairs:
            copy_from(transfer.pid, there, here)
        transfer.done = True
        if transfer.notice:
            self.send_notif(transfer.agent, notif_msg=transfer.notice)

    def check_xfer_state(self, handle: int) -> str:
        return "DONE" if self._transfers[handle].done else "PROC"

    def get_xfer_telemetry(self, handle: int) -> Any:
        pairs = self._transfers[handle].pairs
        return SimpleNamespace(
            xferDuration=1, postDuration=1, totalBytes=sum(here[1] for _, here in pairs), descCount=len(pairs)
        )

    def release_xfer_handle(self, handle: int) -> None:
        self._transfers.pop(handle)

    def send_notif(self, agent: str, notif_msg: bytes) -> None:
        self._peers[agent][1].send_multipart([self.name.encode(), notif_msg])

    def get_new_notifs(self) -> dict[str, list[bytes]]:
        found: dict[str, list[bytes]] = {}
        while True:
            try:
                sender, message = self._notices.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                return found
            found.setdefault(sender.decode(), []).append(message)
