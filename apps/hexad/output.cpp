#include "hexad/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "config/build_machine.hpp"
#include "hexad/config_csv.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "os/terminal.hpp"
#include "text/workbook.hpp"

namespace hexad::cli {
namespace {

/// Columns a text takes on a terminal: characters, not bytes; Chinese ones (U+3000 to U+DFFF, U+F000 on) take
/// two.
std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if ((byte & 0xC0U) != 0x80U) width += (byte >= 0xE3U && byte <= 0xEDU) || byte == 0xEFU ? 2U : 1U;
  }
  return width;
}

std::string line_of(const std::string& heading, int line) {
  const std::size_t split = heading.find('\n');
  if (line == 0) return heading.substr(0, split);
  return split == std::string::npos ? "" : heading.substr(split + 1);
}

std::string padded(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) text += "  ";
    text += std::string(widths[i] - std::min(widths[i], width_of(cells[i])), ' ') + cells[i];
  }
  return text + '\n';
}

/// After what was already said on stdout, also when both go to the same file.
void complain(std::string_view line) {
  std::fflush(stdout);
  // Not through fmt, which throws when stderr is gone: whoever streams to a platform must still end it.
  (void)std::fwrite(line.data(), 1, line.size(), stderr);
  (void)std::fputc('\n', stderr);
}

}  // namespace

std::optional<Machine> open_machine(const std::string& platform) {
  if (is_config_csv(platform)) {
    auto checked = open_config_csv(platform);
    if (!checked) return std::nullopt;
    for (const kinematics::Finding& finding : checked->findings)
      if (finding.kind == kinematics::Finding::Kind::error) print_error(finding.what);
    return std::move(checked->machine);
  }
  LoadedPlatform loaded = hexad::load_platform({.platform = platform});
  print_problems(loaded.problems);
  return std::move(loaded.machine);
}

void print_problems(const Problems& problems) {
  for (const Problem& problem : problems)
    if (problem.kind != Problem::Kind::note) complain(hexad::in_words(problem));
}

bool in_english() noexcept { return messages::language() == messages::Language::english; }

void print_error(const messages::Message& what) {
  complain(fmt::format("hexad: {}: {}", in_english() ? "error" : "错误", messages::to_text(what)));
}
void print_warning(const messages::Message& what) {
  complain(fmt::format("hexad: {}: {}", in_english() ? "warning" : "警告", messages::to_text(what)));
}
void print_hint(const messages::Message& what) { complain(messages::to_text(what)); }
messages::Message as_told(std::string_view text) { return messages::say<messages::Id::as_told>(text); }
void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void print_progress(std::string_view text) {
  if (!is_terminal(Stream::error)) return;
  fmt::print(stderr, "\r\033[K{}", text);
  std::fflush(stderr);
}

std::string Table::text() const {
  std::vector<std::size_t> widths;
  bool two_lines = false;
  for (const std::string& heading : headings_) {
    widths.push_back(std::max(width_of(line_of(heading, 0)), width_of(line_of(heading, 1))));
    two_lines = two_lines || heading.find('\n') != std::string::npos;
  }
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));

  std::string text;
  for (int line = 0; line < (two_lines ? 2 : 1); ++line) {
    std::vector<std::string> cells;
    for (const std::string& heading : headings_) cells.push_back(line_of(heading, line));
    text += padded(cells, widths);
  }
  for (const auto& row : rows_) text += padded(row, widths);
  return text;
}

std::string fixed(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  const bool is_zero = text.find_first_of("123456789") == std::string::npos && std::isfinite(value);
  if (is_zero && text.starts_with('-')) text.erase(0, 1);
  return text;
}

std::string exact(double value) { return fmt::format("{}", value == 0.0 ? 0.0 : value); }

std::string pose_text(const std::array<double, 6>& pose) {
  return fmt::format("sway {}, surge {}, heave {} mm, pitch {}, roll {}, yaw {} °", fixed(pose[0], 3),
                     fixed(pose[1], 3), fixed(pose[2], 3), fixed(pose[3], 3), fixed(pose[4], 3),
                     fixed(pose[5], 3));
}

std::optional<std::string> read_text(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  std::ostringstream text;
  text << file.rdbuf();
  if (file) return text.str();
  print_error(messages::say<messages::Id::file_cannot_be_read>(path, std::strerror(errno)));
  return std::nullopt;
}

bool write_csv(const std::string& path, std::string_view text) {
  if (path == "-") {
    print(text);
    return true;
  }
  std::string book;
  if (path.ends_with(".xlsx")) {
    const std::string name = std::filesystem::path{path}.stem().string();
    auto made = workbook_of(text, name);
    if (!made) {
      print_error(messages::say<messages::Id::file_unmade>(path, made.error()));
      return false;
    }
    text = book = *std::move(made);
  }
  std::ofstream file{path, std::ios::binary};
  file << text;
  file.close();
  if (file) return true;
  print_error(messages::say<messages::Id::file_unwritable>(path, std::strerror(errno)));
  return false;
}

}  // namespace hexad::cli
