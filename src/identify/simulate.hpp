#pragma once
// Measurements on a machine whose true geometry is known, and how far a believed geometry is from it: the way
// to try an identification before a day is spent on it, and to see which instruments it needs.

#include <vector>

#include "base/result.hpp"
#include "identify/frames.hpp"
#include "identify/measurement.hpp"
#include "identify/parameters.hpp"

namespace hexad::identify {

/// Every joint coordinate and leg length off by up to ±spread, evenly.
Geometry perturbed(const Geometry& nominal, double spread, std::uint64_t seed);

/// The platform stands at poses a controller with the nominal geometry was sent to; what is read there has a
/// normal error of each quantity's sigma. Or the reason why the true machine cannot stand there.
Result<Campaign, messages::Message> simulate(const Machine& nominal, const Geometry& truth,
                                             const std::vector<Quantity>& quantities,
                                             const std::vector<Pose>& poses, std::uint64_t seed,
                                             const Unknowns& unknown = {}, const Frames& frames = {});

/// Instruments that stand anywhere: a tracker metres away and turned, a body or targets somewhere on the
/// platform, marks on the floor around it, an inclinometer a degree askew on a base half a degree off level.
Frames somewhere(const Unknowns& unknown, std::size_t targets, std::uint64_t seed, std::size_t marks = 0);

/// Where the true machine stands when a controller that believes another geometry sends it to a pose.
struct PoseError {
  Vec6 twist = Vec6::Zero();            ///< true − asked for: m, and the rotation vector in base axes, rad
  Extensions leg = Extensions::Zero();  ///< believed − right extension, m
  bool found = false;
};
PoseError pose_error(const Machine& nominal, const Geometry& believed, const Geometry& truth,
                     const Pose& pose);

struct ErrorSummary {
  double position_rms = 0.0, position_max = 0.0;  ///< m
  double angle_rms = 0.0, angle_max = 0.0;        ///< rad
  double leg_rms = 0.0, leg_max = 0.0;            ///< m
  std::size_t poses = 0;                          ///< where the true machine has a pose
};
ErrorSummary pose_errors(const Machine& nominal, const Geometry& believed, const Geometry& truth,
                         const std::vector<Pose>& poses);

}  // namespace hexad::identify
