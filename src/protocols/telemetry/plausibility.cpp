#include "protocols/telemetry/plausibility.hpp"

#include "messages/say.hpp"

namespace hexad::protocols::telemetry {

messages::Id id_of(Trouble trouble) noexcept {
  using messages::Id;
  switch (trouble) {
    case Trouble::none:
      break;
    case Trouble::menu:
      return Id::game_menu;
    case Trouble::not_finite:
      return Id::game_not_finite;
    case Trouble::too_strong:
      return Id::game_too_strong;
    case Trouble::frozen:
      return Id::game_frozen;
    case Trouble::clock_stands:
      return Id::game_clock_stands;
  }
  return Id::nothing;
}

bool Plausibility::frozen(const VehicleSample& sample, TimePoint arrival) noexcept {
  const bool same = last_ && sample.rate == last_->rate && sample.acceleration == last_->acceleration;
  if (!same) changed_ = arrival;
  const bool asks_for_nothing =
      sample.acceleration.norm() <= kStillAcceleration && sample.rate.norm() <= kStillRate;
  return same && !asks_for_nothing && arrival - changed_ >= kFrozen;
}

bool Plausibility::clock_stands(const VehicleSample& sample, TimePoint arrival) noexcept {
  if (!sample.time || !last_ || sample.time != last_->time) clock_went_ = arrival;
  return arrival - clock_went_ >= kClockStands;
}

Trouble Plausibility::look(const VehicleSample& sample, TimePoint arrival) noexcept {
  const bool is_frozen = frozen(sample, arrival);
  const bool stands = clock_stands(sample, arrival);
  last_ = sample;
  if (!sample.active) {
    changed_ = clock_went_ = arrival;  // a game that is paused may well repeat itself
    return Trouble::menu;
  }
  if (!is_finite(sample)) return Trouble::not_finite;
  if (!(sample.acceleration.norm() <= kMostAcceleration) || !(sample.rate.norm() <= kMostRate))
    return Trouble::too_strong;
  if (stands) return Trouble::clock_stands;
  return is_frozen ? Trouble::frozen : Trouble::none;
}

}  // namespace hexad::protocols::telemetry
