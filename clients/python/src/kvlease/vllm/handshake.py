"""Asks an engine for its clock over the side channel that vLLM's handshake uses.

The listener answers the question for its metadata at any time, with its ``time.perf_counter()`` behind it; it runs in
the process that counts the deadlines. The metadata holds ids made anew by each process, so its fingerprint names the
life of the engine that answered, on both sides, without a word more on the wire.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable

import msgspec
import zmq

from kvlease.gate import ClockReading
from kvlease.transfer_params import MalformedParamsError, clock_ns

GET_META_MSG = b"get_meta_msg"
_REPLY_FRAMES = 2


def incarnation_of(handshake_payload: bytes) -> str:
    """Return the name of the life of an engine, from what it answers for its first rank."""
    return hashlib.sha256(handshake_payload).hexdigest()[:32]


class ClockListeners:
    """Where the holders of this reader answer. Safe for many threads."""

    def __init__(self, clock: Callable[[], int] = time.perf_counter_ns, timeout_ms: int = 5_000) -> None:
        """Know nobody yet.

        Args:
            clock: the reader's monotonic clock.
            timeout_ms: how long an answer may take, as vLLM's own handshake waits.
        """
        self._clock = clock
        self._timeout_ms = timeout_ms
        self._addresses: dict[str, str] = {}

    def know(self, holder: str, host: str, port: int) -> None:
        """Learn where a holder answers, as ``kv_transfer_params`` say."""
        bracketed = f"[{host}]" if ":" in host else host
        self._addresses[holder] = f"tcp://{bracketed}:{port}"

    def read(self, holder: str) -> ClockReading | None:
        """Ask a holder for its clock, now; None if it is not known, does not answer in time, or answers without one."""
        address = self._addresses.get(holder)
        if address is None:
            return None
        context = zmq.Context()
        try:
            with context.socket(zmq.REQ) as socket:
                socket.linger = 0
                socket.rcvtimeo = socket.sndtimeo = self._timeout_ms
                socket.connect(address)
                question = msgspec.msgpack.encode((GET_META_MSG, 0, 0))
                socket.send(question)  # once for the connection, which takes its time
                if len(socket.recv_multipart()) != _REPLY_FRAMES:
                    return None  # a version without a clock in its answer
                sent_ns = self._clock()
                socket.send(question)
                payload, remote = socket.recv_multipart()
                received_ns = self._clock()
        except zmq.Again:
            return None
        finally:
            context.destroy(linger=0)
        try:
            remote_ns = clock_ns(msgspec.msgpack.decode(remote, type=float))
        except (msgspec.MsgspecError, MalformedParamsError):
            return None  # no clock that a sample can be made of
        return ClockReading(incarnation_of(payload), sent_ns, remote_ns, received_ns)
