#pragma once
// An acceptance as a whole: what was tested, when, on which machine, and what was found. Tool code:
// allocates.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "acceptance/figure.hpp"

namespace hexad::acceptance {

/// What an earlier report said.
struct EarlierReport {
  std::string file;
  std::string date;
  std::string version;
  std::string platform;
  std::map<std::string, double> figures;
  std::string machine;  ///< JSON
};

struct Report {
  std::string date;  ///< UTC
  std::string version;
  std::string platform;
  std::string place{};         ///< where it stands, as somebody wrote it
  std::string conducted_by{};  ///< who did it, likewise
  bool simulated = false;
  bool quick = false;
  double speed = 1.0;        ///< of platform time
  double sample_rate = 0.0;  ///< a second of platform time
  double seconds = 0.0;      ///< of platform time
  std::string machine;       ///< JSON of /api/machine
  std::vector<TestResult> results;
  std::vector<Bound> unused;  ///< fit no figure of the tests that ran
  std::optional<EarlierReport> earlier;

  std::size_t bounds() const;
  std::size_t broken() const;
  std::size_t not_measured() const;  ///< tests of which something was not
  /// Everything was measured and every bound is kept.
  bool passes() const;
};

}  // namespace hexad::acceptance
