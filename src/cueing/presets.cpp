#include "cueing/presets.hpp"

#include <algorithm>
#include <cmath>

#include "kinematics/jacobian.hpp"

namespace hexad::cueing {
namespace {

/// What a kind of vehicle asks for, and how the reach is shared out. At `acceleration` (m/s²) and `rate` (rad/s) of the
/// vehicle the scaled input is at its limit; shares are of the axis's own reach.
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
};

constexpr std::array kCharacters{
    Character{{Preset::gentle, "gentle", "small and slow: first rides, people who are easily sick"},
              0.25,
              {4.0, 4.0, 4.0},
              {0.6, 0.6, 0.6},
              {0.4, 0.4, 0.4, 0.4, 0.4, 0.4},
              0.15,
              0.4,
              true},
    Character{{Preset::normal, "normal", "most of the reach, and never a limit"},
              0.5,
              {4.0, 4.0, 4.0},
              {0.8, 0.8, 0.8},
              {0.6, 0.6, 0.6, 0.5, 0.5, 0.6},
              0.25,
              0.7,
              true},
    Character{{Preset::strong, "strong", "large gains; at the border the governor has to help"},
              0.8,
              {6.0, 6.0, 6.0},
              {1.0, 1.0, 1.0},
              {1.0, 1.0, 1.0, 0.8, 0.8, 0.8},
              0.4,
              1.0,
              true,
              1.6},
    Character{{Preset::ship, "ship", "slow heave, roll and pitch: long travel, hardly any tilt"},
              0.6,
              {2.0, 2.0, 1.5},
              {0.3, 0.3, 0.1},
              {0.3, 0.3, 0.75, 0.7, 0.7, 0.3},
              0.05,
              0.5,
              false},
    Character{{Preset::car, "car", "braking and cornering by tilt, short sharp heave, some yaw"},
              0.4,
              {7.0, 7.0, 6.0},
              {0.5, 0.5, 0.8},
              {0.6, 0.6, 0.5, 0.35, 0.35, 0.5},
              0.4,
              0.6,
              true},
    Character{{Preset::aircraft, "aircraft", "rotation first, heave for turbulence, tilt for thrust"},
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

}  // namespace

std::span<const PresetInfo> presets() noexcept { return kInfos; }

std::optional<Preset> preset_of(std::string_view name) noexcept {
  for (const PresetInfo& info : kInfos)
    if (info.name == name) return info.preset;
  return std::nullopt;
}

std::string_view name_of(EngineKind engine) noexcept {
  return engine == EngineKind::predictive ? "predictive" : "classical";
}

std::optional<EngineKind> engine_of(std::string_view name) noexcept {
  for (const EngineKind kind : {EngineKind::classical, EngineKind::predictive})
    if (name == name_of(kind)) return kind;
  return std::nullopt;
}

Settings derive(const Machine& machine, Preset preset, EngineKind engine) noexcept {
  const Character& character = kCharacters[static_cast<std::size_t>(preset)];
  Settings settings;
  settings.engine = engine;
  const Rates& move = machine.limits.translation;
  const Rates& turn = machine.limits.rotation;
  const Axes axes = what_axes_may(machine);
  // All six inputs may jump at once, and the tilt turns too.
  const double jerk = 0.4 * std::min(1.0, machine.limits.leg.jerk / axes.leg_jerk);
  settings.slew = jerk * move.jerk;
  settings.angular_slew = 0.3 * turn.acceleration;
  settings.angular_jerk = jerk * turn.jerk;

  for (std::size_t i = 0; i < 3; ++i) {
    const double travel = character.share[i] * machine.reach[i];
    if (travel < kLeastTravel) continue;
    const double limit =
        std::min(character.scale * character.acceleration[i],
                 character.boldness * kShareOfAcceleration * axes.acceleration[i] / kAccelerationPeak);
    const double corner =
        std::max({kSlowestCorner, std::sqrt(limit / travel),
                  kVelocityPeak * limit / (character.boldness * kShareOfSpeed * axes.velocity[i])});
    const bool gives_back = i == 2 && character.extra_pole;
    settings.translation[i] = {character.scale, limit, corner, 1.0, gives_back ? 0.2 * corner : 0.0};
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const double angle = character.share[3 + i] * machine.reach[3 + i];
    if (angle < kLeastAngle) continue;
    const double room = kShareOfSpeed * axes.velocity[3 + i] - (i < 2 ? settings.tilt.rate : 0.0);
    const double limit = std::min(character.scale * character.rate[i], 0.5 * character.boldness * room);
    settings.rotation[i] = {character.scale, limit, std::max(kSlowestCorner, limit / angle), 1.0};
  }
  settings.tilt.most = character.tilt_share * std::min(machine.reach[3], machine.reach[4]);
  settings.tilt.gain = settings.tilt.most >= kLeastAngle ? character.tilt_scale : 0.0;
  // The tilt takes over where the slower of the two high-passes lets go.
  settings.tilt.low_pass =
      std::clamp(std::min(settings.translation[0].high_pass, settings.translation[1].high_pass), 1.0, 5.0);

  for (std::size_t i = 0; i < 3; ++i) {
    if (machine.washout.high_pass[i] > 0.0) settings.translation[i].high_pass = machine.washout.high_pass[i];
    if (machine.washout.high_pass[3 + i] > 0.0)
      settings.rotation[i].high_pass = machine.washout.high_pass[3 + i];
  }
  const double low_pass = std::max(machine.washout.tilt_low_pass[0], machine.washout.tilt_low_pass[1]);
  if (low_pass > 0.0) settings.tilt.low_pass = low_pass;
  return settings;
}

}  // namespace hexad::cueing
