"""Publishes records over ZeroMQ as vLLM publishes its own events, with a replay buffer."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import msgspec
import zmq

from kvlease.framing import END, MalformedBatchError, Wake, decode_seq, encode_batch, encode_seq
from kvlease.records import Record

logger = logging.getLogger(__name__)

_MOST_RECORDS_PER_BATCH = 256
_POLL_MS = 1_000
_PAUSE_SECONDS = 0.1


class ReplayBuffer:
    """The batches published last, numbered from 0. The newest is always kept. For one thread."""

    def __init__(self, most_batches: int = 10_000, most_bytes: int = 64 << 20) -> None:
        self._most_batches = most_batches
        self._most_bytes = most_bytes
        self._payloads: deque[bytes] = deque()
        self._bytes = 0
        self._next_seq = 0

    def add(self, payload: bytes) -> int:
        """Keep a batch; return its number."""
        self._payloads.append(payload)
        self._bytes += len(payload)
        while len(self._payloads) > 1 and self._is_full():
            self._bytes -= len(self._payloads.popleft())
        self._next_seq += 1
        return self._next_seq - 1

    def _is_full(self) -> bool:
        return len(self._payloads) > self._most_batches or self._bytes > self._most_bytes

    def since(self, seq: int) -> list[tuple[int, bytes]]:
        """Return what is kept of the batches from a number on, the oldest first."""
        first = self._next_seq - len(self._payloads)
        return [(first + i, payload) for i, payload in enumerate(self._payloads) if first + i >= seq]


class PublisherOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Where and how to publish.

    Attributes:
        bind: address of the event socket, as the connector's ``engines`` names it.
        replay_bind: address of the replay socket.
        topic: first frame of every message.
        most_batches: batches kept for replay.
        most_bytes: bytes kept for replay.
        most_waiting: records that may wait for the publishing thread; more are dropped and counted.
    """

    bind: str
    replay_bind: str
    topic: str = "kvlease"
    most_batches: int = 10_000
    most_bytes: int = 64 << 20
    most_waiting: int = 200_000


class EventPublisher:
    """Sends records in the order given, in a thread of its own: an engine never waits for a network.

    Safe for many threads. What nobody has received yet is kept in the replay buffer and asked for by the connector.
    """

    def __init__(self, options: PublisherOptions, wall_seconds: Callable[[], float] = time.time) -> None:
        """Bind and start.

        Raises:
            OSError: if an address cannot be bound; the message says which.
        """
        self._options = options
        self._wall_seconds = wall_seconds
        self._buffer = ReplayBuffer(options.most_batches, options.most_bytes)
        self._waiting: deque[Record] = deque()
        self._lost = 0
        self._lock = threading.Lock()
        self._wake = Wake()
        self._open = True
        self._context = zmq.Context()
        self._events = self._bound(zmq.PUB, options.bind)
        self._replay = self._bound(zmq.ROUTER, options.replay_bind)
        self._thread = threading.Thread(target=self._run, name="kvlease-publisher", daemon=True)
        self._thread.start()

    def _bound(self, kind: int, address: str) -> zmq.Socket[bytes]:
        made: zmq.Socket[bytes] = self._context.socket(kind)
        made.linger = 0
        made.sndhwm = 0 if kind == zmq.ROUTER else 100_000
        try:
            made.bind(address)
        except zmq.ZMQError as fault:
            self._context.destroy(linger=0)
            self._wake.close()
            raise OSError(fault.errno, f"cannot bind {address}: {fault.strerror}; choose a free address") from fault
        return made

    @property
    def addresses(self) -> tuple[str, str]:
        """The addresses of the event and of the replay socket, with the ports that were chosen."""
        return _endpoint(self._events), _endpoint(self._replay)

    @property
    def lost(self) -> int:
        """Records dropped because too many were waiting, or because they cannot be encoded."""
        return self._lost

    def publish(self, *records: Record) -> None:
        """Hand records over. Returns at once."""
        with self._lock:
            room = self._options.most_waiting - len(self._waiting)
            self._waiting.extend(records[: max(0, room)])
            self._lost += max(0, len(records) - room)
        self._wake.ring()

    def _run(self) -> None:
        poller = zmq.Poller()
        poller.register(self._replay, zmq.POLLIN)
        poller.register(self._wake.fileno(), zmq.POLLIN)
        while self._open:
            with self._going_on():
                ready = dict(poller.poll(_POLL_MS))
                self._wake.hush()
                self._send_waiting()
                if self._replay in ready:
                    self._answer(self._replay.recv_multipart())
        with self._going_on():
            self._send_waiting()

    @contextmanager
    def _going_on(self) -> Iterator[None]:
        """Let no fault end the thread: nobody would be told of anything again."""
        try:
            yield
        except Exception:
            logger.exception("the publisher goes on after a fault")
            time.sleep(_PAUSE_SECONDS if self._open else 0)

    def _send_waiting(self) -> None:
        while records := self._next_records():
            try:
                payload = encode_batch(self._wall_seconds(), records)
            except Exception:
                self._send_each(records)
            else:
                self._send(payload)

    def _send_each(self, records: Sequence[Record]) -> None:
        """Send one by one, so that a record that cannot be encoded takes no other with it."""
        for record in records:
            try:
                payload = encode_batch(self._wall_seconds(), [record])
            except Exception as fault:
                self._lost += 1
                logger.error("a %s cannot be encoded: %s", type(record).__name__, fault)
            else:
                self._send(payload)

    def _send(self, payload: bytes) -> None:
        seq = self._buffer.add(payload)
        try:
            self._events.send_multipart([self._options.topic.encode(), encode_seq(seq), payload])
        except zmq.ZMQError as fault:
            logger.warning("batch %d has to be fetched from the replay socket: %s", seq, fault)

    def _next_records(self) -> Sequence[Record]:
        with self._lock:
            count = min(_MOST_RECORDS_PER_BATCH, len(self._waiting))
            return [self._waiting.popleft() for _ in range(count)]

    def _answer(self, request: list[bytes]) -> None:
        if len(request) != 3:
            logger.debug("a replay request of %d frames is none", len(request))
            return
        client, delimiter, start = request
        try:
            since = decode_seq(start)
        except MalformedBatchError as fault:
            logger.debug("a replay request is none: %s", fault)
            return
        head = [client, delimiter, self._options.topic.encode()]
        for seq, payload in self._buffer.since(since):
            self._replay.send_multipart([*head, encode_seq(seq), payload])
        self._replay.send_multipart([*head, encode_seq(END), b""])

    def close(self) -> None:
        """Send what waits, and stop. The replay buffer goes with it."""
        if not self._open:
            return
        self._open = False
        self._wake.ring()
        self._thread.join(timeout=5)
        self._context.destroy(linger=200)
        self._wake.close()


def _endpoint(socket: zmq.Socket[bytes]) -> str:
    endpoint = socket.getsockopt(zmq.LAST_ENDPOINT)
    return endpoint.rstrip(b"\0").decode() if isinstance(endpoint, bytes) else str(endpoint)
