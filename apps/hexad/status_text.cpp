// A status as people read it: one screen, the answer to "why does it not move?" on top.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "hexad/console.hpp"
#include "hexad/output.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"

namespace hexad::cli {
namespace {

using UnorderedJson = nlohmann::json;
using messages::Id;
using messages::Message;
using messages::say;

constexpr std::size_t kLogLines = 6;

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

std::string drop_words(const std::string& reason) {
  const Id id = id_of_drop(reason);
  return id == Id::nothing ? plain(reason) : messages::to_text(id);
}

std::string drops(const UnorderedJson& dropped) {
  std::vector<std::string> texts;
  for (const auto& [reason, count] : dropped.items())
    texts.push_back(fmt::format("{} {}", drop_words(reason), count.get<std::uint64_t>()));
  return texts.empty() ? "-" : fmt::format("{}", fmt::join(texts, ", "));
}

/// What the program said; in its English what this one does not know.
Message told(const UnorderedJson& said) {
  const Message message = messages::from_json(said.value("message", UnorderedJson{}));
  return message ? message : say<Id::as_told>(text_or(said.at("text"), ""));
}
Message told(const UnorderedJson& code, std::string_view group, const UnorderedJson& text) {
  const Message message =
      messages::from_json(UnorderedJson{{"id", fmt::format("{}{}", group, text_or(code, ""))}});
  return message ? message : say<Id::as_told>(text_or(text, ""));
}

Message motion_line(const UnorderedJson& status) {
  const Message why = status.at("why_not").is_null()
                          ? Message{Id::status_free}
                          : told(status.at("why_code"), "refusal_", status.at("why_not"));
  // The core names what weighs most; that hosts are barred matters beside it.
  const bool also = status.at("barred").get<bool>() && text_or(status.at("why_code"), "") != "barred";
  return also ? say<Id::status_also_barred>(why) : why;
}

Message fault_line(const UnorderedJson& fault) {
  return fault.is_null() ? Message{Id::fault_none}
                         : say<Id::status_fault>(told(fault), fault.at("code").get<int>());
}

std::string legs_table(const UnorderedJson& legs) {
  Table table{headings(Id::head_legs)};
  int number = 0;
  for (const UnorderedJson& leg : legs) {
    const auto cell = [&](const char* key, int decimals) {
      return leg.at(key).is_number() ? fixed(leg.at(key).get<double>(), decimals) : std::string{"?"};
    };
    const auto error = leg.at("error").get<std::uint32_t>();
    table.add({std::to_string(++number), cell("extension_mm", 3), cell("velocity_mm_s", 2),
               cell("torque_Nm", 2), cell("current_A", 2), cell("voltage_V", 1),
               messages::to_text(error != 0 ? say<Id::drive_error>(fmt::format("0x{:04X}", error))
                                 : leg.at("enabled").get<bool>() ? Message{Id::drive_on}
                                                                 : Message{Id::drive_off})});
  }
  return table.text();
}

std::string hosts_table(const UnorderedJson& hosts) {
  if (hosts.empty()) return messages::to_text(Id::status_no_host) + '\n';
  Table table{headings(Id::head_hosts)};
  for (const UnorderedJson& host : hosts)
    table.add({fmt::format("{} {}", text_or(host.at("protocol"), ""), text_or(host.at("address"), "")),
               fixed(host.at("rate_hz").get<double>(), 1), fixed(host.at("jitter_ms").get<double>(), 2),
               fixed(host.at("silent_s").get<double>(), 1),
               std::to_string(host.at("received").get<std::uint64_t>()),
               std::to_string(host.at("lost").get<std::uint64_t>()), drops(host.at("dropped"))});
  std::string text = table.text();
  for (const UnorderedJson& host : hosts)
    for (const UnorderedJson& what : host.at("told"))
      text +=
          "  " + messages::to_text(say<Id::status_told>(text_or(host.at("address"), ""), told(what))) + '\n';
  return text;
}

Message loop_line(const UnorderedJson& status) {
  const UnorderedJson& loop = status.at("loop");
  const UnorderedJson& queues = status.at("queues");
  const auto seconds = [&loop](const char* key) { return std::round(loop.at(key).get<double>()) * 1e-6; };
  const auto count = [](const UnorderedJson& in, const char* key) { return in.at(key).get<std::uint64_t>(); };
  Message line = say<Id::status_loop>(std::round(loop.at("rate_hz").get<double>()), seconds("p99_us"),
                                      seconds("max_us"), count(loop, "overruns"));
  if (const auto slipped = count(loop, "slipped")) line = say<Id::status_slipped>(line, slipped);
  if (const auto busy = count(queues, "busy")) line = say<Id::status_busy>(line, busy);
  if (const auto lost = count(queues, "lost_events")) line = say<Id::status_lost_events>(line, lost);
  return line;
}

}  // namespace

std::string status_text(const std::string& json) {
  const UnorderedJson status = UnorderedJson::parse(json);
  std::string text;
  const auto line = [&text](Id label, const Message& value) { text += labelled(label, value, 10); };
  const std::string state = text_or(status.at("state"), "?");
  const std::string name = text_or(status.at("platform"), "?");
  const std::string version = text_or(status.at("version"), "?");
  const std::string up = span_of(status.at("uptime_s").get<double>());
  const bool open_loop = status.at("drives").at("open_loop").get<bool>();
  line(Id::label_platform, status.at("simulated").get<bool>()
                               ? say<Id::status_platform_simulated>(name, version, up)
                           : open_loop ? say<Id::status_platform_open_loop>(name, version, up)
                                       : say<Id::status_platform>(name, version, up));
  line(Id::label_state, say<Id::status_state>(state, named("means_", state)));
  line(Id::label_motion, motion_line(status));
  line(Id::label_step_on,
       status.at("may_step_on").get<bool>()
           ? Message{Id::status_may_step_on}
           : say<Id::status_no_step_on>(told(status.at("step_on_code"), "", status.at("why_not_step_on"))));
  const std::string driver = text_or(status.at("driver"), "");
  line(Id::label_driver, driver.empty() ? Message{Id::nobody} : say<Id::as_told>(driver));
  if (const std::string program = text_or(status.at("program"), "none"); program != "none")
    line(Id::label_program, say<Id::as_told>(program));
  line(Id::label_fault, fault_line(status.at("fault")));
  if (!status.at("injected").empty())
    line(Id::label_injected, say<Id::status_injected>(joined(status.at("injected"))));
  for (const UnorderedJson& limit : status.at("limits")) line(Id::label_limit, told(limit));
  const std::string pose = pose_line(status.at("pose"));
  line(Id::label_pose,
       status.at("pose_valid").get<bool>() ? say<Id::as_told>(pose) : say<Id::status_not_trusted>(pose));
  const std::string target = pose_line(status.at("target"));
  line(Id::label_target,
       status.at("clamped").get<bool>() ? say<Id::status_clamped>(target) : say<Id::as_told>(target));
  line(Id::label_loop, loop_line(status));
  text += '\n' + legs_table(status.at("legs")) + '\n' + hosts_table(status.at("hosts"));
  const UnorderedJson& log = status.at("log");
  if (!log.empty()) text += '\n';
  for (std::size_t i = log.size() - std::min(kLogLines, log.size()); i < log.size(); ++i)
    text += fmt::format("{} {} {}\n", text_or(log[i].at("time"), "").substr(11, 12),
                        text_or(log[i].at("level"), ""), messages::to_text(told(log[i])));
  return text;
}

}  // namespace hexad::cli
