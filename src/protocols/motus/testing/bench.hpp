#pragma once
// A session on a scripted core, for tests: frames in, telemetry and the core's answers in, status frames out
// decoded.

#include <vector>

#include "protocols/motus/session.hpp"
#include "protocols/testing/scripted_port.hpp"

namespace hexad::protocols::motus {

inline constexpr ProtocolId kId = 4;
inline constexpr Endpoint kA{kId, 0x7F000001, 10000};
inline constexpr Endpoint kB{kId, 0x7F000002, 10001};
inline constexpr Endpoint kA2{kId, 0x7F000001, 10001};  ///< another socket of A's
inline constexpr Endpoint kOther{1, 0, 0};              ///< another protocol

class Bench {
 public:
  explicit Bench(State state = State::ready, const Settings& settings = {}) : session{settings} {
    port.platform.geometry.stroke = 0.4;
    port.platform.drive.screw_lead = 0.01;
    port.platform.limits.translation.velocity = 0.4;
    port.platform.reach.fill(0.2);
    port.platform.ends.fill({-0.25, 0.2});
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
  /// Time in steps of a millisecond.
  void live(Duration time) {
    for (Duration passed{}; passed < time; passed += std::chrono::milliseconds{1})
      pass(std::chrono::milliseconds{1});
  }

  void send(const HostFrame& frame, const Endpoint& from = kA) { send_bytes(encode(frame), from); }
  void send(int cmd, int sub_cmd = 0, const Endpoint& from = kA) { send(frame(cmd, sub_cmd), from); }
  void send_bytes(std::span<const std::byte> bytes, const Endpoint& from = kA) {
    session.receive({from, now_, bytes}, port);
  }
  static HostFrame frame(int cmd, int sub_cmd = 0) {
    HostFrame made;
    made.cmd = static_cast<std::uint8_t>(cmd);
    made.sub_cmd = static_cast<std::uint8_t>(sub_cmd);
    return made;
  }

  /// The same frame at 100 Hz.
  void stream(Duration time, const HostFrame& frame, const Endpoint& from = kA) {
    for (Duration passed{}; passed < time; passed += std::chrono::milliseconds{10}) {
      send(frame, from);
      live(std::chrono::milliseconds{10});
    }
  }

  void answer(Outcome outcome, Refusal refusal = Refusal::none, Tag tag = 0) {
    Event event;
    event.tag = tag != 0 ? tag : port.last_tag;
    event.time = now_;
    event.news = Answer{outcome, refusal, {}, HardwareCode::none};
    session.event(event, port);
  }

  /// The core has taken what was asked for: the endpoint drives and the platform is in this state.
  void taken(State state, ProgramKind program = ProgramKind::none, const Endpoint& driver = kA) {
    port.now.state = state;
    port.now.enabled = true;
    port.now.zeroed = state != State::init && state != State::powered_up && state != State::zeroing;
    port.now.program = program;
    port.now.driver = driver;
    answer(Outcome::accepted);
    pass(std::chrono::milliseconds{1});
  }

  /// A host that is followed.
  void following() {
    send(9);
    taken(State::running, ProgramKind::follow_pose);
    answer(Outcome::done);
    port.clear();
  }

  std::vector<Step> steps() const {
    return whats<Go, Step>([](const Go& go) { return go.step; });
  }
  std::vector<MoveTo> moves() const {
    return whats<MoveTo, MoveTo>([](const MoveTo& move) { return move; });
  }
  std::vector<Sine> sines() const {
    return whats<Sine, Sine>([](const Sine& sine) { return sine; });
  }
  std::vector<Jog> jogs() const {
    return whats<Jog, Jog>([](const Jog& jog) { return jog; });
  }
  std::vector<int> outputs() const {
    return whats<SetOutputs, int>([](const SetOutputs& outputs) { return outputs.digital; });
  }
  /// Requests that ask for motion.
  std::size_t asked() const {
    return steps().size() + moves().size() + sines().size() + jogs().size() + port.prepared.size();
  }
  std::vector<Control> latched() const {
    std::vector<Control> controls;
    for (const auto& latch : port.latches) controls.push_back(latch.control);
    return controls;
  }
  StreamTarget target() const {
    return port.streams.empty() ? StreamTarget{} : std::get<StreamTarget>(port.streams.back().what);
  }
  std::vector<StatusFrame> statuses(const Endpoint& to = kA) const {
    std::vector<StatusFrame> frames;
    for (const auto& sent : port.sent) {
      const auto status = decode_status(std::as_bytes(std::span{sent.bytes}));
      if (sent.to == to && status) frames.push_back(*status);
    }
    return frames;
  }
  int shown() {
    port.sent.clear();
    send(peer_frame_);
    return static_cast<int>(statuses().back().state);
  }
  TimePoint now() const { return now_; }

  ScriptedPort port;
  MotusSession session;
  HostFrame peer_frame_;  ///< what shown() sends: Cmd 0

 private:
  template <class T, class R, class Take>
  std::vector<R> whats(Take take) const {
    std::vector<R> found;
    for (const Request& request : port.requests) {
      if (const T* what = std::get_if<T>(&request.what)) found.push_back(take(*what));
    }
    return found;
  }

  TimePoint now_{};
};

inline HostFrame step_to(const Six& position, const Six& speed = {}) {
  HostFrame frame = Bench::frame(11, 1);
  frame.position = position;
  frame.speed = speed;
  return frame;
}
inline HostFrame sine(float amplitude, float frequency) {
  HostFrame frame = Bench::frame(11, 2);
  frame.amplitude[0] = amplitude;
  frame.frequency[0] = frequency;
  frame.phase[0] = 90;
  return frame;
}
inline HostFrame script(int number) {
  HostFrame frame = Bench::frame(13);
  frame.file = static_cast<std::uint8_t>(number);
  return frame;
}

inline HostFrame follow(float heave, float pitch = 0) {
  HostFrame frame = Bench::frame(9);
  frame.dofs = {pitch, 0, 0, 0, 0, heave};
  return frame;
}
inline HostFrame heave_sine(float amplitude) {
  HostFrame frame = Bench::frame(11, 2);
  frame.amplitude[5] = amplitude;
  frame.frequency[5] = 0.1F;
  return frame;
}
inline bool is_told(const Bench& bench, const std::string& part) {
  for (const auto& said : bench.port.explanations)
    if (said.text.find(part) != std::string::npos) return true;
  return false;
}

}  // namespace hexad::protocols::motus
