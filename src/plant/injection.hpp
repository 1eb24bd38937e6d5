#pragma once
// Faults that can be made to happen. What each does is in the table of injection.cpp and is the text a user
// sees; an injection lasts until it is cleared. What a drive latched because of it also needs a `reset`.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "messages/message.hpp"
#include "model/legs.hpp"

namespace hexad::plant {

enum class Injection : std::uint8_t {
  drive_fault,
  servo_off,
  stuck,
  following_error,
  encoder_jump,
  limit_switch,
  over_temperature,
  emergency_stop,
  supply_sag,
  power_loss,
  link_lost,
  no_licence
};
inline constexpr std::size_t kInjections = 12;
inline constexpr std::uint8_t kAllLegs = 0xFF;

struct InjectionInfo {
  Injection kind;
  std::string_view name;  ///< on the command line
  bool per_leg;           ///< takes a leg; without one it means leg 1
  bool default_all;       ///< or, with this, all of them
  double default_value;
  double scale;             ///< of the value on the command line to the inside
  messages::Id value_text;  ///< what the value is; nothing = it has none
  messages::Id text;
};
std::span<const InjectionInfo, kInjections> injections() noexcept;
const InjectionInfo& info(Injection kind) noexcept;
std::string_view to_string(Injection kind) noexcept;

struct InjectionOrder {
  enum class Act : std::uint8_t { inject, clear, clear_all };
  Act act = Act::inject;
  Injection kind = Injection::drive_fault;
  std::uint8_t leg = kAllLegs;  ///< from 0; kAllLegs for all, and where no leg is meant
  double value = 0.0;           ///< SI
};

/// `NAME[:leg[:value]]` injects, `clear:NAME[:leg]` takes back, `clear` takes back everything. Legs count
/// from 1; values are in the units of the table (mm). Empty when it is none of these.
std::optional<InjectionOrder> parse_injection(std::string_view text) noexcept;

/// What is injected now.
class Injected {
 public:
  void apply(const InjectionOrder& order) noexcept;
  void inject(Injection kind, std::uint8_t leg, double value) noexcept;
  void clear(Injection kind, std::uint8_t leg = kAllLegs) noexcept;
  void clear_all() noexcept { *this = {}; }

  bool any(Injection kind) const noexcept { return active_[index(kind)] != 0; }
  bool on(Injection kind, std::size_t leg) const noexcept {
    return ((active_[index(kind)] >> leg) & 1u) != 0;
  }
  double value(Injection kind, std::size_t leg) const noexcept { return value_[index(kind)][leg]; }

 private:
  static constexpr std::size_t index(Injection kind) noexcept { return static_cast<std::size_t>(kind); }
  std::array<std::uint8_t, kInjections> active_{};  ///< a bit a leg; those without legs set all
  std::array<std::array<double, kMaxLegs>, kInjections> value_{};
};

}  // namespace hexad::plant
