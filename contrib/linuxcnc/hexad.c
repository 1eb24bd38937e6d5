/* LinuxCNC HAL component `hexad`: the drives' side of the block of shared memory that `hexad run` with
 * drives.port = "shared" moves its legs by. One call a servo tick; all arithmetic is src/drives/link.
 *
 * Lengths on pins are millimetres, the rotary axis degrees, torques newton metres at the motor.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later (LICENSE beside this file; src/drives/link is MIT) */

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "attach.h"
#include "servo.h"

#include "hal.h"
#include "rtapi.h"
#include "rtapi_app.h"

MODULE_AUTHOR("the hexad project");
MODULE_DESCRIPTION("legs of a motion platform, commanded by hexad");
MODULE_LICENSE("GPL");

static char* block = "/dev/shm/hexad-standard-400";
RTAPI_MP_STRING(block, "file of the block, as drives.block of hexad");
static int legs = HEXAD_BLOCK_LEGS;
RTAPI_MP_INT(legs, "how many legs");

#define INPUTS 8
#define OUTPUTS 8
#define RELAYS 12
#define MM 1e-3
#define DEGREE 0.017453292519943295

struct leg_pins {
  hal_float_t *pos_cmd, *vel_cmd, *acc_cmd, *torque_limit, *torque_limit_down;
  hal_float_t *pos_fb, *vel_fb, *torque_fb;
  hal_bit_t *enable, *brake_open, *reset, *home;
  hal_bit_t *enabled, *brake_closed, *homed, *upper_switch, *lower_switch, *hot;
  hal_u32_t* fault;
};

struct pins {
  struct leg_pins leg[HEXAD_BLOCK_LEGS];
  hal_bit_t *estop_ok, *sto_ok, *supply_ok, *simulated; /* in */
  hal_bit_t *enable, *ok, *lost;                        /* out */
  hal_u32_t *bridged, *rejected, *losses;
  hal_float_t* command_age; /* ms */
  hal_float_t *rotary_cmd, *rotary_fb;
  hal_bit_t* input[INPUTS];
  hal_bit_t* output[OUTPUTS];
  hal_bit_t* relay[RELAYS];
};

static int component;
static struct pins* pins;
static struct hexad_attachment attachment;
static struct hexad_servo servo;

static int64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void read_leg(const struct leg_pins* pin, struct hexad_leg_feedback* leg) {
  leg->position = *pin->pos_fb * MM;
  leg->velocity = *pin->vel_fb * MM;
  leg->torque = *pin->torque_fb;
  leg->error = *pin->fault;
  leg->flags = (*pin->enabled ? HEXAD_LEG_ENABLED : 0u) | (*pin->brake_closed ? HEXAD_LEG_BRAKE_CLOSED : 0u) |
               (*pin->homed ? HEXAD_LEG_HOMED : 0u) | (*pin->upper_switch ? HEXAD_LEG_UPPER_SWITCH : 0u) |
               (*pin->lower_switch ? HEXAD_LEG_LOWER_SWITCH : 0u) | (*pin->hot ? HEXAD_LEG_HOT : 0u);
}

static void write_leg(struct leg_pins* pin, const struct hexad_bridge* bridge, int i) {
  const struct hexad_bridge_leg* leg = &bridge->leg[i];
  *pin->pos_cmd = leg->position / MM;
  *pin->vel_cmd = leg->velocity / MM;
  *pin->acc_cmd = leg->acceleration / MM;
  *pin->torque_limit = leg->torque_limit;
  *pin->torque_limit_down = leg->torque_limit_down;
  *pin->enable = bridge->enable != 0;
  *pin->brake_open = bridge->brakes_open != 0;
  *pin->reset = servo.reset != 0;
  *pin->home = bridge->homing != 0;
}

static void update(void* unused, long period) {
  struct hexad_servo_inputs inputs;
  const struct hexad_bridge* const bridge = &servo.bridge;
  int i;
  (void)unused;
  memset(&inputs, 0, sizeof inputs);
  for (i = 0; i < legs; ++i) read_leg(&pins->leg[i], &inputs.leg[i]);
  for (i = 0; i < INPUTS; ++i) inputs.inputs |= *pins->input[i] ? 1u << i : 0u;
  inputs.rotary = *pins->rotary_fb * DEGREE;
  inputs.emergency = !*pins->estop_ok;
  inputs.torque_off = !*pins->sto_ok;
  inputs.no_supply = !*pins->supply_ok;
  inputs.simulated = *pins->simulated;
  if (bridge->phase == HEXAD_BRIDGE_OFF) servo.bridge.rotary = inputs.rotary;

  hexad_servo_step(&servo, attachment.block, &inputs, now_ns(), 1e-9 * (double)period);
  hexad_servo_tick(attachment.block);

  for (i = 0; i < legs; ++i) write_leg(&pins->leg[i], bridge, i);
  for (i = 0; i < OUTPUTS; ++i) *pins->output[i] = (bridge->outputs >> i) & 1u;
  for (i = 0; i < RELAYS; ++i) *pins->relay[i] = (bridge->relays >> i) & 1u;
  *pins->rotary_cmd = bridge->rotary / DEGREE;
  *pins->enable = bridge->enable != 0;
  *pins->lost = bridge->lost != 0;
  *pins->ok = !bridge->lost && bridge->have_command && (bridge->flags & HEXAD_COMMAND_OFF_NOW) == 0;
  *pins->bridged = (hal_u32_t)bridge->bridged;
  *pins->rejected = (hal_u32_t)bridge->rejected;
  *pins->losses = (hal_u32_t)bridge->losses;
  *pins->command_age = 1e-6 * (double)servo.age_ns;
}

#define PIN(type, direction, place, ...) \
  if (hal_pin_##type##_newf(direction, place, component, __VA_ARGS__) != 0) return -1

static int export_leg(struct leg_pins* pin, int i) {
  PIN(float, HAL_OUT, &pin->pos_cmd, "hexad.%d.pos-cmd", i);
  PIN(float, HAL_OUT, &pin->vel_cmd, "hexad.%d.vel-cmd", i);
  PIN(float, HAL_OUT, &pin->acc_cmd, "hexad.%d.acc-cmd", i);
  PIN(float, HAL_OUT, &pin->torque_limit, "hexad.%d.torque-limit", i);
  PIN(float, HAL_OUT, &pin->torque_limit_down, "hexad.%d.torque-limit-down", i);
  PIN(float, HAL_IN, &pin->pos_fb, "hexad.%d.pos-fb", i);
  PIN(float, HAL_IN, &pin->vel_fb, "hexad.%d.vel-fb", i);
  PIN(float, HAL_IN, &pin->torque_fb, "hexad.%d.torque-fb", i);
  PIN(bit, HAL_OUT, &pin->enable, "hexad.%d.enable", i);
  PIN(bit, HAL_OUT, &pin->brake_open, "hexad.%d.brake-open", i);
  PIN(bit, HAL_OUT, &pin->reset, "hexad.%d.reset", i);
  PIN(bit, HAL_OUT, &pin->home, "hexad.%d.home", i);
  PIN(bit, HAL_IN, &pin->enabled, "hexad.%d.enabled", i);
  PIN(bit, HAL_IN, &pin->brake_closed, "hexad.%d.brake-closed", i);
  PIN(bit, HAL_IN, &pin->homed, "hexad.%d.homed", i);
  PIN(bit, HAL_IN, &pin->upper_switch, "hexad.%d.upper-switch", i);
  PIN(bit, HAL_IN, &pin->lower_switch, "hexad.%d.lower-switch", i);
  PIN(bit, HAL_IN, &pin->hot, "hexad.%d.hot", i);
  PIN(u32, HAL_IN, &pin->fault, "hexad.%d.fault", i);
  return 0;
}

/* Inputs that nobody has connected are FALSE: the chain is open, the drives are off. */
static int export_pins(void) {
  int i;
  for (i = 0; i < legs; ++i)
    if (export_leg(&pins->leg[i], i) != 0) return -1;
  PIN(bit, HAL_IN, &pins->estop_ok, "hexad.estop-ok");
  PIN(bit, HAL_IN, &pins->sto_ok, "hexad.sto-ok");
  PIN(bit, HAL_IN, &pins->supply_ok, "hexad.supply-ok");
  PIN(bit, HAL_IN, &pins->simulated, "hexad.simulated");
  PIN(bit, HAL_OUT, &pins->enable, "hexad.enable");
  PIN(bit, HAL_OUT, &pins->ok, "hexad.ok");
  PIN(bit, HAL_OUT, &pins->lost, "hexad.lost");
  PIN(u32, HAL_OUT, &pins->bridged, "hexad.bridged");
  PIN(u32, HAL_OUT, &pins->rejected, "hexad.rejected");
  PIN(u32, HAL_OUT, &pins->losses, "hexad.losses");
  PIN(float, HAL_OUT, &pins->command_age, "hexad.command-age");
  PIN(float, HAL_OUT, &pins->rotary_cmd, "hexad.rotary-cmd");
  PIN(float, HAL_IN, &pins->rotary_fb, "hexad.rotary-fb");
  for (i = 0; i < INPUTS; ++i) PIN(bit, HAL_IN, &pins->input[i], "hexad.input-%d", i + 1);
  for (i = 0; i < OUTPUTS; ++i) PIN(bit, HAL_OUT, &pins->output[i], "hexad.output-%d", i + 1);
  for (i = 0; i < RELAYS; ++i) PIN(bit, HAL_OUT, &pins->relay[i], "hexad.relay-%d", i + 1);
  return hal_export_funct("hexad.update", update, NULL, 1, 0, component);
}

static int attach(void) {
  switch (hexad_attach(block, HEXAD_SIDE_DRIVES, &attachment)) {
    case HEXAD_ATTACHED:
      hexad_servo_start(&servo, attachment.block);
      return 0;
    case HEXAD_ATTACH_TAKEN:
      rtapi_print_msg(RTAPI_MSG_ERR, "hexad: %s has drives already\n", block);
      return -1;
    case HEXAD_ATTACH_DIFFERENT:
      rtapi_print_msg(RTAPI_MSG_ERR, "hexad: %s is in use by another version of hexad\n", block);
      return -1;
    case HEXAD_ATTACH_NOT_OURS:
      rtapi_print_msg(RTAPI_MSG_ERR, "hexad: %s is no block of drives\n", block);
      return -1;
    default:
      rtapi_print_msg(RTAPI_MSG_ERR, "hexad: %s cannot be opened\n", block);
      return -1;
  }
}

int rtapi_app_main(void) {
  if (legs < 1 || legs > HEXAD_BLOCK_LEGS) {
    rtapi_print_msg(RTAPI_MSG_ERR, "hexad: legs=%d is not 1 to %d\n", legs, HEXAD_BLOCK_LEGS);
    return -1;
  }
  component = hal_init("hexad");
  if (component < 0) return component;
  pins = hal_malloc(sizeof *pins);
  if (pins == NULL || attach() != 0 || export_pins() != 0) {
    hexad_detach(&attachment);
    hal_exit(component);
    return -1;
  }
  hal_ready(component);
  return 0;
}

void rtapi_app_exit(void) {
  hal_exit(component);
  hexad_detach(&attachment);
}
