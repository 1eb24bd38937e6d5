#include "design/verdicts.hpp"

#include <algorithm>
#include <cmath>

#include "messages/say.hpp"
#include "model/messages.hpp"

namespace hexad::design {
namespace {

using messages::Id;
using messages::say;

messages::Message name_of_other(const Closest& pair) {
  switch (pair.other) {
    case BodyPart::base:
      return Id::base;
    case BodyPart::platform:
      return Id::platform;
    case BodyPart::leg:
      break;
  }
  return say<Id::the_leg>(pair.other_leg + 1);
}

}  // namespace

bool within(const JointMap& map, const JointLimits& limits) noexcept {
  const auto kept = [](double low, double high, double limit) {
    return !(limit > 0.0) || (low >= -limit && high <= limit);
  };
  return kept(map.low.first, map.high.first, limits.first) &&
         kept(map.low.second, map.high.second, limits.second);
}

messages::Message verdict_of(const Clearance& clearance, double least, const std::vector<JointMap>& joints,
                             const JointLimits& limits) {
  if (clearance.pairs.empty()) return {};
  const Closest& nearest = clearance.pairs.front();
  const messages::Message leg = say<Id::the_leg>(nearest.leg + 1);
  const messages::Message other = name_of_other(nearest);
  const double gap = nearest.nearness.distance;
  if (gap < 0.0) return say<Id::clearance_touch>(leg, other, -gap);
  if (!(gap >= least)) return say<Id::clearance_broken>(leg, other, gap, least);
  for (const JointMap& map : joints) {
    if (within(map, limits)) continue;
    const bool first =
        !within({map.at_base, map.leg, {map.low.first, 0}, {map.high.first, 0}, 0, {}}, limits);
    const double low = first ? map.low.first : map.low.second,
                 high = first ? map.high.first : map.high.second;
    return say<Id::joint_beyond_axis>(map.at_base ? Id::base : Id::platform, map.leg + 1,
                                      std::max(std::abs(low), std::abs(high)),
                                      first ? limits.first : limits.second);
  }
  return say<Id::clearance_kept>(gap, leg, other);
}

messages::Message verdict_of(const EnvelopeFit& fit, const Envelope& envelope) {
  for (std::size_t i = 0; i < kAxes; ++i) {
    const bool wanted = envelope.low[i] != 0.0 || envelope.high[i] != 0.0;
    if (wanted && !(fit.reach[i].high > fit.reach[i].low))
      return say<Id::axis_does_not_move>(id_of(static_cast<Axis>(i)));
  }
  // Rounded down: what is said to fit fits.
  const double scale = std::floor(fit.scale * 1e3) / 1e3;
  if (fit.fits()) return say<Id::envelope_fits>(scale);
  return say<Id::envelope_too_large>(scale, message_of(fit.hit));
}

std::vector<EffectGroup> groups_of(const ToleranceReport& report) {
  std::vector<EffectGroup> groups;
  for (const Effect& effect : report.effects) {
    const auto known = std::find_if(groups.begin(), groups.end(), [&](const EffectGroup& group) {
      return group.end == effect.end && group.way == effect.way;
    });
    if (known == groups.end()) {
      groups.push_back({effect.end, effect.way, effect.share});
    } else {
      known->share += effect.share;
    }
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const EffectGroup& a, const EffectGroup& b) { return a.share > b.share; });
  return groups;
}

messages::Message name_of(JointEnd end, ErrorWay way) {
  constexpr std::array kBase{Id::tolerance_base_radial, Id::tolerance_base_tangential,
                             Id::tolerance_base_vertical};
  constexpr std::array kPlatform{Id::tolerance_platform_radial, Id::tolerance_platform_tangential,
                                 Id::tolerance_platform_vertical};
  if (end == JointEnd::leg) return Id::tolerance_length;
  return (end == JointEnd::base ? kBase : kPlatform)[static_cast<std::size_t>(way)];
}

messages::Message verdict_of(const ToleranceReport& report) {
  const std::vector<EffectGroup> groups = groups_of(report);
  if (groups.empty()) return {};
  return say<Id::tolerance_tightest>(name_of(groups.front().end, groups.front().way), groups.front().share);
}

}  // namespace hexad::design
