#pragma once
// A controller that speaks motus: poses only. It cannot be reset by a host, and shows a hold as what was
// held, so that one held by its own operator is found by not following.

#include "gateway/far_protocol.hpp"
#include "protocols/motus/status.hpp"

namespace hexad::gateway {

class MotusFar final : public FarProtocol {
 public:
  explicit MotusFar(const FarForm& form) noexcept : form_{form} {}

  std::optional<Heard> take(const Datagram& status) noexcept override;
  Duration apart() const noexcept override;
  bool resets() const noexcept override { return false; }

 private:
  void write(const Order& order, const Heard& heard, Frame& out) noexcept override;
  void learn_unevenness(std::uint32_t time, TimePoint arrival) noexcept;

  FarForm form_;
  bool homed_ = false;
  bool has_time_ = false;
  Duration soonest_{};  ///< from the controller's time to the arrival, of late; fading
  Duration latest_{};
  std::uint32_t newest_ = 0;  ///< ms of its clock
  TimePoint newest_arrival_{};
};

}  // namespace hexad::gateway
