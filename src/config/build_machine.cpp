#include "config/build_machine.hpp"

#include <algorithm>

#include "kinematics/geometry.hpp"
#include "messages/say.hpp"
#include "os/surroundings.hpp"

namespace hexad::inline config {
namespace {

using kinematics::Finding;
using messages::Id;
using messages::say;

/// Another controller smooths what it is sent, and swings beside it after a quick stop.
constexpr double kFarFollowing = 10.0 * kMillimetre;
/// It comes late, and needs more speed, acceleration and jerk than the setpoint to be with it again: a
/// setpoint that takes all there is makes it swing past.
constexpr double kFarShare = 0.75;
constexpr double kFarJerkShare = 0.35;

Problem::Kind kind_of(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::error:
      return Problem::Kind::error;
    case Finding::Kind::warning:
      return Problem::Kind::warning;
    case Finding::Kind::note:
      return Problem::Kind::note;
  }
  return Problem::Kind::error;
}

/// Words for findings and cross-checks, with the place of the key they are about.
class Report {
 public:
  explicit Report(const Loaded& loaded) : loaded_{loaded} {}

  void add(const std::vector<Finding>& findings) {
    const Place place = loaded_.place_of({"geometry", "geometry.base", "geometry.base_diameter", "rotary"});
    for (const Finding& finding : findings) add(kind_of(finding.kind), place, "geometry", finding.what);
  }
  void warn(std::string_view key, const messages::Message& what) {
    add(Problem::Kind::warning, loaded_.place_of({key}), key, what);
  }
  void fail(std::string_view key, const messages::Message& what) {
    add(Problem::Kind::error, loaded_.place_of({key, "drives.port"}), key, what);
  }
  void note(std::string_view key, const messages::Message& what) {
    add(Problem::Kind::note, loaded_.place_of({key}), key, what);
  }
  bool was_given(std::string_view key) const { return !loaded_.place_of({key}).file.empty(); }
  Problems take() { return std::move(problems_); }
  bool failed() const { return has_error(problems_); }

 private:
  void add(Problem::Kind kind, const Place& place, std::string_view key, const messages::Message& what) {
    const bool said = std::any_of(problems_.begin(), problems_.end(),
                                  [&](const Problem& earlier) { return earlier.what == what; });
    if (said) return;
    problems_.push_back({kind, place.file, place.line, place.column, std::string{key}, what});
  }

  const Loaded& loaded_;
  Problems problems_;
};

kinematics::CircleJoints circle(std::optional<double> diameter, std::optional<double> distance,
                                std::optional<double> angle) {
  const double wide = diameter.value_or(0.0);
  return {wide, angle ? *angle : kinematics::pair_angle_from_distance(wide, distance.value_or(0.0))};
}

std::optional<Rotary> rotary_of(const Rotary& settings) {
  if (settings.gear_ratio == 0.0) return std::nullopt;
  Rotary rotary = settings;
  if (rotary.gear_ratio == -1.0) rotary.gear_ratio = 1.0;
  if (rotary.big_teeth == 0.0) rotary.big_teeth = rotary.small_teeth = 1.0;
  return rotary;
}

/// The machine as set, and no faster than its motors: a limit above what they give would never be kept.
Machine raw_machine(const Config& config, Report& report) {
  Machine machine;
  machine.name = config.name;
  machine.geometry = geometry_of(config.geometry);
  machine.drive = config.drive;
  const bool simulated = config.drives.port == DrivesSettings::Port::simulated;
  machine.drive.enable_time = config.enable_time.value_or(simulated ? 0.020 : 2.0);
  using Port = DrivesSettings::Port;
  machine.drive.own_life = config.drives.is_gateway() && config.drives.port != Port::lingjing;
  machine.drive.prepared_only = config.drives.port == Port::mdof;
  if (!simulated && !has_real_drives()) report.fail("drives.port", Id::config_simulated_only);
  if (config.drives.port == Port::mdof) report.warn("drives.port", Id::config_mdof_chain);
  if (config.drives.port == Port::lingjing) {
    config.drives.open_loop ? report.warn("drives.port", Id::config_open_loop)
                            : report.fail("drives.open_loop", Id::config_open_loop_missing);
  }
  if (config.drives.is_gateway()) {  // the other controller seeks, and its emergency stop is its own
    if (!report.was_given("drive.following")) machine.drive.following = kFarFollowing;
    machine.drive.homing = Homing::by_drive;
    machine.drive.emergency = EmergencyStop::off;
  }
  if (machine.drive.belt_ratio == -1.0) machine.drive.belt_ratio = 1.0;
  machine.rotary = rotary_of(config.rotary);
  machine.payload = config.payload;
  machine.leg_mass = config.leg;
  machine.limits = config.limits;
  machine.follow_buffer = config.follow_buffer;
  machine.frame.rotation_point = config.rotation_point;

  const double fastest = machine.drive.leg_speed();
  if (machine.limits.leg.velocity > fastest * (1.0 + 1e-9)) {
    report.warn("limits.leg", say<Id::config_leg_lowered>(machine.limits.leg.velocity, fastest));
    machine.limits.leg.velocity = fastest;
  }
  return machine;
}

/// Speeds of zeroing, raising and jogging are leg speeds too.
void limit_leg_speeds(MotionLimits& limits, Report& report) {
  const struct {
    std::string_view key;
    double& speed;
  } speeds[]{{"limits.zeroing_speed", limits.zeroing_speed},
             {"limits.raise_speed", limits.raise_speed},
             {"limits.jog_speed", limits.jog_speed},
             {"limits.jog_speed_unzeroed", limits.jog_speed_unzeroed}};
  for (const auto& [key, speed] : speeds) {
    if (speed <= limits.leg.velocity) continue;
    report.warn(key, say<Id::config_speed_lowered>(speed, limits.leg.velocity));
    speed = limits.leg.velocity;
  }
}

/// What the controller behind a gateway is given to follow.
void leave_room(Machine& machine, Report& report) {
  machine.drive.share = kFarShare;
  for (Rates* rates : {&machine.limits.translation, &machine.limits.rotation, &machine.limits.leg}) {
    rates->velocity *= kFarShare;
    rates->acceleration *= kFarShare;
    rates->jerk *= kFarJerkShare;
  }
  report.note("drives.port", say<Id::config_gateway_room>(kFarShare, kFarJerkShare));
}

void check_plausible(const Machine& machine, Report& report) {
  if (machine.drive.peak_torque < machine.drive.motor_torque)
    report.warn("drive.peak_torque",
                say<Id::config_peak_torque>(machine.drive.peak_torque, machine.drive.motor_torque));
  if (machine.geometry.legs > 0 && !(2.0 * machine.limits.stroke_margin < machine.geometry.stroke))
    report.warn("limits.stroke_margin", Id::config_margins);
  const Vec3& inertia = machine.payload.inertia;
  const double sum = inertia.sum();
  if ((sum - 2.0 * inertia.array() < -1e-9 * sum).any()) report.warn("payload.inertia", Id::config_inertia);
}

}  // namespace

Geometry geometry_of(const GeometrySettings& settings) {
  Geometry geometry;
  geometry.base.fill(Vec3::Zero());
  geometry.platform.fill(Vec3::Zero());
  std::size_t rows = std::min(settings.base.size(), settings.platform.size());
  std::copy_n(settings.base.begin(), rows, geometry.base.begin());
  std::copy_n(settings.platform.begin(), rows, geometry.platform.begin());
  if (settings.base_diameter || settings.platform_diameter) {
    kinematics::joints_from_circles(
        circle(settings.base_diameter, settings.base_pair_distance, settings.base_pair_angle),
        circle(settings.platform_diameter, settings.platform_pair_distance, settings.platform_pair_angle),
        geometry);
    rows = kMaxLegs;
  }
  for (std::size_t leg = 0; leg < rows && !settings.leg_length.empty(); ++leg)
    geometry.retracted[static_cast<Eigen::Index>(leg)] =
        settings
            .leg_length[settings.leg_length.size() == 1 ? 0 : std::min(leg, settings.leg_length.size() - 1)];
  geometry.stroke = settings.stroke.value_or(0.0);
  return geometry;
}

BuiltMachine build_machine(const Loaded& loaded) {
  Report report{loaded};
  Machine machine = raw_machine(loaded.config, report);
  limit_leg_speeds(machine.limits, report);
  if (loaded.config.drives.is_gateway()) leave_room(machine, report);
  report.add(kinematics::count_legs(machine.geometry, machine.rotary.has_value()));
  if (report.failed()) return {std::nullopt, report.take()};
  check_plausible(machine, report);

  auto derived = kinematics::derive(machine);
  if (derived) machine = *std::move(derived);
  report.add(kinematics::check(machine));
  if (!derived) report.add(derived.error());
  if (report.failed()) return {std::nullopt, report.take()};
  return {std::move(machine), report.take()};
}

LoadedPlatform load_platform(const Sources& sources) {
  Loaded loaded = load(sources);
  LoadedPlatform result;
  if (loaded.ok()) {
    BuiltMachine built = build_machine(loaded);
    result.machine = std::move(built.machine);
    loaded.problems.insert(loaded.problems.end(), built.problems.begin(), built.problems.end());
  }
  result.config = std::move(loaded.config);
  result.problems = std::move(loaded.problems);
  return result;
}

}  // namespace hexad::inline config
