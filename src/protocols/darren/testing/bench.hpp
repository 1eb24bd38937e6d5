#pragma once
// A session on a scripted core, for tests: frames in, telemetry and the core's answers in, frames out
// decoded.

#include <vector>

#include "protocols/darren/session.hpp"
#include "protocols/testing/scripted_port.hpp"

namespace hexad::protocols::darren {

inline constexpr ProtocolId kId = 5;
inline constexpr Endpoint kA{kId, 0x7F000001, 10010};
inline constexpr Endpoint kB{kId, 0x7F000001, 10011};
inline constexpr Endpoint kOther{2, 0, 0};  ///< another protocol

class Bench {
 public:
  explicit Bench(State state = State::powered_up, const Settings& settings = {}) : session{settings} {
    port.platform.geometry.stroke = 0.4;
    port.now.state = state;
    port.now.actual_valid = true;
    pass(std::chrono::seconds{10});
  }

  /// Platform and wall time pass together, and the network thread polls once.
  void pass(Duration time) {
    now_ += time;
    port.now.time = now_;
    session.poll({now_, now_}, port);
  }

  /// One frame with the next sequence number of this endpoint.
  void send(std::uint16_t word, std::uint32_t id = 0, const Endpoint& from = kA,
            const std::array<float, 6>& values = {}) {
    HostFrame frame;
    frame.sequence = ++sequence_;
    frame.message_id = id;
    frame.word = word;
    frame.values = values;
    send(frame, from);
  }
  void send(const HostFrame& frame, const Endpoint& from = kA) {
    const Frame bytes = encode(frame);
    send_bytes(bytes, from);
  }
  void send_bytes(std::span<const std::byte> bytes, const Endpoint& from = kA) {
    session.receive({from, now_, bytes}, port);
  }

  /// Frames at 100 Hz.
  void stream(Duration time, std::uint16_t word, std::uint32_t id = 0, const Endpoint& from = kA) {
    for (Duration passed{}; passed < time; passed += std::chrono::milliseconds{10}) {
      send(word, id, from);
      pass(std::chrono::milliseconds{10});
    }
  }

  void answer(Outcome outcome, Refusal refusal = Refusal::none, Tag tag = 0) {
    Event event;
    event.tag = tag != 0 ? tag : port.last_tag;
    event.time = now_;
    event.news = Answer{outcome, refusal, {}, HardwareCode::none};
    session.event(event, port);
  }

  /// The core has taken the word: the endpoint drives and the platform is in this state.
  void taken(State state, const Endpoint& driver = kA) {
    port.now.state = state;
    port.now.driver = driver;
    answer(Outcome::done);
    pass(std::chrono::milliseconds{1});
  }

  /// A host that runs and streams poses.
  void running() {
    send(2, 100);
    taken(State::running);
    stream(std::chrono::milliseconds{50}, 2, 100);
    port.clear();
  }

  std::vector<Step> steps() const {
    std::vector<Step> steps;
    for (const Request& request : port.requests) {
      if (const Go* go = std::get_if<Go>(&request.what)) steps.push_back(go->step);
    }
    return steps;
  }
  std::size_t resets() const {
    std::size_t count = 0;
    for (const Request& request : port.requests) {
      const Control* control = std::get_if<Control>(&request.what);
      count += control != nullptr && *control == Control::reset ? 1 : 0;
    }
    return count;
  }
  std::vector<Control> latched() const {
    std::vector<Control> controls;
    for (const auto& latch : port.latches) controls.push_back(latch.control);
    return controls;
  }

  /// Status frames that went to this endpoint since the last clear.
  std::vector<StatusFrame> statuses(const Endpoint& to) const {
    std::vector<StatusFrame> frames;
    for (const auto& answer : decoded(to)) {
      if (const StatusFrame* status = std::get_if<StatusFrame>(&answer)) frames.push_back(*status);
    }
    return frames;
  }
  std::vector<Reply> replies(const Endpoint& to) const {
    std::vector<Reply> frames;
    for (const auto& answer : decoded(to)) {
      if (const Reply* reply = std::get_if<Reply>(&answer)) frames.push_back(*reply);
    }
    return frames;
  }
  std::uint32_t warnings(const Endpoint& to = kA) {
    port.sent.clear();
    pass(std::chrono::milliseconds{10});
    const auto frames = statuses(to);
    return frames.empty() ? 0xFFFFFFFF : frames.back().warnings;
  }

  TimePoint now() const { return now_; }

  ScriptedPort port;
  DarrenSession session;

 private:
  std::vector<std::variant<StatusFrame, Reply>> decoded(const Endpoint& to) const {
    std::vector<std::variant<StatusFrame, Reply>> frames;
    for (const auto& sent : port.sent) {
      if (sent.to != to) continue;
      if (auto answer = decode_answer(std::as_bytes(std::span{sent.bytes}))) frames.push_back(*answer);
    }
    return frames;
  }

  TimePoint now_{};
  std::uint32_t sequence_ = 0;
};

inline StreamTarget last_target(const Bench& bench) {
  return std::get<StreamTarget>(bench.port.streams.back().what);
}

}  // namespace hexad::protocols::darren
