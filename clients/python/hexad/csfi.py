"""csfi: the parameters of a calibration board, read. Writing moves what people stand on: `hexad calibrate` does that,
with its checks, history and comparison."""

import time
from typing import Any, Dict

from . import _tables
from ._link import Client
from ._tables import PORTS

GROUPS = {1: _tables.CSFI_MECHANICS, 2: _tables.CSFI_CONTROL, 3: _tables.CSFI_NETWORK, 4: _tables.CSFI_USER_FRAME}
MARK = b"\xEB\x90"


class Csfi(Client):
    def __init__(self, host: str = "127.0.0.1", port: int = PORTS["csfi"], *, local_port: int = 0,
                 answer_time: float = 1.0, attempts: int = 3) -> None:
        super().__init__(host, port, local_port)
        self.answer_time = answer_time
        self.attempts = attempts

    def read(self, group: int) -> Dict[str, Any]:
        """The fields of group 1 to 4 by name: numbers, and tuples of them."""
        frame = GROUPS[group]
        for _ in range(self.attempts):
            self.link.send(MARK + bytes((group, 3)))
            until = time.monotonic() + self.answer_time
            data = self.link.receive(until)
            while data is not None:
                if len(data) == frame.size and data[:2] == MARK and data[2] == group and data[3] == sum(data[4:]) % 256:
                    return {name: frame.get(data, name) for name in frame.names() if name not in ("mark", "checksum")}
                data = self.link.receive(until)
        raise self.link.silent(f"answer for group {group}")
