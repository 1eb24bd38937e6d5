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

using messages::Id;
using motion::Extreme;
using motion::PreflightReport;

struct Quantity {
  Id name;
  const char* key;
  const Extreme* extreme;
  double unit;
  const char* unit_name;
  bool axis;   ///< the index is an axis, not a leg
  bool least;  ///< worse when smaller
};

std::vector<Quantity> quantities_of(const PreflightReport& r) {
  constexpr double kMm = kMillimetre;
  return {{Id::quantity_longest, "leg_extension_highest", &r.highest, kMm, "mm", false, false},
          {Id::quantity_shortest, "leg_extension_lowest", &r.lowest, kMm, "mm", false, true},
          {Id::quantity_moving, "translation_velocity", &r.translation[0], kMm, "mm/s", true, false},
          {Id::quantity_moving_acceleration, "translation_acceleration", &r.translation[1], kMm, "mm/s²",
           true, false},
          {Id::quantity_moving_jerk, "translation_jerk", &r.translation[2], kMm, "mm/s³", true, false},
          {Id::quantity_turning, "rotation_velocity", &r.rotation[0], kDegree, "°/s", true, false},
          {Id::quantity_turning_acceleration, "rotation_acceleration", &r.rotation[1], kDegree, "°/s²", true,
           false},
          {Id::quantity_turning_jerk, "rotation_jerk", &r.rotation[2], kDegree, "°/s³", true, false},
          {Id::quantity_leg_velocity, "leg_velocity", &r.leg[0], kMm, "mm/s", false, false},
          {Id::quantity_leg_acceleration, "leg_acceleration", &r.leg[1], kMm, "mm/s²", false, false},
          {Id::quantity_leg_jerk, "leg_jerk", &r.leg[2], kMm, "mm/s³", false, false},
          {Id::quantity_turned, "rotation_angle", &r.turned, kDegree, "°", false, false},
          {Id::quantity_joint_angle, "joint_angle", &r.joint_angle, kDegree, "°", false, false},
          {Id::quantity_singular, "singular_value", &r.singular, 1.0, "", false, true},
          {Id::quantity_force, "leg_force", &r.force, kKilonewton, "kN", false, false},
          {Id::quantity_torque, "motor_torque", &r.torque, 1.0, "Nm", false, false},
          {Id::quantity_torque_rms, "torque_rms", &r.torque_rms, 1.0, "Nm", false, false}};
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
  if (quantity.axis) return messages::to_text(id_of(static_cast<Axis>(quantity.extreme->index)));
  return spoken<Id::leg_number>(quantity.extreme->index + 1);
}

std::string table_of(const PreflightReport& report) {
  Table table{headings(Id::head_preflight)};
  for (const Quantity& q : quantities_of(report)) {
    const int digits = q.unit == 1.0 || q.unit == kKilonewton ? 3 : 2;
    table.add({messages::to_text(q.name), fixed(q.extreme->value / q.unit, digits),
               q.extreme->bound > 0.0 ? fixed(q.extreme->bound / q.unit, digits) : "-", q.unit_name,
               q.extreme->bound > 0.0 ? fixed(percent_of(q), 1) : "-", where(q), fixed(q.extreme->time, 3)});
  }
  return table.text();
}

messages::Message scale_words(double scale, double most) {
  if (scale <= 0.0) return Id::none;
  const std::string number = fixed(std::floor(scale * 1000.0) / 1000.0, 3);
  return scale >= most ? messages::say<Id::scale_at_least>(number) : as_told(number);
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
  std::string text = labelled(Id::label_file, options.file);
  text += labelled(Id::label_platform, machine.name);
  const std::string seconds = fixed(report.play_time, report.endless ? 1 : 3);
  text += labelled(Id::label_duration, report.endless         ? messages::say<Id::duration_endless>(seconds)
                                       : program.ramp() > 0.0 ? messages::say<Id::duration_ramped>(seconds)
                                                              : messages::say<Id::duration_of>(seconds));
  if (options.scale != 1.0) text += labelled(Id::label_scaled_by, exact(options.scale));
  text += fmt::format("\n{}\n", table_of(report));
  text += labelled(Id::label_verdict, hexad::verdict_of(report));
  if (const messages::Message gaps = hexad::not_checked_of(report.coverage))
    text += labelled(Id::label_not_seen, gaps);
  if (smoothing) {
    const messages::Message filter = motion::message_of(smoothing);
    text += labelled(Id::label_filter, options.smooth ? filter : messages::say<Id::filter_would>(filter));
  }
  const messages::Message scale = scale_words(report.scale, most);
  text += labelled(Id::label_scale, options.scale != 1.0 ? messages::say<Id::scale_on_top>(scale)
                                                         : messages::say<Id::scale_largest>(scale));
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
