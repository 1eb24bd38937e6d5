/* The drives' side of the block, once a servo tick: reads the newest command, lets the bridge make of it what
 * the drives are told, writes what they report. The HAL component, `hexad drives simulate` and the tests call
 * this one. */
#ifndef HEXAD_DRIVES_LINK_SERVO_H
#define HEXAD_DRIVES_LINK_SERVO_H

#include "bridge.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hexad_servo {
  struct hexad_bridge bridge; /* enable, brakes_open, leg[].position, … are what the drives are told */
  uint64_t looked_at;         /* count of the newest command there was */
  uint64_t seen;              /* count of the newest that came in time: what lay there before is no news */
  uint64_t resets;
  int64_t age_ns;
  uint64_t count;
  uint64_t torn;
  int reset; /* on this tick the errors of the drives are to be reset */
};

/* What the drives report, besides the legs. */
struct hexad_servo_inputs {
  struct hexad_leg_feedback leg[HEXAD_BLOCK_LEGS];
  double rotary;
  uint32_t inputs;
  int emergency;  /* a button of the e-stop chain is in */
  int torque_off; /* safe torque off is active */
  int no_supply;
  int simulated;
};

/* Whatever command lies in the block is old. */
void hexad_servo_start(struct hexad_servo* servo, const struct hexad_block* block);

/* `now_ns`: CLOCK_MONOTONIC; `dt`: the nominal period, s. Does not wake a waiting program:
 * hexad_servo_tick(). */
void hexad_servo_step(struct hexad_servo* servo, struct hexad_block* block,
                      const struct hexad_servo_inputs* inputs, int64_t now_ns, double dt);

#ifdef __cplusplus
}
#endif

#endif
