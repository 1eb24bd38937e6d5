#pragma once
// Whatever sends text, CSV or little-endian floats: which field is which axis, and in what unit and sign, is
// said by the configuration. Text is TAG=VALUE, by blanks, commas, semicolons or line ends; CSV and floats
// count fields from 1.

#include <array>
#include <string>

#include "protocols/telemetry_source.hpp"

namespace hexad::protocols::generic {

enum class Format : std::uint8_t { text, csv, floats };

struct Field {
  std::string name;     ///< a tag, or a number from 1; empty = there is none
  double factor = 1.0;  ///< times the value it is SI, in the axis's own sense
};

struct Settings {
  Format format = Format::text;
  std::array<Field, 6> axes{};  ///< sway surge heave pitch roll yaw
  bool with_gravity = false;    ///< heave is specific force: 1 g at rest
  Field active{};               ///< it drives while this is within [low, high]; none = always
  double low = 0.5;
  double high = 1e300;
  Field time{};  ///< s
};

class GenericSource final : public TelemetrySource {
 public:
  /// Fields are tags, or numbers from 1 to 370: the configuration sees to that.
  explicit GenericSource(const Settings& settings);
  std::string_view name() const noexcept override { return "generic"; }
  std::string_view mapping() const noexcept override { return mapping_; }
  Result<VehicleSample, messages::Id> decode(std::span<const std::byte> bytes) const noexcept override;
  std::size_t encode(const VehicleSample& sample, std::span<std::byte> bytes) const noexcept override;

 private:
  static constexpr std::size_t kFields = 8;  ///< six axes, active, time

  struct Place {
    std::string tag;
    std::size_t number = 0;  ///< from 1; 0 = none
    double factor = 1.0;
    bool used = false;
  };
  using Values = std::array<double, kFields>;

  bool read_text(std::string_view text, Values& values) const noexcept;
  bool read_csv(std::string_view text, Values& values) const noexcept;
  bool read_floats(std::span<const std::byte> bytes, Values& values) const noexcept;
  Values values_of(const VehicleSample& sample) const noexcept;

  Settings settings_;
  std::array<Place, kFields> places_{};
  std::size_t last_ = 0;  ///< the highest number
  std::string mapping_;
};

}  // namespace hexad::protocols::generic
