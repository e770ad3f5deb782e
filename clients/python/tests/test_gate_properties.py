"""Whatever comes in whatever order, what was over stays over."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest

from kvlease.gate import GateCore, GateOptions, ReadKey, ReadRequest
from kvlease.records import ReadOutcome, Verdict
from verdicts import NOW, READER, SECOND, expired, readable, revocation


@dataclass
class Story:
    """Random verdicts for a few reads of a few leases, and what must hold after each of them."""

    dice: random.Random
    revoked: set[str] = field(default_factory=set)
    ended: set[int] = field(default_factory=set)
    revision: int = 0

    def next_verdict(self) -> Verdict:
        self.revision += 1
        read, seq = self.dice.choice("abcdef"), self.dice.randint(1, 3)
        fields = {
            "read_request_id": read,
            "lease_seq": seq,
            "revision": self.dice.randint(1, self.revision),
            "read_intent_offset": self.dice.randint(1, 9),
            "now_ns": NOW,
        }
        kind = self.dice.random()
        if kind < 0.6:
            return readable(fields.pop("revision"), readable_until_ns=NOW + SECOND, **fields)  # type: ignore[arg-type]
        if kind < 0.75:
            return expired("CLAIMED", rule="V10", provisional=True, **fields)
        if kind < 0.85:
            self.ended.add(seq)
            return expired("RELEASED", rule="V6", **fields)
        del fields["read_intent_offset"]
        self.revoked.add(read)
        provisional = self.dice.random() < 0.5
        if not provisional:
            self.ended.add(seq)
        return revocation("LEASE_EXPIRED", provisional=provisional, **fields)


@pytest.mark.parametrize("seed", range(200))
def test_what_was_taken_back_or_has_ended_is_never_readable_again(seed: int) -> None:
    story = Story(random.Random(seed))
    sent: list[object] = []
    gate = GateCore(READER, GateOptions(), sent.append)
    tickets = {read: gate.ask(ReadRequest(ReadKey("h", "req", read), 4), NOW) for read in "abcdef"}
    for step in range(80):
        gate.take(story.next_verdict(), NOW)
        if story.dice.random() < 0.05:
            gate.lost_track()
        if story.dice.random() < 0.05:
            gate.ask(ReadRequest(ReadKey("h", "req", story.dice.choice("abcdef")), 4), NOW)
        for read, ticket in tickets.items():
            if not gate.check(ticket, NOW).is_readable:
                continue
            assert read not in story.revoked, f"step {step}"
            assert ticket.permit is not None and ticket.permit.lease_seq not in story.ended, f"step {step}"

    for read, ticket in tickets.items():
        gate.finished(ticket, NOW, NOW + 1, NOW + 2)
        found = gate.confirm(ticket, NOW + 2)
        assert not getattr(found, "usable", False), f"{read}: nobody has heard the holder since"
    outcomes = [each for each in sent if isinstance(each, ReadOutcome)]
    assert all(each.status.name == "FAILED" for each in outcomes)
