#pragma once
// What may be wrong with legs before they are commissioned: wired to another place, the other way round,
// counted by another scale, worn. Simulated, so that commissioning is seen to find each of them. All of it is
// relative to where a leg stood when it was switched on: nothing jumps at the first enable.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "messages/message.hpp"
#include "model/drives.hpp"

namespace hexad::plant {

struct Mistakes {
  using Values = std::array<double, kMaxLegs>;
  using Places = std::array<std::uint8_t, kMaxLegs>;

  Places place{0, 1, 2, 3, 4, 5};    ///< which leg is really there, its drive and encoder and all
  Places told{0, 1, 2, 3, 4, 5};     ///< which leg is told what is meant for this one
  Values scale{1, 1, 1, 1, 1, 1};    ///< m it goes for a metre that it is told, and says; below 0 = backwards
  Values encoder{1, 1, 1, 1, 1, 1};  ///< m its encoder says for a metre it has gone
  Values friction{};                 ///< N, besides the machine's
  Values backlash{};                 ///< m between screw and encoder
  std::uint8_t weak_brakes = 0;      ///< bit a leg: closed, and does not hold
  std::uint8_t upper_switches = 0;   ///< bit a leg: stuck
  std::uint8_t lower_switches = 0;

  bool any() const noexcept { return *this != Mistakes{}; }
  bool operator==(const Mistakes&) const = default;
};

struct MistakeInfo {
  std::string_view name;
  std::string_view value;  ///< what follows the leg; empty = nothing
  messages::Id text;
};
std::span<const MistakeInfo> mistakes() noexcept;

/// `NAME:leg[:value]`, legs from 1, mm and N. False, and nothing changed, when it is no mistake.
bool parse_mistake(std::string_view text, Mistakes& into) noexcept;

/// Between what is told and reported, and the legs as they are.
class Wiring {
 public:
  explicit Wiring(const Mistakes& mistakes) noexcept : mistakes_{mistakes}, wrong_{mistakes.any()} {}

  bool wrong() const noexcept { return wrong_; }
  /// The legs stand here, by their own drives: from now on that is where mistakes count from.
  void begin(const Feedback& true_one) noexcept;
  Setpoint told(const Setpoint& setpoint) const noexcept;
  const Feedback& reported(const Feedback& true_one) noexcept;
  const Feedback& last() const noexcept { return reported_; }

 private:
  Mistakes mistakes_;
  bool wrong_;
  std::array<double, kMaxLegs> origin_{};
  std::array<double, kMaxLegs> play_{};  ///< where the far end of the backlash is
  Feedback reported_;
};

}  // namespace hexad::plant
