"""Follows a reader's verdicts at the verdict sink, in a thread of its own."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence

import zmq
from zmq.utils.monitor import recv_monitor_message

from kvlease.framing import END, MalformedBatchError, Wake, decode_seq, decode_verdicts, encode_seq
from kvlease.gate.order import Ask, Deliver, Effect, VerdictOrder
from kvlease.records import Verdict

logger = logging.getLogger(__name__)

_POLL_MS = 200
_MOST_AT_ONCE = 1_000


class VerdictTail:
    """The sockets to the sink. It never gives up: while it cannot follow, the gate is behind, and says so."""

    def __init__(
        self,
        reader_id: str,
        address: str,
        replay_address: str | None,
        clock: Callable[[], int],
        take: Callable[[Verdict], None],
        lost_track: Callable[[], None],
    ) -> None:
        """Connect and start; returns at once, also while the sink cannot be reached.

        Args:
            reader_id: the reader's engine id, to which the sink addresses its batches.
            address: the sink's ``zmq.bind``, as seen from here.
            replay_address: the sink's ``zmq.replay.bind``; None to lose track with every hole.
            clock: the reader's monotonic clock.
            take: takes each verdict in order.
            lost_track: told when verdicts may have been missed.
        """
        self._topic = reader_id.encode()
        self._address = address
        self._replay_address = replay_address
        self._clock = clock
        self._take = take
        self._lost_track = lost_track
        self._order = VerdictOrder(can_ask=replay_address is not None)
        self._context = zmq.Context()
        self._wake = Wake()
        self._poller = zmq.Poller()
        self._poller.register(self._wake.fileno(), zmq.POLLIN)
        self._replay: zmq.Socket[bytes] | None = None
        self._events, self._monitor = self._connect()
        self._open = True
        self._thread = threading.Thread(target=self._run, name="kvlease-gate-verdicts", daemon=True)
        self._thread.start()

    def _connect(self) -> tuple[zmq.Socket[bytes], zmq.Socket[bytes]]:
        events = self._socket(zmq.SUB)
        events.subscribe(self._topic)
        monitor: zmq.Socket[bytes] = events.get_monitor_socket(zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED)
        events.connect(self._address)
        self._poller.register(events, zmq.POLLIN)
        self._poller.register(monitor, zmq.POLLIN)
        return events, monitor

    def _socket(self, kind: int) -> zmq.Socket[bytes]:
        made: zmq.Socket[bytes] = self._context.socket(kind)
        made.linger = 0
        made.rcvhwm = 0
        made.reconnect_ivl_max = 1_000
        return made

    def _run(self) -> None:
        while self._open:
            try:
                ready = {ready for ready, _ in self._poller.poll(_POLL_MS)}
                self._wake.hush()
                self._pump(ready)
            except zmq.ZMQError as fault:
                if not self._open:
                    return
                logger.warning("verdicts cannot be followed, trying again: %s", fault)
            except Exception:
                logger.exception("a verdict could not be taken")
                self._lost_track()  # it may have taken something back
        self._context.destroy(linger=0)

    def _pump(self, ready: set[object]) -> None:
        if self._monitor in ready:
            self._watch_connection()
        if self._events in ready:
            for frames in _received(self._events):
                self._live(frames)
        if self._replay in ready and self._replay is not None:
            for frames in _received(self._replay):
                self._replayed(frames)
        self._perform(self._order.tick(self._clock()))

    def _watch_connection(self) -> None:
        event = recv_monitor_message(self._monitor)["event"]
        if event == zmq.EVENT_HANDSHAKE_SUCCEEDED:
            logger.info("connected to the verdicts at %s", self._address)
            self._perform(self._order.connected(self._clock()))
            return
        logger.info("the connection to the verdicts at %s is broken", self._address)
        for frames in _received(self._events):
            self._live(frames)
        # a new socket, so that what comes over one is of one process
        self._poller.unregister(self._events)
        self._poller.unregister(self._monitor)
        self._events.disable_monitor()
        self._monitor.close(linger=0)
        self._events.close(linger=0)
        self._events, self._monitor = self._connect()

    def _live(self, frames: Sequence[bytes]) -> None:
        if len(frames) != 3 or frames[0] != self._topic:
            return  # of a reader whose id begins like ours
        try:
            seq = decode_seq(frames[1])
        except MalformedBatchError as fault:
            logger.warning("a message of the sink is no batch: %s", fault)
            self._lost_track()
            return
        self._perform(self._order.live(seq, frames[2], self._clock()))

    def _replayed(self, frames: Sequence[bytes]) -> None:
        if len(frames) != 4 or frames[1] != self._topic:
            return
        seq = decode_seq(frames[2])
        now_ns = self._clock()
        ended = seq == END
        self._perform(self._order.replay_ended(now_ns) if ended else self._order.replayed(seq, frames[3], now_ns))

    def _perform(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Deliver):
                self._deliver(effect.payload)
            elif isinstance(effect, Ask):
                self._ask(effect.seq)
            else:
                logger.info("verdicts may have been missed; answers are asked for anew")
                self._lost_track()

    def _deliver(self, payload: bytes) -> None:
        try:
            verdicts = decode_verdicts(payload)
        except MalformedBatchError as fault:
            logger.warning("a batch of verdicts cannot be read: %s", fault)
            self._lost_track()
            return
        for verdict in verdicts:
            self._take(verdict)

    def _ask(self, seq: int) -> None:
        """Ask over a new socket, so that no answer to an older request is taken for this one's."""
        if self._replay is not None:
            self._poller.unregister(self._replay)
            self._replay.close(linger=0)
        self._replay = self._socket(zmq.DEALER)
        self._replay.connect(self._replay_address or "")
        self._poller.register(self._replay, zmq.POLLIN)
        self._replay.send_multipart([b"", self._topic, encode_seq(seq)])

    def close(self) -> None:
        """Stop."""
        self._open = False
        self._wake.ring()
        self._thread.join(timeout=5)
        self._wake.close()


def _received(socket: zmq.Socket[bytes]) -> list[list[bytes]]:
    """Return what has arrived, without waiting."""
    messages: list[list[bytes]] = []
    try:
        while len(messages) < _MOST_AT_ONCE:
            messages.append(socket.recv_multipart(zmq.NOBLOCK))
    except zmq.Again:
        pass
    return messages
