"""A verdict sink for tests."""

from __future__ import annotations

import struct
import threading
from collections import defaultdict

import zmq

from kvlease.gate import GateAddresses
from kvlease.records import Verdict
from verdicts import batch


class FakeSink:
    """The verdict sink: numbers per reader, a replay socket that wants the reader's name."""

    def __init__(self, verdicts: str = "tcp://127.0.0.1:*", replay: str = "tcp://127.0.0.1:*") -> None:
        self._context = zmq.Context()
        self._verdicts = self._bound(zmq.PUB, verdicts)
        self._replay = self._bound(zmq.ROUTER, replay)
        self.addresses = GateAddresses(*(_endpoint(each) for each in (self._verdicts, self._replay)))
        self._kept: defaultdict[str, list[bytes]] = defaultdict(list)
        self._lock = threading.Lock()
        self._open = True
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _bound(self, kind: int, address: str) -> zmq.Socket[bytes]:
        made: zmq.Socket[bytes] = self._context.socket(kind)
        made.linger = 0
        made.rcvtimeo = 50
        made.bind(address)
        return made

    def publish(self, *verdicts: Verdict, lost: bool = False) -> None:
        """All for one reader. What is lost is kept to be replayed."""
        reader = verdicts[0].reader_engine_id
        payload = batch(*verdicts)
        seq = self.keep(reader, payload)
        if not lost:
            self.raw(reader.encode(), struct.pack(">q", seq), payload)

    def keep(self, reader: str, payload: bytes) -> int:
        with self._lock:
            self._kept[reader].append(payload)
            return len(self._kept[reader]) - 1

    def raw(self, *frames: bytes) -> None:
        with self._lock:
            self._verdicts.send_multipart(list(frames))

    def _serve(self) -> None:
        while self._open:
            try:
                client, _, reader, start = self._replay.recv_multipart()
            except zmq.Again:
                continue
            with self._lock:
                kept = list(enumerate(self._kept[reader.decode()]))[struct.unpack(">q", start)[0] :]
            for seq, payload in kept:
                self._replay.send_multipart([client, b"", reader, struct.pack(">q", seq), payload])
            self._replay.send_multipart([client, b"", reader, b"\xff" * 8, b""])

    def close(self) -> None:
        self._open = False
        self._thread.join()
        self._context.destroy(linger=0)


def _endpoint(socket: zmq.Socket[bytes]) -> str:
    endpoint = socket.getsockopt(zmq.LAST_ENDPOINT)
    assert isinstance(endpoint, bytes)
    return endpoint.rstrip(b"\0").decode()
