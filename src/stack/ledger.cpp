#include "stack/ledger.hpp"

#include <algorithm>
#include <cmath>

#include "base/units.hpp"
#include "protocols/mdof/status.hpp"

namespace hexad::stack {
namespace {

namespace mdof = protocols::mdof;

constexpr ProtocolId kProtocol = 1;
constexpr int kToldWithin = 60;  // ticks

// In ticks.
constexpr int kAtOnce = 100;
constexpr int kReset = 7'000;
constexpr int kLongest = 100'000;
constexpr int kAccepted = 1'000;
constexpr double kArrived = 0.6;  // mm
constexpr double kShown = 0.01;   // mm

/// lifecycle.md, written down a second time.
bool shown_connected(const Telemetry& t) {
  return t.state != State::init && !(t.state == State::fault && t.fault.kind == FaultKind::drive_link);
}
bool shown_moving(const Telemetry& t) {
  using enum State;
  switch (t.state) {
    case init:
    case powered_up:
    case fault:
    case emergency:
      return false;
    case origin:
    case ready:
      return t.moving;
    default:
      return true;
  }
}

}  // namespace

void Ledger::arrived(const Endpoint& from, std::span<const std::byte> bytes) {
  const auto request = mdof::decode(bytes);
  Asked asked;
  asked.by = from;
  const auto echo = mdof::echo_of(bytes);
  asked.echo = std::string{echo.view()};
  if (request) {
    asked.echo = std::to_string(static_cast<int>(request->command));
    asked.motion = mdof::is_motion(request->command);
    asked.query = mdof::is_query(request->command);
    asked.moves = request->command == mdof::Command::move;
    asked.pose = request->pose;
  }
  asked_.push_back(std::move(asked));
}

void Ledger::left(const Endpoint& to, std::span<const std::byte> bytes, const Telemetry& now,
                  const Machine* plain) {
  const auto reply = mdof::decode_reply(bytes);
  if (!reply) return report_(21, "an answer that is none");
  const std::string echo{reply->echo};
  const auto is_meant = [&](const Asked& asked) { return asked.by == to && asked.echo == echo; };
  const auto code = mdof::decode_code(reply->body);
  const bool on_the_way = code && (*code == -5 || *code == -6);
  // Of several alike, the one that is told of a pause is the one that moves: the oldest accepted.
  auto found = std::find_if(asked_.begin(), asked_.end(), [&](const Asked& asked) {
    return is_meant(asked) && (!on_the_way || (asked.motion && asked.paused == (*code == -6)));
  });
  // Refusals come before the end of what is under way.
  const bool refusal = code && (*code == -1 || *code == -2 || *code == -7);
  if (!on_the_way && refusal) {
    const auto newest = std::find_if(asked_.rbegin(), asked_.rend(), is_meant);
    if (newest != asked_.rend()) found = std::prev(newest.base());
  }
  if (found == asked_.end())
    return report_(20, "{}#{} to somebody who has not asked, or was answered", echo, reply->body);
  if (found->query) {
    answer_query(echo, reply->body, now, plain);
    asked_.erase(found);
    return;
  }
  if (!code) return report_(21, "{}#{} is no answer", echo, reply->body);
  if (on_the_way) {
    found->paused = *code == -5;
    found->told = true;
    return;
  }
  answer(*found, *code, now, plain);
  asked_.erase(found);
}

void Ledger::answer(Asked& asked, int code, const Telemetry& now, const Machine* plain) {
  if (!asked.motion) return;
  if (code != -1 && code != -2 && code != -7) ++finals_;
  if (asked.told && (code == -1 || code == -2 || code == -7))
    report_(22, "{}#{} of a motion that had been paused", asked.echo, code);
  if (code != 0) return;
  // I23
  const bool still = now.setpoint.velocity.cwiseAbs().maxCoeff() < 1e-3;
  if (!still) report_(23, "{}#0 while legs move", asked.echo);
  if (!asked.moves || plain == nullptr || !now.actual_valid) return;
  for (int i = 0; i < 3; ++i) {
    const auto axis = static_cast<std::size_t>(i);
    if (plain->ends[axis].low == 0.0 && plain->ends[axis].high == 0.0) continue;  // there is no such axis
    const double away = now.actual.position[i] / kMillimetre - asked.pose[axis];
    if (!(std::abs(away) <= kArrived)) return report_(23, "9#0 {:.2f} mm beside its target", away);
  }
}

void Ledger::answer_query(const std::string& echo, std::string_view body, const Telemetry& now,
                          const Machine* plain) {
  const auto code = mdof::decode_code(body);
  const bool pending =
      std::any_of(asked_.begin(), asked_.end(), [](const Asked& asked) { return asked.motion; });
  if (echo == "20" && code != static_cast<int>(shown_connected(now)))
    report_(14, "20#{} in {}", body, to_string(now.state));
  if (echo == "22" && !pending && code != static_cast<int>(shown_moving(now)))
    report_(14, "22#{} in {}", body, to_string(now.state));
  if (echo == "23" && now.state == State::emergency && code != 195)
    report_(14, "23#{} in an emergency", body);
  if (echo == "23" && now.state == State::fault && code == 0) report_(14, "23#0 in a fault");
  if (echo != "24" || !now.actual_valid || plain == nullptr) return;
  const auto six = mdof::decode_six(body);
  if (!six) return report_(14, "24#{} is no pose", body);
  for (int i = 0; i < 3; ++i)
    if (!(std::abs((*six)[static_cast<std::size_t>(i)] - now.actual.position[i] / kMillimetre) <= kShown))
      return report_(14, "24#{} and the platform is elsewhere", body);
}

/// I22: whose motion is held is told, and told again when it goes on.
void Ledger::check_told(const Telemetry& now) {
  const bool own = now.driver.protocol == kProtocol || now.frozen_driver.protocol == kProtocol;
  const bool held = own && now.state == State::holding && now.hold != HoldBy::lost;
  const bool moves = own && (now.state == State::running || now.state == State::to_neutral) &&
                     now.driver.protocol == kProtocol;
  held_ = held ? held_ + 1 : 0;
  moving_ = moves ? moving_ + 1 : 0;
  for (Asked& asked : asked_) {
    if (!asked.motion || asked.waited < kAccepted || now.program == ProgramKind::none) continue;
    if (held_ > kToldWithin && !asked.paused) {
      report_(22, "{} is held and its owner was not told", asked.echo);
      asked.paused = true;
    }
    if (moving_ > kToldWithin && asked.paused) {
      report_(22, "{} goes on and its owner was not told", asked.echo);
      asked.paused = false;
    }
  }
}

void Ledger::look(const Telemetry& now) {
  check_told(now);
  std::erase_if(asked_, [&](Asked& asked) {
    const bool reset = asked.echo == "2" || asked.echo == "3";
    const int most = asked.motion ? kLongest : reset ? kReset : kAtOnce;
    if (++asked.waited <= most) return false;
    report_(21, "{} is not answered", asked.echo);
    return true;
  });
}

void Ledger::close() {
  for (const Asked& asked : asked_) report_(20, "{} never had its final answer", asked.echo);
  asked_.clear();
}

}  // namespace hexad::stack
