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

namespace hexad::acceptance {
namespace {

using messages::Id;
using messages::say;

acceptance::TestResult run_one(const acceptance::TestInfo& test, OperatorRig& platform,
                               const acceptance::Plan& plan) {
  try {
    return test.run(platform, plan);
  } catch (const acceptance::Refused& refusal) {
    acceptance::TestResult result{std::string{test.name}, test.title};
    result.not_measured = say<Id::accept_refused_motion>(refusal.why);
    platform.say(say<Id::accept_not_measured>(test.name, result.not_measured));
    return result;
  }
}

}  // namespace

Result<std::vector<acceptance::TestInfo>, messages::Message> choose_tests(
    const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const acceptance::TestInfo& test : acceptance::tests()) known.emplace_back(test.name);
  for (const std::string& wanted : names)
    if (std::find(known.begin(), known.end(), wanted) == known.end())
      return Failure{
          say<Id::accept_no_test>(wanted, nearest(wanted, known), fmt::format("{}", fmt::join(known, ", ")))};
  std::vector<acceptance::TestInfo> chosen;
  for (const acceptance::TestInfo& test : acceptance::tests())
    if (names.empty() || std::find(names.begin(), names.end(), test.name) != names.end())
      chosen.push_back(test);
  return chosen;
}

Result<std::vector<acceptance::Bound>, messages::Message> read_bounds(std::string file) {
  if (file.empty()) {
    const std::optional<std::string> motion = shipped_motion_folder();
    if (!motion) return Failure{messages::Message{Id::accept_no_bounds_file}};
    file = (std::filesystem::path{*motion}.parent_path() / "acceptance" / "bounds.txt").string();
  }
  std::ifstream stream{file, std::ios::binary};
  if (!stream) return Failure{say<Id::file_unreadable_no_reason>(file)};
  auto bounds = acceptance::parse_bounds(std::string{std::istreambuf_iterator<char>{stream}, {}});
  if (!bounds) return Failure{say<Id::at_file>(file, bounds.error())};
  return *bounds;
}

std::string date_text() { return fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(std::time(nullptr))); }

messages::Message conduct(OperatorRig& platform, State state, const std::vector<acceptance::TestInfo>& tests,
                          const acceptance::Plan& plan, acceptance::Report& report, const Begins& begins) {
  messages::Message reason;
  try {
    const double begin = platform.time();
    platform.take();
    if (state == State::origin) {
      platform.say(Id::accept_raising);
      platform.act("raise");
    }
    platform.act("neutral");
    for (const acceptance::TestInfo& test : tests) {
      if (begins) begins(report.results.size(), platform.time() - begin);
      report.results.push_back(run_one(test, platform, plan));
    }
    platform.act(state == State::origin ? "lower" : "neutral");
    platform.give();
    report.seconds = platform.time() - begin;
    report.sample_rate = platform.sample_rate();
    return {};
  } catch (const acceptance::Hindrance& hindrance) {
    reason = hindrance.why;
  } catch (const std::exception& error) {
    reason = say<Id::as_told>(error.what());
  }
  reason = say<Id::accept_ended_early>(reason);
  const messages::Message ended = platform.end();
  return ended ? say<Id::accept_and_then>(reason, ended) : reason;
}

}  // namespace hexad::acceptance
