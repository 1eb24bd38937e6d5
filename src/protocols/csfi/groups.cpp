#include "protocols/csfi/groups.hpp"

#include <algorithm>

namespace hexad::protocols::csfi {
namespace {

using wire::get;
using wire::set;

constexpr std::array<std::uint8_t, 2> high_low(std::uint16_t port) noexcept {
  return {static_cast<std::uint8_t>(port >> 8U), static_cast<std::uint8_t>(port & 0xFFU)};
}
constexpr std::uint16_t port_of(const std::array<std::uint8_t, 2>& bytes) noexcept {
  return static_cast<std::uint16_t>(bytes[0] << 8U | bytes[1]);
}

void put(const Mechanics& m, std::span<std::byte, 188> out) noexcept {
  set<kMechanics, "base joints 1-6 x y z">(out, m.base);
  set<kMechanics, "platform joints 1-6 x y z">(out, m.platform);
  set<kMechanics, "leg length, retracted">(out, m.leg_length);
  set<kMechanics, "stroke">(out, m.stroke);
  set<kMechanics, "screw lead">(out, m.screw_lead);
  set<kMechanics, "belt ratio">(out, m.belt_ratio);
  set<kMechanics, "motor speed">(out, m.motor_rpm);
  set<kMechanics, "rotary gear ratio">(out, m.gear_ratio);
  set<kMechanics, "rotary big teeth">(out, m.big_teeth);
  set<kMechanics, "rotary small teeth">(out, m.small_teeth);
  set<kMechanics, "rotary motor speed">(out, m.rotary_rpm);
  set<kMechanics, "servo model">(out, m.servo_model);
  set<kMechanics, "reserved">(out, m.reserved);
}

Mechanics mechanics_from(std::span<const std::byte, 188> in) noexcept {
  Mechanics m;
  m.base = get<kMechanics, "base joints 1-6 x y z">(in);
  m.platform = get<kMechanics, "platform joints 1-6 x y z">(in);
  m.leg_length = get<kMechanics, "leg length, retracted">(in);
  m.stroke = get<kMechanics, "stroke">(in);
  m.screw_lead = get<kMechanics, "screw lead">(in);
  m.belt_ratio = get<kMechanics, "belt ratio">(in);
  m.motor_rpm = get<kMechanics, "motor speed">(in);
  m.gear_ratio = get<kMechanics, "rotary gear ratio">(in);
  m.big_teeth = get<kMechanics, "rotary big teeth">(in);
  m.small_teeth = get<kMechanics, "rotary small teeth">(in);
  m.rotary_rpm = get<kMechanics, "rotary motor speed">(in);
  m.servo_model = get<kMechanics, "servo model">(in);
  m.reserved = get<kMechanics, "reserved">(in);
  return m;
}

void put(const Control& c, std::span<std::byte, 156> out) noexcept {
  set<kControl, "platform Kp Ki Kd">(out, c.pid);
  set<kControl, "platform amplitude">(out, c.amplitude);
  set<kControl, "platform speed">(out, c.speed);
  set<kControl, "platform softness">(out, c.softness);
  set<kControl, "scale">(out, c.scale);
  set<kControl, "limit">(out, c.limit);
  set<kControl, "rotary Kp Ki Kd">(out, c.rotary_pid);
  set<kControl, "rotary amplitude">(out, c.rotary_amplitude);
  set<kControl, "rotary speed">(out, c.rotary_speed);
  set<kControl, "rotary softness">(out, c.rotary_softness);
  set<kControl, "washout a">(out, c.washout_a);
  set<kControl, "washout b">(out, c.washout_b);
  set<kControl, "standby">(out, c.standby);
  set<kControl, "idle return">(out, c.idle_return);
  set<kControl, "return speed">(out, c.return_speed);
  set<kControl, "to-middle speed">(out, c.to_middle_speed);
  set<kControl, "seek torque">(out, c.seek_torque);
  set<kControl, "seek threshold">(out, c.seek_threshold);
  set<kControl, "reserved">(out, c.reserved);
}

Control control_from(std::span<const std::byte, 156> in) noexcept {
  Control c;
  c.pid = get<kControl, "platform Kp Ki Kd">(in);
  c.amplitude = get<kControl, "platform amplitude">(in);
  c.speed = get<kControl, "platform speed">(in);
  c.softness = get<kControl, "platform softness">(in);
  c.scale = get<kControl, "scale">(in);
  c.limit = get<kControl, "limit">(in);
  c.rotary_pid = get<kControl, "rotary Kp Ki Kd">(in);
  c.rotary_amplitude = get<kControl, "rotary amplitude">(in);
  c.rotary_speed = get<kControl, "rotary speed">(in);
  c.rotary_softness = get<kControl, "rotary softness">(in);
  c.washout_a = get<kControl, "washout a">(in);
  c.washout_b = get<kControl, "washout b">(in);
  c.standby = get<kControl, "standby">(in);
  c.idle_return = get<kControl, "idle return">(in);
  c.return_speed = get<kControl, "return speed">(in);
  c.to_middle_speed = get<kControl, "to-middle speed">(in);
  c.seek_torque = get<kControl, "seek torque">(in);
  c.seek_threshold = get<kControl, "seek threshold">(in);
  c.reserved = get<kControl, "reserved">(in);
  return c;
}

void put(const Network& n, std::span<std::byte, 20> out) noexcept {
  set<kNetwork, "local IP">(out, n.local_ip);
  set<kNetwork, "local port, high low">(out, high_low(n.local_port));
  set<kNetwork, "remote IP">(out, n.remote_ip);
  set<kNetwork, "remote port, high low">(out, high_low(n.remote_port));
  set<kNetwork, "RS-232 baud index">(out, n.rs232_baud);
  set<kNetwork, "RS-485 baud index">(out, n.rs485_baud);
  set<kNetwork, "reserved">(out, n.reserved);
}

Network network_from(std::span<const std::byte, 20> in) noexcept {
  Network n;
  n.local_ip = get<kNetwork, "local IP">(in);
  n.local_port = port_of(get<kNetwork, "local port, high low">(in));
  n.remote_ip = get<kNetwork, "remote IP">(in);
  n.remote_port = port_of(get<kNetwork, "remote port, high low">(in));
  n.rs232_baud = get<kNetwork, "RS-232 baud index">(in);
  n.rs485_baud = get<kNetwork, "RS-485 baud index">(in);
  n.reserved = get<kNetwork, "reserved">(in);
  return n;
}

void put(const UserFrame& f, std::span<std::byte, 76> out) noexcept {
  set<kUserFrame, "user frame x y z alpha beta gamma">(out, f.pose);
  set<kUserFrame, "unused">(out, f.unused);
}

UserFrame user_frame_from(std::span<const std::byte, 76> in) noexcept {
  UserFrame f;
  f.pose = get<kUserFrame, "user frame x y z alpha beta gamma">(in);
  f.unused = get<kUserFrame, "unused">(in);
  return f;
}

template <std::size_t N, class Body>
void put_whole(const Body& body, Frame& frame) noexcept {
  frame.size = N;
  put(body, std::span{frame.bytes}.first<N>());
}

std::uint8_t byte_at(std::span<const std::byte> bytes, std::size_t place) noexcept {
  return std::to_integer<std::uint8_t>(bytes[place]);
}

bool has_mark(std::span<const std::byte> bytes) noexcept {
  return bytes.size() >= kHeaderSize && byte_at(bytes, 0) == kMark[0] && byte_at(bytes, 1) == kMark[1];
}

/// A whole frame of this group; the group byte has been looked at.
Result<Group, Rejected> decode_group(std::uint8_t group, std::span<const std::byte> bytes) noexcept {
  if (bytes.size() != size_of_group(group)) return Failure{Rejected{Problem::length, group}};
  if (checksum_of(bytes) != byte_at(bytes, 3)) return Failure{Rejected{Problem::checksum, group}};
  switch (group) {
    case 1:
      return Group{mechanics_from(bytes.first<188>())};
    case 2:
      return Group{control_from(bytes.first<156>())};
    case 3:
      return Group{network_from(bytes.first<20>())};
    default:
      return Group{user_frame_from(bytes.first<76>())};
  }
}

}  // namespace

std::uint8_t checksum_of(std::span<const std::byte> frame) noexcept {
  unsigned sum = 0;
  for (const std::byte byte : frame.subspan(std::min(kHeaderSize, frame.size())))
    sum += std::to_integer<unsigned>(byte);
  return static_cast<std::uint8_t>(sum & 0xFFU);
}

Frame encode(const Group& group, Kind kind) noexcept {
  Frame frame;
  if (const auto* m = std::get_if<Mechanics>(&group)) put_whole<188>(*m, frame);
  if (const auto* c = std::get_if<Control>(&group)) put_whole<156>(*c, frame);
  if (const auto* n = std::get_if<Network>(&group)) put_whole<20>(*n, frame);
  if (const auto* f = std::get_if<UserFrame>(&group)) put_whole<76>(*f, frame);
  const std::uint8_t number = number_of(group);
  frame.bytes[0] = std::byte{kMark[0]};
  frame.bytes[1] = std::byte{kMark[1]};
  frame.bytes[2] = std::byte{static_cast<std::uint8_t>(kind == Kind::write ? kWriteBit | number : number)};
  frame.bytes[3] = std::byte{checksum_of(frame.view())};
  return frame;
}

std::array<std::byte, kHeaderSize> encode_read(std::uint8_t group) noexcept {
  return {std::byte{kMark[0]}, std::byte{kMark[1]}, std::byte{group}, std::byte{3}};
}

Result<std::variant<ReadRequest, Group>, Rejected> decode(std::span<const std::byte> bytes) noexcept {
  using Decoded = std::variant<ReadRequest, Group>;
  if (!has_mark(bytes))
    return Failure{Rejected{bytes.size() < kHeaderSize ? Problem::length : Problem::mark}};
  const std::uint8_t word = byte_at(bytes, 2);
  const std::uint8_t group = word & 0x7FU;
  if (group < 1 || group > kGroups) return Failure{Rejected{Problem::group, group}};
  if ((word & kWriteBit) == 0) {
    if (bytes.size() != kHeaderSize) return Failure{Rejected{Problem::length, group}};
    return Decoded{ReadRequest{group}};
  }
  auto written = decode_group(group, bytes);
  if (!written) return Failure{written.error()};
  if (const auto rejected = check(*written)) return Failure{*rejected};
  return Decoded{*written};
}

Result<Group, Rejected> decode_answer(std::span<const std::byte> bytes) noexcept {
  if (!has_mark(bytes))
    return Failure{Rejected{bytes.size() < kHeaderSize ? Problem::length : Problem::mark}};
  const std::uint8_t group = byte_at(bytes, 2);
  if (group < 1 || group > kGroups) return Failure{Rejected{Problem::group, group}};
  return decode_group(group, bytes);
}

std::string_view first_difference(const Group& a, const Group& b) noexcept {
  if (a.index() != b.index()) return {};
  const Frame one = encode(a, Kind::answer);
  const Frame two = encode(b, Kind::answer);
  for (const Field& field : fields_of(number_of(a))) {
    const std::size_t size = field.count * wire::size_of(field.type);
    if (field.name == "checksum") continue;
    if (!std::equal(one.bytes.begin() + static_cast<std::ptrdiff_t>(field.offset),
                    one.bytes.begin() + static_cast<std::ptrdiff_t>(field.offset + size),
                    two.bytes.begin() + static_cast<std::ptrdiff_t>(field.offset)))
      return field.name;
  }
  return {};
}

}  // namespace hexad::protocols::csfi
