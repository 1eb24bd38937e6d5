#pragma once
// Motion files as text: one reader a format, pure functions from text to numbers or to the place of the first
// mistake (docs/motion-files.md). SI out, axis order and frame as the format has them. All take CRLF, a byte
// order mark, blank lines at the end and comment lines that begin with '#'. Worker and tools only: they
// allocate.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "model/axes.hpp"
#include "motion/rejection.hpp"

namespace hexad::motion::files {

inline constexpr std::size_t kMostBytes = 16U << 20;  ///< of a file
inline constexpr std::size_t kMostRows = 400'000;     ///< timed rows: more than an hour at 10 ms
inline constexpr double kMostSeconds = 4.0 * 3600.0;  ///< of a program
inline constexpr double kScriptPeriod = 0.01;         ///< s between two rows of a motus script

enum class Format : std::uint8_t {
  by_separator,  ///< commas: script; otherwise positions
  positions,     ///< rows t x y z rx ry rz: s, mm, degrees
  waypoints,     ///< rows of six: mm, degrees
  formula,       ///< six lines, optional seventh = duration in s
  script,  ///< rows of seven with commas, one every 10 ms: pitch roll yaw sway surge heave, degrees and mm, 0
  roadmap  ///< CSV of poses with a heading, for the tools
};

/// A file as it was read, and how to read it.
struct MotionText {
  std::string name;  ///< for messages
  std::string text;
  Format format = Format::by_separator;
  RotationOrder rotation_order = RotationOrder::zyx;
  /// A track that does not begin or end at rest is started and ended by a ramp of path time instead of being
  /// refused.
  bool ramp_if_moving = false;
  /// Timed rows that break a limit are low-passed as far as they must be. Only when somebody asked for it.
  bool smooth = false;
  double scale = 1.0;   ///< of the whole motion, about neutral; then nothing is smoothed
  bool repeat = false;  ///< from the end back to the beginning, again and again
};

struct TimedRows {
  std::vector<double> times;
  std::vector<AxisValues> points;
  AxisConvention convention = kXyzConvention;
  std::vector<std::size_t> lines;  ///< where each row stands
  double translation_digit = 0.0;  ///< m: the last digit that any number of the file has
  double rotation_digit = 0.0;     ///< rad
};

struct FormulaLines {
  std::array<std::string, kAxes> axes;
  std::array<std::size_t, kAxes> lines{};  ///< where each stands
  double duration = 0.0;                   ///< s; 0 = until stopped
};

/// One pose of the tools' table; the time is the row's own or, without that column, 0.
struct RoadmapRow {
  double time = 0.0;
  AxisValues pose{};       ///< SI, X Y Z RX RY RZ
  std::uint8_t empty = 0;  ///< fields that were empty and count as 0: bit 0 the time, bits 1–6 the pose
};

Result<TimedRows, Rejection> read_positions(std::string_view text);
Result<TimedRows, Rejection> read_script(std::string_view text);
Result<std::vector<AxisValues>, Rejection> read_waypoints(std::string_view text);
Result<FormulaLines, Rejection> read_formulas(std::string_view text);
Result<std::vector<RoadmapRow>, Rejection> read_roadmap(std::string_view text);
/// Two rows or more, each later than the one before.
bool has_times(const std::vector<RoadmapRow>& rows) noexcept;
std::string write_roadmap(const std::vector<RoadmapRow>& rows);

/// What a file looks like, for tools: by the numbers in its first row; what is no row of numbers is a
/// formula.
Format guess_format(std::string_view text);

/// by_separator: the first row that is no comment has commas, or not.
Format format_of(std::string_view text) noexcept;

}  // namespace hexad::motion::files
