"""Numbers of the protocols: ports, frames, words, codes."""

import enum

from ._frame import Frame

# @tables: printed from the lists hexad's own codecs read (./dev docs), not to be edited
PORTS = {"lingjing": 9800, "mdof": 1100, "csfi": 20000, "motus": 5000, "darren": 10000, }
HOST_PORTS = {"lingjing": 0, "mdof": 0, "csfi": 8080, "motus": 10000, "darren": 10010, }


class DarrenMessage(enum.IntEnum):
    CONNECT = 1
    DISCONNECT = 2
    ACK = 11
    NACK = 12
    POSE = 100
    ACTUATORS = 101
    CUEING = 102
    PLAYBACK = 103
    POINT_TO_POINT = 106
    SINE = 107
    STATUS = 200


class DarrenWord(enum.IntEnum):
    NO_CHANGE = 0
    NEUTRAL = 1
    RUN = 2
    DESCEND = 3
    HOLD = 5
    FILE_PLAY = 6
    HOLD_TOO = 7
    RESET = 8
    EMERGENCY = 9


class DarrenState(enum.IntEnum):
    INIT = 0
    POWERED_UP = 1
    ZEROING = 2
    ORIGIN = 3
    ASCEND = 4
    NEUTRAL = 5
    RUNNING = 6
    TO_NEUTRAL = 7
    DESCENDING = 9
    HOLDING = 10
    FAULT = 11
    EMERGENCY = 12
    MAINTENANCE = 20


class DarrenWarning(enum.IntFlag):
    HOST_TIMEOUT = 1
    HOST_SLOW = 2
    CLAMPED = 4
    NOT_DRIVER = 8
    OUT_OF_ORDER = 16
    LOOP_LATE = 32


class MotusCommand(enum.IntEnum):
    NEUTRAL = 2
    EMERGENCY = 3
    ZERO = 4
    MANUAL = 5
    RAISE = 6
    DESCEND = 7
    FOLLOW = 9
    INSTRUCT = 11
    SCRIPT = 13


class MotusSubCommand(enum.IntEnum):
    STEP = 1
    SINE = 2
    SOFT_STOP = 3


class MotusState(enum.IntEnum):
    ZEROING = 0
    ZEROED = 1
    RISING = 2
    RISEN = 3
    FOLLOWING = 4
    INSTRUCTED = 5
    SCRIPT = 8
    SCRIPT_DONE = 9
    DESCENDING = 12
    DESCENDED = 13
    TO_NEUTRAL = 14
    RETURNED = 15
    MANUAL = 32
    STOPPED = 33
    INITIALISED = 55


class MdofCommand(enum.IntEnum):
    INITIALISE = 1
    RESET = 2
    CLEAR_ERROR = 3
    STOP = 4
    PAUSE = 5
    RESUME = 6
    ZERO_POINT = 7
    WORK_PLANE = 8
    MOVE = 9
    PATH = 10
    PATH_WITH_SPEEDS = 11
    FORMULA = 12
    TIMED_PATH = 13
    CONNECTED = 20
    ZEROED = 21
    MOVING = 22
    ERROR = 23
    POSITION = 24
    VELOCITY = 25
    ACTUATOR_POSITION = 26
    ACTUATOR_VELOCITY = 27
    ACTUATOR_TORQUE = 28
    ACTUATOR_CURRENT = 29
    ACTUATOR_VOLTAGE = 30
    EVERYTHING = 31
    FILE = 33


class MdofResult(enum.IntEnum):
    REFUSED_WHILE_PAUSED = -7
    RESUMED = -6
    PAUSED = -5
    STOPPED = -4
    MOTION_ERROR = -3
    MOVING = -2
    BAD_REQUEST = -1
    DONE = 0


MOTUS_FRAME_ID = 55
CSFI_READ = Frame(4, (
    ("mark", 0, "B", 2),
    ("group", 2, "B", 1),
    ("03", 3, "B", 1),
))
CSFI_MECHANICS = Frame(188, (
    ("mark", 0, "B", 2),
    ("group", 2, "B", 1),
    ("checksum", 3, "B", 1),
    ("base_joints_1_6_x_y_z", 4, "f", 18),
    ("platform_joints_1_6_x_y_z", 76, "f", 18),
    ("leg_length_retracted", 148, "f", 1),
    ("stroke", 152, "f", 1),
    ("screw_lead", 156, "f", 1),
    ("belt_ratio", 160, "f", 1),
    ("motor_speed", 164, "f", 1),
    ("rotary_gear_ratio", 168, "f", 1),
    ("rotary_big_teeth", 172, "f", 1),
    ("rotary_small_teeth", 176, "f", 1),
    ("rotary_motor_speed", 180, "f", 1),
    ("servo_model", 184, "B", 1),
    ("reserved", 185, "B", 3),
))
CSFI_CONTROL = Frame(156, (
    ("mark", 0, "B", 2),
    ("group", 2, "B", 1),
    ("checksum", 3, "B", 1),
    ("platform_kp_ki_kd", 4, "f", 3),
    ("platform_amplitude", 16, "f", 1),
    ("platform_speed", 20, "f", 1),
    ("platform_softness", 24, "f", 1),
    ("scale", 28, "f", 6),
    ("limit", 52, "f", 6),
    ("rotary_kp_ki_kd", 76, "f", 3),
    ("rotary_amplitude", 88, "f", 1),
    ("rotary_speed", 92, "f", 1),
    ("rotary_softness", 96, "f", 1),
    ("washout_a", 100, "f", 6),
    ("washout_b", 124, "f", 6),
    ("standby", 148, "B", 1),
    ("idle_return", 149, "B", 1),
    ("return_speed", 150, "B", 1),
    ("to_middle_speed", 151, "B", 1),
    ("seek_torque", 152, "B", 1),
    ("seek_threshold", 153, "B", 1),
    ("reserved", 154, "B", 2),
))
CSFI_NETWORK = Frame(20, (
    ("mark", 0, "B", 2),
    ("group", 2, "B", 1),
    ("checksum", 3, "B", 1),
    ("local_ip", 4, "B", 4),
    ("local_port_high_low", 8, "B", 2),
    ("remote_ip", 10, "B", 4),
    ("remote_port_high_low", 14, "B", 2),
    ("rs_232_baud_index", 16, "B", 1),
    ("rs_485_baud_index", 17, "B", 1),
    ("reserved", 18, "B", 2),
))
CSFI_USER_FRAME = Frame(76, (
    ("mark", 0, "B", 2),
    ("group", 2, "B", 1),
    ("checksum", 3, "B", 1),
    ("user_frame", 4, "f", 6),
    ("unused", 28, "f", 12),
))
MOTUS_COMMAND = Frame(180, (
    ("id", 0, "B", 1),
    ("cmd", 1, "B", 1),
    ("subcmd", 2, "B", 1),
    ("filenum", 3, "B", 1),
    ("cychoose", 4, "B", 1),
    ("do", 5, "B", 1),
    ("jogspeed", 6, "h", 1),
    ("dofs", 8, "f", 6),
    ("amp", 32, "f", 6),
    ("fre", 56, "f", 6),
    ("pha", 80, "f", 6),
    ("pos", 104, "f", 6),
    ("spd", 128, "f", 6),
    ("vxyz", 152, "f", 3),
    ("axyz", 164, "f", 3),
    ("time", 176, "I", 1),
))
MOTUS_STATUS = Frame(108, (
    ("id", 0, "B", 1),
    ("dofstatus", 1, "B", 1),
    ("di", 2, "B", 1),
    ("rev1", 3, "B", 1),
    ("attitudes", 4, "f", 6),
    ("errorcode", 28, "f", 6),
    ("motorcode", 52, "f", 6),
    ("tor", 76, "f", 6),
    ("version", 100, "I", 1),
    ("time", 104, "I", 1),
))
DARREN_COMMAND = Frame(128, (
    ("length", 0, "I", 1),
    ("sequence", 4, "I", 1),
    ("reserved_1", 8, "I", 1),
    ("message_id", 12, "I", 1),
    ("command_word", 16, "H", 1),
    ("file_id", 18, "H", 1),
    ("sub_command", 20, "H", 1),
    ("reserved_2", 22, "H", 1),
    ("reserved_3", 24, "I", 2),
    ("values", 32, "f", 6),
    ("more_values", 56, "f", 18),
))
DARREN_PRINTED_COMMAND = Frame(124, (
    ("length", 0, "I", 1),
    ("sequence", 4, "I", 1),
    ("reserved_1", 8, "I", 1),
    ("message_id", 12, "I", 1),
    ("command_word", 16, "H", 1),
    ("sub_command", 18, "H", 1),
    ("reserved_2", 20, "I", 2),
    ("values", 28, "f", 6),
    ("more_values", 52, "f", 18),
))
DARREN_STATUS = Frame(128, (
    ("length", 0, "I", 1),
    ("sequence", 4, "I", 1),
    ("reserved_1", 8, "I", 1),
    ("message_id", 12, "I", 1),
    ("status_word", 16, "H", 1),
    ("motion_state", 18, "H", 1),
    ("i_o", 20, "H", 1),
    ("reserved_2", 22, "H", 1),
    ("error_code", 24, "I", 1),
    ("warnings", 28, "I", 1),
    ("pose", 32, "f", 6),
    ("actuators", 56, "f", 6),
    ("drive_errors", 80, "I", 6),
    ("torque", 104, "f", 6),
))
DARREN_REPLY = Frame(128, (
    ("length", 0, "I", 1),
    ("sequence", 4, "I", 1),
    ("reserved_1", 8, "I", 1),
    ("message_id", 12, "I", 1),
    ("reserved_2", 16, "I", 28),
))
LINGJING_FORMS = {
    "A3": ("roll", "pitch", "z", ),
    "A6": ("roll", "pitch", "yaw", "x", "y", "z", ),
    "A7": ("roll", "pitch", "yaw", "x", "y", "z", "angle", ),
    "C3": ("1", "2", "3", ),
    "C6": ("1", "2", "3", "4", "5", "6", ),
    "C7": ("1", "2", "3", "4", "5", "6", "angle", ),
    "A6T": ("roll", "pitch", "yaw", "x", "y", "z", "t_ms", ),
    "MV": ("", ),
}
HARDWARE_CODES = {
    0: "none",
    1: "no licence",
    16: "communication with the drives lost",
    17: "network down",
    161: "X past its positive end",
    162: "X past its negative end",
    163: "Y past its positive end",
    164: "Y past its negative end",
    165: "Z past its positive end",
    166: "Z past its negative end",
    167: "RX past its positive end",
    168: "RX past its negative end",
    169: "RY past its positive end",
    170: "RY past its negative end",
    171: "RZ past its positive end",
    172: "RZ past its negative end",
    173: "X too fast (speed, acceleration or jerk)",
    174: "Y too fast (speed, acceleration or jerk)",
    175: "Z too fast (speed, acceleration or jerk)",
    176: "RX too fast (speed, acceleration or jerk)",
    177: "RY too fast (speed, acceleration or jerk)",
    178: "RZ too fast (speed, acceleration or jerk)",
    179: "an actuator past its upper end",
    180: "an actuator past its lower end",
    181: "an actuator too fast (speed, acceleration or jerk)",
    192: "servo error",
    193: "servo not enabled",
    194: "not zeroed",
    195: "emergency stop",
}
# @end of tables
