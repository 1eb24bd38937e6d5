#include "identify/plausible.hpp"

#include <algorithm>
#include <cmath>

#include "messages/say.hpp"

namespace hexad::identify {
namespace {

using messages::Id;
using messages::Message;
using messages::say;

constexpr double kOfTolerance = 0.5;
constexpr double kOfInstrument = 10.0;
// A mean this many times its own spread is an offset, not a geometry.
constexpr double kPlainOffset = 2.0;
constexpr double kOfBand = 3.0;  // standard deviations that tolerances give a reading
constexpr double kNearBottom =
    0.05;  // of the height: what counts from the bottom is off by about that height

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

/// The standard deviation that the tolerances give each column's readings, rms over its rows: a diagonal
/// between two joints is off by far more than a joint.
std::vector<double> tolerance_bands(const Machine& nominal, const Campaign& campaign, const Fit& fit) {
  std::vector<double> sum(campaign.quantities.size()), count(campaign.quantities.size());
  for (std::size_t i = 0; i < campaign.rows.size(); ++i) {
    const Sensitivity sensitivity = pose_sensitivity(nominal, fit.poses[i]);
    for (std::size_t q = 0; q < sum.size(); ++q) {
      if (!campaign.rows[i].values[q]) continue;
      const Gradient gradient =
          gradient_of(campaign.quantities[q], nominal, fit.poses[i], sensitivity, fit.frames);
      sum[q] += (gradient * fit.spread).squaredNorm();
      count[q] += 1.0;
    }
  }
  for (std::size_t q = 0; q < sum.size(); ++q) sum[q] = count[q] > 0.0 ? std::sqrt(sum[q] / count[q]) : 0.0;
  return sum;
}

Message likely_mistake(const Machine& nominal, const Quantity& quantity, const ColumnMean& mean) {
  const double above_bottom = nominal.heights.neutral_above_bottom();
  const double above_base = nominal.heights.neutral.position.z();
  const bool heave = quantity.kind == Quantity::Kind::axis && quantity.axis == Axis::heave;
  if (heave && std::abs(mean.before - above_bottom) < kNearBottom * above_bottom)
    return say<Id::identify_from_bottom>(above_bottom);
  if (heave && std::abs(mean.before - above_base) < kNearBottom * above_base) return Id::identify_from_base;
  return quantity.kind == Quantity::Kind::axis ? Id::identify_other_zero : Id::identify_zero;
}

/// The column with the largest offset that no machine within the tolerances would show; nothing when there is
/// none.
Message offset_of(const Machine& nominal, const Campaign& campaign, const Fit& fit) {
  const std::vector<double> band = tolerance_bands(nominal, campaign, fit);
  Message worst;
  double size = 1.0;
  for (const ColumnMean& mean : column_means(fit, campaign)) {
    const Quantity& quantity = campaign.quantities[mean.quantity];
    const double share =
        std::abs(mean.before) / std::max(kOfBand * band[mean.quantity], kOfInstrument * quantity.sigma);
    if (std::abs(mean.before) <= kPlainOffset * mean.spread || share <= size) continue;
    size = share;
    worst = say<Id::identify_offset>(
        column_name(quantity), amount_of(quantity.is_angle(), std::abs(mean.before)),
        mean.before > 0.0 ? Id::identify_more : Id::identify_less, likely_mistake(nominal, quantity, mean));
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

Message contradiction_of(const Fit& fit) {
  return say<Id::identify_contradicts>(std::round(fit.chi_square), std::round(fit.freedom),
                                       std::sqrt(fit.chi_square / fit.freedom));
}

std::optional<Message> implausible(const Machine& nominal, const Campaign& campaign, const Fit& fit) {
  if (fit.residuals.empty()) return std::nullopt;
  if (const Message offset = offset_of(nominal, campaign, fit))
    return say<Id::identify_not_to_be_used>(offset);
  for (std::size_t i = 0; i < campaign.quantities.size(); ++i) {
    const Quantity& quantity = campaign.quantities[i];
    const bool angles = quantity.is_angle();
    const double left = typical(fit, i);
    const double most =
        std::max(kOfTolerance * tolerance_of(nominal, fit.prior, angles), kOfInstrument * quantity.sigma);
    if (left <= most) continue;
    return say<Id::identify_not_to_be_used>(say<Id::identify_unexplained>(
        column_name(quantity), amount_of(angles, left), amount_of(angles, most)));
  }
  return std::nullopt;
}

}  // namespace hexad::identify
