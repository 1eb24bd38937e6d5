// `hexad sine`: one period of a sine on one axis, seen by the legs (csfi, the verification tool).

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "hexad/commands.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/numbers.hpp"
#include "hexad/output.hpp"
#include "runtime/config/limit_words.hpp"
#include "runtime/verify/sine_rows.hpp"

namespace hexad::cli {
namespace {

constexpr int kTableRows = 24;
constexpr int kRows = runtime::verify::kSineRows;  // of CSV and JSON

using Row = runtime::verify::SineRow;
using runtime::verify::Worst;
using runtime::verify::worst_of;

std::string csv_of(const std::vector<Row>& rows, std::size_t legs, bool turns) {
  std::string text = turns ? "t_s,angle_deg" : "t_s,position_mm";
  for (std::size_t i = 1; i <= legs; ++i)
    text +=
        fmt::format(",extension{0}_mm,velocity{0}_mm_s,acceleration{0}_mm_s2,force{0}_kN,torque{0}_Nm", i);
  text += '\n';
  for (const Row& row : rows) {
    text += exact(row.time) + ',' + exact(row.value);
    for (std::size_t i = 0; i < legs; ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      for (const double value :
           {row.legs.extension[k] / kMillimetre, row.legs.velocity[k] / kMillimetre,
            row.legs.acceleration[k] / kMillimetre, row.force[k] / kKilonewton, row.torque[k]})
        text += ',' + exact(value);
    }
    text += '\n';
  }
  return text;
}

struct Verdict {
  Limited<double> settled{1.0, {}};
  bool passes = true;
};

std::string table_of(const SineOptions& options, const std::vector<Row>& rows, std::size_t legs,
                     const Verdict& verdict, bool turns) {
  std::vector<std::string> headings{"t\ns", turns ? "angle\n°" : "position\nmm"};
  for (std::size_t i = 1; i <= legs; ++i) headings.push_back(fmt::format("leg {}\nmm", i));
  Table table{headings};
  for (std::size_t k = 0; k < rows.size(); k += kRows / kTableRows) {
    std::vector<std::string> cells{fixed(rows[k].time, 4), fixed(rows[k].value, 3)};
    for (std::size_t i = 0; i < legs; ++i)
      cells.push_back(fixed(rows[k].legs.extension[static_cast<Eigen::Index>(i)] / kMillimetre, 3));
    table.add(std::move(cells));
  }
  std::string text =
      fmt::format("sine       {} {} {} at {} Hz, one period\n\n{}\n", options.axis, exact(options.amplitude),
                  turns ? "°" : "mm", exact(options.frequency), table.text());
  Table extremes{{"worst", "value", "unit", "leg", "at s"}};
  for (const Worst& worst : worst_of(rows, legs))
    extremes.add({worst.name, fixed(worst.value / worst.unit, 3), worst.unit_name,
                  std::to_string(worst.leg + 1), fixed(worst.time, 4)});
  text += extremes.text();
  text += verdict.passes ? "\nverdict    every limit is kept\n"
                         : fmt::format("\nverdict    {}; scaled to {} it would pass\n",
                                       runtime::in_words(verdict.settled.hit),
                                       fixed(std::floor(verdict.settled.value * 1000.0) / 1000.0, 3));
  return text;
}

std::string to_json(const SineOptions& options, const std::vector<Row>& rows, std::size_t legs,
                    const Verdict& verdict) {
  nlohmann::ordered_json json{{"axis", options.axis},
                              {"amplitude", options.amplitude},
                              {"frequency_hz", options.frequency},
                              {"passes", verdict.passes},
                              {"limit", nullptr},
                              {"largest_scale", verdict.settled.value}};
  if (!verdict.passes) json["limit"] = runtime::in_words(verdict.settled.hit);
  for (const Worst& worst : worst_of(rows, legs))
    json["worst"][worst.key] = {
        {"value", worst.value / worst.unit}, {"leg", worst.leg + 1}, {"time_s", worst.time}};
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
    print_error(
        fmt::format("--axis {}: one of sway surge heave pitch roll yaw, or x y z rx ry rz", options.axis));
    return kUsage;
  }
  const auto axis = static_cast<std::size_t>(std::find(named->begin(), named->end(), 1.0) - named->begin());
  const auto machine = open_machine(options.platform);
  if (!machine) return kFailed;

  const runtime::verify::AxisSine wanted{axis, options.amplitude, options.frequency};
  Verdict verdict;
  verdict.settled = runtime::verify::sine_scale(*machine, wanted);
  verdict.passes = !verdict.settled.hit;
  const std::vector<Row> rows = runtime::verify::sine_rows(*machine, wanted);
  const std::size_t legs = machine->geometry.legs;
  if (!options.csv.empty() && !write_csv(options.csv, csv_of(rows, legs, axis >= 3))) return kFailed;
  if (options.json) {
    print(to_json(options, rows, legs, verdict));
  } else if (options.csv != "-") {
    print(table_of(options, rows, legs, verdict, axis >= 3));
  }
  return kDone;
}

}  // namespace hexad::cli
