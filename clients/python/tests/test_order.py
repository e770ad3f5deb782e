"""Whatever happens to batches on their way, what is handed on is in order, or its loss is told."""

from __future__ import annotations

import itertools
import random

import pytest

from kvlease.gate.order import GIVE_UP_NS, RETRY_NS, Ask, Deliver, Effect, LostTrack, VerdictOrder

T0 = 10**12


def payload(seq: int, life: str = "a") -> bytes:
    return f"{life}{seq}".encode()


def connected(upto: int = 0) -> VerdictOrder:
    order = VerdictOrder()
    assert order.connected(T0) == [Ask(0)]
    for seq in range(upto):
        order.replayed(seq, payload(seq), T0)
    order.replay_ended(T0)
    return order


def delivered(effects: list[Effect]) -> list[str]:
    return [effect.payload.decode() if isinstance(effect, Deliver) else "lost" for effect in effects]


def test_begins_with_what_the_sink_has_kept() -> None:
    order = VerdictOrder()
    assert order.connected(T0) == [Ask(0)]
    assert order.live(2, payload(2), T0) == []
    assert order.replayed(0, payload(0), T0) == [Deliver(b"a0")]
    assert order.replayed(1, payload(1), T0) == [Deliver(b"a1")]
    assert order.replayed(2, payload(2), T0) == [Deliver(b"a2")]
    assert order.replay_ended(T0) == []
    assert order.live(3, payload(3), T0) == [Deliver(b"a3")]


def test_what_is_no_longer_kept_at_the_start_may_have_been_missed() -> None:
    order = VerdictOrder()
    order.connected(T0)
    assert order.replayed(5, payload(5), T0) == [LostTrack(), Deliver(b"a5")]


def test_a_hole_is_healed_before_anything_behind_it_is_handed_on() -> None:
    order = connected(3)
    assert order.live(5, payload(5), T0) == [Ask(2)]
    assert order.live(6, payload(6), T0) == []
    assert order.replayed(2, payload(2), T0) == []
    assert delivered([*order.replayed(3, payload(3), T0), *order.replayed(4, payload(4), T0)]) == ["a3", "a4"]
    assert delivered(order.replay_ended(T0)) == ["a5", "a6"]


def test_what_came_after_the_answer_was_made_is_asked_for_again() -> None:
    order = connected(3)
    order.live(5, payload(5), T0)
    for seq in (2, 3, 4, 5):
        order.replayed(seq, payload(seq), T0)
    order.live(7, payload(7), T0)
    assert order.replay_ended(T0) == [Ask(5)]
    order.replayed(5, payload(5), T0)
    assert order.replayed(6, payload(6), T0) == [Deliver(b"a6")]
    assert order.replay_ended(T0) == [Deliver(b"a7")]


def test_a_hole_that_is_no_longer_kept_is_told() -> None:
    order = VerdictOrder()
    order.connected(T0)
    order.replay_ended(T0)
    order.live(0, payload(0), T0)
    order.live(4, payload(4), T0)
    order.replayed(0, payload(0), T0)
    assert order.replayed(4, payload(4), T0) == [LostTrack(), Deliver(b"a4")]


def test_a_repeat_is_dropped() -> None:
    order = connected(3)
    assert order.live(1, payload(1), T0) == []
    assert order.live(3, payload(3), T0) == [Deliver(b"a3")]


def test_a_sink_that_was_started_again_is_followed_from_its_beginning() -> None:
    order = connected(3)
    assert order.connected(T0) == [Ask(2)]
    assert order.replayed(2, payload(2, "b"), T0) == [LostTrack(), Ask(0)]
    found = [effect for seq in range(3) for effect in order.replayed(seq, payload(seq, "b"), T0)]
    assert delivered(found) == ["b0", "b1", "b2"]


def test_a_sink_that_was_started_again_and_has_sent_nothing_yet() -> None:
    order = connected(3)
    order.connected(T0)
    assert order.replay_ended(T0) == [LostTrack(), Ask(0)]
    assert order.replay_ended(T0) == []
    assert order.live(0, payload(0, "b"), T0) == [Deliver(b"b0")]


def test_a_new_life_behind_the_same_connection_shows_by_its_numbers() -> None:
    order = connected(3)
    assert order.live(1, payload(1, "b"), T0) == [LostTrack(), Ask(0)]
    found = [effect for seq in range(2) for effect in order.replayed(seq, payload(seq, "b"), T0)]
    assert delivered(found) == ["b0", "b1"]


def test_a_replay_socket_that_is_silent_is_asked_again_and_given_up() -> None:
    order = connected(3)
    order.live(5, payload(5), T0)
    assert order.tick(T0 + RETRY_NS - 1) == []
    assert order.tick(T0 + RETRY_NS) == [Ask(2)]
    assert order.tick(T0 + RETRY_NS + GIVE_UP_NS) == [LostTrack(), LostTrack(), Deliver(b"a5")]
    assert order.tick(T0 + 99 * GIVE_UP_NS) == [Ask(5)], "the second question of the connection, see below"


def test_a_connection_asks_twice_because_the_subscription_may_come_late() -> None:
    order = connected(3)
    assert order.tick(T0 + RETRY_NS - 1) == []
    assert order.tick(T0 + RETRY_NS) == [Ask(2)]
    order.replayed(2, payload(2), T0)
    assert order.replayed(3, payload(3), T0) == [Deliver(b"a3")], "its live copy was sent before the subscription"
    order.replay_ended(T0)
    assert order.tick(T0 + 9 * RETRY_NS) == []


def test_without_a_replay_socket_every_hole_is_told() -> None:
    order = VerdictOrder(can_ask=False)
    assert order.connected(T0) == [LostTrack()]
    assert order.live(0, payload(0), T0) == [Deliver(b"a0")]
    assert LostTrack() in order.live(2, payload(2), T0)
    assert order.live(0, payload(0, "b"), T0)[0] == LostTrack()


class Sink:
    """A sink that may be started again, and a way to it on which batches and answers get lost."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.order = VerdictOrder()
        self.now_ns = T0
        self.life = 0
        self.kept: list[bytes] = []
        self.log: list[str] = []

    def perform(self, effects: list[Effect], depth: int = 0) -> None:
        for effect in effects:
            if not isinstance(effect, Ask):
                self.log.extend(delivered([effect]))
            elif depth < 5 and self.dice.random() < 0.8:  # else the answer is lost
                for seq, each in list(enumerate(self.kept))[effect.seq :]:
                    self.perform(self.order.replayed(seq, each, self.now_ns), depth + 1)
                self.perform(self.order.replay_ended(self.now_ns), depth + 1)

    def connect(self) -> None:
        self.perform(self.order.connected(self.now_ns))

    def publish(self) -> None:
        self.kept.append(payload(len(self.kept), f"{self.life}-"))
        for _ in range(self.dice.choice((0, 1, 1, 1, 2))):
            self.perform(self.order.live(len(self.kept) - 1, self.kept[-1], self.now_ns))

    def restart(self) -> None:
        self.life += 1
        self.kept = []
        self.connect()

    def wait(self, steps: int = 1) -> None:
        for _ in range(steps):
            self.now_ns += 200_000_000
            self.perform(self.order.tick(self.now_ns))


@pytest.mark.parametrize("seed", range(300))
def test_between_two_losses_told_no_batch_is_left_out_or_handed_on_twice(seed: int) -> None:
    sink = Sink(seed)
    sink.connect()
    for _ in range(60):
        if sink.dice.random() < 0.04:
            sink.restart()
        sink.publish()
        sink.wait()
    sink.wait(60)
    sink.connect()
    sink.wait(60)

    for before, after in itertools.pairwise(sink.log):
        if "lost" not in (before, after):
            life, seq = before.rsplit("-", 1)
            assert after == f"{life}-{int(seq) + 1}", sink.log
    assert sink.log[-1] in (sink.kept[-1].decode(), "lost"), sink.log
