"""Puts the batches of a reader's verdicts in order, and notices when some are missing. Without sockets and clocks."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import NamedTuple

RETRY_NS = 1_000_000_000
"""After this long without an answer the replay socket is asked again."""
GIVE_UP_NS = 5_000_000_000
"""After this long what is missing counts as missed."""
_MOST_WAITING = 10_000
_MOST_RECENT = 1_000


class Deliver(NamedTuple):
    """Hand this batch on."""

    payload: bytes


class Ask(NamedTuple):
    """Ask the replay socket, over a new connection, for all from this number on."""

    seq: int


class LostTrack(NamedTuple):
    """Batches before the next one may have been missed."""


Effect = Deliver | Ask | LostTrack


@dataclass
class VerdictOrder:
    """Follows the numbers of one reader's batches at one sink.

    A request to the replay socket begins with the last batch handed on: an answer without it, or with another one under
    that number, is of another life of the sink (or that batch is not kept any more), and verdicts may have been missed.

    Attributes:
        can_ask: whether there is a replay socket; if not, every hole and every connection loses track.
    """

    can_ask: bool = True
    _next: int | None = None
    _waiting: dict[int, bytes] = field(default_factory=dict)
    _recent: OrderedDict[int, int] = field(default_factory=OrderedDict)
    _asking_since_ns: int | None = None
    _asked_ns: int = 0
    _again_ns: int | None = None
    _anchored: bool = False

    @property
    def is_asking(self) -> bool:
        """Whether an answer of the replay socket is awaited."""
        return self._asking_since_ns is not None

    def connected(self, now_ns: int) -> list[Effect]:
        """Take note of a new connection to the event socket. What still waits came over the old one.

        What is sent before the subscription has got there does not come; so the replay socket is asked twice.
        """
        self._waiting.clear()
        if not self.can_ask:
            return [LostTrack()]
        self._again_ns = now_ns + RETRY_NS
        return self._ask(now_ns)

    def _ask(self, now_ns: int) -> list[Effect]:
        if self._asking_since_ns is None:
            self._asking_since_ns = now_ns
        self._asked_ns = now_ns
        self._anchored = not self._next
        return [Ask(max(0, (self._next or 0) - 1))]

    def live(self, seq: int, payload: bytes, now_ns: int) -> list[Effect]:
        """Take a batch of the event socket."""
        if self._next is not None and seq < self._next:
            repeated = self._recent.get(seq) == hash(payload)
            return [] if repeated else self._new_life(now_ns, {seq: payload})
        if seq == (self._next or 0) and not self.is_asking:
            return [self._deliver(seq, payload)]
        self._waiting[seq] = payload
        if not self.can_ask or len(self._waiting) > _MOST_WAITING:
            return self._give_up()
        return [] if self.is_asking else self._ask(now_ns)

    def _new_life(self, now_ns: int, waiting: dict[int, bytes]) -> list[Effect]:
        """Begin again with all that the sink has."""
        self._next = None
        self._recent.clear()
        self._waiting = waiting
        self._asking_since_ns = None
        return [LostTrack(), *self._ask(now_ns)] if self.can_ask else self._give_up()

    def replayed(self, seq: int, payload: bytes, now_ns: int) -> list[Effect]:
        """Take a batch of the replay socket's answer."""
        if not self.is_asking:
            return []
        if not self._anchored:
            self._anchored = self._recent.get(seq) == hash(payload)
            if not self._anchored:
                return self._new_life(now_ns, self._waiting)
        if self._next is not None and seq < self._next:
            return []
        lost = [LostTrack()] if seq != (self._next or 0) else []
        return [*lost, self._deliver(seq, payload)]

    def replay_ended(self, now_ns: int) -> list[Effect]:
        """Take the end of the replay socket's answer."""
        if not self.is_asking:
            return []
        if not self._anchored:
            return self._new_life(now_ns, self._waiting)
        self._asking_since_ns = None
        effects = self._hand_on(only_next=True)
        return [*effects, *self._ask(now_ns)] if self._waiting else effects

    def tick(self, now_ns: int) -> list[Effect]:
        """Ask again, or give up, when it is time to."""
        if self._asking_since_ns is None and self._again_ns is not None and now_ns >= self._again_ns:
            self._again_ns = None
            return self._ask(now_ns)
        if self._asking_since_ns is None or now_ns - self._asked_ns < RETRY_NS:
            return []
        if now_ns - self._asking_since_ns >= GIVE_UP_NS:
            return self._give_up()
        return self._ask(now_ns)

    def _give_up(self) -> list[Effect]:
        """Hand on what waits; what is missing before it has been missed."""
        self._asking_since_ns = None
        return [LostTrack(), *self._hand_on(only_next=False)]

    def _hand_on(self, *, only_next: bool) -> list[Effect]:
        effects: list[Effect] = []
        for seq in sorted(self._waiting):
            expected = self._next or 0
            if seq > expected and only_next:
                break
            payload = self._waiting.pop(seq)
            if seq > expected:
                effects.append(LostTrack())
            if seq >= expected:
                effects.append(self._deliver(seq, payload))
        return effects

    def _deliver(self, seq: int, payload: bytes) -> Deliver:
        self._next = seq + 1
        self._recent[seq] = hash(payload)
        if len(self._recent) > _MOST_RECENT:
            self._recent.popitem(last=False)
        return Deliver(payload)
