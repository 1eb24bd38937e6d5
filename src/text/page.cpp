#include "text/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hexad::inline text::html {
namespace {

constexpr double kWidth = 380.0;
constexpr double kHeight = 168.0;
constexpr double kLeft = 46.0;
constexpr double kRight = 8.0;
constexpr double kTop = 26.0;
constexpr double kBottom = 22.0;
constexpr std::size_t kMostPoints = 800;
constexpr std::size_t kColours = 6;

struct Range {
  double low = 0.0, high = 0.0;
  double span() const { return high - low; }
};

Range y_range(const Plot& plot) {
  Range range{1e300, -1e300};
  for (const PlotLine& line : plot.lines) {
    for (const double y : line.y) {
      if (!std::isfinite(y)) continue;
      range.low = std::min(range.low, y);
      range.high = std::max(range.high, y);
    }
  }
  if (range.low > range.high) range = {0.0, 0.0};
  if (plot.from_zero) range.low = std::min(range.low, 0.0);
  const double least = std::max(plot.least_span, 1e-9);
  if (range.span() < least) {
    const double middle = 0.5 * (range.low + range.high);
    range = {middle - 0.5 * least, middle + 0.5 * least};
  }
  const double span = range.span();
  for (const double limit : plot.limits) {
    if (limit < range.low - 0.5 * span || limit > range.high + 0.5 * span) continue;
    range.low = std::min(range.low, limit);
    range.high = std::max(range.high, limit);
  }
  return {range.low - 0.06 * range.span(), range.high + 0.06 * range.span()};
}

/// Between two lines of a grid over `range`: a round number, so that there are about `count` of them.
double step_of(double range, int count) {
  const double rough = range / count;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (rough <= factor * power) return factor * power;
  return 10.0 * power;
}

class Canvas {
 public:
  explicit Canvas(const Plot& plot)
      : plot_{plot}, y_{y_range(plot)}, x_{x_of(plot.x.front()), x_of(plot.x.back())} {
    if (!(x_.span() > 0.0)) x_.high = x_.low + 1.0;
  }

  std::string text() {
    svg_ = fmt::format("<svg viewBox='0 0 {} {}' role='img' aria-label='{}'>\n", kWidth, kHeight,
                       escaped(plot_.title));
    svg_ +=
        fmt::format("<text class='title' x='{}' y='14'>{}</text><text class='unit' x='{}' y='14'>{}</text>\n",
                    kLeft, escaped(plot_.title), kWidth - kRight, escaped(plot_.unit));
    grid();
    for (const double limit : plot_.limits)
      if (limit >= y_.low && limit <= y_.high)
        svg_ += fmt::format("<path class='limit' d='M{} {:.1f}H{}'/>\n", kLeft, down(limit), kWidth - kRight);
    for (const PlotLine& line : plot_.lines) draw(line);
    return svg_ + "</svg>\n";
  }

 private:
  double x_of(double x) const { return plot_.log_x ? std::log10(x) : x; }
  double across(double x) const { return kLeft + (x_of(x) - x_.low) / x_.span() * (kWidth - kLeft - kRight); }
  double down(double y) const { return kTop + (y_.high - y) / y_.span() * (kHeight - kTop - kBottom); }

  void mark_x(double x) {
    svg_ += fmt::format("<path class='grid' d='M{:.1f} {}V{}'/>", across(x), kTop, kHeight - kBottom);
    svg_ += fmt::format("<text class='tick mid' x='{:.1f}' y='{}'>{:g}</text>\n", across(x), kHeight - 8, x);
  }

  void grid() {
    const double dy = step_of(y_.span(), 5);
    for (double y = std::ceil(y_.low / dy) * dy; y <= y_.high; y += dy) {
      const double value = std::abs(y) < 1e-6 * dy ? 0.0 : y;
      svg_ += fmt::format("<path class='{}' d='M{} {:.1f}H{}'/>", value == 0.0 ? "zero" : "grid", kLeft,
                          down(y), kWidth - kRight);
      svg_ += fmt::format("<text class='tick end' x='{}' y='{:.1f}'>{:.4g}</text>\n", kLeft - 5,
                          down(y) + 3.5, value);
    }
    if (plot_.log_x) {
      for (const double x : {0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0})
        if (x_of(x) >= x_.low - 1e-9 && x_of(x) <= x_.high + 1e-9) mark_x(x);
    } else {
      const double dx = step_of(x_.span(), 7);
      for (double x = std::ceil(x_.low / dx) * dx; x <= x_.high + 1e-6 * dx; x += dx)
        mark_x(std::abs(x) < 1e-6 * dx ? 0.0 : x);
    }
  }

  /// Of each stretch of many points its lowest and highest: no peak is lost.
  void draw(const PlotLine& line) {
    std::string points;
    const std::size_t stretch = std::max<std::size_t>(1, line.y.size() / (kMostPoints / 2));
    const auto put = [&](std::size_t k) {
      points += fmt::format("{:.1f},{:.1f} ", across(plot_.x[k]), down(line.y[k]));
    };
    for (std::size_t from = 0; from < line.y.size(); from += stretch) {
      std::size_t low = from;
      std::size_t high = from;
      for (std::size_t k = from; k < std::min(from + stretch, line.y.size()); ++k) {
        if (!std::isfinite(line.y[k])) continue;
        if (!(line.y[k] >= line.y[low])) low = k;
        if (!(line.y[k] <= line.y[high])) high = k;
      }
      if (!std::isfinite(line.y[low]) || !std::isfinite(line.y[high])) continue;
      put(std::min(low, high));
      if (low != high) put(std::max(low, high));
    }
    svg_ += fmt::format("<polyline class='{}' points='{}'><title>{}</title></polyline>\n", line.style, points,
                        escaped(line.name));
  }

  const Plot& plot_;
  Range y_;
  Range x_;
  std::string svg_;
};

constexpr const char* kPlotStyle = R"(svg text{font:11px system-ui,sans-serif;fill:var(--soft)}
svg .title{font-size:12.5px;font-weight:600;fill:var(--ink)}
svg .unit,svg .end{text-anchor:end}
svg .mid{text-anchor:middle}
svg .tick{font-variant-numeric:tabular-nums}
svg .grid{stroke:var(--line);fill:none}
svg .zero{stroke:var(--veh);stroke-width:.7;fill:none}
svg .limit{stroke:var(--warn);stroke-dasharray:5 4;fill:none}
polyline{fill:none;stroke-width:1.5;stroke-linejoin:round}
.vehicle{stroke:var(--veh);border-color:var(--veh)}polyline.vehicle{stroke-width:2.4}
.c0{stroke:#2f6fb5;border-color:#2f6fb5}.c1{stroke:#d1693c;border-color:#d1693c}.c2{stroke:#3f9a5c;border-color:#3f9a5c}
.c3{stroke:#8a6bbd;border-color:#8a6bbd}.c4{stroke:#b8912f;border-color:#b8912f}.c5{stroke:#2a9ba3;border-color:#2a9ba3}
)";

constexpr const char* kPageStyle = R"(
:root{--ink:#22262b;--soft:#68707a;--line:#e3e6ea;--paper:#fff;--ground:#f6f7f9;--veh:#9aa1aa;--warn:#b3261e}
@media(prefers-color-scheme:dark){:root{--ink:#e6e8eb;--soft:#9aa3ad;--line:#333940;--paper:#1d2125;--ground:#15181b;--veh:#7c858f;--warn:#ff8a80}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:1180px;margin:0 auto;padding:32px 24px 64px}
h1{font-size:24px;font-weight:600;margin:0 0 4px}
h2{font-size:17px;font-weight:600;margin:36px 0 4px}
p{margin:4px 0 12px;max-width:80ch}
.soft{color:var(--soft)}
.scroll{overflow-x:auto;background:var(--paper);border:1px solid var(--line);border-radius:8px;margin:12px 0}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:14px}
th,td{padding:7px 14px;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}
tr:last-child td{border-bottom:0}
th{font-weight:500;color:var(--soft);vertical-align:bottom}
th:first-child,td:first-child{text-align:left}
td small{color:var(--soft)}
td.warn{color:var(--warn)}
.plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(320px,1fr));gap:12px;margin-top:12px}
.plots svg{display:block;width:100%;height:auto;background:var(--paper);border:1px solid var(--line);border-radius:8px;padding:6px}
.plots.pairs{grid-template-columns:repeat(2,minmax(0,1fr));max-width:980px}
@media(max-width:640px){.plots.pairs{grid-template-columns:1fr}}
.key{display:flex;flex-wrap:wrap;gap:4px 18px;font-size:14px;margin:6px 0}
.key span{display:inline-flex;align-items:center;gap:7px}
.key i{width:20px;height:0;border-width:3px 0 0;border-style:solid}
@media print{body{background:#fff}.plots{grid-template-columns:repeat(2,1fr)}.plots svg{break-inside:avoid}}
)";
constexpr const char* kPictureColours =
    "svg{--ink:#22262b;--soft:#68707a;--line:#e3e6ea;--veh:#9aa1aa;--warn:#b3261e;background:#fff}\n";

}  // namespace

std::string svg_of(const Plot& plot) { return plot.x.empty() ? std::string{} : Canvas{plot}.text(); }

std::string picture_of(const std::string& title, const std::vector<Plot>& plots) {
  constexpr double kScale = 2.0;
  constexpr double kNames = 110.0;
  constexpr double kHead = 40.0;
  const double width = kScale * kWidth + kNames;
  const double height = kHead + kScale * kHeight * static_cast<double>(plots.size());
  std::string svg = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {0} {1}' width='{0}' height='{1}'>\n<style>{2}{3}"
      "</style>\n<text class='title' x='{4}' y='24'>{5}</text>\n",
      width, height, kPictureColours, kPlotStyle, kScale * kLeft, escaped(title));
  double top = kHead;
  for (const Plot& plot : plots) {
    std::string panel = svg_of(plot);
    constexpr std::string_view kTag = "<svg ";
    panel.insert(kTag.size(),
                 fmt::format("x='0' y='{}' width='{}' height='{}' ", top, kScale * kWidth, kScale * kHeight));
    svg += panel;
    for (std::size_t i = 0; i < plot.lines.size(); ++i) {
      const double y = top + kScale * kTop + 20.0 * static_cast<double>(i);
      svg += fmt::format("<polyline class='{}' points='{},{} {},{}'/><text x='{}' y='{}'>{}</text>\n",
                         plot.lines[i].style, kScale * kWidth, y, kScale * kWidth + 18, y,
                         kScale * kWidth + 24, y + 4, escaped(plot.lines[i].name));
    }
    top += kScale * kHeight;
  }
  return svg + "</svg>\n";
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    switch (letter) {
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '&':
        result += "&amp;";
        break;
      case '\'':
        result += "&#39;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += letter;
    }
  }
  return result;
}

std::string page_head(const std::string& title, const char* language) {
  return fmt::format(
      "<!doctype html>\n<html lang='{}'>\n<head><meta charset='utf-8'><meta name='viewport' "
      "content='width=device-width,initial-scale=1'>\n<title>{}</title>\n<style>{}{}</style></"
      "head>\n<body><main>\n",
      language, escaped(title), kPageStyle, kPlotStyle);
}

std::string key_entry(const std::string& style, const std::string& name) {
  return fmt::format("<span><i class='{}'></i>{}</span>", style, escaped(name));
}

std::string line_style(std::size_t index) { return fmt::format("c{}", index % kColours); }

std::string html_table(const std::vector<std::string>& headings,
                       const std::vector<std::vector<std::string>>& rows) {
  std::string html = "<div class='scroll'><table>\n<thead><tr>";
  for (const std::string& heading : headings) {
    std::string words = escaped(heading);
    if (const std::size_t split = words.find('\n'); split != std::string::npos)
      words.replace(split, 1, "<br>");
    html += fmt::format("<th scope='col'>{}</th>", words);
  }
  html += "</tr></thead>\n<tbody>\n";
  for (const std::vector<std::string>& row : rows) {
    html += "<tr>";
    for (const std::string& cell : row)
      html += fmt::format("<td{}>{}</td>", cell.starts_with(kCross) ? " class='warn'" : "", escaped(cell));
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

namespace {
std::string opening(const std::string& id) {
  return fmt::format("<script type='application/json' id='{}'>", id);
}
}  // namespace

std::string carried(const std::string& id, std::string json) {
  for (std::size_t at = 0; (at = json.find('<', at)) != std::string::npos;) json.replace(at, 1, "\\u003c");
  return opening(id) + json + "</script>\n";
}

std::string carried_in(const std::string& id, const std::string& page) {
  const std::string begin = opening(id);
  const std::size_t at = page.find(begin);
  if (at == std::string::npos) return {};
  const std::size_t from = at + begin.size();
  return page.substr(from, page.find("</script>", from) - from);
}

}  // namespace hexad::inline text::html
