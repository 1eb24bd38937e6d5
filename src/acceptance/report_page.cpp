// An acceptance report for people: one page that needs nothing else.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "acceptance/bounds.hpp"
#include "acceptance/report_text.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "text/page.hpp"

namespace hexad::acceptance {
namespace {

using html::escaped;
using html::html_table;
using html::kCross;

constexpr const char* kNoBound = "figure, no bound";

std::string number_text(double value) {
  if (!std::isfinite(value)) return "not measured";
  if (std::abs(value) < 5e-6) return "0";
  return std::abs(value) < 0.1 ? fmt::format("{:.5f}", value) : fmt::format("{:.5g}", value);
}

std::string bounds_text(const acceptance::Figure& figure) {
  if (figure.bounds.empty()) return kNoBound;
  std::string text;
  for (const acceptance::Bound& bound : figure.bounds)
    text += (text.empty() ? "" : ", ") + acceptance::text_of(bound);
  return text;
}

std::string verdict_of(const acceptance::Figure& figure) {
  if (figure.bounds.empty()) return "";
  return figure.holds() ? "✓" : std::string{kCross} + " not kept";
}

std::vector<std::string> parts_of(const std::string& name) {
  std::vector<std::string> parts{""};
  for (std::size_t i = 0; i < name.size(); ++i) {
    // A point between digits belongs to a number.
    const bool in_number = i > 0 && i + 1 < name.size() &&
                           std::isdigit(static_cast<unsigned char>(name[i - 1])) != 0 &&
                           std::isdigit(static_cast<unsigned char>(name[i + 1])) != 0;
    if (name[i] == '.' && !in_number) {
      parts.emplace_back();
    } else {
      parts.back() += name[i];
    }
  }
  return parts;
}

/// Axes down, frequencies across: one table of gains, one of phases, one of delays.
std::string response_tables(const acceptance::TestResult& result) {
  std::string page;
  for (const auto& [key, heading] :
       {std::pair{"gain", "gain"}, {"phase_deg", "phase, °"}, {"delay_ms", "delay, ms"}}) {
    std::vector<std::string> headings{heading};
    std::vector<std::vector<std::string>> rows;
    for (const acceptance::Figure& figure : result.figures) {
      const std::vector<std::string> parts = parts_of(figure.name);
      if (parts.size() != 4 || parts[3] != key) continue;
      if (std::find(headings.begin(), headings.end(), parts[2]) == headings.end())
        headings.push_back(parts[2]);
      if (rows.empty() || rows.back().front() != parts[1]) rows.push_back({parts[1]});
      rows.back().push_back((figure.holds() ? "" : std::string{kCross} + " ") + number_text(figure.value));
    }
    page += html_table(headings, rows);
  }
  return page;
}

/// "reached_mm" and "reached_deg" share a column; an error in mm and one in ° are two.
std::string column_name(const std::string& key) {
  if (key.starts_with("error")) return key;
  for (const std::string suffix : {"_mm_s", "_deg_s", "_mm", "_deg"})
    if (key.ends_with(suffix)) return key.substr(0, key.size() - suffix.size());
  return key;
}

/// What was tested down, its figures across.
std::string compact_table(const acceptance::TestResult& result) {
  std::vector<std::string> headings{""};
  std::vector<std::vector<std::string>> rows;
  for (const acceptance::Figure& figure : result.figures) {
    std::vector<std::string> parts = parts_of(figure.name);
    const std::string column = column_name(parts.back());
    const std::string row = fmt::format("{}", fmt::join(parts.begin() + 1, parts.end() - 1, " "));
    if (std::find(headings.begin(), headings.end(), column) == headings.end()) headings.push_back(column);
    if (rows.empty() || rows.back().front() != row) rows.push_back({row});
    rows.back().push_back(fmt::format("{}{} {}", figure.holds() ? "" : std::string{kCross} + " ",
                                      number_text(figure.value), figure.unit));
  }
  return html_table(headings, rows);
}

std::string figure_table(const acceptance::Report& report, const acceptance::TestResult& result) {
  std::vector<std::string> headings{"figure", "value", "unit", "bound", ""};
  if (report.earlier) headings.insert(headings.end(), {"earlier", "difference"});
  std::vector<std::vector<std::string>> rows;
  for (const acceptance::Figure& figure : result.figures) {
    std::vector<std::string> row{figure.name, number_text(figure.value), figure.unit, bounds_text(figure),
                                 verdict_of(figure)};
    if (report.earlier) {
      const auto old = report.earlier->figures.find(figure.name);
      const bool both = old != report.earlier->figures.end() && std::isfinite(figure.value);
      row.push_back(old == report.earlier->figures.end() ? "-" : number_text(old->second));
      row.push_back(both ? fmt::format("{:+.3g}", figure.value - old->second) : "-");
    }
    rows.push_back(std::move(row));
  }
  return html_table(headings, rows);
}

std::string charts_of(const acceptance::TestResult& result) {
  if (result.charts.empty()) return {};
  std::string page;
  // Lines of the same names share one key.
  const std::vector<acceptance::Line>& lines = result.charts.front().lines;
  if (lines.size() > 1) {
    page += "<div class='key'>";
    for (std::size_t i = 0; i < lines.size(); ++i)
      page += html::key_entry(html::line_style(i), lines[i].name);
    page += "</div>\n";
  }
  page += "<div class='plots'>\n";
  for (const acceptance::Chart& chart : result.charts) {
    html::Plot plot{chart.title, chart.unit, chart.x, {}, {}, chart.log_x, chart.least_span};
    for (std::size_t i = 0; i < chart.lines.size(); ++i)
      plot.lines.push_back({chart.lines[i].name, html::line_style(i), chart.lines[i].y});
    page += html::svg_of(plot);
  }
  return page + "</div>\n";
}

std::string section_of(const acceptance::Report& report, const acceptance::TestResult& result) {
  std::string page =
      fmt::format("<h2>{}</h2>\n<p class='soft'>{}</p>\n", escaped(result.title), escaped(result.note));
  if (result.not_measured)
    page += fmt::format("<p><b>Not measured:</b> {}</p>\n", escaped(messages::english(result.not_measured)));
  page += charts_of(result);
  const bool long_one = result.figures.size() > 20;
  if (long_one) {
    page += result.name == "response" ? response_tables(result) : compact_table(result);
    page += "<details><summary>Every figure, with its bounds</summary>\n";
  }
  if (!result.figures.empty()) page += figure_table(report, result);
  return page + (long_one ? "</details>\n" : "");
}

std::string list_of(const std::vector<std::string>& lines) {
  std::string page = "<ul>\n";
  for (const std::string& line : lines) page += fmt::format("<li>{}</li>\n", escaped(line));
  return page + "</ul>\n";
}

std::string earlier_section(const acceptance::Report& report) {
  const acceptance::EarlierReport& earlier = *report.earlier;
  std::string page = fmt::format("<h2>Since the earlier report</h2>\n<p>Earlier: {}, {}, hexad {}.{}</p>\n",
                                 escaped(earlier.platform), escaped(earlier.date), escaped(earlier.version),
                                 earlier.platform == report.platform ? "" : " It was another platform.");
  const std::vector<std::string> changes = configuration_changes(earlier.machine, report.machine);
  page += changes.empty() ? "<p>The configuration is the same.</p>\n"
                          : "<p>The configuration has changed:</p>\n" + list_of(changes);
  return page;
}

std::string bounds_section(const acceptance::Report& report) {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> seen;
  for (const acceptance::TestResult& result : report.results)
    for (const acceptance::Figure& figure : result.figures)
      for (const acceptance::Bound& bound : figure.bounds) {
        const std::string text = fmt::format("{} {}", bound.pattern, acceptance::text_of(bound));
        if (std::find(seen.begin(), seen.end(), text) != seen.end()) continue;
        seen.push_back(text);
        rows.push_back({text, bound.source.empty() ? "not said" : bound.source});
      }
  return rows.empty() ? "" : "<h2>Bounds</h2>\n" + html_table({"bound", "where it comes from"}, rows);
}

/// Which machine, where, by whom: what a signature stands under, in both languages.
std::string identity_section(const acceptance::Report& report) {
  const auto or_blank = [](const std::string& text) { return text.empty() ? std::string{"–"} : text; };
  return html_table({"", ""}, {{"Machine · 设备", report.platform},
                               {"Drives · 驱动", report.simulated ? "simulated · 仿真" : "real · 真实"},
                               {"Place · 地点", or_blank(report.place)},
                               {"Operator · 操作员", or_blank(report.conducted_by)},
                               {"Date · 日期", report.date}}) +
         "<p style='margin:2.5em 0 1em;border-top:1px solid;max-width:24em;padding-top:.3em'>Signature · "
         "签名</p>\n";
}

}  // namespace

messages::Message verdict_of(const acceptance::Report& report) {
  using messages::Id;
  using messages::say;
  const std::size_t bounds = report.bounds();
  const std::size_t tests = report.results.size();
  if (report.passes()) return say<Id::accept_passed>(bounds);
  if (report.not_measured() == 0) return say<Id::accept_broken>(report.broken(), bounds);
  if (report.broken() == 0) return say<Id::accept_unmeasured>(report.not_measured(), tests);
  return say<Id::accept_broken_unmeasured>(report.broken(), bounds, report.not_measured(), tests);
}

std::vector<std::string> broken_lines(const acceptance::Report& report) {
  std::vector<std::string> lines;
  for (const acceptance::TestResult& result : report.results) {
    for (const acceptance::Figure& figure : result.figures)
      if (!figure.holds())
        lines.push_back(fmt::format("{} = {} {}, bound {}", figure.name, number_text(figure.value),
                                    figure.unit, bounds_text(figure)));
    if (result.not_measured)
      lines.push_back(fmt::format("{}: {}", result.name, messages::english(result.not_measured)));
  }
  for (const acceptance::Bound& bound : report.unused)
    lines.push_back(fmt::format("the bound {} {} fits no figure that was measured", bound.pattern,
                                acceptance::text_of(bound)));
  return lines;
}

std::string page_of(const acceptance::Report& report) {
  std::string page = html::page_head("Acceptance: " + report.platform);
  page += fmt::format(
      "<h1>Acceptance of {}</h1>\n<p class='soft'>{}. hexad {}, {} drives, platform time at {:g} × the "
      "clock, {:.0f} "
      "samples a second of it, {:.0f} s in all{}. After the motion tests of 14 CFR part 60, appendix A. "
      "Everything is "
      "measured by what the drives report; what no drive sees, no figure shows. Bounds are those of the file "
      "that was "
      "given; a regulation is meant only where its name stands beside the bound.</p>\n<p><b>{}</b><br>\n<b "
      "lang='zh'>{}</b></p>\n",
      escaped(report.platform), escaped(report.date), escaped(report.version),
      report.simulated ? "simulated" : "real", report.speed, report.sample_rate, report.seconds,
      report.quick ? ", the quick plan" : "", escaped(messages::english(verdict_of(report))),
      escaped(messages::to_text(verdict_of(report), messages::Language::chinese)));
  page += identity_section(report);
  if (const std::vector<std::string> lines = broken_lines(report); !lines.empty()) page += list_of(lines);
  if (report.earlier) page += earlier_section(report);
  for (const acceptance::TestResult& result : report.results) page += section_of(report, result);
  page += bounds_section(report);
  page += "<h2>Configuration</h2>\n" + html_table({"key", "value"}, configuration_rows(report.machine));
  return page + html::carried("hexad-acceptance", to_json(report)) + "</main></body></html>\n";
}

}  // namespace hexad::acceptance
