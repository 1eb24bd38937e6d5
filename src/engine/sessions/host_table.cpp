#include "engine/sessions/host_table.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::inline engine {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kOther = "other";
constexpr std::size_t kMostTold = 32;
constexpr double kSmoothing = 1.0 / 16.0;

}  // namespace

// ------------------------------------------------------------------------------------------- DropCounters

void DropCounters::add(std::string_view reason) noexcept {
  for (DropCount& count : counts_) {
    if (count.reason == reason) {
      ++count.count;
      return;
    }
  }
  // The last place is kept for those that find none.
  const bool last = counts_.size() + 1 == counts_.capacity();
  if (!counts_.push_back({last ? kOther : reason, 1})) ++counts_.back().count;
}

std::uint64_t DropCounters::total() const noexcept {
  std::uint64_t sum = 0;
  for (const DropCount& count : counts_) sum += count.count;
  return sum;
}

std::uint64_t DropCounters::of(std::string_view reason) const noexcept {
  for (const DropCount& count : counts_)
    if (count.reason == reason) return count.count;
  return 0;
}

// --------------------------------------------------------------------------------------------------- Host

void Host::heard(TimePoint arrival) noexcept {
  if (received_ == 0) {
    first_ = last_ = window_ = arrival;
  } else if (arrival > last_) {
    const double gap = to_seconds(arrival - last_);
    const auto bucket = std::upper_bound(kGapEdges.begin(), kGapEdges.end(), gap) - kGapEdges.begin();
    ++gaps_[static_cast<std::size_t>(bucket)];
    mean_gap_ = received_ == 1 ? gap : mean_gap_ + kSmoothing * (gap - mean_gap_);
    jitter_ += kSmoothing * (std::abs(gap - mean_gap_) - jitter_);
    last_ = arrival;
  }
  ++received_;
  if (arrival - window_ >= 1s) {
    rate_hz_ = static_cast<double>(in_window_) / to_seconds(arrival - window_);
    window_ = arrival;
    in_window_ = 0;
  }
  ++in_window_;
}

double Host::rate_hz(TimePoint now) const noexcept {
  if (now - last_ >= 1s) return 0.0;
  if (rate_hz_ > 0.0) return rate_hz_;
  const Duration since = last_ - first_;
  return since > 100ms ? static_cast<double>(received_ - 1) / to_seconds(since) : 0.0;
}

bool Host::tell(const messages::Message& message) {
  if (std::find(told_->begin(), told_->end(), message) != told_->end()) return false;
  Told told = *told_;
  if (told.size() == kMostTold) told.erase(told.begin());
  told.push_back(message);
  told_ = std::make_shared<const Told>(std::move(told));
  return true;
}

// ---------------------------------------------------------------------------------------------- HostTable

Host& HostTable::at(const Endpoint& endpoint) {
  const auto same = [&](const Host& host) { return host.endpoint() == endpoint; };
  if (const auto host = std::find_if(hosts_.begin(), hosts_.end(), same); host != hosts_.end()) return *host;
  if (hosts_.size() < kMost) return hosts_.emplace_back(endpoint);
  const auto silent = std::min_element(hosts_.begin(), hosts_.end(), [](const Host& a, const Host& b) {
    return a.last_seen() < b.last_seen();
  });
  *silent = Host{endpoint};
  return *silent;
}

const Host* HostTable::find(const Endpoint& endpoint) const noexcept {
  for (const Host& host : hosts_)
    if (host.endpoint() == endpoint) return &host;
  return nullptr;
}

}  // namespace hexad::inline engine
