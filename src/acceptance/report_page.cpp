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
using messages::Id;
using messages::Language;
using messages::Message;
using messages::say;

/// Both languages in one line, for headings and cells; a word that is the same in both stands once.
std::string side_by_side(const Message& message) {
  const std::string english = messages::english(message);
  const std::string chinese = messages::to_text(message, Language::chinese);
  return english == chinese ? english : english + " · " + chinese;
}
std::string heading(const Message& message) {
  return fmt::format("<h2>{}</h2>\n", escaped(side_by_side(message)));
}
std::vector<std::string> in_both(std::initializer_list<Id> ids) {
  std::vector<std::string> texts;
  for (const Id id : ids) texts.push_back(side_by_side(id));
  return texts;
}

std::string number_text(double value) {
  if (!std::isfinite(value)) return side_by_side(Id::accept_no_value);
  if (std::abs(value) < 5e-6) return "0";
  return std::abs(value) < 0.1 ? fmt::format("{:.5f}", value) : fmt::format("{:.5g}", value);
}

std::string bounds_text(const acceptance::Figure& figure) {
  if (figure.bounds.empty()) return side_by_side(Id::accept_no_bound);
  std::string text;
  for (const acceptance::Bound& bound : figure.bounds)
    text += (text.empty() ? "" : ", ") + acceptance::text_of(bound);
  return text;
}

std::string verdict_of(const acceptance::Figure& figure) {
  if (figure.bounds.empty()) return "";
  return figure.holds() ? "✓" : std::string{kCross} + " " + side_by_side(Id::accept_not_kept);
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
  for (const auto& [key, name] : {std::pair{"gain", Id::accept_head_gain},
                                  {"phase_deg", Id::accept_head_phase},
                                  {"delay_ms", Id::accept_head_delay}}) {
    std::vector<std::string> headings{side_by_side(name)};
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
  std::vector<std::string> headings = in_both({Id::accept_head_figure, Id::accept_head_value,
                                               Id::accept_head_unit, Id::accept_head_bound, Id::nothing});
  if (report.earlier)
    for (const std::string& more : in_both({Id::accept_head_earlier, Id::accept_head_difference}))
      headings.push_back(more);
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
      page += html::key_entry(html::line_style(i), side_by_side(lines[i].name));
    page += "</div>\n";
  }
  page += "<div class='plots'>\n";
  for (const acceptance::Chart& chart : result.charts) {
    html::Plot plot{side_by_side(chart.title), chart.unit, chart.x, {}, {}, chart.log_x, chart.least_span};
    for (std::size_t i = 0; i < chart.lines.size(); ++i)
      plot.lines.push_back({side_by_side(chart.lines[i].name), html::line_style(i), chart.lines[i].y});
    page += html::svg_of(plot);
  }
  return page + "</div>\n";
}

std::string section_of(const acceptance::Report& report, const acceptance::TestResult& result) {
  std::string page = heading(result.title);
  if (result.note) page += fmt::format("<p class='soft'>{}</p>\n", both(result.note));
  if (result.not_measured)
    page += fmt::format("<p><b>{}</b></p>\n", both(say<Id::accept_part_not_measured>(result.not_measured)));
  page += charts_of(result);
  const bool long_one = result.figures.size() > 20;
  if (long_one) {
    page += result.name == "response" ? response_tables(result) : compact_table(result);
    page += fmt::format("<details><summary>{}</summary>\n", side_by_side(Id::accept_every_figure));
  }
  if (!result.figures.empty()) page += figure_table(report, result);
  return page + (long_one ? "</details>\n" : "");
}

std::string list_of(const std::vector<Message>& lines) {
  std::string page = "<ul>\n";
  for (const Message& line : lines) page += fmt::format("<li>{}</li>\n", both(line));
  return page + "</ul>\n";
}

std::string earlier_section(const acceptance::Report& report) {
  const acceptance::EarlierReport& earlier = *report.earlier;
  std::string page = heading(Id::accept_head_since);
  page += fmt::format("<p>{}</p>\n",
                      both(say<Id::accept_earlier>(earlier.platform, earlier.date, earlier.version)));
  if (earlier.platform != report.platform)
    page += fmt::format("<p>{}</p>\n", both(Id::accept_was_other_platform));
  const std::vector<Message> changes = configuration_changes(earlier.machine, report.machine);
  page += fmt::format("<p>{}</p>\n", both(changes.empty() ? Id::accept_same_configuration
                                                          : Id::accept_changed_configuration));
  if (!changes.empty()) page += list_of(changes);
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
        rows.push_back({text, bound.source.empty() ? side_by_side(Id::accept_not_said) : bound.source});
      }
  if (rows.empty()) return {};
  return heading(Id::accept_head_bounds) +
         html_table(in_both({Id::accept_head_bound, Id::accept_head_source}), rows);
}

Id drives_of(const acceptance::Report& report) {
  return report.simulated ? Id::accept_simulated : Id::accept_real;
}

/// Which machine, where, by whom: what a signature stands under, in both languages.
std::string identity_section(const acceptance::Report& report) {
  const auto or_blank = [](const std::string& text) { return text.empty() ? std::string{"–"} : text; };
  return html_table({"", ""}, {{side_by_side(Id::accept_machine), report.platform},
                               {side_by_side(Id::accept_drives), side_by_side(drives_of(report))},
                               {side_by_side(Id::accept_place), or_blank(report.place)},
                               {side_by_side(Id::accept_operator), or_blank(report.conducted_by)},
                               {side_by_side(Id::accept_date), report.date}}) +
         fmt::format(
             "<p style='margin:2.5em 0 1em;border-top:1px solid;max-width:24em;padding-top:.3em'>{}</p>\n",
             side_by_side(Id::accept_signature));
}

}  // namespace

std::string both(const messages::Message& message) {
  return fmt::format("{}<br>\n<span lang='zh'>{}</span>", escaped(messages::english(message)),
                     escaped(messages::to_text(message, Language::chinese)));
}

messages::Message verdict_of(const acceptance::Report& report) {
  const std::size_t bounds = report.bounds();
  const std::size_t tests = report.results.size();
  if (report.passes()) return say<Id::accept_passed>(bounds);
  if (report.not_measured() == 0) return say<Id::accept_broken>(report.broken(), bounds);
  if (report.broken() == 0) return say<Id::accept_unmeasured>(report.not_measured(), tests);
  return say<Id::accept_broken_unmeasured>(report.broken(), bounds, report.not_measured(), tests);
}

std::vector<Message> broken_lines(const acceptance::Report& report) {
  std::vector<Message> lines;
  for (const acceptance::TestResult& result : report.results) {
    for (const acceptance::Figure& figure : result.figures)
      if (!figure.holds())
        lines.push_back(say<Id::accept_broken_bound>(
            figure.name,
            std::isfinite(figure.value)
                ? say<Id::as_told>(fmt::format("{} {}", number_text(figure.value), figure.unit))
                : Message{Id::accept_no_value},
            bounds_text(figure)));
    if (result.not_measured) lines.push_back(say<Id::accept_not_measured>(result.name, result.not_measured));
  }
  for (const acceptance::Bound& bound : report.unused)
    lines.push_back(
        say<Id::accept_unused_bound>(fmt::format("{} {}", bound.pattern, acceptance::text_of(bound))));
  return lines;
}

std::string page_of(const acceptance::Report& report) {
  const Message title = say<Id::accept_heading>(report.platform);
  std::string page = html::page_head(messages::english(title));
  page +=
      fmt::format("<h1>{}</h1>\n<p class='soft'>{}</p>\n", escaped(side_by_side(title)),
                  both(say<Id::accept_made_by>(report.date, report.version, drives_of(report), report.speed,
                                               std::round(report.sample_rate), std::round(report.seconds))));
  if (report.quick) page += fmt::format("<p>{}</p>\n", both(Id::accept_quick_plan));
  page += fmt::format("<p><b>{}</b></p>\n", both(verdict_of(report)));
  page += identity_section(report);
  if (const std::vector<Message> lines = broken_lines(report); !lines.empty()) page += list_of(lines);
  if (report.earlier) page += earlier_section(report);
  for (const acceptance::TestResult& result : report.results) page += section_of(report, result);
  page += bounds_section(report);
  page +=
      heading(Id::accept_head_configuration) +
      html_table(in_both({Id::accept_head_key, Id::accept_head_value}), configuration_rows(report.machine));
  return page + html::carried("hexad-acceptance", to_json(report)) + "</main></body></html>\n";
}

}  // namespace hexad::acceptance
