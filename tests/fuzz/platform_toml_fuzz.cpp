// Any text as a platform file: every problem has a line that is there and words; what has none makes a
// machine of finite numbers, and printed and loaded again it is the same to the last bit. And one key of it
// edited in place leaves a file that can be read.

#include <cmath>

#include "config/build_machine.hpp"
#include "config/document.hpp"
#include "config/edit.hpp"
#include "config/print.hpp"
#include "fuzz/check.hpp"
#include "messages/print.hpp"

namespace {

using namespace hexad;
using namespace hexad::fuzz;

void check(const Problems& problems, std::size_t lines) {
  for (const Problem& problem : problems) {
    require(!messages::english(problem.what).empty(), "a problem without words");
    require(problem.line >= 0 && static_cast<std::size_t>(problem.line) <= lines, "a line that is not there");
    require(problem.column >= 0, "a column that is not there");
    require(!in_words(problem).empty(), "a problem that nobody is told");
  }
}

void check(const Machine& machine) {
  const double numbers[]{machine.geometry.stroke,     machine.heights.neutral_above_bottom(),
                         machine.limits.leg.velocity, machine.limits.leg.acceleration,
                         machine.limits.leg.jerk,     machine.drive.leg_speed()};
  for (const double number : numbers) require(std::isfinite(number), "a machine that is no machine");
  require(machine.geometry.legs <= kMaxLegs, "legs that are not there");
  require(machine.geometry.legs > 0 || machine.rotary, "nothing that moves");
  if (machine.geometry.legs == 0) return;
  require(machine.geometry.stroke > 0.0 && machine.limits.leg.velocity > 0.0, "legs that do not move");
}

LoadedPlatform loaded(std::string text) {
  Sources sources;
  sources.text = PlatformText{std::move(text), "any.toml"};
  return load_platform(sources);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = text_of(data, size);
  const std::size_t lines = lines_in(text);
  Problems problems;
  const Document document = parse_document(text, "any.toml", problems);
  check(problems, lines);
  if (!problems.empty()) return 0;
  for (const Entry& entry : document.entries)
    require(entry.line >= 1 && static_cast<std::size_t>(entry.line) <= lines && !entry.key.empty(),
            "a key that stands nowhere");
  if (const auto other = edited(text, "limits.leg.velocity", "0.25")) {
    Problems again;
    const Document read = parse_document(*other, "any.toml", again);
    require(again.empty() && read.has("limits.leg.velocity"), "edited, it cannot be read");
  }
  const LoadedPlatform platform = loaded(std::string{text});
  check(platform.problems, lines);
  require(platform.machine.has_value() != has_error(platform.problems), "a machine, or what is wrong");
  if (!platform.machine) return 0;
  check(*platform.machine);
  const std::string printed = to_toml(platform.config);
  const LoadedPlatform again = loaded(printed);
  require(again.machine.has_value(), "what it prints it does not load");
  require(to_toml(again.config) == printed, "printed and loaded it is another platform");
  return 0;
}
