#pragma once
// Lifecycle rule 3 for hosts whose frames a session withholds from the core, because another one drives: the core
// cannot disarm a stream it has never heard. What such a host sends through an emergency, a fault, a reset, an
// operator's stop, or through somebody's stop of the driver, must not move the platform afterwards. A lease that just
// ran out disarms nobody.

#include "model/telemetry.hpp"

namespace hexad::protocols {

class DisarmWatch {
 public:
  /// Looks at the newest snapshot. True when withheld hosts must act anew.
  bool observe(const Telemetry& telemetry) noexcept {
    const bool disarmed = observed_ && telemetry.disarms != disarms_;
    observed_ = true;
    disarms_ = telemetry.disarms;
    return disarmed;
  }

 private:
  bool observed_ = false;
  std::uint32_t disarms_ = 0;
};

}  // namespace hexad::protocols
