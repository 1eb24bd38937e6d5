// `hexad check`: every problem of a parameter file, in words.

#include <fmt/format.h>

#include "hexad/commands.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"
#include "runtime/config/build_machine.hpp"

namespace hexad::cli {
namespace {

std::string summary(const Machine& machine) {
  const auto mm = [](double metres) { return fixed(metres / kMillimetre, 3); };
  if (machine.geometry.legs == 0) return "the rotary axis alone\n";
  return fmt::format(
      "retracted height {} mm, neutral {} mm, top {} mm\nleg speed {} mm/s from the motor, limit {} mm/s\n",
      mm(machine.heights.bottom.position.z()), mm(machine.heights.neutral.position.z()),
      mm(machine.heights.top.position.z()), mm(machine.drive.leg_speed()), mm(machine.limits.leg.velocity));
}

}  // namespace

int check(const CheckOptions& options) {
  runtime::Loaded loaded = runtime::load_file(options.file);
  runtime::Problems problems = loaded.problems;
  if (loaded.ok()) {
    const runtime::BuiltMachine built = runtime::build_machine(loaded);
    problems.insert(problems.end(), built.problems.begin(), built.problems.end());
    for (const runtime::Problem& problem : problems)
      if (problem.kind == runtime::Problem::Kind::note) print(runtime::in_words(problem) + '\n');
    if (built.machine) print(summary(*built.machine));
  }
  print_problems(problems);
  const auto count = [&problems](runtime::Problem::Kind kind) {
    return std::count_if(problems.begin(), problems.end(), [kind](const auto& p) { return p.kind == kind; });
  };
  const auto errors = count(runtime::Problem::Kind::error);
  const auto warnings = count(runtime::Problem::Kind::warning);
  print(fmt::format("{}: {} error{}, {} warning{}\n", options.file, errors, errors == 1 ? "" : "s", warnings,
                    warnings == 1 ? "" : "s"));
  return errors > 0 ? kFailed : kDone;
}

}  // namespace hexad::cli
