#include "motion/tracking/cubic_fit.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::motion {

namespace {

constexpr double kRecordTime = 0.1;  // s: the record of errors fades with it …
constexpr double kRecordMost = 0.3;  // … but by no more than this part per sample

struct Gains {
  double x, v, a, j;  // on x, Δ·v, Δ²·a, Δ³·j
};

// Growing memory for the first samples (a line, from the fourth a parabola, from the seventh a cubic: noise
// leaves no more to say; `eager`: from the third and fourth), then fading; the growing one is left when it
// remembers as much.
Gains gains(int samples, double theta, bool eager) noexcept {
  const double n = samples;
  if (samples <= 1) return {1.0, 0.0, 0.0, 0.0};
  if (samples <= (eager ? 2 : 3))
    return {2.0 * (2.0 * n - 1.0) / (n * (n + 1.0)), 6.0 / (n * (n + 1.0)), 0.0, 0.0};
  const double d = n * (n + 1.0) * (n + 2.0);
  if (samples <= (eager ? 3 : 6)) {
    return {3.0 * (2.0 + 3.0 * n * (n - 1.0)) / d, 18.0 * (2.0 * n - 1.0) / d, 60.0 / d, 0.0};
  }
  const double f = 1.0 - theta;
  const double f2 = f * f;
  const double t2 = theta * theta;
  const Gains fading{1.0 - t2 * t2, f2 * (11.0 + 14.0 * theta + 11.0 * t2) / 6.0,
                     2.0 * f2 * f * (1.0 + theta), f2 * f2};
  const double e = d * (n + 3.0);
  const double m = n - 1.0;
  const Gains growing{8.0 * (3.0 + m * (7.0 + m * (3.0 + 2.0 * m))) / e, 20.0 * (5.0 + 6.0 * m * n) / e,
                      240.0 * (2.0 * m + 1.0) / e, 840.0 / e};
  return growing.x > fading.x ? growing : fading;
}

}  // namespace

void CubicFit::add(double step, double sample, double theta, bool eager) noexcept {
  samples_ = std::min(samples_ + 1, 1000);
  if (samples_ == 1) {
    cubic_.x = sample;
    return;
  }
  const Gains gain = gains(samples_, theta, eager);
  cubic_ = cubic_.from(step);
  const double error = sample - cubic_.x;
  const double slowness = 1.0 / step;
  cubic_.x += gain.x * error;
  cubic_.v += gain.v * error * slowness;
  cubic_.a += gain.a * error * slowness * slowness;
  cubic_.j += gain.j * error * slowness * slowness * slowness;
  if (samples_ > 2) {
    const double part = std::min(kRecordMost, step / kRecordTime);
    error_ += part * (error * error - error_);
  }
}

}  // namespace hexad::motion
