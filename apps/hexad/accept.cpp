// `hexad accept`: has the running program test its platform, shows how far it is, keeps the report.

#include "hexad/accept.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "acceptance/conduct.hpp"
#include "acceptance/report_text.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "os/signals.hpp"
#include "os/terminal.hpp"
#include "os/wait.hpp"
#include "web/console_client.hpp"

namespace hexad::cli {
namespace {

using UnorderedJson = nlohmann::json;

constexpr double kHighestFrequency = 10.0;  // Hz

std::string content_of(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

struct Usage {
  std::string text;
};

/// What the running program is asked for. Files are looked at here, before the platform is.
UnorderedJson request_of(const AcceptOptions& options) {
  UnorderedJson request{{"quick", options.quick}, {"confirm", true}, {"attended", true}};
  const auto tests = acceptance::choose_tests(options.only);
  if (!tests)
    throw Usage{messages::to_text(messages::say<messages::Id::option_wrong>("--only", tests.error()))};
  if (!options.only.empty()) request["tests"] = options.only;
  for (const double frequency : options.frequencies)
    if (!(frequency >= 0.02 && frequency <= kHighestFrequency))
      throw Usage{
          messages::to_text(messages::say<messages::Id::accept_frequency>(frequency, kHighestFrequency))};
  if (!options.frequencies.empty()) request["frequencies"] = options.frequencies;
  if (!options.bounds.empty()) {
    const auto bounds = acceptance::read_bounds(options.bounds);
    if (!bounds) throw std::runtime_error{messages::to_text(bounds.error())};
    request["bounds"] = content_of(options.bounds);
  }
  for (const std::string& text : options.bound) {
    const auto bound = acceptance::parse_bound(text);
    if (!bound)
      throw Usage{messages::to_text(messages::say<messages::Id::option_wrong>("--bound", bound.error()))};
    request["bound"].push_back(text);
  }
  if (!options.against.empty()) {
    const auto earlier = acceptance::read_earlier(options.against);
    if (!earlier) throw std::runtime_error{messages::to_text(earlier.error())};
    request["earlier"] = {{"name", options.against}, {"text", content_of(options.against)}};
  }
  return request;
}

/// Before anything moves: minutes of motion are not for a report that cannot be kept.
void check_writable(const std::string& path) {
  if (path.empty() || path == "-") return;
  const bool was_there = std::filesystem::exists(path);
  const std::ofstream file{path, std::ios::app};
  if (!file)
    throw std::runtime_error{messages::to_text(messages::say<messages::Id::file_unwritable_no_reason>(path))};
  if (!was_there) std::filesystem::remove(path);
}

/// People stand on the real thing.
bool confirmed(const UnorderedJson& status, const AcceptOptions& options) {
  if (status.at("simulated").get<bool>() || options.yes) return true;
  const auto what = messages::say<messages::Id::accept_moves>(status.at("platform").get<std::string>());
  if (!is_terminal(Stream::in)) {
    print_error(messages::say<messages::Id::accept_say_yes>(what));
    return false;
  }
  print_hint(messages::say<messages::Id::accept_type_yes>(what));
  std::string line;
  std::getline(std::cin, line);
  if (line == "yes") return true;
  print_error(messages::Id::accept_not_confirmed);
  return false;
}

std::string text_of(const UnorderedJson& result) {
  Table table{headings(messages::Id::head_accept)};
  for (const UnorderedJson& test : result.at("tests")) {
    std::size_t bounds = 0;
    std::size_t broken = 0;
    for (const UnorderedJson& figure : test.at("figures"))
      for (const UnorderedJson& bound : figure.at("bounds")) {
        ++bounds;
        broken += bound.at("kept").get<bool>() ? 0U : 1U;
      }
    table.add({test.at("name").get<std::string>(), std::to_string(test.at("figures").size()),
               std::to_string(bounds), std::to_string(broken)});
  }
  const messages::Message known = messages::from_json(result.value("verdict_message", UnorderedJson{}));
  const std::string verdict = known ? messages::to_text(known) : result.at("verdict").get<std::string>();
  std::string text = table.text() + verdict + '\n';
  const UnorderedJson lines = result.value("not_kept_messages", UnorderedJson::array());
  for (std::size_t i = 0; i < result.at("not_kept").size(); ++i) {
    const messages::Message line = i < lines.size() ? messages::from_json(lines[i]) : messages::Message{};
    text += "  " + (line ? messages::to_text(line) : result["not_kept"][i].get<std::string>()) + '\n';
  }
  return text;
}

/// A message of the table in the language of this program; of another version of it, in its own words.
std::string said(const UnorderedJson& told, const char* text) {
  const messages::Message known = messages::from_json(told.at("message"));
  if (known) return messages::to_text(known);
  return told.at(text).is_string() ? told[text].get<std::string>() : spoken<messages::Id::accept_was_ended>();
}

/// Shows how far it is until it has ended. Ctrl-C has the program stop the platform and give control back.
UnorderedJson followed(const web::ConsoleTarget& target, Signals& signals) {
  std::size_t shown = 0;
  bool cancelled = false;
  for (;;) {
    const UnorderedJson now = UnorderedJson::parse(told(web::console_get(target, "/api/accept")));
    for (; shown < now.at("lines").size(); ++shown) print_hint(as_told(said(now["lines"][shown], "text")));
    if (now.at("state") != "running" && now.at("state") != "cancelling") return now;
    wait_readable(signals.get(), std::chrono::milliseconds{100});
    if (signals.take() == 0 || std::exchange(cancelled, true)) continue;
    print_hint(messages::Id::accept_interrupted);
    (void)web::console_post(target, "/api/accept/cancel", "{}", std::chrono::seconds{10});
  }
}

/// Of the report that was made just now, whole.
std::string page_of(const web::ConsoleTarget& target, const UnorderedJson& now) {
  for (const UnorderedJson& report : now.at("reports"))
    if (report.at("name") == now.at("report")) return told(web::console_get(target, report.at("address")));
  throw std::runtime_error{spoken<messages::Id::accept_not_kept_here>()};
}

int accepted(const AcceptOptions& options) {
  const UnorderedJson request = request_of(options);
  const auto target = web::console_target(options.console.address());
  if (!target) throw Usage{"--to: " + messages::to_text(target.error())};
  check_writable(options.report);
  check_writable(options.json);
  const UnorderedJson status = UnorderedJson::parse(told(web::console_get(*target, "/api/status")));
  if (!options.platform.empty() && options.platform != status.at("platform"))
    throw std::runtime_error{messages::to_text(messages::say<messages::Id::accept_other_platform>(
        status["platform"].get<std::string>(), options.platform))};
  if (!confirmed(status, options)) return kFailed;

  Signals signals;
  told(web::console_post(*target, "/api/accept", request.dump(), std::chrono::seconds{10}));
  const UnorderedJson now = followed(*target, signals);
  if (now.at("state") != "done") {
    print_error(as_told(said(now, "reason")));
    return kFailed;
  }
  const std::string page = page_of(*target, now);
  bool written = options.report.empty() || write_csv(options.report, page);
  if (!options.json.empty()) written = write_csv(options.json, acceptance::document_text(page)) && written;
  if (options.json != "-" && options.report != "-") print(text_of(now.at("result")));
  return written && now["result"].at("passes").get<bool>() ? kDone : kFailed;
}

}  // namespace

int accept(const AcceptOptions& options) {
  try {
    return accepted(options);
  } catch (const Usage& usage) {
    print_error(as_told(usage.text));
    return kUsage;
  } catch (const std::exception& error) {
    print_error(as_told(error.what()));
    return kFailed;
  }
}

}  // namespace hexad::cli
