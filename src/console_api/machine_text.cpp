// The machine in numbers that a screen can draw: millimetres and degrees.

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/units.hpp"
#include "console_api/messages.hpp"
#include "kinematics/inverse.hpp"
#include "kinematics/reach.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "net/address.hpp"
#include "plant/injection.hpp"
#include "text/compact.hpp"

namespace hexad::inline console_api {
namespace {

using Json = nlohmann::ordered_json;

double millimetres(double metres) { return rounded(metres / kMillimetre, 1e4); }
double degrees(double radians) { return rounded(radians / kDegree, 1e4); }
double axis_value(std::size_t axis, double value) { return axis < 3 ? millimetres(value) : degrees(value); }

Json place_json(const Vec3& point) {
  return {millimetres(point.x()), millimetres(point.y()), millimetres(point.z())};
}

/// Only what has a size is drawn.
Json cabin_json(const Identity& identity) {
  if (!(identity.cabin.minCoeff() > 0.0)) return nullptr;
  return {{"size_mm", place_json(identity.cabin)},
          {"eye_mm", identity.eye_point.isZero() ? Json(nullptr) : place_json(identity.eye_point)}};
}

Json joints_json(const std::array<Vec3, kMaxLegs>& joints, std::size_t legs) {
  Json list = Json::array();
  for (std::size_t i = 0; i < legs; ++i) list.push_back(place_json(joints[i]));
  return list;
}

Json six_json(double translation, double rotation) {
  Json list = Json::array();
  for (std::size_t i = 0; i < kAxes; ++i) list.push_back(axis_value(i, i < 3 ? translation : rotation));
  return list;
}

Json limits_json(const MotionLimits& limits) {
  return {{"velocity", six_json(limits.translation.velocity, limits.rotation.velocity)},
          {"acceleration", six_json(limits.translation.acceleration, limits.rotation.acceleration)},
          {"jerk", six_json(limits.translation.jerk, limits.rotation.jerk)},
          {"leg_velocity_mm_s", millimetres(limits.leg.velocity)},
          {"leg_acceleration_mm_s2", millimetres(limits.leg.acceleration)},
          {"leg_jerk_mm_s3", millimetres(limits.leg.jerk)},
          {"jog_mm_s", millimetres(limits.jog_speed)},
          {"jog_unzeroed_mm_s", millimetres(limits.jog_speed_unzeroed)},
          {"stroke_margin_mm", millimetres(limits.stroke_margin)},
          {"joint_angle", degrees(limits.joint_angle)},
          {"rotation_angle", degrees(limits.rotation_angle)}};
}

Json ends_json(const Ranges& ranges) {
  Json list = Json::array();
  for (std::size_t i = 0; i < kAxes; ++i)
    list.push_back({axis_value(i, ranges.ends[0][i]), axis_value(i, ranges.ends[1][i])});
  return list;
}

Json injections_json() {
  Json list = Json::array();
  for (const plant::InjectionInfo& info : plant::injections())
    list.push_back(
        {{"name", info.name},
         {"per_leg", info.per_leg},
         {"all_legs", info.default_all},
         {"value", messages::english(info.value_text)},
         {"default",
          info.value_text == messages::Id::nothing ? Json(nullptr) : Json(info.default_value / info.scale)},
         {"text", messages::english(info.text)}});
  return list;
}

Json protocols_json(const Identity& identity) {
  Json list = Json::array();
  for (const Listening& port : identity.listening)
    list.push_back({{"name", port.protocol}, {"address", net::to_text(port.address)}});
  return list;
}

}  // namespace

Ranges ranges_at(const Machine& machine, const Pose& pose) {
  Ranges ranges;
  ranges.pose = kXyzConvention.from_pose(pose, 0.0);
  const auto reach = kinematics::reach(machine, pose, kinematics::StrokeUse::less_margin);
  for (std::size_t i = 0; i < kAxes; ++i) {
    ranges.ends[0][i] = ranges.pose[i] + reach[i].low;
    ranges.ends[1][i] = ranges.pose[i] + reach[i].high;
  }
  return ranges;
}

std::string ranges_text(const Ranges& ranges) {
  Json pose = Json::array();
  for (std::size_t i = 0; i < kAxes; ++i) pose.push_back(axis_value(i, ranges.pose[i]));
  return ",\"type\":\"ranges\",\"pose\":" + pose.dump() + ",\"ranges\":" + ends_json(ranges).dump() + "}";
}

std::string machine_text(const Machine& machine, const Identity& identity, const MachineDrives& drives) {
  const Geometry& geometry = machine.geometry;
  const auto legs = static_cast<Eigen::Index>(geometry.legs);
  Json json{{"platform", identity.platform},
            {"simulated", drives.simulated},
            {"drives", identity.drives},
            {"legs", geometry.legs},
            {"rotary", machine.rotary.has_value()},
            {"neutral_height_mm", millimetres(machine.heights.neutral.position.z())},
            {"bottom_height_mm", millimetres(machine.heights.bottom.position.z())},
            {"revision", machine.revision},
            {"base_joints_mm", joints_json(geometry.base, geometry.legs)},
            {"platform_joints_mm", joints_json(geometry.platform, geometry.legs)},
            {"platform_neutral_mm", place_json(machine.heights.neutral.position)}};
  const double shortest = geometry.legs > 0 ? geometry.retracted.head(legs).minCoeff() : 0.0;
  const double longest = geometry.legs > 0 ? geometry.retracted.head(legs).maxCoeff() : 0.0;
  json["leg_min_mm"] = millimetres(shortest);
  json["leg_max_mm"] = millimetres(longest + geometry.stroke);
  json["stroke_mm"] = millimetres(geometry.stroke);
  const Extensions neutral = kinematics::extensions(machine, Pose{});
  json["neutral_extension_mm"] = Json::array();
  for (Eigen::Index i = 0; i < legs; ++i) json["neutral_extension_mm"].push_back(millimetres(neutral[i]));
  json["limits"] = limits_json(machine.limits);
  json["ranges"] = ends_json(ranges_at(machine, Pose{}));
  json["cabin"] = cabin_json(identity);
  json["payload_kg"] = rounded(machine.payload.mass, 1e3);
  json["motor"] = {{"torque_Nm", machine.drive.motor_torque}, {"peak_torque_Nm", machine.drive.peak_torque}};
  json["relays"] = 12;
  json["outputs"] = 8;
  json["inputs"] = 8;
  json["protocols"] = protocols_json(identity);
  json["injections"] = drives.simulation ? injections_json() : Json::array();
  json["rate_hz"] = identity.rate_hz;
  json["speed"] = identity.speed;
  json["version"] = identity.version;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace hexad::inline console_api
