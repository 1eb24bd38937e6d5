#pragma once
// What each leg has done since the program started: how far it went, how often it set out, how long it moved.
// Fed every tick by the real-time thread; a few additions.

#include <array>
#include <cmath>
#include <cstdint>

#include "base/time.hpp"
#include "model/drives.hpp"

namespace hexad::inline engine {

struct LegUse {
  double travel = 0.0;       ///< m, there and back
  std::uint64_t starts = 0;  ///< from rest
  double moving = 0.0;       ///< s
};
using LegUses = std::array<LegUse, kMaxLegs>;

class LegUseCounter {
 public:
  static constexpr double kStep = 20e-6;  ///< m; what a leg trembles by is no travel
  static constexpr Duration kRest = std::chrono::milliseconds{500};  ///< without a step: it stands

  void add(const std::array<LegFeedback, kMaxLegs>& legs, Duration period) noexcept {
    for (std::size_t i = 0; i < kMaxLegs; ++i) {
      Place& place = places_[i];
      const double gone = std::abs(legs[i].extension - place.at);
      place.still += period;
      if (!known_ || !(gone < kLongest)) {  // the first look; a zero that was found; no number
        place.at = legs[i].extension;
        continue;
      }
      if (place.still < kRest) uses_[i].moving += to_seconds(period);
      if (gone < kStep) continue;
      if (place.still >= kRest) ++uses_[i].starts;
      uses_[i].travel += gone;
      place = {legs[i].extension, Duration::zero()};
    }
    known_ = true;
  }
  const LegUses& uses() const noexcept { return uses_; }

 private:
  static constexpr double kLongest = 0.05;  // m in one tick: not by moving
  struct Place {
    double at = 0.0;
    Duration still = kRest;
  };
  std::array<Place, kMaxLegs> places_{};
  LegUses uses_{};
  bool known_ = false;
};

}  // namespace hexad::inline engine
