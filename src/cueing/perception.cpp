#include "cueing/perception.hpp"

#include "base/units.hpp"

namespace hexad::cueing {
namespace {

constexpr std::array kLong{5.3, 6.1, 10.2};  // s, pitch roll yaw
constexpr double kShort = 0.1;
constexpr double kAdaptation = 30.0;
constexpr double kOtolithGain = 0.4;
constexpr double kLead = 13.2;
constexpr double kSlow = 5.33;
constexpr double kFast = 0.66;

}  // namespace

Felt felt_at(const Motion& motion, const Vec3& head) noexcept {
  const Vec3 arm = motion.pose.rotation * head;
  const Vec3& turning = motion.velocity.angular;
  const Vec3 acceleration =
      motion.acceleration.linear + motion.acceleration.angular.cross(arm) + turning.cross(turning.cross(arm));
  const Quat back = motion.pose.rotation.conjugate();
  return {back * (acceleration + kGravity * Vec3::UnitZ()), back * turning};
}

OtolithModel otolith_model() noexcept {
  const double b2 = kSlow * kFast;
  const double b1 = kSlow + kFast;
  OtolithModel model;
  model.a << 0.0, 1.0, -1.0 / b2, -b1 / b2;
  model.b << 0.0, 1.0;
  model.output << kOtolithGain / b2, kOtolithGain * kLead / b2;
  return model;
}

VestibularModel::VestibularModel(double step) noexcept {
  for (std::size_t i = 0; i < 3; ++i) {
    // Denominator a3·s³ + a2·s² + a1·s + 1, numerator T_L·T_A·s²: controllable form.
    const double tl = kLong[i];
    const double a3 = tl * kShort * kAdaptation;
    const double a2 = tl * kShort + tl * kAdaptation + kShort * kAdaptation;
    const double a1 = tl + kShort + kAdaptation;
    LinearStage<3>::Matrix a;
    a << 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, -1.0 / a3, -a1 / a3, -a2 / a3;
    canals_[i].stage = {a, LinearStage<3>::State{0.0, 0.0, 1.0}, step};
    canals_[i].output << 0.0, 0.0, tl * kAdaptation / a3;

    const OtolithModel otolith = otolith_model();
    otoliths_[i].stage = {otolith.a, otolith.b, step};
    otoliths_[i].output = otolith.output;
  }
  settle();
}

void VestibularModel::settle() noexcept {
  before_ = {{0.0, 0.0, kGravity}, Vec3::Zero()};
  for (std::size_t i = 0; i < 3; ++i) {
    canals_[i].state.setZero();
    // At rest x = A⁻¹·(−B)·g: the first state holds the input times the last coefficient.
    otoliths_[i].state << (i == 2 ? kGravity * kSlow * kFast : 0.0), 0.0;
  }
}

Felt VestibularModel::step(const Felt& felt) noexcept {
  Felt perceived;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto axis = static_cast<Eigen::Index>(i);
    canals_[i].state = canals_[i].stage.next(canals_[i].state, before_.rate[axis], felt.rate[axis]);
    perceived.rate[axis] = canals_[i].output.dot(canals_[i].state.transpose());
    otoliths_[i].state = otoliths_[i].stage.next(otoliths_[i].state, before_.force[axis], felt.force[axis]);
    perceived.force[axis] = otoliths_[i].output.dot(otoliths_[i].state.transpose());
  }
  before_ = felt;
  return perceived;
}

}  // namespace hexad::cueing
