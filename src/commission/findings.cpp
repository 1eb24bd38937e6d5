#include "commission/findings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "messages/say.hpp"
#include "model/messages.hpp"

namespace hexad::commission {
namespace {

using messages::Id;
using messages::say;

constexpr double kMoves = 0.3;        // share of what is told: it moves at all
constexpr double kScaleError = 0.02;  // of 1
constexpr double kRulerError = 0.1;   // a ruler on 5 mm
constexpr double kAlong = 0.5 * kMillimetre;
constexpr double kBrakeHolds = 0.5 * kMillimetre;
constexpr double kBacklash = 0.1 * kMillimetre;
constexpr double kNoLoad = 0.02;  // share of the rated torque
constexpr double kLoad = 0.1;
constexpr double kFrictionShare = 2.0;          // of what the platform file says
constexpr double kFollowingShare = 0.5;         // of what is allowed
constexpr double kSpread = 0.05 * kMillimetre;  // a slope takes two places
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

Eigen::Index index_of(std::size_t leg) { return static_cast<Eigen::Index>(leg); }

bool at_speed(const Sample& sample) { return sample.steady; }
bool at_speed_in_time(const Sample& sample) { return sample.steady && sample.in_time; }

template <class Value>
double mean(const LegRecord& record, Phase phase, Value&& value, bool (*counts)(const Sample&) = at_speed) {
  double sum = 0.0;
  int count = 0;
  for (const Sample& sample : record.samples) {
    if (sample.phase != phase || !counts(sample)) continue;
    sum += value(sample);
    ++count;
  }
  return count > 0 ? sum / count : kUnknown;
}

struct Point {
  bool out = false;
  double told = 0.0;
  double measured = 0.0;
};

/// Of what is measured over what is told, in both directions, each about its own mean.
double slope(const std::vector<Point>& points) {
  double together = 0.0;
  double square = 0.0;
  for (const bool out : {true, false}) {
    Point mean;
    double count = 0.0;
    for (const Point& point : points) {
      if (point.out != out) continue;
      mean.told += point.told;
      mean.measured += point.measured;
      count += 1.0;
    }
    for (const Point& point : points) {
      if (point.out != out) continue;
      const double away = point.told - mean.told / count;
      together += away * (point.measured - mean.measured / count);
      square += away * away;
    }
  }
  return square > kSpread * kSpread ? together / square : kUnknown;
}

/// What leg `of` reports while the record's leg moves slowly.
double moving_slope(const LegRecord& record, std::size_t of) {
  std::vector<Point> points;
  for (const Sample& s : record.samples)
    if (s.steady && (s.phase == Phase::out || s.phase == Phase::in))
      points.push_back({s.phase == Phase::out, s.told[index_of(record.leg)], s.measured[index_of(of)]});
  return slope(points);
}

/// By where it came to rest, once it has rested at two places that the same direction led to.
double scale_of(const LegRecord& record) {
  std::vector<Point> points;
  for (const Rest& rest : record.rests) points.push_back({rest.out, rest.told, rest.measured});
  const double standing = slope(points);
  return std::isfinite(standing) ? standing : moving_slope(record, record.leg);
}

/// At rest halfway, come from above and from below: no speed and no clock has a part in it.
double backlash_of(const LegRecord& record) {
  double above = kUnknown;
  double below = kUnknown;
  for (const Rest& rest : record.rests)
    if (rest.at == 0.5) (rest.out ? below : above) = rest.measured - rest.told;
  return above < below ? 0.0 : above - below;
}

/// How far it is behind, in the direction it moves in; the mean of both ways.
double lag(const LegRecord& record, Phase out, Phase in) {
  const auto behind = [&](const Sample& s) {
    const auto i = index_of(record.leg);
    return s.told[i] - s.measured[i];
  };
  return 0.5 * (mean(record, out, behind, at_speed_in_time) - mean(record, in, behind, at_speed_in_time));
}

double or_zero(double value) { return std::isfinite(value) ? value : 0.0; }

LegFigures figures_of(const Machine& machine, const Plan& plan, const LegRecord& record) {
  LegFigures f;
  const auto i = index_of(record.leg);
  f.scale = scale_of(record);
  const double slow = lag(record, Phase::out, Phase::in);
  const double fast = lag(record, Phase::fast_out, Phase::fast_in);
  f.delay = fast < slow ? 0.0 : (fast - slow) / plan.speed;
  f.backlash = backlash_of(record);
  const auto torque = [](const Sample& s) { return s.torque; };
  const Drive& drive = machine.drive;
  const double force = kRevolution * drive.belt_ratio / drive.screw_lead * drive.efficiency;
  f.friction = 0.5 * force * (mean(record, Phase::out, torque) - mean(record, Phase::in, torque));
  f.switched = kUnknown;
  const double begin = record.samples.empty() ? 0.0 : record.samples.front().measured[i];
  std::optional<double> parked;
  bool lower = !record.samples.empty() && record.samples.front().lower;
  for (const Sample& s : record.samples) {
    if (s.phase == Phase::raised && s.velocity == 0.0) f.load = s.torque;
    if (s.phase == Phase::off && !parked) parked = s.measured[i];
    if (s.phase == Phase::off) f.slip = std::max(f.slip, std::abs(s.measured[i] - *parked));
    if (s.in_time && s.phase != Phase::off && s.phase != Phase::standing)
      f.following =
          std::max(f.following, std::abs(s.told[i] - or_zero(f.delay) * s.velocity - s.measured[i]));
    if (s.lower != std::exchange(lower, s.lower)) f.switched = s.measured[i] - begin;
  }
  return f;
}

struct Judge {
  const Machine& machine;
  const Plan& plan;
  const LegRecord& record;
  LegResult& result;
  std::size_t crossed = kMaxLegs;  ///< with this one

  std::size_t number() const { return record.leg + 1; }
  void wrong(const messages::Message& what) { result.findings.push_back({what, true}); }
  void remark(const messages::Message& what) { result.findings.push_back({what, false}); }

  /// What the drives report of it; false = nothing further can be said.
  bool motion() {
    const LegFigures& f = result.figures;
    if (!std::isfinite(f.scale)) return false;
    for (std::size_t other = 0; other < machine.geometry.legs; ++other) {
      if (other == record.leg) continue;
      const double along = moving_slope(record, other);
      if (!(std::abs(along) > kMoves) || std::abs(f.scale) > kMoves) continue;
      crossed = other;
      wrong(say<Id::commission_found_other_leg>(number(), other + 1));
      return false;
    }
    if (std::abs(f.scale) <= kMoves) {
      wrong(say<Id::commission_found_still>(number(), plan.torque * machine.drive.motor_torque));
      return false;
    }
    if (f.scale < 0.0) {
      wrong(say<Id::commission_found_encoder_sign>(number()));
      return false;
    }
    if (std::abs(f.scale - 1.0) > kScaleError) wrong(say<Id::commission_found_scale>(number(), f.scale));
    return true;
  }

  void along() {
    for (std::size_t other = 0; other < machine.geometry.legs; ++other) {
      if (other == record.leg || other == crossed) continue;
      double most = 0.0;
      for (const Sample& s : record.samples)
        if (s.phase != Phase::off && s.phase != Phase::lowered)
          most = std::max(
              most, std::abs(s.measured[index_of(other)] - record.samples.front().measured[index_of(other)]));
      if (most > kAlong) wrong(say<Id::commission_found_moved_along>(other + 1, most, number()));
    }
  }

  /// What whoever looked saw.
  void seen() {
    if (!record.seen) return;
    const Seen& seen = *record.seen;
    if (seen.leg == 0) return wrong(say<Id::commission_found_none_seen>(number()));
    if (seen.leg != number()) {
      result.other = seen.leg - 1;
      wrong(say<Id::commission_found_other_seen>(number(), seen.leg));
    }
    if (!seen.longer) {
      result.correction = -1.0;
      wrong(say<Id::commission_found_sign>(number()));
    }
    if (!(seen.distance > 0.0)) return;
    const double share = seen.distance / plan.distance;
    if (std::abs(share - 1.0) > kRulerError)
      wrong(say<Id::commission_found_distance>(number(), plan.distance, seen.distance));
    if (std::abs(share - 1.0) > kScaleError) result.correction /= share;
  }

  void brake() {
    const LegFigures& f = result.figures;
    const bool off = std::any_of(record.samples.begin(), record.samples.end(),
                                 [](const Sample& s) { return s.phase == Phase::off; });
    if (!off) return;
    if (f.slip > kBrakeHolds) {
      wrong(say<Id::commission_found_brake>(number(), f.slip));
    } else if (std::abs(f.load) < kNoLoad * machine.drive.motor_torque) {
      remark(say<Id::commission_found_no_load>(number(), f.load));
    }
    if (f.load < -kLoad * machine.drive.motor_torque && result.correction > 0.0)
      remark(say<Id::commission_found_load_sign>(number(), f.load));
  }

  void wear() {
    const LegFigures& f = result.figures;
    if (f.backlash > kBacklash) wrong(say<Id::commission_found_backlash>(number(), f.backlash));
    if (machine.drive.friction > 0.0 && f.friction > kFrictionShare * machine.drive.friction)
      wrong(say<Id::commission_found_friction>(number(), f.friction, machine.drive.friction));
    if (f.following > kFollowingShare * machine.drive.following + or_zero(f.backlash))
      remark(say<Id::commission_found_following>(number(), f.following, machine.drive.following));
  }

  void switches() {
    if (record.samples.empty()) return;
    const auto i = index_of(record.leg);
    double low = record.samples.front().measured[i];
    double high = low;
    bool upper = true;
    bool lower = true;
    for (const Sample& s : record.samples) {
      low = std::min(low, s.measured[i]);
      high = std::max(high, s.measured[i]);
      upper = upper && s.upper;
      lower = lower && s.lower;
    }
    if (upper) wrong(say<Id::commission_found_upper>(number()));
    if (lower && high - low > 0.5 * plan.distance)
      wrong(say<Id::commission_found_lower>(number(), high - low));
    if (machine.drive.homing == Homing::by_switch && !lower && !std::isfinite(result.figures.switched))
      remark(say<Id::commission_found_no_switch>(number()));
  }
};

double of_leg(const std::vector<double>& values, std::size_t leg, double otherwise) {
  if (values.empty()) return otherwise;
  return values[values.size() == 1 ? 0 : std::min(leg, values.size() - 1)];
}

}  // namespace

bool LegResult::wrong() const {
  return std::any_of(findings.begin(), findings.end(), [](const Finding& one) { return one.wrong; });
}

LegResult judge(const Machine& machine, const Plan& plan, const LegRecord& record) {
  LegResult result{.leg = record.leg, .other = record.leg, .complete = record.complete};
  result.figures = figures_of(machine, plan, record);
  Judge judge{machine, plan, record, result};
  const bool moved = judge.motion();
  if (!record.samples.empty()) judge.along();
  judge.seen();
  judge.brake();
  if (moved) judge.wear();
  judge.switches();
  if (record.fault) judge.wrong(say<Id::commission_found_fault>(record.leg + 1, message_of(record.fault)));
  if (result.findings.empty() && record.complete)
    judge.remark(say<Id::commission_found_nothing>(record.leg + 1));
  return result;
}

std::string suggestion(const Machine& machine, const Wired& wired, const std::vector<LegResult>& results,
                       const std::vector<LegRecord>& records) {
  const std::size_t legs = machine.geometry.legs;
  double following = 0.0;
  double delay = 0.0;
  double backlash = 0.0;
  double friction = 0.0;
  double counted = 0.0;
  double timed = 0.0;
  bool homed = !records.empty();
  bool switches = !records.empty();
  std::vector<double> order(legs);
  std::vector<double> scale(legs);
  for (std::size_t leg = 0; leg < legs; ++leg) {
    order[leg] = of_leg(wired.order, leg, static_cast<double>(leg + 1));
    scale[leg] = of_leg(wired.scale, leg, 1.0);
  }
  const std::vector<double> was = order;
  bool rewired = false;
  bool rescaled = false;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const LegResult& one = results[i];
    homed = homed && records[i].homed;
    switches = switches && std::isfinite(one.figures.switched);
    rescaled = rescaled || one.correction != 1.0;
    scale[one.leg] *= one.correction;
    // Seen by who looked: the leg that was told stands where the other one's drive is.
    if (one.other != one.leg && one.other < legs) {
      order[one.other] = was[one.leg];
      rewired = true;
    }
    if (!one.complete || !std::isfinite(one.figures.friction)) continue;
    following = std::max(following, one.figures.following);
    backlash = std::max(backlash, or_zero(one.figures.backlash));
    friction += one.figures.friction;
    counted += 1.0;
    if (!std::isfinite(one.figures.delay)) continue;
    delay += one.figures.delay;
    timed += 1.0;
  }
  std::string text = "[drive]\n";
  if (counted > 0.0) {
    const double bound = std::max(0.5, std::ceil(20.0 * following / kMillimetre) / 10.0);
    text += fmt::format("following = {:.1f}  # mm; {:.2f} mm were seen, lost motion {:.2f} mm\n", bound,
                        following / kMillimetre, backlash / kMillimetre);
    if (timed > 0.0) text += fmt::format("delay = {:.3f}  # s\n", std::round(1e3 * delay / timed) / 1e3);
    text += fmt::format("friction = {:.0f}  # N a leg; {:.0f} are set\n", std::max(0.0, friction / counted),
                        machine.drive.friction);
  }
  text += fmt::format("homing = \"{}\"  # {}\n",
                      homed      ? "absolute"
                      : switches ? "switch"
                                 : "torque",
                      homed      ? "every drive knew its place"
                      : switches ? "every lower switch was seen to switch"
                                 : "no drive knew its place, and not every lower switch was seen to switch");
  if (!rewired && !rescaled) return text;
  text += "\n[drives]\n";
  std::vector<double> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  const bool each_once = std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
  if (rewired && each_once) text += fmt::format("order = [{:g}]\n", fmt::join(order, ", "));
  if (rewired && !each_once)
    text += "# order: commission every leg first; what was seen contradicts itself\n";
  if (rescaled) text += fmt::format("scale = [{:.5g}]\n", fmt::join(scale, ", "));
  return text;
}

}  // namespace hexad::commission
