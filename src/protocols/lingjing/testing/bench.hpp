#pragma once
// A session on a scripted core, for tests: frames in, telemetry and the core's answers in, what it asked for
// out.

#include <string_view>
#include <vector>

#include "protocols/lingjing/session.hpp"
#include "protocols/testing/scripted_port.hpp"

namespace hexad::protocols::lingjing {

inline constexpr ProtocolId kId = 3;
inline constexpr Endpoint kA{kId, 0x7F000001, 20001};
inline constexpr Endpoint kB{kId, 0x7F000001, 20002};
inline constexpr Endpoint kOther{1, 0, 0};  ///< another protocol
inline constexpr double kNeutralHeight = 0.2325;

class Bench {
 public:
  explicit Bench(State state = State::ready, const Settings& settings = {}) : session{settings} {
    port.platform.geometry.stroke = 0.4;
    port.platform.heights.neutral.position.z() = kNeutralHeight;
    port.now.state = state;
    port.now.enabled = true;
    port.now.zeroed = state != State::init && state != State::powered_up && state != State::zeroing;
    port.now.actual_valid = true;
    pass(std::chrono::seconds{10});
  }

  void pass(Duration time) {
    now_ += time;
    port.now.time = now_;
    session.poll({now_, now_}, port);
  }

  void send(std::string_view text, const Endpoint& from = kA) {
    session.receive({from, now_, std::as_bytes(std::span{text})}, port);
  }

  /// The same frame at 100 Hz.
  void stream(Duration time, std::string_view text, const Endpoint& from = kA) {
    for (Duration passed{}; passed < time; passed += std::chrono::milliseconds{10}) {
      send(text, from);
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

  /// The core has let the endpoint drive: the platform follows.
  void taken(const Endpoint& driver = kA) {
    port.now.state = State::running;
    port.now.driver = driver;
    answer(Outcome::accepted);
    answer(Outcome::done);
    pass(std::chrono::milliseconds{1});
  }

  /// A host that is followed.
  void following(std::string_view text = "@A6:0,0,0,0,0,232.5#", const Endpoint& host = kA) {
    send(text, host);
    taken(host);
    port.clear();
  }

  std::vector<Step> steps() const {
    std::vector<Step> steps;
    for (const hexad::Request& request : port.requests) {
      if (const Go* go = std::get_if<Go>(&request.what)) steps.push_back(go->step);
    }
    return steps;
  }
  std::vector<Control> latched() const {
    std::vector<Control> controls;
    for (const auto& latch : port.latches) controls.push_back(latch.control);
    return controls;
  }
  std::vector<std::uint16_t> relays() const {
    std::vector<std::uint16_t> words;
    for (const hexad::Request& request : port.requests) {
      if (const SetOutputs* outputs = std::get_if<SetOutputs>(&request.what))
        words.push_back(outputs->relays);
    }
    return words;
  }
  /// The target of the last frame that went to the core.
  StreamTarget target() const {
    return port.streams.empty() ? StreamTarget{} : std::get<StreamTarget>(port.streams.back().what);
  }
  std::uint16_t film() const {
    return port.prepared.empty() ? std::uint16_t{0} : std::get<FileOrder>(port.prepared.back().order).number;
  }
  TimePoint now() const { return now_; }

  ScriptedPort port;
  LingjingSession session;

 private:
  TimePoint now_{};
};

}  // namespace hexad::protocols::lingjing
