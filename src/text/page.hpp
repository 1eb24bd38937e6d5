#pragma once
// Parts of a page that needs nothing else: head with its style, tables, small plots as inline SVG. The
// reports of `hexad cue` and `hexad accept` are made of them.

#include <string>
#include <vector>

namespace hexad::inline text::html {

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
/// A picture file of its own: the plots one below the other, each with the names of its lines beside it.
std::string picture_of(const std::string& title, const std::vector<Plot>& plots);
/// For a line of text in HTML.
std::string escaped(const std::string& text);

/// Up to the open <main>, with the style sheet the plots and tables live by.
std::string page_head(const std::string& title, const char* language = "en");
/// One entry of a `<div class='key'>`.
std::string key_entry(const std::string& style, const std::string& name);
/// Class of the n-th line of a plot.
std::string line_style(std::size_t index);
/// Headings of two lines are split at '\n'. A cell that begins with kCross stands out.
std::string html_table(const std::vector<std::string>& headings,
                       const std::vector<std::vector<std::string>>& rows);
/// JSON that a page carries along; inside nothing may look like its end. And out of the page again; empty =
/// it carries none.
std::string carried(const std::string& id, std::string json);
std::string carried_in(const std::string& id, const std::string& page);
inline constexpr const char* kCross = "✗";

}  // namespace hexad::inline text::html
