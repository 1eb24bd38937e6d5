"""Frames of fixed size: a list of fields with their places, packed and unpacked by name."""

import struct
from typing import Any, Dict, Sequence, Tuple, Union

Value = Union[int, float, Sequence[Union[int, float]]]


class Frame:
    """Fields are (name, offset, letter of struct, count); little-endian."""

    def __init__(self, size: int, fields: Tuple[Tuple[str, int, str, int], ...]) -> None:
        self.size = size
        self._fields = {name: (offset, struct.Struct(f"<{count}{letter}"), count)
                        for name, offset, letter, count in fields}

    def names(self) -> Tuple[str, ...]:
        return tuple(self._fields)

    def pack(self, values: Dict[str, Value]) -> bytes:
        """What is not named is zero."""
        out = bytearray(self.size)
        for name, value in values.items():
            offset, form, count = self._fields[name]
            numbers = (value,) if count == 1 else tuple(value)  # type: ignore[arg-type]
            form.pack_into(out, offset, *numbers)
        return bytes(out)

    def get(self, data: bytes, name: str) -> Any:
        """A number, or a tuple of them."""
        offset, form, count = self._fields[name]
        numbers = form.unpack_from(data, offset)
        return numbers[0] if count == 1 else numbers
