#include "motion/program/path_timing.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/roots.hpp"
#include "motion/program/path_piece.hpp"

namespace hexad::motion {
namespace {

constexpr double kLongest = 8e-3;  // s: an interval
constexpr double kShortest = 2e-3;
constexpr double kIntervals = 1500.0;  // at least, in the time that the curve takes at full speed
constexpr double kLook = 1e-3;         // s: at a common control period
constexpr int kRounds = 30;
constexpr double kSlowerInTheEnd = 1.15;
constexpr double kPlanned = 0.8;  // of the work, when all pieces are planned for the first time

// The rotation vector's jerk may differ this much from the angular jerk.
constexpr double kRotationVector = 1.5;
// A stop must fit from a little beyond what is looked at: ticks lie between the looks.
constexpr double kFaster = 1.003;
constexpr double kHarder = 1.02;

/// Over a step. A jerk that changes within it shows in position and velocity more than in its mean: the
/// governor looks at all three.
Channels jerk_between(const Channels& before, const State6& from, const Channels& now, const State6& to,
                      double step) noexcept {
  Channels jerk = (now - before).abs() / step;
  const Vec6 by_velocity = 2.0 / (step * step) * (to.velocity - from.velocity - step * from.acceleration);
  const Vec6 by_position =
      6.0 / (step * step * step) *
      (to.position - from.position - step * from.velocity - (0.5 * step * step) * from.acceleration);
  Channels other = Channels::Zero();
  other.head<6>() = by_velocity.array().abs().max(by_position.array().abs());
  other.segment<3>(3) /= kRotationVector;
  return jerk.max(other);
}

/// The jerk as the governor and the drives see it: by differences of the last four places.
class Course {
 public:
  /// Of the step that ends here; nothing for the first three.
  Channels next(const PathRates& now, double step) noexcept {
    const Pose& pose = now.moment.motion.pose;
    Channels place;
    place << pose.position.array(), Vec3::Zero().array(), now.moment.legs.extension.values().array();
    if (known_ > 0) {
      // Turned from the place before, and all in all: the differences are those of the steps.
      const Vec3 turned = rotation_vector(pose.rotation * rotation_.conjugate());
      place.segment<3>(3) = places_[0].segment<3>(3) + turned.array();
    }
    Channels jerk = Channels::Zero();
    if (known_ >= 3)
      jerk = (place - 3.0 * places_[0] + 3.0 * places_[1] - places_[2]).abs() / (step * step * step);
    places_ = {place, places_[0], places_[1]};
    rotation_ = pose.rotation;
    ++known_;
    return jerk;
  }

 private:
  std::array<Channels, 3> places_;
  Quat rotation_ = Quat::Identity();
  int known_ = 0;
};

class Planner {
 public:
  Planner(const Machine& machine, const PathCurve& curve, std::span<const Vec6> max_speed,
          const Progress& progress)
      : machine_{machine},
        curve_{curve},
        bounds_{machine.limits, max_speed},
        progress_{progress},
        interval_{kLook * std::round(std::clamp(curve.length() / kIntervals, kShortest, kLongest) / kLook)},
        looks_{static_cast<int>(std::lround(interval_ / kLook))} {}
  PathTiming plan();

 private:
  using Stretch = PathPiece::Stretch;

  bool plan_pieces();
  void draw();
  void look(const Stretch& stretch);
  std::vector<Stretch> tighten();
  bool go_on(double share) const { return progress_(share); }

  const Machine& machine_;
  const PathCurve& curve_;
  PathBounds bounds_;
  const Progress& progress_;
  double interval_;  ///< s
  int looks_;        ///< an interval
  std::vector<PathPiece> pieces_;
  std::vector<double> begins_;  ///< when each piece does
  PathTiming timing_;
  std::vector<PathUse> too_much_;
  double slower_ = 1.0;  ///< by how much it would have to be to fit as it is
};

bool Planner::plan_pieces() {
  std::size_t first = 0;
  for (const std::size_t last : curve_.piece_ends()) {
    const double from = curve_.knots()[first].s / curve_.length();
    const double part = curve_.knots()[last].s / curve_.length() - from;
    auto piece = PathPiece::plan(machine_, curve_, bounds_, first, last, interval_,
                                 [&](double share) { return go_on(kPlanned * (from + share * part)); });
    if (!piece) return false;
    pieces_.push_back(std::move(*piece));
    first = last + 1;
  }
  return true;
}

/// As the controls of a B-spline in time. At rest: three alike.
void Planner::draw() {
  timing_.interval = interval_;
  timing_.controls.assign(2, 0.0);
  begins_.clear();
  for (const PathPiece& piece : pieces_) {
    const std::vector<double> samples = piece.every(interval_);
    begins_.push_back(interval_ * static_cast<double>(timing_.controls.size() - 1));
    timing_.controls.insert(timing_.controls.end(), samples.begin(), samples.end());
    timing_.controls.insert(timing_.controls.end(), 2, samples.back());
  }
}

void Planner::look(const Stretch& stretch) {
  const double step = timing_.interval / looks_;
  const auto last = static_cast<std::size_t>(looks_) * (timing_.controls.size() - 3);
  const auto first = static_cast<std::size_t>(std::max(0.0, std::floor(stretch.time / step)));
  const auto end = std::min(last, static_cast<std::size_t>(std::max(0.0, std::ceil(stretch.until / step))));
  Channels before = Channels::Zero();
  State6 before_state;
  std::size_t cell = curve_.cell_of(timing_.at(step * static_cast<double>(first)).s);
  const auto places = curve_.knots();
  Course course;
  for (std::size_t k = first; k <= end; ++k) {
    const double time = step * static_cast<double>(k);
    const PathTiming::State s = timing_.at(time);
    while (cell + 2 < places.size() && places[cell + 1].s <= s.s) ++cell;
    const PathCurve::Place p = curve_.in_cell(cell, s.s);
    const State6 state{p.position, p.first * s.first, p.first * s.second + p.second * (s.first * s.first)};
    const PathRates now = path_rates(machine_, state);
    const Channels by_places = course.next(now, step);
    if (k > first) {
      const Channels jerk = jerk_between(before, before_state, now.acceleration, state, step).max(by_places);
      PathUse use{time - 0.5 * step, (now.velocity.abs() / bounds_.velocity(p.segment)).maxCoeff(),
                  (now.acceleration.abs() / bounds_.acceleration).maxCoeff(),
                  (jerk / bounds_.jerk).maxCoeff()};
      if (s.first > 0.0) {
        Moment beyond = now.moment;
        beyond.state.velocity *= kFaster;
        // Where it brakes, less of that is worse.
        beyond.state.acceleration *= k % 2 == 0 ? kHarder : 1.0 / kHarder;
        use.no_stop = check_stop(machine_, beyond).limit;
      }
      if (use.is_over())
        slower_ = std::max({slower_, use.velocity, std::sqrt(use.acceleration), cube_root(use.jerk)});
      if (use.is_over() || use.no_stop != Limit::none) too_much_.push_back(use);
    }
    before = now.acceleration;
    before_state = state;
  }
  timing_.work += end - std::min(first, end);
}

/// Where something was too much; which times of what is drawn next have changed by it.
std::vector<PathPiece::Stretch> Planner::tighten() {
  std::vector<std::vector<Stretch>> changed(pieces_.size());
  // Stretches may overlap.
  std::stable_sort(too_much_.begin(), too_much_.end(),
                   [](const PathUse& a, const PathUse& b) { return a.time < b.time; });
  auto from = too_much_.begin();
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const double next = i + 1 < pieces_.size() ? begins_[i + 1] - interval_ : timing_.duration();
    std::vector<PathUse> here;
    for (; from != too_much_.end() && from->time <= next; ++from) {
      here.push_back(*from);
      here.back().time -= begins_[i];
    }
    if (!here.empty()) changed[i] = pieces_[i].tighten(here, interval_);
  }
  draw();
  std::vector<Stretch> all;
  for (std::size_t i = 0; i < pieces_.size(); ++i)
    for (const Stretch& stretch : changed[i])
      all.push_back(
          {begins_[i] + stretch.time - 3.0 * interval_, begins_[i] + stretch.until + 3.0 * interval_});
  return all;
}

PathTiming Planner::plan() {
  if (!plan_pieces()) return {};
  draw();
  look({0.0, timing_.duration()});
  bool whole = true;  // has been looked at as it is
  while (timing_.rounds < kRounds) {
    if (too_much_.empty()) {
      if (whole) break;
      look({0.0, timing_.duration()});
      whole = true;
      continue;
    }
    if (!go_on(kPlanned + (1.0 - kPlanned) * timing_.rounds / kRounds)) return {};
    ++timing_.rounds;
    const std::vector<Stretch> changed = tighten();
    whole = false;
    too_much_.clear();
    slower_ = 1.0;
    for (const Stretch& stretch : changed) look(stretch);
  }
  // A stop that still does not fit: slower as a whole, it does.
  if (!too_much_.empty()) slower_ = std::max(slower_, kSlowerInTheEnd);
  timing_.stretched = slower_ > 1.0 ? slower_ * (1.0 + 1e-9) : 1.0;
  timing_.interval *= timing_.stretched;
  for (const PathPiece& piece : pieces_) timing_.work += piece.work();
  return timing_;
}

}  // namespace

PathTiming::State PathTiming::at(double t) const noexcept {
  if (controls.size() < 4) return {};
  const std::size_t intervals = controls.size() - 3;
  const double x = std::clamp(t / interval, 0.0, static_cast<double>(intervals));
  const std::size_t k = std::min(static_cast<std::size_t>(x), intervals - 1);
  const double f = x - static_cast<double>(k);
  const double g = 1.0 - f;
  const double p0 = controls[k];
  // Differences first: what cancels is small then.
  const double d1 = controls[k + 1] - p0;
  const double d2 = controls[k + 2] - controls[k + 1];
  const double d3 = controls[k + 3] - controls[k + 2];
  const double e1 = d2 - d1;
  const double e2 = d3 - d2;
  const double rate = 1.0 / interval;
  // Weights of p0…p3 are g³, 4−6f²+3f³, 4−6g²+3g³, f³, all over 6; of the differences their sums from the
  // right.
  const double w3 = f * f * f / 6.0;
  const double w1 = 1.0 - g * g * g / 6.0;
  const double w2 = (1.0 + f * (3.0 + f * (3.0 - 2.0 * f))) / 6.0;
  return {p0 + w1 * d1 + w2 * d2 + w3 * d3, rate * (0.5 * g * g * d1 + (0.5 + f * g) * d2 + 0.5 * f * f * d3),
          rate * rate * (g * e1 + f * e2), rate * rate * rate * (e2 - e1)};
}

PathTiming time_path(const Machine& machine, const PathCurve& curve, std::span<const Vec6> max_speed,
                     const Progress& progress) {
  if (curve.knots().size() < 2 || !(curve.length() > 0.0)) return {};
  return Planner{machine, curve, max_speed, progress}.plan();
}

}  // namespace hexad::motion
