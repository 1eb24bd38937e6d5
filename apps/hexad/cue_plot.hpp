#pragma once
// Small plots as inline SVG for the cueing report.

#include <string>
#include <vector>

namespace hexad::cli {

struct PlotLine {
  std::string name;
  std::string style;  ///< class of the page's style sheet: "vehicle", "c0", …
  std::vector<double> y;
};

struct Plot {
  std::string title;
  std::string unit;
  std::vector<double> x;
  std::vector<PlotLine> lines;
  std::vector<double> limits{};  ///< dashed, when near enough to matter
  bool log_x = false;
  double least_span = 0.0;  ///< of the y axis: noise is not blown up
  bool from_zero = false;   ///< the y axis shows 0 in any case
};

std::string svg_of(const Plot& plot);
/// For a line of text in HTML.
std::string escaped(const std::string& text);
/// The style sheet the plots and tables live by.
const char* cue_style();

}  // namespace hexad::cli
