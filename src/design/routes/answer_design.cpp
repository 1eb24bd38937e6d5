// POST /api/verify/design: machines from a requirement, one search a request.

#include <algorithm>
#include <cmath>

#include "design/requirement.hpp"
#include "design/routes/answers.hpp"
#include "design/routes/request.hpp"
#include "messages/say.hpp"
#include "text/shown.hpp"
#include "web/task_pool.hpp"

namespace hexad::design {
namespace {

using messages::Id;
using messages::say;
using messages::Unit;
using verification::answer;

/// In mm, as a list of numbers above 0.
void read_leads(JsonReader& reader, std::vector<double>& leads) {
  const UnorderedJson* const list = reader.find("leads");
  if (list == nullptr) return;
  if (!list->is_array() || list->empty() || list->size() > 20)
    return reader.fail("leads", Id::request_no_list);
  leads.clear();
  for (const UnorderedJson& one : *list) {
    leads.push_back(reader.number(one, "leads") * kMillimetre);
    if (!(leads.back() > 0.0)) reader.fail("leads", Id::request_not_positive);
  }
}

std::vector<Motor> read_motor_names(JsonReader& reader, const Catalogue& catalogue) {
  std::vector<Motor> motors;
  const UnorderedJson* const list = reader.find("motors");
  if (list != nullptr && !list->is_array()) reader.fail("motors", Id::request_no_names);
  if (list == nullptr || !list->is_array() || list->empty()) {
    for (const Motor& motor : catalogue.motors)
      if (motor.brand.empty()) motors.push_back(motor);
    return motors;
  }
  for (const Motor& motor : catalogue.motors)  // in their order
    if (std::find(list->begin(), list->end(), UnorderedJson(motor.name)) != list->end())
      motors.push_back(motor);
  if (motors.size() != list->size()) reader.fail("motors", Id::request_no_such_motor);
  return motors;
}

Vec3 three(JsonReader& reader, const char* key, double unit, const Vec3& usual) {
  std::array<double, 3> values{};
  return reader.numbers(key, values) ? Vec3{Vec3{values[0], values[1], values[2]} * unit} : usual;
}

Requirement read_requirement(JsonReader& reader) {
  Requirement requirement;
  AxisValues low{}, high{};
  requirement.envelope = read_envelope(reader, low, high);
  read_amount(reader, "together_percent", 0.01, requirement.together);
  if (requirement.together > 1.0)
    reader.fail("together_percent", say<Id::request_above>(messages::Number{100.0, Unit::percent}));
  read_amount(reader, "mass", 1.0, requirement.payload.mass);
  requirement.payload.centre = three(reader, "centre", kMillimetre, requirement.payload.centre);
  requirement.payload.inertia = three(reader, "inertia", 1.0, requirement.payload.inertia);
  if (!(requirement.payload.inertia.minCoeff() >= 0.0)) reader.fail("inertia", Id::request_has_below);
  read_amount(reader, "joint_angle", kDegree, requirement.joint_angle);
  read_amount(reader, "dead_length", kMillimetre, requirement.dead_length);
  read_amount(reader, "largest_diameter", kMillimetre, requirement.largest_diameter);
  read_amount(reader, "largest_height", kMillimetre, requirement.largest_height);
  read_amount(reader, "least_clearance", kMillimetre, requirement.least_clearance);
  read_amount(reader, "stroke_step", kMillimetre, requirement.stroke_step);
  read_amount(reader, "efficiency", 1.0, requirement.efficiency);
  if (!(requirement.efficiency > 0.0 && requirement.efficiency <= 1.0))
    reader.fail("efficiency", say<Id::request_not_up_to>(messages::Number{1.0}));
  const auto at_least = [&](const char* key, double value, double least) {
    if (!(value >= least * kMillimetre))
      reader.fail(key, say<Id::request_below>(messages::Number{least, Unit::mm}));
  };
  at_least("largest_diameter", requirement.largest_diameter, 350.0);
  at_least("largest_height", requirement.largest_height, 200.0);
  if (!(requirement.stroke_step > 0.0)) reader.fail("stroke_step", Id::request_not_positive);
  if (!(requirement.joint_angle > 0.0)) reader.fail("joint_angle", Id::request_not_positive);
  read_leads(reader, requirement.leads);
  return requirement;
}

verification::ParameterSet set_of_design(const Design& design) {
  verification::ParameterSet set;
  const Machine& machine = design.machine;
  const auto mm = [](double metres) { return verification::rounded(metres / kMillimetre); };
  for (std::size_t i = 0; i < kMaxLegs; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto axis = static_cast<Eigen::Index>(k);
      set.base[i][k] = verification::rounded(machine.geometry.base[i][axis] / kMillimetre, 1e4);
      set.platform[i][k] = verification::rounded(machine.geometry.platform[i][axis] / kMillimetre, 1e4);
    }
  set.height = verification::rounded(machine.heights.bottom.position.z() / kMillimetre, 1e3);
  set.leg_length = mm(design.leg_length);
  set.stroke = mm(design.stroke);
  set.lead = mm(design.lead);
  set.ratio = -1.0;
  set.rpm = verification::rounded(machine.drive.motor_speed / kRpm, 1e3);
  set.servo = 3;
  set.torque = machine.drive.motor_torque;
  set.peak_torque = machine.drive.peak_torque;
  set.load = machine.drive.max_force / kKilonewton;
  set.mass = machine.payload.mass;
  for (std::size_t k = 0; k < 3; ++k)
    set.centre[k] = mm(machine.payload.centre[static_cast<Eigen::Index>(k)]);
  set.inertia_x = machine.payload.inertia.x();
  set.inertia_y = machine.payload.inertia.y();
  set.inertia_z = machine.payload.inertia.z();
  set.friction = machine.drive.friction;
  set.efficiency = machine.drive.efficiency;
  set.rotor_inertia = machine.drive.rotor_inertia;
  const MotionLimits& limits = machine.limits;
  set.joint_angle = verification::rounded(limits.joint_angle / kDegree);
  set.rotation_angle = verification::rounded(limits.rotation_angle / kDegree);
  set.stroke_margin = mm(limits.stroke_margin);
  set.translation_velocity = mm(limits.translation.velocity);
  set.translation_acceleration = mm(limits.translation.acceleration);
  set.translation_jerk = mm(limits.translation.jerk);
  set.rotation_velocity = verification::rounded(limits.rotation.velocity / kDegree);
  set.rotation_acceleration = verification::rounded(limits.rotation.acceleration / kDegree);
  set.rotation_jerk = verification::rounded(limits.rotation.jerk / kDegree);
  set.leg_velocity = mm(limits.leg.velocity);
  set.leg_acceleration = mm(limits.leg.acceleration);
  set.leg_jerk = mm(limits.leg.jerk);
  return set;
}

Json design_json(const Design& design) {
  const auto mm = [](double metres) { return shown(metres / kMillimetre, 1e3); };
  return {{"name", design.config.name},
          {"base_diameter", mm(design.base_diameter)},
          {"base_pair_distance", mm(design.base_pair)},
          {"platform_diameter", mm(design.platform_diameter)},
          {"platform_pair_distance", mm(design.platform_pair)},
          {"leg_length", mm(design.leg_length)},
          {"stroke", mm(design.stroke)},
          {"neutral_height", mm(design.height)},
          {"diameter", mm(design.footprint())},
          {"lead", mm(design.lead)},
          {"motor", design.motor == nullptr ? Json(nullptr) : Json(design.motor->name)},
          {"power_W", design.motor == nullptr ? Json(nullptr) : shown(design.motor->power)},
          {"leg_speed_mm_s", mm(design.leg_speed)},
          {"leg_force_kN", shown(design.leg_force / kKilonewton, 1e4)},
          {"joint_angle", shown(design.joint_angle / kDegree, 1e3)},
          {"condition", shown(design.condition, 1e3)},
          {"clearance_mm", mm(design.clearance)},
          {"envelope_scale", shown(std::floor(design.scale * 1e3) / 1e3)},
          {"set", verification::set_json(set_of_design(design), true)},
          {"toml", platform_file(design)}};
}

/// What is made small; a design without a motor is worse than any with one.
std::array<double, 3> goals_of(const Json& design) {
  const auto number = [&](const char* key) {
    const auto found = design.find(key);
    return found != design.end() && found->is_number() ? found->get<double>() : 1e9;
  };
  return {number("power_W"), number("diameter"), number("stroke")};
}

bool is_better(const Json& one, const Json& other) {
  const auto a = goals_of(one), b = goals_of(other);
  bool somewhere = false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] > b[i]) return false;
    somewhere = somewhere || a[i] < b[i];
  }
  return somewhere;
}

void keep_best(Json& designs) {
  Json kept = Json::array();
  for (std::size_t i = 0; i < designs.size(); ++i) {
    bool beaten = false;
    for (std::size_t k = 0; k < designs.size() && !beaten; ++k) {
      const bool same = goals_of(designs[k]) == goals_of(designs[i]);
      beaten = is_better(designs[k], designs[i]) || (same && k < i);
    }
    if (!beaten) kept.push_back(designs[i]);
  }
  std::stable_sort(kept.begin(), kept.end(),
                   [](const Json& a, const Json& b) { return goals_of(a) < goals_of(b); });
  designs = std::move(kept);
}

}  // namespace

web::Response answer_design(const std::string& body) {
  OpenedRequest opened = open_plain(body, {"requirement", "step", "steps", "found"});
  if (opened.refusal) return *opened.refusal;
  JsonReader reader{opened.document};
  std::size_t step = 0, steps = 20;
  reader.count("steps", 1, kMostDesignSteps, steps);
  reader.count("step", 0, kMostDesignSteps - 1, step);
  const Catalogue catalogue = load_catalogue();
  Requirement requirement;
  std::vector<Motor> motors;
  {
    PartReader part{reader,
                    "requirement",
                    {"low", "high", "together_percent", "velocity", "acceleration", "mass", "centre",
                     "inertia", "joint_angle", "dead_length", "largest_diameter", "largest_height",
                     "least_clearance", "stroke_step", "leads", "efficiency", "motors"}};
    requirement = read_requirement(part.reader());
    motors = read_motor_names(part.reader(), catalogue);
  }
  Json designs = Json::array();
  if (const UnorderedJson* const found = reader.find("found")) {
    if (!found->is_array() || found->size() > kMostDesignSteps)
      reader.fail("found", Id::request_no_designs);
    else
      designs = Json::parse(found->dump());
    for (const Json& one : designs)
      if (!one.is_object()) reader.fail("found", Id::request_no_designs);
  }
  if (reader.problem()) return web::error(400, reader.problem());
  const AxisValues &low = requirement.envelope.low, &high = requirement.envelope.high;
  if (low == AxisValues{} && high == AxisValues{})
    return verification::answer_error("requirement", Id::design_wants_motion);
  auto design =
      search_design(requirement, weights_of(step), motors, step + 1, [] { return web::TaskPool::ending(); });
  if (design) {
    design->config.name = "design-" + std::to_string(step + 1);
    designs.push_back(design_json(*design));
  }
  keep_best(designs);
  const messages::Message verdict =
      designs.empty() ? messages::Message{Id::design_none} : say<Id::design_found>(designs.size());
  return answer({{"step", step},
                 {"steps", steps},
                 {"done", step + 1 >= steps},
                 {"designs", std::move(designs)},
                 {"verdict", said(verdict)}});
}

}  // namespace hexad::design
