#ifndef HEXAD_HOST_H
#define HEXAD_HOST_H
/* Hosts of motion platforms over UDP, for C and every language that can call it: darren, motus, mdof, lingjing; reads a
 * csfi board. No callback is made, no thread is started, no call waits longer than it is told. A handle belongs to one
 * thread at a time.
 *
 * Every structure begins with its own size, set by the caller (HEXAD_INIT does it): an older program works with a newer
 * library and the other way round. Functions return HEXAD_OK or what went wrong; `error`, which may be NULL, gets it in
 * words. Degrees and millimetres from neutral: pitch nose up, roll right side down, yaw nose left, sway right, surge
 * forward, heave up. Times are seconds.
 *
 *   hexad_darren *platform;
 *   if (hexad_darren_open("192.168.1.30", 0, HEXAD_PORT_DARREN_HOST, 100, &platform, &error)) ...
 *   hexad_darren_command(platform, HEXAD_DARREN_WORD_RUN);
 *   hexad_darren_wait_for(platform, HEXAD_DARREN_STATE_RUNNING, 60, &error);
 *   hexad_darren_target(platform, &pose);        carried by every frame from now on
 *   hexad_darren_tick(platform);                 waits for its turn, listens, sends one frame
 *
 * A stream that ends without a word is stopped by the controller after 200 ms. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define HEXAD_API
#else
#define HEXAD_API __attribute__((visibility("default")))
#endif

/* hexad_pose pose = HEXAD_INIT(hexad_pose); all else is zero */
#ifdef __cplusplus
#define HEXAD_INIT(type) type{sizeof(type)}
#else
#define HEXAD_INIT(type) ((type){.size = sizeof(type)})
#endif

enum {
  HEXAD_OK = 0,
  HEXAD_NO_SOCKET = 1,   /* no socket could be opened */
  HEXAD_UNREACHABLE = 2, /* the network says that nobody listens there */
  HEXAD_TIMED_OUT = 3,   /* no answer came in time */
  HEXAD_REFUSED = 4,     /* the controller answered, and said no */
  HEXAD_MALFORMED = 5,   /* an answer came that is none of this protocol's */
  HEXAD_BAD_ARGUMENT = 6,
  HEXAD_NOTHING = 7,     /* nothing has come yet */
  HEXAD_INTERNAL = 8     /* no memory */
};

/* @tables: printed from the lists hexad's own codecs read (./dev docs), not to be edited */
enum {
  HEXAD_PORT_LINGJING = 9800,
  HEXAD_PORT_MDOF = 1100,
  HEXAD_PORT_CSFI = 20000,
  HEXAD_PORT_CSFI_HOST = 8080,
  HEXAD_PORT_MOTUS = 5000,
  HEXAD_PORT_MOTUS_HOST = 10000,
  HEXAD_PORT_DARREN = 10000,
  HEXAD_PORT_DARREN_HOST = 10010,
};
enum {
  HEXAD_DARREN_MESSAGE_CONNECT = 1,
  HEXAD_DARREN_MESSAGE_DISCONNECT = 2,
  HEXAD_DARREN_MESSAGE_ACK = 11,
  HEXAD_DARREN_MESSAGE_NACK = 12,
  HEXAD_DARREN_MESSAGE_POSE = 100,
  HEXAD_DARREN_MESSAGE_ACTUATORS = 101,
  HEXAD_DARREN_MESSAGE_CUEING = 102,
  HEXAD_DARREN_MESSAGE_PLAYBACK = 103,
  HEXAD_DARREN_MESSAGE_POINT_TO_POINT = 106,
  HEXAD_DARREN_MESSAGE_SINE = 107,
  HEXAD_DARREN_MESSAGE_STATUS = 200,
};
enum {
  HEXAD_DARREN_WORD_NO_CHANGE = 0,
  HEXAD_DARREN_WORD_NEUTRAL = 1,
  HEXAD_DARREN_WORD_RUN = 2,
  HEXAD_DARREN_WORD_DESCEND = 3,
  HEXAD_DARREN_WORD_HOLD = 5,
  HEXAD_DARREN_WORD_FILE_PLAY = 6,
  HEXAD_DARREN_WORD_HOLD_TOO = 7,
  HEXAD_DARREN_WORD_RESET = 8,
  HEXAD_DARREN_WORD_EMERGENCY = 9,
};
enum {
  HEXAD_DARREN_STATE_INIT = 0,
  HEXAD_DARREN_STATE_POWERED_UP = 1,
  HEXAD_DARREN_STATE_ZEROING = 2,
  HEXAD_DARREN_STATE_ORIGIN = 3,
  HEXAD_DARREN_STATE_ASCEND = 4,
  HEXAD_DARREN_STATE_NEUTRAL = 5,
  HEXAD_DARREN_STATE_RUNNING = 6,
  HEXAD_DARREN_STATE_TO_NEUTRAL = 7,
  HEXAD_DARREN_STATE_DESCENDING = 9,
  HEXAD_DARREN_STATE_HOLDING = 10,
  HEXAD_DARREN_STATE_FAULT = 11,
  HEXAD_DARREN_STATE_EMERGENCY = 12,
  HEXAD_DARREN_STATE_MAINTENANCE = 20,
};
enum {
  HEXAD_DARREN_WARNING_HOST_TIMEOUT = 1,
  HEXAD_DARREN_WARNING_HOST_SLOW = 2,
  HEXAD_DARREN_WARNING_CLAMPED = 4,
  HEXAD_DARREN_WARNING_NOT_DRIVER = 8,
  HEXAD_DARREN_WARNING_OUT_OF_ORDER = 16,
  HEXAD_DARREN_WARNING_LOOP_LATE = 32,
};
enum {
  HEXAD_MOTUS_COMMAND_NEUTRAL = 2,
  HEXAD_MOTUS_COMMAND_EMERGENCY = 3,
  HEXAD_MOTUS_COMMAND_ZERO = 4,
  HEXAD_MOTUS_COMMAND_MANUAL = 5,
  HEXAD_MOTUS_COMMAND_RAISE = 6,
  HEXAD_MOTUS_COMMAND_DESCEND = 7,
  HEXAD_MOTUS_COMMAND_FOLLOW = 9,
  HEXAD_MOTUS_COMMAND_INSTRUCT = 11,
  HEXAD_MOTUS_COMMAND_SCRIPT = 13,
};
enum {
  HEXAD_MOTUS_SUB_COMMAND_STEP = 1,
  HEXAD_MOTUS_SUB_COMMAND_SINE = 2,
  HEXAD_MOTUS_SUB_COMMAND_SOFT_STOP = 3,
};
enum {
  HEXAD_MOTUS_STATE_ZEROING = 0,
  HEXAD_MOTUS_STATE_ZEROED = 1,
  HEXAD_MOTUS_STATE_RISING = 2,
  HEXAD_MOTUS_STATE_RISEN = 3,
  HEXAD_MOTUS_STATE_FOLLOWING = 4,
  HEXAD_MOTUS_STATE_INSTRUCTED = 5,
  HEXAD_MOTUS_STATE_SCRIPT = 8,
  HEXAD_MOTUS_STATE_SCRIPT_DONE = 9,
  HEXAD_MOTUS_STATE_DESCENDING = 12,
  HEXAD_MOTUS_STATE_DESCENDED = 13,
  HEXAD_MOTUS_STATE_TO_NEUTRAL = 14,
  HEXAD_MOTUS_STATE_RETURNED = 15,
  HEXAD_MOTUS_STATE_MANUAL = 32,
  HEXAD_MOTUS_STATE_STOPPED = 33,
  HEXAD_MOTUS_STATE_INITIALISED = 55,
};
enum {
  HEXAD_MDOF_COMMAND_INITIALISE = 1,
  HEXAD_MDOF_COMMAND_RESET = 2,
  HEXAD_MDOF_COMMAND_CLEAR_ERROR = 3,
  HEXAD_MDOF_COMMAND_STOP = 4,
  HEXAD_MDOF_COMMAND_PAUSE = 5,
  HEXAD_MDOF_COMMAND_RESUME = 6,
  HEXAD_MDOF_COMMAND_ZERO_POINT = 7,
  HEXAD_MDOF_COMMAND_WORK_PLANE = 8,
  HEXAD_MDOF_COMMAND_MOVE = 9,
  HEXAD_MDOF_COMMAND_PATH = 10,
  HEXAD_MDOF_COMMAND_PATH_WITH_SPEEDS = 11,
  HEXAD_MDOF_COMMAND_FORMULA = 12,
  HEXAD_MDOF_COMMAND_TIMED_PATH = 13,
  HEXAD_MDOF_COMMAND_CONNECTED = 20,
  HEXAD_MDOF_COMMAND_ZEROED = 21,
  HEXAD_MDOF_COMMAND_MOVING = 22,
  HEXAD_MDOF_COMMAND_ERROR = 23,
  HEXAD_MDOF_COMMAND_POSITION = 24,
  HEXAD_MDOF_COMMAND_VELOCITY = 25,
  HEXAD_MDOF_COMMAND_ACTUATOR_POSITION = 26,
  HEXAD_MDOF_COMMAND_ACTUATOR_VELOCITY = 27,
  HEXAD_MDOF_COMMAND_ACTUATOR_TORQUE = 28,
  HEXAD_MDOF_COMMAND_ACTUATOR_CURRENT = 29,
  HEXAD_MDOF_COMMAND_ACTUATOR_VOLTAGE = 30,
  HEXAD_MDOF_COMMAND_EVERYTHING = 31,
  HEXAD_MDOF_COMMAND_FILE = 33,
};
enum {
  HEXAD_MDOF_RESULT_REFUSED_WHILE_PAUSED = -7,
  HEXAD_MDOF_RESULT_RESUMED = -6,
  HEXAD_MDOF_RESULT_PAUSED = -5,
  HEXAD_MDOF_RESULT_STOPPED = -4,
  HEXAD_MDOF_RESULT_MOTION_ERROR = -3,
  HEXAD_MDOF_RESULT_MOVING = -2,
  HEXAD_MDOF_RESULT_BAD_REQUEST = -1,
  HEXAD_MDOF_RESULT_DONE = 0,
};
/* @end of tables */

typedef struct {
  uint32_t size;
  int32_t kind;
  char text[248]; /* what happened, where, and what to do; ends with 0 */
} hexad_error;

typedef struct {
  uint32_t size;
  uint32_t reserved;
  double pitch, roll, yaw, sway, surge, heave;
} hexad_pose;

/* What a vehicle does, in its own axes: rates in degrees/s, accelerations to the right, forward, up in m/s2. */
typedef struct {
  uint32_t size;
  uint32_t reserved;
  double pitch_rate, roll_rate, yaw_rate, sway, surge, heave;
} hexad_vehicle_motion;

typedef struct {
  uint32_t size;
  uint32_t reserved;
  uint64_t sent;
  uint64_t late;     /* deadlines that passed without a frame: this program was kept from running */
  uint64_t received; /* statuses */
  uint64_t lost;     /* gaps in the controller's sequence; darren alone counts them */
  uint64_t foreign;  /* datagrams that are no answer of this protocol */
} hexad_counters;

HEXAD_API const char *hexad_host_version(void);
/* A hardware code (161, 195 ...) in English; never NULL. */
HEXAD_API const char *hexad_hardware_code_words(uint32_t code);

/* ------------------------------------------------------------------------------------------------------ darren */
typedef struct HexadDarren hexad_darren;

typedef struct {
  uint32_t size;
  uint32_t sequence;
  uint32_t state;   /* HEXAD_DARREN_STATE_... */
  uint32_t moving;  /* 0 or 1 */
  uint32_t inputs;  /* bit 0 = input 1 */
  uint32_t outputs;
  uint32_t error;   /* hexad_hardware_code_words */
  uint32_t warnings; /* HEXAD_DARREN_WARNING_..., added up */
  double pose[6];   /* pitch roll yaw sway surge heave */
  double actuators[6]; /* mm from neutral */
  double torque[6];    /* Nm */
  uint32_t drive_errors[6];
  double age;          /* s since it came */
} hexad_darren_status;

/* `address` is numeric (192.168.1.30); port 0: the protocol's own; local_port 0: any free one. */
HEXAD_API int hexad_darren_open(const char *address, uint16_t port, uint16_t local_port, double rate_hz,
                                hexad_darren **out, hexad_error *error);
HEXAD_API void hexad_darren_close(hexad_darren *platform);
/* The word every frame carries from now on; a controller acts when it changes. */
HEXAD_API int hexad_darren_command(hexad_darren *platform, uint32_t word);
HEXAD_API int hexad_darren_target(hexad_darren *platform, const hexad_pose *pose);
HEXAD_API int hexad_darren_actuators(hexad_darren *platform, const double from_neutral[6]);
HEXAD_API int hexad_darren_cue(hexad_darren *platform, const hexad_vehicle_motion *motion);
HEXAD_API int hexad_darren_no_values(hexad_darren *platform);
HEXAD_API int hexad_darren_tick(hexad_darren *platform);
HEXAD_API int hexad_darren_send(hexad_darren *platform);
/* Takes what arrives, without sending; HEXAD_NOTHING when no newer status came. */
HEXAD_API int hexad_darren_poll(hexad_darren *platform, double timeout);
HEXAD_API int hexad_darren_get_status(const hexad_darren *platform, hexad_darren_status *status);
HEXAD_API int hexad_darren_wait_for(hexad_darren *platform, uint32_t state, double timeout, hexad_error *error);
/* HEXAD_REFUSED: another host is connected. Optional: status flows without it. */
HEXAD_API int hexad_darren_connect(hexad_darren *platform, double timeout, hexad_error *error);
HEXAD_API int hexad_darren_disconnect(hexad_darren *platform, double timeout, hexad_error *error);
HEXAD_API int hexad_darren_get_counters(const hexad_darren *platform, hexad_counters *counters);
/* For programs with an event loop of their own: readable when poll has something. */
HEXAD_API int hexad_darren_descriptor(hexad_darren *platform);

/* ------------------------------------------------------------------------------------------------------- motus */
typedef struct HexadMotus hexad_motus;

typedef struct {
  uint32_t size;
  uint32_t state;    /* HEXAD_MOTUS_STATE_... */
  uint32_t inputs;
  uint32_t version;
  double pose[6];    /* pitch roll yaw sway surge heave, mm whatever is on the wire */
  uint32_t errors[6]; /* a leg each, hexad_hardware_code_words */
  double pulses[6];
  double torque[6];
  double age;
} hexad_motus_status;

/* `millimetres`: 0 when lengths on the wire are metres (the manual), 1 when they are millimetres. */
HEXAD_API int hexad_motus_open(const char *address, uint16_t port, uint16_t local_port, double rate_hz,
                               int millimetres, hexad_motus **out, hexad_error *error);
HEXAD_API void hexad_motus_close(hexad_motus *platform);
HEXAD_API int hexad_motus_command(hexad_motus *platform, uint32_t command);
HEXAD_API int hexad_motus_idle(hexad_motus *platform);
HEXAD_API int hexad_motus_follow(hexad_motus *platform, const hexad_pose *pose);
HEXAD_API int hexad_motus_step(hexad_motus *platform, const hexad_pose *target, const hexad_pose *speed);
HEXAD_API int hexad_motus_sine(hexad_motus *platform, const hexad_pose *amplitude, const hexad_pose *frequency_hz,
                               const hexad_pose *phase);
HEXAD_API int hexad_motus_soft_stop(hexad_motus *platform);
HEXAD_API int hexad_motus_script(hexad_motus *platform, uint8_t number);
HEXAD_API int hexad_motus_jog(hexad_motus *platform, uint8_t legs, int16_t speed_mm_s);
HEXAD_API int hexad_motus_outputs(hexad_motus *platform, uint8_t bits);
HEXAD_API int hexad_motus_tick(hexad_motus *platform);
HEXAD_API int hexad_motus_send(hexad_motus *platform);
HEXAD_API int hexad_motus_poll(hexad_motus *platform, double timeout);
HEXAD_API int hexad_motus_get_status(const hexad_motus *platform, hexad_motus_status *status);
HEXAD_API int hexad_motus_wait_for(hexad_motus *platform, uint32_t state, double timeout, hexad_error *error);
HEXAD_API int hexad_motus_get_counters(const hexad_motus *platform, hexad_counters *counters);

/* -------------------------------------------------------------------------------------------------------- mdof */
typedef struct HexadMdof hexad_mdof;

HEXAD_API int hexad_mdof_open(const char *address, uint16_t port, uint16_t local_port, hexad_mdof **out,
                              hexad_error *error);
HEXAD_API void hexad_mdof_close(hexad_mdof *platform);
/* One line as in the manual; nothing is waited for. */
HEXAD_API int hexad_mdof_send(hexad_mdof *platform, const char *line);
/* The first answer to a line, what stands after '#': at most `size` bytes with the 0. Queries are asked again. */
HEXAD_API int hexad_mdof_ask(hexad_mdof *platform, const char *line, char *answer, size_t size, hexad_error *error);
/* Sends a command and waits for its final answer: 0 is done, -7 ... -1 and the hardware codes are not. */
HEXAD_API int hexad_mdof_run(hexad_mdof *platform, const char *line, int32_t *code, hexad_error *error);
/* The final answer of a command that was sent before, by its number. */
HEXAD_API int hexad_mdof_wait(hexad_mdof *platform, const char *number, double timeout, int32_t *code,
                              hexad_error *error);
/* The six numbers of one of HEXAD_MDOF_COMMAND_POSITION ... ACTUATOR_VOLTAGE. */
HEXAD_API int hexad_mdof_numbers(hexad_mdof *platform, uint32_t query, double six[6], hexad_error *error);

/* ---------------------------------------------------------------------------------------------------- lingjing */
typedef struct HexadLingjing hexad_lingjing;

/* Left-handed: X forward, Y right, Z up above the bottom; right side up, nose down, nose right. */
typedef struct {
  uint32_t size;
  uint32_t has_angle; /* 1: `angle` of the rotary axis is sent, too */
  double roll, pitch, yaw, x, y, z, angle;
} hexad_lingjing_pose;

HEXAD_API int hexad_lingjing_open(const char *address, uint16_t port, uint16_t local_port, double rate_hz,
                                  hexad_lingjing **out, hexad_error *error);
HEXAD_API void hexad_lingjing_close(hexad_lingjing *platform);
HEXAD_API int hexad_lingjing_target(hexad_lingjing *platform, const hexad_lingjing_pose *pose);
HEXAD_API int hexad_lingjing_legs(hexad_lingjing *platform, const double *extensions, size_t count);
/* Bit 0 = relay 1, of twelve; a negative number leaves them as they are. */
HEXAD_API int hexad_lingjing_relays(hexad_lingjing *platform, int32_t bits);
HEXAD_API int hexad_lingjing_tick(hexad_lingjing *platform);
HEXAD_API int hexad_lingjing_send(hexad_lingjing *platform);
/* One datagram: be there in that time. */
HEXAD_API int hexad_lingjing_move(hexad_lingjing *platform, const hexad_lingjing_pose *pose, double seconds);
/* "play", "pause", "stop", "pre", "next" */
HEXAD_API int hexad_lingjing_film(hexad_lingjing *platform, const char *what);
HEXAD_API int hexad_lingjing_poll(hexad_lingjing *platform, double timeout);
/* The newest pose that came back, where the controller is set to send it. */
HEXAD_API int hexad_lingjing_feedback(const hexad_lingjing *platform, hexad_lingjing_pose *pose);

/* -------------------------------------------------------------------------------------------------------- csfi */
/* A group of a calibration board as it stands on the wire, read. Writing is left to `hexad calibrate`, which compares,
 * keeps what was there, and asks. `count` gets the bytes; HEXAD_BAD_ARGUMENT when they do not fit into `size`. */
HEXAD_API int hexad_csfi_read(const char *address, uint16_t port, uint8_t group, uint8_t *bytes, size_t size,
                              size_t *count, hexad_error *error);

#ifdef __cplusplus
}
#endif
#endif
