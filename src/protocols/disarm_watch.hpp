#pragma once
// Lifecycle rule 3 for hosts whose frames a session withholds from the core, because another one drives: the core
// cannot disarm a stream it has never heard. What such a host sends through an emergency, a fault, a reset, an
// operator's stop, or through somebody's stop of the driver, must not move the platform afterwards.

#include "model/telemetry.hpp"

namespace hexad::protocols {

class DisarmWatch {
 public:
  /// Who drove in the snapshot before; the session knows when it last spoke.
  const Endpoint& driver() const noexcept { return driver_; }

  /// Looks at the newest snapshot. `driver_silent`: the driver of the one before has fallen silent, or is no host of
  /// this session, so that the end of its lease says nothing. True when withheld hosts must act anew.
  bool observe(const Telemetry& telemetry, bool driver_silent) noexcept {
    const State before = state_;
    const bool was_barred = barred_;
    const bool lost_lease = driver_ && telemetry.driver != driver_ && !driver_silent;
    state_ = telemetry.state;
    barred_ = telemetry.barred;
    driver_ = telemetry.driver;
    if (!observed_) {
      observed_ = true;
      return false;
    }
    if (lost_lease || (barred_ && !was_barred)) return true;
    if (state_ == before) return false;
    const bool locked = state_ == State::emergency || state_ == State::fault;
    const bool reset = state_ == State::powered_up && before != State::init && before != State::manual;
    return locked || reset;
  }

 private:
  bool observed_ = false;
  bool barred_ = false;
  State state_ = State::init;
  Endpoint driver_;
};

}  // namespace hexad::protocols
