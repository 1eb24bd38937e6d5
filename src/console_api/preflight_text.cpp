// A checked program in numbers for a screen: at most 400 moments, the worst of every quantity.

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/units.hpp"
#include "console_api/preview.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "motion/prepare/preflight.hpp"
#include "text/compact.hpp"
#include "words/fact_json.hpp"
#include "words/verdict_words.hpp"

namespace hexad::inline console_api {
namespace {

using Json = nlohmann::ordered_json;
using motion::Extreme;
using motion::PreflightReport;

constexpr std::size_t kMostPoints = 400;
constexpr double kShownOfEndless = 20.0;  // s
// A search for the scale looks at the whole program again and again, the forces are several times as dear.
constexpr double kLongestScaled = 120.0;  // s
constexpr double kLongestForces = 300.0;

Json extreme_json(const char* name, const Extreme& extreme, double unit, const char* unit_name,
                  const char* of) {
  Json json{{"quantity", name}, {"value", rounded(extreme.value / unit, 1e4)}, {"unit", unit_name}};
  json["limit"] = extreme.bound > 0.0 ? Json(rounded(extreme.bound / unit, 1e4)) : Json(nullptr);
  json["used_percent"] = rounded(100.0 * extreme.share(), 10.0);
  json["time_s"] = rounded(extreme.time, 1e3);
  if (*of != '\0') json[of] = extreme.index + 1;
  return json;
}

Json extrema_json(const PreflightReport& r) {
  constexpr double kMm = kMillimetre;
  return {extreme_json("leg_extension_highest", r.highest, kMm, "mm", "leg"),
          extreme_json("leg_extension_lowest", r.lowest, kMm, "mm", "leg"),
          extreme_json("translation_velocity", r.translation[0], kMm, "mm/s", "axis"),
          extreme_json("translation_acceleration", r.translation[1], kMm, "mm/s²", "axis"),
          extreme_json("translation_jerk", r.translation[2], kMm, "mm/s³", "axis"),
          extreme_json("rotation_velocity", r.rotation[0], kDegree, "°/s", "axis"),
          extreme_json("rotation_acceleration", r.rotation[1], kDegree, "°/s²", "axis"),
          extreme_json("rotation_jerk", r.rotation[2], kDegree, "°/s³", "axis"),
          extreme_json("leg_velocity", r.leg[0], kMm, "mm/s", "leg"),
          extreme_json("leg_acceleration", r.leg[1], kMm, "mm/s²", "leg"),
          extreme_json("leg_jerk", r.leg[2], kMm, "mm/s³", "leg"),
          extreme_json("rotation_angle", r.turned, kDegree, "°", ""),
          extreme_json("joint_angle", r.joint_angle, kDegree, "°", "leg"),
          extreme_json("leg_force", r.force, kKilonewton, "kN", "leg"),
          extreme_json("motor_torque", r.torque, 1.0, "Nm", "leg"),
          extreme_json("torque_rms", r.torque_rms, 1.0, "Nm", "leg")};
}

Json violation_json(const PreflightReport& r) {
  if (r.passes()) return nullptr;
  Json json{{"time_s", rounded(r.violation_time, 1e3)}};
  if (!r.finite) {
    json["what"] = "not_finite";
    json["text"] = messages::english(verdict_of(r));
    json["message"] = messages::to_json(verdict_of(r));
    return json;
  }
  const Json hit = limit_json(r.violation);
  json["what"] = hit["what"];
  json["leg"] = hit["leg"];
  json["axis"] = hit["axis"];
  json["value"] = hit["asked"];
  json["limit"] = hit["allowed"];
  json["unit"] = hit["unit"];
  json["text"] = messages::english(verdict_of(r));
  json["message"] = hit["message"];
  return json;
}

void add_curves(Json& json, const Prepared& program, const Machine& machine) {
  json["t"] = json["pose"] = json["legs"] = Json::array();
  const bool endless = std::isinf(program.duration());
  const double shown = endless ? kShownOfEndless : program.duration() + program.ramp();
  const double every = std::max(shown / static_cast<double>(kMostPoints - 1), 1e-3);
  std::size_t count = 0;
  for (const motion::PreflightSample& sample : motion::samples_of(program, machine, every, shown)) {
    if (++count > kMostPoints) break;
    const AxisValues axes = kXyzConvention.from_pose(sample.motion.pose, 0.0);
    Json pose = Json::array();
    Json legs = Json::array();
    for (std::size_t i = 0; i < kAxes; ++i)
      pose.push_back(i < 3 ? rounded(axes[i] / kMillimetre, 1e3) : rounded(axes[i] / kDegree, 1e4));
    for (std::size_t i = 0; i < machine.geometry.legs; ++i)
      legs.push_back(rounded(sample.extension[static_cast<Eigen::Index>(i)] / kMillimetre, 1e3));
    json["t"].push_back(rounded(sample.time, 1e3));
    json["pose"].push_back(std::move(pose));
    json["legs"].push_back(std::move(legs));
  }
}

}  // namespace

std::string preflight_text(const Prepared& program, const Machine& machine, double period,
                           const Filtering& filtering) {
  const double length = program.duration() + program.ramp();
  motion::PreflightSettings settings;
  settings.period = period;
  settings.forces = !(length > kLongestForces) || std::isinf(length);
  settings.find_scale = false;
  PreflightReport report = motion::preflight(program, machine, settings);
  if (!report.passes() && report.finite && report.play_time <= kLongestScaled) {
    settings.find_scale = true;
    report = motion::preflight(program, machine, settings);
  }
  Json json{{"passes", report.passes()}};
  json["duration_s"] = report.endless ? Json(nullptr) : Json(rounded(report.play_time, 1e3));
  json["looked_at_s"] = rounded(report.play_time, 1e3);
  json["violation"] = violation_json(report);
  json["largest_scale"] = report.scale > 0.0 ? Json(std::floor(report.scale * 1e3) / 1e3) : Json(nullptr);
  json["smooth"] = filtering.chosen;
  json["smoothed"] = nullptr;
  if (filtering.untried) {
    const messages::Message message = messages::say<messages::Id::smoothing_untried>(kLongestSmoothed);
    json["smoothed"] = {{"applied", false}, {"cut_hz", nullptr}};
    json["smoothed"]["text"] = messages::english(message);
    json["smoothed"]["message"] = messages::to_json(message);
  } else if (const motion::Smoothing& lost = filtering.lost) {
    const messages::Message message = motion::message_of(lost);
    json["smoothed"] = {{"applied", filtering.applied},
                        {"cut_hz", lost.cut_hz},
                        {"amplitude", lost.amplitude},
                        {"away_mm", rounded(lost.away / kMillimetre, 1e3)},
                        {"turned_deg", rounded(lost.turned / kDegree, 1e4)},
                        {"delay_s", 0.0},
                        {"text", messages::english(message)},
                        {"message", messages::to_json(message)}};
  }
  json["not_checked"] = messages::english(not_checked_of(report.coverage));
  json["extrema"] = extrema_json(report);
  add_curves(json, program, machine);
  return json.dump();
}

}  // namespace hexad::inline console_api
