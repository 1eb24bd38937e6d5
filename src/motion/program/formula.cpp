#include "motion/program/formula.hpp"

#include <muParser.h>

#include <algorithm>
#include <cmath>

#include "base/units.hpp"
#include "motion/command_motion.hpp"
#include "motion/program/timed_path.hpp"

namespace hexad::motion {
namespace {

constexpr double kDifference = 1e-3;  // s, of the differences

double floor_of(double x) { return std::floor(x); }
/// The remainder has the sign of the divisor: a saw tooth goes on through zero.
double modulo(double x, double y) { return x - y * std::floor(x / y); }
double power(double x, double y) { return std::pow(x, y); }

/// muParser knows one separator of arguments, and no blank between a function and its parenthesis. Places
/// stay as they are, for its messages.
std::string as_the_library_likes_it(std::string_view text) {
  std::string own{text};
  std::replace(own.begin(), own.end(), ';', ',');
  std::replace(own.begin(), own.end(), '\t', ' ');
  for (std::size_t i = 1; i < own.size(); ++i) {
    if (own[i] != '(') continue;
    std::size_t to = i;
    while (to > 0 && own[to - 1] == ' ') --to;
    std::swap(own[to], own[i]);
  }
  return own;
}

/// A value outside a function's domain is a NaN, never an exception: the control loop evaluates formulas.
/// muParser can be built to throw instead; then no formula is taken.
bool evaluates_quietly() {
  static const bool quiet = [] {
    try {
      double t = -1.0;
      mu::Parser parser;
      parser.DefineVar("t", &t);
      for (const char* text :
           {"sqrt(t)", "ln(t)", "log10(t)", "1/(t+1)", "asin(t*2)", "acos(t*2)", "t^0.5"}) {
        parser.SetExpr(text);
        (void)parser.Eval();
        (void)parser.Eval();
      }
      return true;
    } catch (const mu::Parser::exception_type&) {
      return false;
    }
  }();
  return quiet;
}

Rejection of_axis(std::size_t axis, Problem problem, std::string text = {}, std::size_t column = 0) {
  Rejection rejection;
  rejection.problem = problem;
  rejection.point = axis + 1;
  rejection.column = column;
  rejection.text = std::move(text);
  return rejection;
}

}  // namespace

/// The six parsers and the t they read.
class Formula::Axes {
 public:
  /// muParser's own reason, and where; empty = parsed.
  std::optional<Rejection> set(std::size_t axis, std::string_view text) {
    const std::string own = as_the_library_likes_it(text);
    mu::Parser& parser = parsers_[axis];
    try {
      parser.ClearConst();
      parser.DefineConst("pi", kPi);
      parser.DefineConst("e", std::exp(1.0));
      parser.DefineFun("floor", floor_of);
      parser.DefineFun("pow", power);
      parser.DefineFun("mod", modulo);
      parser.DefineVar("t", &t_);
      parser.SetExpr(own);
      t_ = 0.0;
      // The first evaluation compiles, and may allocate; later ones do not.
      (void)parser.Eval();
      values_[axis] = parser.Eval();
      if (parser.GetNumResults() != 1) return of_axis(axis, Problem::bad_formula, "a list of values");
      constant_[axis] = parser.GetUsedVar().empty();
    } catch (const mu::Parser::exception_type& error) {
      const int at = error.GetPos();
      return of_axis(axis, Problem::bad_formula, error.GetMsg(),
                     at >= 0 ? static_cast<std::size_t>(at) + 1 : 0);
    }
    if (!std::isfinite(values_[axis])) return of_axis(axis, Problem::not_finite, "the value at t = 0");
    return std::nullopt;
  }

  bool constant(std::size_t axis) const noexcept { return constant_[axis]; }
  double constant_value(std::size_t axis) const noexcept { return values_[axis]; }
  /// What is parsed evaluates without exceptions: see evaluates_quietly().
  double at(std::size_t axis, double t) noexcept {
    t_ = t;
    return parsers_[axis].Eval();
  }

 private:
  double t_ = 0.0;
  std::array<mu::Parser, kAxes> parsers_;
  std::array<double, kAxes> values_{};
  std::array<bool, kAxes> constant_{};
};

Formula::Formula(const Machine& machine, std::unique_ptr<Axes> axes, double duration, ProgramKind kind,
                 const AxisConvention& convention)
    : Prepared{kind, duration, kRamp}, axes_{std::move(axes)}, machine_{machine}, convention_{convention} {}

Formula::~Formula() = default;

Result<std::unique_ptr<const Formula>, Rejection> Formula::parse(
    const Machine& machine, const std::array<std::string_view, kAxes>& axes, double duration,
    ProgramKind kind, const AxisConvention& convention) {
  if (!evaluates_quietly())
    return Failure{of_axis(0, Problem::bad_formula, "this build of muParser throws while it evaluates")};
  auto parsed = std::make_unique<Axes>();
  for (std::size_t i = 0; i < kAxes; ++i) {
    if (auto rejection = check_formula(axes[i])) {
      rejection->point = i + 1;
      return Failure{*rejection};
    }
    if (auto rejection = parsed->set(i, axes[i])) return Failure{*rejection};
  }
  return std::unique_ptr<const Formula>{new Formula{machine, std::move(parsed), duration, kind, convention}};
}

Motion Formula::at(double path_time) const noexcept {
  const double t = std::clamp(path_time, 0.0, duration());
  // Where the stencil stands; t itself lies off its centre only near the ends.
  const double last = std::max(duration() - kDifference, kDifference);
  const double centre = std::clamp(t, std::min(kDifference, last), last);
  const double off = t - centre;
  AxisMotion motion;
  for (std::size_t i = 0; i < kAxes; ++i) {
    const double unit = i < 3 ? kMillimetre : kDegree;
    if (axes_->constant(i)) {
      motion.value[i] = unit * axes_->constant_value(i);
      continue;
    }
    const double before = axes_->at(i, centre - kDifference);
    const double here = axes_->at(i, centre);
    const double after = axes_->at(i, centre + kDifference);
    const double bend = (after - 2.0 * here + before) / (kDifference * kDifference);
    motion.value[i] = unit * (off == 0.0 ? here : axes_->at(i, t));
    motion.rate[i] = unit * ((after - before) / (2.0 * kDifference) + off * bend);
    motion.acceleration[i] = unit * bend;
  }
  return command_motion(machine_, convention_, motion);
}

}  // namespace hexad::motion
