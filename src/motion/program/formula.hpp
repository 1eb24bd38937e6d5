#pragma once
// Six formulas of t (mdof decision 7), in millimetres and degrees, evaluated by muParser. Every text is
// looked at here before the library sees it: known names, known characters, no assignment, no lists.
//
// Derivatives are central differences over ±1 ms, a tick of the core: smooth formulas lose nothing that
// matters (the error is f'''·h²/6), and a kink or jump, which has no derivative, is seen as the acceleration
// that a platform would need for it instead of being missed between two points. Near t = 0 and the end the
// stencil stays inside, so that sqrt(t) is finite at 0.
//
// at() does not allocate and does not throw. It keeps t in the object: one thread at a time.

#include <array>
#include <memory>
#include <optional>
#include <string_view>

#include "base/result.hpp"
#include "model/axes.hpp"
#include "model/machine.hpp"
#include "model/prepared.hpp"
#include "motion/rejection.hpp"

namespace hexad::motion {

inline constexpr std::size_t kLongestFormula = 1024;  ///< characters

/// What is wrong with the text of one formula, found without evaluating it.
std::optional<Rejection> check_formula(std::string_view text);

class Formula final : public Prepared {
 public:
  /// `duration` kEndless = until stopped. Rejected: the axis is Rejection::point, from 1.
  static Result<std::unique_ptr<const Formula>, Rejection> parse(
      const Machine& machine, const std::array<std::string_view, kAxes>& axes, double duration,
      ProgramKind kind, const AxisConvention& convention = kXyzConvention);
  ~Formula() override;
  Motion at(double path_time) const noexcept override;

 private:
  class Axes;
  Formula(const Machine& machine, std::unique_ptr<Axes> axes, double duration, ProgramKind kind,
          const AxisConvention& convention);

  std::unique_ptr<Axes> axes_;
  Machine machine_;
  AxisConvention convention_;
};

}  // namespace hexad::motion
