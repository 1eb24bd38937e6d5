// POST /api/calibrate/read, /check, /write, /history: a board, and what is known of it here.

#include <fmt/format.h>

#include "calibration/tool/answers.hpp"
#include "calibration/tool/history.hpp"
#include "calibration/tool/identity.hpp"
#include "calibration/tool/json_text.hpp"
#include "calibration/tool/request.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"

namespace hexad::inline calibration::tool {
namespace {

namespace csfi = protocols::csfi;

std::vector<std::uint8_t> numbers_of(const Groups& groups) {
  std::vector<std::uint8_t> numbers;
  for (const auto& [number, group] : groups) numbers.push_back(number);
  return numbers;
}

/// What the board is to have, of the groups that then differ from what was read; or why it cannot be.
Result<Groups, ValueProblem> wanted_of(const Request& request, const Groups& whole) {
  Groups wanted = whole;
  for (const auto& [number, edits] : request.edits) {
    const auto before = request.frames.find(number);
    if (before == request.frames.end())
      return Failure{ValueProblem{number, "", 0, messages::Id::value_not_read}};
    auto group = edited(before->second, edits);
    if (!group) return Failure{group.error()};
    wanted.insert_or_assign(number, *std::move(group));
  }
  for (auto it = wanted.begin(); it != wanted.end();) {
    const auto before = request.frames.find(it->first);
    if (before == request.frames.end())
      return Failure{ValueProblem{it->first, "", 0, messages::Id::value_not_read}};
    it = host::csfi_differences(before->second, it->second).empty() ? wanted.erase(it) : std::next(it);
  }
  for (const auto& [number, group] : wanted)
    if (auto problem = problem_of(group)) return Failure{*std::move(problem)};
  return wanted;
}

Json reports_json(const std::vector<GroupReport>& reports) {
  Json list = Json::array();
  for (const GroupReport& report : reports)
    list.push_back({{"group", report.group},
                    {"name", host::csfi_group_name(report.group)},
                    {"taken", report.differences.empty()},
                    {"changes", differences_json(report.group, report.changes, "before", "after")},
                    {"differences", differences_json(report.group, report.differences, "wanted", "board")}});
  return list;
}

/// Somebody else was there meanwhile: what was read is not what the board has.
std::optional<web::Response> changed(const Groups& read, const Groups& board) {
  Json list = Json::array();
  for (const auto& [number, group] : read) {
    const auto differences = host::csfi_differences(group, board.at(number));
    if (differences.empty()) continue;
    list.push_back({{"group", number},
                    {"name", host::csfi_group_name(number)},
                    {"differences", differences_json(number, differences, "read", "board")}});
  }
  if (list.empty()) return std::nullopt;
  Json json{{"error",
             {{"code", "changed"},
              {"text", messages::english(messages::Id::board_changed)},
              {"message", messages::to_json(messages::Id::board_changed)},
              {"group", nullptr},
              {"key", nullptr},
              {"place", nullptr}}},
            {"groups", std::move(list)}};
  return answer(json);
}

void log_write(const RequestContext& around, const std::string& where, const Written& written) {
  if (around.log == nullptr) return;
  for (const GroupReport& report : written.reports)
    if (const std::string name = host::csfi_group_name(report.group); report.differences.empty())
      around.log->info(messages::say<messages::Id::log_board_written>(around.peer, where, report.group, name,
                                                                      report.changes.size()));
    else
      around.log->warn(messages::say<messages::Id::log_board_not_taken>(around.peer, where, report.group,
                                                                        name, report.differences.size()));
  if (written.problem)
    around.log->warn(messages::say<messages::Id::log_board_problem>(around.peer, where, written.problem));
}

/// That the board has not the values it was left with; nothing when it has.
messages::Message strange_message(const std::string& state, const Identity& identity, const Groups& board) {
  const auto strange = differences_from_known(identity, board);
  if (strange.empty()) return {};
  std::size_t count = 0;
  for (const GroupReport& report : strange) count += report.differences.size();
  const host::CsfiDifference& one = strange.front().differences.front();
  messages::Message what =
      messages::say<messages::Id::board_strange>(identity.name, count, one.name, one.first, one.second);
  for (const std::string& name : known_as(state, identity, board))
    what = messages::say<messages::Id::board_known_as>(what, name);
  return what;
}

}  // namespace

web::Response answer_read(const std::string& body, const RequestContext& around) {
  const auto request = parse_request(body, {"board", "name"});
  if (!request) return web::error(400, request.error());
  const auto board = board_of(request->board);
  if (!board) return web::error(400, board.error());
  if (const auto problem = name_problem(request->name)) return web::error(400, problem);
  auto link = open_board(*board, {});
  if (!link) return answer_error(link.error());
  const auto groups = read_from(link->client, std::array<std::uint8_t, 4>{1, 2, 3, 4});
  if (!groups) return answer_error(groups.error());
  const Identity identity = identity_of(around.state, *board, request->name);
  const messages::Message strange = strange_message(around.state, identity, *groups);
  return answer({{"board", net::to_text(*board)},
                 {"name", identity.name},
                 {"known", identity.known.empty() ? Json(nullptr) : Json(!strange)},
                 {"groups", groups_json(*groups)},
                 {"notes", notes_json({link->note, strange})}});
}

web::Response answer_check(const std::string& body, const RequestContext&) {
  const auto request = parse_request(body, {"groups", "before"});
  if (!request) return web::error(400, request.error());
  const auto wanted = wanted_of(*request, {});
  if (!wanted) return answer_error(wanted.error());
  Json changes = Json::array();
  for (const auto& [number, group] : *wanted)
    changes.push_back(
        {{"group", number},
         {"name", host::csfi_group_name(number)},
         {"changes", differences_json(number, host::csfi_differences(request->frames.at(number), group),
                                      "before", "after")}});
  return answer({{"error", nullptr}, {"groups", std::move(changes)}});
}

web::Response answer_write(const std::string& body, const RequestContext& around) {
  const auto request = parse_request(body, {"board", "name", "groups", "before", "id", "confirmed"});
  if (!request) return web::error(400, request.error());
  const auto board = board_of(request->board);
  if (!board) return web::error(400, board.error());
  if (request->frames.empty())
    return web::error(400, messages::say<messages::Id::request_at>("before", messages::Id::request_not_read));
  if (!request->id.empty() && !request->edits.empty())
    return web::error(400,
                      messages::say<messages::Id::request_at>("id", messages::Id::request_copy_or_groups));
  if (const auto problem = name_problem(request->name)) return web::error(400, problem);
  const Identity identity = identity_of(around.state, *board, request->name);
  const auto& folder = identity.folder;
  Groups whole;
  if (!request->id.empty()) {
    auto copy = find_in_history(folder, request->id);
    if (!copy) return answer_error("no_copy", messages::Id::board_no_copy);
    whole = std::move(copy->groups);
  }
  const auto wanted = wanted_of(*request, whole);
  if (!wanted) return answer_error(wanted.error());
  if (wanted->empty()) return answer_error("nothing", messages::Id::board_nothing_to_write);

  auto link = open_board(*board, {});
  if (!link) return answer_error(link.error());
  const auto now = read_from(link->client, numbers_of(request->frames));
  if (!now) return answer_error(now.error());
  if (auto refusal = changed(request->frames, *now)) return *std::move(refusal);
  const messages::Message strange = strange_message(around.state, identity, *now);
  if (strange && !request->confirmed) return answer_error("other_board", strange);
  Groups before, known = *now;
  for (const auto& [number, group] : *wanted) before.emplace(number, now->at(number));
  std::vector<messages::Message> notes{link->note, keep_before(folder, before)};
  const Written written = write_to(link->client, *wanted, *now);
  log_write(around, net::to_text(*board), written);
  notes.push_back(written.note);
  if (written.taken()) {
    for (const GroupReport& report : written.reports)
      known.insert_or_assign(report.group, wanted->at(report.group));
    notes.push_back(keep_known(identity, known));
  }
  return answer({{"error", nullptr},
                 {"board", net::to_text(*board)},
                 {"taken", written.taken() && written.reports.size() == wanted->size()},
                 {"problem", written.problem ? Json(messages::english(written.problem)) : Json(nullptr)},
                 {"problem_message", messages::to_json(written.problem)},
                 {"groups", reports_json(written.reports)},
                 {"notes", notes_json(notes)}});
}

web::Response answer_history(const std::string& body, const RequestContext& around) {
  const auto request = parse_request(body, {"board", "name", "frames", "id"});
  if (!request) return web::error(400, request.error());
  const auto board = board_of(request->board);
  if (!board) return web::error(400, board.error());
  if (const auto problem = name_problem(request->name)) return web::error(400, problem);
  const auto folder = identity_of(around.state, *board, request->name).folder;
  if (!request->id.empty()) {
    const auto copy = find_in_history(folder, request->id);
    if (!copy) return answer_error("no_copy", messages::Id::board_no_copy);
    return answer({{"board", net::to_text(*board)}, {"id", copy->id}, {"groups", groups_json(copy->groups)}});
  }
  Json list = Json::array();
  for (const Copy& copy : read_history(folder)) {
    Json differences = Json::array();
    for (const auto& [number, group] : copy.groups) {
      const auto other = request->frames.find(number);
      if (other == request->frames.end()) continue;
      for (Json& one :
           differences_json(number, host::csfi_differences(group, other->second), "copy", "board"))
        differences.push_back(std::move(one));
    }
    list.push_back(
        {{"id", copy.id}, {"groups", numbers_of(copy.groups)}, {"differences", std::move(differences)}});
  }
  return answer({{"board", net::to_text(*board)}, {"most", kMostCopies}, {"copies", std::move(list)}});
}

}  // namespace hexad::inline calibration::tool
