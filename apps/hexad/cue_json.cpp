// `hexad cue --json`.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "hexad/cue_tables.hpp"
#include "messages/print.hpp"
#include "model/messages.hpp"

namespace hexad::cli {
namespace {

using Json = nlohmann::ordered_json;

double unit_of(std::size_t axis) { return axis < 3 ? kMillimetre : kDegree; }

std::string name_of(std::size_t axis) { return std::string{hexad::name_of(static_cast<Axis>(axis))}; }

Json by_axis(const AxisValues& values) {
  Json json;
  for (std::size_t i = 0; i < kAxes; ++i) json[name_of(i)] = values[i] / unit_of(i);
  return json;
}

Json against(const analysis::Against& worst, double unit, std::size_t first) {
  if (!(worst.value > 0.0)) return nullptr;
  return {{"value", worst.value / unit}, {"axis", name_of(first + worst.axis)}, {"time_s", worst.time}};
}

Json settings_of(const Machine& machine, const cueing::Settings& settings) {
  Json json;
  for (std::size_t i = 0; i < 3; ++i) {
    const cueing::Translation& t = settings.translation[i];
    json["axes"][name_of(i)] = {{"gain", t.gain},
                                {"limit_m_s2", t.limit},
                                {"high_pass_rad_s", t.high_pass},
                                {"direct_from_rad_s", t.direct.travel > 0.0 ? t.direct.corner : 0.0},
                                {"extra_pole_rad_s", t.extra_pole},
                                {"travel_mm", cueing::bounds_of(settings, i).travel / kMillimetre},
                                {"reach_mm", machine.reach[i] / kMillimetre}};
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const cueing::Rotation& r = settings.rotation[i];
    json["axes"][name_of(3 + i)] = {{"gain", r.gain},
                                    {"limit_deg_s", r.limit / kDegree},
                                    {"high_pass_rad_s", r.high_pass},
                                    {"travel_deg", r.limit / r.high_pass / kDegree},
                                    {"reach_deg", machine.reach[3 + i] / kDegree}};
  }
  json["tilt"] = {{"gain", settings.tilt.gain},
                  {"low_pass_rad_s", settings.tilt.low_pass},
                  {"rate_deg_s", settings.tilt.rate / kDegree},
                  {"most_deg", settings.tilt.most / kDegree}};
  return json;
}

Json result_of(const Machine& machine, const CueResult& r) {
  Json json{{"setting", r.setting.name},
            {"engine", cueing::name_of(r.setting.tuning.engine)},
            {"input", cueing::name_of(r.setting.tuning.input)}};
  json["completed"] = r.failure.empty();
  if (!r.failure.empty()) json["failure"] = r.failure;
  json["travel"] = by_axis(r.travel);
  json["travel_engine"] = by_axis(r.engine_travel);
  for (std::size_t i = 0; i < kAxes; ++i)
    json["of_reach_percent"][name_of(i)] =
        machine.reach[i] > 0.0 ? Json(100.0 * r.travel[i] / machine.reach[i]) : Json(nullptr);
  json["tilt_rate_deg_s"] = r.tilt_rate / kDegree;
  json["tilt_rate_allowed_deg_s"] = r.settings.tilt.rate / kDegree;
  json["perceived_error"] = {{"force_m_s2", r.force_error},
                             {"force_still_m_s2", r.force_still},
                             {"rotation_deg_s", r.rate_error / kDegree},
                             {"rotation_still_deg_s", r.rate_still / kDegree}};
  if (r.possible) {
    json["possible"] = {{"force_m_s2", r.possible->error},
                        {"force_ahead_m_s2", r.possible->ahead},
                        {"force_least_m_s2", r.possible->least},
                        {"share_percent", 100.0 * *analysis::share_reached(r)}};
  } else {
    json["possible"] = nullptr;
  }
  json["fast_force"] = {{"error_m_s2", r.fast_error}, {"still_m_s2", r.fast_still}};
  json["false_rotation"] = {{"seconds", r.false_rotation}, {"most_deg_s", r.false_rate / kDegree}};
  json["onset_delay_s"] = r.onset_delay ? Json(*r.onset_delay) : Json(nullptr);
  json["tilt_hole_m_s2"] = r.tilt_hole ? Json(*r.tilt_hole) : Json(nullptr);
  json["against_the_cue"] = {{"force_m_s2", against(r.force_against, 1.0, 0)},
                             {"rotation_deg_s", against(r.rate_against, kDegree, 3)}};
  json["ticks"] = r.ticks;
  json["governor_ticks"] = r.governed_ticks;
  json["at_limits_s"] = r.at_limits;
  json["stroke_used_percent"] = 100.0 * r.stroke_used;
  json["fallbacks"] = r.fallbacks;
  json["leg_lag_mm"] = r.lag_error / kMillimetre;
  json["settings"] = settings_of(machine, r.settings);
  return json;
}

}  // namespace

std::string cue_json(const Machine& machine, const std::string& file, const std::vector<CueResult>& results) {
  Json json{{"file", file}, {"platform", machine.name}};
  for (const CueResult& result : results) json["results"].push_back(result_of(machine, result));
  return json.dump() + '\n';
}

std::string film_json(const std::string& file, double seconds, const analysis::Possible& best) {
  return Json{{"film", file},
              {"seconds", seconds},
              {"force_error_m_s2", best.force_error},
              {"force_still_m_s2", best.force_still},
              {"rotation_error_deg_s", best.rate_error / kDegree},
              {"rotation_still_deg_s", best.rate_still / kDegree}}
             .dump() +
         '\n';
}

std::string settings_json(const Machine& machine, const std::vector<CueSetting>& settings) {
  Json json{{"platform", machine.name}};
  for (const CueSetting& one : settings) {
    Json entry{{"setting", one.name}};
    entry.update(settings_of(machine, cueing::derive(machine, one.tuning)));
    json["settings"].push_back(entry);
  }
  return json.dump() + '\n';
}

std::string response_json(const Machine& machine, const std::vector<CueResponse>& responses,
                          const std::vector<CueBand>& bands) {
  Json json{{"platform", machine.name}};
  for (const CueResponse& response : responses) {
    Json entry{{"setting", response.setting.name}};
    for (std::size_t t = 0; t < kCueTests; ++t) {
      const CueTest& test = response_tests()[t];
      Json one{{"number", test.number}, {"test", test.name}, {"unit", test.unit}};
      for (std::size_t k = 0; k < kCueFrequencies; ++k) {
        const CuePoint& point = response.points[t][k];
        if (!point.measured) continue;
        one["points"].push_back({{"rad_s", response_frequency(k)},
                                 {"gain", point.gain},
                                 {"phase_deg", point.phase},
                                 {"governed", point.governed}});
      }
      if (one.contains("points")) entry["tests"].push_back(one);
    }
    json["responses"].push_back(entry);
  }
  json["bands"] = bands.empty() ? Json(nullptr) : Json(bands.size());
  if (!bands.empty()) {
    json["outside"] = Json::array();
    for (const messages::Message& line : outside_of(responses, bands))
      json["outside"].push_back(messages::english(line));
  }
  return json.dump() + '\n';
}

}  // namespace hexad::cli
