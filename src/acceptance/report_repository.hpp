#pragma once
// The reports that are kept: one HTML file each in a folder, the newest twenty. Names are made here and tell
// the time.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "messages/message.hpp"
#include "web/http.hpp"

namespace hexad::acceptance {

inline constexpr std::size_t kMostReports = 20;

struct KeptReport {
  std::string name;     ///< "acceptance-20261116-102545.html"
  std::string summary;  ///< JSON, what a list shows
};

class ReportRepository {
 public:
  /// What a list shows of a file; empty = it is no such report.
  using Summary = std::string (*)(const std::string& file);

  /// Names begin with `begin`.
  ReportRepository(std::filesystem::path folder, std::string begin, Summary summary)
      : folder_{std::move(folder)}, begin_{std::move(begin)}, summary_{summary} {}

  /// Newest first; what is no report is left out.
  std::vector<KeptReport> list() const;
  /// Before anything moves: why nothing can be kept here; nothing = it can.
  messages::Message problem() const;
  /// Its name, or why it was not kept. The oldest make room.
  Result<std::string, messages::Message> keep(const std::string& date, const std::string& page) const;
  /// Of a name in the list, as it is served; nothing = it cannot be read.
  std::optional<web::Response> page(const std::string& name) const;
  /// Of a name in the list.
  std::filesystem::path path_of(const std::string& name) const { return folder_ / name; }

 private:
  std::vector<std::string> names() const;

  std::filesystem::path folder_;
  std::string begin_;
  Summary summary_;
};

}  // namespace hexad::acceptance
