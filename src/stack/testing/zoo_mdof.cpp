#include <algorithm>
#include <memory>

#include "stack/testing/tampered_session.hpp"
#include "stack/testing/zoo.hpp"

namespace hexad::stack {
namespace {

constexpr ProtocolId kMdof = 1;

void tamper(Seams& seams, Tampering (*make)()) {
  seams.session = [make](ProtocolId id, std::unique_ptr<Session> session) -> std::unique_ptr<Session> {
    if (id != kMdof) return session;
    return std::make_unique<TamperedSession>(std::move(session), make());
  };
}

std::string text_of(const Bytes& bytes) {
  std::string text;
  for (const std::byte byte : bytes) text += static_cast<char>(byte);
  return text;
}
Bytes bytes_of(const std::string& text) {
  const auto bytes = std::as_bytes(std::span{text});
  return {bytes.begin(), bytes.end()};
}
bool begins(const std::string& text, std::string_view with) {
  return text.compare(0, with.size(), with) == 0;
}

/// Answers pass through `change`; what it empties is not sent.
template <auto kChange>
Tampering answers() {
  Tampering tampering;
  tampering.send = [](SessionPort& port, const Endpoint& to, const Bytes& bytes) {
    std::string text = text_of(bytes);
    kChange(text, port.telemetry());
    if (!text.empty()) port.send(to, bytes_of(text));
  };
  return tampering;
}

template <auto kChange>
Tampering moves() {
  Tampering tampering;
  tampering.request = [](SessionPort& port, Request request) {
    if (auto* const move = std::get_if<MoveTo>(&request.what)) kChange(*move);
    return port.request(request);
  };
  return tampering;
}

template <auto kHears>
Tampering hears() {
  Tampering tampering;
  tampering.event = [](Event& event) {
    auto* const answer = std::get_if<Answer>(&event.news);
    return answer == nullptr || kHears(*answer);
  };
  return tampering;
}

template <Control kLost>
Tampering never_latched() {
  Tampering tampering;
  tampering.latch = [](SessionPort& port, Control control, const Endpoint& from, const Contract& contract) {
    if (control != kLost) port.latch(control, from, contract);
  };
  return tampering;
}

}  // namespace

std::vector<Bug> bugs_of_mdof() {
  const std::string part = "sessions";
  return {
      {part, "the end of a motion is not answered", 20,
       [](Seams& seams) {
         tamper(seams, hears<[](Answer& answer) { return answer.outcome != Outcome::done; }>);
       }},
      {part, "a stopped motion is not answered", 20,
       [](Seams& seams) {
         tamper(seams, hears<[](Answer& answer) { return answer.outcome != Outcome::stopped; }>);
       }},
      {part, "a refusal is not answered", 20,
       [](Seams& seams) {
         tamper(seams, hears<[](Answer& answer) { return answer.outcome != Outcome::refused; }>);
       }},
      {part, "a motion ended by an emergency is not answered", 20,
       [](Seams& seams) {
         tamper(seams, hears<[](Answer& answer) { return answer.outcome != Outcome::emergency; }>);
       }},
      {part, "a refused motion is answered as done", 23,
       [](Seams& seams) {
         tamper(seams, hears<[](Answer& answer) {
                  if (answer.outcome == Outcome::refused && answer.refusal != Refusal::nothing_to_do)
                    answer.outcome = Outcome::done;
                  return true;
                }>);
       }},
      {part, "a stopped motion is answered as done", 23,
       [](Seams& seams) {
         tamper(seams, hears<[](Answer& answer) {
                  if (answer.outcome == Outcome::stopped) answer.outcome = Outcome::done;
                  return true;
                }>);
       }},
      {part, "accepted is answered as done", 23,
       [](Seams& seams) {
         tamper(seams, hears<[](Answer& answer) {
                  if (answer.outcome == Outcome::accepted) answer.outcome = Outcome::done;
                  return true;
                }>);
       }},
      {part, "a pause is not told", 22,
       [](Seams& seams) {
         tamper(seams, hears<[](Answer& answer) { return answer.outcome != Outcome::paused; }>);
       }},
      {part, "a resume is not told", 22,
       [](Seams& seams) {
         tamper(seams, hears<[](Answer& answer) { return answer.outcome != Outcome::resumed; }>);
       }},
      {part, "final answers are sent twice", 20,
       [](Seams& seams) {
         tamper(seams, [] {
           Tampering tampering;
           tampering.send = [](SessionPort& port, const Endpoint& to, const Bytes& bytes) {
             port.send(to, bytes);
             if (begins(text_of(bytes), "9#0")) port.send(to, bytes);
           };
           return tampering;
         });
       }},
      {part, "answers go to whoever spoke last", 20,
       [](Seams& seams) {
         tamper(seams, [] {
           const auto last = std::make_shared<Endpoint>();
           Tampering tampering;
           tampering.receive = [last](Endpoint& from, Bytes&) { *last = from; };
           tampering.send = [last](SessionPort& port, const Endpoint&, const Bytes& bytes) {
             port.send(*last, bytes);
           };
           return tampering;
         });
       }},
      {part, "a stop is answered and not done", 62,
       [](Seams& seams) { tamper(seams, never_latched<Control::stop>); }},
      {part, "a pause is answered and not done", 62,
       [](Seams& seams) { tamper(seams, never_latched<Control::hold>); }},
      {part, "a stop counts only from who drives", 62,
       [](Seams& seams) {
         tamper(seams, [] {
           Tampering tampering;
           tampering.latch = [](SessionPort& port, Control control, const Endpoint& from,
                                const Contract& contract) {
             if (port.telemetry().driver == from) port.latch(control, from, contract);
           };
           return tampering;
         });
       }},
      {part, "a stop is a tick late", 62,
       [](Seams& seams) {
         tamper(seams, [] {
           struct Kept {
             Endpoint from;
             const Contract* contract = nullptr;
           };
           const auto kept = std::make_shared<Kept>();
           Tampering tampering;
           tampering.latch = [kept](SessionPort& port, Control control, const Endpoint& from,
                                    const Contract& contract) {
             if (control == Control::stop)
               *kept = {from, &contract};
             else
               port.latch(control, from, contract);
           };
           tampering.poll = [kept](const Now&, SessionPort& port) {
             if (kept->contract != nullptr) port.latch(Control::stop, kept->from, *kept->contract);
             kept->contract = nullptr;
           };
           return tampering;
         });
       }},
      {part, "a request without room is forgotten", 21,
       [](Seams& seams) {
         tamper(seams, [] {
           Tampering tampering;
           tampering.request = [](SessionPort& port, const Request& request) {
             if (std::holds_alternative<Control>(request.what)) return true;
             return port.request(request);
           };
           return tampering;
         });
       }},
      {part, "millimetres are taken for centimetres", 23,
       [](Seams& seams) {
         tamper(seams, moves<[](MoveTo& move) {
                  for (std::size_t i = 0; i < 3; ++i) move.target[i] *= 0.1;
                }>);
       }},
      {part, "X and Y are swapped", 23,
       [](Seams& seams) {
         tamper(seams, moves<[](MoveTo& move) { std::swap(move.target[0], move.target[1]); }>);
       }},
      {part, "Y has the other sign", 23,
       [](Seams& seams) { tamper(seams, moves<[](MoveTo& move) { move.target[1] = -move.target[1]; }>); }},
      {part, "24 shows Z with the other sign", 14,
       [](Seams& seams) {
         tamper(seams, [] {
           Tampering tampering;
           const auto shown = std::make_shared<Telemetry>();
           tampering.telemetry = [shown](const Telemetry& real) -> const Telemetry& {
             *shown = real;
             shown->actual.position.z() *= -1.0;
             return *shown;
           };
           return tampering;
         });
       }},
      {part, "22 says that nothing moves", 14,
       [](Seams& seams) {
         tamper(seams, answers<[](std::string& text, const Telemetry&) {
                  if (begins(text, "22#1")) text = "22#0";
                }>);
       }},
      {part, "22 stays 1 for a second after the final answer", 14,
       [](Seams& seams) {
         tamper(seams, [] {
           const auto last = std::make_shared<TimePoint>();
           Tampering tampering;
           tampering.send = [last](SessionPort& port, const Endpoint& to, const Bytes& bytes) {
             const TimePoint now = port.telemetry().time;
             std::string text = text_of(bytes);
             if (begins(text, "9#0")) *last = now;
             if (begins(text, "22#0") && now - *last < std::chrono::seconds{1}) text = "22#1";
             port.send(to, bytes_of(text));
           };
           return tampering;
         });
       }},
      {part, "23 says nothing of a fault", 14,
       [](Seams& seams) {
         tamper(seams, answers<[](std::string& text, const Telemetry&) {
                  if (begins(text, "23#")) text = "23#0";
                }>);
       }},
      {part, "queries show what was 0.1 s ago", 14,
       [](Seams& seams) {
         tamper(seams, [] {
           const auto past = std::make_shared<std::vector<Telemetry>>();
           Tampering tampering;
           tampering.poll = [past](const Now&, SessionPort& port) {
             past->push_back(port.telemetry());
             if (past->size() > 100) past->erase(past->begin());
           };
           tampering.telemetry = [past](const Telemetry& real) -> const Telemetry& {
             return past->empty() ? real : past->front();
           };
           return tampering;
         });
       }},
      {part, "queries are not answered while it moves", 21,
       [](Seams& seams) {
         tamper(seams, answers<[](std::string& text, const Telemetry& telemetry) {
                  if (telemetry.moving && begins(text, "2") && (text.size() > 2) && text[2] == '#')
                    text.clear();
                }>);
       }},
  };
}

}  // namespace hexad::stack
