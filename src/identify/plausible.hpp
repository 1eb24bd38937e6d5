#pragma once
// Whether a fit can be believed at all. Readings that are wrong by the same amount everywhere (another zero,
// another frame) are no geometry; a fit of them finds the nearest geometry all the same, and what is left
// over passes for noise.

#include <optional>

#include "identify/fit.hpp"

namespace hexad::identify {

/// The readings of one column against what both geometries say.
struct ColumnMean {
  std::size_t quantity = 0;
  std::size_t count = 0;
  double before = 0.0;  ///< mean of measured − nominal model, m or rad
  double spread = 0.0;  ///< standard deviation of the same
  double after = 0.0;   ///< mean of measured − fitted model
  double rms = 0.0;     ///< of the same
};
/// In the order of the columns; those without a reading are left out.
std::vector<ColumnMean> column_means(const Fit& fit, const Campaign& campaign);

/// Residuals that the stated deviations do not allow, with how far ± is widened for it.
messages::Message contradiction_of(const Fit& fit);

/// None when no column is off everywhere by more than the tolerances can do, and what the fit typically
/// leaves over in every column is what instruments leave over: at most half of what the joints may be off by,
/// or ten times the deviation of a reading. Otherwise why the fit says nothing, with the likely mistake. Rows
/// that do not fit the others are left out first.
std::optional<messages::Message> implausible(const Machine& nominal, const Campaign& campaign,
                                             const Fit& fit);

}  // namespace hexad::identify
