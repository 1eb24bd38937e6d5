// The tools' table of poses: CSV with a heading, mm and degrees, with or without a column of times.

#include <charconv>

#include "base/units.hpp"
#include "motion/files/lines.hpp"
#include "motion/files/motion_file.hpp"

namespace hexad::motion::files {
namespace {

bool is_separator(char c) { return c == ',' || c == ';' || c == '\t'; }

struct Cells {
  std::vector<std::string_view> text;
  std::vector<std::size_t> column;
};

Cells cells_of(const Line& line) {
  Cells cells;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= line.text.size(); ++i) {
    if (i < line.text.size() && !is_separator(line.text[i])) continue;
    cells.text.push_back(trimmed(line.text.substr(begin, i - begin)));
    cells.column.push_back(begin + 1);
    begin = i + 1;
  }
  return cells;
}

bool is_heading(const Cells& cells) {
  for (const std::string_view cell : cells.text) {
    if (!cell.empty()) return !parse_number(cell);
  }
  return false;
}

void append(std::string& text, double value) {
  char buffer[40];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value == 0.0 ? 0.0 : value);
  if (error == std::errc{}) text.append(buffer, end);
}

}  // namespace

Result<std::vector<RoadmapRow>, Rejection> read_roadmap(std::string_view text) {
  Rejection whole;
  if (text.size() > kMostBytes) {
    whole.problem = Problem::too_large;
    whole.value = static_cast<double>(text.size());
    whole.bound = static_cast<double>(kMostBytes);
    return Failure{whole};
  }
  std::vector<RoadmapRow> rows;
  Lines lines{text};
  std::size_t columns = 0;
  while (const auto line = lines.next()) {
    if (line->text.empty()) continue;
    const Cells cells = cells_of(*line);
    const bool first = columns == 0;
    if (first) columns = cells.text.size();
    if (cells.text.size() != columns || (columns != kAxes && columns != kAxes + 1))
      return Failure{at(*line, 0, Problem::wrong_count, {}, static_cast<double>(cells.text.size()),
                        static_cast<double>(columns == kAxes + 1 && !first ? kAxes + 1 : kAxes))};
    if (first && is_heading(cells)) continue;
    if (rows.size() >= kMostRows)
      return Failure{at(*line, 0, Problem::too_large, "rows", static_cast<double>(rows.size() + 1),
                        static_cast<double>(kMostRows))};
    RoadmapRow row;
    for (std::size_t i = 0; i < columns; ++i) {
      const std::size_t place = i + (kAxes + 1 - columns);  // 0 = the time
      if (cells.text[i].empty()) {
        row.empty = static_cast<std::uint8_t>(row.empty | (1U << place));
        continue;
      }
      const auto value = parse_number(cells.text[i]);
      if (!value) return Failure{at(*line, cells.column[i], Problem::not_a_number, cells.text[i])};
      if (place == 0) {
        row.time = *value;
      } else {
        row.pose[place - 1] = *value * (place <= 3 ? kMillimetre : kDegree);
      }
    }
    rows.push_back(row);
  }
  if (rows.empty()) {
    whole.problem = Problem::empty;
    return Failure{whole};
  }
  return rows;
}

bool has_times(const std::vector<RoadmapRow>& rows) noexcept {
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (!(rows[i].time > rows[i - 1].time)) return false;
  return rows.size() > 1;
}

std::string write_roadmap(const std::vector<RoadmapRow>& rows) {
  std::string text = "t_s,x_mm,y_mm,z_mm,rx_deg,ry_deg,rz_deg\n";
  for (const RoadmapRow& row : rows) {
    append(text, row.time);
    for (std::size_t i = 0; i < kAxes; ++i) {
      text += ',';
      append(text, row.pose[i] / (i < 3 ? kMillimetre : kDegree));
    }
    text += '\n';
  }
  return text;
}

}  // namespace hexad::motion::files
