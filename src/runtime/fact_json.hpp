#pragma once
// Limits, faults and messages for programs: facts, an English text for who reads along, and the message the console shows
// in its own language.

#include <nlohmann/json_fwd.hpp>

#include "model/messages.hpp"

namespace hexad::runtime {

/// {"what","leg","axis","asked","allowed","unit","text","message"}, or null.
nlohmann::ordered_json limit_json(const LimitHit& hit);
/// {"code","name","text","leg","value","limit","unit","message"}, or null; without a fault the emergency stop.
nlohmann::ordered_json fault_json(const Fault& fault, HardwareCode code);
/// {"text","message"}
nlohmann::ordered_json message_json(const words::Message& message);

}  // namespace hexad::runtime
