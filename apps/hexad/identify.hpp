#pragma once
// `hexad identify`: the true geometry of a platform from measurements.

#include <optional>
#include <string>
#include <vector>

#include "identify/design.hpp"
#include "identify/fit.hpp"
#include "identify/observability.hpp"
#include "identify/simulate.hpp"

namespace hexad::cli {

struct IdentifyOptions {
  std::string platform;
  std::string measured;                 ///< CSV
  std::optional<double> sigma_mm;       ///< standard deviation of a reading
  std::optional<double> sigma_deg;      ///< none = the file's, else estimated
  double tolerance = 2.0;               ///< mm, of joints
  std::optional<double> leg_tolerance;  ///< mm; none = that of the joints
  bool equal_legs = false;
  std::vector<std::string> hold;  ///< base, platform, legs
  std::string unknown;            ///< tracker, target, level; besides what the file says
  bool drop_outliers = false;
  int next = 1;
  std::string plan;  ///< CSV of the next poses, to be filled in
  std::string out;   ///< the fitted platform as TOML
  bool json = false;

  std::optional<int> simulate;  ///< instead of a file: this many measurements
  std::string truth;            ///< the simulated machine: a platform, else the nominal one perturbed
  double spread = 2.0;          ///< mm
  int seed = 1;
  std::string measure = "pose";
  std::string write;  ///< the simulated measurements as CSV
};

int identify(const IdentifyOptions& options);

/// How the fitted geometry does against the simulated truth.
struct SimulationReport {
  identify::ErrorSummary before;
  identify::ErrorSummary after;
  double inside = 0.0;  ///< share of the true pose errors inside the stated 95 % band
};

struct NextReport {
  AxisValues pose{};                         ///< mm and degrees from the nominal neutral
  std::array<double, kMaxLegs> extension{};  ///< mm
  AxisValues uncertainty{};                  ///< 95 % over the workspace once this is measured too, SI
};

struct IdentifyReport {
  const Machine* nominal = nullptr;
  Machine fitted;  ///< with its own neutral
  identify::Campaign campaign;
  identify::Fit fit;
  identify::Observability seen;
  std::vector<identify::Outlier> outliers;
  bool dropped = false;             ///< the outliers are not part of the fit
  std::vector<int> outlier_lines;   ///< of the file
  AxisValues uncertainty_before{};  ///< 95 % over the workspace from the tolerances alone, SI
  AxisValues uncertainty{};         ///< and by the fit
  std::vector<NextReport> next;
  std::optional<SimulationReport> simulation;
};

// identify_print.cpp
std::string to_text(const IdentifyReport& report);
// identify_json.cpp
std::string to_json(const IdentifyReport& report);

}  // namespace hexad::cli
