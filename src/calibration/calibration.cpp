#include "calibration/calibration.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kinematics/geometry.hpp"
#include "messages/say.hpp"
#include "protocols/csfi/machine_groups.hpp"

namespace hexad::inline calibration {
namespace {

namespace csfi = protocols::csfi;
using messages::Id;
using messages::say;

constexpr std::uint8_t kForm = 1;  // of the stored bytes
constexpr std::size_t kHead = 1 + 8 + csfi::kGroups;

/// FNV-1a over text: nine digits of each number, so that the last bit of a sine does not make another
/// platform.
class Fingerprint {
 public:
  void add(std::string_view text) noexcept {
    for (const char letter : text) value_ = (value_ ^ static_cast<unsigned char>(letter)) * 0x100000001B3u;
  }
  void add(double number) { add(fmt::format("{:.9g};", number + 0.0)); }
  void add(const Vec3& point) {
    for (const double number : {point.x(), point.y(), point.z()}) add(number);
  }
  void add(const Rates& rates) {
    for (const double number : {rates.velocity, rates.acceleration, rates.jerk}) add(number);
  }
  std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_ = 0xCBF29CE484222325u;
};

messages::Message reason_of(const std::vector<kinematics::Finding>& findings) {
  for (const kinematics::Finding& finding : findings)
    if (finding.kind == kinematics::Finding::Kind::error) return finding.what;
  return {};
}

/// As the file has them: -1 for a direct drive and 0/0 teeth are words of their own.
csfi::Mechanics mechanics_of_file(const Config& config, const Machine& machine) {
  csfi::Lost lost;
  csfi::Mechanics mechanics = csfi::mechanics_of(machine, lost);
  mechanics.belt_ratio = static_cast<float>(config.drive.belt_ratio);
  mechanics.gear_ratio = static_cast<float>(config.rotary.gear_ratio);
  mechanics.big_teeth = static_cast<float>(config.rotary.big_teeth);
  mechanics.small_teeth = static_cast<float>(config.rotary.small_teeth);
  mechanics.rotary_rpm = static_cast<float>(config.rotary.motor_speed / (kRevolution * kPerMinute));
  return mechanics;
}

}  // namespace

std::vector<std::byte> to_bytes(const CalibrationSet& set) {
  std::vector<std::byte> bytes{std::byte{kForm}};
  for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<std::byte>(set.platform >> (8 * i)));
  for (const bool written : set.written) bytes.push_back(std::byte{written});
  for (const csfi::Group& group : set.groups) {
    const csfi::Frame frame = csfi::encode(group, csfi::Kind::answer);
    bytes.insert(bytes.end(), frame.view().begin(), frame.view().end());
  }
  return bytes;
}

Result<CalibrationSet, messages::Message> set_from(std::span<const std::byte> bytes) {
  if (bytes.size() < kHead || bytes[0] != std::byte{kForm})
    return Failure{messages::Message{Id::set_unknown_form}};
  CalibrationSet set;
  for (std::size_t i = 0; i < 8; ++i) set.platform |= std::to_integer<std::uint64_t>(bytes[1 + i]) << (8 * i);
  for (std::size_t i = 0; i < csfi::kGroups; ++i) set.written[i] = bytes[9 + i] != std::byte{0};
  std::size_t place = kHead;
  for (std::uint8_t number = 1; number <= csfi::kGroups; ++number) {
    const std::size_t size = csfi::size_of_group(number);
    if (bytes.size() < place + size) return Failure{say<Id::set_group_missing>(number)};
    const auto group = csfi::decode_answer(bytes.subspan(place, size));
    if (!group || csfi::number_of(*group) != number || csfi::check(*group))
      return Failure{say<Id::set_no_group>(number)};
    set.groups[number - 1U] = *group;
    place += size;
  }
  if (place != bytes.size()) return Failure{messages::Message{Id::set_too_long}};
  return set;
}

std::uint64_t fingerprint(const Machine& machine) {
  Fingerprint print;
  print.add(machine.name);
  const Geometry& geometry = machine.geometry;
  for (std::size_t leg = 0; leg < geometry.legs; ++leg) {
    print.add(geometry.base[leg]);
    print.add(geometry.platform[leg]);
    print.add(geometry.retracted[static_cast<Eigen::Index>(leg)]);
  }
  const Drive& drive = machine.drive;
  const Payload& payload = machine.payload;
  const LegMass& leg = machine.leg_mass;
  const MotionLimits& limits = machine.limits;
  for (const double number : {geometry.stroke,
                              drive.screw_lead,
                              drive.belt_ratio,
                              drive.motor_speed,
                              drive.motor_torque,
                              drive.peak_torque,
                              drive.torque_constant,
                              drive.rotor_inertia,
                              drive.bus_voltage,
                              drive.efficiency,
                              drive.friction,
                              drive.max_force,
                              static_cast<double>(drive.servo_model),
                              payload.mass,
                              leg.cylinder_mass,
                              leg.cylinder_centre,
                              leg.cylinder_inertia,
                              leg.rod_mass,
                              leg.rod_centre,
                              leg.rod_inertia,
                              limits.joint_angle,
                              limits.rotation_angle,
                              limits.stroke_margin,
                              limits.singular_margin,
                              limits.zeroing_speed,
                              limits.raise_speed,
                              limits.jog_speed,
                              limits.jog_speed_unzeroed})
    print.add(number);
  for (const Vec3& point : {payload.centre, payload.inertia, machine.frame.rotation_point}) print.add(point);
  for (const Rates& rates : {limits.translation, limits.rotation, limits.leg}) print.add(rates);
  if (machine.rotary)
    for (const double number : {machine.rotary->gear_ratio, machine.rotary->big_teeth,
                                machine.rotary->small_teeth, machine.rotary->motor_speed})
      print.add(number);
  return print.value();
}

Factory factory_of(const Config& config, const Machine& machine) {
  Factory factory{machine, {}, machine.name.starts_with("allcontroller-")};
  factory.set.platform = fingerprint(machine);
  factory.set.groups[0] = mechanics_of_file(config, machine);
  factory.set.groups[1] = csfi::default_control(config.lifecycle.idle_return);
  return factory;
}

Result<CalibratedMachine, messages::Message> calibrated(const Factory& factory, const CalibrationSet& set) {
  CalibratedMachine made{factory.machine, {}, {}};
  Machine& machine = made.machine;
  csfi::Lost lost;
  const auto& mechanics = std::get<csfi::Mechanics>(set.groups[0]);
  const auto freedoms = csfi::freedoms_of(mechanics);
  if (!freedoms) return Failure{message_of(freedoms.error().allowed)};
  made.rule = freedoms->rule;
  if (set.written[0]) csfi::apply(mechanics, machine, lost);
  if (set.written[1] || factory.control_acts) {
    csfi::apply(std::get<csfi::Control>(set.groups[1]), machine, lost);
    // Until it is written, lifecycle.idle_return is what counts: a byte does not hold every value of it.
    if (!set.written[1]) machine.idle.idle_return = -1.0;
  }
  if (set.written[3]) csfi::apply(std::get<csfi::UserFrame>(set.groups[3]), machine);
  csfi::limit_leg_speeds(machine.limits);
  made.remarks.assign(lost.begin(), lost.end());
  auto derived = kinematics::derive(machine);
  if (!derived) return Failure{reason_of(derived.error())};
  machine = *std::move(derived);
  if (messages::Message reason = reason_of(kinematics::check(machine))) return Failure{std::move(reason)};
  return made;
}

}  // namespace hexad::inline calibration
