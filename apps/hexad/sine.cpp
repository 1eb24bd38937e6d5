// `hexad sine`: one period of a sine on one axis, seen by the legs (csfi, the verification tool).

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "hexad/commands.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/numbers.hpp"
#include "hexad/output.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "text/shown.hpp"
#include "verification/sine_rows.hpp"
#include "words/verdict_words.hpp"

namespace hexad::cli {
namespace {

using messages::Id;

constexpr int kTableRows = 24;
constexpr int kRows = verification::kSineRows;  // of CSV and JSON

using Row = verification::SineRow;
using motion::PreflightReport;
using verification::Worst;
using verification::worst_of;

std::string csv_of(const std::vector<Row>& rows, std::size_t legs, bool turns) {
  std::string text = turns ? "t_s,angle_deg" : "t_s,position_mm";
  for (std::size_t i = 1; i <= legs; ++i)
    text += fmt::format(
        ",extension{0}_mm,velocity{0}_mm_s,acceleration{0}_mm_s2,force{0}_kN,torque{0}_Nm,rpm{0}", i);
  text += '\n';
  for (const Row& row : rows) {
    text += exact(row.time) + ',' + exact(row.value);
    for (std::size_t i = 0; i < legs; ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      for (const double value : {row.legs.extension[k] / kMillimetre, row.legs.velocity[k] / kMillimetre,
                                 row.legs.acceleration[k] / kMillimetre, row.load.force[k] / kKilonewton,
                                 row.load.torque[k], row.load.speed[k] / kRpm})
        text += ',' + exact(value);
    }
    text += '\n';
  }
  return text;
}

std::string scale_of(double scale) { return fixed(std::floor(scale * 1000.0) / 1000.0, 3); }

std::string table_of(const SineOptions& options, const std::vector<Row>& rows, std::size_t legs,
                     const PreflightReport& report, double played, bool turns) {
  std::vector<std::string> columns{"t\ns", messages::to_text(turns ? Id::head_angle : Id::head_position)};
  for (std::size_t i = 1; i <= legs; ++i) columns.push_back(spoken<Id::leg_in_mm>(i));
  Table table{columns};
  for (std::size_t k = 0; k < rows.size(); k += kRows / kTableRows) {
    std::vector<std::string> cells{fixed(rows[k].time, 4), fixed(rows[k].value, 3)};
    for (std::size_t i = 0; i < legs; ++i)
      cells.push_back(fixed(rows[k].legs.extension[static_cast<Eigen::Index>(i)] / kMillimetre, 3));
    table.add(std::move(cells));
  }
  std::string text =
      labelled(Id::label_sine, messages::say<Id::sine_of>(options.axis, exact(options.amplitude),
                                                          turns ? "°" : "mm", exact(options.frequency))) +
      '\n' + table.text() + '\n';
  Table extremes{headings(Id::head_worst)};
  for (const Worst& worst : worst_of(report))
    extremes.add({messages::to_text(worst.name), fixed(worst.extreme.value / worst.unit, 3), worst.unit_name,
                  worst.extreme.bound > 0.0 ? fixed(worst.extreme.bound / worst.unit, 3) : "-",
                  std::to_string(worst.extreme.index + 1), fixed(worst.extreme.time, 4)});
  text += extremes.text();
  const messages::Message verdict = hexad::verdict_of(report);
  text += '\n' + labelled(Id::label_verdict,
                          report.passes() ? verdict
                          : report.scale > 0.0
                              ? messages::say<Id::sine_scaled_passes>(verdict, scale_of(report.scale))
                              : messages::say<Id::sine_no_scale>(verdict));
  if (const messages::Message gaps = hexad::not_checked_of(report.coverage))
    text += labelled(Id::label_not_seen, gaps);
  if (report.passes() && played < 1.0)
    text += labelled(Id::label_note, messages::say<Id::sine_played>(scale_of(played)));
  return text;
}

std::string to_json(const SineOptions& options, const std::vector<Row>& rows, std::size_t legs,
                    const PreflightReport& report, double played) {
  nlohmann::ordered_json json{{"axis", options.axis},
                              {"amplitude", options.amplitude},
                              {"frequency_hz", options.frequency},
                              {"passes", report.passes()},
                              {"limit", nullptr},
                              {"largest_scale", report.scale},
                              {"played_scale", played},
                              {"not_checked", messages::english(hexad::not_checked_of(report.coverage))}};
  if (!report.passes()) json["limit"] = messages::english(hexad::verdict_of(report));
  for (const Worst& worst : worst_of(report))
    json["worst"][worst.key] = {{"value", worst.extreme.value / worst.unit},
                                {"leg", worst.extreme.index + 1},
                                {"time_s", worst.extreme.time}};
  for (const Row& row : rows) {
    nlohmann::ordered_json entry{{"t_s", row.time}, {"value", row.value}};
    for (std::size_t i = 0; i < legs; ++i)
      entry["extension_mm"].push_back(row.legs.extension[static_cast<Eigen::Index>(i)] / kMillimetre);
    json["rows"].push_back(entry);
  }
  return json.dump() + '\n';
}

}  // namespace

int sine(const SineOptions& options) {
  const auto named = parse_axes(options.axis + "=1");
  if (!named || options.axis.find_first_of("=, ") != std::string::npos) {
    print_error(messages::say<messages::Id::sine_axis>(options.axis));
    return kUsage;
  }
  const auto axis = static_cast<std::size_t>(std::find(named->begin(), named->end(), 1.0) - named->begin());
  const auto machine = open_machine(options.platform);
  if (!machine) return kFailed;

  const verification::AxisSine wanted{axis, options.amplitude, options.frequency};
  const PreflightReport report = verification::judge_sine(*machine, wanted);
  const double played = verification::played_scale(*machine, wanted).value;
  const std::vector<Row> rows = verification::sine_rows(*machine, wanted);
  const std::size_t legs = machine->geometry.legs;
  if (!options.csv.empty() && !write_csv(options.csv, csv_of(rows, legs, axis >= 3))) return kFailed;
  if (options.json) {
    print(to_json(options, rows, legs, report, played));
  } else if (options.csv != "-") {
    print(table_of(options, rows, legs, report, played, axis >= 3));
  }
  if (report.passes()) return kDone;
  print_error(hexad::verdict_of(report));
  return kFailed;
}

}  // namespace hexad::cli
