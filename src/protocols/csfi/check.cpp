// Decision 2: what a board refuses to be. Decision 5: which legs it has.

#include <cmath>

#include "protocols/csfi/groups.hpp"

namespace hexad::protocols::csfi {
namespace {

/// Collects the first thing that is wrong; a NaN is out of every range, so it is looked for first.
class Checker {
 public:
  explicit Checker(std::uint8_t group) noexcept : group_{group} {}

  template <class Values, class Allowed>
  void each(std::string_view field, const Values& values, std::string_view range, Allowed allowed) noexcept {
    for (std::size_t i = 0; i < values.size(); ++i) one(field, values[i], range, allowed, i);
  }
  template <class Allowed>
  void one(std::string_view field, double value, std::string_view range, Allowed allowed,
           std::size_t place = 0) noexcept {
    if (rejected_) return;
    if (!std::isfinite(value)) {
      rejected_ = Rejected{Problem::not_finite, group_, field, place, value, range};
    } else if (!allowed(value)) {
      rejected_ = Rejected{Problem::out_of_range, group_, field, place, value, range};
    }
  }
  std::optional<Rejected> rejected() const noexcept { return rejected_; }

 private:
  std::uint8_t group_;
  std::optional<Rejected> rejected_;
};

constexpr auto within(double low, double high) noexcept {
  return [low, high](double value) { return value >= low && value <= high; };
}
constexpr auto or_direct(double low, double high) noexcept {
  return [low, high](double value) { return value == -1.0 || (value >= low && value <= high); };
}
constexpr auto kAny = [](double) { return true; };

std::optional<Rejected> check_values(const Mechanics& m) noexcept {
  Checker checker{1};
  checker.each("base joints", m.base, "-5000 to 5000 mm", within(-5000, 5000));
  checker.each("platform joints", m.platform, "-5000 to 5000 mm", within(-5000, 5000));
  checker.one("leg length", m.leg_length, "50 to 5000 mm", within(50, 5000));
  checker.one("stroke", m.stroke, "1 to 3000 mm", within(1, 3000));
  checker.one("screw lead", m.screw_lead, "0.1 to 100 mm", within(static_cast<double>(0.1F), 100));
  checker.one("belt ratio", m.belt_ratio, "-1 or 0.1 to 100", or_direct(static_cast<double>(0.1F), 100));
  checker.one("motor speed", m.motor_rpm, "1 to 10000 rpm", within(1, 10000));
  checker.one("rotary gear ratio", m.gear_ratio, "0, -1 or 0.1 to 1000", [](double value) {
    return value == 0.0 || value == -1.0 || (value >= static_cast<double>(0.1F) && value <= 1000.0);
  });
  checker.one("rotary big teeth", m.big_teeth, "0 to 10000", within(0, 10000));
  checker.one("rotary small teeth", m.small_teeth, "0 to 10000", within(0, 10000));
  const double slowest = m.gear_ratio == 0.0F ? 0.0 : 1.0;
  checker.one("rotary motor speed", m.rotary_rpm, "1 to 10000 rpm, 0 without a rotary axis",
              within(slowest, 10000));
  return checker.rejected();
}

std::optional<Rejected> check_values(const Control& c) noexcept {
  Checker checker{2};
  checker.each("platform Kp Ki Kd", c.pid, "a number", kAny);
  checker.one("platform amplitude", c.amplitude, "a number", kAny);
  checker.one("platform speed", c.speed, "1 to 1000", within(1, 1000));
  checker.one("platform softness", c.softness, "0 or more", within(0, 1e30));
  checker.each("scale", c.scale, "-10 to 10", within(-10, 10));
  checker.each("limit", c.limit, "-1 (none) or 0 and more", or_direct(0, 1e30));
  checker.each("rotary Kp Ki Kd", c.rotary_pid, "a number", kAny);
  checker.one("rotary amplitude", c.rotary_amplitude, "a number", kAny);
  checker.one("rotary speed", c.rotary_speed, "1 to 1000", within(1, 1000));
  checker.one("rotary softness", c.rotary_softness, "0 or more", within(0, 1e30));
  checker.each("washout a", c.washout_a, "0 or more", within(0, 1e30));
  checker.each("washout b", c.washout_b, "0 or more", within(0, 1e30));
  checker.one("seek torque", c.seek_torque, "0 to 100 %", within(0, 100));
  checker.one("seek threshold", c.seek_threshold, "0 to 100 %", within(0, 100));
  return checker.rejected();
}

std::optional<Rejected> check_values(const Network& n) noexcept {
  Checker checker{3};
  const auto ip = [&](std::string_view field, const std::array<std::uint8_t, 4>& bytes) {
    // 0.x is nobody, from 224 on are groups, reserved ones and everybody.
    checker.one(field, bytes[0], "1.0.0.0 to 223.255.255.255", within(1, 223));
  };
  ip("local IP", n.local_ip);
  checker.one("local port", n.local_port, "1 to 65535", within(1, 65535));
  ip("remote IP", n.remote_ip);
  checker.one("remote port", n.remote_port, "1 to 65535", within(1, 65535));
  checker.one("RS-232 baud index", n.rs232_baud, "0 to 6", within(0, 6));
  checker.one("RS-485 baud index", n.rs485_baud, "0 to 6", within(0, 6));
  return checker.rejected();
}

std::optional<Rejected> check_values(const UserFrame& f) noexcept {
  Checker checker{4};
  checker.each("user frame", f.pose, "a number", kAny);
  checker.each("unused", f.unused, "a number", kAny);
  return checker.rejected();
}

bool is_set(const std::array<float, 18>& joints, std::size_t leg) noexcept {
  return joints[3 * leg] != 0.0F || joints[3 * leg + 1] != 0.0F || joints[3 * leg + 2] != 0.0F;
}

Failure<Rejected> bad_legs(std::string_view rule, std::size_t leg = 0) noexcept {
  return Failure{Rejected{Problem::legs, 1, "joints", leg, 0.0, rule}};
}

}  // namespace

Result<Freedoms, Rejected> freedoms_of(const Mechanics& m) noexcept {
  std::size_t legs = 0;
  for (std::size_t leg = 0; leg < 6; ++leg) {
    const bool base = is_set(m.base, leg);
    const bool platform = is_set(m.platform, leg);
    if (base != platform) return bad_legs("a leg has both joints, or none", leg);
    if (!base) continue;
    if (legs != leg) return bad_legs("legs are numbered without a gap: 1, 1-2, 1-3, 1-4 or 1-6", leg);
    ++legs;
  }
  Freedoms freedoms{legs, m.gear_ratio != 0.0F, 0, {}};
  constexpr std::array<std::string_view, 7> kRules{"no legs and a rotary axis: one freedom",
                                                   "leg 1: one freedom",
                                                   "legs 1-2: two freedoms",
                                                   "legs 1-3: three freedoms",
                                                   "legs 1-4 on a rectangle: three freedoms, counted as four",
                                                   "",
                                                   "legs 1-6: six freedoms"};
  constexpr std::array<std::string_view, 7> kRotaryRules{
      "no legs and a rotary axis: one freedom", "leg 1 and rotary: two freedoms",
      "legs 1-2 and rotary: three freedoms",    "legs 1-3 and rotary: four freedoms",
      "legs 1-4 and rotary: five freedoms",     "",
      "legs 1-6 and rotary: seven freedoms"};
  if (legs == 5) return bad_legs("five legs make no platform", 4);
  if (legs == 0 && !freedoms.rotary) return bad_legs("neither legs nor a rotary axis");
  freedoms.count = static_cast<int>(legs) + (freedoms.rotary ? 1 : 0);
  freedoms.rule = freedoms.rotary ? kRotaryRules[legs] : kRules[legs];
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

std::string_view to_string(Problem problem) noexcept {
  constexpr std::array<std::string_view, 7> kWords{"mark",       "unknown group", "length", "checksum",
                                                   "not finite", "out of range",  "legs"};
  return kWords[static_cast<std::size_t>(problem)];
}

void describe(const Rejected& rejected, wire::TextWriter& out) noexcept {
  switch (rejected.problem) {
    case Problem::mark:
      out.text("a datagram that does not begin with EB 90");
      break;
    case Problem::group:
      out.text("group ").integer(rejected.group).text(", the manual prints 1 to 4");
      break;
    case Problem::length:
      out.text("a frame of the wrong length");
      if (rejected.group != 0) {
        out.text(": group ").integer(rejected.group).text(" has ");
        out.integer(static_cast<std::int64_t>(size_of_group(rejected.group)))
            .text(" bytes, a read request 4");
      }
      break;
    case Problem::checksum:
      out.text("a wrong checksum: byte 3 is the low byte of the sum of bytes 4 to the end");
      break;
    case Problem::not_finite:
    case Problem::out_of_range:
      out.text(rejected.field)
          .text(" (value ")
          .integer(static_cast<std::int64_t>(rejected.place + 1))
          .text("): ");
      if (rejected.problem == Problem::not_finite) {
        out.text("not a finite number");
      } else {
        out.shortest(static_cast<float>(rejected.value));
      }
      out.text(", allowed ").text(rejected.allowed);
      break;
    case Problem::legs:
      out.text("leg ")
          .integer(static_cast<std::int64_t>(rejected.place + 1))
          .text(": ")
          .text(rejected.allowed);
      break;
  }
  out.text(". Nothing of the frame is kept");
}

}  // namespace hexad::protocols::csfi
