#pragma once
// A controller that speaks darren. Poses (100) or legs (101) count while it runs, so until it shows that,
// only the command word is sent. It has no word for zeroing alone: "neutral", and "down" as soon as it seeks.

#include "gateway/far_protocol.hpp"
#include "protocols/darren/request.hpp"
#include "protocols/darren/status.hpp"

namespace hexad::gateway {

class DarrenFar final : public FarProtocol {
 public:
  explicit DarrenFar(const FarForm& form) noexcept : form_{form} {}

  std::optional<Heard> take(const Datagram& status) noexcept override;
  bool resets() const noexcept override { return true; }

 private:
  void write(const Order& order, const Heard& heard, Frame& out) noexcept override;
  bool is_news(std::uint32_t sequence, TimePoint arrival) noexcept;

  FarForm form_;
  bool homed_ = false;
  bool has_sequence_ = false;
  std::uint32_t newest_ = 0;
  TimePoint newest_arrival_{};
  std::uint64_t lost_ = 0;
  std::uint32_t sent_ = 0;
};

}  // namespace hexad::gateway
