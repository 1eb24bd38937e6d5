#include "motion/files/motion_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/units.hpp"
#include "motion/files/lines.hpp"

namespace hexad::motion::files {
namespace {

constexpr std::string_view kSeparators = " \t,;";
// Numbers without decimals are taken as they stand: they are more often exact than rounded.
constexpr int kMostDecimals = 9;

std::optional<Rejection> too_large(std::string_view text) {
  if (text.size() <= kMostBytes) return std::nullopt;
  Rejection rejection;
  rejection.problem = Problem::too_large;
  rejection.value = static_cast<double>(text.size());
  rejection.bound = static_cast<double>(kMostBytes);
  rejection.text = "bytes";
  return rejection;
}

Rejection nothing() {
  Rejection rejection;
  rejection.problem = Problem::empty;
  return rejection;
}

/// mm and degrees, the first three being translations or rotations.
AxisValues to_si(const double* values, bool rotations_first) {
  AxisValues si{};
  for (std::size_t i = 0; i < kAxes; ++i)
    si[i] = values[i] * ((i < 3) == rotations_first ? kDegree : kMillimetre);
  return si;
}

/// The last digit of what was written with the most decimals.
class Digits {
 public:
  void see(std::string_view token) {
    if (token.find_first_of("eE") != std::string_view::npos) {
      most_ = kMostDecimals;
      return;
    }
    const std::size_t point = token.find('.');
    if (point != std::string_view::npos) most_ = std::max(most_, static_cast<int>(token.size() - point) - 1);
  }
  double last(double unit) const {
    return most_ == 0 || most_ >= kMostDecimals ? 0.0 : unit * std::pow(10.0, -most_);
  }

 private:
  int most_ = 0;
};

struct Row {
  std::array<double, 7> value{};
  std::size_t count = 0;
};

/// Numbers between any run of separators; as many as `most`.
Result<Row, Rejection> numbers(const Line& line, std::size_t most, Digits* moves, Digits* turns,
                               std::size_t skip) {
  Row row;
  std::size_t at_char = 0;
  const std::string_view text = line.text;
  for (;;) {
    const std::size_t begin = text.find_first_not_of(kSeparators, at_char);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(text.find_first_of(kSeparators, begin), text.size());
    const std::string_view token = text.substr(begin, end - begin);
    const auto value = parse_number(token);
    if (!value) return Failure{at(line, begin + 1, Problem::not_a_number, token)};
    if (row.count < most) {
      row.value[row.count] = *value;
      if (row.count >= skip && moves != nullptr) (row.count - skip < 3 ? moves : turns)->see(token);
    }
    ++row.count;
    at_char = end;
  }
  if (row.count != most)
    return Failure{
        at(line, 0, Problem::wrong_count, {}, static_cast<double>(row.count), static_cast<double>(most))};
  return row;
}

/// Fields between commas, exactly seven.
Result<Row, Rejection> fields(const Line& line, Digits& turns, Digits& moves) {
  Row row;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t end = std::min(line.text.find(',', begin), line.text.size());
    const std::string_view field = trimmed(line.text.substr(begin, end - begin));
    const auto value = parse_number(field);
    if (!value) return Failure{at(line, begin + 1, Problem::not_a_number, field)};
    if (row.count < row.value.size()) row.value[row.count] = *value;
    if (row.count < 6) (row.count < 3 ? turns : moves).see(field);
    ++row.count;
    if (end == line.text.size()) break;
    begin = end + 1;
  }
  if (row.count != 7)
    return Failure{at(line, 0, Problem::wrong_count, {}, static_cast<double>(row.count), 7.0)};
  return row;
}

bool full(std::size_t rows) { return rows >= kMostRows; }

Rejection too_many(const Line& line) {
  return at(line, 0, Problem::too_large, "rows", static_cast<double>(kMostRows) + 1,
            static_cast<double>(kMostRows));
}

}  // namespace

Format format_of(std::string_view text) noexcept {
  Lines lines{text};
  while (const auto line = lines.next()) {
    if (!line->text.empty())
      return line->text.find(',') != std::string_view::npos ? Format::script : Format::positions;
  }
  return Format::positions;
}

Format guess_format(std::string_view text) {
  Lines lines{text};
  while (const auto line = lines.next()) {
    if (line->text.empty()) continue;
    if (numbers(*line, 7, nullptr, nullptr, 0))
      return line->text.find(',') != std::string_view::npos ? Format::script : Format::positions;
    if (numbers(*line, 6, nullptr, nullptr, 0)) return Format::waypoints;
    const bool heading =
        line->text.find(',') != std::string_view::npos && line->text.find('(') == std::string_view::npos;
    return heading ? Format::roadmap : Format::formula;
  }
  return Format::positions;
}

Result<TimedRows, Rejection> read_positions(std::string_view text) {
  if (auto rejection = too_large(text)) return Failure{*rejection};
  TimedRows rows;
  Digits moves;
  Digits turns;
  Lines lines{text};
  while (const auto line = lines.next()) {
    if (line->text.empty()) continue;
    const auto row = numbers(*line, 7, &moves, &turns, 1);
    if (!row) return Failure{row.error()};
    const double time = row->value[0];
    if (time < 0.0) return Failure{at(*line, 1, Problem::negative, {}, time)};
    if (!rows.times.empty() && !(time > rows.times.back()))
      return Failure{at(*line, 1, Problem::not_increasing, {}, time, rows.times.back())};
    if (time > kMostSeconds) return Failure{at(*line, 1, Problem::too_large, "seconds", time, kMostSeconds)};
    if (full(rows.times.size())) return Failure{too_many(*line)};
    rows.times.push_back(time);
    rows.points.push_back(to_si(row->value.data() + 1, false));
    rows.lines.push_back(line->number);
  }
  if (rows.times.empty()) return Failure{nothing()};
  rows.translation_digit = moves.last(kMillimetre);
  rows.rotation_digit = turns.last(kDegree);
  return rows;
}

Result<TimedRows, Rejection> read_script(std::string_view text) {
  if (auto rejection = too_large(text)) return Failure{*rejection};
  TimedRows rows;
  rows.convention = kPitchFirstConvention;
  Digits moves;
  Digits turns;
  Lines lines{text};
  std::optional<Line> blank;
  while (const auto line = lines.next()) {
    if (line->text.empty()) {
      if (!line->comment && !blank) blank = *line;
      continue;
    }
    // A missing row would shift everything after it by 10 ms.
    if (blank && !rows.times.empty()) return Failure{at(*blank, 0, Problem::wrong_count, {}, 0.0, 7.0)};
    const auto row = fields(*line, turns, moves);
    if (!row) return Failure{row.error()};
    if (full(rows.times.size())) return Failure{too_many(*line)};
    rows.times.push_back(kScriptPeriod * static_cast<double>(rows.times.size()));
    rows.points.push_back(to_si(row->value.data(), true));
    rows.lines.push_back(line->number);
  }
  if (rows.times.empty()) return Failure{nothing()};
  rows.translation_digit = moves.last(kMillimetre);
  rows.rotation_digit = turns.last(kDegree);
  return rows;
}

Result<std::vector<AxisValues>, Rejection> read_waypoints(std::string_view text) {
  if (auto rejection = too_large(text)) return Failure{*rejection};
  std::vector<AxisValues> points;
  Lines lines{text};
  while (const auto line = lines.next()) {
    if (line->text.empty()) continue;
    const auto row = numbers(*line, 6, nullptr, nullptr, 0);
    if (!row) return Failure{row.error()};
    if (full(points.size())) return Failure{too_many(*line)};
    points.push_back(to_si(row->value.data(), false));
  }
  if (points.empty()) return Failure{nothing()};
  return points;
}

Result<FormulaLines, Rejection> read_formulas(std::string_view text) {
  if (auto rejection = too_large(text)) return Failure{*rejection};
  FormulaLines formulas;
  std::size_t count = 0;
  Lines lines{text};
  std::optional<Line> last;
  while (const auto line = lines.next()) {
    if (line->text.empty()) continue;
    last = *line;
    if (count < kAxes) {
      formulas.axes[count] = trimmed(line->text);
      formulas.lines[count] = line->number;
    } else if (count == kAxes) {
      const std::string_view token = trimmed(line->text);
      const auto duration = parse_number(token);
      if (!duration) return Failure{at(*line, 1, Problem::not_a_number, token)};
      if (!(*duration > 0.0)) return Failure{at(*line, 1, Problem::negative, {}, *duration)};
      if (*duration > kMostSeconds)
        return Failure{at(*line, 1, Problem::too_large, "seconds", *duration, kMostSeconds)};
      formulas.duration = *duration;
    }
    ++count;
  }
  if (count == 0) return Failure{nothing()};
  if (count != kAxes && count != kAxes + 1)
    return Failure{
        at(*last, 0, Problem::wrong_count, {}, static_cast<double>(count), static_cast<double>(kAxes))};
  return formulas;
}

}  // namespace hexad::motion::files
