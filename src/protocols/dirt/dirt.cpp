#include "protocols/dirt/dirt.hpp"

#include <algorithm>

#include "messages/say.hpp"
#include "protocols/ego_axes.hpp"

namespace hexad::protocols::dirt {

Result<VehicleSample, messages::Id> DirtSource::decode(std::span<const std::byte> bytes) const noexcept {
  if (bytes.size() != kSize) return Failure{messages::Id::unreadable_size};
  const auto packet = bytes.first<kSize>();
  const auto vector = [](const std::array<float, 3>& v) { return Vec3{v[0], v[1], v[2]}; };
  const Vec3 forward = vector(wire::get<kPacket, "forward_dir">(packet));
  const Vec3 right = vector(wire::get<kPacket, "right_dir">(packet));
  if (!ego::span_an_attitude(forward, right)) return Failure{messages::Id::unreadable_field};
  const auto force = wire::get<kPacket, "gforce lateral longitudinal">(packet);
  VehicleSample sample;
  sample.acceleration = ego::acceleration_of(force[0], force[1], 0.0);
  sample.attitude = ego::attitude_of(forward, right);
  sample.time = wire::get<kPacket, "total_time">(packet);
  return sample;
}

std::size_t DirtSource::encode(const VehicleSample& sample, std::span<std::byte> bytes) const noexcept {
  if (bytes.size() < kSize || !sample.active) return 0;
  const auto packet = bytes.first<kSize>();
  std::fill(packet.begin(), packet.end(), std::byte{0});
  const auto f = [](double value) { return static_cast<float>(value); };
  const Mat3 axes = sample.attitude.value_or(Quat::Identity()).toRotationMatrix();
  const Vec3 force = sample.acceleration / kGravity;
  wire::set<kPacket, "total_time">(packet, f(sample.time.value_or(0.0)));
  wire::set<kPacket, "right_dir">(packet, floats_of(ego::turned_back(axes.col(0))));
  wire::set<kPacket, "forward_dir">(packet, floats_of(ego::turned_back(axes.col(1))));
  wire::set<kPacket, "gforce lateral longitudinal">(packet, {f(-force.x()), f(force.y())});
  return kSize;
}

}  // namespace hexad::protocols::dirt
