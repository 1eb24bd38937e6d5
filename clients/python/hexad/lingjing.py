"""lingjing: text frames, one way. There is no start, no stop and no state; the last target is kept."""

import time
from typing import NamedTuple, Optional, Sequence, Tuple

from ._link import StreamClient
from ._tables import LINGJING_FORMS, PORTS
from .pose import finite


class LingjingPose(NamedTuple):
    """Left-handed: X forward, Y right, Z up **above the bottom**; right side up, nose down, nose right. ° and mm."""

    roll: float = 0.0
    pitch: float = 0.0
    yaw: float = 0.0
    x: float = 0.0
    y: float = 0.0
    z: float = 0.0


def encode(name: str, values: Sequence[float], relays: Optional[int] = None) -> str:
    """@NAME:v1,v2,…# with at most six decimals; `relays`: bit 0 = relay 1, of twelve."""
    if len(values) != len(LINGJING_FORMS[name]):
        raise ValueError(f"{name} takes {', '.join(LINGJING_FORMS[name])}")
    finite(*values)
    words = [f"{value:.6f}".rstrip("0").rstrip(".") for value in values]
    if relays is not None:
        if not 0 <= relays <= 0xFFF:
            raise ValueError("twelve relays")
        words.append(f"{relays:X}")
    return f"@{name}:{','.join('0' if word == '-0' else word for word in words)}#"


class Lingjing(StreamClient):
    def __init__(self, host: str = "127.0.0.1", port: int = PORTS["lingjing"], *, local_port: int = 0,
                 rate_hz: float = 100.0) -> None:
        super().__init__(host, port, local_port, rate_hz)
        self.feedback: Optional[LingjingPose] = None  # where the controller is set to send its pose back
        self._heard = 0.0
        self._relays: Optional[int] = None
        self._name = ""
        self._values: Tuple[float, ...] = ()

    def pose(self, pose: LingjingPose) -> None:
        self._name, self._values = "A6", tuple(pose)

    def legs(self, extensions: Sequence[float]) -> None:
        """Three or six, 0 to the stroke, mm."""
        self._name, self._values = f"C{len(extensions)}", tuple(extensions)

    def relays(self, bits: Optional[int]) -> None:
        """None: frames leave them as they are."""
        self._relays = bits

    def send(self) -> None:
        if not self._name:
            raise ValueError("nothing to send: pose() or legs() comes first")
        self.send_text(encode(self._name, self._values, self._relays))

    def send_text(self, text: str) -> None:
        self.link.send(text.encode())
        self.sent += 1

    def move(self, pose: LingjingPose, seconds: float) -> None:
        """One datagram: be there in that time."""
        self.send_text(encode("A6T", (*pose, max(1, round(seconds * 1000)))))

    def film(self, what: str) -> None:
        """play, pause, stop, pre, next."""
        self.send_text(f"@MV:{what}#")

    def _take(self, data: bytes) -> None:
        try:
            text = data.decode().strip()
            if not (text.startswith("@A6:") and text.endswith("#")):
                raise ValueError
            self.feedback = LingjingPose(*(float(word) for word in text[4:-1].split(",")))
        except (ValueError, TypeError):
            self.foreign += 1
            return
        self.received += 1
        self._heard = time.monotonic()
