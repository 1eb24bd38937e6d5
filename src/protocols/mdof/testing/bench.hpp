#pragma once
// A session on a scripted core, for tests: datagrams in, the core's answers in, answers out as text.

#include <string>
#include <string_view>

#include "protocols/mdof/session.hpp"
#include "protocols/testing/scripted_port.hpp"

namespace hexad::protocols::mdof {

inline constexpr ProtocolId kId = 2;
inline constexpr Endpoint kA{kId, 0x7F000001, 5000};
inline constexpr Endpoint kB{kId, 0x7F000001, 5001};
inline constexpr Endpoint kC{kId, 0x7F000001, 5002};

inline Answer answered(Outcome outcome, const LimitHit& hit = {}, HardwareCode code = HardwareCode::none) {
  return {outcome, Refusal::none, hit, code};
}
inline Answer refused(Refusal refusal, const LimitHit& hit = {}, HardwareCode code = HardwareCode::none) {
  return {Outcome::refused, refusal, hit, code};
}
inline LimitHit hit(Limit limit, std::uint8_t index = 0) { return {limit, index, 0.0, 0.0}; }

class Bench {
 public:
  explicit Bench(State state = State::ready, const Settings& settings = {}) : session_{settings} {
    port.platform.geometry.stroke = 0.4;
    port.now.time = TimePoint{std::chrono::seconds{1}};
    port.now.state = state;
    port.now.zeroed = state != State::init && state != State::powered_up && state != State::emergency;
    port.now.actual_valid = true;
  }

  void send(std::string_view text, const Endpoint& from = kA) {
    session_.receive({from, port.now.time, std::as_bytes(std::span{text})}, port);
  }

  /// What came back to this very datagram, each answer as `text@port`; only the text when the asker got it.
  std::string ask(std::string_view text, const Endpoint& from = kA) {
    port.sent.clear();
    send(text, from);
    return heard(from);
  }

  /// The core answers the newest request, or the one with this tag.
  std::string core(const Answer& answer, Tag tag = 0, const Endpoint& expected = kA) {
    port.sent.clear();
    Event event;
    event.tag = tag != 0 ? tag : port.last_tag;
    event.driver = {kId, 0, 0};
    event.time = port.now.time;
    event.news = answer;
    session_.event(event, port);
    return heard(expected);
  }
  std::string core(Outcome outcome, Tag tag = 0, const Endpoint& expected = kA) {
    return core(answered(outcome), tag, expected);
  }
  std::string refuse(Refusal refusal) { return core(refused(refusal)); }

  MdofSession& session() { return session_; }

  ScriptedPort port;

 private:
  std::string heard(const Endpoint& expected) const {
    std::string all;
    for (const ScriptedPort::Sent& sent : port.sent) {
      if (!all.empty()) all += " | ";
      all += sent.bytes;
      if (sent.to != expected) all.append("@").append(std::to_string(sent.to.port));
    }
    return all;
  }

  MdofSession session_;
};

}  // namespace hexad::protocols::mdof
