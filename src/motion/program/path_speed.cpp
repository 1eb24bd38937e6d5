#include "motion/program/path_speed.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/roots.hpp"

namespace hexad::motion {
namespace {

constexpr double kWindowTime = 6.0;    // s
constexpr double kAhead = 3.0;         // stops that a window looks ahead beyond what is kept of it
constexpr double kFirstWeight = 0.05;  // of the barrier, in cells of time
constexpr double kAgainWeight = 0.03;
constexpr double kRoughWeight = 2e-2;
constexpr double kLastWeight = 2e-3;
constexpr double kWeightStep = 0.1;
constexpr double kClose = 5e-4;        // cells of time a place that the last step may still gain
constexpr double kNear = 0.02;         // … for the barrier to be lowered
constexpr double kMostOfWay = 0.9;     // to a bound, in one step
constexpr std::ptrdiff_t kNearby = 8;  // places that go together
constexpr double kLeastPart = 1e-4;
constexpr int kMostSteps = 60;
constexpr int kNarrowSteps = 12;    // after which what is still out stays so
constexpr double kStartRoom = 0.8;  // of a bound that the first guess may use
constexpr double kWider = 1.05;     // than what is there, where that is over its bound

/// Time of a cell and what it changes by with b at its ends.
struct CellTime {
  double value, d0, d1, d00, d01, d11;

  CellTime(double length, double b0, double b1) noexcept {
    const double v0 = std::sqrt(b0);
    const double v1 = std::sqrt(b1);
    const double sum = v0 + v1;
    const double r0 = v0 > 0.0 ? 0.5 / v0 : 0.0;
    const double r1 = v1 > 0.0 ? 0.5 / v1 : 0.0;
    value = 2.0 * length / sum;
    const double slope = value / sum;
    const double bend = 2.0 * slope / sum;
    d0 = -slope * r0;
    d1 = -slope * r1;
    d00 = bend * r0 * r0 + 2.0 * slope * r0 * r0 * r0;
    d11 = bend * r1 * r1 + 2.0 * slope * r1 * r1 * r1;
    d01 = bend * r0 * r1;
  }
};

}  // namespace

/// The places between `first` and `last`, which stay as they are.
struct PathSpeed::Window {
  PathSpeed& plan;
  std::size_t first, last;
  /// Of each place from `first` on, and of the cell after it: how far bounds are out for now.
  struct Room {
    double velocity = 1.0, acceleration = 1.0, jerk = 1.0, gained = 1.0;
  };
  std::vector<Room> rooms, used;
  std::vector<double> slope, diagonal, beside, beyond;  // of time + weight·barrier
  std::vector<double> step, kept;
  std::vector<double> part, least;  ///< of the step

  Window(PathSpeed& of, std::size_t from, std::size_t to)
      : plan{of},
        first{from},
        last{to},
        rooms(to - from + 1),
        used(to - from + 1, Room{0.0, 0.0, 0.0, 0.0}) {}

  Channels acceleration(std::size_t cell) const noexcept {
    const SpeedCell& c = plan.cells_[cell];
    return c.left * plan.b_[cell] + c.right * plan.b_[cell + 1];
  }
  double time(std::size_t cell) const noexcept {
    return 2.0 * plan.cells_[cell].length / (std::sqrt(plan.b_[cell]) + std::sqrt(plan.b_[cell + 1]));
  }
  double middle_speed(std::size_t cell) const noexcept {
    return std::sqrt(0.5 * (plan.b_[cell] + plan.b_[cell + 1]));
  }

  double weight = 0.0;  ///< of the barrier
  double stiff = 0.0;   ///< … in the second derivatives

  bool look() noexcept;
  void derive();
  void add_cell(std::size_t cell, const Channels& now, const CellTime& time);
  void add_gained(std::size_t cell, const Channels& now);
  void add_jerk(std::size_t place, const Channels& change, const CellTime& before, const CellTime& after);
  double solve();
  bool narrow() noexcept;
  void even_out();
  bool take_step();
  void run(double first_weight, double end_weight);
};

/// What is used of every bound; false where it is more than there is room for.
bool PathSpeed::Window::look() noexcept {
  const std::size_t n = plan.cells_.size();
  Channels before = first > 0 ? acceleration(first - 1) : Channels::Zero();
  double time_before = time(first > 0 ? first - 1 : 0);
  bool fits = true;
  for (std::size_t i = first; i <= last; ++i) {
    const Room& room = rooms[i - first];
    Room& use = used[i - first];
    const SpeedShare& share = plan.shares_[i];
    if (i > first && i < last) {
      if (!(plan.b_[i] > 0.0)) return false;
      use.velocity = plan.b_[i] / plan.most_[i];
    }
    const Channels now = i < n ? acceleration(i) : Channels::Zero();
    const double time_now = i < n ? time(i) : time_before;
    use.jerk = ((now - before).abs() * plan.jerk_inverse_).maxCoeff() /
               (share.jerk * 0.5 * (time_before + time_now));
    if (i < last) {
      use.acceleration = now.abs().maxCoeff() / share.acceleration;
      if (share.gained > 0.0) {
        const SpeedCell& cell = plan.cells_[i];
        const Channels gaining = (cell.speed > 0.0).select(now, -now).max(0.0);
        use.gained =
            (cell.speed.abs() * middle_speed(i) + share.gained * plan.gain_ * gaining.square()).maxCoeff();
      }
    }
    fits = fits && use.velocity < room.velocity && use.acceleration < room.acceleration &&
           use.jerk < room.jerk && !(share.gained > 0.0 && !(use.gained < room.gained));
    before = now;
    time_before = time_now;
  }
  return fits;
}

void PathSpeed::Window::add_jerk(std::size_t place, const Channels& change, const CellTime& before,
                                 const CellTime& after) {
  const bool starts = place == 0;
  const bool ends = place == plan.cells_.size();
  const Channels rate = plan.shares_[place].jerk * rooms[place - first].jerk * plan.jerk_rate_;
  const double share_before = ends ? 1.0 : starts ? 0.0 : 0.5;
  const double share_after = 1.0 - share_before;
  const Channels room = (share_before * before.value + share_after * after.value) * rate;
  const Channels inverse = 2.0 * weight / ((room - change) * (room + change));
  const Channels both = (stiff / (2.0 * weight * weight)) * inverse * inverse;
  const Channels by_change = inverse * change;
  const Channels square = both * (room * room + change * change);  // by room twice, and by change twice
  const Channels mixed = -2.0 * both * room * change * rate;
  const double room_slope = -(inverse * room * rate).sum();
  const double room_square = (square * rate * rate).sum();
  // With b before, here and after.
  Channels by[3];
  by[0] = starts ? Channels{Channels::Zero()} : Channels{-plan.cells_[place - 1].left};
  by[2] = ends ? Channels{Channels::Zero()} : plan.cells_[place].right;
  by[1].setZero();
  if (!ends) by[1] += plan.cells_[place].left;
  if (!starts) by[1] -= plan.cells_[place - 1].right;
  const double time[3] = {share_before * before.d0, share_before * before.d1 + share_after * after.d0,
                          share_after * after.d1};
  double mix[3];
  Channels weighted[3];
  for (int k = 0; k < 3; ++k) {
    mix[k] = (mixed * by[k]).sum();
    weighted[k] = square * by[k];
  }
  const auto second = [&](int k, int l) {
    return (weighted[k] * by[l]).sum() + mix[k] * time[l] + mix[l] * time[k] +
           room_square * time[k] * time[l];
  };
  for (int k = 0; k < 3; ++k) {
    const std::size_t at = place + static_cast<std::size_t>(k) - 1;
    if (at + 1 < first + 2 || at >= last) continue;  // at ≤ first, without going below zero
    const std::size_t i = at - first;
    slope[i] += (by_change * by[k]).sum() + room_slope * time[k];
    diagonal[i] += second(k, k);
    if (k < 2 && at + 1 < last) beside[i] += second(k, k + 1);
    if (k == 0 && at + 2 < last) beyond[i] += second(0, 2);
  }
}

/// Time, and the bound of the acceleration.
void PathSpeed::Window::add_cell(std::size_t cell, const Channels& now, const CellTime& time) {
  const SpeedCell& c = plan.cells_[cell];
  const std::size_t k = cell - first;
  const double room = plan.shares_[cell].acceleration * rooms[k].acceleration;
  const Channels inverse = 2.0 * weight / ((room - now) * (room + now));
  const Channels by = inverse * now;
  const Channels square = (stiff / (2.0 * weight * weight)) * inverse * inverse * (room * room + now * now);
  const Channels left = square * c.left;
  const double scale = 1.0 / plan.tick_;
  slope[k] += scale * time.d0 + (by * c.left).sum();
  slope[k + 1] += scale * time.d1 + (by * c.right).sum();
  diagonal[k] += scale * time.d00 + (left * c.left).sum();
  diagonal[k + 1] += scale * time.d11 + (square * c.right * c.right).sum();
  beside[k] += scale * time.d01 + (left * c.right).sum();
  if (plan.shares_[cell].gained > 0.0) add_gained(cell, now);
}

/// The bound of a velocity with what is still gained: |speed|·v + gained·α². v bends down with b; left out.
void PathSpeed::Window::add_gained(std::size_t cell, const Channels& now) {
  const SpeedCell& c = plan.cells_[cell];
  const std::size_t k = cell - first;
  const double v = middle_speed(cell);
  const Channels gaining = (c.speed > 0.0).select(now, -now).max(0.0);
  const Channels factor = plan.shares_[cell].gained * plan.gain_;
  const Channels room = rooms[k].gained - (c.speed.abs() * v + factor * gaining.square());
  const Channels inverse = weight / room;
  const Channels by_alpha = (c.speed > 0.0).select(Channels{2.0 * factor * gaining}, -2.0 * factor * gaining);
  const Channels by_left = c.speed.abs() / (4.0 * v) + by_alpha * c.left;
  const Channels by_right = c.speed.abs() / (4.0 * v) + by_alpha * c.right;
  const Channels square = (stiff / weight) * inverse / room;
  const Channels bend = (gaining > 0.0).select(Channels{(2.0 * stiff / weight) * inverse * factor}, 0.0);
  slope[k] += (inverse * by_left).sum();
  slope[k + 1] += (inverse * by_right).sum();
  diagonal[k] += (square * by_left * by_left + bend * c.left * c.left).sum();
  diagonal[k + 1] += (square * by_right * by_right + bend * c.right * c.right).sum();
  beside[k] += (square * by_left * by_right + bend * c.left * c.right).sum();
}

void PathSpeed::Window::derive() {
  const std::size_t count = last - first + 1;
  for (std::vector<double>* v : {&slope, &diagonal, &beside, &beyond}) v->assign(count, 0.0);
  const std::vector<double>& b = plan.b_;
  const std::size_t n = plan.cells_.size();
  const auto time_at = [&](std::size_t cell) {
    return CellTime{plan.cells_[cell].length, b[cell], b[cell + 1]};
  };
  CellTime time_before = time_at(first > 0 ? first - 1 : 0);
  Channels before = first > 0 ? acceleration(first - 1) : Channels::Zero();
  for (std::size_t i = first; i <= last; ++i) {
    const CellTime time_now = i < n ? time_at(i) : time_before;
    const Channels now = i < n ? acceleration(i) : Channels::Zero();
    add_jerk(i, now - before, time_before, time_now);
    if (i < last) add_cell(i, now, time_now);
    if (i > first && i < last) {
      const double inverse = 1.0 / (rooms[i - first].velocity * plan.most_[i] - b[i]);
      slope[i - first] += weight * inverse;
      diagonal[i - first] += stiff * inverse * inverse;
    }
    before = now;
    time_before = time_now;
  }
}

/// The step of Newton; what it would gain, twice.
double PathSpeed::Window::solve() {
  const std::size_t count = last - first + 1;
  step.assign(count, 0.0);
  // L·D·Lᵀ: `diagonal` becomes D, `beside` and `beyond` the columns of L.
  for (std::size_t k = 1; k + 1 < count; ++k) {
    step[k] = -slope[k];
    if (k >= 2) {
      diagonal[k] -= beside[k - 1] * beside[k - 1] * diagonal[k - 1];
      step[k] -= beside[k - 1] * step[k - 1];
    }
    if (k >= 3) {
      diagonal[k] -= beyond[k - 2] * beyond[k - 2] * diagonal[k - 2];
      step[k] -= beyond[k - 2] * step[k - 2];
    }
    if (k >= 2) beside[k] -= beyond[k - 1] * beside[k - 1] * diagonal[k - 1];
    beside[k] /= diagonal[k];
    beyond[k] /= diagonal[k];
  }
  for (std::size_t k = count - 1; k-- > 1;) {
    step[k] /= diagonal[k];
    if (k + 2 < count) step[k] -= beside[k] * step[k + 1];
    if (k + 3 < count) step[k] -= beyond[k] * step[k + 2];
  }
  double gain = 0.0;
  for (std::size_t k = 1; k + 1 < count; ++k) gain -= slope[k] * step[k];
  return gain;
}

/// Bounds that are out for now come in to half the way to what is used; true when all are where they belong.
bool PathSpeed::Window::narrow() noexcept {
  bool all = true;
  const auto closer = [&](double& room, double use) {
    if (room > 1.0) room = std::max(1.0, use + 0.5 * (room - use));
    if (room > 1.0) all = false;
  };
  for (std::size_t k = 0; k < rooms.size(); ++k) {
    closer(rooms[k].velocity, used[k].velocity);
    closer(rooms[k].acceleration, used[k].acceleration);
    closer(rooms[k].jerk, used[k].jerk);
    closer(rooms[k].gained, used[k].gained);
  }
  return all;
}

/// At each place no more than at any place near it, and changing slowly from place to place.
void PathSpeed::Window::even_out() {
  const auto count = static_cast<std::ptrdiff_t>(part.size());
  least.resize(part.size());
  for (std::ptrdiff_t k = 0; k < count; ++k) {
    const std::ptrdiff_t to = std::min(count, k + kNearby + 1);
    double low = 1.0;
    for (std::ptrdiff_t i = std::max<std::ptrdiff_t>(0, k - kNearby); i < to; ++i)
      low = std::min(low, part[static_cast<std::size_t>(i)]);
    least[static_cast<std::size_t>(k)] = low;
  }
  for (std::ptrdiff_t k = 0; k < count; ++k) {
    double sum = 0.0;
    for (std::ptrdiff_t i = k - kNearby; i <= k + kNearby; ++i)
      sum += least[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(i, 0, count - 1))];
    part[static_cast<std::size_t>(k)] = sum / static_cast<double>(2 * kNearby + 1);
  }
}

/// As much of the step as fits: less of it where it goes over a bound, or all of it halved until it does.
bool PathSpeed::Window::take_step() {
  kept.assign(plan.b_.begin() + static_cast<std::ptrdiff_t>(first),
              plan.b_.begin() + static_cast<std::ptrdiff_t>(last) + 1);
  const std::vector<Room> before = used;
  const auto go = [&](double share) {
    for (std::size_t k = 1; k < last - first; ++k) plan.b_[first + k] = kept[k] + share * part[k] * step[k];
    return look();
  };
  part.assign(kept.size(), 1.0);
  bool whole = true;
  for (std::size_t k = 1; k < last - first; ++k) {
    if (kept[k] + step[k] > (1.0 - kMostOfWay) * kept[k]) continue;
    part[k] = kMostOfWay * kept[k] / -step[k];
    whole = false;
  }
  if (!whole) even_out();
  if (go(1.0)) return true;
  for (std::size_t k = 0; k < part.size(); ++k) {
    const auto limit = [&](double room, double from, double to) {
      if (!(to < room) && to > from) part[k] = std::min(part[k], kMostOfWay * (room - from) / (to - from));
    };
    limit(rooms[k].velocity, before[k].velocity, used[k].velocity);
    limit(rooms[k].acceleration, before[k].acceleration, used[k].acceleration);
    limit(rooms[k].jerk, before[k].jerk, used[k].jerk);
    limit(rooms[k].gained, before[k].gained, used[k].gained);
  }
  even_out();
  if (go(1.0) || go(0.5)) return true;
  part.assign(kept.size(), 1.0);
  for (double share = 0.5; share > kLeastPart; share *= 0.5)
    if (go(share)) return true;
  std::copy(kept.begin(), kept.end(), plan.b_.begin() + static_cast<std::ptrdiff_t>(first));
  return false;
}

void PathSpeed::Window::run(double first_weight, double end_weight) {
  weight = stiff = first_weight;
  if (!look()) {
    const auto out = [](double& room, double use) {
      if (!(use < 1.0)) room = kWider * use;
    };
    for (std::size_t k = 0; k < rooms.size(); ++k) {
      out(rooms[k].velocity, used[k].velocity);
      out(rooms[k].acceleration, used[k].acceleration);
      out(rooms[k].jerk, used[k].jerk);
      out(rooms[k].gained, used[k].gained);
    }
  }
  bool narrowed = narrow();
  const double count = static_cast<double>(last - first);
  for (int round = 0; round < kMostSteps; ++round) {
    plan.work_ += last - first;
    derive();
    const double gain = solve() / count;
    if (gain <= kClose && weight <= end_weight && narrowed) return;
    if (!take_step()) return;
    // What cannot be narrowed belongs to places that stay as they are.
    narrowed = narrow() || round > kNarrowSteps;
    stiff = weight;
    if (narrowed && gain <= kNear) weight = std::max(weight * kWeightStep, end_weight);
  }
}

PathSpeed::PathSpeed(std::vector<SpeedCell> cells, const PathBounds& bounds, double tick)
    : cells_{std::move(cells)},
      jerk_rate_{bounds.jerk / bounds.acceleration},
      jerk_inverse_{jerk_rate_.inverse()},
      gain_{bounds.acceleration / (2.0 * jerk_rate_ * bounds.top_speed)},
      stop_time_{bounds.stop_time()},
      tick_{tick},
      shares_(cells_.size() + 1) {}

/// Slower as a whole by √x, accelerations are x and jerks x^1.5 of what they were.
double PathSpeed::admissible_scale() {
  Window window{*this, 0, cells_.size()};
  (void)window.look();
  double scale = 1.0;
  for (const Window::Room& use : window.used) {
    scale = std::min({scale, kStartRoom / use.acceleration, kStartRoom / use.velocity});
    if (use.jerk > kStartRoom) {
      const double root = cube_root(kStartRoom / use.jerk);
      scale = std::min(scale, root * root);
    }
  }
  return scale;
}

bool PathSpeed::plan(std::vector<double> guess, std::vector<double> most, bool rough,
                     const Progress& progress) {
  b_ = std::move(guess);
  most_ = std::move(most);
  const std::size_t n = cells_.size();
  const double scale = admissible_scale();
  for (double& b : b_) b *= scale;
  const auto kept = static_cast<std::size_t>(std::ceil(kWindowTime / tick_));
  const auto ahead = static_cast<std::size_t>(std::ceil(kAhead * stop_time_ / tick_));
  for (std::size_t first = 0; first < n; first += kept) {
    const std::size_t last = first + kept + ahead >= n ? n : first + kept + ahead;
    Window{*this, first, last}.run(kFirstWeight, rough ? kRoughWeight : kLastWeight);
    if (!progress(static_cast<double>(last) / static_cast<double>(n))) return false;
    if (last == n) break;
  }
  return true;
}

double PathSpeed::time_between(std::size_t from, std::size_t to) const noexcept {
  double sum = 0.0;
  for (std::size_t i = from; i < to; ++i)
    sum += 2.0 * cells_[i].length / (std::sqrt(b_[i]) + std::sqrt(b_[i + 1]));
  return sum;
}

/// Slower in the middle, by a factor that comes and goes smoothly.
void PathSpeed::lengthen(std::size_t from, std::size_t to, double time) {
  const double wanted = time_between(from, to) + time;
  const double per_place = 2.0 / static_cast<double>(to - from);
  for (int i = 0; i < 6; ++i) {
    const double now = time_between(from, to);
    const double most = 2.0 * (wanted - now) / now;
    for (std::size_t k = from + 1; k < to; ++k) {
      const double from_middle = per_place * static_cast<double>(k - from) - 1.0;
      const double bump = 1.0 - from_middle * from_middle;
      const double slower = 1.0 + most * bump * bump;
      b_[k] /= slower * slower;
    }
  }
}

void PathSpeed::plan_again(std::size_t from, std::size_t to, double grid) {
  const double before = time_between(from, to);
  Window{*this, from, to}.run(kAgainWeight, kLastWeight);
  if (to == cells_.size()) return;
  const double longer = (time_between(from, to) - before) / grid;
  lengthen(from, to, grid * (std::ceil(longer - 1e-6) - longer));
}

}  // namespace hexad::motion
