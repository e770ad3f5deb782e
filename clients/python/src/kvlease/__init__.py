"""The engine side of kvlease for vLLM.

* :class:`EventPublisher` publishes records over ZeroMQ as vLLM publishes its events.
* :class:`LeaseLog` numbers what a holder tells.
* :mod:`kvlease.gate` is asked before a read and confirms it afterwards.
* :mod:`kvlease.router` tells what a router can.
* :mod:`kvlease.vllm` hooks into vLLM's NIXL connector.
"""

from kvlease.holder import Heartbeats, LeaseLog, new_incarnation
from kvlease.publisher import EventPublisher, PublisherOptions
from kvlease.transfer_params import KvTransferParams

__all__ = ["EventPublisher", "Heartbeats", "KvTransferParams", "LeaseLog", "PublisherOptions", "new_incarnation"]
