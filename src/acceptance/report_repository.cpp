#include "acceptance/report_repository.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <fstream>
#include <iterator>

#include "messages/print.hpp"
#include "messages/say.hpp"
#include "os/files.hpp"
#include "store/state_folder.hpp"

namespace hexad::acceptance {
namespace {

namespace fs = std::filesystem;
using messages::Id;
using messages::say;

// A report has no business with this site: no scripts, nothing loaded, an origin of its own.
constexpr const char* kReportPolicy =
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";
constexpr std::string_view kEnd = ".html";
constexpr std::size_t kStamp = 15;  // letters of 20261116-102545

/// "2026-11-16 10:25:45 UTC" → "20261116-102545"
std::string stamp_of(const std::string& date) {
  std::string stamp;
  for (const char letter : date)
    if (std::isdigit(static_cast<unsigned char>(letter)) != 0)
      stamp += letter;
    else if (letter == ' ' && stamp.size() == 8)
      stamp += '-';
  return stamp;
}

}  // namespace

std::vector<std::string> ReportRepository::names() const {
  std::vector<std::string> names;
  std::error_code failed;
  for (const fs::directory_entry& entry : fs::directory_iterator{folder_, failed}) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(begin_) && name.ends_with(kEnd) && entry.is_regular_file(failed))
      names.push_back(name);
  }
  // The newest first; of those of one second the one with the highest number.
  const auto order = [this](const std::string& name) {
    const std::string_view stem = std::string_view{name}.substr(0, name.size() - kEnd.size());
    return std::pair{stem.substr(0, begin_.size() + kStamp), stem};
  };
  std::sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
    const auto [one, one_stem] = order(a);
    const auto [other, other_stem] = order(b);
    if (one != other) return one > other;
    if (one_stem.size() != other_stem.size()) return one_stem.size() > other_stem.size();
    return one_stem > other_stem;
  });
  return names;
}

std::vector<KeptReport> ReportRepository::list() const {
  std::vector<KeptReport> reports;
  for (const std::string& name : names()) {
    std::string summary = summary_(path_of(name).string());
    if (!summary.empty() && reports.size() < kMostReports) reports.push_back({name, std::move(summary)});
  }
  return reports;
}

messages::Message ReportRepository::problem() const {
  int failed = store::make_folder(folder_);
  if (failed == 0) failed = files::may_write_in(folder_.string());
  if (failed == 0) return {};
  return say<Id::reports_not_kept>(folder_.string(), messages::system_message(failed));
}

Result<std::string, messages::Message> ReportRepository::keep(const std::string& date,
                                                              const std::string& page) const {
  const std::string stamp = stamp_of(date);
  std::string name = fmt::format("{}{}{}", begin_, stamp, kEnd);
  for (int i = 2; fs::exists(path_of(name)); ++i) name = fmt::format("{}{}-{}{}", begin_, stamp, i, kEnd);
  // Whole or not at all.
  const fs::path draft = folder_ / ("." + name);
  std::ofstream file{draft, std::ios::binary};
  file << page;
  file.close();
  std::error_code failed;
  if (file) fs::rename(draft, path_of(name), failed);
  if (!file || failed) {
    const int reason = errno;
    fs::remove(draft, failed);
    return Failure{say<Id::report_not_kept>(folder_.string(), messages::system_message(reason))};
  }
  std::vector<std::string> kept = names();
  for (std::size_t i = kMostReports; i < kept.size(); ++i) fs::remove(path_of(kept[i]), failed);
  return name;
}

std::optional<web::Response> ReportRepository::page(const std::string& name) const {
  std::ifstream file{path_of(name), std::ios::binary};
  if (!file) return std::nullopt;
  return web::Response{.body = {std::istreambuf_iterator<char>{file}, {}},
                       .type = "text/html; charset=utf-8",
                       .headers = {{"content-security-policy:", kReportPolicy}}};
}

}  // namespace hexad::acceptance
