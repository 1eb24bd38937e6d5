#include "acceptance/signals.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/units.hpp"

namespace hexad::acceptance {
namespace {

constexpr std::size_t kFewest = 8;       // samples for a fit of four terms
constexpr double kWorstCondition = 1e3;  // of the columns, scaled: beyond it the phases are too alike
constexpr double kNearReversal = 0.1;    // of a period

double interpolated(std::span<const double> times, std::span<const double> values, double time) {
  const auto after =
      static_cast<std::size_t>(std::lower_bound(times.begin(), times.end(), time) - times.begin());
  if (after == 0) return values.front();
  if (after == times.size()) return values.back();
  const double span = times[after] - times[after - 1];
  const double share = span > 0.0 ? (time - times[after - 1]) / span : 0.0;
  return values[after - 1] + share * (values[after] - values[after - 1]);
}

}  // namespace

std::optional<SineFit> fit_sine(std::span<const double> times, std::span<const double> values,
                                double frequency) {
  if (times.size() < kFewest || times.size() != values.size()) return std::nullopt;
  const double length = times.back() - times.front();
  if (!(length > 0.0) || !(frequency > 0.0)) return std::nullopt;
  const double omega = kRevolution * frequency;
  const auto count = static_cast<Eigen::Index>(times.size());
  Eigen::MatrixXd terms(count, 4);
  Eigen::VectorXd right(count);
  for (Eigen::Index k = 0; k < count; ++k) {
    const double t = times[static_cast<std::size_t>(k)] - times.front();
    terms.row(k) << std::sin(omega * t), std::cos(omega * t), 1.0, 2.0 * t / length - 1.0;
    right[k] = values[static_cast<std::size_t>(k)];
  }
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd{terms, Eigen::ComputeThinU | Eigen::ComputeThinV};
  const auto& singular = svd.singularValues();
  if (!(singular[3] * kWorstCondition > singular[0])) return std::nullopt;
  const Eigen::VectorXd solved = svd.solve(right);
  const double residual = std::sqrt((terms * solved - right).squaredNorm() / static_cast<double>(count));
  return SineFit{std::hypot(solved[0], solved[1]), std::atan2(solved[1], solved[0]), solved[2], residual};
}

std::optional<Transfer> transfer(std::span<const double> times, std::span<const double> commanded,
                                 std::span<const double> actual, double frequency) {
  const auto in = fit_sine(times, commanded, frequency);
  const auto out = fit_sine(times, actual, frequency);
  if (!in || !out || !(in->amplitude > 0.0)) return std::nullopt;
  const double turn = std::remainder(out->phase - in->phase, kRevolution);
  return Transfer{out->amplitude / in->amplitude, turn / kDegree, -turn / (kRevolution * frequency),
                  in->amplitude};
}

std::vector<double> derivative(std::span<const double> times, std::span<const double> values) {
  if (times.size() < 3 || times.size() != values.size()) return {};
  std::vector<double> rates(times.size());
  for (std::size_t k = 1; k + 1 < times.size(); ++k)
    rates[k] = (values[k + 1] - values[k - 1]) / (times[k + 1] - times[k - 1]);
  rates.front() = rates[1];
  rates.back() = rates[rates.size() - 2];
  return rates;
}

std::vector<double> rate_over(std::span<const double> times, std::span<const double> values, double span) {
  if (times.size() < 3 || times.size() != values.size() || !(times.back() - times.front() > span)) return {};
  std::vector<double> rates(times.size());
  for (std::size_t k = 0; k < times.size(); ++k) {
    // At the ends the same span, moved inside.
    const double from = std::clamp(times[k] - 0.5 * span, times.front(), times.back() - span);
    rates[k] = (interpolated(times, values, from + span) - interpolated(times, values, from)) / span;
  }
  return rates;
}

std::optional<Bump> turn_around(std::span<const double> times, std::span<const double> velocity,
                                double frequency) {
  const std::vector<double> acceleration = rate_over(times, velocity, kAccelerationSpan);
  const auto ideal = fit_sine(times, acceleration, frequency);
  if (!ideal) return std::nullopt;
  std::vector<double> reversals;
  for (std::size_t k = 1; k < times.size(); ++k)
    if ((velocity[k - 1] < 0.0) != (velocity[k] < 0.0)) reversals.push_back(0.5 * (times[k - 1] + times[k]));
  Bump bump{.ideal = ideal->amplitude, .reversals = reversals.size()};
  if (reversals.empty()) return std::nullopt;
  double squares = 0.0;
  std::size_t others = 0;
  for (std::size_t k = 0; k < times.size(); ++k) {
    const double t = times[k] - times.front();
    const double shutdown = acceleration[k] - ideal->offset -
                            ideal->amplitude * std::sin(kRevolution * frequency * t + ideal->phase);
    const bool near = std::any_of(reversals.begin(), reversals.end(), [&](double reversal) {
      return std::abs(times[k] - reversal) * frequency <= kNearReversal;
    });
    if (near) {
      bump.peak = std::max(bump.peak, std::abs(shutdown));
    } else {
      squares += shutdown * shutdown;
      ++others;
    }
  }
  if (others > 0) bump.elsewhere = std::sqrt(squares / static_cast<double>(others));
  return bump;
}

std::optional<double> largest_difference(std::span<const double> times_a, std::span<const double> a,
                                         std::span<const double> times_b, std::span<const double> b) {
  if (times_b.size() < kFewest || times_a.size() != a.size() || times_b.size() != b.size())
    return std::nullopt;
  double largest = 0.0;
  std::size_t compared = 0;
  for (std::size_t k = 0; k < times_a.size(); ++k) {
    if (times_a[k] < times_b.front() || times_a[k] > times_b.back()) continue;
    largest = std::max(largest, std::abs(a[k] - interpolated(times_b, b, times_a[k])));
    ++compared;
  }
  if (compared < kFewest || 2 * compared < times_a.size()) return std::nullopt;
  return largest;
}

double mean(std::span<const double> values) {
  return values.empty()
             ? std::nan("")
             : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double sample_rate(std::span<const double> times) {
  if (times.size() < 2 || !(times.back() > times.front())) return 0.0;
  return static_cast<double>(times.size() - 1) / (times.back() - times.front());
}

}  // namespace hexad::acceptance
