#include "hexad/commission.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/units.hpp"
#include "hexad/console.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/held_key.hpp"
#include "hexad/output.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "os/signals.hpp"
#include "os/terminal.hpp"
#include "text/page.hpp"
#include "web/console_client.hpp"

namespace hexad::cli {
namespace {
namespace terminal {

using CommissionJson = nlohmann::json;
using Clock = HeldKey::Clock;
using namespace std::chrono_literals;

constexpr auto kLookEvery = 200ms;
constexpr auto kBeatEvery = 40ms;
constexpr auto kWait = 20ms;

/// {"text", "message"} in the language of this program.
std::string said(const CommissionJson& line) {
  if (!line.is_object()) return {};
  const messages::Message known = messages::from_json(line.at("message"));
  return known ? messages::to_text(known) : line.at("text").get<std::string>();
}

class Commission {
 public:
  Commission(const web::ConsoleTarget& target, Signals& signals) : target_{target}, signals_{signals} {}

  /// Until it has ended; what the program says of it then.
  CommissionJson follow() {
    const RawTerminal terminal;
    for (;;) {
      const Clock::time_point now = Clock::now();
      if (now - looked_ >= kLookEvery && !key_.held(now)) look();
      if (state_.at("state") != "running") return state_;
      terminal.wait(signals_.get(), kWait);
      if (signals_.take() != 0) post("/api/commission/cancel", CommissionJson::object());
      if (const std::string letters = terminal.read(); !letters.empty()) take(letters);
      if (was_held_ && !key_.held(Clock::now())) {
        was_held_ = false;
        status("");
        look();
        ask();
      }
    }
  }

 private:
  void look() {
    looked_ = Clock::now();
    state_ = CommissionJson::parse(told(web::console_get(target_, "/api/commission")));
    if (state_.at("state") != "running") return;
    const std::string now = said(state_.at("to_do"));
    if (now != shown_) {
      show_results();
      shown_ = now;
      line(now);
      question_ = state_.at("stage") == "asking" ? 1 : 0;
      answer_ = {{"leg", state_.at("leg")}, {"longer", true}, {"distance_mm", 0.0}};
      ask();
    }
    if (const std::string refused = said(state_.at("refused")); !refused.empty()) status("  " + refused);
  }

  /// What was found of legs that are done.
  void show_results() {
    const CommissionJson& results = state_.at("results");
    for (; results_ + 1 < results.size() || (results_ < results.size() && results[results_].at("complete"));
         ++results_)
      for (const CommissionJson& finding : results[results_].at("findings"))
        line(fmt::format("  {} {}", finding.at("wrong").get<bool>() ? "✗" : "·", said(finding)));
  }

  void take(const std::string& letters) {
    const bool space = letters.find(' ') != std::string::npos;
    if (question_ == 0 && space) return beat();
    for (const char letter : letters) question_ > 0 ? typed(letter) : command(letter);
  }

  void beat() {
    const Clock::time_point now = Clock::now();
    const auto press = key_.read(now);
    if (!press) return status("  " + spoken<messages::Id::commission_keep_holding>());
    was_held_ = true;
    if (now - beat_ < kBeatEvery) return;
    beat_ = now;
    const auto answer = web::console_post(
        target_, "/api/ctl", CommissionJson{{"action", "commission"}, {"press", *press}}.dump(), 2s);
    if (!answer) return status("  " + messages::to_text(answer.error()));
    if (now - looked_ >= kLookEvery) {
      look();
      if (question_ > 0 || state_.at("state") != "running") return;
      const CommissionJson& leg = state_.at("now");
      status(fmt::format("  {:9.2f} mm {:7.2f} Nm", leg.at("extension_mm").get<double>(),
                         leg.at("torque_nm").get<double>()));
    }
  }

  void command(char letter) {
    if (letter == 'q') post("/api/commission/cancel", CommissionJson::object());
    if (letter == 'n') post("/api/commission/next", CommissionJson::object());
    if (letter == 'r') post("/api/commission/repeat", CommissionJson::object());
    if (letter == 'q' || letter == 'n' || letter == 'r') look();
  }

  void ask() {
    if (question_ == 1)
      status("  " + spoken<messages::Id::commission_which_leg>(answer_.at("leg").get<int>()));
    if (question_ == 2) status("  " + spoken<messages::Id::commission_longer>());
    if (question_ == 3) status("  " + spoken<messages::Id::commission_ruler>());
  }

  void typed(char letter) {
    if (letter == 127 || letter == 8) {
      if (!typed_.empty()) typed_.pop_back();
    } else if (letter == ' ') {
      return;  // still held
    } else if (letter != '\n' && letter != '\r') {
      typed_ += letter;
      std::fputc(letter, stderr);
      return;
    } else if (!keep(typed_)) {
      typed_.clear();
    } else {
      typed_.clear();
      line("");
      if (++question_ > 3) {
        question_ = 0;
        post("/api/commission/answer", answer_);
        return look();
      }
    }
    ask();
    std::fputs(typed_.c_str(), stderr);
  }

  /// False = it is none.
  bool keep(const std::string& text) {
    if (text.empty()) return true;
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    const bool is_number = *end == '\0' && number >= 0.0;
    if (question_ == 2) {
      if (text != "y" && text != "n") return false;
      answer_["longer"] = text == "y";
      return true;
    }
    if (!is_number) return false;
    if (question_ == 1) answer_["leg"] = static_cast<unsigned>(number);
    if (question_ == 3) answer_["distance_mm"] = number;
    return true;
  }

  void post(const std::string& path, const CommissionJson& body) {
    const auto answer = web::console_post(target_, path, body.dump(), 5s);
    if (!answer) line("  " + messages::to_text(answer.error()));
  }
  void status(const std::string& text) {
    std::fprintf(stderr, "\r\033[K%s", text.c_str());
    std::fflush(stderr);
  }
  void line(const std::string& text) {
    std::fprintf(stderr, "\r\033[K%s\n", text.c_str());
    std::fflush(stderr);
  }

  const web::ConsoleTarget& target_;
  Signals& signals_;
  HeldKey key_;
  CommissionJson state_{{"state", "running"}};
  Clock::time_point looked_{};
  Clock::time_point beat_{};
  std::string shown_;
  std::string typed_;
  CommissionJson answer_;
  std::size_t results_ = 0;
  int question_ = 0;  ///< 1 to 3; 0 = none
  bool was_held_ = false;
};

bool confirmed(const CommissionOptions& options, const CommissionJson& status) {
  if (options.yes) return true;
  print_hint(messages::say<messages::Id::commission_type_yes>(status.at("platform").get<std::string>(),
                                                              options.distance * kMillimetre));
  std::string line;
  std::getline(std::cin, line);
  if (line == "yes") return true;
  print_error(messages::Id::accept_not_confirmed);
  return false;
}

std::string figure(const CommissionJson& figures, const char* key, int digits) {
  return figures.at(key).is_number() ? fixed(figures[key].get<double>(), digits) : "-";
}

void print_outcome(const CommissionJson& end) {
  Table table{headings(messages::Id::head_commission)};
  for (const CommissionJson& one : end.at("results")) {
    const CommissionJson& f = one.at("figures");
    table.add({(one.at("wrong").get<bool>() ? "✗ " : "") + std::to_string(one.at("leg").get<int>()),
               figure(f, "scale", 3), figure(f, "delay_ms", 1), figure(f, "following_mm", 3),
               figure(f, "backlash_mm", 3), figure(f, "friction_n", 0), figure(f, "load_nm", 2),
               figure(f, "slip_mm", 2)});
  }
  print(table.text());
  for (const CommissionJson& one : end.at("results"))
    for (const CommissionJson& finding : one.at("findings"))
      print(fmt::format("{} {}\n", finding.at("wrong").get<bool>() ? "✗" : "·", said(finding)));
  print("\n" + end.at("suggested").get<std::string>());
  print("\n" + said(end.at("verdict")) + "\n");
}

int commissioned(const CommissionOptions& options) {
  const auto target = web::console_target(options.console.address());
  if (!target) {
    print_error(messages::say<messages::Id::option_wrong>("--to", target.error()));
    return kUsage;
  }
  if (!is_terminal(Stream::in)) {
    print_error(messages::Id::commission_needs_terminal);
    return kUsage;
  }
  const CommissionJson status = CommissionJson::parse(told(web::console_get(*target, "/api/status")));
  if (!confirmed(options, status)) return kFailed;
  CommissionJson request{{"confirm", true},
                         {"distance_mm", options.distance},
                         {"speed_mm_s", options.speed},
                         {"torque_percent", options.torque},
                         {"place", options.place},
                         {"operator", options.conducted_by}};
  if (!options.legs.empty()) request["legs"] = options.legs;
  Signals signals;
  told(web::console_post(*target, "/api/commission", request.dump(), 10s));
  print_hint(messages::Id::commission_keys);
  const CommissionJson end = Commission{*target, signals}.follow();
  print_outcome(end);
  if (end.at("reason").is_object()) print_error(as_told(said(end["reason"])));
  bool written = true;
  for (const CommissionJson& report : end.at("reports"))
    if (report.at("name") == end.at("report")) {
      const std::string page = told(web::console_get(*target, report.at("address")));
      if (!options.report.empty()) written = write_csv(options.report, page);
      if (!options.json.empty())
        written = write_csv(options.json, html::carried_in("hexad-commission", page) + "\n") && written;
      print_hint(as_told(report.at("name").get<std::string>()));
    }
  return written && end.at("state") == "done" && end.at("passes") == true ? kDone : kFailed;
}

}  // namespace terminal
}  // namespace

int commission(const CommissionOptions& options) {
  try {
    return terminal::commissioned(options);
  } catch (const std::exception& error) {
    print_error(as_told(error.what()));
    return kFailed;
  }
}

}  // namespace hexad::cli
