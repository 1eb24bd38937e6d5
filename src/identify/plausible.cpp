#include "identify/plausible.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "identify/design.hpp"
#include "identify/simulate.hpp"

namespace hexad::identify {
namespace {

constexpr double kOfTolerance = 0.5;
constexpr double kOfInstrument = 10.0;
// A mean this many times its own spread is an offset, not a geometry.
constexpr double kPlainOffset = 2.0;
constexpr double kOfBand = 3.0;  // standard deviations that tolerances give a pose
constexpr std::size_t kBandPoses = 60;
constexpr std::uint64_t kBandSeed = 7003;
constexpr double kNearBottom =
    0.05;  // of the height: what counts from the bottom is off by about that height

double unit_of(bool angles) { return angles ? kDegree : kMillimetre; }
const char* unit_name(bool angles) { return angles ? "°" : "mm"; }

/// What the tolerances allow a reading to be off by.
double tolerance_of(const Machine& nominal, const Prior& prior, bool angles) {
  const double length = std::max(prior.joint, prior.leg);
  return angles ? length / nominal.radius : length;
}

/// The standard deviation that half of a column's residuals speak for: single rows that do not fit are
/// another matter.
double typical(const Fit& fit, std::size_t quantity) {
  std::vector<double> sizes;
  for (const Residual& residual : fit.residuals)
    if (residual.quantity == quantity) sizes.push_back(std::abs(residual.after));
  if (sizes.empty()) return 0.0;
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  return 1.4826 * *middle;
}

/// What a column that is off by the same amount everywhere is likely to be.
std::string mistake_of(const Machine& nominal, const Quantity& quantity, const ColumnMean& mean) {
  const bool angles = quantity.is_angle();
  std::string text =
      fmt::format("{} reads {:.3f} {} {} everywhere than the platform file makes of the extensions",
                  column_name(quantity), std::abs(mean.before) / unit_of(angles), unit_name(angles),
                  mean.before > 0.0 ? "more" : "less");
  const double above_bottom = nominal.heights.neutral_above_bottom();
  const double above_base = nominal.heights.neutral.position.z();
  const bool heave = quantity.kind == Quantity::Kind::axis && quantity.axis == Axis::heave;
  if (heave && std::abs(mean.before - above_bottom) < kNearBottom * above_bottom)
    return text + fmt::format(". Is it counted from the bottom? Neutral is {:.3f} mm above it",
                              above_bottom / kMillimetre);
  if (heave && std::abs(mean.before - above_base) < kNearBottom * above_base)
    return text + ". Is it counted from the base? That is a height_mm";
  if (quantity.kind == Quantity::Kind::axis)
    return text + ". Is its zero the platform's neutral, and are the instrument's axes those of the base?";
  return text + ". Is its zero right?";
}

/// The first column with an offset that no machine within the tolerances would show; empty when there is
/// none.
std::string offset_of(const Machine& nominal, const Campaign& campaign, const Fit& fit) {
  const Eigen::Index free = fit.covariance.cols();
  const AxisValues band = pose_sigma(nominal, fit, Eigen::MatrixXd::Identity(free, free),
                                     reachable_poses(nominal, kBandPoses, kBandSeed));
  std::string worst;
  double size = 1.0;
  for (const ColumnMean& mean : column_means(fit, campaign)) {
    const Quantity& quantity = campaign.quantities[mean.quantity];
    const double allowed = quantity.kind == Quantity::Kind::axis
                               ? kOfBand * band[static_cast<std::size_t>(quantity.axis)]
                               : kOfBand * tolerance_of(nominal, fit.prior, quantity.is_angle());
    const double share = std::abs(mean.before) / std::max(allowed, kOfInstrument * quantity.sigma);
    if (std::abs(mean.before) <= kPlainOffset * mean.spread || share <= size) continue;
    size = share;
    worst = mistake_of(nominal, quantity, mean);
  }
  return worst;
}

}  // namespace

std::vector<ColumnMean> column_means(const Fit& fit, const Campaign& campaign) {
  std::vector<ColumnMean> means(campaign.quantities.size());
  for (std::size_t i = 0; i < means.size(); ++i) means[i].quantity = i;
  for (const Residual& residual : fit.residuals) {
    ColumnMean& mean = means[residual.quantity];
    ++mean.count;
    mean.before += residual.before;
    mean.spread += residual.before * residual.before;
    mean.after += residual.after;
    mean.rms += residual.after * residual.after;
  }
  means.erase(
      std::remove_if(means.begin(), means.end(), [](const ColumnMean& one) { return one.count == 0; }),
      means.end());
  for (ColumnMean& mean : means) {
    const auto n = static_cast<double>(mean.count);
    mean.before /= n;
    mean.after /= n;
    mean.spread = std::sqrt(std::max(0.0, mean.spread / n - mean.before * mean.before));
    mean.rms = std::sqrt(mean.rms / n);
  }
  return means;
}

std::optional<std::string> implausible(const Machine& nominal, const Campaign& campaign, const Fit& fit) {
  if (fit.residuals.empty()) return std::nullopt;
  constexpr const char* kThen =
      ". Nothing of this fit is to be used. A poorer instrument is stated with --sigma-mm and --sigma-deg, a "
      "rougher "
      "machine with --tolerance";
  if (const std::string offset = offset_of(nominal, campaign, fit); !offset.empty()) return offset + kThen;
  for (std::size_t i = 0; i < campaign.quantities.size(); ++i) {
    const Quantity& quantity = campaign.quantities[i];
    const bool angles = quantity.is_angle();
    const double left = typical(fit, i);
    const double most =
        std::max(kOfTolerance * tolerance_of(nominal, fit.prior, angles), kOfInstrument * quantity.sigma);
    if (left <= most) continue;
    const double unit = unit_of(angles);
    return fmt::format(
               "no geometry within the tolerances explains these readings: of {} a typical {:.3f} {} is "
               "left, and "
               "{:.3f} {} may be. No column is off by the same amount everywhere: look for a unit, a sign, "
               "the order "
               "of the legs, a leg that was not zeroed, backlash or a frame that bends",
               column_name(quantity), left / unit, unit_name(angles), most / unit, unit_name(angles)) +
           kThen;
  }
  return std::nullopt;
}

}  // namespace hexad::identify
