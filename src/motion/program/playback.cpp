#include "motion/program/playback.hpp"

#include <algorithm>
#include <cmath>

#include "kinematics/inverse.hpp"
#include "motion/governor/limit_check.hpp"

namespace hexad::motion {
namespace {

constexpr double kLengths[] = {0.12, 0.18, 0.27, 0.4, 0.6, 0.9, 1.4};  // s
constexpr std::size_t kStopLengths = 5;  // a stop that would take longer leaves the path instead
constexpr double kSamplePeriod = 0.008;
constexpr double kPlayedShare = 0.985;  // of every limit: what lies between two samples needs a little
constexpr double kStill = 1e-9;
constexpr int kBackSamples = 16;
constexpr double kShortestPath = 1e-9;

}  // namespace

void Playback::load(const Machine& machine, const Prepared& program) noexcept {
  clear();
  machine_ = &machine;
  program_ = &program;
  ramp_ = RateRamp{program};
}

void Playback::load(const Machine& machine, const model::Sine& sine) noexcept {
  clear();
  machine_ = &machine;
  (void)sine_.plan(sine, &machine);
}

Motion Playback::at(double clock, double rate, double change) const noexcept {
  if (is_sine()) return along(sine_.at(clock), {clock, rate, change});
  const RateState ramp = ramp_.at(clock);
  return along(program_->at(ramp.path),
               {ramp.path, ramp.rate * rate, ramp.change * rate * rate + ramp.rate * change});
}

Motion Playback::here() const noexcept {
  const Jet rate = rate_.at(time_);
  return at(clock_, rate.value, rate.rate);
}

State6 Playback::advance(double dt) noexcept {
  clock_ += rate_.integral(time_ + dt) - rate_.integral(time_);
  time_ += dt;
  if (next_rate_ && !changing()) run(*next_rate_);
  if (!is_sine() && clock_ > ramp_.play_time()) clock_ = ramp_.play_time();
  return state_of(here());
}

bool Playback::standing() const noexcept {
  const Jet rate = rate_.at(time_);
  return std::abs(rate.value) < kStill && std::abs(rate.rate) < kStill;
}

bool Playback::finished() const noexcept {
  if (is_sine()) return sine_.stopping() && sine_.finished(clock_);
  return clock_ >= ramp_.play_time() - kShortestPath;
}

double Playback::progress() const noexcept {
  if (!loaded() || is_sine() || std::isinf(ramp_.play_time())) return 0.0;
  return ramp_.play_time() > 0.0 ? std::min(1.0, clock_ / ramp_.play_time()) : 1.0;
}

Pose Playback::pose_ahead(double ahead) const noexcept { return at(clock_ + ahead, 1.0, 0.0).pose; }

/// A path is not played backwards: nobody has looked at it that way round.
bool Playback::goes_back(const Ramp& rate) noexcept {
  for (int i = 1; i <= kBackSamples; ++i) {
    if (rate.at(rate.begin() + rate.length() * i / kBackSamples).value < -kStill) return true;
  }
  return false;
}

/// Followed to its end: rates of platform and legs, and the jerk between samples.
bool Playback::fits(const Ramp& rate) const noexcept {
  if (goes_back(rate)) return false;
  const Shares shares{kPlayedShare, kPlayedShare, kPlayedShare, kPlayedShare};
  Motion before = here();
  kinematics::LegRates before_legs = kinematics::leg_rates(*machine_, before);
  double clock = clock_;
  double passed = 0.0;
  const int samples = std::max(1, static_cast<int>(std::ceil(rate.length() / kSamplePeriod)));
  const double spacing = rate.length() / samples;
  for (int i = 1; i <= samples; ++i) {
    const double time = rate.begin() + spacing * i;
    const double covered = rate.integral(time);
    clock += covered - passed;
    passed = covered;
    const Jet jet = rate.at(time);
    const Motion motion = at(clock, jet.value, jet.rate);
    const kinematics::LegRates legs = kinematics::leg_rates(*machine_, motion);
    if (check_rates(*machine_, motion, legs, shares)) return false;
    if (check_jerk(*machine_, before, before_legs, motion, legs, spacing, shares)) return false;
    before = motion;
    before_legs = legs;
  }
  return true;
}

/// The rate stays as it was when none fits.
bool Playback::change_rate(double share, std::span<const double> lengths) noexcept {
  const Jet now = rate_.at(time_);
  for (const double length : lengths) {
    const Ramp rate{now, share, time_, length};
    if (!fits(rate)) continue;
    rate_ = rate;
    return true;
  }
  return false;
}

/// A change that does not fit into the middle of another waits for its end; from a steady rate the longest is
/// taken when none fits (the governor watches it).
void Playback::run(double share) noexcept {
  next_rate_.reset();
  if (!(clock_ > 0.0)) {
    rate_ = {{}, share, time_, 0.0};
  } else if (!change_rate(share, kLengths)) {
    changing() ? void(next_rate_ = share) : rate_.go(share, time_, std::end(kLengths)[-1]);
  }
}

bool Playback::slow_down() noexcept {
  next_rate_.reset();
  return change_rate(0.0, std::span{kLengths}.first(kStopLengths));
}

void Playback::freeze() noexcept {
  next_rate_.reset();
  rate_ = Ramp{};
}

bool Playback::think(double dt) noexcept {
  if (!sine_.plans()) return false;
  return sine_.think(clock_, std::max(1, static_cast<int>(std::ceil(Sine::kLooks * dt / 1e-3))));
}

}  // namespace hexad::motion
