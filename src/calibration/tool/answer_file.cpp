// POST /api/calibrate/import, /export: files to groups and back. Nothing here speaks to a board.

#include <fmt/format.h>

#include "calibration/tool/answers.hpp"
#include "calibration/tool/files.hpp"
#include "calibration/tool/json_text.hpp"
#include "calibration/tool/request.hpp"
#include "config/config_csv.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"

namespace hexad::inline calibration::tool {
namespace {

namespace csfi = protocols::csfi;

constexpr std::size_t kSmall = 64 * 1024;
constexpr std::size_t kText = 256 * 1024;

std::optional<Format> format_named(std::string_view name) {
  if (name == "csv") return Format::csv;
  if (name == "toml") return Format::toml;
  if (name == "bin") return Format::binary;
  return std::nullopt;
}

Json problems_json(const FileProblems& problems) {
  Json list = Json::array();
  for (const FileProblem& problem : problems)
    list.push_back({{"line", problem.line == 0 ? Json(nullptr) : Json(problem.line)},
                    {"column", problem.column == 0 ? Json(nullptr) : Json(problem.column)},
                    {"text", messages::english(problem.what)},
                    {"message", messages::to_json(problem.what)}});
  return list;
}

/// A group that was not read has nothing to be completed from.
FileProblems incomplete(const Request& request, const Groups& groups) {
  FileProblems problems;
  for (const auto& [number, group] : groups) {
    if (request.frames.count(number) != 0) continue;
    const auto missing = left_out(request.text, number);
    if (missing.empty()) continue;
    problems.push_back(
        {0,
         0,
         messages::say<messages::Id::file_incomplete>(missing.front(), missing.size() - 1, number),
         {}});
  }
  return problems;
}

/// Empty fields of a CSV count as 0.
Json marks_of(const std::string& text) {
  FileProblems marks;
  if (const auto csv = hexad::read_config_csv(text))
    for (const CsvRemark& mark : csv->marks)
      marks.push_back({static_cast<int>(mark.line), static_cast<int>(mark.column), mark.what, {}});
  return problems_json(marks);
}

web::Response imported(const Groups& groups, const FileProblems& problems, Json marks) {
  return answer(
      {{"groups", groups_json(groups)}, {"errors", problems_json(problems)}, {"marks", std::move(marks)}});
}

}  // namespace

web::Response answer_import(const std::string& body, const RequestContext&) {
  const auto request = parse_request(body, {"format", "name", "text", "base64", "frames"});
  if (!request) return web::error(400, request.error());
  const auto format = format_named(request->format);
  if (!format)
    return web::error(400, messages::say<messages::Id::request_at>(
                               "format", messages::say<messages::Id::request_none_of>("csv, toml, bin")));
  std::string text = request->text;
  if (*format == Format::binary) {
    auto bytes = parse_base64(request->base64);
    if (!bytes)
      return web::error(400,
                        messages::say<messages::Id::request_at>("base64", messages::Id::request_no_base64));
    text = *std::move(bytes);
  }
  Groups board = any_groups();
  for (const auto& [number, group] : request->frames) board.insert_or_assign(number, group);
  const auto groups = parse_groups(*format, text, request->name, board);
  if (!groups) return imported({}, groups.error(), Json::array());
  if (*format == Format::toml)
    if (const FileProblems problems = incomplete(*request, *groups); !problems.empty())
      return imported({}, problems, Json::array());
  return imported(*groups, {}, *format == Format::csv ? marks_of(text) : Json::array());
}

web::Response answer_export(const std::string& body, const RequestContext&) {
  const auto request = parse_request(body, {"format", "frames", "groups"});
  if (!request) return web::error(400, request.error());
  const auto format = format_named(request->format);
  if (!format)
    return web::error(400, messages::say<messages::Id::request_at>(
                               "format", messages::say<messages::Id::request_none_of>("csv, toml, bin")));
  Groups groups = request->frames;
  for (const auto& [number, edits] : request->edits) {
    const auto group = groups.find(number);
    if (group == groups.end())
      return web::error(400, messages::say<messages::Id::request_at>(fmt::format("groups.{}", number),
                                                                     messages::Id::request_no_frame_of_it));
    auto changed = edited(group->second, edits);
    if (!changed) return answer_error(changed.error());
    group->second = *std::move(changed);
  }
  if (groups.empty())
    return web::error(400, messages::say<messages::Id::request_at>("frames", messages::Id::request_not_read));
  if (*format == Format::csv && groups.count(1) == 0)
    return web::error(400,
                      messages::say<messages::Id::request_at>("frames", messages::Id::request_csv_group_1));
  web::Response response;
  const char* name = "board.toml";
  if (*format == Format::toml) {
    response.body = to_toml(groups);
    response.type = "application/toml; charset=utf-8";
  } else if (*format == Format::binary) {
    name = "board.bin";
    response.body = to_binary(groups);
    response.type = "application/octet-stream";
  } else {
    name = "config_board.csv";
    response.body = to_csv(std::get<csfi::Mechanics>(groups.at(1)));
    response.type = "text/csv; charset=utf-8";
  }
  response.headers.emplace_back("content-disposition:", fmt::format("attachment; filename=\"{}\"", name));
  return response;
}

std::span<const Route> routes() {
  static constexpr std::array<Route, 6> kRoutes{{{"/api/calibrate/read", 1024, answer_read, true},
                                                 {"/api/calibrate/check", kSmall, answer_check},
                                                 {"/api/calibrate/write", kSmall, answer_write, true},
                                                 {"/api/calibrate/history", kSmall, answer_history},
                                                 {"/api/calibrate/import", kText, answer_import},
                                                 {"/api/calibrate/export", kSmall, answer_export}}};
  return kRoutes;
}

}  // namespace hexad::inline calibration::tool
