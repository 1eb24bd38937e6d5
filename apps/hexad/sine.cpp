// `hexad sine`: one period of a sine on one axis, seen by the legs (csfi, the verification tool).

#include "motion/program/sine.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "hexad/commands.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/numbers.hpp"
#include "hexad/output.hpp"
#include "kinematics/dynamics.hpp"
#include "kinematics/inverse.hpp"
#include "motion/prepare/command_motion.hpp"
#include "runtime/config/limit_words.hpp"

namespace hexad::cli {
namespace {

constexpr int kTableRows = 24;
constexpr int kRows = 240;  // of CSV and JSON, and what the worst is looked for in

struct Row {
  double time = 0.0;
  double value = 0.0;  ///< mm or degrees
  kinematics::LegRates legs;
  Legs force = Legs::Zero();
  Legs torque = Legs::Zero();
  LimitHit hit;
};

Row row_at(const Machine& machine, const SineOptions& options, std::size_t axis, double time) {
  const double unit = axis < 3 ? kMillimetre : kDegree;
  const double omega = kRevolution * options.frequency;
  motion::AxisMotion motion;
  motion.value[axis] = unit * options.amplitude * std::sin(omega * time);
  motion.rate[axis] = unit * options.amplitude * omega * std::cos(omega * time);
  motion.acceleration[axis] = -omega * omega * motion.value[axis];
  const Motion moved = motion::command_motion(machine, kXyzConvention, motion);
  Row row;
  row.time = time;
  row.value = motion.value[axis] / unit;
  row.legs = kinematics::leg_rates(machine, moved);
  row.force = kinematics::leg_forces(machine, moved);
  if (machine.drive.screw_lead > 0.0) {
    row.torque =
        kinematics::motor_load(machine.drive, row.force, row.legs.velocity, row.legs.acceleration).torque;
  }
  row.hit = kinematics::first_hit(machine, moved.pose, kinematics::StrokeUse::less_margin);
  return row;
}

struct Worst {
  const char* name;
  const char* key;
  double unit;
  const char* unit_name;
  double value = 0.0;
  std::size_t leg = 0;
  double time = 0.0;
};

/// The largest of each, with its leg and instant; the shortest extension too.
std::vector<Worst> worst_of(const std::vector<Row>& rows, std::size_t legs) {
  std::vector<Worst> worst{{"longest", "longest_mm", kMillimetre, "mm", -1e300},
                           {"shortest", "shortest_mm", kMillimetre, "mm", 1e300},
                           {"fastest", "velocity_mm_s", kMillimetre, "mm/s"},
                           {"acceleration", "acceleration_mm_s2", kMillimetre, "mm/s²"},
                           {"force", "force_kN", kKilonewton, "kN"},
                           {"torque", "torque_Nm", 1.0, "Nm"}};
  for (const Row& row : rows) {
    for (std::size_t leg = 0; leg < legs; ++leg) {
      const auto k = static_cast<Eigen::Index>(leg);
      const std::array<double, 6> values{row.legs.extension[k], row.legs.extension[k],
                                         row.legs.velocity[k],  row.legs.acceleration[k],
                                         row.force[k],          row.torque[k]};
      for (std::size_t i = 0; i < worst.size(); ++i) {
        const bool worse = i == 0   ? values[i] > worst[i].value
                           : i == 1 ? values[i] < worst[i].value
                                    : std::abs(values[i]) > std::abs(worst[i].value);
        if (!worse) continue;
        worst[i].value = values[i];
        worst[i].leg = leg;
        worst[i].time = row.time;
      }
    }
  }
  return worst;
}

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

  model::Sine wanted;
  wanted.convention = kXyzConvention;
  wanted.amplitude[axis] = options.amplitude * (axis < 3 ? kMillimetre : kDegree);
  wanted.frequency[axis] = options.frequency;
  constexpr double kMostHertz = 1000.0;  // a tool may ask what a host may not
  Verdict verdict;
  verdict.settled = motion::reachable_scale(*machine, wanted, kMostHertz);
  verdict.passes = !verdict.settled.hit;

  std::vector<Row> rows;
  for (int k = 0; k <= kRows; ++k)
    rows.push_back(row_at(*machine, options, axis, k / (kRows * options.frequency)));
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
