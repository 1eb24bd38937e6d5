#include "motion/tracking/sender_clock.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::motion {

namespace {

constexpr double kShortestPeriod = 0.25e-3;
constexpr double kLongestMemory = 96.0;
constexpr double kShortestMemory = 4.0;
constexpr double kGap = 5.5;            // periods, and
constexpr double kGapTime = 0.025;      // s, that must pass for a gap
constexpr double kShortestSpan = 0.04;  // s: the memory of a fast sender is at least this long
constexpr double kDuplicate = 0.3;      // periods
constexpr double kGoodPart = 0.35;      // mean error in periods, and
constexpr double kGoodJitter = 3e-3;    // in seconds, up to which the line is as good as any
constexpr double kYoung = 12.0;         // packets
constexpr double kSawtooth = 0.24;      // mean error in periods: one that slides through all phases has 0.25
constexpr double kOtherRate = 3.0;      // times as fast or slow, at most, a sender becomes while it sends on
constexpr int kThinned = 15;            // packets
constexpr double kCountable = 0.3;      // mean error in periods up to which lost packets can be counted
constexpr double kFirstDuplicate = 0.5e-3;
constexpr double kScattered = 0.2;        // mean error in periods from which numbers count, and …
constexpr double kGathered = 0.13;        // … down to which
constexpr std::uint32_t kFarNumber = 64;  // a jump by more is no count
constexpr double kMostNumber = 3.0;       // mean step of a number that counts packets
constexpr int kNumbered = 4;              // packets
constexpr double kNumberedSpan = 0.4;     // s: the line of numbered packets remembers as long, …
constexpr double kLongestNumbered = 400;  // … but no more packets

}  // namespace

void SenderClock::reset() noexcept { *this = SenderClock{}; }

double SenderClock::quality() const noexcept {
  if (memory_ < kShortestMemory) return 0.0;
  return std::clamp(2.0 - jitter_ / std::max(kGoodJitter, kGoodPart * period_), 0.0, 1.0);
}

double SenderClock::median_interval() const noexcept {
  std::array<double, kIntervals> sorted = intervals_;
  const auto count = static_cast<std::ptrdiff_t>(std::min(interval_count_, kIntervals));
  const auto middle = sorted.begin() + count / 2;
  std::nth_element(sorted.begin(), middle, sorted.begin() + count);
  return std::max(kShortestPeriod, *middle);
}

// Time over periods of the last intervals. Whoever came late makes one interval longer and the next shorter,
// so errors in counting cancel as long as the median is about right.
double SenderClock::usual_interval(std::size_t newest) const noexcept {
  const double median = median_interval();
  const std::size_t count = std::min({newest, interval_count_, kIntervals});
  double time = 0.0;
  double periods = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t place = (interval_count_ - 1 - i) % kIntervals;
    time += intervals_[place];
    periods += by_number_ ? counts_[place] : std::round(intervals_[place] / median);
  }
  return periods > 0.0 ? std::max(kShortestPeriod, time / periods) : median;
}

// Mean distance of the last intervals from whole periods, in periods.
double SenderClock::usual_scatter() const noexcept {
  const double median = median_interval();
  const std::size_t count = std::min(interval_count_, kIntervals);
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const double periods = intervals_[i] / median;
    sum += std::abs(periods - std::round(periods));
  }
  return sum / static_cast<double>(std::max<std::size_t>(count, 1));
}

// How many packets the sender has sent since the last one, as it says; 0 when it does not.
double SenderClock::count(std::optional<std::uint32_t> number) noexcept {
  const std::optional<std::uint32_t> last = number_;
  number_ = number;
  const std::uint32_t step = number && last ? *number - *last : 0;  // wraps as the counter does
  if (step == 0 || step > kFarNumber) {
    numbered_ = 0;
    mean_number_ = 1.0;
    return 0.0;
  }
  numbered_ = std::min(numbered_ + 1, kNumbered);
  mean_number_ += 0.05 * (static_cast<double>(step) - mean_number_);
  return static_cast<double>(step);
}

void SenderClock::choose_counting() noexcept {
  if (numbered_ < kNumbered || mean_number_ > kMostNumber) {
    by_number_ = false;
    return;
  }
  const double scatter = memory_ < kYoung ? usual_scatter() : jitter_ / period_;
  if (scatter > kScattered) by_number_ = true;
  if (scatter < kGathered) by_number_ = false;
}

// Rounded where jitter allows to count; where arrivals scatter by periods, each packet is the next one unless
// it is clearly late or early. 0: it would lie in the future, so it came with the last one.
double SenderClock::periods_since_last(double time, double interval) const noexcept {
  // A young line is too coarse to count along: an error in T would add up to a period and be taken for a
  // loss.
  if (memory_ < kYoung) return std::round(std::max(0.0, interval) / period_);
  const double waited = time - phase_;
  const double doubt =
      jitter_ <= kCountable * period_ ? 0.5 * period_ : std::max(0.5 * period_, 6.0 * jitter_);
  if (waited >= period_ + doubt) return std::round(waited / period_);
  return waited >= period_ - doubt ? 1.0 : 0.0;
}

void SenderClock::start_anew(double time, double period, double memory) noexcept {
  period_ = period;
  phase_ = time;
  thinned_ = 0;
  memory_ = memory;
  jitter_ = 0.1 * period_;
  memory_limit_ = 0.5 * kLongestMemory;
  covariance_ = variance_ = last_error_ = bias_ = 0.0;
  mean_count_ = 1.0;
  mean_interval_ = period_;
  age_ = 0.0;
}

double SenderClock::shortest_memory() const noexcept {
  return std::clamp(kShortestSpan / period_, kShortestMemory, kLongestMemory);
}

void SenderClock::learn_memory(double error) noexcept {
  constexpr double kWeight = 0.02;
  covariance_ += kWeight * (error * last_error_ - covariance_);
  variance_ += kWeight * (error * error - variance_);
  last_error_ = error;
  if (by_number_) {  // who waits for a late one before him is late as well: that is no wandering
    memory_limit_ = std::clamp(kNumberedSpan / period_, kLongestMemory, kLongestNumbered);
  } else if (covariance_ > 0.4 * variance_) {
    memory_limit_ = std::max(shortest_memory(), 0.92 * memory_limit_);
  } else if (covariance_ < 0.2 * variance_) {
    memory_limit_ = std::min(kLongestMemory, memory_limit_ + 0.5);
  }
}

// The median interval no longer agrees with T. Where every packet still lies on the line, just with others
// missing, that may be bad luck with losses, and is believed late.
bool SenderClock::rate_changed(double n, bool on_line) noexcept {
  const double usual = by_number_ ? usual_interval(kIntervals) : median_interval();
  const double off = std::abs(usual - period_);
  if (interval_count_ < 3 || !(off > 0.25 * period_ + 2.0 * jitter_)) {
    thinned_ = 0;
    return false;
  }
  const bool doubtful = n >= 1.0 && n <= 2.0 && on_line && memory_ >= kYoung;
  thinned_ = doubtful ? thinned_ + 1 : kThinned;
  return thinned_ >= kThinned;
}

// Losses make n large and leave the median interval at T; a wrong T makes n large, the median disagrees, and
// the errors slide through the whole period.
bool SenderClock::locked_wrongly(double n) noexcept {
  age_ += 1.0;
  mean_count_ += 0.05 * (std::min(n, 3.0) - mean_count_);
  mean_interval_ += 0.05 * (usual_interval(kIntervals) - mean_interval_);
  return age_ > 2.0 * kYoung && jitter_ > kSawtooth * period_ && std::abs(mean_count_ - 1.0) > 0.12 &&
         std::abs(mean_interval_ - period_) > 0.06 * period_;
}

// A packet counted wrongly puts the line a period off, and the next ones then err to the same side.
void SenderClock::watch_for_slip(double error) noexcept {
  bias_ += 0.25 * (error - bias_);
  if (!(std::abs(bias_) > std::max(0.5 * period_, 1.5 * jitter_))) return;
  memory_ = std::min(memory_, shortest_memory());
  bias_ = 0.0;
}

SenderClock::Stamp SenderClock::arrival(double time, bool same_value,
                                        std::optional<std::uint32_t> number) noexcept {
  if (!known_) {
    reset();
    known_ = true;
    number_ = number;
    phase_ = last_arrival_ = time;
    return {Kind::first, time};
  }
  const double interval = time - last_arrival_;
  if (same_value && interval < (period_ > 0.0 ? kDuplicate * period_ : kFirstDuplicate)) {
    return {Kind::duplicate, phase_};
  }
  last_arrival_ = std::max(last_arrival_, time);
  const bool silent = period_ > 0.0 && interval > std::max(kGap * period_, kGapTime);
  const double counted = count(number);
  intervals_[interval_count_ % kIntervals] = std::max(interval, 0.0);
  counts_[interval_count_ % kIntervals] = std::max(counted, 1.0);
  ++interval_count_;
  if (period_ == 0.0) {
    start_anew(time, usual_interval(kIntervals / 2 + 1), 3.0);
    return {Kind::regular, phase_};
  }
  choose_counting();
  const double n = by_number_ ? counted : periods_since_last(time, interval);
  const double expected = phase_ + std::max(n, 1.0) * period_;
  const double error = time - expected;
  const double clip = memory_ < kYoung ? period_ : std::max(4.0 * jitter_, 0.02 * period_);
  if (rate_changed(n, std::abs(error) <= clip)) {
    const bool back = time < phase_;
    const double period = usual_interval(kIntervals / 2 + 1);
    // A game at half its rate, or back, is as good a sender as before; packets that come all at once tell no
    // rate.
    const bool sends_on = !silent && !back && period < kOtherRate * period_ && period_ < kOtherRate * period;
    start_anew(time, period, sends_on ? kShortestMemory : 3.0);
    return {silent || back ? Kind::gap : Kind::regular, phase_};
  }
  if (!silent && !by_number_ && locked_wrongly(n)) {
    const bool back = time < phase_;
    start_anew(time, mean_interval_, kYoung);
    return {back ? Kind::gap : Kind::regular, phase_};
  }
  jitter_ += 0.06 * (std::min(std::abs(error), 3.0 * jitter_ + 0.005 * period_) - jitter_);
  if (n == 0.0) return {Kind::same_slot, phase_};
  if (silent && std::abs(error) > clip) {
    phase_ = time;
    memory_ = std::min(memory_, 3.0);
    return {Kind::gap, phase_};
  }
  const double used = std::clamp(error, -clip, clip);
  memory_ = std::min(memory_ + 1.0, memory_limit_);
  const double m = memory_;
  phase_ = expected + used * 2.0 * (2.0 * m - 1.0) / (m * (m + 1.0));
  if (m < kYoung) {
    period_ = usual_interval(static_cast<std::size_t>(m));
  } else {
    period_ = std::max(kShortestPeriod, period_ + used / n * 6.0 / (m * (m + 1.0)));
  }
  learn_memory(used);
  watch_for_slip(error);
  return {silent ? Kind::gap : Kind::regular, phase_};
}

}  // namespace hexad::motion
