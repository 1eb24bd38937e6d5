// `hexad host mdof`: command lines as in the manual, each answer with its meaning in words.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "hexad/exit_code.hpp"
#include "hexad/host.hpp"
#include "hexad/output.hpp"
#include "host/mdof_client.hpp"
#include "host/words.hpp"
#include "messages/say.hpp"

namespace hexad::cli {
namespace {

using namespace std::chrono_literals;
using host::MdofAnswer;
using host::MdofClient;
using messages::Id;
using Json = nlohmann::ordered_json;
namespace mdof = protocols::mdof;

/// How long one wait lasts before Ctrl-C is looked at.
constexpr Duration kSlice = 50ms;

std::string six(const mdof::Six& v) {
  return fmt::format("{} {} {} {} {} {}", fixed(v[0], 3), fixed(v[1], 3), fixed(v[2], 3), fixed(v[3], 3),
                     fixed(v[4], 3), fixed(v[5], 3));
}

std::string axes(const mdof::Six& v, std::string_view length, std::string_view angle) {
  return fmt::format("X {} Y {} Z {} {}, RX {} RY {} RZ {} {}", fixed(v[0], 3), fixed(v[1], 3),
                     fixed(v[2], 3), length, fixed(v[3], 3), fixed(v[4], 3), fixed(v[5], 3), angle);
}

messages::Message error_message(int code) {
  return code == 0 ? messages::Message{Id::mdof_no_error}
                   : messages::say<Id::mdof_error>(host::hardware_code_message(code));
}

messages::Message summary(const mdof::Snapshot& all) {
  return messages::say<Id::mdof_summary>(all.connected ? Id::mdof_connected : Id::mdof_not_connected,
                                         all.zeroed ? Id::mdof_zeroed : Id::mdof_not_zeroed,
                                         all.moving ? Id::mdof_moving : Id::mdof_still,
                                         error_message(all.error), axes(all.position, "mm", "°"));
}

messages::Message numbers_message(mdof::Command query, const mdof::Six& values) {
  switch (query) {
    case mdof::Command::position:
      return as_told(axes(values, "mm", "°"));
    case mdof::Command::velocity:
      return as_told(axes(values, "mm/s", "°/s"));
    case mdof::Command::actuator_position:
      return messages::say<Id::mdof_actuators>(six(values));
    case mdof::Command::actuator_velocity:
      return messages::say<Id::mdof_actuators_speed>(six(values));
    case mdof::Command::actuator_torque:
      return messages::say<Id::mdof_torque>(six(values));
    case mdof::Command::actuator_current:
      return messages::say<Id::mdof_current>(six(values));
    default:
      return messages::say<Id::mdof_voltage>(six(values));
  }
}

messages::Message meaning_of(const MdofAnswer& answer) {
  if (answer.code) return host::mdof_code_message(*answer.code);
  const auto query = host::mdof_command(answer.echo);
  if (!query) return Id::mdof_no_manual_answer;
  const bool set = answer.body == "1";
  switch (*query) {
    case mdof::Command::connected:
      return set ? Id::mdof_connected : Id::mdof_not_connected;
    case mdof::Command::zeroed:
      return set ? Id::mdof_zeroed : Id::mdof_not_zeroed;
    case mdof::Command::moving:
      return set ? Id::mdof_moving : Id::mdof_still;
    case mdof::Command::error:
      return error_message(mdof::decode_code(answer.body).value_or(0));
    default:
      break;
  }
  if (const auto all = mdof::decode_everything(answer.body)) return summary(*all);
  if (const auto values = mdof::decode_six(answer.body)) return numbers_message(*query, *values);
  return Id::mdof_no_manual_answer;
}

void print_answer(const MdofAnswer& answer, bool json) {
  if (!json) return say(fmt::format("{:<12} {}", answer.text(), messages::to_text(meaning_of(answer))));
  Json line{
      {"id", answer.echo}, {"answer", answer.text()}, {"meaning", messages::english(meaning_of(answer))}};
  if (answer.code) line["code"] = *answer.code;
  if (answer.code) line["final"] = answer.is_final();
  if (const auto values = mdof::decode_six(answer.body)) line["values"] = *values;
  say(line.dump());
}

/// One command, until its last answer.
class Dialogue {
 public:
  Dialogue(MdofClient& client, const HostOptions& options) : client_{client}, options_{options} {}

  int run(const std::string& line) {
    const std::string echo = host::mdof_echo(line);
    const auto command = host::mdof_command(echo);
    const bool motion = command && mdof::is_motion(*command);
    const double patience = options_.timeout.value_or(motion ? 120.0 : 2.0);
    client_.send(line);
    const auto end = host::Clock::now() + from_seconds(patience);
    for (bool stopping = false;;) {
      if (interrupt_.count() > 0 && !stopping) {
        stopping = true;
        if (!motion) return kFailed;
        // Whoever started a motion and goes away leaves it stopped.
        print_hint(messages::Id::mdof_interrupted);
        client_.send("4");
      }
      if (interrupt_.count() > 1) return kFailed;
      const auto answer = client_.poll(kSlice);
      if (answer) {
        print_answer(*answer, options_.json);
        if (answer->echo == echo && answer->is_final()) return verdict(*answer);
        continue;
      }
      if (answer.error().kind != host::Error::Kind::timed_out) {
        if (motion) client_.send("4");
        print_error(message_of(answer.error()));
        return kFailed;
      }
      if (host::Clock::now() >= end) return give_up(motion, patience);
    }
  }

 private:
  int verdict(const MdofAnswer& answer) const {
    if (!answer.code) return kDone;  // a query
    if (*answer.code == static_cast<int>(mdof::Code::bad_request)) print_hint(messages::Id::mdof_one_word);
    return *answer.code == 0 ? kDone : kFailed;
  }

  int give_up(bool motion, double patience) const {
    const std::string where = net::to_text(client_.link().controller());
    print_error(motion ? messages::say<messages::Id::mdof_no_final>(where, patience)
                       : messages::say<messages::Id::mdof_no_answer>(where, patience));
    if (motion) {
      client_.send("4");
      print_hint(messages::Id::mdof_stop_sent);
    }
    return kFailed;
  }

  MdofClient& client_;
  const HostOptions& options_;
  Interrupt interrupt_;
};

Json json_of(const mdof::Snapshot& all) {
  return {{"connected", all.connected},
          {"zeroed", all.zeroed},
          {"moving", all.moving},
          {"error", all.error},
          {"position", all.position},
          {"velocity", all.velocity},
          {"actuators", all.actuator_position},
          {"actuator_velocity", all.actuator_velocity},
          {"torque", all.torque},
          {"current", all.current},
          {"voltage", all.voltage}};
}

int watch(MdofClient& client, const HostOptions& options) {
  const Interrupt interrupt;
  LiveLine live;
  const Duration period = from_seconds(1.0 / options.rate.value_or(5.0));
  const auto start = host::Clock::now();
  auto due = start;
  do {
    const auto all = client.everything();
    if (!all) {
      print_error(message_of(all.error()));
      return kFailed;
    }
    if (options.json)
      say(json_of(*all).dump());
    else
      live.show(messages::to_text(summary(*all)));
    if (options.seconds && host::Clock::now() - start >= from_seconds(*options.seconds)) break;
    due = std::max(due + period, host::Clock::now());
  } while (sleep_until(due, interrupt));
  return kDone;
}

}  // namespace

int host_mdof(const HostOptions& options, const net::Address& controller) {
  host::MdofSettings settings;
  settings.controller = controller;
  settings.local_port = static_cast<std::uint16_t>(options.local_port.value_or(0));
  if (options.timeout) settings.answer_time = from_seconds(*options.timeout);
  auto client = MdofClient::open(settings);
  if (!client) {
    print_error(message_of(client.error()));
    return kFailed;
  }
  if (options.commands.front() == "watch" && options.commands.size() == 1) return watch(*client, options);
  Dialogue dialogue{*client, options};
  for (std::size_t i = 0; i < options.commands.size(); ++i) {
    const int code = dialogue.run(options.commands[i]);
    if (code == kDone) continue;
    if (i + 1 < options.commands.size())
      print_hint(messages::say<messages::Id::mdof_not_sent>(options.commands.size() - i - 1,
                                                            options.commands.size()));
    return code;
  }
  return kDone;
}

}  // namespace hexad::cli
