#pragma once
// Inside this layer: how far a pose is from a singular one, cheaply. A is the 6 × 6 Jacobian with rotations
// scaled by the platform radius, rows [s, (R·b × s)/radius].

#include "kinematics/leg_vectors.hpp"

namespace hexad::kinematics::internal {

struct SingularBound {
  double lower = 0.0;  ///< σ_min is at least this
  int sign = 0;        ///< of det J
};

/// From the determinant alone: |det A| = σ_min · (the other five), and five numbers whose squares sum to at
/// most |A|² have a product of at most (|A|²/5)^(5/2). Loose by a factor of about two in the middle of the
/// workspace, which settles "far from singular" for the price of one elimination.
SingularBound singular_bound(const LegVectors& vectors, double radius) noexcept;

/// The same from what is at hand after an elimination of rows [d, R·b × d].
SingularBound singular_bound(double determinant, const Six& squared_length, const Six& squared_moment,
                             double radius) noexcept;

/// Never above the true value, and less than 1.4 % below it (see jacobian.cpp).
double smallest_singular(const LegVectors& vectors, double radius) noexcept;

/// At most how much A changes, as a norm and so as a bound for σ_min's change, when the platform moves by
/// `translation` and turns by `angle` with no leg shorter than `shortest`.
double singular_change(const Machine& machine, double translation, double angle, double shortest) noexcept;

}  // namespace hexad::kinematics::internal
