// POST /api/verify/stiffness, /tolerances: how far the platform is from where it should be.

#include <cmath>

#include "design/routes/answers.hpp"
#include "design/routes/request.hpp"
#include "design/stiffness.hpp"
#include "design/verdicts.hpp"
#include "messages/say.hpp"
#include "text/shown.hpp"

namespace hexad::design {
namespace {

using verification::answer;

constexpr double kPerMicrometre = 1e6;        // N/µm
constexpr double kPerDegree = 1e3 / kDegree;  // kNm/°

const char* unit_of_stiffness(std::size_t axis) { return axis < 3 ? "N/µm" : "kNm/°"; }
double scale_of_stiffness(std::size_t axis) { return axis < 3 ? kPerMicrometre : kPerDegree; }

LegSpring read_spring(JsonReader& reader) {
  LegSpring spring;
  PartReader part{
      reader, "leg", {"stiffness", "screw_diameter", "nut", "bearing", "joint", "servo", "free_length"}};
  part.amount("stiffness", kPerMicrometre, spring.stiffness);
  part.amount("screw_diameter", kMillimetre, spring.screw_diameter);
  part.amount("nut", kPerMicrometre, spring.nut);
  part.amount("bearing", kPerMicrometre, spring.bearing);
  part.amount("joint", kPerMicrometre, spring.joint);
  part.amount("servo", kPerMicrometre, spring.servo);
  part.amount("free_length", kMillimetre, spring.free_length);
  if (!(spring.stiffness > 0.0) && !(spring.screw_diameter > 0.0))
    part.reader().fail("screw_diameter", messages::Id::request_no_stiffness);
  return spring;
}

Json here_json(const Machine& machine, const Stiffness& here, const Pose& pose) {
  Json legs = Json::array(), axes = Json::array(), frequencies = Json::array(), modes = Json::array();
  for (std::size_t i = 0; i < machine.geometry.legs; ++i)
    legs.push_back(shown(here.leg[i] / kPerMicrometre, 1e4));
  for (std::size_t i = 0; i < kAxes; ++i) {
    axes.push_back(nullptr);
    if (here.axis[i] > 0.0)
      axes.back() = {{"axis", axis_name(i)},
                     {"value", shown(here.axis[i] / scale_of_stiffness(i))},
                     {"unit", unit_of_stiffness(i)}};
  }
  for (const double frequency : here.frequencies) frequencies.push_back(shown(frequency, 1e4));
  for (const AxisValues& mode : here.modes) {
    Json shares = Json::array();
    for (const double share : mode) shares.push_back(shown(share, 1e4));
    modes.push_back(std::move(shares));
  }
  Json sag = Json::array();
  for (const double value : from_si(here.sag)) sag.push_back(shown(value));
  const double down = std::hypot(here.sag[0], here.sag[1], here.sag[2]);
  return {{"pose", pose_json(pose)},  {"leg_stiffness_N_um", std::move(legs)},
          {"axes", std::move(axes)},  {"sag_mm", shown(down / kMillimetre)},
          {"sag", std::move(sag)},    {"frequencies_Hz", std::move(frequencies)},
          {"modes", std::move(modes)}};
}

const char* end_name(JointEnd end) {
  return end == JointEnd::base ? "base" : end == JointEnd::platform ? "platform" : "leg";
}
const char* way_name(ErrorWay way) {
  constexpr std::array kNames{"radial", "tangential", "vertical", "length"};
  return kNames[static_cast<std::size_t>(way)];
}

}  // namespace

web::Response stiffness_answer(const Machine& machine, const UnorderedJson& document) {
  JsonReader reader{document};
  AxisValues values{};
  reader.numbers("pose", values);
  const LegSpring spring = read_spring(reader);
  if (reader.problem()) return web::error(400, reader.problem());
  const Pose pose = kinematics::project(machine, kXyzConvention.to_pose(to_si(values), 0.0));
  const StiffnessOver over = stiffness_over(machine, spring);
  Json softest = Json::array();
  for (std::size_t i = 0; i < kAxes; ++i) {
    softest.push_back(nullptr);
    if (over.softest[i])
      softest.back() = {{"axis", axis_name(i)},
                        {"value", shown(over.softest[i]->value / scale_of_stiffness(i))},
                        {"unit", unit_of_stiffness(i)},
                        {"pose", pose_json(over.softest[i]->pose)}};
  }
  return answer({{"here", here_json(machine, stiffness_at(machine, spring, pose), pose)},
                 {"lowest", std::isfinite(over.lowest) ? Json{{"frequency_Hz", shown(over.lowest, 1e4)},
                                                              {"pose", pose_json(over.lowest_pose)}}
                                                       : Json(nullptr)},
                 {"softest", std::move(softest)},
                 {"poses", over.places}});
}

web::Response tolerances_answer(const Machine& machine, const UnorderedJson& document) {
  JsonReader reader{document};
  Tolerances tolerances;
  {
    PartReader part{reader, "tolerance", {"base", "platform", "length"}};
    part.amount("base", kMillimetre, tolerances.base);
    part.amount("platform", kMillimetre, tolerances.platform);
    part.amount("length", kMillimetre, tolerances.length);
  }
  std::array<double, 3> point{};
  reader.numbers("point", point);
  if (reader.problem()) return web::error(400, reader.problem());
  const ToleranceReport report =
      tolerances_of(machine, tolerances, Vec3{point[0], point[1], point[2]} * kMillimetre);
  Json axes = Json::array(), rows = Json::array(), groups = Json::array();
  for (std::size_t i = 0; i < kAxes; ++i)
    axes.push_back({{"axis", axis_name(i)},
                    {"rms", shown(report.axes[i].rms / unit_of_axis(i))},
                    {"worst", shown(report.axes[i].worst / unit_of_axis(i))},
                    {"unit", i < 3 ? "mm" : "°"}});
  for (const Effect& effect : report.effects)
    rows.push_back({{"end", end_name(effect.end)},
                    {"leg", effect.leg + 1},
                    {"direction", way_name(effect.way)},
                    {"translation_mm_per_mm", shown(effect.translation, 1e4)},
                    {"rotation_deg_per_mm", shown(effect.rotation * kMillimetre / kDegree)},
                    {"share_percent", shown(100.0 * effect.share, 1e4)},
                    {"pose", pose_json(effect.pose)}});
  for (const EffectGroup& group : groups_of(report))
    groups.push_back({{"end", end_name(group.end)},
                      {"direction", way_name(group.way)},
                      {"share_percent", shown(100.0 * group.share, 1e4)}});
  return answer({{"translation",
                  {{"rms_mm", shown(report.translation.rms / kMillimetre)},
                   {"worst_mm", shown(report.translation.worst / kMillimetre)},
                   {"pose", pose_json(report.translation.pose)}}},
                 {"rotation",
                  {{"rms_deg", shown(report.rotation.rms / kDegree)},
                   {"worst_deg", shown(report.rotation.worst / kDegree)},
                   {"pose", pose_json(report.rotation.pose)}}},
                 {"axes", std::move(axes)},
                 {"rows", std::move(rows)},
                 {"groups", std::move(groups)},
                 {"tightest", said(verdict_of(report))}});
}

}  // namespace hexad::design
