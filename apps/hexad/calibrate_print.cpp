// What `hexad calibrate` says.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "hexad/calibrate.hpp"
#include "hexad/output.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"

namespace hexad::cli {
namespace {

namespace csfi = protocols::csfi;
using Json = nlohmann::ordered_json;

std::string title(std::uint8_t group) {
  return fmt::format("group {} ({})", group, host::csfi_group_name(group));
}

std::string with_unit(const std::string& text, std::string_view unit) {
  return unit.empty() ? text : fmt::format("{} {}", text, unit);
}

/// A number where it is one.
Json json_value(const std::string& text) {
  const Json parsed = Json::parse(text, nullptr, false);
  return parsed.is_number() ? parsed : Json(text);
}

Json differences_json(const std::vector<host::CsfiDifference>& differences, const char* first,
                      const char* second) {
  Json list = Json::array();
  for (const host::CsfiDifference& one : differences)
    list.push_back({{"name", one.name},
                    {"unit", one.unit},
                    {first, json_value(one.first)},
                    {second, json_value(one.second)}});
  return list;
}

void print_json(const Json& json) { print(json.dump() + '\n'); }

}  // namespace

void print_groups(const Groups& groups, const std::string& board, bool json) {
  Json all{{"board", board}, {"groups", Json::array()}};
  for (const auto& [number, group] : groups) {
    std::string rule;
    if (const auto* mechanics = std::get_if<csfi::Mechanics>(&group)) {
      const auto freedoms = csfi::freedoms_of(*mechanics);
      rule = messages::to_text(freedoms ? messages::Message{freedoms->rule}
                                        : message_of(freedoms.error().allowed));
    }
    const auto values = host::csfi_values(group);
    if (json) {
      Json entry{{"group", number}, {"name", host::csfi_group_name(number)}};
      if (!rule.empty()) entry["rule"] = rule;
      for (const host::CsfiValue& value : values)
        entry["values"].push_back(
            {{"name", value.name}, {"unit", value.unit}, {"value", json_value(value.text)}});
      all["groups"].push_back(std::move(entry));
      continue;
    }
    print(fmt::format("{} of {}{}{}\n", title(number), board, rule.empty() ? "" : ": ", rule));
    for (const host::CsfiValue& value : values)
      print(fmt::format("  {:<24} {:>14} {}\n", value.name, value.text, value.unit));
  }
  if (json) print_json(all);
}

void print_diff(const std::vector<GroupReport>& reports, const std::string& board, const std::string& other,
                bool json) {
  Json all{{"board", board}, {"other", other}, {"groups", Json::array()}};
  for (const GroupReport& report : reports) {
    if (json) {
      all["groups"].push_back({{"group", report.group},
                               {"name", host::csfi_group_name(report.group)},
                               {"equal", report.differences.empty()},
                               {"differences", differences_json(report.differences, "other", "board")}});
      continue;
    }
    if (report.differences.empty()) {
      print(fmt::format("{}: the same\n", title(report.group)));
      continue;
    }
    print(fmt::format("{}: {} value{} differ{}\n", title(report.group), report.differences.size(),
                      report.differences.size() == 1 ? "" : "s", report.differences.size() == 1 ? "s" : ""));
    for (const host::CsfiDifference& one : report.differences)
      print(fmt::format("  {:<24} board {}, {} {}\n", one.name, with_unit(one.second, one.unit), other,
                        with_unit(one.first, one.unit)));
  }
  if (json) print_json(all);
}

void print_plan(const std::vector<GroupReport>& plan, const std::string& board) {
  for (const GroupReport& report : plan) {
    if (report.changes.empty()) {
      print_hint(messages::say<messages::Id::calibrate_has_it>(title(report.group), board));
      continue;
    }
    print_hint(report.group == 1 ? messages::say<messages::Id::calibrate_would_change_zero>(
                                       title(report.group), report.changes.size(), board)
                                 : messages::say<messages::Id::calibrate_would_change>(
                                       title(report.group), report.changes.size(), board));
    for (const host::CsfiDifference& one : report.changes)
      print_hint(
          as_told(fmt::format("  {:<24} {} -> {}", one.name, one.first, with_unit(one.second, one.unit))));
  }
}

void print_written(const std::vector<GroupReport>& reports, const std::string& board, bool json) {
  Json all{{"board", board}, {"groups", Json::array()}};
  for (const GroupReport& report : reports) {
    if (json) {
      all["groups"].push_back({{"group", report.group},
                               {"name", host::csfi_group_name(report.group)},
                               {"taken", report.differences.empty()},
                               {"sent", report.sent},
                               {"changes", differences_json(report.changes, "before", "after")},
                               {"differences", differences_json(report.differences, "wanted", "board")}});
      continue;
    }
    if (!report.differences.empty()) continue;  // on stderr, with the reason
    if (!report.sent) {
      print(fmt::format("{}: the board has it already, nothing sent\n", title(report.group)));
      continue;
    }
    print(fmt::format("{}: written, read back, the same; {} value{} changed\n", title(report.group),
                      report.changes.empty() ? "no" : std::to_string(report.changes.size()),
                      report.changes.size() == 1 ? "" : "s"));
    for (const host::CsfiDifference& one : report.changes)
      print(fmt::format("  {:<24} {} -> {}\n", one.name, one.first, with_unit(one.second, one.unit)));
  }
  if (json) print_json(all);
}

}  // namespace hexad::cli
