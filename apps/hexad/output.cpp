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

#include <nlohmann/json.hpp>

#include "config/build_machine.hpp"
#include "hexad/config_csv.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "os/terminal.hpp"
#include "text/workbook.hpp"

namespace hexad::cli {
namespace {

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

std::vector<std::string> headings(messages::Id row) {
  std::vector<std::string> list;
  const std::string all = messages::to_text(row);
  for (std::size_t at = 0; at <= all.size();) {
    const std::size_t end = std::min(all.find('|', at), all.size());
    list.push_back(all.substr(at, end - at));
    at = end + 1;
  }
  return list;
}

std::string labelled(messages::Id name, std::string_view value, std::size_t width) {
  return filled(messages::to_text(name), width).append(value) + '\n';
}
std::string labelled(messages::Id name, const messages::Message& value, std::size_t width) {
  return labelled(name, messages::to_text(value), width);
}

messages::Message named(std::string_view group, std::string_view name) {
  const messages::Message row = messages::from_json(nlohmann::json{{"id", fmt::format("{}{}", group, name)}});
  return row ? row : as_told(name);
}

std::string fixed(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  const bool is_zero = text.find_first_of("123456789") == std::string::npos && std::isfinite(value);
  if (is_zero && text.starts_with('-')) text.erase(0, 1);
  return text;
}

std::string exact(double value) { return fmt::format("{}", value == 0.0 ? 0.0 : value); }

std::string axes_text(const std::array<double, 6>& values, std::string (*shown)(double)) {
  return messages::to_text(messages::say<messages::Id::six_axes>(shown(values[0]), shown(values[1]),
                                                                 shown(values[2]), shown(values[3]),
                                                                 shown(values[4]), shown(values[5])));
}

std::string pose_text(const std::array<double, 6>& pose) {
  return axes_text(pose, [](double value) { return fixed(value, 3); });
}

std::optional<std::string> read_text(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  std::ostringstream text;
  text << file.rdbuf();
  if (file) return text.str();
  print_error(messages::say<messages::Id::file_cannot_be_read>(path, messages::system_message(errno)));
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
  print_error(messages::say<messages::Id::file_unwritable>(path, messages::system_message(errno)));
  return false;
}

}  // namespace hexad::cli
