// `hexad accept`: checks, asks, moves, reports.

#include "hexad/accept.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "acceptance/conduct.hpp"
#include "acceptance/report_text.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "os/signals.hpp"

namespace hexad::cli {
namespace {

namespace acceptance = runtime::acceptance;
using acceptance::RigStatus;

constexpr double kHighestFrequency = 10.0;  // Hz

struct Usage {
  std::string text;
};

std::vector<accept::Bound> chosen_bounds(const AcceptOptions& options) {
  auto bounds = acceptance::read_bounds(options.bounds);
  if (!bounds) throw std::runtime_error{bounds.error()};
  for (const std::string& text : options.bound) {
    auto bound = accept::parse_bound(text);
    if (!bound) throw Usage{"--bound: " + bound.error()};
    if (bound->source.empty()) bound->source = "--bound";
    bounds->push_back(*bound);
  }
  return *bounds;
}

accept::Plan plan_of(const AcceptOptions& options) {
  accept::Plan plan = options.quick ? accept::Plan::quick() : accept::Plan{};
  for (const double frequency : options.frequencies)
    if (!(frequency >= 0.02 && frequency <= kHighestFrequency))
      throw Usage{fmt::format("--frequencies: {} is not within 0.02 to {} Hz", frequency, kHighestFrequency)};
  if (!options.frequencies.empty()) plan.frequencies = options.frequencies;
  std::sort(plan.frequencies.begin(), plan.frequencies.end());
  plan.frequencies.erase(std::unique(plan.frequencies.begin(), plan.frequencies.end()),
                         plan.frequencies.end());
  return plan;
}

/// Before anything moves: minutes of motion are not for a report that cannot be kept.
void check_writable(const std::string& path) {
  if (path.empty() || path == "-") return;
  const bool was_there = std::filesystem::exists(path);
  const std::ofstream file{path, std::ios::app};
  if (!file) throw std::runtime_error{fmt::format("{} cannot be written", path)};
  if (!was_there) std::filesystem::remove(path);
}

std::string asked(const runtime::ConsoleTarget& target, const std::string& path) {
  auto answer = runtime::console_get(target, path);
  if (!answer) throw std::runtime_error{answer.error()};
  return *answer;
}

/// People stand on the real thing.
bool confirmed(const RigStatus& status, const AcceptOptions& options) {
  if (status.simulated || options.yes) return true;
  const std::string what = fmt::format(
      "{} has real drives and will move through its whole reach, up to its full speed, for some minutes.\n"
      "Nobody may stand on it or near it; somebody must have the e-stop button at hand.\n",
      status.platform);
  if (::isatty(STDIN_FILENO) == 0) {
    print_error(what + "Say so with --yes.");
    return false;
  }
  print_hint(what + "Type yes to begin:");
  std::string line;
  std::getline(std::cin, line);
  if (line == "yes") return true;
  print_error("not confirmed: nothing has moved");
  return false;
}

std::string text_of(const accept::Report& report) {
  Table table{{"test", "figures", "bounds", "not kept"}};
  for (const accept::TestResult& result : report.results) {
    std::size_t bounds = 0;
    std::size_t broken = 0;
    for (const accept::Figure& figure : result.figures)
      for (const accept::Bound& bound : figure.bounds) {
        ++bounds;
        broken += bound.holds(figure.value) ? 0U : 1U;
      }
    table.add(
        {result.name, std::to_string(result.figures.size()), std::to_string(bounds), std::to_string(broken)});
  }
  std::string text = table.text() + acceptance::verdict_text(report) + '\n';
  for (const std::string& line : acceptance::broken_lines(report)) text += "  " + line + '\n';
  return text;
}

int accepted(const AcceptOptions& options) {
  const auto tests = acceptance::choose_tests(options.only);
  if (!tests) throw Usage{"--only: " + tests.error()};
  const accept::Plan plan = plan_of(options);
  const std::vector<accept::Bound> bounds = chosen_bounds(options);
  std::optional<accept::EarlierReport> earlier;
  if (!options.against.empty()) {
    auto read = acceptance::read_earlier(options.against);
    if (!read) throw std::runtime_error{read.error()};
    earlier = *read;
  }
  const auto target = runtime::console_target(options.console.to, options.console.token);
  if (!target) throw Usage{"--to: " + target.error()};
  check_writable(options.report);
  check_writable(options.json);

  const RigStatus status = acceptance::read_status(asked(*target, "/api/status"));
  if (!options.platform.empty() && options.platform != status.platform)
    throw std::runtime_error{
        fmt::format("the platform that runs there is {}, not {}", status.platform, options.platform)};
  if (status.in_the_way) throw std::runtime_error{words::to_text(status.in_the_way)};
  accept::Report report = acceptance::begin_report(status, asked(*target, "/api/machine"), options.quick);
  report.earlier = earlier;
  const accept::Facts facts = acceptance::read_facts(report.machine);
  if (!confirmed(status, options)) return kFailed;

  runtime::Signals signals;
  acceptance::ConsoleRig rig{*target,
                             facts,
                             status,
                             {.interrupted =
                                  [&] {
                                    return signals.take() != 0 ? words::Message{words::Id::accept_interrupted}
                                                               : words::Message{};
                                  },
                              .say = [](const words::Message& line) { print_hint(words::to_text(line)); }}};
  if (const words::Message ended = acceptance::conduct(rig, status.state, *tests, plan, report)) {
    print_error(words::to_text(ended));
    return kFailed;
  }

  report.unused = accept::apply(bounds, report.results);
  bool written = options.report.empty() || write_csv(options.report, acceptance::page_of(report));
  if (!options.json.empty()) written = write_csv(options.json, acceptance::to_json(report)) && written;
  if (options.json != "-" && options.report != "-") print(text_of(report));
  return written && report.passes() ? kDone : kFailed;
}

}  // namespace

int accept(const AcceptOptions& options) {
  try {
    return accepted(options);
  } catch (const Usage& usage) {
    print_error(usage.text);
    return kUsage;
  } catch (const std::exception& error) {
    print_error(error.what());
    return kFailed;
  }
}

}  // namespace hexad::cli
