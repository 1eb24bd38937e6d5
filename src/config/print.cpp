#include "config/print.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "config/schema.hpp"

namespace hexad::inline config {
namespace {

std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') {
      result += '\\';
      result += letter;
    } else if (static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f) {
      result += fmt::format("\\u{:04X}", static_cast<unsigned>(letter));
    } else {
      result += letter;
    }
  }
  return result + '"';
}

/// A setting's value as TOML; empty when it has none.
class Printer {
 public:
  Printer(const Setting& setting, Config& config) : setting_{setting}, config_{config} {}

  std::string operator()(Slot<std::string> slot) const {
    const std::string& text = slot(config_);
    return text.empty() ? "" : in_quotes(text);
  }
  std::string operator()(Slot<bool> slot) const { return slot(config_) ? "true" : "false"; }
  std::string operator()(Slot<double> slot) const { return number(slot(config_)); }
  std::string operator()(Slot<std::optional<double>> slot) const {
    const auto& value = slot(config_);
    return value ? number(*value) : "";
  }
  std::string operator()(Slot<Vec3> slot) const { return point(slot(config_)); }
  std::string operator()(Slot<Rates> slot) const {
    const Rates& rates = slot(config_);
    return fmt::format("[{}, {}, {}]", number(rates.velocity), number(rates.acceleration),
                       number(rates.jerk));
  }
  std::string operator()(Slot<std::vector<Vec3>> slot) const {
    std::string rows;
    for (const Vec3& row : slot(config_)) rows += fmt::format("  {},\n", point(row));
    return rows.empty() ? "" : "[\n" + rows + "]";
  }
  std::string operator()(Slot<std::vector<double>> slot) const {
    const auto& values = slot(config_);
    if (values.empty()) return "";
    if (values.size() == 1) return number(values.front());
    std::vector<std::string> texts;
    for (const double value : values) texts.push_back(number(value));
    return fmt::format("[{}]", fmt::join(texts, ", "));
  }
  std::string operator()(Slot<std::vector<std::string>> slot) const {
    std::vector<std::string> texts;
    for (const std::string& text : slot(config_)) texts.push_back(in_quotes(text));
    return fmt::format("[{}]", fmt::join(texts, ", "));
  }
  std::string operator()(const WholeSlot& slot) const {
    const std::int64_t value = slot.get(config_);
    if (setting_.choices.empty()) return std::to_string(value);
    return in_quotes(setting_.choices[static_cast<std::size_t>(value)]);
  }

 private:
  std::string number(double value) const { return number_text(value, setting_.scale()); }
  std::string point(const Vec3& value) const {
    return fmt::format("[{}, {}, {}]", number(value.x()), number(value.y()), number(value.z()));
  }

  const Setting& setting_;
  Config& config_;
};

}  // namespace

// Dividing by the scale may miss the decimal it came from by a bit; few digits are tried first, then all of
// them, then the neighbours.
std::string number_text(double value, double scale) {
  const double here = value / scale;
  const auto reads_back = [&](const std::string& text) {
    return std::strtod(text.c_str(), nullptr) * scale == value;
  };
  std::string text;
  for (int digits = 6; digits <= 17; ++digits) {
    text = fmt::format("{:.{}g}", here, digits);
    if (reads_back(text)) break;
  }
  for (int step = 1; step <= 4 && !reads_back(text); ++step) {
    double above = here;
    double below = here;
    for (int i = 0; i < step; ++i) {
      above = std::nextafter(above, HUGE_VAL);
      below = std::nextafter(below, -HUGE_VAL);
    }
    if (reads_back(fmt::format("{}", above))) text = fmt::format("{}", above);
    if (reads_back(fmt::format("{}", below))) text = fmt::format("{}", below);
  }
  const bool looks_whole = text.find_first_not_of("-0123456789") == std::string::npos;
  return looks_whole ? text + ".0" : text;
}

namespace {

/// Lines of one setting after the other, a heading before each section.
class Lines {
 public:
  void add(const Setting& setting, const std::string& value) {
    if (value.empty()) return;
    std::string_view name = setting.key;
    if (const std::string_view mine = section_of(setting.key); !mine.empty()) {
      if (mine != section_) text_ += fmt::format("{}[{}]\n", text_.empty() ? "" : "\n", mine);
      section_ = mine;
      name.remove_prefix(mine.size() + 1);
    }
    const bool rows = value.find('\n') != std::string::npos;
    text_ += fmt::format("{} = {}", name, value);
    if (!setting.unit.empty() && !rows) text_ += fmt::format("  # {}", setting.unit);
    text_ += '\n';
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
  std::string_view section_;
};

}  // namespace

std::string value_text(const Setting& setting, const Config& config) {
  Config copy = config;
  return std::visit(Printer{setting, copy}, setting.slot);
}

std::string to_toml(const Config& config) {
  Config copy = config;   // slots give references; nothing is written through them here
  copy.platform.clear();  // the values are all here: nothing to build on
  Lines lines;
  for (const Setting& setting : schema()) {
    if (section_of(setting.key) == "rotary" && copy.rotary.gear_ratio == 0.0 &&
        setting.key != "rotary.gear_ratio" && setting.key != "rotary.motor_rpm")
      continue;
    lines.add(setting, std::visit(Printer{setting, copy}, setting.slot));
  }
  return lines.take();
}

std::string to_toml(const Config& config, std::string_view section) {
  Config copy = config;
  Config fresh;
  Lines lines;
  for (const Setting& setting : schema()) {
    if (!setting.key.starts_with(section) || !setting.key.substr(section.size()).starts_with('.')) continue;
    const std::string value = std::visit(Printer{setting, copy}, setting.slot);
    const bool chosen =
        !setting.choices.empty() || value != std::visit(Printer{setting, fresh}, setting.slot);
    if (chosen) lines.add(setting, value);
  }
  return lines.take();
}

}  // namespace hexad::inline config
