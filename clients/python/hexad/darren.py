"""darren: 128-byte frames at 100 Hz, a command word in each of them, and a status that flows back."""

import time
from dataclasses import dataclass
from typing import Optional, Sequence, Tuple

from ._link import HexadError, NoAnswer, Refused, StreamClient
from ._tables import (DARREN_COMMAND, DARREN_REPLY, DARREN_STATUS, HARDWARE_CODES, HOST_PORTS, PORTS, DarrenMessage,
                      DarrenState, DarrenWarning, DarrenWord)
from .pose import Pose, finite

SILENCE_S = 1.0
REORDER_WINDOW = 32  # a status this much behind the newest was overtaken on the way
MOST_LOST = 1000  # a larger step of the sequence is a restart of the controller
SUB_START = 1
SUB_STOP = 0x80


@dataclass(frozen=True)
class DarrenStatus:
    sequence: int
    state: int  # DarrenState, or a number this version does not know
    moving: bool
    inputs: int  # bit 0 = input 1
    outputs: int
    error: int  # HARDWARE_CODES
    warnings: DarrenWarning
    pose: Pose
    actuators: Tuple[float, ...]  # mm from neutral
    drive_errors: Tuple[int, ...]
    torque: Tuple[float, ...]  # Nm

    @property
    def error_words(self) -> str:
        return HARDWARE_CODES.get(self.error, "not in the manual")

    @property
    def state_words(self) -> str:
        return DarrenState(self.state).name.lower() if self.state in list(DarrenState) else f"state {self.state}"


def decode_status(data: bytes) -> Optional[DarrenStatus]:
    """None: the datagram is no status."""
    def get(name: str):  # type: ignore[no-untyped-def]
        return DARREN_STATUS.get(data, name)
    if len(data) != DARREN_STATUS.size or get("message_id") != DarrenMessage.STATUS:
        return None
    bits = get("i_o")
    return DarrenStatus(get("sequence"), get("status_word"), get("motion_state") != 0, bits & 0xFF, bits >> 8,
                        get("error_code"), DarrenWarning(get("warnings")), Pose(*get("pose")), get("actuators"),
                        get("drive_errors"), get("torque"))


class Darren(StreamClient):
    """What is set is carried by every frame from then on; tick() sends one when its time has come.

    The command word is a level: a controller acts when it changes. Values count while the platform runs. Without a
    frame for 200 ms a controller stops a stream by itself and holds.
    """

    def __init__(self, host: str = "127.0.0.1", port: int = PORTS["darren"], *,
                 local_port: int = HOST_PORTS["darren"], rate_hz: float = 100.0) -> None:
        super().__init__(host, port, local_port, rate_hz)
        self.status: Optional[DarrenStatus] = None
        self.lost = 0  # gaps in the controller's sequence
        self._heard = 0.0
        self._acknowledged: Optional[bool] = None
        self._sequence = 0
        self._newest: Optional[int] = None
        self._word = int(DarrenWord.NO_CHANGE)
        self._file = 0
        self._sub_command = 0
        self.no_values()

    # -------------------------------------------------------------------------------- what frames carry
    def command(self, word: int) -> None:
        self._word = int(word)

    def _set(self, message: int, values: Sequence[float], more: Sequence[float] = (), sub_command: int = 0) -> None:
        finite(*values, *more)
        self._message = int(message)
        self._values = tuple(values)
        self._more = tuple(more) + (0.0,) * (18 - len(more))
        self._sub_command = sub_command

    def no_values(self) -> None:
        """Only the command word counts."""
        self._set(0, (0.0,) * 6)

    def target(self, pitch: float = 0.0, roll: float = 0.0, yaw: float = 0.0, sway: float = 0.0, surge: float = 0.0,
               heave: float = 0.0) -> None:
        """A pose to be followed."""
        self._set(DarrenMessage.POSE, (pitch, roll, yaw, sway, surge, heave))

    def actuators(self, from_neutral: Sequence[float]) -> None:
        """Six extensions, mm from neutral."""
        self._set(DarrenMessage.ACTUATORS, tuple(from_neutral))

    def cue(self, pitch_rate: float = 0.0, roll_rate: float = 0.0, yaw_rate: float = 0.0, sway: float = 0.0,
            surge: float = 0.0, heave: float = 0.0) -> None:
        """What a vehicle does, in its own axes: rates in °/s, accelerations to the right, forward, up in m/s²."""
        self._set(DarrenMessage.CUEING, (pitch_rate, roll_rate, yaw_rate, sway, surge, heave))

    def go(self, target: Pose, speed: Pose = Pose()) -> None:
        """From point to point by itself; a speed of 0 is the controller's own."""
        self._set(DarrenMessage.POINT_TO_POINT, target, speed, SUB_START)

    def stop_going(self) -> None:
        self._set(DarrenMessage.POINT_TO_POINT, Pose(), (), SUB_STOP)

    def sine(self, amplitude: Pose, frequency_hz: Pose, phase: Pose = Pose()) -> None:
        """Sines about neutral that the controller makes."""
        self._set(DarrenMessage.SINE, amplitude, tuple(frequency_hz) + tuple(phase), SUB_START)

    def fade_out_sine(self) -> None:
        self._set(DarrenMessage.SINE, Pose())

    def play(self, file: int) -> None:
        self._file = file
        self._set(DarrenMessage.PLAYBACK, Pose())
        self.command(DarrenWord.FILE_PLAY)

    # -------------------------------------------------------------------------------------- the stream
    def frame(self) -> bytes:
        return DARREN_COMMAND.pack({
            "length": DARREN_COMMAND.size, "sequence": self._sequence, "message_id": self._message,
            "command_word": self._word, "file_id": self._file, "sub_command": self._sub_command,
            "values": self._values, "more_values": self._more})

    def send(self) -> None:
        self._sequence = (self._sequence + 1) & 0xFFFFFFFF
        self.link.send(self.frame())
        self.sent += 1

    def _take(self, data: bytes) -> None:
        status = decode_status(data)
        if status is not None:
            self.received += 1
            if self._is_new(status.sequence):
                self.status = status
                self._heard = time.monotonic()
        elif len(data) == DARREN_REPLY.size and \
                DARREN_REPLY.get(data, "message_id") in (DarrenMessage.ACK, DarrenMessage.NACK):
            self._is_new(DARREN_REPLY.get(data, "sequence"))
            self._acknowledged = DARREN_REPLY.get(data, "message_id") == DarrenMessage.ACK
        else:
            self.foreign += 1

    def _is_new(self, sequence: int) -> bool:
        if self._newest is not None:
            behind = (self._newest - sequence) & 0xFFFFFFFF
            ahead = (sequence - self._newest) & 0xFFFFFFFF
            if 1 <= behind <= REORDER_WINDOW:
                self.lost = max(0, self.lost - 1)  # late, not lost
                return False
            if 2 <= ahead <= MOST_LOST:
                self.lost += ahead - 1
        self._newest = sequence
        return True

    def status_age(self) -> float:
        """Seconds since the newest status; infinite when none has come."""
        return time.monotonic() - self._heard if self.status else float("inf")

    # ----------------------------------------------------------------------------------------- waiting
    def wait_for_status(self, timeout: float) -> DarrenStatus:
        """Ticks until any status has come: then the present word has reached the controller."""
        before, until = self.received, time.monotonic() + timeout
        while True:
            self.tick()
            if self.received != before and self.status:
                return self.status
            if time.monotonic() >= until:
                raise self.link.silent("status")

    def wait_for(self, wanted: DarrenState, timeout: float) -> DarrenStatus:
        """Ticks until the status shows it. A fault or emergency that is not wanted, a second of silence, or the
        time-out end it with an exception."""
        until = time.monotonic() + timeout
        heard = time.monotonic()
        while True:
            before = self.received
            self.tick()  # a status from before the word was sent says nothing about it
            now = time.monotonic()
            if self.received != before and self.status:
                heard = now
                if self.status.state == wanted:
                    return self.status
                if self.status.state in (DarrenState.FAULT, DarrenState.EMERGENCY) and self._word != DarrenWord.RESET:
                    raise Refused(f"the platform is in {self.status.state_words} ({self.status.error_words}). "
                                  "Remove the cause, then reset")
            if now - heard >= SILENCE_S:
                raise self.link.silent("status")
            if now >= until:
                seen = self.status.state_words if self.status else "not known"
                raise NoAnswer(f"the platform is not {wanted.name.lower()} in time; it is {seen}")

    def _handshake(self, message: DarrenMessage, timeout: float) -> bool:
        self._acknowledged = None
        before, self._message = self._message, int(message)
        self.send()
        self._message = before
        until = time.monotonic() + timeout
        while self._acknowledged is None:
            data = self.link.receive(until)
            if data is None:
                raise NoAnswer("no answer; some controllers know neither connect nor disconnect, and need neither")
            self._take(data)
        return self._acknowledged

    def connect(self, timeout: float = 1.0) -> bool:
        """False: another host is connected. Optional: status flows without it."""
        return self._handshake(DarrenMessage.CONNECT, timeout)

    def disconnect(self, timeout: float = 1.0) -> bool:
        return self._handshake(DarrenMessage.DISCONNECT, timeout)


__all__ = ["Darren", "DarrenStatus", "HexadError", "decode_status"]
