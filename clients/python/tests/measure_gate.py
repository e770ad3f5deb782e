"""Prints what the gate costs with 100,000 live verdicts. Not a test; README.md tells how it is run."""

from __future__ import annotations

import random
import timeit
import tracemalloc

from kvlease.framing import decode_verdicts
from kvlease.gate import GateCore, GateOptions
from verdicts import NOW, READER, SECOND, batch, readable

COUNT = 100_000
TIMES = 10


def payload(number: int) -> bytes:
    return batch(
        readable(
            1,
            request_id=f"request-{number}",
            read_request_id=f"read-{number}",
            lease_seq=number,
            now_ns=NOW,
            readable_until_ns=NOW + 100 * SECOND,
            deadline_ns=NOW + 105 * SECOND,
        )
    )


def take_all(gate: GateCore, payloads: list[bytes]) -> None:
    for each in payloads:
        for verdict in decode_verdicts(each):
            gate.take(verdict, NOW)


def main() -> None:
    payloads = [payload(number) for number in range(COUNT)]
    seconds = min(
        timeit.repeat(
            "take_all(GateCore(READER, GateOptions(), print), payloads)",
            globals={**globals(), "payloads": payloads},
            number=1,
            repeat=3,
        )
    )
    print(f"decode and take a verdict         {seconds / COUNT * 1e6:8.2f} us")
    tracemalloc.start()
    gate = GateCore(READER, GateOptions(), print)
    take_all(gate, payloads)
    print(f"memory of a read                  {tracemalloc.get_traced_memory()[0] / COUNT:8.0f} B")
    tracemalloc.stop()
    tickets = list(gate._reads.values())
    random.Random(1).shuffle(tickets)

    def check_all() -> None:
        for ticket in tickets:
            gate.check(ticket, NOW + 1)

    def check_one() -> None:
        for _ in range(COUNT):
            gate.check(tickets[0], NOW + 1)

    for name, check in (("check, each of them once", check_all), ("check, the same again", check_one)):
        seconds = min(timeit.repeat(check, number=1, repeat=TIMES))
        print(f"{name:33} {seconds / COUNT * 1e6:8.2f} us")


if __name__ == "__main__":
    main()
