#pragma once
// A board's parameters as a set that belongs together, and the machine they make of a platform (csfi decision
// 4). Pure functions; storage is stored_calibration.hpp, the board at work board.hpp.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "config/config.hpp"
#include "messages/message.hpp"
#include "protocols/csfi/groups.hpp"

namespace hexad::inline calibration {

/// What a board keeps.
struct CalibrationSet {
  std::uint64_t platform = 0;  ///< fingerprint of the platform file it was made with
  std::array<bool, protocols::csfi::kGroups> written{};
  std::array<protocols::csfi::Group, protocols::csfi::kGroups> groups{
      protocols::csfi::Mechanics{}, protocols::csfi::Control{}, protocols::csfi::Network{},
      protocols::csfi::UserFrame{}};

  friend bool operator==(const CalibrationSet&, const CalibrationSet&) = default;
};

std::vector<std::byte> to_bytes(const CalibrationSet& set);
/// Words when these bytes are no set.
Result<CalibrationSet, messages::Message> set_from(std::span<const std::byte> bytes);

/// A platform as its file says it is: what a board is before anybody calibrated it.
struct Factory {
  Machine machine;
  CalibrationSet set;
  bool control_acts = false;  ///< group 2 acts before it was ever written: the boards of the manual
};
Factory factory_of(const Config& config, const Machine& machine);

/// Of all that a platform file says of a machine.
std::uint64_t fingerprint(const Machine& machine);

struct CalibratedMachine {
  Machine machine;
  messages::Message rule;             ///< which legs and axes it has, and why (csfi decision 5)
  std::vector<messages::Id> remarks;  ///< values that act otherwise than they read
};
/// Words when there is no such machine (csfi decision 2).
Result<CalibratedMachine, messages::Message> calibrated(const Factory& factory, const CalibrationSet& set);

}  // namespace hexad::inline calibration
