// POST /api/verify/reach, /map, /sine, /roadmap: many poses at once.

#include <nlohmann/json.hpp>

#include "kinematics/inverse.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "motion/files/motion_file.hpp"
#include "text/shown.hpp"
#include "text/spreadsheet_text.hpp"
#include "verification/answers.hpp"
#include "verification/json_text.hpp"
#include "verification/reach_map.hpp"
#include "verification/request.hpp"
#include "verification/roadmap.hpp"
#include "verification/sine_rows.hpp"
#include "words/fact_json.hpp"

namespace hexad::verification {
namespace {

using Json = OrderedJson;

constexpr double kSeries = 1e4;  // digits of what is only drawn

double unit_of(std::size_t axis) { return axis < 3 ? kMillimetre : kDegree; }

/// The machine, or the answer that says why there is none.
struct Opened {
  std::optional<VerifyRequest> request;
  std::optional<Machine> machine;
  web::Response refusal{};
};
Opened open(const std::string& body, std::initializer_list<std::string_view> wanted) {
  auto request = parse_request(body, wanted);
  if (!request) return {{}, {}, web::error(400, request.error())};
  CheckedSet checked = check_set(request->set);
  if (!checked.machine) return {{}, {}, answer_error("geometry", checked.error())};
  if (checked.machine->geometry.legs == 0)
    return {{}, {}, answer_error("geometry", messages::Id::no_legs_to_look_at)};
  return {std::move(*request), std::move(checked.machine), {}};
}

/// Per leg a list of values, one a row.
template <class Row, class Value>
Json series(const std::vector<Row>& rows, std::size_t legs, Value&& value) {
  Json list = Json::array();
  for (std::size_t leg = 0; leg < legs; ++leg) {
    Json line = Json::array();
    for (const Row& row : rows) line.push_back(shown(value(row, static_cast<Eigen::Index>(leg)), kSeries));
    list.push_back(std::move(line));
  }
  return list;
}

/// Rounded down: a scale that is shown is one that passes.
Json scale_json(double scale) { return scale > 0.0 ? shown(std::floor(scale * 1e3) / 1e3) : Json(nullptr); }

Json end_json(double value, const LimitHit& hit, double unit) {
  const messages::Message stop = stopped_by(hit);
  return {{"value", shown(value / unit)},
          {"stopped_by", stop ? messages::english(stop) : "-"},
          {"message", messages::to_json(stop)},
          {"limit", hit_json(hit)}};
}

}  // namespace

web::Response answer_reach(const std::string& body) {
  const Opened opened = open(body, {"set", "from"});
  if (!opened.machine) return opened.refusal;
  const Machine& machine = *opened.machine;
  const Pose from = kinematics::project(machine, kXyzConvention.to_pose(to_si(opened.request->from), 0.0));
  const auto hits = kinematics::reachability(machine, from, kinematics::StrokeUse::full);
  if (!hits.empty()) return answer_error("out_of_reach", message_of(*hits.begin()));
  const AxisValues at = kXyzConvention.from_pose(from, 0.0);
  const auto ranges = kinematics::reach(machine, from);
  Json axes = Json::array();
  for (std::size_t i = 0; i < kAxes; ++i) {
    const double unit = unit_of(i);
    axes.push_back({{"axis", hexad::name_of(static_cast<Axis>(i))},
                    {"unit", i < 3 ? "mm" : "°"},
                    {"at", shown(at[i] / unit)},
                    {"low", end_json(at[i] + ranges[i].low, ranges[i].low_hit, unit)},
                    {"high", end_json(at[i] + ranges[i].high, ranges[i].high_hit, unit)}});
  }
  return answer({{"axes", std::move(axes)}});
}

web::Response answer_map(const std::string& body) {
  const Opened opened = open(body, {"set", "from", "axes", "points", "first_row", "rows"});
  if (!opened.machine) return opened.refusal;
  const VerifyRequest& request = *opened.request;
  const auto grid = map_grid(*opened.machine, to_si(request.from), request.axes, request.points);
  if (!grid)
    return answer_error(
        "geometry", messages::say<messages::Id::axis_does_not_move>(id_of(static_cast<Axis>(grid.error()))));
  const auto ticks = [&](int which) {
    const std::size_t axis = request.axes[static_cast<std::size_t>(which)];
    Json list = Json::array();
    for (std::size_t i = 0; i < grid->points; ++i)
      list.push_back(shown((grid->from[axis] + grid->value(which, i)) / unit_of(axis), kSeries));
    return list;
  };
  const std::size_t end =
      request.rows == 0 ? grid->points : std::min(grid->points, request.first_row + request.rows);
  Json rows = Json::array();
  Json stops = Json::object();  // what is said in the rows, each once
  for (std::size_t row = request.first_row; row < end; ++row) {
    Json condition = Json::array(), force = Json::array(), singular = Json::array(), limit = Json::array();
    for (const MapCell& cell : map_row(*opened.machine, *grid, row)) {
      condition.push_back(shown(cell.condition, kSeries));
      force.push_back(shown(cell.force / kKilonewton, kSeries));
      singular.push_back(shown(cell.singular, kSeries));
      limit.push_back(nullptr);
      if (!cell.hit) continue;
      const messages::Message stop = stopped_by(cell.hit);
      limit.back() = messages::english(stop);
      stops[limit.back()] = messages::to_json(stop);
    }
    rows.push_back({{"condition", std::move(condition)},
                    {"force_kN", std::move(force)},
                    {"singular_share", std::move(singular)},
                    {"limit", std::move(limit)}});
  }
  return answer({{"points", grid->points},
                 {"x", ticks(0)},
                 {"y", ticks(1)},
                 {"first_row", request.first_row},
                 {"rows", std::move(rows)},
                 {"stops", std::move(stops)}});
}

web::Response answer_sine(const std::string& body) {
  const Opened opened = open(body, {"set", "axis", "amplitude", "frequency"});
  if (!opened.machine) return opened.refusal;
  const AxisSine sine{opened.request->axis, opened.request->amplitude, opened.request->frequency};
  if (!(sine.frequency > 0.0 && sine.frequency <= kMostFrequency))
    return web::error(400, messages::say<messages::Id::request_at>(
                               "frequency", messages::say<messages::Id::request_not_up_to>(
                                                messages::Number{kMostFrequency, messages::Unit::Hz})));
  const Machine& machine = *opened.machine;
  const std::size_t legs = machine.geometry.legs;
  const std::vector<SineRow> rows = sine_rows(machine, sine);
  const motion::PreflightReport report = judge_sine(machine, sine);
  const Limited<double> played = played_scale(machine, sine);
  Json time = Json::array(), value = Json::array();
  for (const SineRow& row : rows) {
    time.push_back(shown(row.time, 1e6));
    value.push_back(shown(row.value, kSeries));
  }
  Json worst = Json::array();
  for (const Worst& one : worst_of(report))
    worst.push_back({{"quantity", messages::english(one.name)},
                     {"value", shown(one.extreme.value / one.unit, kSeries)},
                     {"unit", one.unit_name},
                     {"leg", one.extreme.index + 1},
                     {"time_s", shown(one.extreme.time, 1e6)}});
  const bool driven = machine.drive.screw_lead > 0.0;
  return answer(
      {{"passes", report.passes()},
       {"limit", report.passes() ? Json(nullptr) : hit_json(report.violation)},
       {"largest_scale", scale_json(report.scale)},
       {"played_scale", shown(std::floor(played.value * 1e3) / 1e3)},
       {"not_checked", coverage_json(report.coverage)},
       {"worst", std::move(worst)},
       {"t", std::move(time)},
       {"value", std::move(value)},
       {"extension_mm",
        series(rows, legs, [](const SineRow& r, auto k) { return r.legs.extension[k] / kMillimetre; })},
       {"velocity_mm_s",
        series(rows, legs, [](const SineRow& r, auto k) { return r.legs.velocity[k] / kMillimetre; })},
       {"acceleration_mm_s2",
        series(rows, legs, [](const SineRow& r, auto k) { return r.legs.acceleration[k] / kMillimetre; })},
       {"force_kN",
        series(rows, legs, [](const SineRow& r, auto k) { return r.load.force[k] / kKilonewton; })},
       {"torque_Nm", driven ? series(rows, legs, [](const SineRow& r, auto k) { return r.load.torque[k]; })
                            : Json(nullptr)}});
}

web::Response answer_roadmap(const std::string& body) {
  const Opened opened = open(body, {"set", "text"});
  if (!opened.machine) return opened.refusal;
  const auto read = motion::files::read_roadmap(plain_csv(opened.request->text));
  if (!read) return {.body = "{\"error\":" + error_text(read.error()) + "}\n"};
  if (read->size() > kMostRoadmapRows)
    return answer_error("too_large",
                        messages::say<messages::Id::too_many_rows>(read->size(), kMostRoadmapRows));
  const RoadmapLook look = look_at_roadmap(*opened.machine, *read);
  Json time = Json::array(), poses = Json::array(), limits = Json::array(), empty = Json::array();
  for (std::size_t i = 0; i < read->size(); ++i) {
    const motion::files::RoadmapRow& row = (*read)[i];
    time.push_back(shown(row.time));
    Json pose = Json::array();
    for (const double value : from_si(row.pose)) pose.push_back(shown(value));
    poses.push_back(std::move(pose));
    empty.push_back(row.empty);
    limits.push_back(hit_json(look.hits[i]));
  }
  const auto by_row = [&](double LegRow::*value, bool known = true) {
    return series(look.rows, opened.machine->geometry.legs,
                  [value, known](const std::vector<LegRow>& row, auto k) {
                    return known ? row[static_cast<std::size_t>(k)].*value : std::nan("");
                  });
  };
  const motion::PreflightReport& report = look.report;
  return answer(
      {{"passes", report.passes()},
       {"timed", look.timed},
       {"limit", report.finite ? hit_json(report.violation) : Json(nullptr)},
       {"limit_row", report.passes() ? Json(nullptr) : Json(look.violation_row + 1)},
       {"limit_time_s", look.timed && !report.passes() ? shown(report.violation_time) : Json(nullptr)},
       {"largest_scale", look.timed ? scale_json(report.scale) : Json(nullptr)},
       {"not_checked", coverage_json(report.coverage)},
       {"t", std::move(time)},
       {"pose", std::move(poses)},
       {"empty", std::move(empty)},
       {"limits", std::move(limits)},
       {"extension_mm", by_row(&LegRow::extension)},
       {"velocity_mm_s", by_row(&LegRow::velocity, look.timed)},
       {"acceleration_mm_s2", by_row(&LegRow::acceleration, look.timed)},
       {"force_kN", by_row(&LegRow::force)},
       {"torque_Nm", by_row(&LegRow::torque)},
       {"text", motion::files::write_roadmap(*read)},
       {"legs_csv", roadmap_csv(*read, look)}});
}

}  // namespace hexad::verification
