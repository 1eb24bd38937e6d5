#include "motion/tracking/jitter_buffer.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::motion {

namespace {

constexpr double kLineMemory = 6.0;         // s that the line remembers
constexpr double kLeastLine = 3.0;          // packets
constexpr double kLeastForgets = 2e-3;      // s a second: d₀ rises by so much when none comes as early
constexpr double kTogether = 0.5;           // periods
constexpr double kAtOnce = 0.25e-3;         // s: what comes faster came at once
constexpr double kYoungLine = 200.0;        // packets
constexpr double kYoungLeastForgets = 0.1;  // s a second, of a line that is not known yet
constexpr double kBufferSilence = 0.5;      // s, or …
constexpr double kSilentPeriods = 3.0;      // … as many periods …
constexpr double kSilentBuffers = 2.0;      // … or buffers, that begin a new line
constexpr double kOffLine = 0.5;            // s beside it, the same
constexpr std::uint32_t kFarCount = 64;

}  // namespace

void JitterBuffer::start(double buffer) noexcept {
  *this = JitterBuffer{};
  buffer_ = buffer > 0.0 && std::isfinite(buffer) ? buffer : 0.0;
}

/// By how much the sender's own number grew; one where it says nothing.
double JitterBuffer::count(std::optional<std::uint32_t> number) noexcept {
  const std::optional<std::uint32_t> last = number_;
  number_ = number;
  const std::uint32_t step = number && last ? *number - *last : 1;  // wraps as the counter does
  return step >= 1 && step <= kFarCount ? static_cast<double>(step) : 1.0;
}

void JitterBuffer::begin(double arrival) noexcept {
  known_ = true;
  origin_ = phase_ = arrival;
  since_origin_ = period_ = memory_ = least_ = 0.0;
  more_phase_ = more_period_ = 0.0;
}

void JitterBuffer::learn(double arrival, double n) noexcept {
  since_origin_ += n;
  if (memory_ < kLeastLine || period_ < kAtOnce) {
    // All that came at once is one arrival yet.
    period_ = (arrival - origin_) / since_origin_;
    phase_ = arrival;
    memory_ += 1.0;
    least_ = 0.0;
    return;
  }
  // What comes at once says one thing about a line that is known: it is not moved in between.
  if (memory_ < kYoungLine || arrival - last_arrival_ > kTogether * period_) {
    phase_ += more_phase_;
    period_ = std::max(0.0, period_ + more_period_);
    more_phase_ = more_period_ = 0.0;
  }
  const double m = memory_ = std::min(memory_ + 1.0, std::max(kLeastLine, kLineMemory / period_));
  phase_ += n * period_;
  const double error = arrival - phase_;
  more_phase_ += error * 2.0 * (2.0 * m - 1.0) / (m * (m + 1.0));
  more_period_ += error / n * 6.0 / (m * (m + 1.0));
  least_ = std::min(least_ + (m < kYoungLine ? kYoungLeastForgets : kLeastForgets) * n * period_, error);
}

void JitterBuffer::add(const Vec6& position, double arrival, std::optional<std::uint32_t> number) noexcept {
  const double n = count(number);
  const double silence = std::max({kBufferSilence, kSilentPeriods * period_, kSilentBuffers * buffer_});
  if (!known_ || !(arrival - last_arrival_ <= silence) ||
      !(std::abs(arrival - phase_ - n * period_) <= buffer_ + kOffLine))
    begin(arrival);
  else
    learn(arrival, n);
  last_arrival_ = arrival;
  const double time = std::max(phase_ + least_ + buffer_, last_time_);
  last_time_ = std::min(time, arrival + 2.0 * buffer_);
  if (size_ == kMost) {
    first_ = (first_ + 1) % kMost;
    --size_;
  }
  waiting_[(first_ + size_) % kMost] = {position, last_time_, number};
  ++size_;
}

std::optional<JitterBuffer::Packet> JitterBuffer::next(double now) noexcept {
  if (size_ == 0 || waiting_[first_].time > now) return {};
  const Packet packet = waiting_[first_];
  first_ = (first_ + 1) % kMost;
  --size_;
  return packet;
}

}  // namespace hexad::motion
