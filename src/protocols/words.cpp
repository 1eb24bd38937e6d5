#include "protocols/words.hpp"

#include "messages/say.hpp"
#include "model/fault.hpp"

namespace hexad::protocols {
namespace {

using messages::Id;

constexpr std::uint32_t number(HardwareCode code) noexcept { return static_cast<std::uint32_t>(code); }
constexpr std::uint32_t kLimit = number(HardwareCode::axis_upper_first);
constexpr std::uint32_t kSpeed = number(HardwareCode::axis_speed_first);

template <Id id>
constexpr Named coded(std::uint32_t code) noexcept {
  return {code, messages::row_of(id).english};
}

// mdof decision 2: odd codes are the positive side.
constexpr std::array kHardwareCodes{coded<Id::hardware_0>(number(HardwareCode::none)),
                                    coded<Id::hardware_1>(number(HardwareCode::no_licence)),
                                    coded<Id::hardware_16>(number(HardwareCode::communication)),
                                    coded<Id::hardware_17>(number(HardwareCode::network_down)),
                                    coded<Id::hardware_161>(kLimit),
                                    coded<Id::hardware_162>(kLimit + 1),
                                    coded<Id::hardware_163>(kLimit + 2),
                                    coded<Id::hardware_164>(kLimit + 3),
                                    coded<Id::hardware_165>(kLimit + 4),
                                    coded<Id::hardware_166>(kLimit + 5),
                                    coded<Id::hardware_167>(kLimit + 6),
                                    coded<Id::hardware_168>(kLimit + 7),
                                    coded<Id::hardware_169>(kLimit + 8),
                                    coded<Id::hardware_170>(kLimit + 9),
                                    coded<Id::hardware_171>(kLimit + 10),
                                    coded<Id::hardware_172>(kLimit + 11),
                                    coded<Id::hardware_173>(kSpeed),
                                    coded<Id::hardware_174>(kSpeed + 1),
                                    coded<Id::hardware_175>(kSpeed + 2),
                                    coded<Id::hardware_176>(kSpeed + 3),
                                    coded<Id::hardware_177>(kSpeed + 4),
                                    coded<Id::hardware_178>(kSpeed + 5),
                                    coded<Id::hardware_179>(number(HardwareCode::actuator_upper)),
                                    coded<Id::hardware_180>(number(HardwareCode::actuator_lower)),
                                    coded<Id::hardware_181>(number(HardwareCode::actuator_speed)),
                                    coded<Id::hardware_192>(number(HardwareCode::servo_error)),
                                    coded<Id::hardware_193>(number(HardwareCode::servo_off)),
                                    coded<Id::hardware_194>(number(HardwareCode::not_zeroed)),
                                    coded<Id::hardware_195>(number(HardwareCode::emergency_stop))};

}  // namespace

std::span<const Named> hardware_codes() noexcept { return kHardwareCodes; }

std::string_view hardware_code_name(std::uint32_t code) noexcept {
  const std::string_view name = name_of(kHardwareCodes, code);
  return name.empty() ? "not in the manual" : name;
}

}  // namespace hexad::protocols
