"""The clock of a holder, by a reader's own samples."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest

from kvlease.clocks import HolderClock, drift_ns, holder_max_ns
from kvlease.gate import ReadKey, ReadRequest
from kvlease.gate.fallback import OwnClocks
from kvlease.records import HandshakeSample

GOLDEN = Path(__file__).parents[3] / "lease-core/src/test/resources/golden"
DAY = 86_400_000_000_000


def sample(sent: int, remote: int, received: int, life: str = "e") -> HandshakeSample:
    return HandshakeSample(
        reader_engine_id="r",
        reader_incarnation="life",
        holder_engine_id="h",
        holder_incarnation=life,
        sent_ns=sent,
        remote_ns=remote,
        received_ns=received,
    )


def rows(name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (GOLDEN / name).read_text().splitlines()]


@pytest.mark.parametrize("scenario", ["untracked-holder-keeps-the-original-rules", "original-fix-cases"])
def test_the_fallback_says_what_the_stream_says_of_holders_without_events(scenario: str) -> None:
    clocks: dict[object, OwnClocks] = defaultdict(OwnClocks)  # each reader has its own
    told = {}
    for row in rows(f"{scenario}.events.ndjson"):
        value = row["value"]
        assert isinstance(value, dict)
        own = clocks[value["reader_engine_id"]]
        if row["topic"] == "handshake-samples":
            own.sampled(HandshakeSample(**value))
        elif row["topic"] == "read-intents":
            key = ReadKey(value["holder_engine_id"], value["request_id"], value["read_request_id"])
            request = ReadRequest(key, value["num_local_blocks"], expiry_ns=value.get("expiry_ns"))
            told[key.read_request_id] = own.decide(request, value["now_ns"])
    verdicts = [row for row in rows(f"{scenario}.expected.ndjson") if row["kind"] == "verdict"]
    assert len(verdicts) == len(told) > 0
    for verdict in verdicts:
        answer = told[str(verdict["read_request_id"])]
        if verdict["reason"] == "NO_DEADLINE":  # the fallback is stricter here
            assert (answer.status.value, answer.reason) == ("EXPIRED", "NO_DEADLINE")
            continue
        expected = [verdict.get(name) for name in ("status", "reason", "deadline_ns", "readable_until_ns")]
        assert [answer.status.value, answer.reason, answer.deadline_ns, answer.readable_until_ns] == expected


def test_drift_is_the_exact_product_rounded_up() -> None:
    dice = random.Random(5)
    for span in [0, 1, -1, 10_000, 10_001, *(dice.randrange(-(1 << 61), 1 << 61) for _ in range(200))]:
        exact = Fraction(abs(span) * 100, 1_000_000)
        assert 0 <= drift_ns(span) - exact < 1


def test_the_true_clock_always_lies_within_the_bounds() -> None:
    for seed in range(100):
        dice = random.Random(seed)
        rate = Fraction(1_000_000 + dice.randint(-99, 99), 1_000_000)
        origin = dice.randrange(1 << 40)
        clock = HolderClock()
        now = dice.randrange(1, 1 << 40)
        for _ in range(40):
            now += dice.randrange(60_000_000_000)
            there, back = dice.randrange(5_000_000), dice.randrange(5_000_000)
            clock.take(sample(now, origin + int((now + there) * rate), now + there + back))
            now += there + back
            bounds = clock.bounds
            assert bounds is not None, f"seed {seed}"
            deadline = origin + int((now + 480_000_000_000) * rate)
            earliest = clock.earliest_ns(deadline)
            assert earliest is not None and earliest <= now + 480_000_000_000, f"seed {seed}"
            assert holder_max_ns(now, bounds.hi_ns, bounds.received_ns, 100) >= origin + int(now * rate), f"seed {seed}"


def test_one_sample_that_disagrees_makes_the_clock_unknown_and_two_move_it() -> None:
    clock = HolderClock()
    clock.take(sample(1000, 51_000, 2000))
    clock.take(sample(3000, 9_000_000, 4000))
    assert clock.bounds is None
    clock.take(sample(5000, 9_002_000, 6000))
    assert clock.bounds is not None and clock.bounds.hi_ns > 8_000_000


def test_a_sample_that_agrees_again_clears_the_suspicion() -> None:
    clock = HolderClock()
    clock.take(sample(1000, 51_000, 2000))
    clock.take(sample(3000, 9_000_000, 4000))
    clock.take(sample(5000, 55_500, 6000))
    assert clock.bounds is not None and clock.bounds.hi_ns < 60_000


def test_a_sample_sent_before_the_suspect_came_says_nothing_about_it() -> None:
    clock = HolderClock()
    clock.take(sample(1000, 51_000, 2000))
    clock.take(sample(3000, 9_000_000, 4000))
    clock.take(sample(3500, 9_000_500, 4500))
    assert clock.bounds is None


def test_a_leap_is_not_believed_alone() -> None:
    clock = HolderClock()
    clock.take(sample(1000, 51_000, 2000))
    assert not clock.take(sample(2 * DAY, 2 * DAY + 50_000, 2 * DAY + 1000))
    assert clock.take(sample(2 * DAY + 2000, 2 * DAY + 52_500, 2 * DAY + 3000))


def test_a_holder_that_restarts_has_a_new_clock_and_its_old_life_is_over() -> None:
    clock = HolderClock()
    clock.take(sample(1000, 51_000, 2000, "a"))
    clock.take(sample(3000, 99_000_000, 4000, "b"))
    assert clock.life == "b" and clock.bounds is not None and clock.bounds.lo_ns > 90_000_000
    assert not clock.take(sample(5000, 55_000, 6000, "a"))


@pytest.mark.parametrize(("sent", "received"), [(2000, 1000), (1000, 1001 + 10_000_000_000)])
def test_a_sample_that_is_none_is_refused(sent: int, received: int) -> None:
    clock = HolderClock()
    assert not clock.take(sample(sent, 5, received))
    assert clock.bounds is None
