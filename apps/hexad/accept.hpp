#pragma once
// `hexad accept`: moves a running platform through its tests and reports.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "accept/bounds.hpp"
#include "accept/figure.hpp"
#include "hexad/console.hpp"

namespace hexad::cli {

struct AcceptOptions {
  ConsoleOptions console;
  std::string platform;             ///< must be the one that runs; empty = whichever
  std::vector<std::string> only;    ///< tests; empty = all
  std::vector<double> frequencies;  ///< Hz; empty = the plan's
  bool quick = false;
  bool yes = false;                ///< nobody stands on it
  std::string report;              ///< HTML
  std::string json;                ///< a file, "-" = stdout, empty = none
  std::string against;             ///< an earlier report
  std::string bounds;              ///< a file; empty = the one that comes with the program
  std::vector<std::string> bound;  ///< further ones
};
int accept(const AcceptOptions& options);

/// What an earlier report said.
struct EarlierReport {
  std::string file;
  std::string date;
  std::string version;
  std::string platform;
  std::map<std::string, double> figures;
  std::string machine;  ///< JSON
};

struct AcceptReport {
  std::string date;  ///< UTC
  std::string version;
  std::string platform;
  bool simulated = false;
  bool quick = false;
  double speed = 1.0;        ///< of platform time
  double sample_rate = 0.0;  ///< a second of platform time
  double seconds = 0.0;      ///< of platform time
  std::string machine;       ///< JSON of /api/machine
  std::vector<accept::TestResult> results;
  std::vector<accept::Bound> unused;  ///< fit no figure of the tests that ran
  std::optional<EarlierReport> earlier;

  std::size_t bounds() const;
  std::size_t broken() const;
  /// Everything was measured and every bound is kept.
  bool passes() const;
};

// accept_json.cpp
std::string to_json(const AcceptReport& report);
/// Of a .json or .html that `accept` wrote; or why it is none.
Result<EarlierReport, std::string> read_earlier(const std::string& file);
/// "payload_kg: 500.0 → 450.0", a line a key of the configuration.
std::vector<std::string> configuration_changes(const std::string& earlier, const std::string& now);
/// Key and value of the configuration, for a table.
std::vector<std::vector<std::string>> configuration_rows(const std::string& machine);

// accept_report.cpp
std::string accept_page(const AcceptReport& report);
std::string accept_text(const AcceptReport& report);

}  // namespace hexad::cli
