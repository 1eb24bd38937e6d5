"""Hosts of motion platforms, over UDP. Standard library only; no thread is started, no call waits longer than told.

    with Darren("192.168.1.30") as platform:
        platform.command(DarrenWord.RUN)
        platform.wait_for(DarrenState.RUNNING, 60)
        platform.target(pitch=3.0)
        platform.tick()

Degrees and millimetres everywhere, from neutral where nothing else is said. A stream that ends without a word is
stopped by the controller after 200 ms; a host that means to stop says so.
"""

from ._link import HexadError, NoAnswer, Refused
from ._tables import (HARDWARE_CODES, HOST_PORTS, PORTS, DarrenMessage, DarrenState, DarrenWarning, DarrenWord,
                      MdofCommand, MdofResult, MotusCommand, MotusState, MotusSubCommand)
from .csfi import Csfi
from .darren import Darren, DarrenStatus
from .lingjing import Lingjing, LingjingPose
from .mdof import Mdof, MdofAnswer, MdofSnapshot
from .motus import Motus, MotusStatus
from .pose import Pose

__all__ = [
    "Csfi", "Darren", "DarrenMessage", "DarrenState", "DarrenStatus", "DarrenWarning", "DarrenWord", "HARDWARE_CODES",
    "HOST_PORTS", "HexadError", "Lingjing", "LingjingPose", "Mdof", "MdofAnswer", "MdofCommand", "MdofResult",
    "MdofSnapshot", "Motus", "MotusCommand", "MotusState", "MotusStatus", "MotusSubCommand", "NoAnswer", "PORTS",
    "Pose", "Refused",
]
