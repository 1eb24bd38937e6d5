#include "protocols/outsim/outsim.hpp"

#include <algorithm>
#include <cmath>

#include "messages/say.hpp"

namespace hexad::protocols::outsim {
namespace {

Quat attitude_of(double heading, double pitch, double roll) noexcept {
  return Quat{Eigen::AngleAxisd{heading, Vec3::UnitZ()} * Eigen::AngleAxisd{pitch, Vec3::UnitX()} *
              Eigen::AngleAxisd{roll, Vec3::UnitY()}};
}

}  // namespace

Result<VehicleSample, messages::Id> OutsimSource::decode(std::span<const std::byte> bytes) const noexcept {
  if (bytes.size() != kSize && bytes.size() != kSizeWithId) return Failure{messages::Id::unreadable_size};
  const auto packet = bytes.first<kSize>();
  const auto angles = wire::get<kPacket, "Heading Pitch Roll">(packet);
  const auto force = wire::get<kPacket, "Accel">(packet);
  VehicleSample sample;
  sample.attitude = attitude_of(angles[0], angles[1], angles[2]);
  sample.acceleration = sample.attitude->conjugate() * Vec3{force[0], force[1], force[2]};
  sample.time = 1e-3 * wire::get<kPacket, "Time">(packet);
  return sample;
}

std::size_t OutsimSource::encode(const VehicleSample& sample, std::span<std::byte> bytes) const noexcept {
  if (bytes.size() < kSize || !sample.active) return 0;
  const auto packet = bytes.first<kSize>();
  std::fill(packet.begin(), packet.end(), std::byte{0});
  const auto f = [](double value) { return static_cast<float>(value); };
  const Quat q = sample.attitude.value_or(Quat::Identity());
  const Mat3 r = q.toRotationMatrix();
  wire::set<kPacket, "Time">(
      packet, static_cast<std::uint32_t>(static_cast<std::uint64_t>(1e3 * sample.time.value_or(0.0) + 0.5)));
  wire::set<kPacket, "AngVel">(packet, floats_of(q * sample.rate));
  wire::set<kPacket, "Heading Pitch Roll">(
      packet, {f(std::atan2(-r(0, 1), r(1, 1))), f(std::asin(std::clamp(r(2, 1), -1.0, 1.0))),
               f(std::atan2(-r(2, 0), r(2, 2)))});
  wire::set<kPacket, "Accel">(packet, floats_of(q * sample.acceleration));
  return kSize;
}

}  // namespace hexad::protocols::outsim
