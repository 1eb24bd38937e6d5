// A status as people read it: one screen, the answer to "why does it not move?" on top.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "hexad/console.hpp"
#include "hexad/output.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"

namespace hexad::cli {
namespace {

using UnorderedJson = nlohmann::json;

constexpr std::size_t kLogLines = 6;

struct StateWords {
  std::string_view state;
  std::string_view words;
};
constexpr std::array kStates{StateWords{"init", "self-test after start"},
                             StateWords{"powered_up", "drives on, position not trusted"},
                             StateWords{"zeroing", "legs seek the bottom"},
                             StateWords{"origin", "at the bottom, zeroed"},
                             StateWords{"ascending", "on the way from the bottom to the middle"},
                             StateWords{"ready", "raised, standing"},
                             StateWords{"running", "a program moves it"},
                             StateWords{"to_neutral", "on the way to neutral"},
                             StateWords{"stopping", "slowing down"},
                             StateWords{"holding", "a motion is frozen"},
                             StateWords{"descending", "on the way down"},
                             StateWords{"manual", "single legs by hand"},
                             StateWords{"fault", "locked after a fault"},
                             StateWords{"emergency", "drives off, braked, locked"}};

std::string_view words_of(const std::string& state) {
  for (const StateWords& known : kStates)
    if (known.state == state) return known.words;
  return "";
}

/// What a host sent may be in a line of the log: nothing in it moves the cursor.
std::string plain(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; },
      '?');
  return text;
}

std::string text_or(const UnorderedJson& value, std::string_view otherwise) {
  return value.is_string() ? plain(value.get<std::string>()) : std::string{otherwise};
}

std::string pose_line(const UnorderedJson& values) {
  std::array<double, 6> pose{};
  for (std::size_t i = 0; i < pose.size(); ++i)
    pose[i] = values.at(i).is_number() ? values.at(i).get<double>() : 0.0;
  return pose_text(pose);
}

std::string span_of(double seconds) {
  const auto whole = static_cast<long long>(seconds);
  if (whole >= 86400)
    return fmt::format("{} d {:02}:{:02}", whole / 86400, whole / 3600 % 24, whole / 60 % 60);
  return fmt::format("{:02}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string joined(const UnorderedJson& list) {
  std::vector<std::string> texts;
  for (const UnorderedJson& entry : list) texts.push_back(plain(entry.get<std::string>()));
  return fmt::format("{}", fmt::join(texts, "; "));
}

std::string drops(const UnorderedJson& dropped) {
  std::vector<std::string> texts;
  for (const auto& [reason, count] : dropped.items())
    texts.push_back(fmt::format("{} {}", plain(reason), count.get<std::uint64_t>()));
  return texts.empty() ? "-" : fmt::format("{}", fmt::join(texts, ", "));
}

/// What the program said, in the language of this one; in the program's English what this one does not know.
std::string told(const UnorderedJson& said) {
  const words::Message message = words::from_json(said.value("message", UnorderedJson{}));
  return message ? words::to_text(message) : text_or(said.at("text"), "");
}
std::string told(const UnorderedJson& code, std::string_view group, const UnorderedJson& text) {
  const words::Message message =
      words::from_json(UnorderedJson{{"id", fmt::format("{}{}", group, text_or(code, ""))}});
  return message ? words::to_text(message) : text_or(text, "");
}

std::string motion_line(const UnorderedJson& status) {
  std::string text = status.at("why_not").is_null()
                         ? "nothing stands in its way"
                         : told(status.at("why_code"), "refusal_", status.at("why_not"));
  // The core names what weighs most; that hosts are barred matters beside it.
  if (status.at("barred").get<bool>() && text_or(status.at("why_code"), "") != "barred")
    text += "; hosts are barred until `hexad ctl give`";
  return text;
}

std::string fault_line(const UnorderedJson& fault) {
  return fault.is_null() ? "none" : fmt::format("{} ({})", told(fault), fault.at("code").get<int>());
}

std::string legs_table(const UnorderedJson& legs) {
  Table table{{"leg", "extension\nmm", "velocity\nmm/s", "torque\nNm", "current\nA", "voltage\nV", "drive"}};
  int number = 0;
  for (const UnorderedJson& leg : legs) {
    const auto cell = [&](const char* key, int decimals) {
      return leg.at(key).is_number() ? fixed(leg.at(key).get<double>(), decimals) : std::string{"?"};
    };
    const auto error = leg.at("error").get<std::uint32_t>();
    table.add({std::to_string(++number), cell("extension_mm", 3), cell("velocity_mm_s", 2),
               cell("torque_Nm", 2), cell("current_A", 2), cell("voltage_V", 1),
               error != 0                      ? fmt::format("error 0x{:04X}", error)
               : leg.at("enabled").get<bool>() ? "on"
                                               : "off"});
  }
  return table.text();
}

std::string hosts_table(const UnorderedJson& hosts) {
  if (hosts.empty()) return "no host has been heard\n";
  Table table{{"host", "rate\nHz", "jitter\nms", "heard\ns ago", "frames", "lost", "dropped"}};
  for (const UnorderedJson& host : hosts)
    table.add({fmt::format("{} {}", text_or(host.at("protocol"), ""), text_or(host.at("address"), "")),
               fixed(host.at("rate_hz").get<double>(), 1), fixed(host.at("jitter_ms").get<double>(), 2),
               fixed(host.at("silent_s").get<double>(), 1),
               std::to_string(host.at("received").get<std::uint64_t>()),
               std::to_string(host.at("lost").get<std::uint64_t>()), drops(host.at("dropped"))});
  std::string text = table.text();
  for (const UnorderedJson& host : hosts)
    for (const UnorderedJson& what : host.at("told"))
      text += fmt::format("  {} was told: {}\n", text_or(host.at("address"), ""), told(what));
  return text;
}

std::string loop_line(const UnorderedJson& status) {
  const UnorderedJson& loop = status.at("loop");
  const UnorderedJson& queues = status.at("queues");
  std::string text = fmt::format("{:.0f} Hz, late p99 {:.0f} µs, max {:.0f} µs, {} overruns",
                                 loop.at("rate_hz").get<double>(), loop.at("p99_us").get<double>(),
                                 loop.at("max_us").get<double>(), loop.at("overruns").get<std::uint64_t>());
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count > 0) text += fmt::format(", {} {}", count, what);
  };
  add(loop.at("slipped").get<std::uint64_t>(), "ticks left out");
  add(queues.at("busy").get<std::uint64_t>(), "requests found the queue full");
  add(queues.at("lost_events").get<std::uint64_t>(), "events lost");
  return text;
}

}  // namespace

std::string status_text(const std::string& json) {
  const UnorderedJson status = UnorderedJson::parse(json);
  std::string text;
  const auto line = [&text](std::string_view name, std::string_view value) {
    text += fmt::format("{:<9} {}\n", name, value);
  };
  const std::string state = text_or(status.at("state"), "?");
  line("platform",
       fmt::format("{}{}, hexad {}, up {}", text_or(status.at("platform"), "?"),
                   status.at("simulated").get<bool>() ? " (simulated drives)" : "",
                   text_or(status.at("version"), "?"), span_of(status.at("uptime_s").get<double>())));
  line("state", fmt::format("{}: {}", state, words_of(state)));
  line("motion", motion_line(status));
  line("step on", status.at("may_step_on").get<bool>()
                      ? "yes: at rest at the bottom, nobody drives"
                      : "no: " + told(status.at("step_on_code"), "", status.at("why_not_step_on")));
  line("driver", text_or(status.at("driver"), "nobody"));
  if (const std::string program = text_or(status.at("program"), "none"); program != "none")
    line("program", program);
  line("fault", fault_line(status.at("fault")));
  if (!status.at("injected").empty())
    line("injected", joined(status.at("injected")) + " (until `hexad ctl inject clear`)");
  for (const UnorderedJson& limit : status.at("limits")) line("limit", told(limit));
  line("pose", pose_line(status.at("pose")) + (status.at("pose_valid").get<bool>() ? "" : " (not trusted)"));
  line("target", pose_line(status.at("target")) +
                     (status.at("clamped").get<bool>() ? " (asked for more than can be reached)" : ""));
  line("loop", loop_line(status));
  text += '\n' + legs_table(status.at("legs")) + '\n' + hosts_table(status.at("hosts"));
  const UnorderedJson& log = status.at("log");
  if (!log.empty()) text += '\n';
  for (std::size_t i = log.size() - std::min(kLogLines, log.size()); i < log.size(); ++i)
    text += fmt::format("{} {} {}\n", text_or(log[i].at("time"), "").substr(11, 12),
                        text_or(log[i].at("level"), ""), told(log[i]));
  return text;
}

}  // namespace hexad::cli
