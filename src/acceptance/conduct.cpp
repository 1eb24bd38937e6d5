#include "acceptance/conduct.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "config/presets.hpp"
#include "messages/say.hpp"
#include "text/nearest.hpp"

namespace hexad::runtime::acceptance {
namespace {

using words::Id;
using words::say;

accept::TestResult run_one(const accept::TestInfo& test, ConsoleRig& rig, const accept::Plan& plan) {
  try {
    return test.run(rig, plan);
  } catch (const accept::Refused& refusal) {
    accept::TestResult result{std::string{test.name}, std::string{test.title}};
    result.not_measured = say<Id::accept_refused_motion>(refusal.why);
    rig.say(say<Id::accept_not_measured>(test.name, result.not_measured));
    return result;
  }
}

}  // namespace

Result<std::vector<accept::TestInfo>, std::string> choose_tests(const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const accept::TestInfo& test : accept::tests()) known.emplace_back(test.name);
  for (const std::string& wanted : names)
    if (std::find(known.begin(), known.end(), wanted) == known.end())
      return Failure{fmt::format("no test \"{}\"; did you mean {}? There are {}", wanted,
                                 nearest(wanted, known), fmt::join(known, ", "))};
  std::vector<accept::TestInfo> chosen;
  for (const accept::TestInfo& test : accept::tests())
    if (names.empty() || std::find(names.begin(), names.end(), test.name) != names.end())
      chosen.push_back(test);
  return chosen;
}

Result<std::vector<accept::Bound>, std::string> read_bounds(std::string file) {
  if (file.empty()) {
    const std::optional<std::string> motion = shipped_motion_folder();
    if (!motion)
      return Failure{std::string{"share/acceptance/bounds.txt is not found: --bounds FILE, or HEXAD_SHARE"}};
    file = (std::filesystem::path{*motion}.parent_path() / "acceptance" / "bounds.txt").string();
  }
  std::ifstream stream{file, std::ios::binary};
  if (!stream) return Failure{fmt::format("{} cannot be read", file)};
  auto bounds = accept::parse_bounds(std::string{std::istreambuf_iterator<char>{stream}, {}});
  if (!bounds) return Failure{fmt::format("{}: {}", file, bounds.error())};
  return *bounds;
}

accept::Report begin_report(const RigStatus& status, std::string machine, bool quick) {
  accept::Report report;
  report.date = fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(std::time(nullptr)));
  report.version = status.version;
  report.platform = status.platform;
  report.simulated = status.simulated;
  report.quick = quick;
  report.speed = status.speed;
  report.machine = std::move(machine);
  return report;
}

words::Message conduct(ConsoleRig& rig, const std::string& state, const std::vector<accept::TestInfo>& tests,
                       const accept::Plan& plan, accept::Report& report) {
  words::Message reason;
  try {
    rig.open();
    const double begin = rig.time();
    rig.take();
    if (state == "origin") {
      rig.say(Id::accept_raising);
      rig.act("raise");
    }
    rig.act("neutral");
    for (const accept::TestInfo& test : tests) report.results.push_back(run_one(test, rig, plan));
    rig.act(state == "origin" ? "lower" : "neutral");
    rig.give();
    report.seconds = rig.time() - begin;
    report.sample_rate = rig.sample_rate();
    return {};
  } catch (const accept::Hindrance& hindrance) {
    reason = hindrance.why;
  } catch (const std::exception& error) {
    reason = say<Id::as_told>(error.what());
  }
  reason = say<Id::accept_ended_early>(reason);
  const words::Message ended = rig.end();
  return ended ? say<Id::accept_and_then>(reason, ended) : reason;
}

}  // namespace hexad::runtime::acceptance
