#include "servo.h"

#include <string.h>

#ifdef __cplusplus
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

void hexad_servo_start(struct hexad_servo* servo, const struct hexad_block* block) {
  memset(servo, 0, sizeof *servo);
  hexad_bridge_start(&servo->bridge);
  /* A writer that is in the middle of one is alive: its next one is the first that counts. */
  servo->looked_at = __atomic_load_n(&block->command.count, __ATOMIC_RELAXED);
  servo->resets = __atomic_load_n(&block->command.resets, __ATOMIC_RELAXED);
  servo->count = __atomic_load_n(&block->feedback.count, __ATOMIC_RELAXED);
}

/* NULL = nothing new, nothing whole, or too old to be followed. */
static const struct hexad_command* newest(struct hexad_servo* servo, const struct hexad_block* block,
                                          int64_t now_ns, struct hexad_command* command) {
  if (!hexad_read_command(block, command)) {
    ++servo->torn;
    return NULL;
  }
  if (command->count == servo->looked_at) return NULL;
  servo->looked_at = command->count;
  servo->age_ns = (int64_t)((uint64_t)now_ns - (uint64_t)command->time_ns); /* of any number */
  if (!(command->period > 0.0 && command->period < 0.1)) return NULL;
  if ((double)servo->age_ns > 1e9 * HEXAD_BRIDGE_PERIODS * command->period) return NULL;
  servo->seen = command->count;
  return command;
}

static enum hexad_chain chain_of(const struct hexad_servo* servo, const struct hexad_servo_inputs* inputs) {
  if (inputs->torque_off || inputs->no_supply) return HEXAD_CHAIN_OPEN;
  if (!inputs->emergency) return HEXAD_CHAIN_CLOSED;
  return (servo->bridge.command.flags & HEXAD_COMMAND_RAMP) != 0 ? HEXAD_CHAIN_STOPS : HEXAD_CHAIN_OPEN;
}

void hexad_servo_step(struct hexad_servo* servo, struct hexad_block* block,
                      const struct hexad_servo_inputs* inputs, int64_t now_ns, double dt) {
  struct hexad_command command;
  struct hexad_feedback feedback;
  uint32_t i;
  const struct hexad_command* const fresh = newest(servo, block, now_ns, &command);
  servo->reset = fresh != NULL && fresh->resets != servo->resets;
  if (servo->reset) servo->resets = fresh->resets;
  hexad_bridge_step(&servo->bridge, fresh, inputs->leg, chain_of(servo, inputs), dt);

  memset(&feedback, 0, sizeof feedback);
  feedback.count = ++servo->count;
  feedback.time_ns = now_ns;
  feedback.command_seen = servo->seen;
  feedback.command_age_ns = servo->age_ns;
  feedback.bridged = servo->bridge.bridged;
  feedback.rejected = servo->bridge.rejected;
  feedback.losses = servo->bridge.losses;
  feedback.torn = servo->torn;
  feedback.rotary = inputs->rotary;
  feedback.inputs = inputs->inputs;
  feedback.flags =
      (inputs->emergency ? HEXAD_FEEDBACK_EMERGENCY : 0u) | (inputs->torque_off ? HEXAD_FEEDBACK_STO : 0u) |
      (inputs->no_supply ? HEXAD_FEEDBACK_NO_SUPPLY : 0u) |
      (inputs->simulated ? HEXAD_FEEDBACK_SIMULATED : 0u) | (servo->bridge.lost ? HEXAD_FEEDBACK_LOST : 0u);
  memcpy(feedback.leg, inputs->leg, sizeof feedback.leg);
  for (i = 0; i < HEXAD_BLOCK_LEGS; ++i)
    if ((inputs->leg[i].flags & HEXAD_LEG_BRAKE_CLOSED) != 0)
      feedback.leg[i].flags |= HEXAD_LEG_BRAKE_REPORTED;
  /* Brakes that do not report: closed for the program until they have had their time to open. */
  if (servo->bridge.phase == HEXAD_BRIDGE_OFF || servo->bridge.phase == HEXAD_BRIDGE_ENABLING)
    for (i = 0; i < HEXAD_BLOCK_LEGS; ++i) feedback.leg[i].flags |= HEXAD_LEG_BRAKE_CLOSED;
  hexad_write_feedback(block, &feedback);
}
