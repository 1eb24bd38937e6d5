#include "text/workbook.hpp"

#include <fmt/format.h>
#include <xlsxwriter.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <vector>

#include "os/files.hpp"
#include "text/table_reader.hpp"

namespace hexad::inline text {
namespace {

constexpr std::size_t kLongestSheetName = 31;  // a rule of the format
constexpr std::uint32_t kMostRows = 1'048'575;
constexpr double kLeastWidth = 8.0, kMostWidth = 60.0;  // of a column, in digits

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells{""};
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char letter = line[i];
    if (letter == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"')
        cells.back() += line[++i];
      else
        quoted = !quoted;
    } else if (letter == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += letter;
    }
  }
  return cells;
}

std::optional<double> number_of(const std::string& text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// What the format forbids in the name of a sheet.
std::string sheet_name(std::string_view wanted) {
  std::string name;
  for (const char letter : wanted)
    if (std::string_view{"[]:*?/\\'"}.find(letter) == std::string_view::npos) name += letter;
  if (name.size() > kLongestSheetName) {
    name.resize(kLongestSheetName);
    // Not half a letter of several bytes at the end.
    std::size_t lead = name.size();
    while (lead > 0 && (static_cast<unsigned char>(name[lead - 1]) & 0xC0U) == 0x80U) --lead;
    if (lead > 0 && (static_cast<unsigned char>(name[lead - 1]) & 0x80U) != 0) name.resize(lead - 1);
  }
  return name.empty() ? "hexad" : name;
}

lxw_error fill(lxw_workbook* book, std::string_view csv, std::string_view sheet) {
  lxw_worksheet* const page = workbook_add_worksheet(book, sheet_name(sheet).c_str());
  lxw_format* const heading = workbook_add_format(book);
  format_set_bold(heading);
  std::vector<double> width;
  LineReader lines{csv};
  for (lxw_row_t row = 0; row < kMostRows; ++row) {
    const auto line = lines.next();
    if (!line) break;
    const std::vector<std::string> cells = cells_of(*line);
    width.resize(std::max(width.size(), cells.size()), kLeastWidth);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto column = static_cast<lxw_col_t>(i);
      const std::optional<double> number = number_of(cells[i]);
      if (cells[i].empty()) continue;
      const lxw_error error =
          number ? worksheet_write_number(page, row, column, *number, nullptr)
                 : worksheet_write_string(page, row, column, cells[i].c_str(), row == 0 ? heading : nullptr);
      if (error != LXW_NO_ERROR) return error;
      width[i] = std::clamp(static_cast<double>(cells[i].size()) + 1.0, width[i], kMostWidth);
    }
  }
  for (std::size_t i = 0; i < width.size(); ++i)
    worksheet_set_column(page, static_cast<lxw_col_t>(i), static_cast<lxw_col_t>(i), width[i], nullptr);
  worksheet_freeze_panes(page, 1, 0);
  return LXW_NO_ERROR;
}

}  // namespace

Result<std::string, std::string> workbook_of(std::string_view csv, std::string_view sheet) {
  const files::PassingFile file;
  if (!file.made()) return Failure{fmt::format("{}: {}", file.path(), std::strerror(errno))};
  lxw_workbook* const book = workbook_new(file.path().c_str());
  if (book == nullptr) return Failure{std::string{"no memory for a workbook"}};
  const lxw_error filled = fill(book, csv, sheet);
  const lxw_error closed = workbook_close(book);
  for (const lxw_error error : {filled, closed})
    if (error != LXW_NO_ERROR) return Failure{std::string{lxw_strerror(error)}};
  std::ifstream made{file.path(), std::ios::binary};
  return std::string{std::istreambuf_iterator<char>{made}, {}};
}

}  // namespace hexad::inline text
