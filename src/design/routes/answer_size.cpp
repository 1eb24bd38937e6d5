// GET /api/verify/motors, POST /api/verify/size: drives over a motion.

#include <algorithm>
#include <cmath>

#include "design/routes/answers.hpp"
#include "design/routes/request.hpp"
#include "design/sized_motion.hpp"
#include "design/torque_picture.hpp"
#include "messages/say.hpp"
#include "text/shown.hpp"
#include "words/fact_json.hpp"

namespace hexad::design {
namespace {

using messages::Id;
using messages::say;
using verification::answer;
using verification::answer_error;

constexpr std::size_t kMostPointsShown = 600;

Json curve_json(const std::vector<CurvePoint>& curve) {
  Json list = Json::array();
  for (const CurvePoint& point : curve)
    list.push_back({shown(point.speed / kRpm, 1e3), shown(point.torque, 1e4)});
  return list;
}

Json motor_json(const Motor& motor) {
  return {{"name", motor.name},
          {"brand", motor.brand},
          {"series", motor.series},
          {"power_W", shown(motor.power)},
          {"rated_torque_Nm", shown(motor.rated_torque())},
          {"rated_rpm", shown(motor.rated_speed / kRpm, 1e3)},
          {"peak_torque_Nm", shown(motor.peak_torque())},
          {"max_rpm", shown(motor.most_speed() / kRpm, 1e3)},
          {"rotor_inertia", motor.rotor_inertia},
          {"brake_torque_Nm", shown(motor.brake_torque)},
          {"brake_inertia", motor.brake_inertia},
          {"encoder_bits", motor.encoder_bits},
          {"voltage_V", shown(motor.voltage)},
          {"typical", motor.typical},
          {"continuous", curve_json(motor.continuous)},
          {"peak", curve_json(motor.peak)}};
}

Json said_all(const std::vector<messages::Message>& list) {
  Json all = Json::array();
  for (const messages::Message& one : list) all.push_back(said(one));
  return all;
}

Json percent(double share) { return shown(100.0 * share, 1e2); }

Json sizing_json(const MotorSizing& sizing) {
  const Motor& motor = *sizing.motor;
  return {{"name", motor.name},
          {"power_W", shown(motor.power)},
          {"passes", sizing.passes()},
          {"reasons", said_all(sizing.reasons)},
          {"rms_torque_Nm", shown(sizing.rms_torque, 1e4)},
          {"continuous_Nm", shown(sizing.continuous, 1e4)},
          {"thermal_percent", percent(sizing.thermal())},
          {"rms_leg", sizing.rms_leg + 1},
          {"peak_torque_Nm", shown(sizing.peak_torque, 1e4)},
          {"peak_allowed_Nm", shown(sizing.peak_allowed, 1e4)},
          {"peak_percent", percent(sizing.peak_torque / sizing.peak_allowed)},
          {"peak_leg", sizing.peak_leg + 1},
          {"peak_rpm", shown(sizing.peak_speed / kRpm, 1e2)},
          {"peak_time_s", shown(sizing.peak_time, 1e4)},
          {"max_rpm", shown(sizing.most_speed / kRpm, 1e2)},
          {"allowed_rpm", shown(motor.most_speed() / kRpm, 1e2)},
          {"speed_percent", percent(sizing.most_speed / motor.most_speed())},
          {"inertia_ratio", shown(sizing.inertia_ratio, 1e2)},
          {"holding_torque_Nm", shown(sizing.holding, 1e4)},
          {"brake_percent",
           motor.brake_torque > 0.0 ? percent(sizing.holding / motor.brake_torque) : Json(nullptr)}};
}

/// What turns one name into one of a few; the first when it is left out.
template <class Value>
Value read_choice(JsonReader& reader, const char* key,
                  const std::vector<std::pair<const char*, Value>>& known, Value usual) {
  std::string text;
  reader.text(key, text);
  if (text.empty()) return usual;
  for (const auto& [name, value] : known)
    if (text == name) return value;
  std::string names;
  for (const auto& [name, value] : known) names += (names.empty() ? "" : " ") + std::string{name};
  reader.fail(key, say<Id::request_none_of>(names));
  return usual;
}

SizingSettings read_settings(JsonReader& reader) {
  SizingSettings settings;
  read_amount(reader, "reserve_percent", 0.01, settings.reserve);
  if (!(settings.reserve < 1.0))
    reader.fail("reserve_percent", say<Id::request_above>(messages::Number{99.0, messages::Unit::percent}));
  reader.flag("brake", settings.brake);
  {
    PartReader part{reader, "screw", {"diameter", "length", "ends", "dynamic_load_kN", "life_h", "inertia"}};
    part.amount("diameter", kMillimetre, settings.screw.diameter);
    part.amount("length", kMillimetre, settings.screw.length);
    part.amount("dynamic_load_kN", kKilonewton, settings.screw.dynamic_load);
    part.amount("life_h", 1.0, settings.screw.life_hours);
    part.amount("inertia", 1.0, settings.screw.inertia);
    if (!(settings.screw.diameter > 0.0)) part.reader().fail("diameter", Id::request_not_positive);
    settings.screw.ends = read_choice<ScrewEnds>(part.reader(), "ends",
                                                 {{"fixed_fixed", ScrewEnds::fixed_fixed},
                                                  {"fixed_supported", ScrewEnds::fixed_supported},
                                                  {"supported_supported", ScrewEnds::supported_supported},
                                                  {"fixed_free", ScrewEnds::fixed_free}},
                                                 settings.screw.ends);
  }
  {
    PartReader part{reader, "belt", {"pulley_diameter", "allowed_N"}};
    part.amount("pulley_diameter", kMillimetre, settings.belt.pulley_diameter);
    part.amount("allowed_N", 1.0, settings.belt.allowed);
  }
  {
    PartReader part{reader, "gear", {"allowed_Nm", "peak_Nm", "max_rpm"}};
    part.amount("allowed_Nm", 1.0, settings.gear.allowed);
    part.amount("peak_Nm", 1.0, settings.gear.peak);
    part.amount("max_rpm", kRpm, settings.gear.most_speed);
  }
  PartReader part{reader, "bus", {"capacity_J", "volts"}};
  part.amount("capacity_J", 1.0, settings.bus.capacity);
  part.amount("volts", 1.0, settings.bus.volts);
  return settings;
}

/// Of "motion": what kind it is, and what belongs to it.
struct WantedMotion {
  std::string kind, text, name;
  verification::AxisSine sine;
};
WantedMotion read_motion(JsonReader& reader) {
  WantedMotion wanted;
  if (reader.find("motion") == nullptr) reader.fail("motion", Id::request_missing);
  PartReader part{reader, "motion", {"kind", "axis", "amplitude", "frequency", "text", "name"}};
  JsonReader& inside = part.reader();
  inside.text("kind", wanted.kind);
  inside.text("text", wanted.text);
  inside.text("name", wanted.name);
  inside.number("amplitude", wanted.sine.amplitude);
  wanted.sine.frequency = 1.0;
  inside.number("frequency", wanted.sine.frequency);
  if (const UnorderedJson* const axis = inside.find("axis")) inside.axis(*axis, "axis", wanted.sine.axis);
  const std::vector<std::string> kinds{"sine", "roadmap", "file", "film", "manoeuvre"};
  if (std::find(kinds.begin(), kinds.end(), wanted.kind) == kinds.end())
    inside.fail("kind", say<Id::request_none_of>("sine roadmap file film manoeuvre"));
  if (wanted.kind == "sine" &&
      !(wanted.sine.frequency > 0.0 && wanted.sine.frequency <= verification::kMostFrequency))
    inside.fail("frequency", say<Id::request_not_up_to>(
                                 messages::Number{verification::kMostFrequency, messages::Unit::Hz}));
  return wanted;
}

MotionResult motion_wanted(const Machine& machine, const WantedMotion& wanted, const std::string& manoeuvre) {
  if (wanted.kind == "sine") return SizedMotion{wanted.sine};
  if (wanted.kind == "roadmap") return motion_of_roadmap(machine, wanted.text);
  if (wanted.kind == "file") return motion_of_file(machine, wanted.text, "file");
  if (wanted.kind == "film") return motion_of_film(machine, wanted.name);
  if (!manoeuvre.empty()) return motion_of_manoeuvre(machine, manoeuvre);
  const auto path = shipped_manoeuvre(wanted.name);
  if (!path) return Failure{MotionProblem{say<Id::size_no_motion>(wanted.name)}};
  return motion_of_manoeuvre(machine, *path);
}

web::Response problem_answer(const MotionProblem& problem) {
  if (const auto* const rejection = std::get_if<motion::Rejection>(&problem))
    return {.body = "{\"error\":" + error_text(*rejection) + "}\n"};
  return answer_error("motion", std::get<messages::Message>(problem));
}

Json legs_json(const Sizing& sizing, std::size_t legs) {
  Json list = Json::array();
  for (std::size_t leg = 0; leg < legs; ++leg) {
    const LegUse& use = sizing.legs[leg];
    list.push_back({{"leg", leg + 1},
                    {"rms_force_kN", shown(use.rms_force / kKilonewton)},
                    {"peak_force_kN", shown(use.peak_force / kKilonewton)},
                    {"pull_kN", shown(use.pull / kKilonewton)},
                    {"max_speed_mm_s", shown(use.most_speed / kMillimetre, 1e3)},
                    {"travel_mm", shown(use.travel / kMillimetre, 1e2)}});
  }
  return list;
}

Json screw_json(const ScrewSizing& screw) {
  return {{"buckling_kN", shown(screw.buckling / kKilonewton, 1e3)},
          {"buckling_safety", shown(screw.safety, 1e3)},
          {"critical_rpm", shown(screw.critical / kRpm, 1e1)},
          {"rpm", shown(screw.speed / kRpm, 1e1)},
          {"critical_percent", percent(screw.speed / screw.critical)},
          {"mean_load_kN", shown(screw.mean_load / kKilonewton, 1e4)},
          {"life_km", shown(screw.life_way / 1e3, 1e1)},
          {"life_h", shown(screw.life_hours, 1e0)},
          {"leg", screw.leg + 1},
          {"passes", screw.reasons.empty()},
          {"reasons", said_all(screw.reasons)}};
}

Json shown_motor(const std::vector<MotorPoint>& points, const MotorSizing& sizing) {
  Json rpm = Json::array(), torque = Json::array(), leg = Json::array();
  const std::size_t stride =
      std::max<std::size_t>(1, (points.size() + kMostPointsShown - 1) / kMostPointsShown);
  for (std::size_t k = 0; k < points.size(); k += stride) {
    rpm.push_back(shown(points[k].speed / kRpm, 1e1));
    torque.push_back(shown(points[k].torque, 1e4));
    leg.push_back(points[k].leg + 1);
  }
  return {
      {"name", sizing.motor->name},
      {"rpm", std::move(rpm)},
      {"torque_Nm", std::move(torque)},
      {"leg", std::move(leg)},
      {"continuous", curve_json(sizing.motor->continuous)},
      {"peak", curve_json(sizing.motor->peak)},
      {"rms", {{"rpm", shown(sizing.rms_speed / kRpm, 1e1)}, {"torque_Nm", shown(sizing.rms_torque, 1e4)}}}};
}

Json regeneration_json(const Regeneration& regeneration, const std::string& motor) {
  return {
      {"motor", motor},
      {"returned_J", shown(regeneration.returned, 1e3)},
      {"stored_J", shown(regeneration.stored, 1e3)},
      {"resistor_J", shown(regeneration.resistor_energy, 1e3)},
      {"resistor_mean_W", shown(regeneration.resistor_mean, 1e3)},
      {"resistor_peak_W", shown(regeneration.resistor_peak, 1e3)},
      {"resistor_ohm", regeneration.resistance > 0.0 ? shown(regeneration.resistance, 1e2) : Json(nullptr)}};
}

struct WantedMotors {
  std::vector<const Motor*> motors;
  std::string show;
  messages::Message problem;
};
WantedMotors read_motors_wanted(JsonReader& reader, const Catalogue& catalogue) {
  WantedMotors wanted;
  std::vector<std::string> names;
  if (const UnorderedJson* const list = reader.find("motors")) {
    if (!list->is_array()) reader.fail("motors", Id::request_no_names);
    for (const UnorderedJson& name : *list) {
      if (!name.is_string()) {
        reader.fail("motors", Id::request_no_names);
        break;
      }
      names.push_back(name.get<std::string>());
    }
  }
  for (const std::string& name : names)
    if (catalogue.find(name) == nullptr) wanted.problem = say<Id::size_no_motor>(name);
  for (const Motor& motor : catalogue.motors)  // in their order, whatever the request's
    if (names.empty() || std::find(names.begin(), names.end(), motor.name) != names.end())
      wanted.motors.push_back(&motor);
  reader.text("show", wanted.show);
  return wanted;
}

/// The one named, else the smallest that passes, else the last.
const MotorSizing& motor_shown(const Sizing& sizing, const std::string& show) {
  const auto named = std::find_if(sizing.motors.begin(), sizing.motors.end(),
                                  [&](const MotorSizing& one) { return one.motor->name == show; });
  if (named != sizing.motors.end()) return *named;
  const auto smallest = std::find_if(sizing.motors.begin(), sizing.motors.end(),
                                     [&](const MotorSizing& one) { return one.motor == sizing.smallest; });
  return smallest != sizing.motors.end() ? *smallest : sizing.motors.back();
}

}  // namespace

web::Response motors() {
  const Catalogue catalogue = load_catalogue();
  Json list = Json::array(), problems = Json::array();
  for (const Motor& motor : catalogue.motors) list.push_back(motor_json(motor));
  for (const Problem& problem : catalogue.problems)
    problems.push_back(said(say<Id::at_file>(
        in_words(config::Place{problem.file, problem.line, problem.column}),
        problem.key.empty() ? problem.what : say<Id::request_at>(problem.key, problem.what))));
  return answer({{"motors", std::move(list)},
                 {"problems", std::move(problems)},
                 {"films", shipped_films()},
                 {"manoeuvres", shipped_manoeuvres()}});
}

web::Response size_answer(const Machine& machine, const UnorderedJson& document, const SizeFiles& files) {
  JsonReader reader{document};
  const Catalogue catalogue = load_catalogue(files.motors);
  const WantedMotors wanted = read_motors_wanted(reader, catalogue);
  const WantedMotion motion = read_motion(reader);
  const SizingSettings settings = read_settings(reader);
  bool picture = false;
  reader.flag("picture", picture);
  if (reader.problem()) return web::error(400, reader.problem());
  if (wanted.problem) return answer_error("motor", wanted.problem);
  if (!(machine.drive.screw_lead > 0.0)) return answer_error("geometry", Id::size_no_screw);
  if (wanted.motors.empty()) return answer_error("motor", Id::size_none);
  const MotionResult made = motion_wanted(machine, motion, files.manoeuvre);
  if (!made) return problem_answer(made.error());
  const LegSeries series = made->series(machine);
  const Sizing sizing = size_drives(machine, series, wanted.motors, settings);
  const MotorSizing& one = motor_shown(sizing, wanted.show);
  const motion::PreflightReport report = made->judge(with_motor(machine, *one.motor, settings));
  const bool belted = settings.belt.pulley_diameter > 0.0 && settings.belt.allowed > 0.0;
  const bool geared =
      settings.gear.allowed > 0.0 || settings.gear.peak > 0.0 || settings.gear.most_speed > 0.0;
  const PartSizing belt = belted ? belt_of(machine, series, *one.motor, settings) : PartSizing{};
  const PartSizing gear = geared ? gear_of(machine, series, *one.motor, settings) : PartSizing{};
  const std::vector<MotorPoint> points = points_of(machine, series, *one.motor, settings);
  Json list = Json::array();
  for (const MotorSizing& motor : sizing.motors) list.push_back(sizing_json(motor));
  return answer({{"verdict", said(verdict_of(sizing, belt, gear))},
                 {"smallest", sizing.smallest == nullptr ? Json(nullptr) : Json(sizing.smallest->name)},
                 {"duration_s", shown(series.duration(), 1e4)},
                 {"preflight",
                  {{"passes", report.passes()},
                   {"limit", report.passes() ? Json(nullptr) : verification::hit_json(report.violation)},
                   {"time_s", report.passes() ? Json(nullptr) : shown(report.violation_time, 1e4)},
                   {"not_checked", verification::coverage_json(report.coverage)}}},
                 {"motors", std::move(list)},
                 {"legs", legs_json(sizing, machine.geometry.legs)},
                 {"screw", screw_json(sizing.screw)},
                 {"belt", belted ? Json{{"force_N", shown(belt.peak, 1e2)},
                                        {"allowed_N", settings.belt.allowed},
                                        {"passes", belt.reasons.empty()},
                                        {"reasons", said_all(belt.reasons)}}
                                 : Json(nullptr)},
                 {"gear", geared ? Json{{"rms_Nm", shown(gear.asked, 1e4)},
                                        {"peak_Nm", shown(gear.peak, 1e4)},
                                        {"rpm", shown(gear.speed / kRpm, 1e1)},
                                        {"passes", gear.reasons.empty()},
                                        {"reasons", said_all(gear.reasons)}}
                                 : Json(nullptr)},
                 {"regeneration",
                  regeneration_json(regeneration_of(machine, series, *one.motor, settings), one.motor->name)},
                 {"shown", shown_motor(points, one)},
                 {"svg", picture ? Json(torque_picture(one.motor->name, one, points)) : Json(nullptr)}});
}

}  // namespace hexad::design
