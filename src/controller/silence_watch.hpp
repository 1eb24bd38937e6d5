#pragma once
// Whether the driver's silence counts, and whether a host was lost by it. Armed by a stream or by regular
// frames, as the contract says; a host that was lost may come back by three frames within 100 ms where its
// contract allows it.

#include "model/host_timing.hpp"

namespace hexad::controller {

class SilenceWatch {
 public:
  bool armed() const noexcept { return armed_; }
  void arm() noexcept { armed_ = true; }
  void disarm() noexcept { armed_ = false; }

  bool host_lost() const noexcept { return lost_; }
  void lose() noexcept {
    lost_ = true;
    armed_ = false;
    recent_.clear();
  }
  void found() noexcept { lost_ = false; }
  void new_command() noexcept { recent_.clear(); }

  /// A frame of the driver: true when the last three came regularly enough to be watched.
  bool sends_regularly(TimePoint arrival) noexcept {
    recent_.add(arrival);
    return recent_.three_within(RecentFrames::kRegular, arrival);
  }
  /// A frame of the lost host: true when it is back.
  bool is_back(TimePoint arrival) noexcept {
    recent_.add(arrival);
    return recent_.three_within(RecentFrames::kBack, arrival);
  }

 private:
  bool armed_ = false;
  bool lost_ = false;
  RecentFrames recent_;
};

}  // namespace hexad::controller
