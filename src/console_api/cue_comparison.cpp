// Tunings side by side on one manoeuvre: what `hexad cue` says of each, in numbers for a screen.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/cue_run.hpp"
#include "base/units.hpp"
#include "config/presets.hpp"
#include "console_api/manoeuvres.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "text/compact.hpp"
#include "text/outside_json.hpp"
#include "web/task_pool.hpp"

namespace hexad::inline console_api {
namespace {

using Json = nlohmann::ordered_json;
using analysis::CueResult;
using messages::Id;
using messages::Message;
using messages::say;

constexpr std::size_t kMostTunings = 4;
constexpr std::size_t kMostMoments = 600;

Json short_number(double value) { return rounded(value, 1e4); }
template <class Value>
Json short_or_null(const std::optional<Value>& value, double scale = 1.0) {
  return value ? short_number(scale * *value) : Json(nullptr);
}
Json percent_of(double value, double whole) {
  return whole > 1e-9 ? short_number(100.0 * value / whole) : Json(nullptr);
}

Json against_json(const analysis::Against& worst, double unit, std::size_t first) {
  return {{"value", short_number(worst.value / unit)},
          {"axis", name_of(static_cast<Axis>(first + worst.axis))},
          {"time_s", short_number(worst.time)}};
}

/// Every so many samples one is shown.
std::size_t step_of(const CueResult& result) {
  return std::max<std::size_t>(1, (result.samples.size() + kMostMoments - 1) / kMostMoments);
}

/// A line an axis: sway surge heave, less gravity of a level cabin.
template <class Force>
Json lines_of(const CueResult& result, Force force) {
  Json lines{Json::array(), Json::array(), Json::array()};
  for (std::size_t i = 0; i < result.samples.size(); i += step_of(result)) {
    const Vec3 value = force(result.samples[i]) - kGravity * Vec3::UnitZ();
    for (std::size_t axis = 0; axis < 3; ++axis)
      lines[axis].push_back(rounded(value[static_cast<Eigen::Index>(axis)], 1e3));
  }
  return lines;
}

Json result_json(const CueResult& r) {
  Json json{{"tuning", r.setting.name}, {"words", words_of(r.setting.tuning)}};
  json["share_percent"] = short_or_null(analysis::share_reached(r), 100.0);
  json["possible_percent"] = r.possible ? percent_of(r.possible->error, r.possible->still) : Json(nullptr);
  json["force_error_m_s2"] = short_number(r.force_error);
  json["force_percent"] = percent_of(r.force_error, r.force_still);
  json["rotation_error_deg_s"] = short_number(r.rate_error / kDegree);
  json["rotation_percent"] = percent_of(r.rate_error, r.rate_still);
  json["fast_error_m_s2"] = short_number(r.fast_error);
  json["fast_percent"] = percent_of(r.fast_error, r.fast_still);
  json["force_against"] = against_json(r.force_against, 1.0, 0);
  json["rotation_against"] = against_json(r.rate_against, kDegree, 3);
  json["false_rotation_s"] = short_number(r.false_rotation);
  json["false_rate_deg_s"] = short_number(r.false_rate / kDegree);
  json["onset_delay_ms"] = short_or_null(r.onset_delay, 1e3);
  json["tilt_hole_m_s2"] = short_or_null(r.tilt_hole);
  json["tilt_rate_deg_s"] = short_number(r.tilt_rate / kDegree);
  json["stroke_percent"] = short_number(100.0 * r.stroke_used);
  json["governor_ticks"] = r.governed_ticks;
  json["at_limits_s"] = short_number(r.at_limits);
  json["fallbacks"] = r.fallbacks;
  json["felt_force"] = lines_of(r, [](const analysis::CueSample& s) { return s.cabin.force; });
  return json;
}

struct Asked {
  std::string manoeuvre;
  std::vector<std::string> tunings;
};
Result<Asked, Message> read_comparison(const std::string& body) {
  const nlohmann::json document = outside_json(body);
  const auto tunings = document.is_object() ? document.find("tunings") : document.end();
  const auto name = document.is_object() ? document.find("manoeuvre") : document.end();
  if (tunings == document.end() || !tunings->is_array() || tunings->empty() || tunings->size() > kMostTunings)
    return Failure{Message{Id::compare_what}};
  if (name == document.end() || !name->is_string()) return Failure{Message{Id::manoeuvre_bad_name}};
  Asked asked{name->get<std::string>(), {}};
  for (const nlohmann::json& one : *tunings) {
    if (!one.is_string()) return Failure{Message{Id::compare_what}};
    asked.tunings.push_back(one.get<std::string>());
  }
  return asked;
}

}  // namespace

web::Response compare_tunings(const Manoeuvres& manoeuvres, const KeptTunings& kept, const std::string& body,
                              const ComparisonContext& context) {
  const auto asked = read_comparison(body);
  if (!asked) return web::error(400, asked.error());
  const auto manoeuvre = manoeuvres.read(asked->manoeuvre);
  if (!manoeuvre) return web::error(400, manoeuvre.error());
  std::vector<analysis::PossibleRow> known;
  if (const auto folder = shipped_manoeuvre_folder())
    known = analysis::read_possible(*folder + "/possible.txt");
  Json json{{"manoeuvre", asked->manoeuvre}, {"platform", context.machine->name}};
  for (const std::string& name : asked->tunings) {
    const auto order = tuning_of(kept, name, context.now);
    if (!order) return web::error(400, order.error());
    CueTuning tuning = order->over(context.now);
    tuning.input = manoeuvre->says().value_or(tuning.input);
    CueResult result = analysis::run_cue(*context.machine, {name, tuning}, *manoeuvre, web::TaskPool::ending);
    if (web::TaskPool::ending()) return web::error(503, Id::accept_program_ends);
    if (!result.failure.empty()) return web::error(500, say<Id::compare_failed>(name, result.failure));
    result.possible = analysis::find_possible(
        known, analysis::fingerprint(*context.machine, *manoeuvre, analysis::possible_settings(result)));
    if (!json.contains("t")) {
      json["duration_s"] = short_number(manoeuvre->end() - manoeuvre->begin());
      for (std::size_t i = 0; i < result.samples.size(); i += step_of(result))
        json["t"].push_back(rounded(result.samples[i].time - manoeuvre->begin(), 1e3));
      json["vehicle_force"] = lines_of(result, [](const analysis::CueSample& s) { return s.vehicle.force; });
    }
    json["results"].push_back(result_json(result));
  }
  return {.body = json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n'};
}

}  // namespace hexad::inline console_api
