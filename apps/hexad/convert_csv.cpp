#include "hexad/convert_csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "motion/files/lines.hpp"
#include "runtime/config/nearest.hpp"

namespace hexad::cli {
namespace {

struct Item {
  const char* name;
  float ConfigCsv::*value;
};
constexpr std::array<Item, 11> kItems{{{"height", &ConfigCsv::height},
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

struct Cell {
  std::string_view text;
  std::size_t column;
};

std::vector<Cell> cells_of(std::string_view line) {
  std::vector<Cell> cells;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    cells.push_back({motion::files::trimmed(line.substr(begin, end - begin)), begin + 1});
    if (end == line.size()) return cells;
    begin = end + 1;
  }
}

class Reader {
 public:
  Result<ConfigCsv, std::vector<std::string>> read(std::string_view text) {
    motion::files::Lines lines{text};
    while (const auto line = lines.next()) {
      line_ = line->number;
      if (!line->text.empty()) take(cells_of(line->text));
    }
    for (std::size_t i = 0; i < kMaxLegs; ++i) {
      if (!base_[i]) problems_.push_back(fmt::format(": base,{} is missing", i + 1));
      if (!platform_[i]) problems_.push_back(fmt::format(": platform,{} is missing", i + 1));
    }
    for (std::size_t i = 0; i < kItems.size(); ++i)
      if (!given_[i]) problems_.push_back(fmt::format(": {} is missing", kItems[i].name));
    if (!problems_.empty()) return Failure{problems_};
    return csv_;
  }

 private:
  void complain(std::size_t column, const std::string& text) {
    problems_.push_back(fmt::format(":{}:{}: {}", line_, column, text));
  }

  float number(const Cell& cell) {
    if (cell.text.empty()) {
      csv_.marks.push_back(fmt::format(":{}:{}: empty, counts as 0", line_, cell.column));
      return 0.0F;
    }
    const auto value = parse_single(cell.text);
    if (!value)
      complain(cell.column, fmt::format("\"{}\" is not a number", motion::files::printable(cell.text)));
    return value.value_or(0.0F);
  }

  bool columns(const std::vector<Cell>& cells, std::size_t count) {
    // A spreadsheet fills short lines up with empty cells.
    for (std::size_t i = count; i < cells.size(); ++i) {
      if (cells[i].text.empty()) continue;
      complain(cells[i].column, fmt::format("more than {} fields", count));
      return false;
    }
    if (cells.size() >= count) return true;
    complain(1, fmt::format("{} fields where {} are expected", cells.size(), count));
    return false;
  }

  void take_joint(const std::vector<Cell>& cells, std::array<std::array<float, 3>, kMaxLegs>& points,
                  std::array<bool, kMaxLegs>& given) {
    if (!columns(cells, 5)) return;
    const auto number_of = parse_single(cells[1].text);
    const double leg = number_of.value_or(0.0F);
    if (!(leg >= 1.0 && leg <= static_cast<double>(kMaxLegs) && leg == std::floor(leg)))
      return complain(cells[1].column,
                      fmt::format("\"{}\" is no joint: 1 to 6", motion::files::printable(cells[1].text)));
    const auto i = static_cast<std::size_t>(leg) - 1;
    if (given[i]) return complain(1, fmt::format("{},{} comes twice", cells[0].text, i + 1));
    given[i] = true;
    for (std::size_t k = 0; k < 3; ++k) points[i][k] = number(cells[2 + k]);
  }

  void take(const std::vector<Cell>& cells) {
    const std::string_view name = cells[0].text;
    if (name == "base") return take_joint(cells, csv_.base, base_);
    if (name == "platform") return take_joint(cells, csv_.platform, platform_);
    for (std::size_t i = 0; i < kItems.size(); ++i) {
      if (name != kItems[i].name) continue;
      if (!columns(cells, 2)) return;
      if (given_[i]) return complain(1, fmt::format("{} comes twice", name));
      given_[i] = true;
      csv_.*kItems[i].value = number(cells[1]);
      return;
    }
    std::vector<std::string> known{"base", "platform"};
    for (const Item& item : kItems) known.emplace_back(item.name);
    const std::string shown = motion::files::printable(name);
    complain(1, fmt::format("no item \"{}\"; did you mean {}?", shown, runtime::nearest(shown, known)));
  }

  std::size_t line_ = 0;
  ConfigCsv csv_;
  std::vector<std::string> problems_;
  std::array<bool, kMaxLegs> base_{}, platform_{};
  std::array<bool, kItems.size()> given_{};
};

void add_joints(std::string& text, const char* name,
                const std::array<std::array<float, 3>, kMaxLegs>& points) {
  for (std::size_t i = 0; i < kMaxLegs; ++i)
    text += fmt::format("{},{},{},{},{}\n", name, i + 1, shortest(points[i][0]), shortest(points[i][1]),
                        shortest(points[i][2]));
}

}  // namespace

std::string shortest(float value) {
  char buffer[40];
  const float shown = value == 0.0F ? 0.0F : value;
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, shown, std::chars_format::fixed);
  if (error == std::errc{}) return {buffer, end};
  return fmt::format("{}", shown);
}

std::optional<float> parse_single(std::string_view text) {
  if (!motion::files::parse_number(text)) return std::nullopt;
  if (text.front() == '+') text.remove_prefix(1);
  float value = 0.0F;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

Result<ConfigCsv, std::vector<std::string>> read_config_csv(std::string_view text) {
  return Reader{}.read(text);
}

std::string write_config_csv(const ConfigCsv& csv) {
  std::string text = "\xEF\xBB\xBF";
  add_joints(text, "base", csv.base);
  add_joints(text, "platform", csv.platform);
  for (const Item& item : kItems) text += fmt::format("{},{}\n", item.name, shortest(csv.*item.value));
  return text;
}

}  // namespace hexad::cli
