#include "stack/crowd.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "base/units.hpp"
#include "protocols/csfi/groups.hpp"
#include "protocols/darren/request.hpp"
#include "protocols/lingjing/request.hpp"
#include "protocols/motus/request.hpp"
#include "stack/program.hpp"

namespace hexad::stack {
namespace {

namespace csfi = protocols::csfi;

struct Place {
  std::uint16_t own;
  std::uint16_t port;
};
/// By kind.
constexpr std::array<Place, 5> kPlaces{
    {{4000, 1100}, {10010, 10000}, {10000, 5000}, {4300, 9800}, {8080, 20000}}};
constexpr double kInMillimetres = 1e3;

float as_float(double value) { return static_cast<float>(value); }

}  // namespace

net::Address address_of(Kind kind, int who) {
  const Place& place = kPlaces[static_cast<std::size_t>(kind)];
  return {kOwnAddress + 1 + static_cast<std::uint32_t>(who),
          static_cast<std::uint16_t>(place.own + 100 * who)};
}

net::Address port_of(Kind kind) { return {kOwnAddress, kPlaces[static_cast<std::size_t>(kind)].port}; }

Crowd::Crowd(SimulatedNetwork& network, const Machine& machine, const CalibrationSet& set)
    : network_{network}, machine_{machine}, set_{set} {}

void Crowd::begin(const Act& act) {
  if (act.kind == Kind::csfi) return calibrate(act, now_);
  if (!act.text.empty() || act.kind == Kind::mdof) return send(act, std::as_bytes(std::span{act.text}), now_);
  // What a host sends is one stream at a time: another act of it takes its place.
  std::erase_if(streams_, [&](const Stream& other) {
    return act.kind != Kind::flood && other.act.kind == act.kind && other.act.who == act.who;
  });
  streams_.push_back({act, now_, now_, now_ + act.lasts, Draw{act.seed}});
}

void Crowd::say(int who, std::string_view text, TimePoint now) {
  send({.kind = Kind::mdof, .who = static_cast<std::uint8_t>(who)}, std::as_bytes(std::span{text}), now);
}

void Crowd::send(const Act& act, std::span<const std::byte> bytes, TimePoint now) {
  const net::Address own = address_of(act.kind, act.who);
  network_.send(own, port_of(act.kind), now, bytes);
}

void Crowd::tick(TimePoint now) {
  now_ = now;
  for (Stream& stream : streams_) {
    if (stream.act.kind == Kind::flood) flood(stream, now);
    while (stream.act.kind != Kind::flood && stream.next <= now && stream.next <= stream.end) {
      frame(stream, now);
      stream.next += stream.act.period;
    }
  }
  std::erase_if(streams_, [now](const Stream& stream) {
    return now > stream.end || (stream.act.kind != Kind::flood && stream.next > stream.end);
  });
}

void Crowd::frame(Stream& stream, TimePoint now) {
  const Wave& wave = stream.act.wave;
  const double turn = 2.0 * std::numbers::pi * wave.hertz * to_seconds(now - stream.begun);
  const double share = wave.hertz > 0.0 ? std::sin(turn) : 1.0;
  std::array<double, 6> values = wave.amplitude;
  for (double& value : values) value *= share;
  if (wave.bad > 0.0 && stream.draw.chance(wave.bad)) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    constexpr std::array kBad{kNone, std::numeric_limits<double>::infinity(), 1e30, -1e30};
    values[static_cast<std::size_t>(stream.draw.pick(6))] = stream.draw.of(kBad);
  }
  if (stream.act.kind == Kind::darren) return darren(stream, values, now);
  if (stream.act.kind == Kind::motus) return motus(stream, values, now);
  lingjing(stream, values, now);
}

void Crowd::darren(Stream& stream, const std::array<double, 6>& values, TimePoint now) {
  using protocols::darren::MessageId;
  const Act& act = stream.act;
  protocols::darren::HostFrame frame;
  frame.sequence = ++sequences_[address_of(act.kind, act.who)];
  frame.message_id = static_cast<std::uint32_t>(act.id);
  frame.word = static_cast<std::uint16_t>(act.word);
  frame.file = static_cast<std::uint16_t>(1 + act.seed % 3);
  frame.sub_command = static_cast<std::uint16_t>(act.sub);
  for (std::size_t i = 0; i < 6; ++i) frame.values[i] = as_float(values[i]);
  if (act.id == static_cast<int>(MessageId::actuators)) frame.values.fill(as_float(values[5]));
  if (act.id == static_cast<int>(MessageId::cueing))
    for (std::size_t i = 0; i < 6; ++i) frame.values[i] = as_float(values[i] * (i < 3 ? 0.3 : 0.005));
  const bool whole =
      act.id == static_cast<int>(MessageId::sine) || act.id == static_cast<int>(MessageId::point_to_point);
  for (std::size_t i = 0; whole && i < 6; ++i) frame.values[i] = as_float(act.wave.amplitude[i] * 0.3);
  for (std::size_t i = 0; act.id == static_cast<int>(MessageId::sine) && i < 6; ++i)
    frame.more[i] = as_float(act.wave.hertz);
  send(act, protocols::darren::encode(frame), now);
}

void Crowd::motus(Stream& stream, const std::array<double, 6>& values, TimePoint now) {
  const Act& act = stream.act;
  protocols::motus::HostFrame frame;
  frame.cmd = static_cast<std::uint8_t>(act.word);
  frame.sub_cmd = static_cast<std::uint8_t>(act.sub);
  frame.file = static_cast<std::uint8_t>(act.id);
  frame.legs = static_cast<std::uint8_t>(act.id);
  frame.outputs = static_cast<std::uint8_t>(act.seed % 4);
  frame.jog_speed = static_cast<std::int16_t>(act.seed % 40) - 20;
  frame.time = static_cast<std::uint32_t>(now.time_since_epoch() / std::chrono::milliseconds{1});
  for (std::size_t i = 0; i < 6; ++i) {
    const double metres = i < 3 ? 1.0 : 1.0 / kInMillimetres;
    frame.dofs[i] = as_float(values[i] * metres);
    frame.position[i] = as_float(act.wave.amplitude[i] * metres * 0.5);
    frame.amplitude[i] = as_float(act.wave.amplitude[i] * metres * 0.2);
    frame.frequency[i] = as_float(act.wave.hertz);
  }
  send(act, protocols::motus::encode(frame), now);
}

void Crowd::lingjing(Stream& stream, const std::array<double, 6>& values, TimePoint now) {
  using protocols::lingjing::Command;
  constexpr std::array kCommands{Command::a6, Command::a6, Command::a6t, Command::c6, Command::a6};
  const Act& act = stream.act;
  protocols::lingjing::Request frame;
  frame.command = kCommands[static_cast<std::size_t>(act.id) % kCommands.size()];
  frame.values = {values[1], values[0], values[2],
                  values[4], values[3], values[5] + kInMillimetres * machine_.heights.neutral_above_bottom()};
  frame.travel_ms = 1 + static_cast<std::uint32_t>(act.seed % 900);
  if (frame.command == Command::c6)
    frame.values.fill(kInMillimetres * 0.5 * machine_.geometry.stroke + values[5]);
  if (act.id == 4) frame.relays = static_cast<std::uint16_t>(act.seed % 4096);
  wire::TextBuffer<256> text;
  if (protocols::lingjing::encode(frame, text.writer())) send(act, text.writer().bytes(), now);
}

void Crowd::calibrate(const Act& act, TimePoint now) {
  const auto group_number = static_cast<std::uint8_t>(act.word);
  if (act.id == 0) return send(act, csfi::encode_read(group_number), now);
  csfi::Group group = set_.groups[group_number - 1U];
  if (auto* mechanics = std::get_if<csfi::Mechanics>(&group)) {
    mechanics->motor_rpm *= 0.8F + 0.01F * static_cast<float>(act.seed % 20);
    if (act.id == 2) mechanics->platform = mechanics->base;
  }
  if (auto* control = std::get_if<csfi::Control>(&group)) {
    control->speed =
        act.id == 2 ? std::numeric_limits<float>::quiet_NaN() : 30.0F + static_cast<float>(act.seed % 30);
    control->idle_return = 0;
  }
  if (auto* network = std::get_if<csfi::Network>(&group))
    network->remote_port = static_cast<std::uint16_t>(1024 + act.seed % 50'000);
  if (auto* frame = std::get_if<csfi::UserFrame>(&group)) frame->pose[2] = static_cast<float>(act.seed % 50);
  csfi::Frame frame = csfi::encode(group, csfi::Kind::write);
  if (act.id == 3 || (act.id == 2 && act.seed % 2 == 0)) frame.bytes[3] ^= std::byte{1};
  send(act, frame.view(), now);
}

/// Text, halves of frames, noise: from many ports of machines nobody knows.
void Crowd::flood(Stream& stream, TimePoint now) {
  constexpr std::array<std::size_t, 6> kSizes{1, 20, 76, 128, 180, 188};
  std::array<std::byte, 188> bytes{};
  for (int i = 0; i < stream.act.word; ++i) {
    const std::size_t size = stream.draw.of(kSizes);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(stream.draw.word());
    const net::Address from{0x0A0000C8U + static_cast<std::uint32_t>(stream.draw.pick(8)),
                            static_cast<std::uint16_t>(30'000 + stream.draw.pick(100))};
    network_.send(from, {kOwnAddress, static_cast<std::uint16_t>(stream.act.id)}, now,
                  std::span{bytes}.first(size));
  }
}

}  // namespace hexad::stack
