// POST /api/verify/clearance, /volume, /volume/file, /envelope: what has room.

#include <algorithm>
#include <cmath>

#include "design/routes/answers.hpp"
#include "design/routes/request.hpp"
#include "design/verdicts.hpp"
#include "design/volume.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "text/shown.hpp"
#include "web/task_pool.hpp"

namespace hexad::design {
namespace {

using messages::Id;
using messages::say;
using verification::answer;
using verification::answer_error;

const char* name_of_part(BodyPart part) {
  return part == BodyPart::leg ? "leg" : part == BodyPart::base ? "base" : "platform";
}

Json extensions_json(const Machine& machine, const Pose& pose) {
  const Extensions extension = kinematics::extensions(machine, pose);
  Json list = Json::array();
  for (std::size_t i = 0; i < machine.geometry.legs; ++i)
    list.push_back(shown(extension[static_cast<Eigen::Index>(i)] / kMillimetre, 1e3));
  return list;
}

Json pair_json(const Machine& machine, const Closest& pair, double least) {
  return {{"a", "leg"},
          {"a_leg", pair.leg + 1},
          {"b", name_of_part(pair.other)},
          {"b_leg", pair.other == BodyPart::leg ? Json(pair.other_leg + 1) : Json(nullptr)},
          {"distance_mm", shown(pair.nearness.distance / kMillimetre, 1e3)},
          {"pose", pose_json(pair.place.pose)},
          {"extensions_mm", extensions_json(machine, pair.place.pose)},
          {"at_mm", point_json(pair.nearness.at)},
          {"passes", pair.nearness.distance >= least}};
}

Json angles_json(double low, double high) {
  return {{"low", shown(low / kDegree, 1e3)}, {"high", shown(high / kDegree, 1e3)}};
}

Json map_json(const JointMap& map, const JointLimits& limits) {
  Json outline = Json::array();
  for (const JointAngles& angles : map.outline)
    outline.push_back({shown(angles.first / kDegree, 1e2), shown(angles.second / kDegree, 1e2)});
  return {{"end", map.at_base ? "base" : "platform"},
          {"leg", map.leg + 1},
          {"first", angles_json(map.low.first, map.high.first)},
          {"second", angles_json(map.low.second, map.high.second)},
          {"cone", shown(map.cone / kDegree, 1e3)},
          {"passes", within(map, limits)},
          {"outline", std::move(outline)}};
}

/// 0 wanted = as the machine gives it.
LegBody read_body(JsonReader& reader) {
  LegBody body;
  PartReader part{reader,
                  "body",
                  {"cylinder_diameter", "cylinder_length", "rod_diameter", "joint_length", "base_diameter",
                   "base_below", "platform_diameter", "platform_above"}};
  part.amount("cylinder_diameter", 0.5 * kMillimetre, body.cylinder_radius);
  part.amount("cylinder_length", kMillimetre, body.cylinder_length);
  part.amount("rod_diameter", 0.5 * kMillimetre, body.rod_radius);
  part.amount("joint_length", kMillimetre, body.joint_length);
  part.amount("base_diameter", 0.5 * kMillimetre, body.base_radius);
  part.amount("base_below", kMillimetre, body.base_below);
  part.amount("platform_diameter", 0.5 * kMillimetre, body.platform_radius);
  part.amount("platform_above", kMillimetre, body.platform_above);
  return body;
}

struct VolumeRequest {
  VolumeQuestion question;
  std::size_t points = 31;
  std::array<std::array<double, 2>, 3> box{};
  bool boxed = false;
  std::size_t first_row = 0;
  std::size_t rows = 0;
  bool cells = false;
  std::string format = "stl";
};

Vec3 vector_of(const std::array<double, 3>& values, double unit) {
  return Vec3{values[0], values[1], values[2]} * unit;
}

messages::Message read_volume(const UnorderedJson& document, VolumeRequest& to) {
  JsonReader reader{document};
  std::array<double, 3> angles{};
  if (reader.numbers("rotation", angles)) to.question.rotation = vector_of(angles, kDegree);
  angles = {};
  if (reader.numbers("tilt", angles)) to.question.tilt = vector_of(angles, kDegree).cwiseAbs();
  reader.count("points", 5, kMostVolumePoints, to.points);
  reader.count("first_row", 0, kMostVolumePoints, to.first_row);
  reader.count("rows", 0, kMostVolumePoints, to.rows);
  reader.flag("cells", to.cells);
  reader.text("format", to.format);
  if (to.format != "stl" && to.format != "csv") reader.fail("format", say<Id::request_none_of>("stl csv"));
  if (const UnorderedJson* const box = reader.find("box")) {
    to.boxed = box->is_array() && box->size() == 3;
    for (std::size_t i = 0; to.boxed && i < 3; ++i) {
      const UnorderedJson& side = (*box)[i];
      to.boxed = side.is_array() && side.size() == 2;
      if (!to.boxed) break;
      to.box[i] = {reader.number(side[0], "box"), reader.number(side[1], "box")};
      if (!(to.box[i][0] < to.box[i][1])) reader.fail("box", Id::request_no_box);
    }
    if (!to.boxed) reader.fail("box", Id::request_no_box);
  }
  return reader.problem();
}

VolumeGrid grid_of(const Machine& machine, const VolumeRequest& request) {
  if (!request.boxed) return volume_grid(machine, request.question, request.points);
  Vec3 low, high;
  for (std::size_t i = 0; i < 3; ++i) {
    low[static_cast<Eigen::Index>(i)] = request.box[i][0] * kMillimetre;
    high[static_cast<Eigen::Index>(i)] = request.box[i][1] * kMillimetre;
  }
  return volume_grid(low, high, request.points);
}

Json box_json(const VolumeGrid& grid) {
  Json box = Json::array();
  for (Eigen::Index i = 0; i < 3; ++i) {
    const double low = grid.low[i] / kMillimetre;
    const double size =
        grid.step * static_cast<double>(grid.nodes[static_cast<std::size_t>(i)] - 1) / kMillimetre;
    box.push_back({low, low + size});
  }
  return box;
}

Json slowest_json(const VolumeSlice& slice) {
  Json list = Json::array();
  for (std::size_t i = 0; i < kAxes; ++i) {
    if (!std::isfinite(slice.slowest[i].speed)) {
      list.push_back(nullptr);
      continue;
    }
    list.push_back({{"axis", axis_name(i)},
                    {"value", shown(slice.slowest[i].speed / unit_of_axis(i), 1e3)},
                    {"unit", i < 3 ? "mm/s" : "°/s"},
                    {"pose", pose_json(slice.slowest[i].pose)}});
  }
  return list;
}

Json cells_json(const VolumeSlice& slice) {
  Json list = Json::array();
  for (const VolumeCell& cell : slice.cells) {
    Json row = point_json(cell.at);
    row.push_back(shown(cell.force / kKilonewton, 1e4));
    for (std::size_t i = 0; i < kAxes; ++i) row.push_back(shown(cell.speeds[i] / unit_of_axis(i), 1e2));
    list.push_back(std::move(row));
  }
  return list;
}

Json load_json(const EnvelopeLoad& load, double unit, const char* worst, const char* allowed) {
  return {{"fits", load.fits()},
          {worst, shown(load.value / unit, 1e4)},
          {allowed, load.bound > 0.0 ? shown(load.bound / unit, 1e4) : Json(nullptr)},
          {"leg", load.leg + 1},
          {"axis", axis_name(load.axis)},
          {"pose", pose_json(load.pose)}};
}

bool wants_any(const AxisValues& values) {
  return std::any_of(values.begin(), values.end(), [](double value) { return value != 0.0; });
}

}  // namespace

web::Response clearance_answer(const Machine& machine, const UnorderedJson& document) {
  JsonReader reader{document};
  double least = 10.0 * kMillimetre;
  read_amount(reader, "least", kMillimetre, least);
  const LegBody legs = read_body(reader);
  std::string mount = "neutral";
  reader.text("mount", mount);
  if (mount != "neutral" && mount != "upright")
    reader.fail("mount", say<Id::request_none_of>("neutral upright"));
  std::array<double, 2> limit{};  // none is given
  reader.numbers("joint_limit", limit);
  if (reader.problem()) return web::error(400, reader.problem());
  const Clearance clearance = clearance_of(machine, legs);
  const std::vector<JointMap> joints =
      joint_maps(machine, mount == "neutral" ? YokeMount::neutral : YokeMount::upright);
  const JointLimits limits{limit[0] * kDegree, limit[1] * kDegree};
  Json pairs = Json::array(), maps = Json::array();
  bool passes = true;
  for (const Closest& pair : clearance.pairs) {
    pairs.push_back(pair_json(machine, pair, least));
    passes = passes && pair.nearness.distance >= least;
  }
  for (const JointMap& map : joints) {
    maps.push_back(map_json(map, limits));
    passes = passes && within(map, limits);
  }
  return answer({{"passes", passes},
                 {"verdict", said(verdict_of(clearance, least, joints, limits))},
                 {"poses", clearance.places},
                 {"pairs", std::move(pairs)},
                 {"joints", std::move(maps)}});
}

web::Response volume_answer(const Machine& machine, const UnorderedJson& document) {
  VolumeRequest request;
  if (const auto problem = read_volume(document, request)) return web::error(400, problem);
  if (machine.geometry.mechanism != Mechanism::six_legs)
    return answer_error("geometry", Id::volume_needs_six_legs);
  const VolumeGrid grid = grid_of(machine, request);
  if (grid.layers() == 0) return answer_error("out_of_reach", Id::volume_nothing);
  const std::size_t first = std::min(request.first_row, grid.layers());
  const std::size_t rows = std::min(request.rows == 0 ? grid.layers() : request.rows, grid.layers() - first);
  const VolumeSlice slice =
      volume_slice(machine, request.question, grid, first, rows, [] { return web::TaskPool::ending(); });
  Json vertices = Json::array(), triangles = Json::array();
  for (const Vec3& vertex : slice.vertices)
    for (Eigen::Index i = 0; i < 3; ++i) vertices.push_back(shown(vertex[i] / kMillimetre, 1e2));
  for (const auto& triangle : slice.triangles)
    for (const std::uint32_t corner : triangle) triangles.push_back(corner);
  constexpr double kLitre = 1e-3;
  return answer(
      {{"box", box_json(grid)},
       {"points", grid.nodes},
       {"first_row", first},
       {"rows", rows},
       {"layers", grid.layers()},
       {"volume_l", shown(slice.volume / kLitre)},
       {"cells", request.cells ? cells_json(slice) : Json(nullptr)},
       {"vertices", std::move(vertices)},
       {"triangles", std::move(triangles)},
       {"worst_force", slice.cells.empty() ? Json(nullptr)
                                           : Json{{"force_kN", shown(slice.worst.force / kKilonewton)},
                                                  {"leg", slice.worst.leg + 1},
                                                  {"pose", pose_json(slice.worst.pose)}}},
       {"slowest", slowest_json(slice)}});
}

web::Response volume_file_answer(const Machine& machine, const UnorderedJson& document) {
  VolumeRequest request;
  if (const auto problem = read_volume(document, request)) return web::error(400, problem);
  if (machine.geometry.mechanism != Mechanism::six_legs)
    return answer_error("geometry", Id::volume_needs_six_legs);
  const VolumeGrid grid = grid_of(machine, request);
  if (grid.layers() == 0) return answer_error("out_of_reach", Id::volume_nothing);
  const VolumeSlice whole =
      volume_slice(machine, request.question, grid, 0, grid.layers(), [] { return web::TaskPool::ending(); });
  return answer({{"name", "workspace." + request.format},
                 {"text", request.format == "stl" ? stl_of(whole) : csv_of(whole)}});
}

web::Response envelope_answer(const Machine& machine, const UnorderedJson& document) {
  JsonReader reader{document};
  AxisValues low{}, high{};
  const Envelope envelope = read_envelope(reader, low, high);
  if (reader.problem()) return web::error(400, reader.problem());
  const EnvelopeFit fit = fit_envelope(machine, envelope);
  Json alone = Json::array();
  for (std::size_t i = 0; i < kAxes; ++i)
    alone.push_back({{"axis", axis_name(i)},
                     {"low", shown(fit.reach[i].low / unit_of_axis(i), 1e4)},
                     {"high", shown(fit.reach[i].high / unit_of_axis(i), 1e4)},
                     {"wanted", {low[i], high[i]}},
                     {"fits", fit.alone[i]}});
  Json first = nullptr;
  if (!fit.fits() && fit.hit)
    first = {{"pose", pose_json(fit.pose)}, {"limit", verification::hit_json(fit.hit)}};
  Json speed = nullptr, force = nullptr;
  if (wants_any(envelope.velocity))
    speed = load_json(speed_in(machine, envelope), kMillimetre, "worst_mm_s", "allowed_mm_s");
  if (wants_any(envelope.acceleration))
    force = load_json(force_in(machine, envelope), kKilonewton, "worst_kN", "allowed_kN");
  return answer({{"fits", fit.fits()},
                 {"verdict", said(verdict_of(fit, envelope))},
                 {"scale", shown(std::floor(fit.scale * 1e3) / 1e3)},
                 {"first", std::move(first)},
                 {"alone", std::move(alone)},
                 {"velocity", std::move(speed)},
                 {"force", std::move(force)}});
}

}  // namespace hexad::design
