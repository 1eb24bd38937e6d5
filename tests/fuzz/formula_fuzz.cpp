// Any text as a formula: refused with a reason, or evaluated, wherever, without harm. Names that are not in
// the list and assignments never get through.

#include <cmath>
#include <string>

#include "fuzz/check.hpp"
#include "messages/print.hpp"
#include "motion/program/formula.hpp"

namespace {

using hexad::fuzz::require;
using namespace hexad;
using namespace hexad::motion;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const Machine machine;
  const std::array<std::string_view, kAxes> axes{text, "0", "0", "0", "0", "t"};
  const auto formula = Formula::parse(machine, axes, 10.0, ProgramKind::formula);
  if (!formula) {
    require(formula.error().problem != Problem::none, "refused without a problem");
    require(!messages::english(motion::message_of(formula.error())).empty(), "refused without words");
    return 0;
  }
  require(size <= kLongestFormula, "longer than allowed");
  require(text.find('=') == std::string::npos, "an assignment");
  require(!check_formula(text), "the text was refused, the formula not");
  require(std::isfinite((*formula)->at(0.0).pose.position.x()), "not finite at t = 0");
  for (const double t : {-1.0, 0.0, 1e-4, 0.5, 3.7, 9.9999, 10.0, 1e9}) (void)(*formula)->at(t);
  // t is not changed by a formula: the same time gives the same place.
  const double once = (*formula)->at(2.0).pose.position.x();
  const double again = (*formula)->at(2.0).pose.position.x();
  require(once == again || (std::isnan(once) && std::isnan(again)), "the same time, another place");
  return 0;
}
