#pragma once
// What a page asks of the verification, as plain values: the bodies of POST /api/verify/….

#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/axes.hpp"
#include "verification/parameter_set.hpp"

namespace hexad::verification {

/// Of all requests; each takes some of it. mm, degrees, s, Hz.
struct VerifyRequest {
  ParameterSet set;
  std::optional<AxisValues> pose{};
  AxisValues velocity{};
  AxisValues acceleration{};
  double rotary = 0.0;
  std::vector<double> extensions{};
  std::string preset{};
  AxisValues from{};
  std::array<std::size_t, 2> axes{0, 1};
  std::size_t points = 41;
  std::size_t first_row = 0;
  std::size_t rows = 0;  ///< 0 = all
  std::size_t axis = 0;
  double amplitude = 0.0;
  double frequency = 1.0;
  std::string text{};
  std::string name{}, notes{}, revision{};  ///< of a project; name: also of a file or a sheet
  bool forced = false;
  std::array<double, 6> frame{};
  Circle base{};
  Circle platform{};
};

inline constexpr std::size_t kMostMapPoints = 121;
inline constexpr std::size_t kMostRoadmapRows = 5000;

/// `wanted`: the keys this request may have. Or what is wrong, beginning with the key.
Result<VerifyRequest, messages::Message> parse_request(const std::string& body,
                                                       std::initializer_list<std::string_view> wanted);

}  // namespace hexad::verification
