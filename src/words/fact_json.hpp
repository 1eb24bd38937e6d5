#pragma once
// Limits, faults and messages for programs: facts, an English text for who reads along, and the message the
// console shows in its own language.

#include <nlohmann/json_fwd.hpp>

#include "model/messages.hpp"
#include "motion/rejection.hpp"

namespace hexad::inline words {

/// {"what","leg","axis","asked","allowed","unit","text","message"}, or null.
nlohmann::ordered_json limit_json(const LimitHit& hit);
/// {"code","name","text","leg","value","limit","unit","message"}, or null; without a fault the emergency
/// stop.
nlohmann::ordered_json fault_json(const Fault& fault, HardwareCode code);
/// {"text","message"}
nlohmann::ordered_json message_json(const messages::Message& message);
/// {"line","axis","column","code","text","message"} of what cannot be read; the message is without the place.
nlohmann::ordered_json error_json(const motion::Rejection& rejection);
std::string error_text(const motion::Rejection& rejection);
/// English, with the place.
std::string rejection_words(const motion::Rejection& rejection);

}  // namespace hexad::inline words
