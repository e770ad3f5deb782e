"""What a reading engine asks before it reads, and to confirm after it: :class:`ReadGate`.

The logic is in :mod:`kvlease.gate.core`, without sockets, threads and clocks; the connections are in
:mod:`kvlease.gate.shell`.
"""

from kvlease.gate.answers import Answer, Confirmation, GateOptions, Reader, ReadKey, ReadRequest, Source, Status
from kvlease.gate.core import GateCore, Staleness, Taken
from kvlease.gate.sampler import ClockReading
from kvlease.gate.shell import GateAddresses, ReadGate
from kvlease.gate.tickets import ReadTicket

__all__ = [
    "Answer",
    "ClockReading",
    "Confirmation",
    "GateAddresses",
    "GateCore",
    "GateOptions",
    "ReadGate",
    "ReadKey",
    "ReadRequest",
    "ReadTicket",
    "Reader",
    "Source",
    "Staleness",
    "Status",
    "Taken",
]
