// `hexad accept`: checks, asks, moves, reports.

#include "hexad/accept.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "accept/tests.hpp"
#include "hexad/accept_rig.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"
#include "runtime/config/nearest.hpp"
#include "runtime/config/presets.hpp"

namespace hexad::cli {
namespace {

constexpr double kHighestFrequency = 10.0;  // Hz

struct Usage {
  std::string text;
};

std::string whole_file(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  if (!file) throw std::runtime_error{fmt::format("{} cannot be read", path)};
  return {std::istreambuf_iterator<char>{file}, {}};
}

std::vector<accept::TestInfo> chosen_tests(const AcceptOptions& options) {
  std::vector<std::string> names;
  for (const accept::TestInfo& test : accept::tests()) names.emplace_back(test.name);
  for (const std::string& wanted : options.only)
    if (std::find(names.begin(), names.end(), wanted) == names.end())
      throw Usage{fmt::format("--only: no test \"{}\"; did you mean {}? There are {}", wanted,
                              runtime::nearest(wanted, names), fmt::join(names, ", "))};
  std::vector<accept::TestInfo> chosen;
  for (const accept::TestInfo& test : accept::tests())
    if (options.only.empty() ||
        std::find(options.only.begin(), options.only.end(), test.name) != options.only.end())
      chosen.push_back(test);
  return chosen;
}

std::vector<accept::Bound> chosen_bounds(const AcceptOptions& options) {
  std::string file = options.bounds;
  if (file.empty()) {
    const std::optional<std::string> motion = runtime::shipped_motion_folder();
    if (!motion)
      throw std::runtime_error{"share/acceptance/bounds.txt is not found: --bounds FILE, or HEXAD_SHARE"};
    file = (std::filesystem::path{*motion}.parent_path() / "acceptance" / "bounds.txt").string();
  }
  auto bounds = accept::parse_bounds(whole_file(file));
  if (!bounds) throw std::runtime_error{fmt::format("{}: {}", file, bounds.error())};
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

accept::TestResult run_one(const accept::TestInfo& test, ConsoleRig& rig, const accept::Plan& plan) {
  try {
    return test.run(rig, plan);
  } catch (const accept::Refused& refusal) {
    accept::TestResult result{std::string{test.name}, std::string{test.title}};
    result.not_measured = fmt::format("the platform refused a motion: {}", refusal.what());
    rig.say(fmt::format("{}: {}", test.name, result.not_measured));
    return result;
  }
}

/// False: it was interrupted; why is on stderr.
bool move_through(ConsoleRig& rig, const std::string& state, const std::vector<accept::TestInfo>& tests,
                  const accept::Plan& plan, AcceptReport& report) {
  std::string reason;
  try {
    rig.open();
    const double begin = rig.time();
    rig.take();
    if (state == "origin") {
      rig.say("raising the platform");
      rig.act("raise");
    }
    rig.act("neutral");
    for (const accept::TestInfo& test : tests) report.results.push_back(run_one(test, rig, plan));
    rig.act(state == "origin" ? "lower" : "neutral");
    rig.give();
    report.seconds = rig.time() - begin;
    report.sample_rate = rig.sample_rate();
    return true;
  } catch (const std::exception& error) {
    reason = error.what();
  }
  const std::string ended = rig.end();
  print_error(fmt::format("the acceptance was ended early, there is no report: {}{}{}", reason,
                          ended.empty() ? "" : "\n", ended));
  return false;
}

int accepted(const AcceptOptions& options) {
  const std::vector<accept::TestInfo> tests = chosen_tests(options);
  const accept::Plan plan = plan_of(options);
  const std::vector<accept::Bound> bounds = chosen_bounds(options);
  AcceptReport report;
  if (!options.against.empty()) {
    auto earlier = read_earlier(options.against);
    if (!earlier) throw std::runtime_error{earlier.error()};
    report.earlier = *earlier;
  }
  const auto target = runtime::console_target(options.console.to, options.console.token);
  if (!target) throw Usage{"--to: " + target.error()};
  check_writable(options.report);
  check_writable(options.json);

  const RigStatus status = read_status(asked(*target, "/api/status"));
  if (!options.platform.empty() && options.platform != status.platform)
    throw std::runtime_error{
        fmt::format("the platform that runs there is {}, not {}", status.platform, options.platform)};
  if (!status.in_the_way.empty()) throw std::runtime_error{status.in_the_way};
  report.machine = asked(*target, "/api/machine");
  const accept::Facts facts = read_facts(report.machine);
  if (!confirmed(status, options)) return kFailed;

  report.date = fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(std::time(nullptr)));
  report.version = status.version;
  report.platform = status.platform;
  report.simulated = status.simulated;
  report.quick = options.quick;
  report.speed = status.speed;
  runtime::Signals signals;
  ConsoleRig rig{*target, facts, status.speed, signals};
  if (!move_through(rig, status.state, tests, plan, report)) return kFailed;

  report.unused = accept::apply(bounds, report.results);
  bool written = options.report.empty() || write_csv(options.report, accept_page(report));
  if (!options.json.empty()) written = write_csv(options.json, to_json(report)) && written;
  if (options.json != "-" && options.report != "-") print(accept_text(report));
  return written && report.passes() ? kDone : kFailed;
}

}  // namespace

std::size_t AcceptReport::bounds() const {
  std::size_t count = 0;
  for (const accept::TestResult& result : results)
    for (const accept::Figure& figure : result.figures) count += figure.bounds.size();
  return count;
}

std::size_t AcceptReport::broken() const {
  std::size_t count = 0;
  for (const accept::TestResult& result : results)
    for (const accept::Figure& figure : result.figures)
      for (const accept::Bound& bound : figure.bounds) count += bound.holds(figure.value) ? 0U : 1U;
  return count;
}

bool AcceptReport::passes() const {
  return broken() == 0 && std::all_of(results.begin(), results.end(),
                                      [](const accept::TestResult& r) { return r.not_measured.empty(); });
}

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
