// POST /api/verify/pose and /modes: inverse, forward, checks, assembly modes.

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "kinematics/assembly_modes.hpp"
#include "kinematics/forward.hpp"
#include "kinematics/inverse.hpp"
#include "kinematics/jacobian.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "text/shown.hpp"
#include "verification/answers.hpp"
#include "verification/json_text.hpp"
#include "verification/request.hpp"
#include "web/task_pool.hpp"
#include "words/forward_words.hpp"

namespace hexad::verification {
namespace {

using Json = OrderedJson;
using kinematics::Forward;

std::string_view mechanism_name(Mechanism mechanism) {
  constexpr std::array<std::string_view, 7> kNames{"six_legs", "four_legs",   "three_legs", "two_legs",
                                                   "one_leg",  "rotary_only", "heave_roll"};
  return kNames[static_cast<std::size_t>(mechanism)];
}

Json point_json(const Vec3& metres) {
  const Vec3 mm = metres / kMillimetre;
  return {rounded(mm.x()), rounded(mm.y()), rounded(mm.z())};
}

Json axes_json(const AxisValues& si) {
  Json list = Json::array();
  for (const double value : from_si(si)) list.push_back(shown(value));
  return list;
}

Json legs_json(const Extensions& metres, std::size_t legs) {
  Json list = Json::array();
  for (std::size_t i = 0; i < legs; ++i)
    list.push_back(shown(metres[static_cast<Eigen::Index>(i)] / kMillimetre));
  return list;
}

Json machine_json(const Machine& machine) {
  const Geometry& geometry = machine.geometry;
  const bool driven = machine.drive.screw_lead > 0.0;
  const bool has_legs = geometry.legs > 0;
  const auto height = [&](const AbsolutePose& pose) {
    return has_legs ? shown(pose.position.z() / kMillimetre) : Json(nullptr);
  };
  return {{"legs", geometry.legs},
          {"mechanism", mechanism_name(geometry.mechanism)},
          {"rotary", machine.rotary.has_value()},
          {"bottom_height_mm", height(machine.heights.bottom)},
          {"neutral_height_mm", height(machine.heights.neutral)},
          {"top_height_mm", height(machine.heights.top)},
          {"leg_min_mm", has_legs ? shown(geometry.retracted[0] / kMillimetre) : Json(nullptr)},
          {"leg_max_mm",
           has_legs ? shown((geometry.retracted[0] + geometry.stroke) / kMillimetre) : Json(nullptr)},
          {"leg_speed_mm_s", driven ? shown(machine.drive.leg_speed() / kMillimetre) : Json(nullptr)},
          {"rotary_speed_deg_s", machine.rotary ? shown(machine.rotary->speed() / kDegree) : Json(nullptr)}};
}

/// How much of what is allowed is left, in %; null where nothing was given to hold it against.
Json margin(double value, double bound) {
  if (!std::isfinite(value) || !std::isfinite(bound) || !(bound > 0.0)) return nullptr;
  return shown(100.0 * (1.0 - std::abs(value) / bound), 1e2);
}

Json leg_json(const LegRow& leg, const Drive& drive) {
  return {{"length_mm", shown(leg.length)},
          {"extension_mm", shown(leg.extension)},
          {"velocity_mm_s", shown(leg.velocity)},
          {"acceleration_mm_s2", shown(leg.acceleration)},
          {"base_angle_deg", shown(leg.base_angle)},
          {"platform_angle_deg", shown(leg.platform_angle)},
          {"joint_mm", {shown(leg.joint[0]), shown(leg.joint[1]), shown(leg.joint[2])}},
          {"force_kN", shown(leg.force)},
          {"torque_Nm", shown(leg.torque)},
          {"rpm", shown(leg.rpm)},
          {"force_margin_percent", margin(leg.force * kKilonewton, drive.max_force)},
          {"torque_margin_percent", margin(leg.torque, drive.motor_torque)},
          {"peak_margin_percent", margin(leg.torque, drive.peak_torque)},
          {"speed_margin_percent", margin(leg.rpm * kRevolution * kPerMinute, drive.motor_speed)}};
}

Json inverse_json(const Machine& machine, const LegTable& table, const Pose& pose) {
  Json legs = Json::array();
  for (const LegRow& leg : table.legs) legs.push_back(leg_json(leg, machine.drive));
  Json limits = Json::array();
  for (const LimitHit& hit : table.breaches) limits.push_back(hit_json(hit));
  const Mat3 rotation = pose.rotation.toRotationMatrix();
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < 3; ++i)
    rows.push_back(
        {rounded(rotation(i, 0), 1e9), rounded(rotation(i, 1), 1e9), rounded(rotation(i, 2), 1e9)});
  const bool has_legs = machine.geometry.legs > 0;
  const double singular = has_legs && machine.neutral_singular > 0.0
                              ? kinematics::smallest_singular(machine, pose) / machine.neutral_singular
                              : std::nan("");
  return {{"legs", std::move(legs)},
          {"reachable", table.reachable},
          {"limits", std::move(limits)},
          {"not_checked", coverage_json(table.coverage)},
          {"condition", has_legs ? shown(table.condition) : Json(nullptr)},
          {"singular_share", shown(singular)},
          {"centre_mm", point_json(machine.heights.absolute(pose).position)},
          {"rotation", std::move(rows)}};
}

Json forward_json(const Machine& machine, const Forward& solution) {
  return {{"pose", axes_json(kXyzConvention.from_pose(solution.pose, 0.0))},
          {"residual_mm", shown(solution.residual / kMillimetre, 1e12)},
          {"iterations", solution.iterations},
          {"status", name_of(solution.status)},
          {"reason", solution.ok() ? "" : messages::english(reason(solution))},
          {"message", messages::to_json(reason(solution))},
          {"warp_mm", machine.geometry.mechanism == Mechanism::four_legs ? shown(solution.warp / kMillimetre)
                                                                         : Json(nullptr)}};
}

/// The other way to say where the joints are; null without six legs.
Json circles_json(const ParameterSet& set) {
  const std::optional<CirclesFound> found = circles_of(set);
  if (!found) return nullptr;
  const auto one = [](const CircleFound& end) {
    return Json{{"diameter", shown(end.circle.diameter, 1e4)},
                {"angle", shown(*end.circle.angle, 1e4)},
                {"distance", shown(*end.circle.distance, 1e4)},
                {"off_mm", shown(end.off, 1e4)}};
  };
  return {{"base", one(found->base)}, {"platform", one(found->platform)}};
}

/// Nobody waits for the answer of a program that ends.
void give_up_when_ending(double) {
  if (web::TaskPool::ending()) throw std::runtime_error{"the program is about to exit"};
}

Twist twist_of(const AxisValues& values) {
  const AxisValues si = to_si(values);
  return {{si[0], si[1], si[2]}, {si[3], si[4], si[5]}};
}

/// The legs that are asked for, by number or by name.
Result<Extensions, messages::Message> extensions_of(const Machine& machine, const VerifyRequest& request) {
  if (!request.preset.empty()) {
    if (const auto preset = preset_extensions(machine.geometry, request.preset)) return *preset;
    return Failure{messages::say<messages::Id::request_at>(
        "preset", messages::say<messages::Id::request_none_of>("zero mid top 1236"))};
  }
  if (request.extensions.size() < machine.geometry.legs)
    return Failure{messages::say<messages::Id::request_at>(
        "extensions", messages::say<messages::Id::request_one_each>(machine.geometry.legs))};
  Extensions extension = Extensions::Zero();
  for (std::size_t i = 0; i < machine.geometry.legs; ++i)
    extension[static_cast<Eigen::Index>(i)] = request.extensions[i] * kMillimetre;
  return extension;
}

/// From a pose: the legs, and the pose they lead back to.
void add_from_pose(Json& json, const Machine& machine, const VerifyRequest& request) {
  Motion motion{kXyzConvention.to_pose(to_si(*request.pose), 0.0), twist_of(request.velocity),
                twist_of(request.acceleration)};
  bool ignored = false;
  const Pose held = kinematics::project(machine, motion.pose, &ignored);
  motion = kinematics::project(machine, motion);
  const Extensions extension = kinematics::extensions(machine, motion.pose);
  json["pose"] = ignored ? axes_json(kXyzConvention.from_pose(held, 0.0)) : axes_json(to_si(*request.pose));
  json["ignored_axes"] = ignored;
  json["extensions_mm"] = legs_json(extension, machine.geometry.legs);
  json["inverse"] = inverse_json(
      machine, leg_table(machine, motion, machine.rotary ? request.rotary * kDegree : 0.0), motion.pose);
  if (machine.geometry.legs > 0)
    json["forward"] = forward_json(machine, kinematics::forward(machine, extension, motion.pose));
}

/// From legs: the pose they make, and all that is to be said about the legs there.
void add_from_legs(Json& json, const Machine& machine, const VerifyRequest& request,
                   const Extensions& extension) {
  const Forward solution = kinematics::forward(machine, extension);
  json["extensions_mm"] = legs_json(extension, machine.geometry.legs);
  json["forward"] = forward_json(machine, solution);
  if (solution.status == kinematics::ForwardStatus::no_convergence) return;
  Motion motion;
  motion.pose = solution.pose;
  motion.velocity = twist_of(request.velocity);
  motion.acceleration = twist_of(request.acceleration);
  motion = kinematics::project(machine, motion);
  json["pose"] = axes_json(kXyzConvention.from_pose(solution.pose, 0.0));
  json["inverse"] = inverse_json(
      machine, leg_table(machine, motion, machine.rotary ? request.rotary * kDegree : 0.0), motion.pose);
}

}  // namespace

web::Response answer_pose(const std::string& body) {
  const auto request =
      parse_request(body, {"set", "pose", "extensions", "preset", "velocity", "acceleration", "rotary"});
  if (!request) return web::error(400, request.error());
  const bool by_legs = !request->extensions.empty() || !request->preset.empty();
  if (request->pose.has_value() == by_legs)
    return web::error(400, messages::say<messages::Id::request_at>("pose", messages::Id::request_one_place));
  const CheckedSet checked = check_set(request->set);
  Json json{{"machine", checked.machine ? machine_json(*checked.machine) : Json(nullptr)},
            {"findings", findings_json(checked.findings)},
            {"circles", circles_json(request->set)},
            {"pose", nullptr},
            {"ignored_axes", false},
            {"extensions_mm", nullptr},
            {"inverse", nullptr},
            {"forward", nullptr}};
  if (!checked.machine) return answer(json);
  if (!by_legs) {
    add_from_pose(json, *checked.machine, *request);
  } else if (checked.machine->geometry.legs > 0) {
    const auto extension = extensions_of(*checked.machine, *request);
    if (!extension) return web::error(400, extension.error());
    add_from_legs(json, *checked.machine, *request, *extension);
  }
  return answer(json);
}

web::Response answer_modes(const std::string& body) {
  const auto request = parse_request(body, {"set", "pose", "extensions", "preset"});
  if (!request) return web::error(400, request.error());
  const CheckedSet checked = check_set(request->set);
  if (!checked.machine) return answer_error("geometry", checked.error());
  const Machine& machine = *checked.machine;
  if (machine.geometry.mechanism != Mechanism::six_legs)
    return answer_error("geometry", messages::Id::modes_need_six_legs);
  Extensions extension = Extensions::Zero();
  if (request->pose) {
    extension = kinematics::extensions(machine, kXyzConvention.to_pose(to_si(*request->pose), 0.0));
  } else {
    const auto given = extensions_of(machine, *request);
    if (!given) return web::error(400, given.error());
    extension = *given;
  }
  const LegLengths length = machine.geometry.lengths(extension);
  if (!(length.array() > 0.0).all()) return answer_error("geometry", messages::Id::leg_without_length);
  const kinematics::AssemblyModes found =
      kinematics::all_assembly_modes(machine.geometry, length, give_up_when_ending);
  const Forward operating = kinematics::forward(machine, extension);
  Json modes = Json::array();
  for (const kinematics::AssemblyMode& real : found.real) {
    const Pose pose = machine.heights.from_neutral(real.absolute);
    const bool is_operating = operating.ok() && (operating.pose.position - pose.position).norm() < 1e-6 &&
                              angle_between(operating.pose.rotation, pose.rotation) < 1e-6;
    modes.push_back({{"pose", axes_json(kXyzConvention.from_pose(pose, 0.0))},
                     {"residual_mm", shown(real.residual / kMillimetre, 1e12)},
                     {"operating", is_operating}});
  }
  return answer({{"modes", std::move(modes)},
                 {"complex", found.complex},
                 {"lost", found.lost},
                 {"extensions_mm", legs_json(extension, machine.geometry.legs)}});
}

}  // namespace hexad::verification
