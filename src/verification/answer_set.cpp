// GET /api/verify/presets, POST /api/verify/csv, /csv/save, /circle, /shift: where a set comes from and goes
// to.

#include <nlohmann/json.hpp>

#include "config/presets.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "verification/answers.hpp"
#include "verification/json_text.hpp"
#include "verification/project_file.hpp"
#include "verification/request.hpp"

namespace hexad::verification {
namespace {

using Json = OrderedJson;

Json joints_answer(const ParameterSet& set) { return {{"base", set.base}, {"platform", set.platform}}; }

constexpr std::size_t kSmall = 16 * 1024;
constexpr std::size_t kText = 256 * 1024;
constexpr std::size_t kTables = 8 * 1024 * 1024;  // every leg at every pose of a roadmap

}  // namespace

web::Response presets() {
  Json list = Json::array();
  for (const std::string& name : preset_names()) {
    const LoadedPlatform loaded = load_platform({.platform = name});
    if (!loaded.machine) continue;
    list.push_back({{"name", name},
                    {"description", loaded.config.description},
                    {"set", set_json(set_of(loaded.config, *loaded.machine), true)}});
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
  static constexpr std::array<Route, 14> kRoutes{{{"/api/verify/pose", kSmall, answer_pose},
                                                  {"/api/verify/modes", kSmall, answer_modes, true},
                                                  {"/api/verify/csv", kText, answer_csv},
                                                  {"/api/verify/csv/save", kSmall, answer_csv_save},
                                                  {"/api/verify/toml", kText, answer_toml},
                                                  {"/api/verify/toml/save", kSmall, answer_toml_save},
                                                  {"/api/verify/xlsx", kTables, answer_xlsx},
                                                  {"/api/verify/identify", kText, answer_identify, true},
                                                  {"/api/verify/circle", kSmall, answer_circle},
                                                  {"/api/verify/shift", kSmall, answer_shift},
                                                  {"/api/verify/reach", kSmall, answer_reach},
                                                  {"/api/verify/map", kSmall, answer_map},
                                                  {"/api/verify/sine", kSmall, answer_sine},
                                                  {"/api/verify/roadmap", kText, answer_roadmap}}};
  return kRoutes;
}

}  // namespace hexad::verification
