#include "cueing/washout.hpp"

#include <algorithm>

namespace hexad::cueing {

void TranslationWashout::tune(const Translation& settings, double step) noexcept {
  const double w = settings.high_pass;
  stiffness_ = w * w;
  friction_ = 2.0 * settings.damping * w;
  extra_pole_ = settings.extra_pole;
  LinearStage<3>::Matrix a;
  a << 0.0, 1.0, 0.0,                 //
      -stiffness_, -friction_, -1.0,  //
      0.0, 0.0, -extra_pole_;
  stage_ = {a, LinearStage<3>::State{0.0, 1.0, extra_pole_}, step};
}

void TranslationWashout::step(double acceleration) noexcept {
  state_ = stage_.next(state_, input_, acceleration);
  input_ = acceleration;
  acceleration_ = acceleration - state_[2] - friction_ * state_[1] - stiffness_ * state_[0];
}

void TranslationWashout::reset(double acceleration) noexcept {
  state_.setZero();
  input_ = acceleration;
  acceleration_ = acceleration;
}

void RotationWashout::tune(const Rotation& settings, double step) noexcept {
  const double w = settings.high_pass;
  const double second = std::clamp(settings.order - 1.0, 0.0, 1.0);
  a_ = w * (1.0 + second);
  b_ = w * w * second;
  leak_ = w * (1.0 - second);  // without the second order nothing may gather in q
  LinearStage<3>::Matrix a;
  a << 0.0, 0.0, 0.0,  //
      1.0, -a_, -b_,   //
      0.0, 1.0, -leak_;
  stage_ = {a, LinearStage<3>::State{1.0, 0.0, 0.0}, step};
}

void RotationWashout::step(double acceleration) noexcept {
  state_ = stage_.next(state_, input_, acceleration);
  input_ = acceleration;
  rate_ = state_[0] - a_ * state_[1] - b_ * state_[2];
  acceleration_ = acceleration - a_ * rate_ - b_ * (state_[1] - leak_ * state_[2]);
}

void RotationWashout::reset() noexcept {
  state_.setZero();
  input_ = 0.0;
  rate_ = 0.0;
  acceleration_ = 0.0;
}

void LowPass::step(double input) noexcept {
  state_ = stage_.next(state_, input_, input);
  input_ = input;
}

void LowPass::reset(double input) noexcept {
  state_.setZero();
  input_ = input;
}

void LowPass::tune(double corner, double step) noexcept {
  LinearStage<2>::Matrix a;
  a << 0.0, 1.0, -corner * corner, -2.0 * corner;
  stage_ = {a, LinearStage<2>::State{0.0, corner * corner}, step};
}

}  // namespace hexad::cueing
