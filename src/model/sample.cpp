#include "model/sample.hpp"

namespace hexad::inline model {
namespace {

SampledPose sampled(const Pose& pose) noexcept {
  const Quat& q = pose.rotation;
  return {{pose.position.x(), pose.position.y(), pose.position.z()}, {q.x(), q.y(), q.z(), q.w()}};
}

AxisValues sampled(const Twist& twist) noexcept {
  return {twist.linear.x(),  twist.linear.y(),  twist.linear.z(),
          twist.angular.x(), twist.angular.y(), twist.angular.z()};
}

}  // namespace

Pose SampledPose::pose() const noexcept {
  return {{position[0], position[1], position[2]}, {rotation[3], rotation[0], rotation[1], rotation[2]}};
}

Sample sample_of(const Telemetry& t) noexcept {
  Sample sample;
  sample.time = t.time;
  sample.tick = t.tick;
  sample.target = sampled(t.target);
  sample.commanded = sampled(t.commanded.pose);
  sample.commanded_velocity = sampled(t.commanded.velocity);
  sample.actual = sampled(t.actual);
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    const LegFeedback& measured = t.feedback.legs[i];
    const auto place = static_cast<Eigen::Index>(i);
    sample.legs[i] = {t.setpoint.extension[place],
                      t.setpoint.velocity[place],
                      measured.extension,
                      measured.velocity,
                      measured.torque,
                      measured.error,
                      measured.enabled,
                      measured.upper_switch,
                      measured.lower_switch,
                      measured.over_temperature};
  }
  sample.limit_value = t.limit.value;
  sample.limit_bound = t.limit.bound;
  sample.driver = t.driver;
  sample.revision = t.revision;
  sample.state = t.state;
  sample.before = t.before;
  sample.program = t.program;
  sample.fault = t.fault.kind;
  sample.limit = t.limit.limit;
  sample.limit_index = t.limit.index;
  sample.zeroed = t.zeroed;
  sample.actual_valid = t.actual_valid;
  sample.enable = t.setpoint.enable;
  sample.link = t.feedback.link;
  sample.supply = t.feedback.supply;
  sample.emergency_button = t.feedback.emergency_button;
  return sample;
}

}  // namespace hexad::inline model
