// Any text: read or refused with a place inside it, never worse. What was read must be finite and in order.

#include <cmath>
#include <string_view>

#include "fuzz/check.hpp"
#include "messages/print.hpp"
#include "motion/files/motion_file.hpp"

namespace {

using hexad::fuzz::require;
using namespace hexad;
using namespace hexad::motion;

void refused(const Rejection& rejection, std::string_view text) {
  require(rejection.problem != Problem::none, "refused without a problem");
  require(!messages::english(motion::message_of(rejection)).empty(), "refused without words");
  std::size_t lines = 1;
  for (const char c : text) lines += c == '\n' || c == '\r' ? 1 : 0;
  require(rejection.line <= lines, "a line that is not there");
  require(rejection.column <= text.size() + 1, "a column that is not there");
}

void finite(const AxisValues& values) {
  for (const double value : values) require(std::isfinite(value), "a value that is not finite");
}

void timed(const Result<files::TimedRows, Rejection>& rows, std::string_view text) {
  if (!rows) return refused(rows.error(), text);
  require(!rows->times.empty() && rows->times.size() == rows->points.size(), "as many times as points");
  require(rows->lines.size() == rows->times.size(), "as many lines as rows");
  for (std::size_t i = 0; i < rows->times.size(); ++i) {
    finite(rows->points[i]);
    require(rows->times[i] >= 0.0 && (i == 0 || rows->times[i] > rows->times[i - 1]), "times in order");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  (void)files::format_of(text);
  (void)files::guess_format(text);
  timed(files::read_positions(text), text);
  timed(files::read_script(text), text);
  if (const auto points = files::read_waypoints(text)) {
    for (const AxisValues& point : *points) finite(point);
  } else {
    refused(points.error(), text);
  }
  if (const auto formulas = files::read_formulas(text)) {
    for (const std::string& axis : formulas->axes) require(!axis.empty(), "an empty formula");
    require(formulas->duration >= 0.0 && std::isfinite(formulas->duration), "a duration");
  } else {
    refused(formulas.error(), text);
  }
  if (const auto rows = files::read_roadmap(text)) {
    for (const files::RoadmapRow& row : *rows) finite(row.pose);
    const auto again = files::read_roadmap(files::write_roadmap(*rows));
    require(again && again->size() == rows->size(), "what was written does not read");
  } else {
    refused(rows.error(), text);
  }
  return 0;
}
