#include "protocols/forza/forza.hpp"

#include <cmath>

#include "messages/say.hpp"

namespace hexad::protocols::forza {

Result<VehicleSample, messages::Id> ForzaSource::decode(std::span<const std::byte> bytes) const noexcept {
  if (std::find(kSizes.begin(), kSizes.end(), bytes.size()) == kSizes.end())
    return Failure{messages::Id::unreadable_size};
  const auto sled = bytes.first<kSledSize>();
  const auto force = wire::get<kSled, "Acceleration">(sled);
  const auto turn = wire::get<kSled, "AngularVelocity">(sled);
  VehicleSample sample;
  sample.acceleration = {force[0], force[2], force[1]};
  sample.rate = {-turn[0], -turn[2], -turn[1]};
  sample.time = 1e-3 * wire::get<kSled, "TimestampMS">(sled);
  sample.active = wire::get<kSled, "IsRaceOn">(sled) == 1;
  return sample;
}

std::size_t ForzaSource::encode(const VehicleSample& sample, std::span<std::byte> bytes) const noexcept {
  if (bytes.size() < kSledSize) return 0;
  const auto sled = bytes.first<kSledSize>();
  std::fill(sled.begin(), sled.end(), std::byte{0});
  const auto f = [](double value) { return static_cast<float>(value); };
  const Vec3& a = sample.acceleration;
  const Vec3& w = sample.rate;
  wire::set<kSled, "IsRaceOn">(sled, sample.active ? 1 : 0);
  wire::set<kSled, "TimestampMS">(
      sled, static_cast<std::uint32_t>(static_cast<std::uint64_t>(1e3 * sample.time.value_or(0.0) + 0.5)));
  wire::set<kSled, "Acceleration">(sled, {f(a.x()), f(a.z()), f(a.y())});
  wire::set<kSled, "AngularVelocity">(sled, {f(-w.x()), f(-w.z()), f(-w.y())});
  return kSledSize;
}

}  // namespace hexad::protocols::forza
