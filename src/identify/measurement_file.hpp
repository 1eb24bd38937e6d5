#pragma once
// Measurements as CSV: a heading with units in the names, one row a standstill, empty cells for what was not
// measured.
//   # sigma: mm=0.05, deg=0.005, height_mm=0.2
//   # unknown: tracker, target, level
//   leg1_mm,…,leg6_mm,sway_mm,…,yaw_deg,tilt_pitch_deg,tilt_roll_deg,height_mm,t1_x_mm,…,t3_z_mm,d:B1-P4_mm,
//   d:T1-F1_mm
// Legs are extensions, from retracted.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"
#include "identify/measurement.hpp"
#include "messages/message.hpp"

namespace hexad::identify {

/// What is assumed of an instrument until somebody states it.
inline constexpr double kDefaultSigmaLength = 0.05 * kMillimetre;
inline constexpr double kDefaultSigmaAngle = 0.005 * kDegree;

/// Standard deviations stated outside the file: over its `mm` and `deg`, under those of a column.
struct StatedSigma {
  std::optional<double> length;
  std::optional<double> angle;
};

/// Line and column count from 1; line 0 = the file as a whole.
struct FileProblem {
  int line = 0;
  std::size_t column = 0;
  messages::Message what;
};

inline constexpr std::size_t kMostBytes = 4U << 20U;
inline constexpr std::size_t kMostRows = 2000;
inline constexpr std::size_t kMostColumns = 100;

/// Or every problem (the first twenty). `unknown`: besides what the file says.
Result<Campaign, std::vector<FileProblem>> parse_campaign(std::string_view text, const Machine& nominal,
                                                          const StatedSigma& stated,
                                                          const Unknowns& unknown = {});

/// "pose", or names of columns with commas between; without sigmas. Or what is wrong.
Result<std::vector<Quantity>, messages::Message> parse_quantities(std::string_view text);

/// "tracker,level": or what is wrong.
Result<Unknowns, messages::Message> parse_unknowns(std::string_view text);

/// Sets sigmas: stated ones, else the defaults.
void set_sigmas(std::vector<Quantity>& quantities, const StatedSigma& stated);

/// The same form; parse_campaign reads it back.
std::string to_csv(const Campaign& campaign);

}  // namespace hexad::identify
