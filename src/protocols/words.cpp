#include "protocols/words.hpp"

#include "model/fault.hpp"

namespace hexad::protocols {
namespace {

constexpr std::uint32_t number(HardwareCode code) noexcept { return static_cast<std::uint32_t>(code); }
constexpr std::uint32_t kLimit = number(HardwareCode::axis_upper_first);
constexpr std::uint32_t kSpeed = number(HardwareCode::axis_speed_first);

// mdof decision 2: odd codes are the positive side.
constexpr std::array kHardwareCodes{
    Named{number(HardwareCode::none), "none"},
    Named{number(HardwareCode::no_licence), "no licence"},
    Named{number(HardwareCode::communication), "communication with the drives lost"},
    Named{number(HardwareCode::network_down), "network down"},
    Named{kLimit, "X past its positive end"},
    Named{kLimit + 1, "X past its negative end"},
    Named{kLimit + 2, "Y past its positive end"},
    Named{kLimit + 3, "Y past its negative end"},
    Named{kLimit + 4, "Z past its positive end"},
    Named{kLimit + 5, "Z past its negative end"},
    Named{kLimit + 6, "RX past its positive end"},
    Named{kLimit + 7, "RX past its negative end"},
    Named{kLimit + 8, "RY past its positive end"},
    Named{kLimit + 9, "RY past its negative end"},
    Named{kLimit + 10, "RZ past its positive end"},
    Named{kLimit + 11, "RZ past its negative end"},
    Named{kSpeed, "X too fast (speed, acceleration or jerk)"},
    Named{kSpeed + 1, "Y too fast (speed, acceleration or jerk)"},
    Named{kSpeed + 2, "Z too fast (speed, acceleration or jerk)"},
    Named{kSpeed + 3, "RX too fast (speed, acceleration or jerk)"},
    Named{kSpeed + 4, "RY too fast (speed, acceleration or jerk)"},
    Named{kSpeed + 5, "RZ too fast (speed, acceleration or jerk)"},
    Named{number(HardwareCode::actuator_upper), "an actuator past its upper end"},
    Named{number(HardwareCode::actuator_lower), "an actuator past its lower end"},
    Named{number(HardwareCode::actuator_speed), "an actuator too fast (speed, acceleration or jerk)"},
    Named{number(HardwareCode::servo_error), "servo error"},
    Named{number(HardwareCode::servo_off), "servo not enabled"},
    Named{number(HardwareCode::not_zeroed), "not zeroed"},
    Named{number(HardwareCode::emergency_stop), "emergency stop"}};

}  // namespace

std::span<const Named> hardware_codes() noexcept { return kHardwareCodes; }

std::string_view hardware_code_name(std::uint32_t code) noexcept {
  const std::string_view name = name_of(kHardwareCodes, code);
  return name.empty() ? "not in the manual" : name;
}

}  // namespace hexad::protocols
