#pragma once
// When the next status of a stream is due, in wall time. After a pause the stream goes on at its rate; what
// was missed is not sent in a burst.

#include "base/time.hpp"

namespace hexad::protocols {

class StatusClock {
 public:
  bool due(TimePoint now, Duration period) noexcept {
    if (!started_) next_ = now;
    started_ = true;
    if (now < next_) return false;
    next_ += period;
    if (next_ <= now) next_ = now + period;
    return true;
  }

 private:
  TimePoint next_{};
  bool started_ = false;
};

}  // namespace hexad::protocols
