#include "protocols/beamng/beamng.hpp"

#include <algorithm>
#include <cmath>

#include "messages/say.hpp"

namespace hexad::protocols::beamng {

Result<VehicleSample, messages::Id> BeamngSource::decode(std::span<const std::byte> bytes) const noexcept {
  if (bytes.size() != kSize) return Failure{messages::Id::unreadable_size};
  const auto packet = bytes.first<kSize>();
  if (wire::get<kPacket, "format">(packet) != kFormat) return Failure{messages::Id::unreadable_id};
  const auto force = wire::get<kPacket, "acc">(packet);
  const auto turn = wire::get<kPacket, "rollVel pitchVel yawVel">(packet);
  VehicleSample sample;
  sample.acceleration = {force[0], force[1], force[2]};
  sample.rate = {turn[1], turn[0], -turn[2]};
  return sample;
}

std::size_t BeamngSource::encode(const VehicleSample& sample, std::span<std::byte> bytes) const noexcept {
  if (bytes.size() < kSize || !sample.active) return 0;
  const auto packet = bytes.first<kSize>();
  std::fill(packet.begin(), packet.end(), std::byte{0});
  const auto f = [](double value) { return static_cast<float>(value); };
  const Mat3 axes = sample.attitude.value_or(Quat::Identity()).toRotationMatrix();
  wire::set<kPacket, "format">(packet, kFormat);
  wire::set<kPacket, "acc">(packet, floats_of(sample.acceleration));
  wire::set<kPacket, "up">(packet, floats_of(axes.col(2)));
  wire::set<kPacket, "rollPos pitchPos yawPos">(
      packet, {f(std::atan2(-axes(2, 0), axes(2, 2))), f(std::asin(std::clamp(axes(2, 1), -1.0, 1.0))),
               f(std::atan2(axes(0, 1), axes(1, 1)))});
  wire::set<kPacket, "rollVel pitchVel yawVel">(
      packet, {f(sample.rate.y()), f(sample.rate.x()), f(-sample.rate.z())});
  return kSize;
}

}  // namespace hexad::protocols::beamng
