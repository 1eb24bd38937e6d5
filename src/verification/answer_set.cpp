// GET /api/verify/presets, POST /api/verify/csv, /csv/save, /circle, /shift: where a set comes from and goes
// to.

#include <nlohmann/json.hpp>

#include "config/presets.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "verification/answers.hpp"
#include "verification/json_text.hpp"
#include "verification/request.hpp"

namespace hexad::verification {
namespace {

using Json = OrderedJson;

Json remarks_json(const std::vector<CsvRemark>& remarks) {
  Json list = Json::array();
  for (const CsvRemark& remark : remarks)
    list.push_back({{"line", remark.line == 0 ? Json(nullptr) : Json(remark.line)},
                    {"column", remark.column == 0 ? Json(nullptr) : Json(remark.column)},
                    {"text", messages::english(remark.what)},
                    {"message", messages::to_json(remark.what)},
                    {"expected", remark.expected ? messages::english(remark.expected) : ""},
                    {"expected_message", messages::to_json(remark.expected)}});
  return list;
}

Json joints_answer(const ParameterSet& set) { return {{"base", set.base}, {"platform", set.platform}}; }

/// What the file has no place for is as the platform has it: a finite limit, or none given.
ParameterSet whole_set(const LoadedPlatform& loaded, const ConfigCsv& csv) {
  ParameterSet set = set_of(csv);
  const Machine& machine = *loaded.machine;
  const MotionLimits& limits = machine.limits;
  const Drive& drive = machine.drive;
  set.torque = rounded(drive.motor_torque);
  set.peak_torque = rounded(drive.peak_torque);
  set.load = rounded(drive.max_force / kKilonewton);
  set.friction = rounded(drive.friction);
  set.efficiency = rounded(drive.efficiency);
  set.rotor_inertia = rounded(drive.rotor_inertia, 1e9);
  set.mass = rounded(machine.payload.mass);
  set.inertia_x = rounded(machine.payload.inertia.x());
  set.inertia_y = rounded(machine.payload.inertia.y());
  set.inertia_z = rounded(machine.payload.inertia.z());
  const LegMass& leg = machine.leg_mass;
  set.cylinder_mass = rounded(leg.cylinder_mass);
  set.cylinder_centre = rounded(leg.cylinder_centre / kMillimetre);
  set.cylinder_inertia = rounded(leg.cylinder_inertia);
  set.rod_mass = rounded(leg.rod_mass);
  set.rod_centre = rounded(leg.rod_centre / kMillimetre);
  set.rod_inertia = rounded(leg.rod_inertia);
  for (std::size_t k = 0; k < 3; ++k)
    set.centre[k] = rounded(machine.payload.centre[static_cast<Eigen::Index>(k)] / kMillimetre);
  set.joint_angle = rounded(limits.joint_angle / kDegree);
  set.translation_velocity = rounded(limits.translation.velocity / kMillimetre);
  set.translation_acceleration = rounded(limits.translation.acceleration / kMillimetre);
  set.rotation_velocity = rounded(limits.rotation.velocity / kDegree);
  set.rotation_acceleration = rounded(limits.rotation.acceleration / kDegree);
  set.leg_velocity = rounded(limits.leg.velocity / kMillimetre);
  set.leg_acceleration = rounded(limits.leg.acceleration / kMillimetre);
  set.translation_jerk = rounded(limits.translation.jerk / kMillimetre);
  set.rotation_jerk = rounded(limits.rotation.jerk / kDegree);
  set.leg_jerk = rounded(limits.leg.jerk / kMillimetre);
  set.rotation_angle = rounded(limits.rotation_angle / kDegree);
  set.stroke_margin = rounded(limits.stroke_margin / kMillimetre);
  return set;
}

constexpr std::size_t kSmall = 16 * 1024;
constexpr std::size_t kText = 256 * 1024;

}  // namespace

web::Response presets() {
  Json list = Json::array();
  for (const std::string& name : preset_names()) {
    const LoadedPlatform loaded = load_platform({.platform = name});
    if (!loaded.machine) continue;
    const auto csv = csv_of(loaded.config, *loaded.machine);
    if (!csv) continue;
    list.push_back({{"name", name},
                    {"description", loaded.config.description},
                    {"set", set_json(whole_set(loaded, *csv), true)}});
  }
  return answer({{"presets", std::move(list)}});
}

web::Response answer_csv(const std::string& body) {
  const auto request = parse_request(body, {"text"});
  if (!request) return web::error(400, request.error());
  const auto csv = read_config_csv(request->text);
  if (!csv)
    return answer({{"set", nullptr}, {"marks", Json::array()}, {"errors", remarks_json(csv.error())}});
  Json set = set_json(set_of(*csv), false);
  for (const CsvRemark& mark : csv->marks)
    set[Json::json_pointer{mark.field}] = nullptr;  // empty stays empty
  return answer({{"set", std::move(set)}, {"marks", remarks_json(csv->marks)}, {"errors", Json::array()}});
}

web::Response answer_csv_save(const std::string& body) {
  const auto request = parse_request(body, {"set"});
  if (!request) return web::error(400, request.error());
  return answer({{"text", write_config_csv(csv_of(request->set))}});
}

web::Response answer_circle(const std::string& body) {
  const auto request = parse_request(body, {"base", "platform"});
  if (!request) return web::error(400, request.error());
  const auto set = with_circles({}, request->base, request->platform);
  return set ? answer(joints_answer(*set)) : answer_error("circle", set.error());
}

web::Response answer_shift(const std::string& body) {
  const auto request = parse_request(body, {"set", "frame"});
  if (!request) return web::error(400, request.error());
  return answer(joints_answer(shifted(request->set, request->frame)));
}

std::span<const Route> routes() {
  static constexpr std::array<Route, 10> kRoutes{{{"/api/verify/pose", kSmall, answer_pose},
                                                  {"/api/verify/modes", kSmall, answer_modes, true},
                                                  {"/api/verify/csv", kText, answer_csv},
                                                  {"/api/verify/csv/save", kSmall, answer_csv_save},
                                                  {"/api/verify/circle", kSmall, answer_circle},
                                                  {"/api/verify/shift", kSmall, answer_shift},
                                                  {"/api/verify/reach", kSmall, answer_reach},
                                                  {"/api/verify/map", kSmall, answer_map},
                                                  {"/api/verify/sine", kSmall, answer_sine},
                                                  {"/api/verify/roadmap", kText, answer_roadmap}}};
  return kRoutes;
}

}  // namespace hexad::verification
