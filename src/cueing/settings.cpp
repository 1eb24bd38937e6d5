#include "cueing/settings.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::cueing {
namespace {

constexpr double kLinearShare = 0.7;

double between(double a, double b, double share) noexcept { return a + share * (b - a); }

Direct between(const Direct& a, const Direct& b, double share) noexcept {
  return {between(a.corner, b.corner, share), between(a.travel, b.travel, share),
          between(a.speed, b.speed, share), between(a.expected, b.expected, share),
          between(a.rest, b.rest, share)};
}

}  // namespace

VehicleMotion from_input(InputKind kind, const VehicleInput& input) noexcept {
  const Vec3 gravity{0.0, 0.0, kind == InputKind::specific_force ? kGravity : 0.0};
  return {input.rate, input.linear - gravity};
}

Settings blend(const Settings& from, const Settings& to, double share) noexcept {
  if (!(share > 0.0)) return from;
  if (share >= 1.0) return to;
  Settings now;
  now.engine = to.engine;  // Engine goes over between the two by itself
  for (std::size_t i = 0; i < 3; ++i) {
    const Translation& a = from.translation[i];
    const Translation& b = to.translation[i];
    now.translation[i] = {between(a.gain, b.gain, share),
                          between(a.limit, b.limit, share),
                          between(a.high_pass, b.high_pass, share),
                          between(a.damping, b.damping, share),
                          between(a.extra_pole, b.extra_pole, share),
                          between(a.direct, b.direct, share),
                          between(a.planned, b.planned, share)};
    const Rotation& c = from.rotation[i];
    const Rotation& d = to.rotation[i];
    now.rotation[i] = {between(c.gain, d.gain, share), between(c.limit, d.limit, share),
                       between(c.high_pass, d.high_pass, share), between(c.order, d.order, share),
                       between(c.reach, d.reach, share)};
  }
  now.tilt = {
      between(from.tilt.gain, to.tilt.gain, share),     between(from.tilt.low_pass, to.tilt.low_pass, share),
      between(from.tilt.rate, to.tilt.rate, share),     between(from.tilt.most, to.tilt.most, share),
      between(from.tilt.levels, to.tilt.levels, share), between(from.tilt.flat, to.tilt.flat, share)};
  now.rotation_point = from.rotation_point + share * (to.rotation_point - from.rotation_point);
  now.head = from.head + share * (to.head - from.head);
  now.slew = between(from.slew, to.slew, share);
  now.angular_slew = between(from.angular_slew, to.angular_slew, share);
  now.angular_jerk = between(from.angular_jerk, to.angular_jerk, share);
  now.together = between(from.together, to.together, share);
  now.input_lag = between(from.input_lag, to.input_lag, share);
  return now;
}

double soft_limit(double value, double limit) noexcept {
  if (!(limit > 0.0)) return 0.0;
  const double knee = kLinearShare * limit;
  const double size = std::abs(value);
  if (size <= knee) return value;
  const double rest = limit - knee;
  return std::copysign(knee + rest * std::tanh((size - knee) / rest), value);
}

}  // namespace hexad::cueing
