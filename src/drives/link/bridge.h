/* What stands between the commands of the program and the drives, once a servo tick: the same arithmetic in
 * the HAL component, in `hexad drives simulate` and in the tests.
 *
 * off        enable low, brakes closed; the position is wherever the leg is
 * enabling   enable high; when every leg reports enabled the brakes open; when they are open it follows
 * following  each command as it comes. One that is missing is bridged by velocity and acceleration, the
 * acceleration fading over 20 periods of the program. One that jumps or is no number never passes: it counts
 * as missing stopping   every leg by itself within its own limits, and before the end of its stroke closing
 * at rest: brakes, and when they report closed (or brake_time is over) off
 *
 * The rotary axis goes on at its speed where a command is missing, and slows down where the legs stop. Brakes
 * do not wait for it; switching off does, at most half a second.
 *
 * A command whose `restarts` differs begins anew from where the legs stand. With HOME the drives move by
 * themselves and are told where they are.
 *
 * After 20 periods without a command it stops, closes, switches off, and is `lost`: nothing moves again
 * before the program has shown enable low, and then high. The same after the chain was open. A leg that is
 * bridged brakes as soon as it must to stop before the end of its stroke. */
#ifndef HEXAD_DRIVES_LINK_BRIDGE_H
#define HEXAD_DRIVES_LINK_BRIDGE_H

#include "block.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HEXAD_BRIDGE_PERIODS 20

enum hexad_bridge_phase {
  HEXAD_BRIDGE_OFF,
  HEXAD_BRIDGE_ENABLING,
  HEXAD_BRIDGE_FOLLOWING,
  HEXAD_BRIDGE_STOPPING,
  HEXAD_BRIDGE_CLOSING
};

struct hexad_bridge_leg {
  /* what the drive is told */
  double position;
  double velocity;
  double acceleration;
  double torque_limit;
  double torque_limit_down;
  /* how far that is from the command, after a gap */
  double beside;
  double beside_velocity;
  double fading; /* acceleration when the gap began */
  int braking;   /* by itself, for the end of its stroke */
};

struct hexad_bridge {
  struct hexad_bridge_leg leg[HEXAD_BLOCK_LEGS];
  struct hexad_command command; /* the last that passed */
  double rotary;                /* what the drive is told; while off its owner puts the measured angle here */
  double rotary_velocity;       /* of it */
  double silent;                /* s since that one */
  double waited;                /* s in this phase, for brakes that do not report */
  enum hexad_bridge_phase phase;
  uint32_t flags; /* of the newest command, passed or not */
  uint32_t relays;
  uint32_t outputs;
  int enable;        /* of all drives */
  int brakes_open;   /* commanded */
  int brakes_report; /* they have been seen closed when they were told to be */
  int have_command;
  int gap;   /* the tick before had no command */
  int armed; /* enable was seen low since the last loss */
  int lost;
  int homing; /* the drives move by themselves; begun at a standstill */
  uint64_t bridged;
  uint64_t rejected;
  uint64_t losses;
};

void hexad_bridge_start(struct hexad_bridge* bridge);

enum hexad_chain {
  HEXAD_CHAIN_OPEN = 0, /* no torque, or none wanted: brakes and off at once */
  HEXAD_CHAIN_CLOSED = 1,
  HEXAD_CHAIN_STOPS = 2 /* an emergency stop that ramps: to rest within the limits, brakes, off */
};

/* One servo tick of `dt` seconds. `command`: a new one, or NULL. `legs`: what the drives report. */
void hexad_bridge_step(struct hexad_bridge* bridge, const struct hexad_command* command,
                       const struct hexad_leg_feedback* legs, enum hexad_chain chain, double dt);

/* How far a leg still goes at least, with this speed and acceleration along its way, if it brakes within its
 * limits from now on. For tests. */
double hexad_bridge_stopping_distance(const struct hexad_leg_command* limits, double period, double speed,
                                      double acceleration, double dt);

#ifdef __cplusplus
}
#endif

#endif
