#include "controller/effects.hpp"

#include <algorithm>
#include <cmath>

#include "base/roots.hpp"
#include "kinematics/jacobian.hpp"
#include "motion/governor/machine_motion.hpp"

namespace hexad::controller {
namespace {

constexpr double kFadeIn = 1.0;           // s; longer where an effect is large
constexpr double kFadeOut = 0.5;          // s
constexpr double kShareTime = 0.25;       // s
constexpr double kRise = 1.0;             // s from nothing to all, when there is room again
constexpr double kUsable = 0.97;          // of a limit: the governor needs a hair
constexpr double kFadeShare = 1.0 / 3.0;  // of the limits that fading may take
constexpr double kSoon = 0.1;             // s ahead, of velocities

/// (a·b) with its derivatives.
Jet product(const Jet& a, const Jet& b) noexcept {
  return {a.value * b.value, a.rate * b.value + a.value * b.rate,
          a.acceleration * b.value + 2.0 * a.rate * b.rate + a.value * b.acceleration};
}

void add(motion::State6& sum, const Jet& f, const Vec6& x, const Vec6& v, const Vec6& a) noexcept {
  sum.position += f.value * x;
  sum.velocity += f.value * v + f.rate * x;
  sum.acceleration += f.value * a + 2.0 * f.rate * v + f.acceleration * x;
}

/// The least share of a load that still finds room.
struct Room {
  double share = 1.0;
  LimitHit hit;
  void look(Limit limit, std::size_t index, double used, double load, double has) noexcept {
    if (!(load > 0.0)) return;
    const double left = (kUsable * has - std::abs(used)) / load;
    if (left >= share) return;
    share = std::max(0.0, left);  // NaN counts as none
    hit = {limit, static_cast<std::uint8_t>(index), std::abs(used) + load, has};
  }
};

/// What a velocity will be in a moment, if it grows.
double soon(double velocity, double acceleration) noexcept {
  return velocity * acceleration > 0.0 ? velocity + kSoon * acceleration : velocity;
}

}  // namespace

void Effects::adopt(const Machine& machine, double period) noexcept {
  machine_ = &machine;
  period_ = period;
  drop();
  for (std::size_t i = 0; i < kEffects; ++i) {
    Place& place = places_[i];
    if (place.now.settings.kind == EffectKind::none) continue;
    const Voice voice = make(place.now.settings);
    const bool fits = voice.sounds() && !cueing::fit_of(machine, voice.load).hit;
    begin(place, fits ? voice : Voice{});
    if (fits) continue;
    kinds_[i] = EffectKind::none;
    ++changes_;
  }
  weigh();
}

Effects::Voice Effects::make(const EffectSettings& settings) const noexcept {
  Voice voice;
  voice.settings = settings;
  voice.effect = cueing::make_effect(*machine_, settings);
  voice.load = cueing::load_of(voice.effect);
  return voice;
}

Effects::Verdict Effects::set(std::size_t index, const EffectSettings& settings, LimitHit& hit) noexcept {
  Place& place = places_[index];
  const EffectSettings& present = place.waits ? place.next : place.now.settings;
  if (present == settings) return Verdict::taken;
  const Voice voice = make(settings);
  if (settings.kind != EffectKind::none && !voice.sounds()) return Verdict::no_such_axis;
  hit = cueing::fit_of(*machine_, voice.load).hit;
  if (hit) return Verdict::too_large;
  kinds_[index] = settings.kind;
  ++changes_;
  if (place.changes) {
    place.next = settings;
    place.waits = true;
  } else {
    begin(place, voice);
  }
  weigh();
  return Verdict::taken;
}

/// Unheard it is there at once; else the old one goes while the new one comes.
void Effects::begin(Place& place, const Voice& voice) noexcept {
  place.waits = false;
  place.changes = !silent_;
  if (place.changes) {
    place.before = place.now;
    place.before.fade.go(0.0, clock_, fade_time(kFadeOut));
  }
  place.now = voice;
  place.now.began = clock_;
  place.now.fade = Ramp{place.changes ? 0.0 : 1.0};
  if (place.changes) {
    weigh();
    place.now.fade.go(1.0, clock_, fade_time(kFadeIn));
  }
}

void Effects::settle(Place& place) noexcept {
  if (!place.changes || !place.before.fade.arrived(clock_) || !place.now.fade.arrived(clock_)) return;
  place.changes = false;
  place.before = {};
  if (place.waits) begin(place, make(place.next));
  weigh();
}

bool Effects::any() const noexcept {
  return std::any_of(places_.begin(), places_.end(), [](const Place& place) {
    return place.now.sounds() || (place.changes && place.before.sounds()) || place.waits;
  });
}

/// What all of them together may ask for.
void Effects::weigh() noexcept {
  load_ = {};
  const auto take = [this](const Voice& voice) {
    load_.travel += voice.load.travel;
    load_.velocity += voice.load.velocity;
    load_.acceleration += voice.load.acceleration;
    load_.jerk += voice.load.jerk;
  };
  for (const Place& place : places_) {
    take(place.now);
    if (place.changes) take(place.before);
  }
  const Mat6 rows = kinematics::jacobian(*machine_, Pose{}).cwiseAbs();
  leg_travel_ = Extensions{rows * load_.travel};
  leg_velocity_ = LegSpeeds{rows * load_.velocity};
  leg_acceleration_ = LegAccelerations{rows * load_.acceleration};
  leg_jerk_ = LegJerks{rows * load_.jerk};
}

/// By the peaks of a ramp.
double Effects::fade_time(double least) const noexcept {
  double seconds = least;
  for (Eigen::Index axis = 0; axis < 6; ++axis) {
    const Rates& rates = axis < 3 ? machine_->limits.translation : machine_->limits.rotation;
    const double far = load_.travel[axis];
    seconds = std::max({seconds, 1.9 * far / (kFadeShare * rates.velocity),
                        std::sqrt(5.8 * far / (kFadeShare * rates.acceleration)),
                        cube_root(60.0 * far / (kFadeShare * rates.jerk))});
  }
  return seconds;
}

double Effects::room(const motion::State6& base) noexcept {
  const MotionLimits& limits = machine_->limits;
  const Motion motion = motion::motion_on(*machine_, base);
  const kinematics::LegRates legs = kinematics::leg_rates(*machine_, motion);
  const bool moves_on = has_last_;
  Room room;
  for (std::size_t i = 0; i < kAxes; ++i) {
    const auto k = static_cast<Eigen::Index>(i % 3);
    const auto axis = static_cast<Eigen::Index>(i);
    const Rates& rates = i < 3 ? limits.translation : limits.rotation;
    const auto part = [&](const Twist& twist) { return i < 3 ? twist.linear[k] : twist.angular[k]; };
    const double a = part(motion.acceleration);
    room.look(Limit::axis_velocity, i, soon(part(motion.velocity), a), load_.velocity[axis], rates.velocity);
    room.look(Limit::axis_acceleration, i, a, load_.acceleration[axis], rates.acceleration);
    if (moves_on)
      room.look(Limit::axis_jerk, i, (a - part(last_.acceleration)) / period_, load_.jerk[axis], rates.jerk);
  }
  const double ahead = fade_time(kShareTime);
  const double margin = limits.stroke_margin;
  for (std::size_t leg = 0; leg < machine_->geometry.legs; ++leg) {
    const auto i = static_cast<Eigen::Index>(leg);
    const double v = legs.velocity[i];
    room.look(Limit::leg_velocity, leg, soon(v, legs.acceleration[i]), leg_velocity_[i], limits.leg.velocity);
    room.look(Limit::leg_acceleration, leg, legs.acceleration[i], leg_acceleration_[i],
              limits.leg.acceleration);
    if (moves_on)
      room.look(Limit::leg_jerk, leg, (legs.acceleration[i] - last_legs_.acceleration[i]) / period_,
                leg_jerk_[i], limits.leg.jerk);
    // An effect needs way for itself and to be stopped on.
    const double middle = 0.5 * machine_->geometry.stroke;
    const double needs = leg_travel_[i] + kShareTime * leg_velocity_[i];
    const double e = legs.extension[i] - middle;
    room.look(Limit::leg_upper, leg, std::max(0.0, e + std::max(0.0, ahead * v)), needs, middle - margin);
    room.look(Limit::leg_lower, leg, std::max(0.0, -e + std::max(0.0, -ahead * v)), needs, middle - margin);
  }
  last_ = motion;
  last_legs_ = legs;
  has_last_ = true;
  hit_ = room.hit;
  return room.share;
}

/// A filter of third order: as if a quintic to the goal were begun anew on every tick. Fast down, slowly up.
Jet Effects::next_share(double there_is) noexcept {
  goal_ = std::min(there_is, goal_ + period_ / kRise);
  const double t = fade_time(kShareTime);
  const double jerk = 60.0 * (goal_ - share_.value) / (t * t * t) - 36.0 * share_.rate / (t * t) -
                      9.0 * share_.acceleration / t;
  const double h = period_;
  Jet next;
  next.value = share_.value + h * (share_.rate + h * (0.5 * share_.acceleration + h * jerk / 6.0));
  next.rate = share_.rate + h * (share_.acceleration + 0.5 * h * jerk);
  next.acceleration = share_.acceleration + h * jerk;
  return next;
}

motion::State6 Effects::all_voices() const noexcept {
  motion::State6 sum;
  const auto take = [&](const Voice& voice) {
    if (!voice.sounds()) return;
    const cueing::Effect::Added now = voice.effect.at(clock_ - voice.began);
    add(sum, voice.fade.at(clock_), now.value, now.velocity, now.acceleration);
  };
  for (const Place& place : places_) {
    take(place.now);
    if (place.changes) take(place.before);
  }
  return sum;
}

const motion::State6& Effects::advance(const motion::State6& base, bool on) noexcept {
  const bool wanted = on && any();
  if (silent_ && !wanted) return added_;
  clock_ += period_;
  silent_ = false;
  if (wanted != (level_.goal() > 0.0))
    level_.go(wanted ? 1.0 : 0.0, clock_ - period_, fade_time(wanted ? kFadeIn : kFadeOut));
  for (Place& place : places_) settle(place);
  share_ = next_share(room(base));
  const Jet level = level_.at(clock_);
  if ((!wanted && level_.arrived(clock_)) || !any()) {
    drop();
    return added_;
  }
  const motion::State6 all = all_voices();
  added_ = {};
  add(added_, product(level, share_), all.position, all.velocity, all.acceleration);
  return added_;
}

void Effects::drop() noexcept {
  if (silent_) return;
  added_ = {};
  silent_ = true;
  level_ = Ramp{0.0};
  share_ = {1.0, 0.0, 0.0};
  goal_ = 1.0;
  has_last_ = false;
  hit_ = {};
  for (Place& place : places_) {
    if (!place.changes) continue;
    place.changes = false;
    place.before = {};
    if (place.waits) {
      begin(place, make(place.next));
    } else {
      place.now.fade = Ramp{1.0};
    }
  }
  weigh();
}

double Effects::let_through() const noexcept {
  return silent_ ? 0.0 : std::clamp(level_.at(clock_).value * share_.value, 0.0, 1.0);
}

}  // namespace hexad::controller
