// `hexad fk --all`: every way the platform could be put together with these legs.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "config/build_machine.hpp"
#include "hexad/commands.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/numbers.hpp"
#include "hexad/output.hpp"
#include "hexad/reports.hpp"
#include "kinematics/assembly_modes.hpp"
#include "kinematics/forward.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "words/forward_words.hpp"

namespace hexad::cli {
namespace {

struct Mode {
  AxisValues pose{};  ///< mm and degrees
  double residual = 0.0;
  bool operating = false;
};

/// The legs as joint-to-joint lengths, m.
Result<LegLengths, messages::Message> lengths_of(const Geometry& geometry, const FkOptions& options) {
  const char* const option = options.lengths ? "--lengths" : "--extensions";
  LegLengths length = LegLengths::Zero();
  if (!options.lengths)
    if (const auto preset = hexad::preset_extensions(geometry, options.legs))
      return geometry.lengths(*preset);
  const auto numbers = parse_numbers(options.legs);
  if (!numbers) return Failure{messages::say<messages::Id::option_wrong>(option, numbers.error())};
  if (numbers->size() != kMaxLegs)
    return Failure{messages::say<messages::Id::fk_count>(option, numbers->size(), kMaxLegs)};
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    const auto leg = static_cast<Eigen::Index>(i);
    length[leg] = (*numbers)[i] * kMillimetre + (options.lengths ? 0.0 : geometry.retracted[leg]);
    if (!(length[leg] > 0.0))
      return Failure{messages::say<messages::Id::fk_no_length>(option, i + 1, (*numbers)[i] * kMillimetre)};
  }
  return length;
}

/// It takes a while on a slow machine.
void show_progress(double share) {
  print_progress(share < 1.0 ? messages::to_text(messages::say<messages::Id::modes_progress>(share)) : "");
}

std::string json_of(const std::vector<Mode>& modes, int complex, bool from_neutral) {
  nlohmann::json list = nlohmann::json::array();
  for (const Mode& mode : modes)
    list.push_back({{"pose", mode.pose}, {"residual_mm", mode.residual}, {"operating", mode.operating}});
  return nlohmann::json{{"modes", list}, {"complex", complex}, {"from", from_neutral ? "neutral" : "base"}}
             .dump() +
         '\n';
}

std::string csv_of(const std::vector<Mode>& modes) {
  std::string text = "x_mm,y_mm,z_mm,rx_deg,ry_deg,rz_deg,residual_mm,operating\n";
  for (const Mode& mode : modes) {
    for (const double value : mode.pose) text += exact(value) + ',';
    text += fmt::format("{},{}\n", exact(mode.residual), mode.operating ? 1 : 0);
  }
  return text;
}

std::string table_of(const std::vector<Mode>& modes, int complex, bool from_neutral) {
  using messages::Id;
  Table table{headings(Id::head_modes)};
  for (std::size_t i = 0; i < modes.size(); ++i) {
    std::vector<std::string> row{fmt::format("{}", i + 1)};
    for (const double value : modes[i].pose) row.push_back(fixed(value, 3));
    row.push_back(fmt::format("{:.1e}", modes[i].residual));
    row.push_back(modes[i].operating ? spoken<Id::mode_operating>() : "");
    table.add(std::move(row));
  }
  return table.text() + '\n' +
         (from_neutral ? spoken<Id::modes_from_neutral>(modes.size(), complex)
                       : spoken<Id::modes_from_base>(modes.size(), complex)) +
         '\n';
}

}  // namespace

int fk_all(const FkOptions& options) {
  LoadedPlatform loaded =
      hexad::load_platform({.platform = options.platform, .joints_only = options.lengths});
  // Only the joints are needed then.
  const bool joints_are_there = loaded.config.geometry.platform.size() == kMaxLegs;
  if (options.lengths && joints_are_there)
    for (Problem& problem : loaded.problems) problem.kind = std::max(problem.kind, Problem::Kind::warning);
  print_problems(loaded.problems);
  const Geometry geometry =
      loaded.machine ? loaded.machine->geometry : hexad::geometry_of(loaded.config.geometry);
  if (!loaded.machine && !options.lengths) return kFailed;
  if (loaded.machine ? geometry.mechanism != Mechanism::six_legs : !joints_are_there) {
    print_error(messages::Id::modes_six_legs);
    return kFailed;
  }
  const auto length = lengths_of(geometry, options);
  if (!length) {
    print_error(length.error());
    return kUsage;
  }
  show_progress(0.0);
  const kinematics::AssemblyModes found = kinematics::all_assembly_modes(geometry, *length, show_progress);
  if (found.lost > 0) print_warning(messages::say<messages::Id::modes_lost>(found.lost));
  if (found.on_curves > 0) print_warning(messages::say<messages::Id::modes_on_curves>(found.on_curves));

  std::optional<kinematics::Forward> operating;
  if (loaded.machine) operating = kinematics::forward(*loaded.machine, geometry.extensions(*length));
  const Heights heights = loaded.machine ? loaded.machine->heights : Heights{};  // no neutral: from the base
  std::vector<Mode> modes;
  for (const kinematics::AssemblyMode& real : found.real) {
    const Pose pose = heights.from_neutral(real.absolute);
    Mode mode{from_si(kXyzConvention.from_pose(pose, 0.0)), real.residual / kMillimetre, false};
    mode.operating = operating && operating->ok() &&
                     (operating->pose.position - pose.position).norm() < 1e-6 &&
                     angle_between(operating->pose.rotation, pose.rotation) < 1e-6;
    modes.push_back(mode);
  }
  const bool from_neutral = loaded.machine.has_value();
  if (!options.csv.empty() && !write_csv(options.csv, csv_of(modes))) return kFailed;
  if (options.json) {
    print(json_of(modes, found.complex, from_neutral));
  } else if (options.csv != "-") {
    print(table_of(modes, found.complex, from_neutral));
  }
  if (!modes.empty()) return kDone;
  print_error(messages::Id::modes_none);
  return kFailed;
}

}  // namespace hexad::cli
