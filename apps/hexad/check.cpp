// `hexad check`: every problem of a parameter file, in words.

#include <fmt/format.h>

#include "config/build_machine.hpp"
#include "hexad/commands.hpp"
#include "hexad/config_csv.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"
#include "messages/print.hpp"

namespace hexad::cli {
namespace {

using messages::Id;

std::string summary(const Machine& machine) {
  const auto mm = [](double metres) { return fixed(metres / kMillimetre, 3); };
  if (machine.geometry.legs == 0) return spoken<Id::check_rotary_alone>() + '\n';
  return spoken<Id::check_heights>(mm(machine.heights.bottom.position.z()),
                                   mm(machine.heights.neutral.position.z()),
                                   mm(machine.heights.top.position.z())) +
         '\n' + spoken<Id::check_leg_speed>(mm(machine.drive.leg_speed()), mm(machine.limits.leg.velocity)) +
         '\n';
}

std::string counted(const std::string& file, std::ptrdiff_t errors, std::ptrdiff_t warnings) {
  return spoken<Id::check_counted>(file,
                                   errors == 1 ? messages::say<Id::check_one_error>(errors)
                                               : messages::say<Id::check_errors>(errors),
                                   warnings == 1 ? messages::say<Id::check_one_warning>(warnings)
                                                 : messages::say<Id::check_warnings>(warnings)) +
         '\n';
}

int check_csv(const CheckOptions& options) {
  using Kind = kinematics::Finding::Kind;
  const auto checked = open_config_csv(options.file);
  if (!checked) return kFailed;
  const auto count = [&](Kind kind) {
    return std::count_if(checked->findings.begin(), checked->findings.end(),
                         [kind](const auto& one) { return one.kind == kind; });
  };
  for (const kinematics::Finding& finding : checked->findings) {
    if (finding.kind == Kind::note) print(spoken<Id::check_note>(options.file, finding.what) + '\n');
    if (finding.kind == Kind::warning) print_warning(finding.what);
    if (finding.kind == Kind::error) print_error(finding.what);
  }
  if (checked->machine) print(summary(*checked->machine));
  print(counted(options.file, count(Kind::error), count(Kind::warning)));
  return count(Kind::error) > 0 ? kFailed : kDone;
}

}  // namespace

int check(const CheckOptions& options) {
  if (is_config_csv(options.file)) return check_csv(options);
  Loaded loaded = hexad::load_file(options.file);
  Problems problems = loaded.problems;
  if (loaded.ok()) {
    const BuiltMachine built = hexad::build_machine(loaded);
    problems.insert(problems.end(), built.problems.begin(), built.problems.end());
    for (const Problem& problem : problems)
      if (problem.kind == Problem::Kind::note) print(hexad::in_words(problem) + '\n');
    if (built.machine) print(summary(*built.machine));
  }
  print_problems(problems);
  const auto count = [&problems](Problem::Kind kind) {
    return std::count_if(problems.begin(), problems.end(), [kind](const auto& p) { return p.kind == kind; });
  };
  const auto errors = count(Problem::Kind::error);
  const auto warnings = count(Problem::Kind::warning);
  print(counted(options.file, errors, warnings));
  return errors > 0 ? kFailed : kDone;
}

}  // namespace hexad::cli
