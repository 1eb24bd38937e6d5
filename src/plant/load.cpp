#include "plant/load.hpp"

#include <Eigen/Cholesky>

#include "kinematics/dynamics.hpp"
#include "kinematics/forward.hpp"
#include "kinematics/inverse.hpp"
#include "kinematics/jacobian.hpp"

namespace hexad::plant {
namespace {

constexpr unsigned kCycle = 32;
constexpr unsigned kLook = 8;
constexpr unsigned kFirstColumn = kLook + 1;
static_assert(kMaxLegs + 1 < kLook && kCycle % kLook == 0);

}  // namespace

Load::Load(const Machine& machine, double reflected, const Extensions& extension) noexcept
    : machine_{&machine}, reflected_{reflected} {
  mass_ = reflected_ * Mat6::Identity();
  inverse_ = (1.0 / reflected_) * Mat6::Identity();
  // Newton from neutral reaches the bottom of the stroke in one go, but not always from there to a tilted
  // start.
  look(0.5 * extension, LegSpeeds::Zero());
  look(extension, LegSpeeds::Zero());
  weigh();
  for (std::size_t leg = 0; leg < kMaxLegs; ++leg) column(leg);
  invert();
  bias_ = bias_next_;
  bias_step_.setZero();
}

void Load::advance(const Extensions& extension, const LegSpeeds& velocity) noexcept {
  if (phase_ % kLook == 0) {
    look(extension, velocity);
    bias_step_ = (bias_next_ - bias_) / static_cast<double>(kLook);
  } else if (phase_ == 1) {
    weigh();
  } else if (phase_ >= kFirstColumn && phase_ < kFirstColumn + kMaxLegs) {
    column(phase_ - kFirstColumn);
  } else if (phase_ == kFirstColumn + kMaxLegs) {
    invert();
  }
  bias_ += bias_step_;
  phase_ = (phase_ + 1) % kCycle;
}

void Load::look(const Extensions& extension, const LegSpeeds& velocity) noexcept {
  if (machine_->geometry.legs == 0) return;
  const kinematics::Forward found = kinematics::forward(*machine_, extension, pose_);
  if (!found.ok() && found.status != kinematics::ForwardStatus::near_singular) return;
  Motion motion;
  motion.pose = found.pose;
  motion.velocity = kinematics::twist_from_leg_rates(*machine_, motion.pose, velocity);
  const LegAccelerations centripetal = kinematics::leg_rates(*machine_, motion).acceleration;
  motion.acceleration = kinematics::twist_from_leg_rates(*machine_, motion.pose, -centripetal);
  const LegForces bias = kinematics::leg_forces(*machine_, motion);
  if (!bias.allFinite()) return;
  pose_ = found.pose;
  bias_next_ = bias;
}

void Load::weigh() noexcept {
  weighed_ = pose_;
  Motion motion;
  motion.pose = weighed_;
  at_rest_ = kinematics::leg_forces(*machine_, motion);
}

void Load::column(std::size_t leg) noexcept {
  const auto j = static_cast<Eigen::Index>(leg);
  columns_.col(j).setZero();
  if (leg >= machine_->geometry.legs) return;
  LegAccelerations unit = LegAccelerations::Zero();
  unit[j] = 1.0;
  Motion motion;
  motion.pose = weighed_;
  motion.acceleration = kinematics::twist_from_leg_rates(*machine_, weighed_, unit);
  columns_.col(j) = (kinematics::leg_forces(*machine_, motion) - at_rest_).values();
}

void Load::invert() noexcept {
  Mat6 mass = 0.5 * (columns_ + columns_.transpose());
  mass.diagonal().array() += reflected_;
  if (!mass.allFinite()) return;
  const Eigen::LLT<Mat6> factor{mass};
  if (factor.info() != Eigen::Success) return;
  mass_ = mass;
  // Column by column: for a whole matrix Eigen takes other steps on another processor, and a life other bits.
  for (Eigen::Index j = 0; j < 6; ++j) inverse_.col(j) = factor.solve(Vec6::Unit(j));
}

}  // namespace hexad::plant
