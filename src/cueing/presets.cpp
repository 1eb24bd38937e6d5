#include "cueing/presets.hpp"

#include <algorithm>
#include <cmath>

#include "base/roots.hpp"
#include "cueing/tilt.hpp"
#include "cueing/tuning.hpp"
#include "kinematics/jacobian.hpp"
#include "messages/say.hpp"

namespace hexad::cueing {
namespace {

using messages::Id;

/// What a kind of vehicle asks for, and how the reach is shared out. At `acceleration` (m/s²) and `rate`
/// (rad/s) of the vehicle the scaled input is at its limit; shares are of the axis's own reach.
struct Character {
  PresetInfo info;
  double scale;                        ///< of the vehicle's motion
  std::array<double, 3> acceleration;  ///< right, forward, up
  std::array<double, 3> rate;          ///< pitch, roll, yaw
  std::array<double, 6> share;
  double tilt_share;  ///< of the reach in pitch and roll
  double tilt_scale;
  bool extra_pole;  ///< heave gives its travel back
  double boldness =
      1.0;  ///< how much of what the limits allow in the worst case: above 1 the worst is limited
  double upward_needs = 2.0;  ///< travel that a motion upward is taken to need, of what there is
};

constexpr std::array kCharacters{Character{{Preset::gentle, "gentle", Id::cue_preset_gentle},
                                           0.25,
                                           {4.0, 4.0, 4.0},
                                           {0.6, 0.6, 0.6},
                                           {0.4, 0.4, 0.4, 0.4, 0.4, 0.4},
                                           0.15,
                                           0.4,
                                           true},
                                 Character{{Preset::normal, "normal", Id::cue_preset_normal},
                                           0.5,
                                           {4.0, 4.0, 4.0},
                                           {0.8, 0.8, 0.8},
                                           {0.6, 0.6, 0.6, 0.5, 0.5, 0.6},
                                           0.25,
                                           0.7,
                                           true},
                                 Character{{Preset::strong, "strong", Id::cue_preset_strong},
                                           0.8,
                                           {6.0, 6.0, 6.0},
                                           {1.0, 1.0, 1.0},
                                           {1.0, 1.0, 1.0, 0.8, 0.8, 0.8},
                                           0.4,
                                           1.0,
                                           true,
                                           1.6},
                                 Character{{Preset::ship, "ship", Id::cue_preset_ship},
                                           0.75,
                                           {2.0, 2.0, 1.5},
                                           {0.3, 0.3, 0.1},
                                           {0.4, 0.4, 0.9, 0.7, 0.7, 0.3},
                                           0.05,
                                           0.5,
                                           false,
                                           1.0,
                                           1.5},
                                 Character{{Preset::car, "car", Id::cue_preset_car},
                                           0.4,
                                           {7.0, 7.0, 6.0},
                                           {0.5, 0.5, 0.8},
                                           {0.6, 0.6, 0.5, 0.35, 0.35, 0.5},
                                           0.4,
                                           0.6,
                                           true},
                                 Character{{Preset::aircraft, "aircraft", Id::cue_preset_aircraft},
                                           0.5,
                                           {3.0, 4.0, 5.0},
                                           {0.6, 0.9, 0.5},
                                           {0.5, 0.6, 0.7, 0.6, 0.6, 0.6},
                                           0.2,
                                           0.7,
                                           true}};

constexpr std::array<PresetInfo, kCharacters.size()> kInfos = [] {
  std::array<PresetInfo, kCharacters.size()> infos{};
  for (std::size_t i = 0; i < infos.size(); ++i) infos[i] = kCharacters[i].info;
  return infos;
}();

constexpr double kSlowestCorner = 0.3;        // rad/s
constexpr double kVelocityPeak = 0.7358;      // 2/e: greatest velocity for a bounded input, × limit/ω
constexpr double kAccelerationPeak = 2.2707;  // 2 + 2/e²: greatest acceleration, × limit
constexpr double kShareOfSpeed = 0.75;
constexpr double kShareOfAcceleration = 0.75;
constexpr double kShareOfJerk = 0.75;
constexpr double kShareOfRest = 0.1;   // of travel and speed, for what cannot be followed directly,
constexpr double kTogether = 1.1;      // shares of reach that all axes use together
constexpr double kRestCorner = 6.0;    // rad/s, and is washed out
constexpr double kLevelCorner = 0.4;   // rad/s, of what is followed to the side and forward,
constexpr double kUpwardCorner = 0.1;  // and upward, where no tilt takes over
constexpr double kAngleShare = 0.35;   // of the angle pitch and roll have: a slope is a force
constexpr double kTiltLowPass = 8.0;   // rad/s
constexpr double kPlannedGain = 1.7;   // times the scale of a preset, up to 1
constexpr double kFlat = 0.25;         // °, of a slope that nobody notices: 0.04 m/s²
constexpr double kFlatter = 0.15;
constexpr double kLeastTravel = 2e-3;
constexpr double kLeastAngle = 0.2 * kDegree;

/// What each axis alone may do: its own limit, or what its legs allow at neutral.
struct Axes {
  std::array<double, 6> velocity{};
  std::array<double, 6> acceleration{};
  double leg_jerk = 0.0;  ///< of the busiest leg, all axes at their own limit
};

Axes what_axes_may(const Machine& machine) noexcept {
  const Mat6 rows = kinematics::jacobian(machine, Pose{});
  Axes axes;
  for (std::size_t i = 0; i < 6; ++i) {
    const Rates& own = i < 3 ? machine.limits.translation : machine.limits.rotation;
    double most = 1e-9;  // leg movement per movement of the axis
    for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg)
      most = std::max(most, std::abs(rows(static_cast<Eigen::Index>(leg), static_cast<Eigen::Index>(i))));
    axes.velocity[i] = std::min(own.velocity, machine.limits.leg.velocity / most);
    axes.acceleration[i] = std::min(own.acceleration, machine.limits.leg.acceleration / most);
  }
  for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
    double sum = 1e-9;
    for (std::size_t i = 0; i < 6; ++i)
      sum += std::abs(rows(static_cast<Eigen::Index>(leg), static_cast<Eigen::Index>(i))) *
             (i < 3 ? machine.limits.translation : machine.limits.rotation).jerk;
    axes.leg_jerk = std::max(axes.leg_jerk, sum);
  }
  return axes;
}

/// How much of a rotation is left when what it moves the centre by, turning about a point away from it, takes
/// its part of reach, velocity and acceleration along.
double turning_share(const Machine& machine, const Axes& axes, const Vec3& point, std::size_t i) noexcept {
  const double arm =
      length_of(point[static_cast<Eigen::Index>((i + 1) % 3)], point[static_cast<Eigen::Index>((i + 2) % 3)]);
  if (!(arm > 0.0)) return 1.0;
  double most = 0.0;  // of what a translation has, per length of the arm
  for (std::size_t k = 0; k < 3; ++k) {
    if (k == i || machine.reach[k] < kLeastTravel) continue;
    most = std::max({most, machine.reach[3 + i] / machine.reach[k], axes.velocity[3 + i] / axes.velocity[k],
                     axes.acceleration[3 + i] / axes.acceleration[k]});
  }
  return 1.0 / (1.0 + arm * most);
}

/// How fast inputs may change: all six may jump at once, and the tilt turns too.
void set_slopes(const Machine& machine, const Axes& axes, Settings& settings) noexcept {
  const Rates& turn = machine.limits.rotation;
  const double jerk = 0.4 * std::min(1.0, machine.limits.leg.jerk / axes.leg_jerk);
  double turns = 1.0;
  for (std::size_t i = 0; i < 3; ++i)
    turns = std::min(turns, turning_share(machine, axes, settings.rotation_point, i));
  settings.slew = jerk * machine.limits.translation.jerk;
  settings.angular_jerk = turns * jerk * turn.jerk;
  // A faster tilt turns round harder; half of that is left to the rotations' slack.
  const double harder = std::max(0.0, settings.tilt.rate - Tilt{}.rate) / kTiltAverage;
  settings.angular_slew = turns * std::max(0.05 * turn.acceleration, 0.3 * turn.acceleration - harder);
}

/// What a person gave, what the board has, or neither.
std::optional<double> corner_given(const Machine& machine, const CueTuning& tuning,
                                   std::size_t axis) noexcept {
  if (tuning.high_pass[axis]) return tuning.high_pass[axis];
  if (machine.washout.high_pass[axis] > 0.0) return machine.washout.high_pass[axis];
  return std::nullopt;
}

/// One gain for the whole of a force, onset and sustained.
double planned_gain(const Character& character, const CueTuning& tuning, std::size_t i) noexcept {
  if (i < 2 && tuning.tilt_gain) return std::max(tuning.gain[i].value_or(character.scale), *tuning.tilt_gain);
  return tuning.gain[i].value_or(std::min(1.0, kPlannedGain * character.scale));
}

Translation translation_of(const Machine& machine, const Character& character, const Axes& axes,
                           const CueTuning& tuning, std::size_t i, double slew,
                           const Translation& none) noexcept {
  double travel = character.share[i] * machine.reach[i];
  if (travel < kLeastTravel) {
    Translation tilted = none;
    if (i < 2) tilted.planned = planned_gain(character, tuning, i);
    return tilted;
  }
  double speed = character.boldness * kShareOfSpeed * axes.velocity[i];
  double limit =
      std::min(character.scale * character.acceleration[i],
               character.boldness * kShareOfAcceleration * axes.acceleration[i] / kAccelerationPeak);
  double corner = std::max({kSlowestCorner, std::sqrt(limit / travel), kVelocityPeak * limit / speed});
  Direct direct{};
  if (const std::optional<double> given = corner_given(machine, tuning, i)) {
    // A corner given means a high-pass of everything, and all of the travel is its own.
    // A corner that is not the preset's own takes its input limit with it: travel limit/ω² and speed
    // 2/e·limit/ω stay what they may be, and so does the jerk, which goes with limit·ω.
    const double hardest = std::max(limit * corner, (kShareOfJerk * machine.limits.translation.jerk - slew) /
                                                        (2.0 * kAccelerationPeak + kVelocityPeak));
    limit = std::min({limit, travel * *given * *given, speed * *given / kVelocityPeak, hardest / *given});
    corner = *given;
  } else {
    direct = {i < 2 ? kLevelCorner : kUpwardCorner, (1.0 - kShareOfRest) * travel,
              (1.0 - kShareOfRest) * speed, i < 2 ? 1.0 : character.upward_needs, 0.0};
    travel *= kShareOfRest;
    speed *= kShareOfRest;
    corner = kRestCorner;
    direct.rest = std::min({limit, travel * corner * corner, speed * corner / kVelocityPeak});
  }
  const bool gives_back = i == 2 && character.extra_pole;
  return {
      tuning.gain[i].value_or(character.scale), limit, corner, 1.0, gives_back ? 0.2 * corner : 0.0, direct,
      planned_gain(character, tuning, i)};
}

Rotation rotation_of(const Machine& machine, const Character& character, const Axes& axes,
                     const CueTuning& tuning, std::size_t i, const Settings& settings) noexcept {
  const double angle = (i < 2 ? kAngleShare : 1.0) * character.share[3 + i] * machine.reach[3 + i];
  if (angle < kLeastAngle) return settings.rotation[i];
  const double room = kShareOfSpeed * axes.velocity[3 + i] - (i < 2 ? settings.tilt.rate : 0.0);
  double limit = std::min(character.scale * character.rate[i], 0.5 * character.boldness * room);
  double corner = std::max(kSlowestCorner, limit / angle);
  if (const std::optional<double> given = corner_given(machine, tuning, 3 + i)) {
    // As above: the angle is limit/ω, its acceleration goes with limit·ω.
    const double slack = kShareOfAcceleration * axes.acceleration[3 + i] - settings.angular_slew -
                         2.0 * settings.tilt.rate / kTiltAverage;
    const double hardest = std::max(limit * corner, 0.5 * slack);
    limit = std::min({limit, angle * *given, hardest / *given});
    corner = *given;
  }
  limit *= turning_share(machine, axes, settings.rotation_point, i);
  return {tuning.gain[3 + i].value_or(character.scale), limit, corner, 1.0, machine.reach[3 + i]};
}

void set_tilt(const Machine& machine, const Character& character, const Axes& axes, const CueTuning& tuning,
              Settings& settings) noexcept {
  Tilt& tilt = settings.tilt;
  const double turns = std::min(turning_share(machine, axes, settings.rotation_point, 0),
                                turning_share(machine, axes, settings.rotation_point, 1));
  tilt.most = turns * character.tilt_share * std::min(machine.reach[3], machine.reach[4]);
  tilt.gain = tilt.most >= kLeastAngle ? tuning.tilt_gain.value_or(character.tilt_scale) : 0.0;
  tilt.levels = tilt.gain > 0.0 ? 1.0 : 0.0;
  // Without travel upward nothing makes good for a force that is wrong.
  tilt.flat = kDegree * (machine.reach[2] < kLeastTravel ? kFlatter : kFlat);
  // Late anyway, by its rate: a filter that makes it later works against bends and lane changes.
  tilt.low_pass = kTiltLowPass;
  const double board = std::max(machine.washout.tilt_low_pass[0], machine.washout.tilt_low_pass[1]);
  if (board > 0.0) tilt.low_pass = board;
  if (tuning.tilt_low_pass) tilt.low_pass = *tuning.tilt_low_pass;
}

}  // namespace

std::span<const PresetInfo> presets() noexcept { return kInfos; }

std::optional<Preset> preset_of(std::string_view name) noexcept {
  for (const PresetInfo& info : kInfos)
    if (info.name == name) return info.preset;
  return std::nullopt;
}

std::string_view name_of(Preset preset) noexcept { return kInfos[static_cast<std::size_t>(preset)].name; }

std::string_view name_of(EngineKind engine) noexcept {
  return engine == EngineKind::predictive ? "predictive" : "classical";
}

std::optional<EngineKind> engine_of(std::string_view name) noexcept {
  for (const EngineKind kind : {EngineKind::classical, EngineKind::predictive})
    if (name == name_of(kind)) return kind;
  return std::nullopt;
}

std::string_view name_of(InputKind input) noexcept {
  return input == InputKind::specific_force ? "specific_force" : "acceleration";
}

std::optional<InputKind> input_of(std::string_view name) noexcept {
  for (const InputKind kind : {InputKind::acceleration, InputKind::specific_force})
    if (name == name_of(kind)) return kind;
  return std::nullopt;
}

AxisBounds bounds_of(const Settings& settings, std::size_t axis) noexcept {
  if (axis < 3) {
    const Translation& t = settings.translation[axis];
    if (!(t.gain > 0.0)) return {};
    const double rest = t.washed_out_up_to();
    return {t.limit / t.gain, t.direct.travel + rest / (t.high_pass * t.high_pass),
            t.direct.speed + kVelocityPeak * rest / t.high_pass};
  }
  const Rotation& r = settings.rotation[axis - 3];
  if (!(r.gain > 0.0)) return {};
  return {r.limit / r.gain, r.limit / r.high_pass, r.limit};
}

double most_tilt_rate(const Machine& machine) noexcept {
  const Rates& turn = machine.limits.rotation;
  const double fits = std::min({0.3 * turn.velocity, 0.3 * turn.acceleration * kTiltAverage,
                                0.325 * turn.jerk * kTiltAverage * kTiltAverage});
  return std::clamp(fits, Tilt{}.rate, kTiltRateRange.high * kTiltRateRange.scale);
}

Settings derive(const Machine& machine, const CueTuning& tuning) noexcept {
  const Character& character = kCharacters[static_cast<std::size_t>(tuning.preset)];
  const Axes axes = what_axes_may(machine);
  Settings settings;
  settings.engine = tuning.engine;
  settings.together = kTogether;
  settings.head = tuning.head;
  settings.rotation_point = tuning.rotation_point;
  if (tuning.tilt_rate) settings.tilt.rate = std::min(*tuning.tilt_rate, most_tilt_rate(machine));
  set_slopes(machine, axes, settings);

  for (std::size_t i = 0; i < 3; ++i) {
    settings.translation[i] =
        translation_of(machine, character, axes, tuning, i, settings.slew, settings.translation[i]);
    settings.rotation[i] = rotation_of(machine, character, axes, tuning, i, settings);
  }
  set_tilt(machine, character, axes, tuning, settings);
  return settings;
}

Settings derive(const Machine& machine, Preset preset, EngineKind engine) noexcept {
  CueTuning tuning;
  tuning.preset = preset;
  tuning.engine = engine;
  return derive(machine, tuning);
}

}  // namespace hexad::cueing
