#include "protocols/flightgear/flightgear.hpp"

#include <algorithm>
#include <cmath>

#include "base/units.hpp"
#include "messages/say.hpp"

namespace hexad::protocols::flightgear {
namespace {

constexpr double kFoot = 0.3048;
constexpr double kSteep = 1e-3;  // cos θ below which psi and phi are the same angle

using Word = std::array<std::byte, 4>;

Word reversed(std::span<const std::byte, 4> bytes) noexcept {
  return {bytes[3], bytes[2], bytes[1], bytes[0]};
}

template <wire::Name kName>
std::array<double, 3> three(std::span<const std::byte, kSize> bytes) noexcept {
  using At = wire::FieldAt<kFdm, kName>;
  static_assert(At::kField.count == 3 && At::kField.type == Type::f32);
  std::array<double, 3> values{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Word word = reversed(bytes.subspan(At::kField.offset + 4 * i).template first<4>());
    values[i] = static_cast<double>(wire::load_little<float>(word));
  }
  return values;
}

template <wire::Name kName>
void put(std::span<std::byte, kSize> bytes, const std::array<double, 3>& values) noexcept {
  using At = wire::FieldAt<kFdm, kName>;
  static_assert(At::kField.count == 3 && At::kField.type == Type::f32);
  for (std::size_t i = 0; i < values.size(); ++i) {
    Word word{};
    wire::store_little<float>(word, static_cast<float>(values[i]));
    std::reverse_copy(word.begin(), word.end(),
                      bytes.begin() + static_cast<std::ptrdiff_t>(At::kField.offset + 4 * i));
  }
}

std::uint32_t version_of(std::span<const std::byte, kSize> bytes) noexcept {
  return wire::load_little<std::uint32_t>(reversed(bytes.first<4>()));
}

}  // namespace

Result<VehicleSample, messages::Id> FlightgearSource::decode(
    std::span<const std::byte> bytes) const noexcept {
  if (bytes.size() != kSize) return Failure{messages::Id::unreadable_size};
  const auto fdm = bytes.first<kSize>();
  if (version_of(fdm) != kVersion) return Failure{messages::Id::unreadable_id};
  const auto [phi, theta, psi] = three<"phi theta psi">(fdm);
  const auto [phidot, thetadot, psidot] = three<"phidot thetadot psidot">(fdm);
  const auto force = three<"A_pilot">(fdm);
  const double p = phidot - psidot * std::sin(theta);
  const double q = thetadot * std::cos(phi) + psidot * std::sin(phi) * std::cos(theta);
  const double r = -thetadot * std::sin(phi) + psidot * std::cos(phi) * std::cos(theta);
  VehicleSample sample;
  sample.rate = {q, p, -r};
  sample.acceleration = {kFoot * force[1], kFoot * force[0], -kFoot * force[2] - kGravity};
  return sample;
}

std::size_t FlightgearSource::encode(const VehicleSample& sample, std::span<std::byte> bytes) const noexcept {
  if (bytes.size() < kSize || !sample.active) return 0;
  const auto fdm = bytes.first<kSize>();
  std::fill(fdm.begin(), fdm.end(), std::byte{0});
  fdm[3] = static_cast<std::byte>(kVersion);
  const Mat3 axes = sample.attitude.value_or(Quat::Identity()).toRotationMatrix();
  const Vec3 right = axes.col(0);
  const Vec3 forward = axes.col(1);
  const double theta = std::asin(std::clamp(forward.z(), -1.0, 1.0));
  const double phi = std::atan2(-right.z(), axes(2, 2));
  const double psi = std::atan2(forward.x(), forward.y());
  const double p = sample.rate.y();
  const double q = sample.rate.x();
  const double r = -sample.rate.z();
  const double level = std::max(std::cos(theta), kSteep);
  const double psidot = (q * std::sin(phi) + r * std::cos(phi)) / level;
  put<"phi theta psi">(fdm, {phi, theta, psi});
  put<"phidot thetadot psidot">(
      fdm, {p + psidot * std::sin(theta), q * std::cos(phi) - r * std::sin(phi), psidot});
  const Vec3& a = sample.acceleration;
  put<"A_pilot">(fdm, {a.y() / kFoot, a.x() / kFoot, -(a.z() + kGravity) / kFoot});
  return kSize;
}

}  // namespace hexad::protocols::flightgear
