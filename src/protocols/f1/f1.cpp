#include "protocols/f1/f1.hpp"

#include <algorithm>
#include <cmath>

#include "messages/say.hpp"
#include "protocols/ego_axes.hpp"

namespace hexad::protocols::f1 {
namespace {

using messages::Id;

struct Head {
  std::uint8_t packet = 0;
  std::uint8_t player = 0;
  double time = 0.0;
};

template <const auto& kHeader>
Head head_in(std::span<const std::byte> bytes) noexcept {
  const auto header = bytes.first<byte_size(kHeader)>();
  return {wire::get<kHeader, "packetId">(header), wire::get<kHeader, "playerCarIndex">(header),
          wire::get<kHeader, "sessionTime">(header)};
}

Vec3 direction(const std::array<std::int16_t, 3>& v) noexcept {
  return kDirectionUnit *
         Vec3{static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])};
}

std::array<std::int16_t, 3> direction(const Vec3& v) noexcept {
  const auto whole = [](double value) {
    return static_cast<std::int16_t>(std::lround(std::clamp(value, -1.0, 1.0) / kDirectionUnit));
  };
  return {whole(v.x()), whole(v.y()), whole(v.z())};
}

}  // namespace

Result<VehicleSample, Id> F1Source::decode(std::span<const std::byte> bytes) const noexcept {
  if (bytes.size() < byte_size(kHeader2023)) return Failure{Id::unreadable_size};
  const auto format = wire::get<kHeader2019, "packetFormat">(bytes.first<byte_size(kHeader2019)>());
  const auto edition = std::find_if(kEditions.begin(), kEditions.end(),
                                    [format](const Edition& one) { return one.format == format; });
  if (edition == kEditions.end()) return Failure{Id::unreadable_id};
  const Head head = format >= kNewHeader ? head_in<kHeader2023>(bytes) : head_in<kHeader2019>(bytes);
  if (head.packet != 0) return Failure{Id::drop_other};
  if (bytes.size() != edition->size) return Failure{Id::unreadable_size};
  if (head.player >= edition->cars) return Failure{Id::unreadable_field};
  const auto car = bytes.subspan(edition->header + head.player * kCarSize).first<kCarSize>();
  const Vec3 forward = direction(wire::get<kCar, "worldForwardDir">(car));
  const Vec3 right = direction(wire::get<kCar, "worldRightDir">(car));
  if (!ego::span_an_attitude(forward, right)) return Failure{Id::unreadable_field};
  const auto force = wire::get<kCar, "gForce lateral longitudinal vertical">(car);
  VehicleSample sample;
  sample.acceleration = ego::acceleration_of(force[0], force[1], force[2]);
  sample.attitude = ego::attitude_of(forward, right);
  sample.time = head.time;
  return sample;
}

std::size_t F1Source::encode(const VehicleSample& sample, std::span<std::byte> bytes) const noexcept {
  const Edition& edition = kEditions.back();
  if (bytes.size() < edition.size || !sample.active) return 0;
  const auto packet = bytes.first(edition.size);
  std::fill(packet.begin(), packet.end(), std::byte{0});
  const auto f = [](double value) { return static_cast<float>(value); };
  const auto header = packet.first<byte_size(kHeader2023)>();
  wire::set<kHeader2023, "packetFormat">(header, edition.format);
  wire::set<kHeader2023, "sessionTime">(header, f(sample.time.value_or(0.0)));
  const Mat3 axes = sample.attitude.value_or(Quat::Identity()).toRotationMatrix();
  const Vec3 force = sample.acceleration / kGravity;
  const auto car = packet.subspan(edition.header).first<kCarSize>();
  wire::set<kCar, "worldForwardDir">(car, direction(ego::turned_back(axes.col(1))));
  wire::set<kCar, "worldRightDir">(car, direction(ego::turned_back(axes.col(0))));
  wire::set<kCar, "gForce lateral longitudinal vertical">(car, {f(-force.x()), f(force.y()), f(force.z())});
  return edition.size;
}

}  // namespace hexad::protocols::f1
