#include "cueing/effect_kinds.hpp"

#include <algorithm>
#include <cmath>

#include "base/units.hpp"
#include "kinematics/jacobian.hpp"

namespace hexad::cueing {
namespace {

constexpr double kTrackWidth = 1.6;   // m, of a car on the road
constexpr double kCrest = 4.5;        // peak of what is random, in rms
constexpr std::size_t kFewSines = 8;  // so few may well meet
constexpr double kLeastTravel = 2e-3;
constexpr double kLeastAngle = 0.2 * kDegree;
constexpr std::string_view kByAxis = "mm or °";

constexpr std::array<std::string_view, kAxes> kAxisNames{"sway", "surge", "heave", "pitch", "roll", "yaw"};
constexpr std::array<std::string_view, 8> kRoadClasses{"A", "B", "C", "D", "E", "F", "G", "H"};

using S = EffectSettings;

constexpr EffectNumber plain(std::string_view name, std::string_view unit, double low, double high,
                             double usual, double (*get)(const S&), void (*set)(S&, double),
                             bool whole = false) {
  return {name, unit, low, high, usual, get, set, {}, whole};
}

// A place in the settings, read and written.
#define VALUE(member)                                       \
  [](const S& s) { return static_cast<double>(s.member); }, \
      [](S& s, double v) { s.member = static_cast<decltype(s.member)>(v); }

constexpr EffectNumber kAxis{"axis", "", 0, 5, 2, VALUE(axis), kAxisNames, true};
constexpr EffectNumber kSeed = plain("seed", "", 1, 1e6, 1, VALUE(seed), true);

constexpr std::array kVibration{kAxis, plain("amplitude", kByAxis, 0, 50, 0.25, VALUE(amplitude)),
                                plain("frequency", "Hz", 0.1, 40, 5, VALUE(frequency))};
constexpr std::array kNoise{kAxis, plain("rms", kByAxis, 0, 20, 0.1, VALUE(amplitude)),
                            plain("low", "Hz", 0.1, 40, 2, VALUE(frequency)),
                            plain("high", "Hz", 0.2, 40, 5, VALUE(upper)), kSeed};
constexpr std::array kEngine{plain("amplitude", "mm", 0, 10, 0.015, VALUE(amplitude)),
                             plain("rpm", "1/min", 60, 2400, 400, VALUE(rpm)),
                             plain("orders", "", 1, 8, 3, VALUE(grade), true)};
constexpr std::array kBumps{kAxis, plain("height", kByAxis, 0, 50, 3, VALUE(amplitude)),
                            plain("frequency", "Hz", 0.1, 10, 1, VALUE(frequency))};
constexpr std::array kRoad{EffectNumber{"class", "", 0, 7, 1, VALUE(grade), kRoadClasses, true},
                           plain("speed", "m/s", 1, 60, 15, VALUE(speed)),
                           plain("scale", "", 0, 2, 0.1, VALUE(scale)), kSeed};
constexpr std::array kSea{plain("state", "", 0, 9, 3, VALUE(grade), true),
                          plain("heading", "°", -180, 180, 0, VALUE(heading)),
                          plain("scale", "", 0, 2, 0.03, VALUE(scale)), kSeed};
constexpr std::array kTurbulence{plain("intensity", "m/s", 0, 10, 1, VALUE(intensity)),
                                 plain("airspeed", "m/s", 10, 300, 70, VALUE(speed)),
                                 plain("scale", "", 0, 2, 0.015, VALUE(scale)), kSeed};
#undef VALUE

constexpr std::array kKinds{EffectInfo{EffectKind::vibration, "vibration", kVibration, "amplitude"},
                            EffectInfo{EffectKind::noise, "noise", kNoise, "rms"},
                            EffectInfo{EffectKind::engine, "engine", kEngine, "amplitude"},
                            EffectInfo{EffectKind::bumps, "bumps", kBumps, "height"},
                            EffectInfo{EffectKind::road, "road", kRoad, "scale"},
                            EffectInfo{EffectKind::sea, "sea", kSea, "scale"},
                            EffectInfo{EffectKind::turbulence, "turbulence", kTurbulence, "scale"}};

Effect plain_effect(const EffectSettings& s) noexcept {
  const auto axis = static_cast<std::uint8_t>(s.axis);
  switch (s.kind) {
    case EffectKind::none:
      return {};
    case EffectKind::vibration:
      return vibration(axis, s.amplitude, s.frequency);
    case EffectKind::noise:
      return band_noise(axis, s.amplitude, s.frequency, std::max(s.frequency, s.upper), s.seed);
    case EffectKind::engine:
      return engine(s.rpm, s.amplitude, s.grade);
    case EffectKind::bumps:
      return bumps(axis, s.amplitude, s.frequency);
    case EffectKind::road:
      return road(static_cast<Road>(std::clamp(s.grade, 0, 7)), s.speed, kTrackWidth, s.seed);
    case EffectKind::sea: {
      Sea waves = sea_state(s.grade);
      waves.heading = s.heading;
      return sea(waves, s.seed);
    }
    case EffectKind::turbulence:
      return turbulence(s.intensity, s.speed, 1.0, s.seed);
  }
  return {};
}

bool is_scaled(EffectKind kind) noexcept {
  return kind == EffectKind::road || kind == EffectKind::sea || kind == EffectKind::turbulence;
}

/// Whatever is asked for of a quantity, of what there is of it.
struct Tightest {
  EffectFit fit;
  void look(Limit limit, std::size_t index, double asked, double has) noexcept {
    const double allowed = kEffectShare * has;
    if (asked <= allowed) return;
    const double part = allowed > 0.0 ? allowed / asked : 0.0;
    if (!(part < fit.largest)) return;
    fit = {part, {limit, static_cast<std::uint8_t>(index), asked, allowed}};
  }
};

}  // namespace

double EffectNumber::scale(const EffectSettings& settings) const noexcept {
  if (unit == kByAxis) return is_rotation(settings.axis) ? kDegree : kMillimetre;
  if (unit == "mm") return kMillimetre;
  if (unit == "°") return kDegree;
  return 1.0;
}

std::span<const EffectInfo> effect_kinds() noexcept { return kKinds; }

const EffectInfo* find_effect(std::string_view name) noexcept {
  for (const EffectInfo& info : kKinds)
    if (info.name == name) return &info;
  return nullptr;
}

const EffectInfo* info_of(EffectKind kind) noexcept {
  for (const EffectInfo& info : kKinds)
    if (info.kind == kind) return &info;
  return nullptr;
}

const EffectNumber* find_number(const EffectInfo& info, std::string_view name) noexcept {
  for (const EffectNumber& number : info.numbers)
    if (number.name == name) return &number;
  return nullptr;
}

EffectSettings usual_effect(EffectKind kind) noexcept {
  EffectSettings settings;
  settings.kind = kind;
  const EffectInfo* const info = info_of(kind);
  if (info == nullptr) return settings;
  for (const EffectNumber& number : info->numbers)
    number.set(settings, number.usual * number.scale(settings));
  return settings;
}

bool is_valid(const EffectSettings& settings) noexcept {
  if (settings.kind == EffectKind::none) return true;
  const EffectInfo* const info = info_of(settings.kind);
  if (info == nullptr) return false;
  for (const EffectNumber& number : info->numbers) {
    // A number that came from a screen may miss the end of its range by a bit.
    const double shown = number.get(settings) / number.scale(settings);
    const double slack = 1e-9 * (number.high - number.low);
    if (!(shown >= number.low - slack && shown <= number.high + slack)) return false;
  }
  return true;
}

Effect make_effect(const Machine& machine, const EffectSettings& settings) noexcept {
  const Effect whole = plain_effect(settings);
  const double scale = is_scaled(settings.kind) ? settings.scale : 1.0;
  Effect::Components kept;
  for (Component component : whole.components()) {
    const double least = component.axis < 3 ? kLeastTravel : kLeastAngle;
    if (!(machine.reach[component.axis] >= least)) continue;
    component.amplitude *= scale;
    (void)kept.push_back(component);
  }
  return Effect{kept};
}

EffectLoad load_of(const Effect& effect) noexcept {
  EffectLoad sum;
  EffectLoad power;
  for (const Component& c : effect.components()) {
    const double w = kRevolution * c.frequency;
    double value = std::abs(c.amplitude);
    for (Vec6 EffectLoad::*part :
         {&EffectLoad::travel, &EffectLoad::velocity, &EffectLoad::acceleration, &EffectLoad::jerk}) {
      (sum.*part)[c.axis] += value;
      (power.*part)[c.axis] += 0.5 * value * value;
      value *= w;
    }
  }
  if (effect.components().size() <= kFewSines) return sum;
  for (Vec6 EffectLoad::*part :
       {&EffectLoad::travel, &EffectLoad::velocity, &EffectLoad::acceleration, &EffectLoad::jerk})
    sum.*part = (sum.*part).cwiseMin(kCrest * (power.*part).cwiseSqrt());
  return sum;
}

EffectFit fit_of(const Machine& machine, const EffectLoad& load) noexcept {
  Tightest tightest;
  for (std::size_t i = 0; i < kAxes; ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    const Rates& rates = i < 3 ? machine.limits.translation : machine.limits.rotation;
    tightest.look(Limit::axis_upper, i, load.travel[axis], machine.reach[i]);
    tightest.look(Limit::axis_velocity, i, load.velocity[axis], rates.velocity);
    tightest.look(Limit::axis_acceleration, i, load.acceleration[axis], rates.acceleration);
    tightest.look(Limit::axis_jerk, i, load.jerk[axis], rates.jerk);
  }
  const Mat6 rows = kinematics::jacobian(machine, Pose{}).cwiseAbs();
  const Rates& leg = machine.limits.leg;
  for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
    const auto row = rows.row(static_cast<Eigen::Index>(i));
    tightest.look(Limit::leg_velocity, i, row.dot(load.velocity), leg.velocity);
    tightest.look(Limit::leg_acceleration, i, row.dot(load.acceleration), leg.acceleration);
    tightest.look(Limit::leg_jerk, i, row.dot(load.jerk), leg.jerk);
  }
  return tightest.fit;
}

}  // namespace hexad::cueing
