#include "commission/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "acceptance/report_text.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "text/outside_json.hpp"
#include "text/page.hpp"
#include "words/fact_json.hpp"

namespace hexad::commission {
namespace {

using Json = nlohmann::ordered_json;
using acceptance::both;
using html::escaped;
using messages::Id;
using messages::say;

constexpr const char* kCarried = "hexad-commission";

std::string shown(double value, double unit, int digits) {
  return std::isfinite(value) ? fmt::format("{:.{}f}", value / unit, digits) : "–";
}
Json number(double value, double unit, double digits) {
  return std::isfinite(value) ? Json(std::round(value / unit * digits) / digits + 0.0) : Json(nullptr);
}

std::string identity(const Report& report) {
  const auto or_blank = [](const std::string& text) { return text.empty() ? std::string{"–"} : text; };
  return html::html_table({"", ""}, {{"Machine · 设备", report.platform},
                                     {"Drives · 驱动", report.simulated ? "simulated · 仿真" : "real · 真实"},
                                     {"Move · 行程", fmt::format("{:g} mm, {:g} mm/s, {:.0f} % torque · 扭矩",
                                                                 report.plan.distance / kMillimetre,
                                                                 report.plan.speed / kMillimetre,
                                                                 100.0 * report.plan.torque)},
                                     {"Place · 地点", or_blank(report.place)},
                                     {"Engineer · 工程师", or_blank(report.conducted_by)},
                                     {"Date · 日期", report.date}}) +
         "<p style='margin:2.5em 0 1em;border-top:1px solid;max-width:24em;padding-top:.3em'>Signature · "
         "签名</p>\n";
}

std::string figures(const Report& report) {
  std::vector<std::vector<std::string>> rows;
  for (const LegResult& one : report.results) {
    const LegFigures& f = one.figures;
    rows.push_back({(one.wrong() ? std::string{html::kCross} + " " : "") + std::to_string(one.leg + 1),
                    shown(f.scale, 1.0, 3), shown(f.delay, 1e-3, 1), shown(f.following, kMillimetre, 3),
                    shown(f.backlash, kMillimetre, 3), shown(f.friction, 1.0, 0), shown(f.load, 1.0, 2),
                    shown(f.slip, kMillimetre, 2), shown(f.switched, kMillimetre, 2)});
  }
  return html::html_table({"leg\n缸", "reported / told\n报告/指令", "delay, ms\n延迟",
                           "following, mm\n跟随误差", "lost motion, mm\n空程", "friction, N\n摩擦",
                           "load, Nm\n承载", "brake slip, mm\n抱闸滑动", "switch at, mm\n开关位置"},
                          rows);
}

/// Told and reported over time, from where the leg stood.
std::string plot_of(const LegRecord& record) {
  if (record.samples.size() < 2) return {};
  const auto i = static_cast<Eigen::Index>(record.leg);
  const double base = record.samples.front().measured[i];
  html::Plot plot{fmt::format("leg {} · 缸 {}", record.leg + 1, record.leg + 1), "mm", {}, {}};
  plot.lines = {{"told", html::line_style(0), {}}, {"reported", html::line_style(1), {}}};
  const std::size_t stride = std::max<std::size_t>(1, record.samples.size() / 400);
  for (std::size_t k = 0; k < record.samples.size(); k += stride) {
    const Sample& s = record.samples[k];
    if (s.phase == Phase::standing) continue;
    plot.x.push_back(s.time - record.samples.front().time);
    plot.lines[0].y.push_back((s.told[i] - base) / kMillimetre);
    plot.lines[1].y.push_back((s.measured[i] - base) / kMillimetre);
  }
  return plot.x.size() < 2 ? std::string{} : html::svg_of(plot);
}

}  // namespace

std::size_t Report::wrong() const {
  return static_cast<std::size_t>(
      std::count_if(results.begin(), results.end(), [](const LegResult& one) { return one.wrong(); }));
}
bool Report::passes() const {
  return wrong() == 0 &&
         std::all_of(results.begin(), results.end(), [](const LegResult& one) { return one.complete; });
}

messages::Message verdict_of(const Report& report) {
  if (report.passes()) return say<Id::commission_passed>(report.results.size());
  return say<Id::commission_failed>(report.wrong(), report.results.size());
}

Json results_json(const std::vector<LegResult>& results) {
  Json all = Json::array();
  for (const LegResult& one : results) {
    const LegFigures& f = one.figures;
    Json findings = Json::array();
    for (const Finding& finding : one.findings) {
      Json line = message_json(finding.what);
      line["wrong"] = finding.wrong;
      findings.push_back(std::move(line));
    }
    all.push_back({{"leg", one.leg + 1},
                   {"complete", one.complete},
                   {"wrong", one.wrong()},
                   {"figures",
                    {{"scale", number(f.scale, 1.0, 1e4)},
                     {"delay_ms", number(f.delay, 1e-3, 10)},
                     {"following_mm", number(f.following, kMillimetre, 1e3)},
                     {"backlash_mm", number(f.backlash, kMillimetre, 1e3)},
                     {"friction_n", number(f.friction, 1.0, 1)},
                     {"load_nm", number(f.load, 1.0, 1e3)},
                     {"slip_mm", number(f.slip, kMillimetre, 1e3)},
                     {"switched_mm", number(f.switched, kMillimetre, 1e2)}}},
                   {"findings", findings}});
  }
  return all;
}

std::string page_of(const Report& report) {
  std::string page = html::page_head("Commissioning: " + report.platform);
  const messages::Message verdict = verdict_of(report);
  page += fmt::format(
      "<h1>Commissioning of {} · 调试</h1>\n<p class='soft'>{}. hexad {}. One leg at a time, by a held "
      "button; "
      "what drives cannot see – which leg, which way, how far – is what whoever looked said.<br>\n<span "
      "lang='zh'>逐缸进行，按住按钮才动；驱动看不到的——哪个缸、哪个方向、多远——由观察者回答。</span></"
      "p>\n<p><b>{}</b></p>\n",
      escaped(report.platform), escaped(report.date), escaped(report.version), both(verdict));
  page += identity(report);
  page += "<h2>Legs · 各缸</h2>\n" + figures(report);
  page += "<h2>Findings · 发现</h2>\n<ul>\n";
  for (const LegResult& one : report.results)
    for (const Finding& finding : one.findings)
      page += fmt::format("<li>{}{}</li>\n", finding.wrong ? std::string{html::kCross} + " " : "",
                          both(finding.what));
  page += "</ul>\n<h2>Suggested settings · 建议的设置</h2>\n<pre>" + escaped(report.suggested) + "</pre>\n";
  page += "<h2>Motion · 运动</h2>\n<div class='plots'>\n";
  for (const LegRecord& record : report.records) page += plot_of(record);
  Json document{{"format", "hexad-commission-1"},
                {"date", report.date},
                {"version", report.version},
                {"platform", report.platform},
                {"place", report.place},
                {"operator", report.conducted_by},
                {"simulated", report.simulated},
                {"passes", report.passes()},
                {"wrong", report.wrong()},
                {"legs", report.results.size()},
                {"results", results_json(report.results)},
                {"suggested", report.suggested}};
  return page + "</div>\n" + html::carried(kCarried, document.dump()) + "</main></body></html>\n";
}

std::string summary_json(const std::string& file) {
  std::ifstream stream{file, std::ios::binary};
  const std::string page{std::istreambuf_iterator<char>{stream}, {}};
  const Json document = outside_ordered_json(html::carried_in(kCarried, page));
  Json summary;
  for (const char* key : {"date", "platform", "simulated", "passes", "wrong", "legs"}) {
    if (!document.is_object() || !document.contains(key)) return {};
    summary[key] = document[key];
  }
  return summary.dump();
}

}  // namespace hexad::commission
