/* The block: a page of shared memory between the program and whatever moves the legs (a HAL component, the
 * simulated drives as a process of their own, a port of yours). Plain C without dependencies, for C99 and
 * C++.
 *
 * The program writes `command`, the other side writes `feedback`; each stands behind a sequence lock, so that
 * neither ever waits for the other and either may be killed at any moment. Lengths are metres, seconds,
 * newton metres, radians. Positions are the drive's own: the program keeps the distance to its zero to
 * itself.
 *
 * `servo_ticks` is a futex word: the drives' side raises it on every tick and wakes who waits there
 * (attach.h). */
#ifndef HEXAD_DRIVES_LINK_BLOCK_H
#define HEXAD_DRIVES_LINK_BLOCK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HEXAD_BLOCK_MAGIC 0x6b636f6c62786568u /* the letters "hexblock" */
#define HEXAD_BLOCK_VERSION 2u
#define HEXAD_BLOCK_LEGS 6
#define HEXAD_BLOCK_NO_BOUND 1e9 /* m: a leg that is not zeroed has no ends that are known */

/* of a command */
#define HEXAD_COMMAND_ENABLE 1u  /* drives on, brakes open; low: stop, brakes, then off */
#define HEXAD_COMMAND_OFF_NOW 2u /* emergency: brakes and off on this tick, whatever moves */
#define HEXAD_COMMAND_HOME                                                                                  \
  4u                          /* the drives seek their zero by themselves; positions are not to be followed \
                               */
#define HEXAD_COMMAND_RAMP 8u /* an emergency stop ramps: something else removes the torque in time */

struct hexad_leg_command {
  double position;
  double velocity;
  double acceleration;
  double torque_limit; /* Nm at the motor, pushing the leg out: what carries the load */
  double lower;        /* the ends of the stroke, in the drive's own position; beyond +-1e9 = not known */
  double upper;
  double most_velocity; /* of this leg */
  double most_acceleration;
  double most_jerk;
  double torque_limit_down; /* Nm, pulling it in: low while the end stop is sought. Never to be applied both
                               ways */
};

struct hexad_command {
  uint64_t count;  /* of the commands; another number = another command */
  int64_t time_ns; /* CLOCK_MONOTONIC when it was written */
  uint64_t resets; /* raised by one for each reset of the drives' errors */
  uint64_t
      restarts; /* raised when the command begins where the legs are, and does not go on from the last one */
  uint32_t flags;
  uint32_t legs;
  double period;     /* s between two commands */
  double brake_time; /* s a brake may take to close or to open, where none reports */
  double rotary;     /* rad */
  double rotary_velocity;
  double most_rotary_velocity;
  uint32_t relays;  /* bits 0-11 */
  uint32_t outputs; /* bits 0-7 */
  struct hexad_leg_command leg[HEXAD_BLOCK_LEGS];
};

/* of a leg's feedback */
#define HEXAD_LEG_ENABLED 1u
#define HEXAD_LEG_HOMED \
  2u /* the position counts from the lower end: absolute encoder, or the drive's own homing */
#define HEXAD_LEG_UPPER_SWITCH 4u
#define HEXAD_LEG_LOWER_SWITCH 8u
#define HEXAD_LEG_HOT 16u
#define HEXAD_LEG_BRAKE_CLOSED 32u
#define HEXAD_LEG_BRAKE_REPORTED 64u /* closed, and the brake itself says so */

struct hexad_leg_feedback {
  double position;
  double velocity;
  double torque; /* Nm at the motor */
  double current;
  double voltage;
  uint32_t error; /* the drive's own code, 0 = none */
  uint32_t flags;
};

/* of the feedback */
#define HEXAD_FEEDBACK_EMERGENCY 1u /* the e-stop chain is open */
#define HEXAD_FEEDBACK_STO 2u       /* safe torque off is active */
#define HEXAD_FEEDBACK_NO_SUPPLY 4u
#define HEXAD_FEEDBACK_SIMULATED 8u
#define HEXAD_FEEDBACK_LOST \
  16u /* commands stayed away: stopped, latched until enable is low and high again */

struct hexad_feedback {
  uint64_t count;
  int64_t time_ns;        /* CLOCK_MONOTONIC when it was sampled */
  uint64_t command_seen;  /* count of the newest command that was read */
  int64_t command_age_ns; /* of that command when this tick used it */
  uint64_t bridged;       /* ticks without a new command, since the start */
  uint64_t rejected;      /* commands that jumped or were no numbers */
  uint64_t losses;
  uint64_t torn; /* commands that could not be read whole */
  double rotary;
  uint32_t flags;
  uint32_t inputs; /* bits 0-7 */
  struct hexad_leg_feedback leg[HEXAD_BLOCK_LEGS];
};

struct hexad_block {
  uint64_t magic;
  uint32_t version;
  uint32_t size; /* of all of it */
  uint32_t legs;
  uint32_t servo_ticks; /* futex */
  uint32_t waiting;     /* somebody sleeps there */
  uint32_t command_lock;
  uint32_t feedback_lock;
  uint32_t reserved;
  struct hexad_command command;
  struct hexad_feedback feedback;
};

#ifdef __cplusplus
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

typedef uint64_t __attribute__((may_alias)) hexad_word;

/* The sequence lock: odd while it is written. A writer that died in the middle leaves it odd; the next one
 * goes on. All is copied in words of 64 bits, each whole. */
static inline void hexad_block_write(uint32_t* lock, void* to, const void* from, size_t size) {
  const uint32_t writing = __atomic_load_n(lock, __ATOMIC_RELAXED) | 1u;
  const hexad_word* in = (const hexad_word*)from;
  hexad_word* out = (hexad_word*)to;
  size_t i;
  __atomic_store_n(lock, writing, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_RELEASE);
  for (i = 0; i < size / sizeof(hexad_word); ++i) __atomic_store_n(out + i, in[i], __ATOMIC_RELAXED);
  __atomic_store_n(lock, writing + 1u, __ATOMIC_RELEASE);
}

/* At most three tries; 0 = the writer was in the way each time, and `to` holds nothing of use. */
static inline int hexad_block_read(const uint32_t* lock, void* to, const void* from, size_t size) {
  const hexad_word* in = (const hexad_word*)from;
  hexad_word* out = (hexad_word*)to;
  int attempt;
  size_t i;
  for (attempt = 0; attempt < 3; ++attempt) {
    const uint32_t before = __atomic_load_n(lock, __ATOMIC_ACQUIRE);
    if ((before & 1u) != 0) continue;
    for (i = 0; i < size / sizeof(hexad_word); ++i) out[i] = __atomic_load_n(in + i, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    if (__atomic_load_n(lock, __ATOMIC_RELAXED) == before) return 1;
  }
  return 0;
}

#ifdef __cplusplus
#pragma GCC diagnostic pop
#endif

static inline void hexad_write_command(struct hexad_block* block, const struct hexad_command* command) {
  hexad_block_write(&block->command_lock, &block->command, command, sizeof *command);
}
static inline int hexad_read_command(const struct hexad_block* block, struct hexad_command* command) {
  return hexad_block_read(&block->command_lock, command, &block->command, sizeof *command);
}
static inline void hexad_write_feedback(struct hexad_block* block, const struct hexad_feedback* feedback) {
  hexad_block_write(&block->feedback_lock, &block->feedback, feedback, sizeof *feedback);
}
static inline int hexad_read_feedback(const struct hexad_block* block, struct hexad_feedback* feedback) {
  return hexad_block_read(&block->feedback_lock, feedback, &block->feedback, sizeof *feedback);
}

#ifdef __cplusplus
}
#endif

#endif
