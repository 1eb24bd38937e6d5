"""motus: frames of 180 bytes at 100 Hz with a command in each, and a status of 108 bytes that answers them."""

import time
from dataclasses import dataclass
from typing import Any, Dict, Optional, Sequence, Tuple

from ._link import NoAnswer, Refused, StreamClient
from ._tables import (HARDWARE_CODES, HOST_PORTS, MOTUS_COMMAND, MOTUS_FRAME_ID, MOTUS_STATUS, PORTS, MotusCommand,
                      MotusState, MotusSubCommand)
from .pose import Pose, finite

SILENCE_S = 1.0


@dataclass(frozen=True)
class MotusStatus:
    state: int  # MotusState, or a number this version does not know
    inputs: int  # bit 0 = input 1
    pose: Pose  # mm, whatever is on the wire
    errors: Tuple[int, ...]  # a leg each, HARDWARE_CODES
    motor_codes: Tuple[float, ...]  # leg extension in motor pulses; some machines: leg length in metres
    torque: Tuple[float, ...]  # Nm
    version: int
    time_ms: int

    @property
    def error_words(self) -> Tuple[str, ...]:
        return tuple(HARDWARE_CODES.get(code, "not in the manual") for code in self.errors)

    @property
    def state_words(self) -> str:
        return MotusState(self.state).name.lower() if self.state in list(MotusState) else f"state {self.state}"


class Motus(StreamClient):
    """`unit` is what the controller was built for: "m" (the manual) or "mm" (many machines). Poses here are mm."""

    def __init__(self, host: str = "127.0.0.1", port: int = PORTS["motus"], *, local_port: int = HOST_PORTS["motus"],
                 rate_hz: float = 100.0, unit: str = "m") -> None:
        if unit not in ("m", "mm"):
            raise ValueError("unit: m or mm")
        super().__init__(host, port, local_port, rate_hz)
        self._mm = 1000.0 if unit == "m" else 1.0  # millimetres of one on the wire
        self.status: Optional[MotusStatus] = None
        self._heard = 0.0
        self._outputs = 0
        self._started = time.monotonic()
        self.idle()

    def _on_wire(self, pose: Sequence[float]) -> Tuple[float, ...]:
        finite(*pose)
        return tuple(pose[:3]) + tuple(value / self._mm for value in pose[3:])

    def _set(self, command: int, sub_command: int = 0, **fields: Any) -> None:
        self._fields: Dict[str, Any] = {"cmd": int(command), "subcmd": int(sub_command), **fields}

    def command(self, command: MotusCommand) -> None:
        self._set(command)

    def idle(self) -> None:
        """Cmd 0: asks for nothing, and makes the next command a new one."""
        self._set(0)

    def follow(self, pose: Pose) -> None:
        self._set(MotusCommand.FOLLOW, dofs=self._on_wire(pose))

    def step(self, target: Pose, speed: Pose = Pose()) -> None:
        self._set(MotusCommand.INSTRUCT, MotusSubCommand.STEP, pos=self._on_wire(target), spd=self._on_wire(speed))

    def sine(self, amplitude: Pose, frequency_hz: Pose, phase: Pose = Pose()) -> None:
        finite(*frequency_hz, *phase)
        self._set(MotusCommand.INSTRUCT, MotusSubCommand.SINE, amp=self._on_wire(amplitude), fre=tuple(frequency_hz),
                  pha=tuple(phase))

    def soft_stop(self) -> None:
        self._set(MotusCommand.INSTRUCT, MotusSubCommand.SOFT_STOP)

    def script(self, number: int) -> None:
        self._set(MotusCommand.SCRIPT, filenum=number)

    def jog(self, legs: int, speed_mm_s: int) -> None:
        """Legs by hand (bit 0 = leg 1) while frames keep coming."""
        self._set(MotusCommand.MANUAL, cychoose=legs, jogspeed=speed_mm_s)

    def outputs(self, bits: int) -> None:
        self._outputs = bits

    def frame(self) -> bytes:
        clock = int((time.monotonic() - self._started) * 1000) & 0xFFFFFFFF
        return MOTUS_COMMAND.pack({"id": MOTUS_FRAME_ID, "do": self._outputs, "time": clock, **self._fields})

    def send(self) -> None:
        self.link.send(self.frame())
        self.sent += 1

    def _take(self, data: bytes) -> None:
        def get(name: str):  # type: ignore[no-untyped-def]
            return MOTUS_STATUS.get(data, name)
        if len(data) != MOTUS_STATUS.size or get("id") != MOTUS_FRAME_ID:
            self.foreign += 1
            return
        wire = get("attitudes")
        pose = Pose(*wire[:3], *(value * self._mm for value in wire[3:]))
        self.status = MotusStatus(get("dofstatus"), get("di"), pose, tuple(int(code) for code in get("errorcode")),
                                  get("motorcode"), get("tor"), get("version"), get("time"))
        self.received += 1
        self._heard = time.monotonic()

    def status_age(self) -> float:
        return time.monotonic() - self._heard if self.status else float("inf")

    def wait_for(self, wanted: MotusState, timeout: float) -> MotusStatus:
        """Ticks until a status that came after a frame of now shows it."""
        until = time.monotonic() + timeout
        heard = time.monotonic()
        self.tick()
        while True:
            before = self.received
            self.tick()
            now = time.monotonic()
            if self.received != before and self.status:
                heard = now
                if self.status.state == wanted:
                    return self.status
                if self.status.state == MotusState.STOPPED:
                    bad = [f"leg {leg}: {words}" for leg, (code, words)
                           in enumerate(zip(self.status.errors, self.status.error_words), 1) if code]
                    raise Refused("the platform is stopped (" + (", ".join(bad) or "emergency") + ")")
            if now - heard >= SILENCE_S:
                raise self.link.silent("status")
            if now >= until:
                seen = self.status.state_words if self.status else "not known"
                raise NoAnswer(f"the platform is not {wanted.name.lower()} in time; it is {seen}")
