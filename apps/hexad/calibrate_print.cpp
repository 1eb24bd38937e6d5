// What `hexad calibrate` says.

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "hexad/calibrate.hpp"
#include "hexad/output.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"

namespace hexad::cli {
namespace {

using messages::Id;
namespace csfi = protocols::csfi;
using Json = nlohmann::ordered_json;

messages::Message title(std::uint8_t group) {
  const messages::Message name = named("csfi_group_", std::to_string(group));
  return messages::say<Id::group_title>(
      group, name.id == Id::as_told ? as_told(host::csfi_group_name(group)) : name);
}

/// "base joint 3 y", "platform Kp", "limit alpha": the field in words, what stands behind it as it is.
std::string value_name(const std::string& name) {
  constexpr std::array kFields{Id::field_leg_length_retracted,
                               Id::field_stroke,
                               Id::field_screw_lead,
                               Id::field_belt_ratio,
                               Id::field_motor_speed,
                               Id::field_gear_ratio,
                               Id::field_big_teeth,
                               Id::field_small_teeth,
                               Id::field_rotary_speed_motor,
                               Id::field_amplitude,
                               Id::field_speed,
                               Id::field_softness,
                               Id::field_scale,
                               Id::field_limit,
                               Id::field_rotary_amplitude,
                               Id::field_rotary_speed,
                               Id::field_rotary_softness,
                               Id::field_washout_a,
                               Id::field_washout_b,
                               Id::field_seek_torque,
                               Id::field_seek_threshold,
                               Id::field_local_ip,
                               Id::field_local_port,
                               Id::field_remote_ip,
                               Id::field_remote_port,
                               Id::field_rs232_baud,
                               Id::field_rs485_baud,
                               Id::field_user_frame,
                               Id::field_unused,
                               Id::field_servo_model,
                               Id::field_reserved,
                               Id::field_standby,
                               Id::field_idle_return,
                               Id::field_return_speed,
                               Id::field_to_middle_speed,
                               Id::field_platform_gain,
                               Id::field_rotary_gain};
  for (const Id end : {Id::base, Id::platform}) {
    const std::string begin = messages::english(end) + " joint ";
    if (!name.starts_with(begin)) continue;
    const std::string rest = name.substr(begin.size());
    return spoken<Id::board_joint>(end, std::stoi(rest), rest.substr(rest.find(' ') + 1));
  }
  for (const Id field : kFields)
    if (const std::string words = messages::english(field); name.starts_with(words))
      return messages::to_text(field) + name.substr(words.size());
  return name;
}

std::string value_line(const std::string& name, const std::string& value) {
  return "  " + filled(value_name(name), 25) + value;
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
    messages::Message rule;
    if (const auto* mechanics = std::get_if<csfi::Mechanics>(&group)) {
      const auto freedoms = csfi::freedoms_of(*mechanics);
      rule = freedoms ? messages::Message{freedoms->rule} : message_of(freedoms.error().allowed);
    }
    const auto values = host::csfi_values(group);
    if (json) {
      Json entry{{"group", number}, {"name", host::csfi_group_name(number)}};
      if (rule) entry["rule"] = messages::to_text(rule);
      for (const host::CsfiValue& value : values)
        entry["values"].push_back(
            {{"name", value.name}, {"unit", value.unit}, {"value", json_value(value.text)}});
      all["groups"].push_back(std::move(entry));
      continue;
    }
    print((rule ? spoken<Id::calibrate_group_ruled>(title(number), board, rule)
                : spoken<Id::calibrate_group_of>(title(number), board)) +
          '\n');
    for (const host::CsfiValue& value : values)
      print(value_line(value.name, fmt::format("{:>14} {}\n", value.text, value.unit)));
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
      print(spoken<Id::calibrate_same>(title(report.group)) + '\n');
      continue;
    }
    const std::size_t count = report.differences.size();
    print((count == 1 ? spoken<Id::calibrate_one_differs>(title(report.group), count)
                      : spoken<Id::calibrate_differ>(title(report.group), count)) +
          '\n');
    for (const host::CsfiDifference& one : report.differences)
      print(value_line(
          one.name, spoken<Id::calibrate_board_and>(with_unit(one.second, one.unit), named("other_", other),
                                                    with_unit(one.first, one.unit)) +
                        '\n'));
  }
  if (json) print_json(all);
}

void print_plan(const std::vector<GroupReport>& plan, const std::string& board) {
  for (const GroupReport& report : plan) {
    if (report.changes.empty()) {
      print_hint(
          messages::say<messages::Id::calibrate_has_it>(messages::to_text(title(report.group)), board));
      continue;
    }
    print_hint(report.group == 1 ? messages::say<messages::Id::calibrate_would_change_zero>(
                                       messages::to_text(title(report.group)), report.changes.size(), board)
                                 : messages::say<messages::Id::calibrate_would_change>(
                                       messages::to_text(title(report.group)), report.changes.size(), board));
    for (const host::CsfiDifference& one : report.changes)
      print_hint(
          as_told(value_line(one.name, fmt::format("{} -> {}", one.first, with_unit(one.second, one.unit)))));
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
      print(spoken<Id::calibrate_already>(title(report.group)) + '\n');
      continue;
    }
    const std::size_t count = report.changes.size();
    print((count == 0   ? spoken<Id::calibrate_written_none>(title(report.group))
           : count == 1 ? spoken<Id::calibrate_written_one>(title(report.group), count)
                        : spoken<Id::calibrate_written>(title(report.group), count)) +
          '\n');
    for (const host::CsfiDifference& one : report.changes)
      print(value_line(one.name, fmt::format("{} -> {}\n", one.first, with_unit(one.second, one.unit))));
  }
  if (json) print_json(all);
}

}  // namespace hexad::cli
