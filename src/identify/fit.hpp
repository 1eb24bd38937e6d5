#pragma once
// Which geometry the measurements speak for. With deviation = S·φ (parameters.hpp), readings z_j of standard
// deviation σ_j and the model's value h_j:
//   minimise  Σ ((z_j − h_j(S·φ)) / σ_j)² + |φ|²
// by Gauss–Newton on A = ∂(h/σ)/∂φ, with Levenberg–Marquardt damping when a step does not help. The second
// sum is the manufacturing tolerance: what the readings do not tell stays at the nominal. Afterwards φ has
// the covariance C = (AᵀA + 1)⁻¹.
//
// Standard deviations that nobody stated are estimated, lengths and angles apart: s² = Σr²/(m − Σh), h the
// leverage A_j·C·A_jᵀ of each reading, fit and estimate taking turns.

#include <array>
#include <vector>

#include "base/result.hpp"
#include "identify/frames.hpp"
#include "identify/model.hpp"

namespace hexad::identify {

/// One reading, as the nominal and as the fitted geometry explain it.
struct Residual {
  std::size_t row = 0;
  std::size_t quantity = 0;
  double before = 0.0;  ///< measured − model, m or rad
  double after = 0.0;
  double sigma = 0.0;         ///< stated, default or estimated
  double standardised = 0.0;  ///< after, over the deviation such a residual should have
  double leverage = 0.0;      ///< 1 = the reading explains only itself
};

/// How good the readings of one unit (lengths, angles) are.
struct Noise {
  std::size_t readings = 0;
  double scale = 1.0;  ///< estimated over default deviation
  bool estimated = false;
  double freedom = 0.0;  ///< readings − what the fit used up of them
};

/// The spread S, the information A and the covariance C count the unknowns of the geometry first, then those
/// of the frames, whose columns of S are zero: S·C·Sᵀ is the geometry's covariance either way.
struct Fit {
  Prior prior;
  Unknowns unknown;         ///< as the campaign has it
  Frames frames;            ///< where the instruments were found to stand
  Eigen::VectorXd guessed;  ///< how far the frames lie from the first guess, in units of their spread
  Eigen::Index free = 0;    ///< unknowns of the geometry
  Deviation deviation = Deviation::Zero();
  Geometry geometry;
  std::vector<Pose> poses;  ///< of each row, by the fitted geometry
  std::vector<Residual> residuals;
  std::array<Noise, 2> noise;  ///< lengths, angles
  int iterations = 0;
  double chi_square = 0.0;
  double freedom = 0.0;
  /// Times a standard deviation: 95 %. More when the noise itself is estimated, and √(χ²/freedom) times as
  /// much when the residuals contradict the stated noise.
  double coverage = 1.96;

  Eigen::MatrixXd spread;       ///< S
  Eigen::MatrixXd information;  ///< A
  Eigen::MatrixXd covariance;   ///< C

  /// One reading's row of A over its deviation: how it changes with all that is unknown.
  Eigen::RowVectorXd row_of(const Quantity& quantity, const Machine& machine, const Pose& pose,
                            const Sensitivity& sensitivity, const FrameUnknowns& open) const;
  /// What the readings tell of the geometry once the frames have taken their share: BᵀB + 1 is the inverse of
  /// the geometry's covariance.
  Eigen::MatrixXd geometry_information() const;
  /// Standard deviation of every parameter, m.
  Deviation sigma() const;
  /// χ² is larger than the stated deviations allow (99.9 %).
  bool contradicts_sigma() const;
};

/// Or the reason, with the line of the row.
Result<Fit, messages::Message> fit(const Machine& nominal, const Campaign& campaign, const Prior& prior);

struct Outlier {
  std::size_t row = 0;
  std::size_t quantity = 0;  ///< where it shows most
  double standardised = 0.0;
};

/// Rows that do not fit the others: the worst is left out and the rest fitted again while there is one. At
/// most a tenth of the rows, and twenty.
std::vector<Outlier> find_outliers(const Machine& nominal, const Campaign& campaign, const Prior& prior);

Campaign without(const Campaign& campaign, const std::vector<Outlier>& outliers);

/// Root mean square and the largest residual in one unit; `of` picks before or after.
struct ResidualSummary {
  double rms = 0.0;
  double largest = 0.0;
  std::size_t at = 0;  ///< index of the largest in `residuals`
  std::size_t count = 0;
};
ResidualSummary summary(const Fit& fit, const Campaign& campaign, bool angles, double Residual::*of);

}  // namespace hexad::identify
