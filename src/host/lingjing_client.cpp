#include "host/lingjing_client.hpp"

#include <algorithm>
#include <cmath>

#include "host/receive.hpp"

namespace hexad::host {
namespace {

namespace lingjing = protocols::lingjing;

std::array<double, 6> values_of(const LingjingPose& pose) noexcept {
  return {pose.roll, pose.pitch, pose.yaw, pose.x, pose.y, pose.z};
}

}  // namespace

LingjingClient::LingjingClient(Link link, const LingjingSettings& settings)
    : link_{std::move(link)},
      settings_{settings},
      pacer_{Pacer::Step{static_cast<std::int64_t>(1e9 / settings.rate_hz)}} {}

Result<LingjingClient, Error> LingjingClient::open(const LingjingSettings& settings) {
  if (!(settings.rate_hz >= 0.1 && settings.rate_hz <= 10'000.0))
    return Failure{Error{Error::Kind::socket, "the rate of a stream must be 0.1 to 10000 Hz"}};
  auto link = Link::open({settings.controller, settings.local_port});
  if (!link) return Failure{link.error()};
  return LingjingClient{std::move(*link), settings};
}

void LingjingClient::pose(const LingjingPose& pose) noexcept {
  frame_.command = pose.angle ? lingjing::Command::a7 : lingjing::Command::a6;
  frame_.values = values_of(pose);
  frame_.angle = pose.angle.value_or(0.0);
}

bool LingjingClient::legs(std::span<const double> extensions) noexcept {
  if (extensions.size() != 3 && extensions.size() != 6) return false;
  frame_.command = extensions.size() == 3 ? lingjing::Command::c3 : lingjing::Command::c6;
  frame_.values = {};
  std::copy(extensions.begin(), extensions.end(), frame_.values.begin());
  return true;
}

void LingjingClient::send_text(std::string_view text) {
  link_.send(std::as_bytes(std::span{text}));
  ++counters_.sent;
}

void LingjingClient::send(const Request& frame) {
  wire::TextBuffer<512> text;
  if (lingjing::encode(frame, text.writer())) send_text(text.view());
}

void LingjingClient::send() { send(frame_); }

void LingjingClient::move(const LingjingPose& pose, Duration travel) {
  Request frame;
  frame.command = lingjing::Command::a6t;
  frame.values = values_of(pose);
  frame.travel_ms = static_cast<std::uint32_t>(std::max(1.0, std::round(to_seconds(travel) * 1e3)));
  send(frame);
}

void LingjingClient::film(Film what) {
  Request frame;
  frame.command = lingjing::Command::mv;
  frame.film = what;
  send(frame);
}

void LingjingClient::tick() {
  if (receive_until(link_, pacer_.next(Clock::now()), [this](const auto& bytes) { take(bytes); }))
    unreachable_ = true;
  send();
  pacer_.sent(Clock::now());
  counters_.late = pacer_.missed();
}

bool LingjingClient::poll(Duration timeout) {
  const bool came =
      receive_newest(link_, timeout, counters_.received, [this](const auto& bytes) { take(bytes); });
  if (link_.take_unreachable()) unreachable_ = true;
  return came;
}

void LingjingClient::take(std::span<const std::byte> bytes) {
  const auto frame = lingjing::decode(bytes);
  if (!frame || frame->command != lingjing::Command::a6) {
    ++counters_.foreign;
    return;
  }
  ++counters_.received;
  const auto& v = frame->values;
  feedback_ = LingjingPose{v[0], v[1], v[2], v[3], v[4], v[5], std::nullopt};
  feedback_time_ = Clock::now();
}

Duration LingjingClient::feedback_age() const noexcept {
  return feedback_ ? Duration{Clock::now() - feedback_time_} : Duration::max();
}

}  // namespace hexad::host
