#pragma once
// A controller that speaks lingjing, which answers nothing: open loop. The first frame zeroes it, and from
// then on it follows from the bottom; so the near core does everything by its own setpoints, and what it is
// told of the legs is where they were sent. Feedback::open_loop marks it.
//
// A stop is a setpoint that comes to rest. Switched off, by a fault or an emergency too, the present pose is
// repeated for a moment, then nothing is sent: what takes its power is the chain.

#include "gateway/gateway_drives.hpp"

namespace hexad::gateway {

class OpenLoopDrives final : public FarDrives {
 public:
  OpenLoopDrives(const FarForm& form, const Machine& machine, const FarSettings& settings,
                 const Clock& clock);

  const Feedback& exchange(const Setpoint& setpoint, TimePoint now, Duration dt) noexcept override;
  void adopted(const Machine& machine) noexcept override;
  const Frame& farewell() noexcept override { return encode(); }

 private:
  void seek(Duration dt) noexcept;
  const Frame& encode() noexcept;

  FarForm form_;
  FarSettings settings_;
  const Clock& clock_;
  Machine machine_;
  Extensions place_ = Extensions::Zero();  ///< where the legs were sent
  LegSpeeds velocity_ = LegSpeeds::Zero();
  Pose pose_;
  std::uint16_t relays_ = 0;
  bool homed_ = false;
  double sought_ = 0.0;  ///< s, at the bottom
  TimePoint next_frame_{};
  TimePoint quiet_{};  ///< from when on nothing is sent
  Frame frame_;
  Feedback feedback_;
};

}  // namespace hexad::gateway
