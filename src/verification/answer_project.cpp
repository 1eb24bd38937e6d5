// GET /api/verify/projects, POST /api/verify/project/load, /save, /remove, /toml, /toml/save, /xlsx: projects
// that the program keeps, and sets and tables as files.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "text/workbook.hpp"
#include "verification/answers.hpp"
#include "verification/json_text.hpp"
#include "verification/projects.hpp"
#include "verification/request.hpp"
#include "words/fact_json.hpp"

namespace hexad::verification {
namespace {

using Json = OrderedJson;

Json project_json(const Project& project) {
  return {{"name", project.name},
          {"notes", project.notes},
          {"set", set_json(project.set, true)},
          {"marks", remarks_json(project.marks)},
          {"errors", Json::array()}};
}

Json unread_json(const std::vector<CsvRemark>& errors) {
  return {{"name", nullptr},
          {"notes", ""},
          {"set", nullptr},
          {"marks", Json::array()},
          {"errors", remarks_json(errors)}};
}

/// TOML has no place for it.
std::string without_deletes(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '\x7F'), text.end());
  return text;
}

std::string text_of(const VerifyRequest& request) {
  return write_project({without_deletes(request.name), without_deletes(request.notes), request.set, {}});
}

}  // namespace

web::Response projects(const std::string& state) {
  Json list = Json::array();
  for (const ProjectEntry& one : Projects{state}.list())
    list.push_back({{"name", one.name}, {"changed", one.changed}});
  return answer({{"projects", std::move(list)}});
}

web::Response answer_project_load(const std::string& body, const std::string& state) {
  const auto request = parse_request(body, {"name"});
  if (!request) return web::error(400, request.error());
  const auto kept = Projects{state}.read(request->name);
  if (!kept) return answer_error("no_project", kept.error());
  auto project = read_project(kept->text, request->name);
  Json json = project ? project_json(*project) : unread_json(project.error());
  json["name"] = request->name;
  json["revision"] = kept->revision;
  return answer(json);
}

web::Response answer_project_save(const std::string& body, const std::string& state) {
  const auto request = parse_request(body, {"name", "notes", "set", "revision", "forced"});
  if (!request) return web::error(400, request.error());
  const Projects kept{state};
  const auto revision = kept.write(request->name, text_of(*request), request->revision, request->forced);
  if (!revision) {
    const auto there = kept.read(request->name);
    return answer_error(there && there->revision != request->revision ? "changed" : "not_kept",
                        revision.error());
  }
  return answer({{"name", request->name}, {"revision", *revision}});
}

web::Response answer_project_remove(const std::string& body, const std::string& state) {
  const auto request = parse_request(body, {"name"});
  if (!request) return web::error(400, request.error());
  if (const messages::Message problem = Projects{state}.remove(request->name))
    return answer_error("no_project", problem);
  return projects(state);
}

web::Response answer_toml(const std::string& body) {
  const auto request = parse_request(body, {"text", "name"});
  if (!request) return web::error(400, request.error());
  const auto project = read_project(request->text, request->name);
  return answer(project ? project_json(*project) : unread_json(project.error()));
}

web::Response answer_toml_save(const std::string& body) {
  const auto request = parse_request(body, {"set", "name", "notes"});
  if (!request) return web::error(400, request.error());
  return answer({{"text", text_of(*request)}});
}

web::Response answer_xlsx(const std::string& body) {
  const auto request = parse_request(body, {"text", "name"});
  if (!request) return web::error(400, request.error());
  auto book = workbook_of(request->text, request->name);
  if (!book) return web::error(400, messages::say<messages::Id::as_told>(book.error()));
  return {.body = *std::move(book),
          .type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"};
}

web::Response running(const Machine& machine) {
  return answer({{"name", machine.name}, {"set", set_json(set_of(machine), true)}});
}

std::span<const ProjectRoute> project_routes() {
  constexpr std::size_t kProject = 64 * 1024;
  static constexpr std::array<ProjectRoute, 3> kRoutes{
      {{"/api/verify/project/load", 1024, answer_project_load},
       {"/api/verify/project/save", kProject, answer_project_save},
       {"/api/verify/project/remove", 1024, answer_project_remove}}};
  return kRoutes;
}

}  // namespace hexad::verification
