#include "gateway/open_loop_drives.hpp"

#include "kinematics/forward.hpp"
#include "protocols/axis_units.hpp"
#include "protocols/lingjing/request.hpp"

namespace hexad::gateway {
namespace {

constexpr Duration kRepeats = std::chrono::milliseconds{500};  // of the last pose, when switched off
constexpr double kToSettle = 5.0;                              // s at the bottom beyond the way there

}  // namespace

OpenLoopDrives::OpenLoopDrives(const FarForm& form, const Machine& machine, const FarSettings& settings,
                               const Clock& clock)
    : form_{form}, settings_{settings}, clock_{clock}, machine_{machine} {
  pose_.position.z() = form.bottom;
  feedback_.simulated = false;
  feedback_.open_loop = true;
}

void OpenLoopDrives::adopted(const Machine& machine) noexcept {
  machine_.geometry = machine.geometry;
  machine_.heights = machine.heights;
  machine_.limits = machine.limits;
  machine_.neutral_singular = machine.neutral_singular;
  machine_.neutral_sign = machine.neutral_sign;
  machine_.radius = machine.radius;
  form_.bottom = -machine.heights.neutral_above_bottom();
}

/// Down slowly to where it may be zeroed, and as long as that may take.
void OpenLoopDrives::seek(Duration dt) noexcept {
  const double step = machine_.limits.raise_speed * to_seconds(dt);
  for (double& place : place_) place = std::max(place - step, 0.0);
  if (place_.maxCoeff() > 0.0) return;
  pose_ = {};
  pose_.position.z() = form_.bottom;
  sought_ += to_seconds(dt);
  const double way = machine_.geometry.stroke / machine_.limits.zeroing_speed;
  homed_ = sought_ >= way + kToSettle;
}

const Feedback& OpenLoopDrives::exchange(const Setpoint& setpoint, TimePoint now, Duration dt) noexcept {
  const bool seeks = setpoint.enable && setpoint.home && !homed_;
  if (setpoint.off_now) homed_ = false;  // with its power its zero may be gone
  velocity_ = LegSpeeds::Zero();
  if (seeks) {
    seek(dt);
  } else {
    sought_ = 0.0;
    if (setpoint.enable && homed_) {
      place_ = setpoint.extension;
      velocity_ = setpoint.velocity;
    }
  }
  // A frame to one that has no zero makes it seek it: never before that is wanted.
  if (setpoint.enable && (homed_ || seeks)) quiet_ = now + kRepeats;
  relays_ = setpoint.relays;
  if (now >= next_frame_ && now < quiet_) {
    next_frame_ = std::max(next_frame_ + settings_.period, now + settings_.period / 2);
    post(encode(), clock_.now());
  }
  feedback_.time = now;
  feedback_.rotary = setpoint.rotary;
  feedback_.quality.setpoint_age =
      1e-9 * static_cast<double>(mail_.sent_after_ns.load(std::memory_order_relaxed));
  for (std::size_t leg = 0; leg < machine_.geometry.legs; ++leg) {
    const auto i = static_cast<Eigen::Index>(leg);
    feedback_.legs[leg] = {.extension = place_[i],
                           .velocity = velocity_[i],
                           .enabled = setpoint.enable,
                           .brake_closed = !setpoint.enable,
                           .homed = homed_};
  }
  return feedback_;
}

const Frame& OpenLoopDrives::encode() noexcept {
  namespace lingjing = protocols::lingjing;
  lingjing::Request request;
  request.relays = relays_;
  if (form_.send == FarForm::Send::legs) {
    request.command = lingjing::Command::c6;
    for (std::size_t i = 0; i < kMaxLegs; ++i)
      request.values[i] = place_[static_cast<Eigen::Index>(i)] / kMillimetre;
  } else {
    request.command = lingjing::Command::a6;
    if (place_.maxCoeff() > 0.0) {
      const kinematics::Forward found = kinematics::forward(machine_, place_, pose_);
      if (found.ok()) pose_ = found.pose;
    }
    request.values = protocols::to_wire<double>(form_.convention, pose_, kMillimetre, -form_.bottom);
  }
  wire::TextBuffer<200> text;
  if (lingjing::encode(request, text.writer())) frame_.assign(text.writer().bytes());
  return frame_;
}

}  // namespace hexad::gateway
