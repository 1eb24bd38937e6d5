// Decision 2: what a board refuses to be. Decision 5: which legs it has.

#include <cmath>

#include "messages/print.hpp"
#include "messages/say.hpp"
#include "protocols/csfi/groups.hpp"

namespace hexad::protocols::csfi {
namespace {

using messages::Id;
using messages::Unit;

/// A range, and the test for it. Of lows that are float32 on the wire the shortest text is shown.
struct Range {
  Allowed said;
  bool (*holds)(const Range& range, double value) = [](const Range&, double) { return true; };
  double low = said.low;

  bool operator()(double value) const { return holds(*this, value); }
};
bool inside(const Range& range, double value) { return value >= range.low && value <= range.said.high; }

constexpr double kEndless = 1e30;
const Range kAny{{Id::range_any}};
const Range kNotNegative{{Id::range_not_negative, 0, kEndless}, inside};
const Range kNoneOrNotNegative{
    {Id::range_none_or_not_negative, 0, kEndless},
    [](const Range& r, double value) { return value == -1.0 || inside(r, value); }};

Range within(double low, double high, Unit unit = Unit::none) {
  return {{Id::range_between, low, high, unit}, inside, static_cast<double>(static_cast<float>(low))};
}
Range or_direct(double low, double high) {
  return {{Id::range_or_direct, low, high},
          [](const Range& r, double value) { return value == -1.0 || inside(r, value); },
          static_cast<double>(static_cast<float>(low))};
}
Range or_none_or_direct(double low, double high) {
  return {{Id::range_or_none_or_direct, low, high},
          [](const Range& r, double value) { return value == 0.0 || value == -1.0 || inside(r, value); },
          static_cast<double>(static_cast<float>(low))};
}

/// Collects the first thing that is wrong; a NaN is out of every range, so it is looked for first.
class Checker {
 public:
  explicit Checker(std::uint8_t group) noexcept : group_{group} {}

  template <class Values>
  void each(Id name, const Values& values, const Range& range) noexcept {
    for (std::size_t i = 0; i < values.size(); ++i) one(name, values[i], range, i);
  }
  void one(Id name, double value, const Range& range, std::size_t place = 0) noexcept {
    if (rejected_ || (std::isfinite(value) && range(value))) return;
    const Problem problem = std::isfinite(value) ? Problem::out_of_range : Problem::not_finite;
    rejected_ = Rejected{problem, group_, messages::row_of(name).english, place, value, range.said, name};
  }
  std::optional<Rejected> rejected() const noexcept { return rejected_; }

 private:
  std::uint8_t group_;
  std::optional<Rejected> rejected_;
};

std::optional<Rejected> check_values(const Mechanics& m) noexcept {
  Checker checker{1};
  checker.each(Id::field_base_joints, m.base, within(-5000, 5000, Unit::mm));
  checker.each(Id::field_platform_joints, m.platform, within(-5000, 5000, Unit::mm));
  checker.one(Id::field_leg_length, m.leg_length, within(50, 5000, Unit::mm));
  checker.one(Id::field_stroke, m.stroke, within(1, 3000, Unit::mm));
  checker.one(Id::field_screw_lead, m.screw_lead, within(0.1, 100, Unit::mm));
  checker.one(Id::field_belt_ratio, m.belt_ratio, or_direct(0.1, 100));
  checker.one(Id::field_motor_speed, m.motor_rpm, within(1, 10000, Unit::rpm));
  checker.one(Id::field_gear_ratio, m.gear_ratio, or_none_or_direct(0.1, 1000));
  checker.one(Id::field_big_teeth, m.big_teeth, within(0, 10000));
  checker.one(Id::field_small_teeth, m.small_teeth, within(0, 10000));
  Range rotary_speed = within(1, 10000, Unit::rpm);
  rotary_speed.said.rule = Id::range_with_rotary;
  if (m.gear_ratio == 0.0F) rotary_speed.low = 0.0;
  checker.one(Id::field_rotary_speed_motor, m.rotary_rpm, rotary_speed);
  return checker.rejected();
}

std::optional<Rejected> check_values(const Control& c) noexcept {
  Checker checker{2};
  checker.each(Id::field_pid, c.pid, kAny);
  checker.one(Id::field_amplitude, c.amplitude, kAny);
  checker.one(Id::field_speed, c.speed, within(1, 1000));
  checker.one(Id::field_softness, c.softness, kNotNegative);
  checker.each(Id::field_scale, c.scale, within(-10, 10));
  checker.each(Id::field_limit, c.limit, kNoneOrNotNegative);
  checker.each(Id::field_rotary_pid, c.rotary_pid, kAny);
  checker.one(Id::field_rotary_amplitude, c.rotary_amplitude, kAny);
  checker.one(Id::field_rotary_speed, c.rotary_speed, within(1, 1000));
  checker.one(Id::field_rotary_softness, c.rotary_softness, kNotNegative);
  checker.each(Id::field_washout_a, c.washout_a, kNotNegative);
  checker.each(Id::field_washout_b, c.washout_b, kNotNegative);
  checker.one(Id::field_seek_torque, c.seek_torque, within(0, 100, Unit::percent));
  checker.one(Id::field_seek_threshold, c.seek_threshold, within(0, 100, Unit::percent));
  return checker.rejected();
}

std::optional<Rejected> check_values(const Network& n) noexcept {
  Checker checker{3};
  // 0.x is nobody, from 224 on are groups, reserved ones and everybody.
  Range host = within(1, 223);
  host.said = {Id::range_of_hosts, 0.0, host.said.high};
  checker.one(Id::field_local_ip, n.local_ip[0], host);
  checker.one(Id::field_local_port, n.local_port, within(1, 65535));
  checker.one(Id::field_remote_ip, n.remote_ip[0], host);
  checker.one(Id::field_remote_port, n.remote_port, within(1, 65535));
  checker.one(Id::field_rs232_baud, n.rs232_baud, within(0, 6));
  checker.one(Id::field_rs485_baud, n.rs485_baud, within(0, 6));
  return checker.rejected();
}

std::optional<Rejected> check_values(const UserFrame& f) noexcept {
  Checker checker{4};
  checker.each(Id::field_user_frame, f.pose, kAny);
  checker.each(Id::field_unused, f.unused, kAny);
  return checker.rejected();
}

bool is_set(const std::array<float, 18>& joints, std::size_t leg) noexcept {
  return joints[3 * leg] != 0.0F || joints[3 * leg + 1] != 0.0F || joints[3 * leg + 2] != 0.0F;
}

Failure<Rejected> bad_legs(Id rule, std::size_t leg = 0) noexcept {
  return Failure{Rejected{Problem::legs, 1, "joints", leg, 0.0, {rule}}};
}

Id nth(Id first, std::size_t n) noexcept { return static_cast<Id>(static_cast<std::size_t>(first) + n); }

}  // namespace

Result<Freedoms, Rejected> freedoms_of(const Mechanics& m) noexcept {
  std::size_t legs = 0;
  for (std::size_t leg = 0; leg < 6; ++leg) {
    const bool base = is_set(m.base, leg);
    const bool platform = is_set(m.platform, leg);
    if (base != platform) return bad_legs(Id::board_leg_with_one_end, leg);
    if (!base) continue;
    if (legs != leg) return bad_legs(Id::board_legs_with_gap, leg);
    ++legs;
  }
  Freedoms freedoms{legs, m.gear_ratio != 0.0F, 0, {}};
  if (legs == 5) return bad_legs(Id::board_legs_5, 4);
  if (legs == 0 && !freedoms.rotary) return bad_legs(Id::board_nothing);
  freedoms.count = static_cast<int>(legs) + (freedoms.rotary ? 1 : 0);
  freedoms.rule = nth(freedoms.rotary ? Id::board_rotary_alone : Id::board_no_legs, legs);
  return freedoms;
}

std::optional<Rejected> check(const Group& group) noexcept {
  if (const auto rejected = std::visit([](const auto& body) { return check_values(body); }, group))
    return rejected;
  if (const auto* mechanics = std::get_if<Mechanics>(&group)) {
    const auto freedoms = freedoms_of(*mechanics);
    if (!freedoms) return freedoms.error();
  }
  return std::nullopt;
}

Id id_of(Problem problem) noexcept { return nth(Id::unreadable_mark, static_cast<std::size_t>(problem)); }

messages::Message message_of(const Allowed& allowed) {
  using messages::say;
  const messages::Number high{allowed.high, allowed.unit};
  switch (allowed.rule) {
    case Id::range_between:
      return say<Id::range_between>(allowed.low, high);
    case Id::range_or_direct:
      return say<Id::range_or_direct>(allowed.low, high);
    case Id::range_or_none_or_direct:
      return say<Id::range_or_none_or_direct>(allowed.low, high);
    case Id::range_with_rotary:
      return say<Id::range_with_rotary>(allowed.low, high);
    default:
      return allowed.rule;
  }
}

messages::Message message_of(const Rejected& r) {
  using messages::say;
  switch (r.problem) {
    case Problem::mark:
      return Id::board_mark;
    case Problem::group:
      return say<Id::board_group>(r.group);
    case Problem::length:
      if (r.group == 0) return Id::board_length;
      return say<Id::board_length_of_group>(r.group, size_of_group(r.group));
    case Problem::checksum:
      return Id::board_checksum;
    case Problem::not_finite:
      return say<Id::board_value_not_finite>(r.name, r.place + 1, message_of(r.allowed));
    case Problem::out_of_range:
      return say<Id::board_value>(r.name, r.place + 1, r.value, message_of(r.allowed));
    case Problem::legs:
      return say<Id::board_leg>(r.place + 1, message_of(r.allowed));
  }
  return {};
}

void describe(const Rejected& rejected, wire::TextWriter& out) {
  out.text(messages::english(messages::say<Id::board_nothing_kept>(message_of(rejected))));
}

}  // namespace hexad::protocols::csfi
