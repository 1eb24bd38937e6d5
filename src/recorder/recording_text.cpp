#include "recorder/recording_text.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/units.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "recorder/request_text.hpp"

namespace hexad::inline recorder {
namespace {

using RecordingJson = nlohmann::ordered_json;
using messages::Id;
using messages::say;

/// Four decimals of a millimetre or degree are more than anybody measures; what is no number is null.
void put(std::string& out, double value, double digits = 1e4) {
  if (!std::isfinite(value)) {
    out += "null";
    return;
  }
  fmt::format_to(std::back_inserter(out), "{}", std::round(value * digits) / digits + 0.0);
}

struct Column {
  std::string name;
  std::string_view unit;
  std::function<void(const Sample&, std::string&)> put;
};

/// Everything a row has, in its order: the names in the document and the values below them come from this
/// list.
std::vector<Column> columns_of(const Recording& recording, const RecordingAbout& about) {
  std::vector<Column> columns;
  const auto add = [&](std::string name, std::string_view unit, auto put_value) {
    columns.push_back({std::move(name), unit, std::move(put_value)});
  };
  const auto add_number = [&](std::string name, std::string_view unit, double factor, auto value) {
    add(std::move(name), unit,
        [factor, value](const Sample& s, std::string& out) { put(out, factor * value(s)); });
  };
  const auto add_word = [&](std::string name, auto word) {
    add(std::move(name), "", [word](const Sample& s, std::string& out) {
      fmt::format_to(std::back_inserter(out), "\"{}\"", word(s));
    });
  };
  const auto add_bit = [&](std::string name, auto bit) {
    add(std::move(name), "", [bit](const Sample& s, std::string& out) { out += bit(s) ? '1' : '0'; });
  };
  constexpr double kMm = 1.0 / kMillimetre;
  constexpr double kDeg = 1.0 / kDegree;
  constexpr std::array<std::string_view, kAxes> kNames{"x", "y", "z", "rx", "ry", "rz"};

  add("t", "s", [zero = recording.cause.time](const Sample& s, std::string& out) {
    put(out, to_seconds(s.time - zero), 1e6);
  });
  add("tick", "", [](const Sample& s, std::string& out) { out += std::to_string(s.tick); });
  add_word("state", [](const Sample& s) { return to_string(s.state); });
  add_word("before", [](const Sample& s) { return to_string(s.before); });
  add_word("program", [](const Sample& s) { return to_string(s.program); });
  add_word("driver", [&about](const Sample& s) { return s.driver ? about.names.to_text(s.driver) : ""; });
  add_word("fault", [](const Sample& s) { return to_string(s.fault); });
  add_word("limit", [](const Sample& s) {
    return s.limit == Limit::none ? std::string{}
                                  : messages::english(message_of(
                                        LimitHit{s.limit, s.limit_index, s.limit_value, s.limit_bound}));
  });
  add_bit("zeroed", [](const Sample& s) { return s.zeroed; });
  add_bit("enable", [](const Sample& s) { return s.enable; });
  add_bit("link", [](const Sample& s) { return s.link; });
  add_bit("supply", [](const Sample& s) { return s.supply; });
  add_bit("emergency_button", [](const Sample& s) { return s.emergency_button; });

  const double neutral = about.machine.heights.neutral_above_bottom();
  const auto add_pose = [&](std::string_view group, auto pose_of) {
    for (std::size_t i = 0; i < kAxes; ++i)
      add_number(fmt::format("{}.{}", group, kNames[i]), i < 3 ? "mm" : "°", i < 3 ? kMm : kDeg,
                 [=](const Sample& s) { return kXyzConvention.from_pose(pose_of(s).pose(), neutral)[i]; });
  };
  add_pose("target", [](const Sample& s) { return s.target; });
  add_pose("commanded", [](const Sample& s) { return s.commanded; });
  for (std::size_t i = 0; i < kAxes; ++i)
    add_number(fmt::format("commanded.{}{}", i < 3 ? 'v' : 'w', kNames[i % 3]), i < 3 ? "mm/s" : "°/s",
               i < 3 ? kMm : kDeg, [i](const Sample& s) { return s.commanded_velocity[i]; });
  add_pose("actual", [](const Sample& s) {
    return s.actual_valid ? s.actual : SampledPose{{NAN, NAN, NAN}, {NAN, NAN, NAN, NAN}};
  });
  for (std::size_t leg = 0; leg < about.machine.geometry.legs; ++leg) {
    const auto name = [&](std::string_view what) { return fmt::format("leg{}.{}", leg + 1, what); };
    add_number(name("setpoint"), "mm", kMm, [leg](const Sample& s) { return s.legs[leg].setpoint; });
    add_number(name("setpoint_velocity"), "mm/s", kMm,
               [leg](const Sample& s) { return s.legs[leg].setpoint_velocity; });
    add_number(name("extension"), "mm", kMm, [leg](const Sample& s) { return s.legs[leg].extension; });
    add_number(name("velocity"), "mm/s", kMm, [leg](const Sample& s) { return s.legs[leg].velocity; });
    add_number(name("torque"), "Nm", 1.0, [leg](const Sample& s) { return s.legs[leg].torque; });
    add_number(name("error"), "", 1.0, [leg](const Sample& s) { return s.legs[leg].error; });
    add_bit(name("enabled"), [leg](const Sample& s) { return s.legs[leg].enabled; });
    add_bit(name("upper_switch"), [leg](const Sample& s) { return s.legs[leg].upper_switch; });
    add_bit(name("lower_switch"), [leg](const Sample& s) { return s.legs[leg].lower_switch; });
    add_bit(name("over_temperature"), [leg](const Sample& s) { return s.legs[leg].over_temperature; });
  }
  return columns;
}

std::string dumped(const RecordingJson& json) {
  return json.dump(-1, ' ', false, RecordingJson::error_handler_t::replace);
}

/// What it is, when and where.
RecordingJson head_json(const Recording& recording, const RecordingAbout& about) {
  const Recording::Cause& cause = recording.cause;
  const messages::UnitInfo& shown = messages::info_of(unit_of(cause.fault.kind));
  RecordingJson head;
  head["what"] = name_of(cause);
  head["text"] = to_text(cause);
  head["message"] = messages::to_json(message_of(cause.fault));
  head["emergency"] = cause.emergency;
  head["code"] = static_cast<int>(cause.fault ? code_of(cause.fault) : HardwareCode::emergency_stop);
  head["leg"] =
      cause.fault && cause.fault.leg != 0xFF ? RecordingJson(cause.fault.leg + 1) : RecordingJson(nullptr);
  head["value"] = cause.fault ? RecordingJson(cause.fault.value * shown.factor) : RecordingJson(nullptr);
  head["bound"] = cause.fault ? RecordingJson(cause.fault.bound * shown.factor) : RecordingJson(nullptr);
  head["unit"] = shown.shown;
  const auto ms =
      std::chrono::duration_cast<std::chrono::milliseconds>(about.time.time_since_epoch()).count();
  head["time"] =
      fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(static_cast<std::time_t>(ms / 1000)), ms % 1000);
  head["time_s"] = to_seconds(cause.time.time_since_epoch());
  head["tick"] = cause.tick;
  head["platform"] = about.platform;
  head["version"] = about.version;
  head["revision"] = cause.revision;
  head["rate_hz"] = about.rate_hz;
  head["legs"] = about.machine.geometry.legs;
  head["missed"] = about.missed;
  return head;
}

RecordingJson event_json(const Event& event, TimePoint zero, const ProtocolNames& names) {
  RecordingJson json{{"t", std::round(1e6 * to_seconds(event.time - zero)) / 1e6 + 0.0}};
  if (const std::optional<EventText> told = describe(event, names)) {
    json["level"] = to_string(told->level);
    json["text"] = messages::english(told->message);
    json["message"] = messages::to_json(told->message);
  } else if (const auto* answer = std::get_if<Answer>(&event.news)) {
    // The log leaves these to who asked; here everything is in one place.
    const std::string who = names.to_text(event.driver);
    const messages::Message answered =
        answer->refusal == Refusal::none
            ? say<Id::black_box_answer>(who, to_string(answer->outcome))
            : say<Id::black_box_answer_why>(who, to_string(answer->outcome), id_of(answer->refusal));
    json["level"] = "info";
    json["text"] = messages::english(answered);
    json["message"] = messages::to_json(answered);
  }
  return json;
}

/// `"name":[` item `,` item … `]`, a line each.
template <class Items, class Item>
void put_list(std::string& out, std::string_view name, const Items& items, Item&& item) {
  fmt::format_to(std::back_inserter(out), ",\n\"{}\":[", name);
  std::string_view between = "\n";
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string text = item(items[i]);
    if (text.empty()) continue;
    out += between;
    out += text;
    between = ",\n";
  }
  out += ']';
}

}  // namespace

std::string name_of(const Recording::Cause& cause) {
  return std::string{cause.fault ? to_string(cause.fault.kind) : kEmergencyStop};
}

std::string to_text(const Recording::Cause& cause) { return messages::english(message_of(cause.fault)); }

std::string to_json(const Recording& recording, const RecordingAbout& about) {
  const std::vector<Column> columns = columns_of(recording, about);
  const TimePoint zero = recording.cause.time;
  std::string out = dumped(head_json(recording, about));
  out.pop_back();
  put_list(out, "columns", columns, [](const Column& column) {
    return dumped({{"name", column.name}, {"unit", column.unit}});
  });
  put_list(out, "rows", recording.samples, [&columns](const Sample& sample) {
    std::string row = "[";
    for (const Column& column : columns) {
      if (row.size() > 1) row += ',';
      column.put(sample, row);
    }
    return row + ']';
  });
  const auto asked = [&](const Recording::Asked& one) {
    return request_json(one.request, one.tick, zero, about.names,
                        about.machine.heights.neutral_above_bottom());
  };
  put_list(out, "requests", recording.requests, asked);
  put_list(out, "frames", recording.frames, asked);
  put_list(out, "events", recording.events, [&](const Event& event) {
    const RecordingJson json = event_json(event, zero, about.names);
    return json.contains("text") ? dumped(json) : std::string{};
  });
  return out + "}\n";
}

}  // namespace hexad::inline recorder
