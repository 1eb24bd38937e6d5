#include "verification/parameter_set.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "messages/say.hpp"
#include "model/axes.hpp"
#include "protocols/csfi/groups.hpp"
#include "text/shown.hpp"

namespace hexad::verification {
namespace {

namespace csfi = protocols::csfi;
using kinematics::Finding;
using messages::Id;
using messages::say;

constexpr double kNoLimit = std::numeric_limits<double>::infinity();
constexpr double kHeightTolerance = 0.5 * kMillimetre;  // what a tape measure sees
constexpr double kServoModels = 255.0;

Vec3 metres(const std::array<double, 3>& point) { return Vec3{point[0], point[1], point[2]} * kMillimetre; }

double given_or_no_limit(double value, double unit) { return value > 0.0 ? value * unit : kNoLimit; }

Rates rates_of(double velocity, double acceleration, double jerk, double unit) {
  return {given_or_no_limit(velocity, unit), given_or_no_limit(acceleration, unit),
          given_or_no_limit(jerk, unit)};
}

/// Without lead, ratio and speed there is no screw: forces are known, torques are not.
Drive drive_of(const ParameterSet& set, Drive drive) {
  const double ratio = set.ratio == -1.0 ? 1.0 : set.ratio;
  const bool complete = set.lead > 0.0 && ratio > 0.0 && set.rpm > 0.0;
  drive.screw_lead = complete ? set.lead * kMillimetre : 0.0;
  drive.belt_ratio = complete ? ratio : 1.0;
  drive.motor_speed = complete ? set.rpm * kRpm : 0.0;
  drive.motor_torque = given_or_no_limit(set.torque, 1.0);
  drive.peak_torque = given_or_no_limit(set.peak_torque, 1.0);
  drive.max_force = given_or_no_limit(set.load, kKilonewton);
  drive.friction = std::max(set.friction, 0.0);
  drive.efficiency = set.efficiency > 0.0 ? std::min(set.efficiency, 1.0) : 1.0;
  drive.rotor_inertia = std::max(set.rotor_inertia, 0.0);
  return drive;
}

MotionLimits limits_of(const ParameterSet& set, const Drive& drive, MotionLimits limits) {
  limits.translation =
      rates_of(set.translation_velocity, set.translation_acceleration, set.translation_jerk, kMillimetre);
  limits.rotation = rates_of(set.rotation_velocity, set.rotation_acceleration, set.rotation_jerk, kDegree);
  limits.leg = rates_of(set.leg_velocity, set.leg_acceleration, set.leg_jerk, kMillimetre);
  if (drive.screw_lead > 0.0) limits.leg.velocity = std::min(limits.leg.velocity, drive.leg_speed());
  if (set.joint_angle > 0.0) limits.joint_angle = set.joint_angle * kDegree;
  if (set.rotation_angle > 0.0) limits.rotation_angle = set.rotation_angle * kDegree;
  limits.stroke_margin = std::max(set.stroke_margin, 0.0) * kMillimetre;
  return limits;
}

Machine machine_of(const ParameterSet& set) {
  const Config usual;
  Machine machine;
  machine.name = "edited";
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    machine.geometry.base[i] = metres(set.base[i]);
    machine.geometry.platform[i] = metres(set.platform[i]);
  }
  for (std::size_t i = 0; i < kMaxLegs; ++i)
    machine.geometry.retracted[static_cast<Eigen::Index>(i)] =
        (set.legs[i] == 0.0 ? set.leg_length : set.legs[i]) * kMillimetre;
  machine.geometry.stroke = set.stroke * kMillimetre;
  machine.drive = drive_of(set, usual.drive);
  if (set.gear != 0.0) {
    Rotary rotary = usual.rotary;
    rotary.gear_ratio = set.gear == -1.0 ? 1.0 : set.gear;
    rotary.big_teeth = set.big_teeth == 0.0 ? 1.0 : set.big_teeth;
    rotary.small_teeth = set.big_teeth == 0.0 ? 1.0 : set.small_teeth;
    rotary.motor_speed = set.rotary_rpm * kRpm;
    machine.rotary = rotary;
  }
  machine.payload.mass = std::max(set.mass, 0.0);
  machine.payload.centre = metres(set.centre);
  machine.payload.inertia = Vec3{set.inertia_x, set.inertia_y, set.inertia_z}.cwiseMax(0.0);
  machine.leg_mass = {std::max(set.cylinder_mass, 0.0),    set.cylinder_centre * kMillimetre,
                      std::max(set.cylinder_inertia, 0.0), std::max(set.rod_mass, 0.0),
                      set.rod_centre * kMillimetre,        std::max(set.rod_inertia, 0.0)};
  machine.limits = limits_of(set, machine.drive, usual.limits);
  return machine;
}

class Findings {
 public:
  void add(Finding::Kind kind, const messages::Message& what) {
    const bool said =
        std::any_of(list_.begin(), list_.end(), [&](const Finding& one) { return one.what == what; });
    if (!said) list_.push_back({kind, what});
  }
  void add(const std::vector<Finding>& more) {
    for (const Finding& finding : more) add(finding.kind, finding.what);
  }
  bool failed() const {
    return std::any_of(list_.begin(), list_.end(),
                       [](const Finding& one) { return one.kind == Finding::Kind::error; });
  }
  std::vector<Finding> take() { return std::move(list_); }

 private:
  std::vector<Finding> list_;
};

void look_at_drive(const ParameterSet& set, const Machine& machine, Findings& findings) {
  if (!(machine.drive.screw_lead > 0.0)) findings.add(Finding::Kind::warning, Id::no_screw_given);
  if (set.mass < 0.0) findings.add(Finding::Kind::warning, say<Id::mass_negative>(set.mass));
  if (!(set.servo >= 0.0 && set.servo <= kServoModels && std::floor(set.servo) == set.servo))
    findings.add(Finding::Kind::warning, say<Id::servo_no_model>(set.servo));
}

void look_at_height(const ParameterSet& set, const Machine& machine, Findings& findings) {
  if (machine.geometry.legs == 0) return;
  const double stands = machine.heights.bottom.position.z();
  if (set.height == 0.0) {
    findings.add(Finding::Kind::note,
                 say<Id::height_not_given>(stands, machine.heights.neutral.position.z()));
  } else if (!(std::abs(set.height * kMillimetre - stands) <= kHeightTolerance)) {
    findings.add(Finding::Kind::warning, say<Id::height_differs>(set.height * kMillimetre, stands));
  }
}

void look_at_lengths(const ParameterSet& set, const Machine& machine, Findings& findings) {
  for (std::size_t i = 0; i < machine.geometry.legs; ++i)
    if (set.legs[i] != 0.0 && set.legs[i] != set.leg_length)
      return findings.add(Finding::Kind::warning, say<Id::set_legs_differ>(i + 1, set.legs[i] * kMillimetre,
                                                                           set.leg_length * kMillimetre));
}

/// What the board that shall live by this set says to it (csfi decision 2).
void look_with_board(const ParameterSet& set, Findings& findings) {
  const ConfigCsv csv = csv_of(set);
  csfi::Mechanics m;
  for (std::size_t leg = 0; leg < kMaxLegs; ++leg) {
    std::copy(csv.base[leg].begin(), csv.base[leg].end(),
              m.base.begin() + static_cast<std::ptrdiff_t>(3 * leg));
    std::copy(csv.platform[leg].begin(), csv.platform[leg].end(),
              m.platform.begin() + static_cast<std::ptrdiff_t>(3 * leg));
  }
  m.leg_length = csv.leg_length;
  m.stroke = csv.stroke;
  m.screw_lead = csv.lead;
  m.belt_ratio = csv.ratio;
  m.motor_rpm = csv.rpm;
  m.gear_ratio = csv.gear;
  m.big_teeth = csv.big_teeth;
  m.small_teeth = csv.small_teeth;
  m.rotary_rpm = csv.rotary_rpm;
  const auto rejected = csfi::check(csfi::Group{m});
  if (!rejected || rejected->name == Id{}) return;
  const bool joints = rejected->field.ends_with("joints");
  const messages::Message field = joints ? say<Id::nth_of_field>(rejected->name, rejected->place / 3 + 1)
                                         : messages::Message{rejected->name};
  findings.add(Finding::Kind::warning,
               say<Id::board_refuses_set>(field, rejected->value, message_of(rejected->allowed)));
}

double ten_thousandths(double metres) { return std::round(metres / kMillimetre * 1e4) / 1e4 + 0.0; }

void take_joints(const std::array<Vec3, kMaxLegs>& from, Joints& to) {
  for (std::size_t i = 0; i < kMaxLegs; ++i)
    to[i] = {ten_thousandths(from[i].x()), ten_thousandths(from[i].y()), ten_thousandths(from[i].z())};
}

Result<kinematics::CircleJoints, messages::Message> circle_of(const Circle& circle, Id end) {
  if (!(circle.diameter > 0.0)) return Failure{say<Id::circle_no_diameter>(end)};
  if (circle.angle.has_value() == circle.distance.has_value())
    return Failure{say<Id::circle_angle_or_distance>(end)};
  if (circle.angle) {
    if (!(*circle.angle >= 0.0 && *circle.angle < 120.0)) return Failure{say<Id::circle_angle_range>(end)};
    return kinematics::CircleJoints{circle.diameter * kMillimetre, *circle.angle * kDegree};
  }
  const double angle = kinematics::pair_angle_from_distance(circle.diameter, *circle.distance);
  if (!(*circle.distance >= 0.0 && angle < 120.0 * kDegree))
    return Failure{
        say<Id::circle_distance_range>(end, circle.diameter * std::sin(60.0 * kDegree) * kMillimetre)};
  return kinematics::CircleJoints{circle.diameter * kMillimetre, angle};
}

/// The number a person reads, not the float's 24 bits: 0.1, not 0.100000001490116.
double decimal(float value) {
  const std::string text = shortest(value);
  double result = 0.0;
  std::from_chars(text.data(), text.data() + text.size(), result);
  return result;
}

/// As people would type it: a float32 by its shortest digits, anything else to a millionth.
double typed(double value) {
  const auto single = static_cast<float>(value);
  if (std::abs(value - static_cast<double>(single)) <= 1e-12 * std::abs(value)) return decimal(single);
  return std::round(value * 1e6) / 1e6 + 0.0;
}
double typed_small(double value) { return std::round(value * 1e9) / 1e9 + 0.0; }

/// A limit that nobody has given is 0 here.
double typed_limit(double value) { return std::isfinite(value) ? typed(value) : 0.0; }

void take_drive(const Machine& machine, ParameterSet& set) {
  const Drive& drive = machine.drive;
  set.lead = typed(drive.screw_lead / kMillimetre);
  set.ratio = typed(drive.belt_ratio);
  set.rpm = typed(drive.motor_speed / kRpm);
  set.servo = drive.servo_model;
  set.torque = typed_limit(drive.motor_torque);
  set.peak_torque = typed_limit(drive.peak_torque);
  set.load = typed_limit(drive.max_force / kKilonewton);
  set.friction = typed(drive.friction);
  set.efficiency = typed(drive.efficiency);
  set.rotor_inertia = typed_small(drive.rotor_inertia);
  if (!machine.rotary) {
    set.rotary_rpm = typed(Config{}.rotary.motor_speed / kRpm);  // as boards of machines without one have it
    return;
  }
  set.gear = typed(machine.rotary->gear_ratio);
  set.big_teeth = typed(machine.rotary->big_teeth);
  set.small_teeth = typed(machine.rotary->small_teeth);
  set.rotary_rpm = typed(machine.rotary->motor_speed / kRpm);
}

void take_masses(const Machine& machine, ParameterSet& set) {
  set.mass = typed(machine.payload.mass);
  for (std::size_t k = 0; k < 3; ++k)
    set.centre[k] = typed(machine.payload.centre[static_cast<Eigen::Index>(k)] / kMillimetre);
  set.inertia_x = typed(machine.payload.inertia.x());
  set.inertia_y = typed(machine.payload.inertia.y());
  set.inertia_z = typed(machine.payload.inertia.z());
  const LegMass& leg = machine.leg_mass;
  set.cylinder_mass = typed(leg.cylinder_mass);
  set.cylinder_centre = typed(leg.cylinder_centre / kMillimetre);
  set.cylinder_inertia = typed(leg.cylinder_inertia);
  set.rod_mass = typed(leg.rod_mass);
  set.rod_centre = typed(leg.rod_centre / kMillimetre);
  set.rod_inertia = typed(leg.rod_inertia);
}

void take_limits(const MotionLimits& limits, ParameterSet& set) {
  set.joint_angle = typed(limits.joint_angle / kDegree);
  set.rotation_angle = typed(limits.rotation_angle / kDegree);
  set.stroke_margin = typed(limits.stroke_margin / kMillimetre);
  set.translation_velocity = typed_limit(limits.translation.velocity / kMillimetre);
  set.translation_acceleration = typed_limit(limits.translation.acceleration / kMillimetre);
  set.translation_jerk = typed_limit(limits.translation.jerk / kMillimetre);
  set.rotation_velocity = typed_limit(limits.rotation.velocity / kDegree);
  set.rotation_acceleration = typed_limit(limits.rotation.acceleration / kDegree);
  set.rotation_jerk = typed_limit(limits.rotation.jerk / kDegree);
  set.leg_velocity = typed_limit(limits.leg.velocity / kMillimetre);
  set.leg_acceleration = typed_limit(limits.leg.acceleration / kMillimetre);
  set.leg_jerk = typed_limit(limits.leg.jerk / kMillimetre);
}

}  // namespace

ParameterSet set_of(const Machine& machine) {
  ParameterSet set;
  const Geometry& geometry = machine.geometry;
  for (std::size_t i = 0; i < geometry.legs; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto axis = static_cast<Eigen::Index>(k);
      // float32, as a board keeps them: seven digits, which a field shows whole.
      set.base[i][k] = decimal(static_cast<float>(geometry.base[i][axis] / kMillimetre));
      set.platform[i][k] = decimal(static_cast<float>(geometry.platform[i][axis] / kMillimetre));
    }
    set.legs[i] = typed(geometry.retracted[static_cast<Eigen::Index>(i)] / kMillimetre);
  }
  set.leg_length = set.legs[0];
  if (std::all_of(set.legs.begin(), set.legs.begin() + static_cast<std::ptrdiff_t>(geometry.legs),
                  [&](double length) { return length == set.leg_length; }))
    set.legs.fill(0.0);
  set.stroke = typed(geometry.stroke / kMillimetre);
  if (geometry.legs > 0) set.height = ten_thousandths(machine.heights.bottom.position.z());
  take_drive(machine, set);
  take_masses(machine, set);
  take_limits(machine.limits, set);
  return set;
}

messages::Message CheckedSet::error() const {
  for (const Finding& finding : findings)
    if (finding.kind == Finding::Kind::error) return finding.what;
  return {};
}

CheckedSet check_set(const ParameterSet& set) {
  Findings findings;
  Machine machine = machine_of(set);
  findings.add(kinematics::count_legs(machine.geometry, machine.rotary.has_value()));
  if (findings.failed()) return {std::nullopt, findings.take()};
  for (std::size_t leg = machine.geometry.legs; leg < kMaxLegs; ++leg)
    machine.geometry.retracted[static_cast<Eigen::Index>(leg)] = 0.0;

  auto derived = kinematics::derive(machine);
  if (derived) machine = *std::move(derived);
  findings.add(kinematics::check(machine));
  if (!derived) findings.add(derived.error());
  look_at_drive(set, machine, findings);
  if (derived) look_at_height(set, machine, findings);
  look_at_lengths(set, machine, findings);
  look_with_board(set, findings);
  return {derived ? std::optional{std::move(machine)} : std::nullopt, findings.take()};
}

ConfigCsv csv_of(const ParameterSet& set) {
  ConfigCsv csv;
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      csv.base[i][k] = static_cast<float>(set.base[i][k]);
      csv.platform[i][k] = static_cast<float>(set.platform[i][k]);
    }
  }
  for (std::size_t i = 0; i < kCsvItems.size(); ++i)
    csv.*kCsvItems[i].value = static_cast<float>(set.*kSetItems[i].value);
  return csv;
}

ParameterSet set_of(const ConfigCsv& csv) {
  ParameterSet set;
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      set.base[i][k] = decimal(csv.base[i][k]);
      set.platform[i][k] = decimal(csv.platform[i][k]);
    }
  }
  for (std::size_t i = 0; i < kCsvItems.size(); ++i)
    set.*kSetItems[i].value = decimal(csv.*kCsvItems[i].value);
  return set;
}

Result<ParameterSet, messages::Message> with_circles(ParameterSet set, const Circle& base,
                                                     const Circle& platform) {
  const auto below = circle_of(base, Id::base);
  if (!below) return Failure{below.error()};
  const auto above = circle_of(platform, Id::platform);
  if (!above) return Failure{above.error()};
  Geometry geometry;
  kinematics::joints_from_circles(*below, *above, geometry);
  take_joints(geometry.base, set.base);
  take_joints(geometry.platform, set.platform);
  return set;
}

std::optional<CirclesFound> circles_of(const ParameterSet& set) {
  Geometry geometry = machine_of(set).geometry;
  Findings findings;
  findings.add(kinematics::count_legs(geometry, true));
  if (findings.failed() || geometry.legs != kMaxLegs) return std::nullopt;
  const auto found = [](const std::array<Vec3, kMaxLegs>& joints, bool platform) {
    const kinematics::NearestCircle nearest = kinematics::nearest_circle(joints, platform);
    const double diameter = nearest.circle.diameter / kMillimetre;
    return CircleFound{
        {diameter, nearest.circle.pair_angle / kDegree, diameter * std::sin(0.5 * nearest.circle.pair_angle)},
        nearest.off / kMillimetre};
  };
  return CirclesFound{found(geometry.base, false), found(geometry.platform, true)};
}

ParameterSet shifted(ParameterSet set, const std::array<double, 6>& frame) {
  const Vec3 origin{frame[0], frame[1], frame[2]};
  const Vec3 angles = Vec3{frame[3], frame[4], frame[5]} * kDegree;
  const Quat back = rotation_from_angles(angles, RotationOrder::zyx).conjugate();
  const Machine before = machine_of(set);
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    // A leg that does not exist has none to shift: all zero says so.
    if (before.geometry.base[i].isZero(0.0) && before.geometry.platform[i].isZero(0.0)) continue;
    for (Joints* joints : {&set.base, &set.platform}) {
      auto& joint = (*joints)[i];
      const Vec3 moved = back * (Vec3{joint[0], joint[1], joint[2]} - origin);
      for (std::size_t k = 0; k < 3; ++k)
        joint[k] = ten_thousandths(moved[static_cast<Eigen::Index>(k)] * kMillimetre);
    }
  }
  return set;
}

}  // namespace hexad::verification
