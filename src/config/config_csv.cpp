#include "config/config_csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "messages/print.hpp"
#include "messages/say.hpp"
#include "motion/files/lines.hpp"
#include "text/nearest.hpp"
#include "text/shown.hpp"
#include "text/spreadsheet_text.hpp"
#include "text/table_reader.hpp"

namespace hexad::inline config {
namespace {

using messages::Id;
using messages::Message;
using messages::say;
using Cell = TableField;

/// As a spreadsheet may write names.
std::string lower(std::string_view text) {
  std::string name{text};
  for (char& letter : name)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return name;
}

bool is_item(const std::string& name) {
  return name == "base" || name == "platform" ||
         std::any_of(kCsvItems.begin(), kCsvItems.end(),
                     [&](const CsvItem& item) { return name == item.name; });
}

/// Names of columns above the table: several, and no number among them.
bool is_heading(const std::vector<Cell>& cells) {
  return cells.size() > 2 && !is_item(lower(cells[0].text)) &&
         std::none_of(cells.begin(), cells.end(),
                      [](const Cell& cell) { return parse_single(cell.text).has_value(); });
}

class Reader {
 public:
  Result<ConfigCsv, std::vector<CsvRemark>> read(std::string_view text) {
    motion::files::Lines lines{text};
    bool begun = false;
    while (const auto line = lines.next()) {
      line_ = line->number;
      if (line->text.empty()) continue;
      const std::vector<Cell> cells = fields_of(line->text);
      if (!std::exchange(begun, true) && is_heading(cells)) continue;
      take(cells);
    }
    for (std::size_t i = 0; i < kMaxLegs; ++i) {
      if (!base_[i]) missing(fmt::format("base,{}", i + 1), Id::csv_form_joint);
      if (!platform_[i]) missing(fmt::format("platform,{}", i + 1), Id::csv_form_joint);
    }
    for (std::size_t i = 0; i < kCsvItems.size(); ++i)
      if (!given_[i]) missing(kCsvItems[i].name, Id::csv_form_item);
    if (!problems_.empty()) return Failure{problems_};
    return csv_;
  }

 private:
  void complain(std::size_t column, const Message& what, Id expected) {
    problems_.push_back({line_, column, what, expected});
  }
  void missing(const std::string& name, Id expected) {
    problems_.push_back({0, 0, say<Id::csv_missing>(name), expected});
  }

  float number(const Cell& cell, std::string field) {
    if (cell.text.empty()) {
      csv_.marks.push_back({line_, cell.column, Id::csv_empty, {}, std::move(field)});
      return 0.0F;
    }
    const auto value = parse_single(cell.text);
    if (!value)
      complain(cell.column, say<Id::motion_not_a_number>(motion::files::printable(cell.text)),
               Id::csv_form_number);
    return value.value_or(0.0F);
  }

  bool columns(const std::vector<Cell>& cells, std::size_t count) {
    const Id form = count == 2 ? Id::csv_form_item : Id::csv_form_joint;
    // A spreadsheet fills short lines up with empty cells.
    for (std::size_t i = count; i < cells.size(); ++i) {
      if (cells[i].text.empty()) continue;
      complain(cells[i].column, say<Id::csv_too_many>(count), form);
      return false;
    }
    if (cells.size() >= count) return true;
    complain(1, say<Id::csv_too_few>(cells.size(), count), form);
    return false;
  }

  void take_joint(const std::vector<Cell>& cells, std::array<std::array<float, 3>, kMaxLegs>& points,
                  std::array<bool, kMaxLegs>& given) {
    if (!columns(cells, 5)) return;
    const auto number_of = parse_single(cells[1].text);
    const double leg = number_of.value_or(0.0F);
    if (!(leg >= 1.0 && leg <= static_cast<double>(kMaxLegs) && leg == std::floor(leg)))
      return complain(cells[1].column, say<Id::csv_no_joint>(motion::files::printable(cells[1].text)),
                      Id::csv_form_joint);
    const auto i = static_cast<std::size_t>(leg) - 1;
    if (given[i])
      return complain(1, say<Id::csv_twice>(fmt::format("{},{}", lower(cells[0].text), i + 1)),
                      Id::csv_form_joint_once);
    given[i] = true;
    for (std::size_t k = 0; k < 3; ++k)
      points[i][k] = number(cells[2 + k], fmt::format("/{}/{}/{}", lower(cells[0].text), i, k));
  }

  void take(const std::vector<Cell>& cells) {
    const std::string name = lower(cells[0].text);
    if (name == "base") return take_joint(cells, csv_.base, base_);
    if (name == "platform") return take_joint(cells, csv_.platform, platform_);
    for (std::size_t i = 0; i < kCsvItems.size(); ++i) {
      if (name != kCsvItems[i].name) continue;
      if (!columns(cells, 2)) return;
      if (given_[i]) return complain(1, say<Id::csv_twice>(name), Id::csv_form_item_once);
      given_[i] = true;
      csv_.*kCsvItems[i].value = number(cells[1], fmt::format("/{}", name));
      return;
    }
    std::vector<std::string> known{"base", "platform"};
    for (const CsvItem& item : kCsvItems) known.emplace_back(item.name);
    const std::string shown = motion::files::printable(name);
    complain(1, say<Id::csv_no_item>(shown, hexad::nearest(shown, known)), Id::csv_form_item);
  }

  std::size_t line_ = 0;
  ConfigCsv csv_;
  std::vector<CsvRemark> problems_;
  std::array<bool, kMaxLegs> base_{}, platform_{};
  std::array<bool, kCsvItems.size()> given_{};
};

void add_joints(std::string& text, const char* name,
                const std::array<std::array<float, 3>, kMaxLegs>& points) {
  for (std::size_t i = 0; i < kMaxLegs; ++i)
    text += fmt::format("{},{},{},{},{}\n", name, i + 1, shortest(points[i][0]), shortest(points[i][1]),
                        shortest(points[i][2]));
}

}  // namespace

std::string CsvRemark::in_words() const {
  const std::string text = messages::to_text(what);
  return line == 0 ? ": " + text : fmt::format(":{}:{}: {}", line, column, text);
}

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

Result<ConfigCsv, std::vector<CsvRemark>> read_config_csv(std::string_view text) {
  return Reader{}.read(plain_csv(text));
}

std::string write_config_csv(const ConfigCsv& csv) {
  std::string text = "\xEF\xBB\xBF";
  add_joints(text, "base", csv.base);
  add_joints(text, "platform", csv.platform);
  for (const CsvItem& item : kCsvItems) text += fmt::format("{},{}\n", item.name, shortest(csv.*item.value));
  return text;
}

Result<ConfigCsv, messages::Message> csv_of(const Config& config, const Machine& machine) {
  const auto single = [](double value, double unit) { return static_cast<float>(value / unit); };
  const Geometry geometry = geometry_of(config.geometry);
  for (std::size_t i = 1; i < machine.geometry.legs; ++i) {
    const double length = geometry.retracted[static_cast<Eigen::Index>(i)];
    if (length == geometry.retracted[0]) continue;
    return Failure{messages::say<messages::Id::csv_unequal_legs>(geometry.retracted[0], length)};
  }
  ConfigCsv csv;
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto axis = static_cast<Eigen::Index>(k);
      csv.base[i][k] = single(geometry.base[i][axis], kMillimetre);
      csv.platform[i][k] = single(geometry.platform[i][axis], kMillimetre);
    }
  }
  csv.height = single(machine.heights.bottom.position.z(), kMillimetre);
  csv.leg_length = single(geometry.retracted[0], kMillimetre);
  csv.stroke = single(geometry.stroke, kMillimetre);
  csv.lead = single(config.drive.screw_lead, kMillimetre);
  csv.ratio = single(config.drive.belt_ratio, 1.0);
  csv.rpm = single(config.drive.motor_speed, kRpm);
  csv.gear = single(config.rotary.gear_ratio, 1.0);
  csv.big_teeth = single(config.rotary.big_teeth, 1.0);
  csv.small_teeth = single(config.rotary.small_teeth, 1.0);
  csv.rotary_rpm = single(config.rotary.motor_speed, kRpm);
  csv.servo = static_cast<float>(config.drive.servo_model);
  return csv;
}

}  // namespace hexad::inline config
