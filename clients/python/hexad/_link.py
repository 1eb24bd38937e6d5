"""A socket with one controller at the other end, and the clock of a stream."""

import math
import select
import socket
import time
from typing import Optional


class HexadError(Exception):
    """Why something did not come about, in words for people."""


class NoAnswer(HexadError):
    """Nothing came from the controller in time."""


class Refused(HexadError):
    """The controller answered, and said no."""


class Link:
    """Takes the controller's datagrams only. Not every controller answers from the port it listens on: any port of its
    machine is taken until that port has spoken. On this machine, where several platforms may run, never another."""

    def __init__(self, host: str, port: int, local_port: int) -> None:
        self.controller = (socket.gethostbyname(host), port)
        self._only_its_port = self.controller[0].startswith("127.")
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            self._socket.bind(("", local_port))
        except OSError as error:
            self._socket.close()
            raise HexadError(f"local port {local_port} cannot be had ({error.strerror}); 0 takes any") from error
        self._socket.setblocking(False)

    def fileno(self) -> int:
        """For programs with an event loop of their own."""
        return self._socket.fileno()

    def local_port(self) -> int:
        return int(self._socket.getsockname()[1])

    def send(self, data: bytes) -> None:
        try:
            self._socket.sendto(data, self.controller)
        except OSError:
            pass  # nobody listens there now, or no route: the stream goes on, waits end by the silence

    def receive(self, until: float) -> Optional[bytes]:
        """The next datagram, if one comes before `until` of time.monotonic()."""
        while True:
            try:
                data, sender = self._socket.recvfrom(65536)
                if sender == self.controller:
                    self._only_its_port = True
                    return data
                if sender[0] == self.controller[0] and not self._only_its_port:
                    return data
                continue
            except BlockingIOError:
                pass
            except OSError:
                continue  # what the network says of a datagram sent before
            left = until - time.monotonic()
            if left <= 0 or not select.select([self._socket], [], [], left)[0]:
                return None

    def close(self) -> None:
        self._socket.close()

    def silent(self, what: str) -> NoAnswer:
        host, port = self.controller
        return NoAnswer(f"no {what} from {host}:{port}. Is the controller running, and does its list of hosts allow "
                        "this machine?")


class Pacer:
    """Absolute deadlines: a late frame does not shift the next, those that have passed are left out and counted."""

    def __init__(self, rate_hz: float) -> None:
        if not 0.1 <= rate_hz <= 10_000:
            raise ValueError("the rate of a stream is 0.1 to 10000 Hz")
        self.period = 1.0 / rate_hz
        self.missed = 0
        self._due: Optional[float] = None

    def due(self) -> float:
        if self._due is None:
            self._due = time.monotonic()
        return self._due

    def sent(self) -> None:
        now = time.monotonic()
        self._due = self.due() + self.period
        if self._due <= now:
            behind = math.floor((now - self._due) / self.period) + 1
            self.missed += behind
            self._due += behind * self.period


class Client:
    """What the clients of all protocols share."""

    def __init__(self, host: str, port: int, local_port: int) -> None:
        self.link = Link(host, port, local_port)

    def close(self) -> None:
        self.link.close()

    def __enter__(self):  # type: ignore[no-untyped-def]
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class StreamClient(Client):
    """A client that sends a frame every period and listens in between. Subclasses have _take() and send()."""

    def __init__(self, host: str, port: int, local_port: int, rate_hz: float) -> None:
        self._pacer = Pacer(rate_hz)
        super().__init__(host, port, local_port)
        self.sent = 0
        self.received = 0
        self.foreign = 0  # datagrams that are no answer of this protocol

    @property
    def late(self) -> int:
        """Deadlines that passed without a frame: this program was kept from running."""
        return self._pacer.missed

    def send(self) -> None:
        """One frame now, outside the stream."""
        raise NotImplementedError

    def _take(self, data: bytes) -> None:
        raise NotImplementedError

    def _take_until(self, until: float) -> None:
        data = self.link.receive(until)
        while data is not None:
            self._take(data)
            data = self.link.receive(until)

    def tick(self) -> None:
        """Waits for the next deadline, taking what arrives, then sends one frame."""
        self._take_until(self._pacer.due())
        self.send()
        self._pacer.sent()

    def poll(self, timeout: float = 0.0) -> bool:
        """Takes what arrives, without sending; true when something newer has come."""
        before = self.received
        data = self.link.receive(time.monotonic() + timeout)
        if data is not None:
            self._take(data)
            self._take_until(0.0)
        return self.received != before
