// `hexad preflight`: a motion file against every limit of a platform, before anything moves.

#include "motion/prepare/preflight.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "hexad/commands.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"
#include "hexad/preflight_plot.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "motion/prepare/prepare.hpp"
#include "words/verdict_words.hpp"

namespace hexad::cli {
namespace {

using motion::Extreme;
using motion::PreflightReport;

struct Quantity {
  const char* name;
  const char* key;
  const Extreme* extreme;
  double unit;
  const char* unit_name;
  bool axis;   ///< the index is an axis, not a leg
  bool least;  ///< worse when smaller
};

std::vector<Quantity> quantities_of(const PreflightReport& r) {
  constexpr double kMm = kMillimetre;
  return {
      {"leg extension, longest", "leg_extension_highest", &r.highest, kMm, "mm", false, false},
      {"leg extension, shortest", "leg_extension_lowest", &r.lowest, kMm, "mm", false, true},
      {"translation velocity", "translation_velocity", &r.translation[0], kMm, "mm/s", true, false},
      {"translation acceleration", "translation_acceleration", &r.translation[1], kMm, "mm/s²", true, false},
      {"translation jerk", "translation_jerk", &r.translation[2], kMm, "mm/s³", true, false},
      {"rotation velocity", "rotation_velocity", &r.rotation[0], kDegree, "°/s", true, false},
      {"rotation acceleration", "rotation_acceleration", &r.rotation[1], kDegree, "°/s²", true, false},
      {"rotation jerk", "rotation_jerk", &r.rotation[2], kDegree, "°/s³", true, false},
      {"leg velocity", "leg_velocity", &r.leg[0], kMm, "mm/s", false, false},
      {"leg acceleration", "leg_acceleration", &r.leg[1], kMm, "mm/s²", false, false},
      {"leg jerk", "leg_jerk", &r.leg[2], kMm, "mm/s³", false, false},
      {"rotation from level", "rotation_angle", &r.turned, kDegree, "°", false, false},
      {"joint angle", "joint_angle", &r.joint_angle, kDegree, "°", false, false},
      {"singular value, smallest", "singular_value", &r.singular, 1.0, "", false, true},
      {"leg force", "leg_force", &r.force, kKilonewton, "kN", false, false},
      {"motor torque", "motor_torque", &r.torque, 1.0, "Nm", false, false},
      {"motor torque, rms", "torque_rms", &r.torque_rms, 1.0, "Nm", false, false}};
}

/// Of the limit, in percent; of a smallest value, how much of the limit is left.
double percent_of(const Quantity& quantity) {
  if (!(quantity.extreme->bound > 0.0)) return 0.0;
  if (quantity.least) return 100.0 * quantity.extreme->bound / std::max(quantity.extreme->value, 1e-12);
  return 100.0 * quantity.extreme->share();
}

/// Where a quantity has no leg and no axis: the platform as a whole.
bool is_whole(const Quantity& quantity) {
  const std::string_view key = quantity.key;
  return key == "rotation_angle" || key == "singular_value";
}

std::string where(const Quantity& quantity) {
  if (is_whole(quantity)) return "";
  if (quantity.axis) return std::string{hexad::name_of(static_cast<Axis>(quantity.extreme->index))};
  return fmt::format("leg {}", quantity.extreme->index + 1);
}

std::string table_of(const PreflightReport& report) {
  Table table{{"quantity", "largest", "limit", "unit", "used %", "where", "at s"}};
  for (const Quantity& q : quantities_of(report)) {
    const int digits = q.unit == 1.0 || q.unit == kKilonewton ? 3 : 2;
    table.add({q.name, fixed(q.extreme->value / q.unit, digits),
               q.extreme->bound > 0.0 ? fixed(q.extreme->bound / q.unit, digits) : "-", q.unit_name,
               q.extreme->bound > 0.0 ? fixed(percent_of(q), 1) : "-", where(q), fixed(q.extreme->time, 3)});
  }
  return table.text();
}

std::string scale_text(double scale, double most) {
  if (scale <= 0.0) return "none";
  return fmt::format("{}{}", scale >= most ? "at least " : "", fixed(std::floor(scale * 1000.0) / 1000.0, 3));
}

nlohmann::ordered_json json_of(const Quantity& q) {
  nlohmann::ordered_json entry{
      {"quantity", q.key}, {"value", q.extreme->value / q.unit}, {"unit", q.unit_name}};
  entry["limit"] = q.extreme->bound > 0.0 ? nlohmann::ordered_json(q.extreme->bound / q.unit) : nullptr;
  entry["used_percent"] = percent_of(q);
  entry["time_s"] = q.extreme->time;
  if (is_whole(q)) return entry;
  if (q.axis) {
    entry["axis"] = hexad::name_of(static_cast<Axis>(q.extreme->index));
  } else {
    entry["leg"] = q.extreme->index + 1;
  }
  return entry;
}

/// What filtering has made of it, or would.
nlohmann::ordered_json json_of(const motion::Smoothing& smoothing, bool applied) {
  if (!smoothing) return nullptr;
  return {{"applied", applied},
          {"cut_hz", smoothing.cut_hz},
          {"amplitude", smoothing.amplitude},
          {"away_mm", smoothing.away / kMillimetre},
          {"turned_deg", smoothing.turned / kDegree},
          {"delay_s", 0.0}};
}

std::string to_json(const PreflightOptions& options, const Prepared& program, const PreflightReport& report,
                    const motion::Smoothing& smoothing) {
  nlohmann::ordered_json json{{"file", options.file}, {"passes", report.passes()}};
  json["duration_s"] =
      report.endless ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(report.play_time);
  json["looked_at_s"] = report.play_time;
  json["ramp_s"] = program.ramp();
  json["scaled_by"] = options.scale;
  json["violation"] = nullptr;
  if (!report.passes())
    json["violation"] = {{"time_s", report.violation_time},
                         {"text", messages::english(hexad::verdict_of(report))}};
  json["largest_scale"] = report.scale > 0.0 ? nlohmann::ordered_json(report.scale) : nullptr;
  json["smoothed"] = json_of(smoothing, options.smooth);
  json["torque_rms_Nm"] = report.torque_rms.value;
  json["not_checked"] = messages::english(hexad::not_checked_of(report.coverage));
  for (const Quantity& q : quantities_of(report)) json["maxima"].push_back(json_of(q));
  return json.dump() + '\n';
}

/// As it would run; what breaks a limit, as it stands.
Result<motion::Preparation, motion::Rejection> program_of(const motion::files::MotionText& text,
                                                          const Machine& machine) {
  auto prepared = motion::prepare(text, Pose{}, machine);
  if (prepared || prepared.error().problem != motion::Problem::none) return prepared;
  return motion::assemble(text, Pose{}, machine);
}

std::string summary_of(const PreflightOptions& options, const Machine& machine, const Prepared& program,
                       const PreflightReport& report, const motion::Smoothing& smoothing, double most) {
  std::string text = fmt::format("file       {}\nplatform   {}\n", options.file, machine.name);
  text += report.endless
              ? fmt::format("duration   without an end; looked at {} s\n", fixed(report.play_time, 1))
              : fmt::format("duration   {} s{}\n", fixed(report.play_time, 3),
                            program.ramp() > 0.0 ? ", with a ramp of 0.5 s at both ends" : "");
  if (options.scale != 1.0) text += fmt::format("scaled by  {}\n", exact(options.scale));
  text += fmt::format("\n{}\n", table_of(report));
  text += fmt::format("verdict    {}\n", messages::to_text(hexad::verdict_of(report)));
  if (const messages::Message gaps = hexad::not_checked_of(report.coverage))
    text += fmt::format("not seen   {}\n", messages::to_text(gaps));
  if (smoothing)
    text += fmt::format("filter     {}{}\n",
                        options.smooth ? "" : "none; with --smooth, or when motion_smoothed names it, ",
                        messages::to_text(motion::message_of(smoothing)));
  text += fmt::format("scale      {} (the largest, about neutral, that keeps every limit{})\n",
                      scale_text(report.scale, most), options.scale != 1.0 ? ", on top of --scale" : "");
  return text;
}

}  // namespace

int preflight(const PreflightOptions& options) {
  const auto machine = open_machine(options.platform);
  if (!machine) return kFailed;
  const auto content = read_text(options.file);
  if (!content) return kFailed;
  motion::files::MotionText text{options.file, *content, motion::files::guess_format(*content)};
  text.ramp_if_moving = text.format == motion::files::Format::script;
  text.smooth = options.smooth;
  const auto prepared = program_of(text, *machine);
  if (!prepared) {
    print_error(motion::message_of(prepared.error()));
    return kFailed;
  }
  const motion::ScaledProgram scaled{*prepared->program, options.scale};
  const Prepared& program = options.scale == 1.0 ? *prepared->program : static_cast<const Prepared&>(scaled);
  const motion::PreflightSettings settings;
  const PreflightReport report = motion::preflight(program, *machine, settings);
  if (!options.svg.empty() && !write_csv(options.svg, plot_of(program, *machine, options.file)))
    return kFailed;
  motion::Smoothing smoothing = prepared->smoothed;
  if (!report.passes() && !options.smooth) {
    text.smooth = true;
    if (const auto smoothed = motion::prepare(text, Pose{}, *machine)) smoothing = smoothed->smoothed;
  }
  print(options.json ? to_json(options, program, report, smoothing)
                     : summary_of(options, *machine, program, report, smoothing, settings.most_scale));
  if (report.passes()) return kDone;
  print_error(messages::say<messages::Id::at_file>(options.file, hexad::verdict_of(report)));
  return kFailed;
}

}  // namespace hexad::cli
