#pragma once
// Where targets on the platform and marks beside it are that nothing tells but distances. With the pose
// (p, R) of every row by the nominal geometry, a place x and known places v_j in its own frame,
//   |x − v_j|² = d_j²   is   −2·v_jᵀx + |x|² = d_j² − |v_j|²,
// linear in x and |x|². Places that were found help to find the next. Of a target and a mark that are told by
// nothing but each other's distance the target is tried all over the platform.

#include <optional>

#include "identify/frames.hpp"

namespace hexad::identify {

/// Fills in the places that have no coordinates; or one that cannot be found.
std::optional<Place> place_by_distances(const Machine& nominal, const Campaign& campaign,
                                        const std::vector<Pose>& poses, Frames& frames);

}  // namespace hexad::identify
