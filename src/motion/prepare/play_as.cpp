#include "motion/prepare/play_as.hpp"

#include <array>
#include <cmath>

#include "motion/prepare/preflight.hpp"
#include "motion/prepare/steps.hpp"
#include "motion/program/timed_path.hpp"
#include "motion/rate_ramp.hpp"

namespace hexad::motion {
namespace {

constexpr double kShortestWay = 0.25;  // s
constexpr double kLongestWay = 60.0;
constexpr double kLonger = 1.25;
constexpr double kSamePlace = 1e-6;  // m, rad

class Scaled final : public Prepared {
 public:
  Scaled(std::unique_ptr<const Prepared> of, double scale)
      : Prepared{of->kind(), of->duration(), of->ramp()}, of_{std::move(of)}, scaled_{*of_, scale} {}
  Motion at(double path_time) const noexcept override { return scaled_.at(path_time); }

 private:
  std::unique_ptr<const Prepared> of_;
  ScaledProgram scaled_;
};

/// Its path time is the clock of the one that is repeated, whose ramps are part of every round: so each round
/// begins and ends at rest.
class Repeated final : public Prepared {
 public:
  /// `back`: the way to the beginning; none = it ends there.
  Repeated(std::unique_ptr<const Prepared> of, std::unique_ptr<const Prepared> back)
      : Prepared{of->kind(), kEndless, 0.0},
        of_{std::move(of)},
        back_{std::move(back)},
        ramp_{*of_},
        round_{ramp_.play_time() + (back_ ? back_->duration() : 0.0)} {}

  Motion at(double path_time) const noexcept override {
    const double time = path_time > 0.0 ? std::fmod(path_time, round_) : 0.0;
    if (back_ && time >= ramp_.play_time()) return back_->at(time - ramp_.play_time());
    const RateState rate = ramp_.at(time);
    return along(of_->at(rate.path), rate);
  }

 private:
  std::unique_ptr<const Prepared> of_;
  std::unique_ptr<const Prepared> back_;
  RateRamp ramp_;
  double round_;  ///< s
};

}  // namespace

Result<Preparation, Rejection> scaled(Preparation laid_out, double scale, const Machine& machine,
                                      double period) {
  laid_out.program = std::make_unique<const Scaled>(std::move(laid_out.program), scale);
  const bool endless = std::isinf(laid_out.program->duration());
  const auto rejection = check_whole(*laid_out.program, machine, period, kFormulaHorizon, false);
  if (rejection && !endless) return Failure{*rejection};
  if (rejection) {
    laid_out.ahead = rejection->hit;
    laid_out.ahead_time = rejection->time;
  }
  return laid_out;
}

Result<Preparation, Rejection> repeated(Preparation once, const Machine& machine, double period) {
  if (std::isinf(once.program->duration())) return once;
  const std::array places{coordinates_of(once.program->at(once.program->duration()).pose),
                          coordinates_of(once.program->at(0.0).pose)};
  std::unique_ptr<const Prepared> back;
  std::optional<Rejection> rejection;
  if ((places[0] - places[1]).cwiseAbs().maxCoeff() > kSamePlace) {
    for (double seconds = kShortestWay; seconds < kLongestWay; seconds *= kLonger) {
      const std::array times{0.0, seconds};
      back = std::make_unique<const TimedPath>(machine, times, places, TimedPath::Ends::at_rest,
                                               once.program->kind());
      rejection = check_whole(*back, machine, period, kFormulaHorizon, false);
      if (!rejection) break;
    }
  }
  if (rejection) return Failure{*rejection};
  once.program = std::make_unique<const Repeated>(std::move(once.program), std::move(back));
  return once;
}

}  // namespace hexad::motion
