#pragma once
// The error codes the simulated drives report, numbered as drives with the CiA 402 profile number theirs.

#include <cstdint>

namespace hexad::plant {

enum class DriveError : std::uint32_t {
  none = 0,
  over_current = 0x2310,
  communication = 0x7500,  ///< no setpoint, or one that is not a number
};

}  // namespace hexad::plant
