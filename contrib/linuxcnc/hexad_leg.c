/* LinuxCNC HAL component `hexad_leg`: legs to try the real HAL path with, without hardware. Each is a servo drive with a
 * motor, a screw, a mass with its weight, friction, two end stops, a brake, switches and faults that can be set.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later */

#include <math.h>
#include <string.h>

#include "hal.h"
#include "rtapi.h"
#include "rtapi_app.h"

MODULE_AUTHOR("the hexad project");
MODULE_DESCRIPTION("simulated electric cylinders");
MODULE_LICENSE("GPL");

static int count = 6;
RTAPI_MP_INT(count, "how many legs");

#define MOST 6
#define SUBSTEPS 10
#define MM 1e-3

struct leg {
  /* in */
  hal_float_t *pos_cmd, *vel_cmd, *torque_limit, *torque_limit_down;
  hal_bit_t *enable, *brake_open, *reset, *fail;
  hal_bit_t* torque_ok; /* STO released, supply there */
  /* out */
  hal_float_t *pos_fb, *vel_fb, *torque_fb;
  hal_bit_t *enabled, *brake_closed, *homed, *upper_switch, *lower_switch;
  hal_u32_t* fault;
  /* parameters */
  hal_float_t mass, load, friction, stroke, lead, enable_time, brake_time, offset;
  hal_bit_t absolute;
  /* state, SI */
  double x, v, torque, switching, brake, integral;
};

static int component;
static struct leg* legs;

static double bounded(double value, double most) { return value > most ? most : value < -most ? -most : value; }

static void move(struct leg* leg, double dt) {
  const double force_per_torque = 2.0 * 3.14159265358979 / (leg->lead * MM);
  const double error = *leg->pos_cmd * MM - leg->offset * MM - leg->x;
  const double up = *leg->torque_limit;
  const double down = *leg->torque_limit_down;
  double force = -leg->load;
  leg->torque = 0.0;
  if (*leg->enabled) {
    const double wanted = bounded(*leg->vel_cmd * MM + 60.0 * error, 1.0);
    const double demand = (leg->mass * 300.0 * (wanted - leg->v) + leg->integral) / force_per_torque;
    leg->torque = demand > up ? up : demand < -down ? -down : demand;
    if (leg->torque == demand) leg->integral += leg->mass * 300.0 * 30.0 * error * dt;
    force += leg->torque * force_per_torque;
  }
  if (leg->x < 0.0) force += -4e6 * leg->x - 2e4 * leg->v;
  if (leg->x > leg->stroke * MM) force += 4e6 * (leg->stroke * MM - leg->x) - 2e4 * leg->v;
  force -= bounded(leg->v * 3e4, leg->friction);
  if (*leg->brake_closed) {
    leg->v = fabs(leg->v) < 20.0 * dt ? 0.0 : leg->v - (leg->v > 0.0 ? 20.0 : -20.0) * dt;
  } else {
    leg->v += force / leg->mass * dt;
  }
  leg->x += leg->v * dt;
}

static void switch_leg(struct leg* leg, double dt) {
  const int may = *leg->enable && *leg->torque_ok && *leg->fault == 0;
  if (*leg->reset && !*leg->fail) *leg->fault = 0;
  if (*leg->fail) *leg->fault = 0x7500;
  leg->switching = may ? leg->switching + dt : 0.0;
  if (may && !*leg->enabled && leg->switching >= leg->enable_time) leg->integral = leg->load;
  *leg->enabled = may && leg->switching >= leg->enable_time;
  leg->brake += (*leg->brake_open && *leg->torque_ok ? -dt : dt) / (leg->brake_time > dt ? leg->brake_time : dt);
  leg->brake = leg->brake < 0.0 ? 0.0 : leg->brake > 1.0 ? 1.0 : leg->brake;
  if (leg->brake <= 0.0) *leg->brake_closed = 0;
  if (leg->brake >= 1.0) *leg->brake_closed = 1;
}

static void update(void* unused, long period) {
  const double dt = 1e-9 * (double)period;
  int i, k;
  (void)unused;
  for (i = 0; i < count; ++i) {
    struct leg* const leg = &legs[i];
    switch_leg(leg, dt);
    for (k = 0; k < SUBSTEPS; ++k) move(leg, dt / SUBSTEPS);
    *leg->pos_fb = leg->x / MM + leg->offset;
    *leg->vel_fb = leg->v / MM;
    *leg->torque_fb = leg->torque;
    *leg->homed = leg->absolute;
    *leg->lower_switch = leg->x < 0.5 * MM;
    *leg->upper_switch = leg->x > leg->stroke * MM - 0.5 * MM;
  }
}

#define PIN(type, direction, place, ...) \
  if (hal_pin_##type##_newf(direction, place, component, __VA_ARGS__) != 0) return -1
#define PARAM(type, place, value, ...)                                                    \
  if (hal_param_##type##_newf(HAL_RW, place, component, __VA_ARGS__) != 0) return -1; \
  *(place) = value

static int export_leg(struct leg* leg, int i) {
  PIN(float, HAL_IN, &leg->pos_cmd, "hexad_leg.%d.pos-cmd", i);
  PIN(float, HAL_IN, &leg->vel_cmd, "hexad_leg.%d.vel-cmd", i);
  PIN(float, HAL_IN, &leg->torque_limit, "hexad_leg.%d.torque-limit", i);
  PIN(float, HAL_IN, &leg->torque_limit_down, "hexad_leg.%d.torque-limit-down", i);
  PIN(bit, HAL_IN, &leg->enable, "hexad_leg.%d.enable", i);
  PIN(bit, HAL_IN, &leg->brake_open, "hexad_leg.%d.brake-open", i);
  PIN(bit, HAL_IN, &leg->reset, "hexad_leg.%d.reset", i);
  PIN(bit, HAL_IN, &leg->fail, "hexad_leg.%d.fail", i);
  PIN(bit, HAL_IN, &leg->torque_ok, "hexad_leg.%d.torque-ok", i);
  PIN(float, HAL_OUT, &leg->pos_fb, "hexad_leg.%d.pos-fb", i);
  PIN(float, HAL_OUT, &leg->vel_fb, "hexad_leg.%d.vel-fb", i);
  PIN(float, HAL_OUT, &leg->torque_fb, "hexad_leg.%d.torque-fb", i);
  PIN(bit, HAL_OUT, &leg->enabled, "hexad_leg.%d.enabled", i);
  PIN(bit, HAL_OUT, &leg->brake_closed, "hexad_leg.%d.brake-closed", i);
  PIN(bit, HAL_OUT, &leg->homed, "hexad_leg.%d.homed", i);
  PIN(bit, HAL_OUT, &leg->upper_switch, "hexad_leg.%d.upper-switch", i);
  PIN(bit, HAL_OUT, &leg->lower_switch, "hexad_leg.%d.lower-switch", i);
  PIN(u32, HAL_OUT, &leg->fault, "hexad_leg.%d.fault", i);
  PARAM(float, &leg->mass, 300.0, "hexad_leg.%d.mass", i);
  PARAM(float, &leg->load, 800.0, "hexad_leg.%d.load", i);
  PARAM(float, &leg->friction, 60.0, "hexad_leg.%d.friction", i);
  PARAM(float, &leg->stroke, 400.0, "hexad_leg.%d.stroke", i);
  PARAM(float, &leg->lead, 10.0, "hexad_leg.%d.lead", i);
  PARAM(float, &leg->enable_time, 0.2, "hexad_leg.%d.enable-time", i);
  PARAM(float, &leg->brake_time, 0.05, "hexad_leg.%d.brake-time", i);
  PARAM(float, &leg->offset, 0.0, "hexad_leg.%d.offset", i);
  PARAM(bit, &leg->absolute, 0, "hexad_leg.%d.absolute", i);
  leg->brake = 1.0;
  leg->x = 20.0 * MM; /* somewhere above the bottom */
  *leg->brake_closed = 1;
  return 0;
}

int rtapi_app_main(void) {
  int i;
  if (count < 1 || count > MOST) return -1;
  component = hal_init("hexad_leg");
  if (component < 0) return component;
  legs = hal_malloc(sizeof *legs * (unsigned)count);
  if (legs == NULL) return -1;
  memset(legs, 0, sizeof *legs * (unsigned)count);
  for (i = 0; i < count; ++i)
    if (export_leg(&legs[i], i) != 0) {
      hal_exit(component);
      return -1;
    }
  if (hal_export_funct("hexad_leg.update", update, NULL, 1, 0, component) != 0) {
    hal_exit(component);
    return -1;
  }
  hal_ready(component);
  return 0;
}

void rtapi_app_exit(void) { hal_exit(component); }
