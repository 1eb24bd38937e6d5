#pragma once
// The board tool's parameter set as CSV: one item a line, `base,n,x,y,z`, `platform,n,x,y,z`, `name,value`; mm, float32.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "model/legs.hpp"

namespace hexad::cli {

struct ConfigCsv {
  std::array<std::array<float, 3>, kMaxLegs> base{};
  std::array<std::array<float, 3>, kMaxLegs> platform{};
  float height = 0, leg_length = 0, stroke = 0, lead = 0, ratio = 0, rpm = 0;
  float gear = 0, big_teeth = 0, small_teeth = 0, rotary_rpm = 0, servo = 0;
  std::vector<std::string> marks;  ///< fields that were empty and count as 0, in words
};

/// Or every problem, each as ":LINE:COLUMN: …".
Result<ConfigCsv, std::vector<std::string>> read_config_csv(std::string_view text);
/// With a byte order mark, as spreadsheets like it.
std::string write_config_csv(const ConfigCsv& csv);

/// The shortest text that gives the same float32 again.
std::string shortest(float value);
std::optional<float> parse_single(std::string_view text);

}  // namespace hexad::cli
