"""Asks the holders of a reader for their clocks, each as soon as it is known and from time to time."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import NamedTuple

logger = logging.getLogger(__name__)

SAMPLE_EVERY_NS = 30_000_000_000
_RETRY_NS = 2_000_000_000
_UNUSED_NS = 3_600_000_000_000
_LOOK_SECONDS = 1.0


class ClockReading(NamedTuple):
    """One question to a holder and its answer. ``remote_ns`` is the holder's clock, the others the reader's."""

    holder_incarnation: str
    sent_ns: int
    remote_ns: int
    received_ns: int
    rank: int = 0


HolderClocks = Callable[[str], ClockReading | None]
"""Asks a holder for its clock, now; None if it did not answer. May take as long as the answer needs."""


class _Watched(NamedTuple):
    due_ns: int
    used_ns: int


class Sampler:
    """One thread that asks one holder after the other."""

    def __init__(
        self, clocks: HolderClocks, take: Callable[[str, ClockReading], None], clock: Callable[[], int], every_ns: int
    ) -> None:
        """Start.

        Args:
            clocks: asks a holder.
            take: takes each reading, with the holder's engine id.
            clock: the reader's monotonic clock.
            every_ns: how often each holder is asked.
        """
        self._clocks = clocks
        self._take = take
        self._clock = clock
        self._every_ns = every_ns
        self._holders: dict[str, _Watched] = {}
        self._changed = threading.Condition()
        self._open = True
        self._thread = threading.Thread(target=self._run, name="kvlease-gate-sampler", daemon=True)
        self._thread.start()

    def watch(self, holder: str) -> None:
        """Sample a holder from now on, until it has not been watched for an hour."""
        now_ns = self._clock()
        with self._changed:
            known = self._holders.get(holder)
            self._holders[holder] = _Watched(known.due_ns if known else now_ns, now_ns)
            if known is None:
                self._changed.notify_all()

    def _run(self) -> None:
        while self._open:
            for holder in self._due():
                self._sample(holder)

    def _due(self) -> list[str]:
        with self._changed:
            now_ns = self._clock()
            self._holders = {name: at for name, at in self._holders.items() if now_ns - at.used_ns <= _UNUSED_NS}
            due = [name for name, at in self._holders.items() if at.due_ns <= now_ns]
            if not due and self._open:
                self._changed.wait(_LOOK_SECONDS)
            return due

    def _sample(self, holder: str) -> None:
        reading = None
        try:
            reading = self._clocks(holder)
            if reading is not None:
                self._take(holder, reading)
        except Exception as fault:
            logger.warning("the clock of %s cannot be read: %s", holder, fault)
        pause_ns = _RETRY_NS if reading is None else self._every_ns
        with self._changed:
            watched = self._holders.get(holder)
            if watched is not None:
                self._holders[holder] = _Watched(self._clock() + pause_ns, watched.used_ns)

    def close(self) -> None:
        """Stop; a question that is under way is not waited for."""
        with self._changed:
            self._open = False
            self._changed.notify_all()
        self._thread.join(timeout=2)
