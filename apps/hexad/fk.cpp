// `hexad fk`: the pose that leg lengths make.

#include <fmt/format.h>

#include <algorithm>

#include "hexad/commands.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/numbers.hpp"
#include "hexad/output.hpp"
#include "hexad/reports.hpp"
#include "kinematics/forward.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"

namespace hexad::cli {

using kinematics::Forward;

namespace {

Result<Extensions, messages::Message> extensions_of(const Machine& machine, const FkOptions& options) {
  if (!options.lengths)
    if (const auto preset = hexad::preset_extensions(machine.geometry, options.legs)) return *preset;
  const auto numbers = parse_numbers(options.legs);
  const char* const option = options.lengths ? "--lengths" : "--extensions";
  if (!numbers) return Failure{messages::say<messages::Id::option_wrong>(option, numbers.error())};
  if (numbers->size() != machine.geometry.legs)
    return Failure{messages::say<messages::Id::fk_count>(option, numbers->size(), machine.geometry.legs)};
  Extensions extension = Extensions::Zero();
  for (std::size_t i = 0; i < numbers->size(); ++i) {
    const auto leg = static_cast<Eigen::Index>(i);
    extension[leg] = (*numbers)[i] * kMillimetre - (options.lengths ? machine.geometry.retracted[leg] : 0.0);
  }
  return extension;
}

void warn_beyond_stroke(const Machine& machine, const Extensions& extension) {
  constexpr double kTouch = 1e-9;
  for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
    const double value = extension[static_cast<Eigen::Index>(i)];
    const auto leg = static_cast<std::uint8_t>(i);
    if (value < -kTouch) print_warning(message_of(LimitHit{Limit::leg_lower, leg, value, 0.0}));
    if (value > machine.geometry.stroke + kTouch)
      print_warning(message_of(LimitHit{Limit::leg_upper, leg, value, machine.geometry.stroke}));
  }
}

std::string table_of(const FkReport& report, double warp, std::size_t legs) {
  using messages::Id;
  constexpr std::size_t kWidth = 12;
  std::string text = labelled(Id::label_pose, pose_text(report.pose), kWidth);
  text += labelled(Id::label_residual, fmt::format("{:.3g} mm", report.residual), kWidth);
  text += labelled(Id::label_iterations, std::to_string(report.iterations), kWidth);
  text += labelled(Id::label_status, name_of(report.status), kWidth);
  if (legs == 4) text += labelled(Id::label_warp, fmt::format("{:.4f} mm", warp / kMillimetre), kWidth);
  return text;
}

std::string csv_of(const FkReport& report) {
  std::string text = "x_mm,y_mm,z_mm,rx_deg,ry_deg,rz_deg,residual_mm,iterations,status\n";
  for (const double value : report.pose) text += exact(value) + ',';
  return text + fmt::format("{},{},{}\n", exact(report.residual), report.iterations, name_of(report.status));
}

}  // namespace

int fk(const FkOptions& options) {
  const auto machine = open_machine(options.platform);
  if (!machine) return kFailed;
  const auto extension = extensions_of(*machine, options);
  if (!extension) {
    print_error(extension.error());
    return kUsage;
  }
  warn_beyond_stroke(*machine, *extension);

  const Forward solution = kinematics::forward(*machine, *extension);
  const FkReport report{
      from_si(kXyzConvention.from_pose(solution.pose, machine->heights.neutral_above_bottom())),
      solution.residual / kMillimetre, solution.iterations, solution.status};
  if (!options.csv.empty() && !write_csv(options.csv, csv_of(report))) return kFailed;
  if (options.json) {
    print(to_json(report));
  } else if (options.csv != "-") {
    print(table_of(report, solution.warp, machine->geometry.legs));
  }
  if (solution.ok()) return kDone;
  print_error(hexad::reason(solution));
  return kFailed;
}

}  // namespace hexad::cli
