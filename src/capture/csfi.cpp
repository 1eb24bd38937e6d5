#include "capture/readers.hpp"
#include "messages/say.hpp"
#include "protocols/csfi/groups.hpp"

namespace hexad::capture {
namespace {

namespace csfi = protocols::csfi;
using protocols::Meaning;
using protocols::SixNames;

constexpr std::array<std::string_view, 5> kFrames{"read", "mechanics", "control", "network", "user frame"};

constexpr SixNames kJoints12{"1 x", "1 y", "1 z", "2 x", "2 y", "2 z"};
constexpr SixNames kJoints34{"3 x", "3 y", "3 z", "4 x", "4 y", "4 z"};
constexpr SixNames kJoints56{"5 x", "5 y", "5 z", "6 x", "6 y", "6 z"};
constexpr SixNames kFrameAxes{"x", "y", "z", "alpha", "beta", "gamma"};
constexpr SixNames kMm = protocols::all_six("mm");
constexpr SixNames kMmDeg = protocols::halves("mm", "deg");
constexpr SixNames kRates = protocols::all_six("rad/s");

constexpr std::array kMechanics{
    Meaning{-1, "base joints 1-6 x y z", 0, "base joints", kJoints12, kMm},
    Meaning{-1, "base joints 1-6 x y z", 6, "base joints", kJoints34, kMm},
    Meaning{-1, "base joints 1-6 x y z", 12, "base joints", kJoints56, kMm},
    Meaning{-1, "platform joints 1-6 x y z", 0, "platform joints", kJoints12, kMm},
    Meaning{-1, "platform joints 1-6 x y z", 6, "platform joints", kJoints34, kMm},
    Meaning{-1, "platform joints 1-6 x y z", 12, "platform joints", kJoints56, kMm}};
constexpr std::array kControl{Meaning{-1, "scale", 0, "scale", kFrameAxes, protocols::all_six("")},
                              Meaning{-1, "limit", 0, "limit", kFrameAxes, kMmDeg},
                              Meaning{-1, "washout a", 0, "washout a", kFrameAxes, kRates},
                              Meaning{-1, "washout b", 0, "washout b", kFrameAxes, kRates}};
constexpr std::array kUserFrame{
    Meaning{-1, "user frame x y z alpha beta gamma", 0, "user frame", kFrameAxes, kMmDeg}};

// Writes and answers have one form; the group's byte tells which it is.
constexpr std::array kCsfiForms{
    FrameForm{Protocol::csfi, Direction::to_controller, kFrames[0], csfi::kReadRequest, {}, {}, {}},
    FrameForm{Protocol::csfi, Direction::to_controller, kFrames[1], csfi::kMechanics, kMechanics, {}, {}},
    FrameForm{Protocol::csfi, Direction::to_controller, kFrames[2], csfi::kControl, kControl, {}, {}},
    FrameForm{Protocol::csfi, Direction::to_controller, kFrames[3], csfi::kNetwork, {}, {}, {}},
    FrameForm{Protocol::csfi, Direction::to_controller, kFrames[4], csfi::kUserFrame, kUserFrame, {}, {}}};

void put(const csfi::Mechanics& group, wire::TextWriter& out) {
  out.text("leg ").shortest(group.leg_length).text(" mm, stroke ").shortest(group.stroke);
  out.text(" mm, screw lead ").shortest(group.screw_lead).text(" mm, belt ratio ").shortest(group.belt_ratio);
  out.text(", motor ").shortest(group.motor_rpm).text(" rpm; ");
  if (const auto freedoms = csfi::freedoms_of(group)) {
    out.text(messages::row_of(freedoms->rule).english);
  } else {
    out.text("its joints make no platform");
  }
}

void put(const csfi::Control& group, wire::TextWriter& out) {
  out.text("amplitude ").shortest(group.amplitude).text(", speed ").shortest(group.speed);
  out.text(", softness ").shortest(group.softness).text(", idle return ").integer(group.idle_return);
  out.text(" s, standby ").integer(group.standby).text(" s; scale ");
  protocols::write_places<float>(kFrameAxes, protocols::all_six(""), std::span<const float, 6>{group.scale},
                                 out);
  out.text("; limit ");
  protocols::write_places<float>(kFrameAxes, kMmDeg, std::span<const float, 6>{group.limit}, out);
}

void put(const std::array<std::uint8_t, 4>& ip, std::uint16_t port, wire::TextWriter& out) {
  for (std::size_t i = 0; i < ip.size(); ++i) out.text(i == 0 ? "" : ".").integer(ip[i]);
  out.text(":").integer(port);
}

void put_baud(std::string_view name, std::uint8_t index, wire::TextWriter& out) {
  out.text(", ").text(name).text(" ");
  if (index < csfi::kBauds.size()) {
    out.integer(csfi::kBauds[index]);
  } else {
    out.text("unknown baud index ").integer(index);
  }
}

void put(const csfi::Network& group, wire::TextWriter& out) {
  out.text("local ");
  put(group.local_ip, group.local_port, out);
  out.text(", remote ");
  put(group.remote_ip, group.remote_port, out);
  put_baud("RS-232", group.rs232_baud, out);
  put_baud("RS-485", group.rs485_baud, out);
}

void put(const csfi::UserFrame& group, wire::TextWriter& out) {
  protocols::write_places<float>(kFrameAxes, kMmDeg, std::span<const float, 6>{group.pose}, out);
}

Reading group_reading(Direction direction, const csfi::Group& group, std::size_t size) {
  Reading reading{Protocol::csfi, direction, std::string{kFrames[csfi::number_of(group)]}, true, {}};
  reading.text = described(size, [&](wire::TextWriter& out) {
    out.text(direction == Direction::to_controller ? "write group " : "answer: group ");
    out.integer(csfi::number_of(group)).text(" (").text(reading.frame).text("): ");
    std::visit([&out](const auto& body) { put(body, out); }, group);
  });
  return reading;
}

Reading board_refuses(Direction direction, const csfi::Rejected& rejected) {
  return refused(Protocol::csfi, direction, {},
                 messages::say<messages::Id::board_nothing_kept>(message_of(rejected)));
}

}  // namespace

std::span<const FrameForm> csfi_forms() { return kCsfiForms; }

Reading read_csfi(Bytes bytes, std::optional<Direction> direction) {
  const bool group_byte_asks =
      bytes.size() <= csfi::kHeaderSize || (std::to_integer<unsigned>(bytes[2]) & csfi::kWriteBit) != 0;
  const Direction whence =
      direction.value_or(group_byte_asks ? Direction::to_controller : Direction::from_controller);
  if (whence == Direction::from_controller) {
    const auto answer = csfi::decode_answer(bytes);
    return answer ? group_reading(whence, *answer, bytes.size()) : board_refuses(whence, answer.error());
  }
  const auto request = csfi::decode(bytes);
  if (!request) return board_refuses(whence, request.error());
  if (const auto* group = std::get_if<csfi::Group>(&*request))
    return group_reading(whence, *group, bytes.size());
  const std::uint8_t number = std::get<csfi::ReadRequest>(*request).group;
  return {Protocol::csfi, whence, std::string{kFrames[0]}, true,
          "read group " + std::to_string(number) + " (" + std::string{kFrames[number]} + ")"};
}

}  // namespace hexad::capture
