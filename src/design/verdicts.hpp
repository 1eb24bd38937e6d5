#pragma once
// What the tools of design come to, in a sentence: the same on the command line and on the page.

#include "design/clearance.hpp"
#include "design/envelope.hpp"
#include "design/joint_map.hpp"
#include "design/tolerances.hpp"
#include "messages/message.hpp"

namespace hexad::design {

struct JointLimits {
  double first = 0.0;  ///< ± rad; 0 = none
  double second = 0.0;
};
bool within(const JointMap& map, const JointLimits& limits) noexcept;

/// The nearest pair against what is wanted, or the joint that turns too far.
messages::Message verdict_of(const Clearance& clearance, double least, const std::vector<JointMap>& joints,
                             const JointLimits& limits);
messages::Message verdict_of(const EnvelopeFit& fit, const Envelope& envelope);

/// Effects summed over the legs, the largest first.
struct EffectGroup {
  JointEnd end = JointEnd::base;
  ErrorWay way = ErrorWay::radial;
  double share = 0.0;
};
std::vector<EffectGroup> groups_of(const ToleranceReport& report);
/// What to machine tightly.
messages::Message verdict_of(const ToleranceReport& report);
messages::Message name_of(JointEnd end, ErrorWay way);

}  // namespace hexad::design
