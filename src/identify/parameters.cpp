#include "identify/parameters.hpp"

#include "messages/say.hpp"

namespace hexad::identify {

Geometry moved(const Geometry& nominal, const Deviation& deviation) noexcept {
  Geometry geometry = nominal;
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    geometry.base[i] += deviation.segment<3>(base_at(i));
    geometry.platform[i] += deviation.segment<3>(platform_at(i));
    geometry.retracted[static_cast<Eigen::Index>(i)] += deviation[leg_at(i)];
  }
  return geometry;
}

Deviation difference(const Geometry& nominal, const Geometry& other) noexcept {
  Deviation deviation;
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    const auto leg = static_cast<Eigen::Index>(i);
    deviation.segment<3>(base_at(i)) = other.base[i] - nominal.base[i];
    deviation.segment<3>(platform_at(i)) = other.platform[i] - nominal.platform[i];
    deviation[leg_at(i)] = other.retracted[leg] - nominal.retracted[leg];
  }
  return deviation;
}

messages::Message parameter_name(Eigen::Index parameter) {
  using messages::Id;
  if (parameter >= leg_at(0)) return messages::say<Id::parameter_of_leg>(parameter - leg_at(0) + 1);
  const bool base = parameter < platform_at(0);
  const Eigen::Index at = base ? parameter : parameter - platform_at(0);
  constexpr const char* kCoordinates[] = {"x", "y", "z"};
  return messages::say<Id::parameter_of_joint>(base ? Id::base : Id::platform, at / 3 + 1,
                                               kCoordinates[at % 3]);
}

Eigen::MatrixXd spread_of(const Prior& prior) {
  const Eigen::Index base = prior.hold_base ? 0 : 18;
  const Eigen::Index platform = prior.hold_platform ? 0 : 18;
  const Eigen::Index legs = prior.hold_legs ? 0 : prior.equal_legs ? 1 : 6;
  Eigen::MatrixXd spread = Eigen::MatrixXd::Zero(kParameters, base + platform + legs);
  spread.block(0, 0, base, base).diagonal().setConstant(prior.joint);
  spread.block(platform_at(0), base, platform, platform).diagonal().setConstant(prior.joint);
  if (legs == 1) {
    spread.col(base + platform).tail<6>().setConstant(prior.leg);
  } else {
    spread.block(leg_at(0), base + platform, legs, legs).diagonal().setConstant(prior.leg);
  }
  return spread;
}

}  // namespace hexad::identify
