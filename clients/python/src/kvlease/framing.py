"""vLLM's framing of events over ZeroMQ: topic, number as eight bytes big-endian, MessagePack payload."""

from __future__ import annotations

import socket
import struct
from collections.abc import Sequence

import msgspec

from kvlease.records import Record, Verdict

END = -1
"""The number that ends an answer of a replay socket."""

_SEQ = struct.Struct(">q")


class MalformedBatchError(ValueError):
    """Bytes that mean nothing to us."""


class _Batch(msgspec.Struct, array_like=True):
    ts: float
    events: Sequence[Record]


class _RawBatch(msgspec.Struct):
    events: list[msgspec.Raw]
    ts: float | None = None


class _Tag(msgspec.Struct):
    record: str = ""


_encoder = msgspec.msgpack.Encoder()
_batches = msgspec.msgpack.Decoder(_RawBatch)
_tags = msgspec.msgpack.Decoder(_Tag)
_verdicts = msgspec.msgpack.Decoder(Verdict)


def encode_seq(seq: int) -> bytes:
    """Return a number as it is sent."""
    return _SEQ.pack(seq)


def decode_seq(frame: bytes) -> int:
    """Return the number in a frame.

    Raises:
        MalformedBatchError: if the frame has not eight bytes.
    """
    if len(frame) != _SEQ.size:
        raise MalformedBatchError(f"the number has {len(frame)} bytes, not {_SEQ.size}")
    return int(_SEQ.unpack(frame)[0])


def encode_batch(wall_seconds: float, records: Sequence[Record]) -> bytes:
    """Return a payload, in vLLM's shape ``[ts, events]``.

    Args:
        wall_seconds: the sender's wall clock in seconds since 1970; it makes the batch unlike that of the same number
            in another life of the engine.
        records: what to send, in order.
    """
    return _encoder.encode(_Batch(wall_seconds, records))


def decode_verdicts(payload: bytes) -> list[Verdict]:
    """Return the verdicts of a batch of the verdict sink; records of other types are passed over.

    Raises:
        MalformedBatchError: if the batch, or a verdict in it, cannot be read.
    """
    try:
        events = _batches.decode(payload).events
        return [_verdicts.decode(each) for each in events if _tags.decode(each).record == Verdict.__name__]
    except (msgspec.MsgspecError, RecursionError) as fault:  # the latter for lists in lists in lists
        raise MalformedBatchError(str(fault)) from fault


class Wake:
    """Wakes a thread that polls sockets. Any thread may ring; the poller registers :meth:`fileno`."""

    def __init__(self) -> None:
        self._hear, self._ring = socket.socketpair()
        self._hear.setblocking(False)
        self._ring.setblocking(False)

    def fileno(self) -> int:
        """Return what to poll for reading."""
        return self._hear.fileno()

    def ring(self) -> None:
        """Wake the thread, now or at its next poll."""
        try:
            self._ring.send(b"!")
        except BlockingIOError:
            pass  # it has been rung for already
        except OSError:
            pass  # it is closed, nobody listens

    def hush(self) -> None:
        """Take note of all rings so far."""
        try:
            while self._hear.recv(4096):
                pass
        except BlockingIOError:
            pass

    def close(self) -> None:
        """Let go of the sockets."""
        self._hear.close()
        self._ring.close()
