#include "protocols/words.hpp"

#include "model/fault.hpp"
#include "protocols/named.hpp"

namespace hexad::protocols {
namespace {

using messages::Id;

constexpr std::uint32_t number(HardwareCode code) noexcept { return static_cast<std::uint32_t>(code); }
constexpr std::uint32_t kLimit = number(HardwareCode::axis_upper_first);
constexpr std::uint32_t kSpeed = number(HardwareCode::axis_speed_first);

// mdof decision 2: odd codes are the positive side.
constexpr std::array kHardwareCodes{named<Id::hardware_0>(number(HardwareCode::none)),
                                    named<Id::hardware_1>(number(HardwareCode::no_licence)),
                                    named<Id::hardware_16>(number(HardwareCode::communication)),
                                    named<Id::hardware_17>(number(HardwareCode::network_down)),
                                    named<Id::hardware_161>(kLimit),
                                    named<Id::hardware_162>(kLimit + 1),
                                    named<Id::hardware_163>(kLimit + 2),
                                    named<Id::hardware_164>(kLimit + 3),
                                    named<Id::hardware_165>(kLimit + 4),
                                    named<Id::hardware_166>(kLimit + 5),
                                    named<Id::hardware_167>(kLimit + 6),
                                    named<Id::hardware_168>(kLimit + 7),
                                    named<Id::hardware_169>(kLimit + 8),
                                    named<Id::hardware_170>(kLimit + 9),
                                    named<Id::hardware_171>(kLimit + 10),
                                    named<Id::hardware_172>(kLimit + 11),
                                    named<Id::hardware_173>(kSpeed),
                                    named<Id::hardware_174>(kSpeed + 1),
                                    named<Id::hardware_175>(kSpeed + 2),
                                    named<Id::hardware_176>(kSpeed + 3),
                                    named<Id::hardware_177>(kSpeed + 4),
                                    named<Id::hardware_178>(kSpeed + 5),
                                    named<Id::hardware_179>(number(HardwareCode::actuator_upper)),
                                    named<Id::hardware_180>(number(HardwareCode::actuator_lower)),
                                    named<Id::hardware_181>(number(HardwareCode::actuator_speed)),
                                    named<Id::hardware_192>(number(HardwareCode::servo_error)),
                                    named<Id::hardware_193>(number(HardwareCode::servo_off)),
                                    named<Id::hardware_194>(number(HardwareCode::not_zeroed)),
                                    named<Id::hardware_195>(number(HardwareCode::emergency_stop))};

}  // namespace

std::span<const Named> hardware_codes() noexcept { return kHardwareCodes; }

std::string_view hardware_code_name(std::uint32_t code) noexcept {
  const std::string_view name = name_of(kHardwareCodes, code);
  return name.empty() ? "not in the manual" : name;
}

}  // namespace hexad::protocols
