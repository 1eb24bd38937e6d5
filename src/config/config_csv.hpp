#pragma once
// The board tool's parameter set as CSV: one item a line, `base,n,x,y,z`, `platform,n,x,y,z`, `name,value`;
// mm, float32.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "config/build_machine.hpp"
#include "messages/message.hpp"
#include "model/legs.hpp"

namespace hexad::inline config {

/// Something about one place of the text.
struct CsvRemark {
  std::size_t line = 0;    ///< from 1; 0 = the text as a whole
  std::size_t column = 0;  ///< from 1, in bytes
  messages::Message what;
  messages::Message expected{};  ///< what should stand there instead
  std::string field{};           ///< an empty one: "/base/0/2" (from 0), "/lead"

  /// ":LINE:COLUMN: …", to go on behind a file's name.
  std::string in_words() const;
};

struct ConfigCsv {
  std::array<std::array<float, 3>, kMaxLegs> base{};
  std::array<std::array<float, 3>, kMaxLegs> platform{};
  float height = 0, leg_length = 0, stroke = 0, lead = 0, ratio = 0, rpm = 0;
  float gear = 0, big_teeth = 0, small_teeth = 0, rotary_rpm = 0, servo = 0;
  std::vector<CsvRemark> marks{};  ///< fields that were empty and count as 0
};

/// The items besides the joints, as the file names them.
struct CsvItem {
  const char* name;
  float ConfigCsv::*value;
};
inline constexpr std::array<CsvItem, 11> kCsvItems{{{"height", &ConfigCsv::height},
                                                    {"leg_length", &ConfigCsv::leg_length},
                                                    {"stroke", &ConfigCsv::stroke},
                                                    {"lead", &ConfigCsv::lead},
                                                    {"ratio", &ConfigCsv::ratio},
                                                    {"rpm", &ConfigCsv::rpm},
                                                    {"gear", &ConfigCsv::gear},
                                                    {"big_teeth", &ConfigCsv::big_teeth},
                                                    {"small_teeth", &ConfigCsv::small_teeth},
                                                    {"rotary_rpm", &ConfigCsv::rotary_rpm},
                                                    {"servo", &ConfigCsv::servo}}};

/// Or every problem. As spreadsheets of all countries write it (spreadsheet_text.hpp), names in any case,
/// with or without a heading.
Result<ConfigCsv, std::vector<CsvRemark>> read_config_csv(std::string_view text);
/// With a byte order mark, as spreadsheets like it.
std::string write_config_csv(const ConfigCsv& csv);

/// What a platform file has of it; `machine` is the one made of it. The height is that of the retracted
/// platform. Or in words why it has no place in this format.
Result<ConfigCsv, messages::Message> csv_of(const Config& config, const Machine& machine);

/// The shortest text that gives the same float32 again.
std::string shortest(float value);
std::optional<float> parse_single(std::string_view text);

}  // namespace hexad::inline config
