#pragma once
// Limits, faults and rejections as the objects that every answer in JSON has for them.

#include <string>

#include "model/fault.hpp"
#include "model/limits.hpp"
#include "motion/rejection.hpp"

namespace hexad::runtime::console {

/// {"what","leg","axis","asked","allowed","unit","text"}, or null.
std::string limit_text(const LimitHit& hit);
/// {"code","name","text","leg","value","limit","unit"}, or null.
std::string fault_text(const Fault& fault, HardwareCode code);
/// {"line","axis","column","code","text"} of what cannot be read.
std::string error_text(const motion::Rejection& rejection);
/// With the limit it meets, if that is what it is.
std::string rejection_words(const motion::Rejection& rejection);

}  // namespace hexad::runtime::console
