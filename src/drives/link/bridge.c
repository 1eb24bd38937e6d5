#include "bridge.h"

#include <math.h>
#include <string.h>

#ifdef __cplusplus
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

/* What a command may differ from what the one before it led to expect. The program's own last check is
 * narrower. */
static const double most_gap = 2.0e-3;  /* m, of the first command from the measured leg */
static const double rounding = 50.0e-6; /* m, of one command from the one before */
static const double blend_share = 0.25; /* of the acceleration, to come back to the commands after a gap */
static const double blend_time = 0.020; /* s */
static const double still = 1.0e-9;     /* m */
static const double rotary_rest = 0.5;  /* s, from its highest speed to rest: as the program has it */

static double smaller(double a, double b) { return a < b ? a : b; }
static double larger(double a, double b) { return a > b ? a : b; }
static double bounded(double value, double most) {
  return value > most ? most : value < -most ? -most : value;
}

static uint32_t legs_of(const struct hexad_command* command) {
  return command->legs < HEXAD_BLOCK_LEGS ? command->legs : HEXAD_BLOCK_LEGS;
}
static double longest_gap(const struct hexad_command* command) {
  return HEXAD_BRIDGE_PERIODS * command->period;
}

/* An acceleration along the way is given up within the longest gap, as bridging does; braking grows by the
 * leg's own jerk. */
static double dropping(const struct hexad_leg_command* limits, double period) {
  return larger(limits->most_jerk, limits->most_acceleration / (HEXAD_BRIDGE_PERIODS * period));
}

double hexad_bridge_stopping_distance(const struct hexad_leg_command* limits, double period, double speed,
                                      double acceleration, double dt) {
  const double most = limits->most_acceleration;
  const double jerk = limits->most_jerk;
  double way = 0.0;
  double brake = -acceleration;
  double peak;
  double t;
  if (acceleration > 0.0) {
    t = acceleration / dropping(limits, period);
    way += speed * t + acceleration * t * t / 3.0;
    speed += 0.5 * acceleration * t;
    brake = 0.0;
  }
  brake = smaller(brake, most);
  way += 2.0 * speed * dt + most * dt * dt; /* ticks are whole */
  if (brake * brake >= 2.0 * jerk * speed) return way + (brake > 0.0 ? speed * speed / brake : 0.0);
  /* up to a peak, hold it, down again */
  peak = sqrt(jerk * speed + 0.5 * brake * brake);
  if (peak > most) peak = most;
  t = (peak - brake) / jerk;
  way += speed * t - 0.5 * brake * t * t - jerk * t * t * t / 6.0;
  speed -= brake * t + 0.5 * jerk * t * t;
  t = larger(0.0, (speed - 0.5 * peak * peak / jerk) / peak);
  way += speed * t - 0.5 * peak * t * t;
  speed -= peak * t;
  t = peak / jerk;
  return way + larger(0.0, speed * t - 0.5 * peak * t * t + jerk * t * t * t / 6.0);
}

/* Would it stop before the end it moves towards? */
static int fits(const struct hexad_leg_command* limits, double period, double x, double v, double a,
                double dt) {
  if (v > 0.0) return x + hexad_bridge_stopping_distance(limits, period, v, a, dt) <= limits->upper;
  if (v < 0.0) return x - hexad_bridge_stopping_distance(limits, period, -v, -a, dt) >= limits->lower;
  return 1;
}

/* One tick of a stop. 1 = at rest. */
static int stop_leg(struct hexad_bridge_leg* leg, const struct hexad_leg_command* limits, double period,
                    double dt) {
  const double most = limits->most_acceleration;
  const double jerk = limits->most_jerk;
  const double sign = leg->velocity < 0.0 ? -1.0 : 1.0;
  const double speed = sign * leg->velocity;
  double push = sign * leg->acceleration;
  const double before = leg->position;
  const double end = sign > 0.0 ? limits->upper + rounding : limits->lower - rounding;
  double wanted;
  leg->beside = leg->beside_velocity = 0.0;
  if (speed <= 0.0) {
    leg->velocity = leg->acceleration = 0.0;
    return 1;
  }
  if (!fits(limits, period, leg->position, leg->velocity, leg->acceleration, 0.0)) {
    push = -most; /* no time for gentleness */
  } else {
    wanted = -smaller(most, sqrt(2.0 * jerk * speed));
    if (push > 0.0) {
      push = larger(push - dropping(limits, period) * dt, 0.0);
    } else {
      push = wanted < push ? larger(push - jerk * dt, wanted) : wanted;
    }
  }
  if (speed + push * dt <= 0.0) {
    leg->position += 0.5 * leg->velocity * dt;
    leg->velocity = leg->acceleration = 0.0;
  } else {
    leg->position += leg->velocity * dt + 0.5 * sign * push * dt * dt;
    leg->velocity += sign * push * dt;
    leg->acceleration = sign * push;
  }
  if (sign * (leg->position - end) > 0.0 && sign * (before - end) <= 0.0) {
    leg->position = end;
    leg->velocity = leg->acceleration = 0.0;
  }
  return leg->velocity == 0.0;
}

static void bridge_leg(struct hexad_bridge* bridge, uint32_t i, double dt) {
  struct hexad_bridge_leg* leg = &bridge->leg[i];
  const struct hexad_leg_command* limits = &bridge->command.leg[i];
  const double period = bridge->command.period;
  const double share = 1.0 - smaller(1.0, bridge->silent / longest_gap(&bridge->command));
  const double velocity =
      bounded(leg->velocity + leg->fading * share * dt, larger(limits->most_velocity, fabs(leg->velocity)));
  const double position = leg->position + 0.5 * (leg->velocity + velocity) * dt;
  const double acceleration = (velocity - leg->velocity) / dt;
  if (leg->braking || !fits(limits, period, position, velocity, acceleration, dt)) {
    leg->braking = 1;
    (void)stop_leg(leg, limits, period, dt);
    return;
  }
  leg->position = position;
  leg->velocity = velocity;
  leg->acceleration = acceleration;
}

/* After a gap the leg is beside its command: back to it with what is left of its acceleration. */
static void follow_leg(struct hexad_bridge* bridge, uint32_t i, double dt) {
  struct hexad_bridge_leg* leg = &bridge->leg[i];
  const struct hexad_leg_command* command = &bridge->command.leg[i];
  const double least = blend_share * command->most_acceleration;
  const double budget =
      larger(least, (1.0 + blend_share) * command->most_acceleration - fabs(command->acceleration));
  double beside = leg->beside;
  double velocity = leg->beside_velocity;
  double wanted;
  int behind;
  leg->torque_limit = command->torque_limit;
  leg->torque_limit_down = command->torque_limit_down;
  leg->braking = 0;
  if (fabs(beside) > still || fabs(velocity) > still) {
    wanted = smaller(fabs(beside) / blend_time, sqrt(1.6 * least * fabs(beside)));
    if (beside > 0.0) wanted = -wanted;
    velocity += bounded(wanted - velocity, (fabs(wanted) < fabs(velocity) ? budget : least) * dt);
    velocity = bounded(command->velocity + velocity, 1.05 * command->most_velocity) - command->velocity;
    beside += 0.5 * (leg->beside_velocity + velocity) * dt;
    /* Behind a command that keeps its ends itself there is no end to fear: else it would stop short of it for
     * ever. */
    behind = command->velocity + velocity > 0.0 ? beside <= 0.0 : beside >= 0.0;
    if (!behind && !fits(command, bridge->command.period, command->position + beside,
                         command->velocity + velocity, command->acceleration, dt)) {
      (void)stop_leg(leg, command, bridge->command.period, dt);
      leg->beside = leg->position - command->position;
      leg->beside_velocity = leg->velocity - command->velocity;
      leg->fading = leg->acceleration;
      return;
    }
    leg->acceleration = (command->velocity + velocity - leg->velocity) / dt;
  } else {
    beside = velocity = 0.0;
    leg->acceleration = command->acceleration;
  }
  leg->beside = beside;
  leg->beside_velocity = velocity;
  leg->position = command->position + beside;
  leg->velocity = command->velocity + velocity;
  leg->fading = bounded(leg->acceleration, command->most_acceleration);
}

static int is_sane(const struct hexad_command* command) {
  uint32_t i;
  if (!(command->period > 1e-5 && command->period < 0.1)) return 0;
  if (!(command->brake_time >= 0.0 && command->brake_time < 60.0)) return 0;
  if (!isfinite(command->rotary) || !isfinite(command->rotary_velocity)) return 0;
  if (!(command->most_rotary_velocity >= 0.0)) return 0;
  for (i = 0; i < legs_of(command); ++i) {
    const struct hexad_leg_command* leg = &command->leg[i];
    if (!isfinite(leg->position) || !isfinite(leg->velocity) || !isfinite(leg->acceleration)) return 0;
    if (!(leg->torque_limit >= 0.0) || !(leg->torque_limit_down >= 0.0) || !(leg->lower <= leg->upper))
      return 0;
    if (!(leg->most_velocity > 0.0 && leg->most_velocity < 100.0)) return 0;
    if (!(leg->most_acceleration > 0.0 && leg->most_acceleration < 1e4)) return 0;
    if (!(leg->most_jerk > 0.0 && leg->most_jerk < 1e7)) return 0;
    if (!(fabs(leg->velocity) <= 1.05 * leg->most_velocity + 1e-3)) return 0;
    if (!(fabs(leg->acceleration) <= 1.5 * leg->most_acceleration + 0.1)) return 0;
  }
  return 1;
}

/* Where it would come to rest at the earliest. */
static double end_of(const struct hexad_leg_command* leg) {
  return leg->position + 0.5 * leg->velocity * fabs(leg->velocity) / leg->most_acceleration;
}

/* Continuous with the last that passed, near what the leg is told, inside the stroke or coming back into it.
 */
static int follows_on(const struct hexad_bridge* bridge, const struct hexad_command* command) {
  const uint64_t ticks = command->count - bridge->command.count;
  const double time = command->period * (double)(ticks < 1000u ? ticks : 1000u);
  uint32_t i;
  for (i = 0; i < legs_of(command); ++i) {
    const struct hexad_leg_command* now = &command->leg[i];
    const struct hexad_leg_command* before = &bridge->command.leg[i];
    const double told = bridge->leg[i].position;
    const double step = now->position - before->position - before->velocity * time;
    const double most =
        rounding + 0.05 * now->most_velocity * time + 2.0 * now->most_acceleration * time * time;
    const double reach = most_gap + 1.1 * now->most_velocity * longest_gap(command);
    if (!(fabs(step) <= most) || !(fabs(now->position - told) <= reach)) return 0;
    /* A leg that was found past its end may only come back. */
    if (now->position > before->position && end_of(now) > now->upper + rounding) return 0;
    if (now->position < before->position && end_of(now) < now->lower - rounding) return 0;
  }
  return 1;
}

/* A leg whose drive moves by itself is not where it was a tick ago. */
static int legs_stand(const struct hexad_command* command, const struct hexad_leg_feedback* legs) {
  uint32_t i;
  for (i = 0; i < legs_of(command); ++i)
    if (!(fabs(legs[i].velocity) <= 0.05 * command->leg[i].most_velocity)) return 0;
  return 1;
}

static int is_where_legs_are(const struct hexad_command* command, const struct hexad_leg_feedback* legs) {
  uint32_t i;
  for (i = 0; i < legs_of(command); ++i)
    if (!(fabs(command->leg[i].position - legs[i].position) <= most_gap)) return 0;
  return 1;
}

/* How far the leg is from where the command was a tick ago: what has to be made up for. */
static void find_beside(struct hexad_bridge* bridge, const struct hexad_command* command, double dt) {
  uint32_t i;
  for (i = 0; i < legs_of(command); ++i) {
    const struct hexad_leg_command* to = &command->leg[i];
    struct hexad_bridge_leg* leg = &bridge->leg[i];
    const double velocity = to->velocity - to->acceleration * dt;
    leg->beside = leg->position - to->position + 0.5 * (velocity + to->velocity) * dt;
    leg->beside_velocity = leg->velocity - velocity;
  }
}

static void keep(struct hexad_bridge* bridge, const struct hexad_command* command) {
  bridge->command = *command;
  bridge->have_command = 1;
  bridge->silent = 0.0;
}

static void stand_where_measured(struct hexad_bridge* bridge, const struct hexad_leg_feedback* legs) {
  uint32_t i;
  bridge->gap = 0;
  for (i = 0; i < HEXAD_BLOCK_LEGS; ++i) {
    struct hexad_bridge_leg* leg = &bridge->leg[i];
    const double place = isfinite(legs[i].position) ? legs[i].position : leg->position;
    memset(leg, 0, sizeof *leg);
    leg->position = place;
    leg->torque_limit = bridge->command.leg[i].torque_limit;
    leg->torque_limit_down = bridge->command.leg[i].torque_limit_down;
  }
}

/* A drive that reports no number is nowhere: its brake stays closed. */
static int are_measured(const struct hexad_bridge* bridge, const struct hexad_leg_feedback* legs) {
  uint32_t i;
  for (i = 0; i < legs_of(&bridge->command); ++i)
    if (!isfinite(legs[i].position)) return 0;
  return 1;
}

static void enter(struct hexad_bridge* bridge, enum hexad_bridge_phase phase) {
  bridge->phase = phase;
  bridge->waited = 0.0;
}

static void switch_off(struct hexad_bridge* bridge) {
  bridge->enable = 0;
  bridge->brakes_open = 0;
  enter(bridge, HEXAD_BRIDGE_OFF);
}

static void lose(struct hexad_bridge* bridge) {
  if (!bridge->lost) ++bridge->losses;
  bridge->lost = 1;
  bridge->armed = 0;
}

static int all_legs(const struct hexad_bridge* bridge, const struct hexad_leg_feedback* legs, uint32_t mask,
                    uint32_t wanted) {
  uint32_t i;
  for (i = 0; i < legs_of(&bridge->command); ++i)
    if ((legs[i].flags & mask) != wanted) return 0;
  return 1;
}

static void step_off(struct hexad_bridge* bridge, const struct hexad_leg_feedback* legs, int fresh) {
  stand_where_measured(bridge, legs);
  if (bridge->have_command && all_legs(bridge, legs, HEXAD_LEG_BRAKE_CLOSED, HEXAD_LEG_BRAKE_CLOSED))
    bridge->brakes_report = 1;
  if (bridge->armed) bridge->lost = 0;
  if (!fresh || !bridge->armed || (bridge->flags & HEXAD_COMMAND_ENABLE) == 0) return;
  bridge->enable = 1;
  bridge->armed = 0;
  enter(bridge, HEXAD_BRIDGE_ENABLING);
}

static void step_enabling(struct hexad_bridge* bridge, const struct hexad_leg_feedback* legs, double dt) {
  if ((bridge->flags & HEXAD_COMMAND_ENABLE) == 0) {
    switch_off(bridge);
    return;
  }
  if (!bridge->brakes_open) {
    stand_where_measured(bridge, legs);
    if (!all_legs(bridge, legs, HEXAD_LEG_ENABLED, HEXAD_LEG_ENABLED) || !are_measured(bridge, legs)) return;
    bridge->brakes_open = 1;
    bridge->waited = 0.0;
    return;
  }
  bridge->waited += dt;
  if (!all_legs(bridge, legs, HEXAD_LEG_BRAKE_CLOSED, 0u)) return;
  if (!bridge->brakes_report && bridge->waited < bridge->command.brake_time) return;
  find_beside(bridge, &bridge->command, 0.0);
  enter(bridge, HEXAD_BRIDGE_FOLLOWING);
}

static int told_to_stand(const struct hexad_bridge* bridge) {
  uint32_t i;
  for (i = 0; i < legs_of(&bridge->command); ++i)
    if (bridge->leg[i].velocity != 0.0) return 0;
  return 1;
}

static void step_following(struct hexad_bridge* bridge, const struct hexad_leg_feedback* legs, int fresh,
                           double dt) {
  uint32_t i;
  if ((bridge->flags & HEXAD_COMMAND_ENABLE) == 0) {
    enter(bridge, HEXAD_BRIDGE_STOPPING);
    return;
  }
  if ((bridge->flags & HEXAD_COMMAND_HOME) != 0 && (bridge->homing || told_to_stand(bridge))) {
    bridge->homing = 1;
    stand_where_measured(bridge, legs);
    if (!fresh) ++bridge->bridged;
    return;
  }
  for (i = 0; i < legs_of(&bridge->command); ++i) {
    if (fresh) {
      follow_leg(bridge, i, dt);
    } else {
      bridge_leg(bridge, i, dt);
    }
  }
  bridge->gap = !fresh;
  if (!fresh) ++bridge->bridged;
}

static int stop_legs(struct hexad_bridge* bridge, double dt) {
  int at_rest = 1;
  uint32_t i;
  for (i = 0; i < legs_of(&bridge->command); ++i)
    at_rest &= stop_leg(&bridge->leg[i], &bridge->command.leg[i], bridge->command.period, dt);
  return at_rest;
}

static void turn_rotary(struct hexad_bridge* bridge, int fresh, double dt) {
  const double most = 1.1 * bridge->command.most_rotary_velocity;
  const double slower = bridge->command.most_rotary_velocity / rotary_rest * dt;
  double velocity = 0.0;
  if (bridge->phase == HEXAD_BRIDGE_FOLLOWING) {
    velocity = fresh ? (bridge->command.rotary - bridge->rotary) / dt : bridge->command.rotary_velocity;
    velocity = bounded(velocity, most);
  } else if (bridge->enable && slower > 0.0) {
    velocity = bridge->rotary_velocity - bounded(bridge->rotary_velocity, slower);
  }
  bridge->rotary += velocity * dt;
  bridge->rotary_velocity = velocity;
}

/* The flags of any command count; what it says of the legs counts if it may. 1 = it passed. */
static int take(struct hexad_bridge* bridge, const struct hexad_command* command,
                const struct hexad_leg_feedback* legs, double dt) {
  const int enable = (command->flags & HEXAD_COMMAND_ENABLE) != 0;
  int passes = is_sane(command);
  bridge->flags = command->flags;
  if (!enable) bridge->armed = 1;
  if (bridge->phase == HEXAD_BRIDGE_STOPPING || bridge->phase == HEXAD_BRIDGE_CLOSING) {
    bridge->silent = 0.0;
    return 0;
  }
  if (bridge->phase == HEXAD_BRIDGE_FOLLOWING && enable && command->restarts != bridge->command.restarts) {
    const int homes = (command->flags & HEXAD_COMMAND_HOME) != 0;
    passes = passes && command->legs == bridge->command.legs &&
             ((homes && bridge->homing) || (is_where_legs_are(command, legs) && legs_stand(command, legs)));
    if (passes) {
      stand_where_measured(bridge, legs);
      find_beside(bridge, command, 0.0);
    }
  } else if (bridge->phase == HEXAD_BRIDGE_FOLLOWING) {
    passes = passes && command->legs == bridge->command.legs && (!enable || follows_on(bridge, command));
    /* Exactly one command a tick passes as it is. */
    if (passes && (bridge->gap || command->count - bridge->command.count != 1u))
      find_beside(bridge, command, dt);
  } else if (enable) {
    passes = passes && is_where_legs_are(command, legs);
  }
  if (passes) {
    keep(bridge, command);
  } else {
    ++bridge->rejected;
  }
  return passes;
}

void hexad_bridge_start(struct hexad_bridge* bridge) { memset(bridge, 0, sizeof *bridge); }

void hexad_bridge_step(struct hexad_bridge* bridge, const struct hexad_command* command,
                       const struct hexad_leg_feedback* legs, enum hexad_chain chain, double dt) {
  int fresh;
  bridge->silent += dt;
  fresh = command != NULL && take(bridge, command, legs, dt);
  if (chain != HEXAD_CHAIN_CLOSED) {
    lose(bridge);
    if (chain == HEXAD_CHAIN_OPEN || bridge->phase == HEXAD_BRIDGE_ENABLING) switch_off(bridge);
    if (bridge->phase == HEXAD_BRIDGE_FOLLOWING) enter(bridge, HEXAD_BRIDGE_STOPPING);
  }
  if ((bridge->flags & HEXAD_COMMAND_OFF_NOW) != 0) switch_off(bridge);
  if (bridge->have_command && bridge->silent > longest_gap(&bridge->command) + 0.5 * dt) {
    if (bridge->phase == HEXAD_BRIDGE_ENABLING) switch_off(bridge);
    if (bridge->phase == HEXAD_BRIDGE_FOLLOWING) enter(bridge, HEXAD_BRIDGE_STOPPING);
    lose(bridge);
    bridge->flags &= ~HEXAD_COMMAND_ENABLE;
  }

  if (bridge->phase != HEXAD_BRIDGE_FOLLOWING || (bridge->flags & HEXAD_COMMAND_HOME) == 0)
    bridge->homing = 0;

  if (bridge->phase == HEXAD_BRIDGE_OFF) step_off(bridge, legs, fresh);
  if (bridge->phase == HEXAD_BRIDGE_ENABLING) step_enabling(bridge, legs, dt);
  if (bridge->phase == HEXAD_BRIDGE_FOLLOWING) step_following(bridge, legs, fresh, dt);
  if (bridge->phase == HEXAD_BRIDGE_STOPPING && stop_legs(bridge, dt)) {
    bridge->brakes_open = 0;
    enter(bridge, HEXAD_BRIDGE_CLOSING);
  } else if (bridge->phase == HEXAD_BRIDGE_CLOSING) {
    bridge->waited += dt;
    if (bridge->rotary_velocity == 0.0 &&
        (bridge->waited >= bridge->command.brake_time ||
         (bridge->brakes_report && all_legs(bridge, legs, HEXAD_LEG_BRAKE_CLOSED, HEXAD_LEG_BRAKE_CLOSED))))
      switch_off(bridge);
  }
  turn_rotary(bridge, fresh, dt);
  bridge->relays = bridge->lost || !bridge->have_command ? 0u : bridge->command.relays;
  bridge->outputs = bridge->lost || !bridge->have_command ? 0u : bridge->command.outputs;
}
