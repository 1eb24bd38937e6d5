#pragma once
// The reports that are kept: one HTML file each in a folder, the newest twenty. Names are made here and tell
// the time.

#include <filesystem>
#include <string>
#include <vector>

#include "acceptance/report.hpp"
#include "base/result.hpp"

namespace hexad::acceptance {

inline constexpr std::size_t kMostReports = 20;

struct KeptReport {
  std::string name;     ///< "acceptance-20261116-102545.html"
  std::string summary;  ///< JSON, what a list shows
};

class ReportRepository {
 public:
  explicit ReportRepository(std::filesystem::path folder) : folder_{std::move(folder)} {}

  /// Newest first; what is no report is left out.
  std::vector<KeptReport> list() const;
  /// Before anything moves: why nothing can be kept here; empty = it can.
  std::string problem() const;
  /// Its name, or why it was not kept. The oldest make room.
  Result<std::string, std::string> keep(const acceptance::Report& report) const;
  /// Of a name in the list.
  std::filesystem::path path_of(const std::string& name) const { return folder_ / name; }

 private:
  std::vector<std::string> names() const;

  std::filesystem::path folder_;
};

}  // namespace hexad::acceptance
