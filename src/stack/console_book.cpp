#include "stack/console_book.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/units.hpp"
#include "words/own_endpoints.hpp"

namespace hexad::stack {
namespace {

using Json = nlohmann::json;

constexpr Duration kLongestAnswer = std::chrono::seconds{8};  // a reset back to power-up
constexpr Duration kKept = std::chrono::seconds{12};

/// The numbers behind the first word.
std::vector<double> numbers_in(const std::string& said) {
  std::vector<double> numbers;
  const char* at = said.c_str() + std::min(said.find(' '), said.size());
  for (char* end = nullptr; *at != '\0'; at = end) {
    numbers.push_back(std::strtod(at, &end));
    if (end == at) return {};
  }
  return numbers;
}

bool is(const std::string& said, std::string_view word) { return said.compare(0, said.find(' '), word) == 0; }

/// Who may look may stop.
bool stops(const std::string& said) { return is(said, "stop") || is(said, "hold") || is(said, "estop"); }

bool is_allowed(const std::string& said, Role role) {
  if (stops(said)) return true;
  return is(said, "inject") ? role == Role::engineer : role >= Role::operate;
}

/// What orders of these lives can become.
bool is_ordered(const What& what) {
  return std::holds_alternative<MoveTo>(what) || std::holds_alternative<Go>(what) ||
         std::holds_alternative<Control>(what) || std::holds_alternative<Give>(what) ||
         std::holds_alternative<SpeedOverride>(what) || std::holds_alternative<SetOutputs>(what) ||
         std::holds_alternative<Jog>(what);
}

/// Whether that is what was said, which is read a second time here.
struct Meant {
  const std::string& said;

  bool operator()(const MoveTo& move) const {
    const std::vector<double> pose = numbers_in(said);
    if (!is(said, "go") || pose.size() != kAxes) return false;
    for (std::size_t i = 0; i < kAxes; ++i)
      if (std::abs(move.target[i] - pose[i] * (i < 3 ? kMillimetre : kDegree)) > 1e-9) return false;
    return true;
  }
  bool operator()(const Go& go) const {
    constexpr std::array<std::pair<std::string_view, Step>, 4> kSteps{
        {{"zero", Step::zero}, {"raise", Step::raise}, {"neutral", Step::neutral}, {"lower", Step::descend}}};
    return std::any_of(kSteps.begin(), kSteps.end(),
                       [&](const auto& row) { return is(said, row.first) && go.step == row.second; });
  }
  bool operator()(Control control) const {
    constexpr std::array<std::pair<std::string_view, Control>, 9> kWords{{{"stop", Control::stop},
                                                                          {"hold", Control::hold},
                                                                          {"estop", Control::press_button},
                                                                          {"release", Control::free_button},
                                                                          {"resume", Control::resume},
                                                                          {"reset", Control::reset},
                                                                          {"take", Control::take},
                                                                          {"enable", Control::enable},
                                                                          {"disable", Control::disable}}};
    return std::any_of(kWords.begin(), kWords.end(),
                       [&](const auto& row) { return is(said, row.first) && control == row.second; });
  }
  bool operator()(const Give&) const { return is(said, "give"); }
  bool operator()(const SpeedOverride& speed) const {
    return is(said, "override") && std::abs(speed.share - 0.01 * numbers_in(said).at(0)) < 1e-9;
  }
  bool operator()(const SetOutputs& outputs) const {
    if (is(said, "relays")) return outputs.set_relays && outputs.relays == numbers_in(said).at(0);
    return is(said, "outputs") && outputs.set_digital && outputs.digital == numbers_in(said).at(0);
  }
  bool operator()(const Jog& jog) const {
    const std::vector<double> numbers = numbers_in(said);
    return is(said, "jog") && jog.legs == 1u << static_cast<unsigned>(numbers.at(0) - 1) &&
           std::abs(jog.speed - numbers.at(1) * kMillimetre) < 1e-9;
  }
  template <class Other>
  bool operator()(const Other&) const {
    return false;
  }
};

Json document_of(const std::string& said) {
  if (is(said, "jog")) {
    const std::vector<double> numbers = numbers_in(said);
    return {{"action", "jog"}, {"legs", {static_cast<int>(numbers.at(0))}}, {"speed", numbers.at(1)}};
  }
  const std::size_t blank = said.find(' ');
  auto typed = typed_order(said.substr(0, blank), blank == std::string::npos ? "" : said.substr(blank + 1));
  return typed ? *std::move(typed) : Json{{"action", said}};
}

}  // namespace

Asker asker_of(int console) {
  constexpr std::array kRoles{Role::engineer, Role::engineer, Role::watch, Role::operate};
  return {static_cast<std::uint64_t>(console), kRoles.at(static_cast<std::size_t>(console)), "10.0.0.9"};
}

std::string ConsoleBook::send(const std::string& said, const std::string& heard, int console, TimePoint now) {
  const Asker asker = asker_of(console);
  const std::uint64_t id = ++last_id_;
  sent_.push_back({std::to_string(id), said, asker.console, is_allowed(said, asker.role), now});
  if (heard.empty()) return {};
  Json message = document_of(heard);
  message["type"] = "order";
  message["id"] = id;
  return message.dump();
}

void ConsoleBook::answered(std::uint64_t console, const std::string& id, const OperatorReply& reply) {
  const auto sent = std::find_if(sent_.begin(), sent_.end(), [&](const Sent& one) { return one.id == id; });
  if (sent == sent_.end()) return report_(66, "console {} is answered what nobody has asked", console);
  if (sent->console != console)
    report_(66, "console {} is answered what console {} has asked: {}", console, sent->console, sent->said);
  if (++sent->answers > 1) report_(66, "an order is answered twice: {}", sent->said);
  using Result = OperatorReply::Result;
  if (!sent->may && reply.result != Result::refused)
    report_(67, "what its role does not allow is answered {}: {}", to_string(reply.result), sent->said);
  if (sent->may && stops(sent->said) && reply.result == Result::refused)
    report_(67, "somebody who stops is refused: {}", sent->said);
}

/// What stands in a tick was ordered by somebody who may, as he said it.
bool ConsoleBook::take(const What& what) {
  for (Sent& sent : sent_) {
    if (!sent.may || (sent.spent && !is(sent.said, "jog")) || !std::visit(Meant{sent.said}, what)) continue;
    sent.spent = true;
    return true;
  }
  return false;
}

void ConsoleBook::look(std::span<const Request> requests, TimePoint now) {
  for (const Request& request : requests) {
    if (request.driver != kOperatorEndpoint || !is_ordered(request.what)) continue;
    const auto* const jog = std::get_if<Jog>(&request.what);
    if (jog != nullptr && jog->speed == 0.0) continue;  // the button was let go
    if (!take(request.what)) report_(68, "the core is asked what nobody has ordered so");
  }
  for (Sent& sent : sent_)
    if (sent.answers == 0 && now - sent.at > kLongestAnswer) {
      report_(66, "an order of console {} is not answered: {}", sent.console, sent.said);
      sent.answers = 1;
    }
  std::erase_if(sent_, [&](const Sent& sent) { return now - sent.at > kKept; });
}

}  // namespace hexad::stack
