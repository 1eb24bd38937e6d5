"""mdof: numbered text commands, each answered at least once."""

import time
from dataclasses import dataclass
from typing import Callable, List, Optional, Sequence, Tuple, Union

from ._link import Client, HexadError
from ._tables import HARDWARE_CODES, PORTS, MdofCommand, MdofResult
from .pose import finite

Six = Tuple[float, float, float, float, float, float]
PROGRESS = (MdofResult.PAUSED, MdofResult.RESUMED)


def result_words(code: int) -> str:
    if code <= 0:
        return MdofResult(code).name.lower().replace("_", " ") if code in list(MdofResult) else f"result {code}"
    return HARDWARE_CODES.get(code, "not in the manual")


@dataclass(frozen=True)
class MdofAnswer:
    echo: str  # what was asked, "9"
    body: str  # what came back, "0"

    @property
    def code(self) -> Optional[int]:
        """Of anything but the queries 24 to 31; spellings from before 2026 included."""
        old = {"AAAA": int(MdofResult.BAD_REQUEST), "BBBB": int(MdofResult.MOVING)}
        try:
            return old[self.body] if self.body in old else int(self.body)
        except ValueError:
            return None

    @property
    def is_final(self) -> bool:
        return self.code not in PROGRESS


@dataclass(frozen=True)
class MdofSnapshot:
    """The answer to 31."""

    connected: bool
    zeroed: bool
    moving: bool
    error: int
    position: Six  # X Y Z RX RY RZ, mm and °
    velocity: Six
    actuator_position: Six  # mm from retracted
    actuator_velocity: Six
    torque: Six
    current: Six
    voltage: Six


def six_of(body: str) -> Six:
    numbers = tuple(float(word) for word in body.split())
    if len(numbers) != 6:
        raise HexadError(f"six numbers were to come, not: {body}")
    return numbers  # type: ignore[return-value]


class Mdof(Client):
    """Answers that belong to something else are kept: asking where the platform is does not lose the final answer of
    its motion. Queries that get no answer are asked again, commands never."""

    def __init__(self, host: str = "127.0.0.1", port: int = PORTS["mdof"], *, local_port: int = 0,
                 answer_time: float = 1.0, motion_time: float = 120.0, query_attempts: int = 3) -> None:
        super().__init__(host, port, local_port)
        self.answer_time = answer_time
        self.motion_time = motion_time
        self.query_attempts = query_attempts
        self._kept: List[MdofAnswer] = []

    def send(self, line: str) -> None:
        """One command line, as in the manual; nothing is waited for."""
        self.link.send(line.encode())

    def poll(self, timeout: float) -> Optional[MdofAnswer]:
        if self._kept:
            return self._kept.pop(0)
        return self._receive(time.monotonic() + timeout)

    def _receive(self, until: float) -> Optional[MdofAnswer]:
        while True:
            data = self.link.receive(until)
            if data is None:
                return None
            echo, mark, body = data.decode("utf-8", "replace").partition("#")
            if mark:
                return MdofAnswer(echo.strip(), body.strip())

    def _answer_to(self, echo: str, timeout: float) -> Optional[MdofAnswer]:
        for kept in self._kept:
            if kept.echo == echo:
                self._kept.remove(kept)
                return kept
        until = time.monotonic() + timeout
        while True:
            answer = self._receive(until)
            if answer is None or answer.echo == echo:
                return answer
            self._kept.append(answer)

    def ask(self, line: Union[str, int]) -> MdofAnswer:
        """The first answer to a line."""
        text = str(int(line)) if isinstance(line, int) else line
        echo = text.replace(",", " ").replace(";", " ").split()[0]
        is_query = echo.isdigit() and MdofCommand.CONNECTED <= int(echo) <= MdofCommand.EVERYTHING
        for _ in range(self.query_attempts if is_query else 1):
            self.send(text)
            answer = self._answer_to(echo, self.answer_time)
            if answer is not None:
                return answer
        raise self.link.silent("answer")

    def wait_for_final(self, echo: str, timeout: float,
                       progress: Optional[Callable[[MdofAnswer], None]] = None) -> int:
        """The code a motion ended with; `progress` hears of pause and resume on the way."""
        until = time.monotonic() + timeout
        while True:
            answer = self._answer_to(echo, max(0.0, until - time.monotonic()))
            if answer is None:
                raise self.link.silent(f"final answer to {echo}")
            if answer.code is None:
                raise HexadError(f"an answer that is none: {answer.echo}#{answer.body}")
            if answer.is_final:
                return answer.code
            if progress:
                progress(answer)

    def run(self, line: Union[str, int], progress: Optional[Callable[[MdofAnswer], None]] = None) -> int:
        """Sends a command and waits for its final answer: 0 is done, the rest is in result_words()."""
        text = str(int(line)) if isinstance(line, int) else line
        self.send(text)
        return self.wait_for_final(text.replace(",", " ").replace(";", " ").split()[0], self.motion_time, progress)

    def move(self, pose: Sequence[float]) -> int:
        """To X Y Z RX RY RZ, mm and degrees."""
        finite(*pose)
        return self.run(f"{int(MdofCommand.MOVE)} " + " ".join(f"{value:.6f}" for value in pose))

    def flag(self, query: MdofCommand) -> bool:
        return self.ask(query).body == "1"

    def numbers(self, query: MdofCommand) -> Six:
        return six_of(self.ask(query).body)

    def pose(self) -> Six:
        return self.numbers(MdofCommand.POSITION)

    def error(self) -> int:
        return int(self.ask(MdofCommand.ERROR).body)

    def everything(self) -> MdofSnapshot:
        parts = self.ask(MdofCommand.EVERYTHING).body.split(";")
        if len(parts) != 11:
            raise HexadError("the answer to 31 has not its eleven parts")
        flags = [part.strip() == "1" for part in parts[:3]]
        return MdofSnapshot(flags[0], flags[1], flags[2], int(parts[3]), *(six_of(part) for part in parts[4:]))
