#include "analysis/manoeuvre.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/units.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "motion/files/lines.hpp"
#include "text/table_reader.hpp"

namespace hexad::analysis {
namespace {

using Field = TableField;
using messages::Id;
using messages::say;

constexpr std::array<std::string_view, 7> kColumns{"t",    "pitch_rate", "roll_rate", "yaw_rate",
                                                   "sway", "surge",      "heave"};
constexpr std::string_view kManoeuvreHeading = "t,pitch_rate,roll_rate,yaw_rate,sway,surge,heave";
constexpr std::string_view kInputMark = "# input:";
constexpr double kMostRate = 3600.0;         // °/s, beyond what any vehicle with people in it does
constexpr double kMostAcceleration = 500.0;  // m/s²

class Reader {
 public:
  explicit Reader(const std::string& name) : name_{name} {}

  Result<Manoeuvre, messages::Message> read(std::string_view text) {
    LineReader lines{text};
    while (!error_) {
      const auto line = lines.next();
      if (!line) break;
      line_ = lines.number();
      take(*line);
    }
    if (!error_ && !heading_) fail(0, say<Id::manoeuvre_empty>(kManoeuvreHeading));
    if (!error_ && rows_.size() < 2) fail(0, Id::manoeuvre_two_rows);
    if (error_) return Failure{error_};
    return Manoeuvre{std::move(rows_), says_};
  }

 private:
  void fail(std::size_t column, const messages::Message& what) {
    error_ = column == 0 ? say<Id::at_file>(name_, what)
                         : say<Id::at_file_line_column>(name_, line_, column, what);
  }

  void take(std::string_view line) {
    const std::string_view content = trimmed(line);
    if (content.empty()) return;
    if (content.front() == '#') return comment(content);
    const std::vector<Field> fields = fields_of(line);
    if (!heading_) return heading(fields);
    if (fields.size() != kColumns.size())
      return fail(fields.size() < kColumns.size() ? line.size() + 1 : fields[kColumns.size()].column,
                  say<Id::manoeuvre_count>(fields.size(), kColumns.size(), kManoeuvreHeading));
    row(fields);
  }

  void comment(std::string_view text) {
    if (text.substr(0, kInputMark.size()) != kInputMark) return;
    const std::string_view kind = trimmed(text.substr(kInputMark.size()));
    if (kind == "acceleration") {
      says_ = cueing::InputKind::acceleration;
    } else if (kind == "specific_force") {
      says_ = cueing::InputKind::specific_force;
    } else {
      fail(kInputMark.size() + 2, say<Id::manoeuvre_kind>(kind));
    }
  }

  void heading(const std::vector<Field>& fields) {
    for (std::size_t i = 0; i < std::max(fields.size(), kColumns.size()); ++i) {
      if (i < fields.size() && i < kColumns.size() && fields[i].text == kColumns[i]) continue;
      const Field& place = fields[std::min(i, fields.size() - 1)];
      return fail(place.column, say<Id::manoeuvre_heading>(kManoeuvreHeading, place.text));
    }
    heading_ = true;
  }

  void row(const std::vector<Field>& fields) {
    std::array<double, 7> values{};
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto number = motion::files::parse_number(fields[i].text);
      if (!number) return fail(fields[i].column, say<Id::manoeuvre_no_number>(kColumns[i], fields[i].text));
      values[i] = *number;
      const double most = i == 0 ? 1e9 : i < 4 ? kMostRate : kMostAcceleration;
      if (!(std::abs(values[i]) <= most))
        return fail(fields[i].column, say<Id::manoeuvre_beyond>(kColumns[i], values[i], most,
                                                                i == 0  ? "s"
                                                                : i < 4 ? "°/s"
                                                                        : "m/s²"));
    }
    if (!rows_.empty() && !(values[0] > rows_.back().time))
      return fail(fields[0].column, say<Id::manoeuvre_order>(values[0], rows_.back().time));
    if (!rows_.empty() && !(values[0] - rows_.front().time <= kLongestManoeuvre))
      return fail(fields[0].column, say<Id::manoeuvre_long>(kLongestManoeuvre));
    Manoeuvre::Row& next = rows_.emplace_back();
    next.time = values[0];
    next.input.rate = Vec3{values[1], values[2], values[3]} * kDegree;
    next.input.linear = {values[4], values[5], values[6]};
  }

  const std::string& name_;
  messages::Message error_;
  std::size_t line_ = 0;
  bool heading_ = false;
  std::vector<Manoeuvre::Row> rows_;
  std::optional<cueing::InputKind> says_;
};

}  // namespace

VehicleInput at_rest(cueing::InputKind kind) noexcept {
  VehicleInput rest;
  if (kind == cueing::InputKind::specific_force) rest.linear.z() = kGravity;
  return rest;
}

VehicleInput Manoeuvre::at(double time) const noexcept {
  const auto after = std::upper_bound(rows_.begin(), rows_.end(), time,
                                      [](double t, const Row& row) { return t < row.time; });
  if (after == rows_.begin()) return rows_.front().input;
  if (after == rows_.end()) return rows_.back().input;
  const Row& a = *(after - 1);
  const Row& b = *after;
  const double share = (time - a.time) / (b.time - a.time);
  VehicleInput now;
  now.rate = a.input.rate + share * (b.input.rate - a.input.rate);
  now.linear = a.input.linear + share * (b.input.linear - a.input.linear);
  return now;
}

Result<Manoeuvre, messages::Message> parse_manoeuvre(std::string_view text, const std::string& name) {
  return Reader{name}.read(text);
}

Result<Manoeuvre, messages::Message> read_manoeuvre(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  std::string text;
  text.resize(kMostManoeuvreBytes + 1);
  const int opened = file.is_open() ? 0 : errno;
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.eof() && file.gcount() == 0)
    return Failure{
        say<Id::file_cannot_be_read>(path, messages::system_message(opened != 0 ? opened : errno))};
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > kMostManoeuvreBytes)
    return Failure{say<Id::file_too_large>(path, kMostManoeuvreBytes >> 20U)};
  return parse_manoeuvre(text, path);
}

}  // namespace hexad::analysis
