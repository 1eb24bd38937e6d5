#include "protocols/xplane/xplane.hpp"

#include <algorithm>
#include <cmath>

#include "base/units.hpp"
#include "messages/say.hpp"

namespace hexad::protocols::xplane {
namespace {

using Values = std::array<double, kDatarefs>;

/// Body to world: X east, Y north, Z up.
Quat attitude_of(const Values& values) noexcept {
  return Quat{Eigen::AngleAxisd{-values[psi] * kDegree, Vec3::UnitZ()} *
              Eigen::AngleAxisd{values[theta] * kDegree, Vec3::UnitX()} *
              Eigen::AngleAxisd{values[phi] * kDegree, Vec3::UnitY()}};
}

}  // namespace

Result<VehicleSample, messages::Id> XplaneSource::decode(std::span<const std::byte> bytes) const noexcept {
  if (bytes.size() < kNameSize || (bytes.size() - kNameSize) % kValueSize != 0)
    return Failure{messages::Id::unreadable_size};
  const auto matches = [](std::uint8_t letter, std::byte byte) { return std::byte{letter} == byte; };
  if (!std::equal(kName.begin(), kName.end(), bytes.begin(), matches))
    return Failure{messages::Id::unreadable_id};
  Values values{};
  std::array<bool, kDatarefs> has{};
  for (auto rest = bytes.subspan(kNameSize); !rest.empty(); rest = rest.subspan(kValueSize)) {
    const auto value = rest.first<kValueSize>();
    const auto number = static_cast<std::uint32_t>(wire::get<kValue, "number">(value));
    if (number >= kDatarefs) continue;
    values[number] = wire::get<kValue, "value">(value);
    has[number] = true;
  }
  if (std::find(has.begin(), has.end(), false) != has.end()) return Failure{messages::Id::unreadable_field};
  VehicleSample sample;
  const Vec3 felt{values[ax], -values[az], values[ay] + kGravity};
  sample.acceleration = attitude_of(values).conjugate() * felt - kGravity * Vec3::UnitZ();
  sample.rate = {values[q], values[p], -values[r]};
  sample.active = values[paused] == 0.0;
  return sample;
}

std::size_t XplaneSource::encode(const VehicleSample& sample, std::span<std::byte> bytes) const noexcept {
  if (bytes.size() < kSize) return 0;
  const Quat attitude = sample.attitude.value_or(Quat::Identity());
  const Mat3 axes = attitude.toRotationMatrix();
  const Vec3 felt = attitude * (sample.acceleration + kGravity * Vec3::UnitZ());
  Values values{};
  values[ax] = felt.x();
  values[ay] = felt.z() - kGravity;
  values[az] = -felt.y();
  values[phi] = std::atan2(-axes(2, 0), axes(2, 2)) / kDegree;
  values[theta] = std::asin(std::clamp(axes(2, 1), -1.0, 1.0)) / kDegree;
  values[psi] = std::atan2(axes(0, 1), axes(1, 1)) / kDegree;
  values[p] = sample.rate.y();
  values[q] = sample.rate.x();
  values[r] = -sample.rate.z();
  values[paused] = sample.active ? 0.0 : 1.0;
  std::transform(kName.begin(), kName.end(), bytes.begin(),
                 [](std::uint8_t letter) { return std::byte{letter}; });
  bytes[kName.size()] = std::byte{','};
  for (std::size_t i = 0; i < kDatarefs; ++i) {
    const auto value = bytes.subspan(kNameSize + i * kValueSize).first<kValueSize>();
    wire::set<kValue, "number">(value, static_cast<std::int32_t>(i));
    wire::set<kValue, "value">(value, static_cast<float>(values[i]));
  }
  return kSize;
}

std::size_t XplaneSource::ask(std::size_t number, std::span<std::byte> bytes) const noexcept {
  if (number >= kDatarefs || bytes.size() < kRequestSize) return 0;
  const auto request = bytes.first<kRequestSize>();
  std::fill(request.begin(), request.end(), std::byte{0});
  wire::set<kRequest, "RREF">(request, kName);
  wire::set<kRequest, "frequency">(request, kRate);
  wire::set<kRequest, "number">(request, static_cast<std::int32_t>(number));
  std::array<std::uint8_t, kDatarefSize> name{};
  std::copy(kDatarefNames[number].begin(), kDatarefNames[number].end(), name.begin());
  wire::set<kRequest, "dataref">(request, name);
  return kRequestSize;
}

}  // namespace hexad::protocols::xplane
