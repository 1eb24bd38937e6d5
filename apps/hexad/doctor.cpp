// `hexad doctor`: what the hosts that speak now are, how well they are understood, and what to set. It asks
// the program that runs; when none does it is that program for a while, with simulated drives, so that hosts
// find somebody to talk to.

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "config/build_machine.hpp"
#include "daemon/daemon.hpp"
#include "hexad/doctor.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/host.hpp"
#include "hexad/output.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "os/files.hpp"
#include "web/console_client.hpp"

namespace hexad::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Patient {
  std::string name;
  std::string protocol;
  std::int64_t frames = 0;
  std::int64_t understood = 0;
  double rate_hz = 0.0;
  std::vector<messages::Message> told;
  Json drops;
};

/// Every host that said something since `before`, and what came of that.
std::vector<Patient> patients_of(const Json& before, const Json& after) {
  std::vector<Patient> patients;
  for (const Json& host : after.at("hosts")) {
    Patient one{host.at("address"), host.at("protocol"), host.at("received"), 0, host.at("rate_hz"), {},
                Json::object()};
    Json dropped_before = Json::object();
    for (const Json& earlier : before.at("hosts"))
      if (earlier.at("address") == one.name && earlier.at("protocol") == one.protocol) {
        one.frames -= earlier.at("received").get<std::int64_t>();
        dropped_before = earlier.at("dropped");
      }
    if (one.frames <= 0) continue;
    one.understood = one.frames;
    for (const auto& [reason, count] : host.at("dropped").items()) {
      const std::int64_t since = count.get<std::int64_t>() - dropped_before.value(reason, std::int64_t{0});
      if (since > 0) one.drops[reason] = since;
      if (is_unreadable(id_of_drop(reason))) one.understood -= since;
    }
    for (const Json& told : host.at("told"))
      if (const messages::Message message = messages::from_json(told.at("message")))
        one.told.push_back(message);
    patients.push_back(std::move(one));
  }
  return patients;
}

messages::Message in_words(const std::string& reason) {
  const messages::Id id = id_of_drop(reason);
  return id == messages::Id::nothing ? messages::say<messages::Id::as_told>(reason) : messages::Message{id};
}

/// " mdof 127.0.0.1:11000, …"
std::string ports_of(const Json& status) {
  std::string text;
  for (const Json& port : status.at("listening"))
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", port.at("protocol").get<std::string>(),
                        port.at("address").get<std::string>());
  return text;
}

std::string text_of(const Patient& patient) {
  using enum messages::Id;
  std::string text = patient.name + "\n";
  const auto line = [&text](const messages::Message& message) {
    text += "  " + messages::to_text(message) + "\n";
  };
  line(patient.rate_hz > 0.0
           ? messages::say<doctor_is>(patient.protocol, patient.understood, patient.frames, patient.rate_hz)
           : messages::say<doctor_is_single>(patient.protocol, patient.understood, patient.frames));
  for (const auto& [reason, count] : patient.drops.items())
    line(messages::say<doctor_said>(in_words(reason), count.get<std::int64_t>()));
  for (const messages::Message& told : patient.told) line(told);
  if (patient.told.empty() && patient.drops.empty()) line(doctor_fits);
  return text;
}

int report(const std::vector<Patient>& patients, const std::string& ports, const DoctorOptions& options) {
  if (options.console.json) {
    Json list = Json::array();
    for (const Patient& one : patients) {
      Json entry{{"address", one.name},          {"protocol", one.protocol}, {"received", one.frames},
                 {"understood", one.understood}, {"rate_hz", one.rate_hz},   {"dropped", one.drops}};
      entry["told"] = Json::array();
      for (const messages::Message& told : one.told)
        entry["told"].push_back({{"text", messages::to_text(told)}, {"message", messages::to_json(told)}});
      list.push_back(std::move(entry));
    }
    print(list.dump() + '\n');
  } else {
    for (const Patient& one : patients) print(text_of(one));
  }
  if (!patients.empty()) return kDone;
  print_error(messages::say<messages::Id::doctor_silence>(options.seconds, ports));
  return kFailed;
}

int look(const web::ConsoleTarget& target, const DoctorOptions& options) {
  const auto before = web::console_get(target, "/api/status");
  if (!before) {
    print_error(before.error());
    return kFailed;
  }
  const Interrupt interrupt;
  (void)sleep_until(host::Clock::now() + from_seconds(options.seconds), interrupt);
  const auto after = web::console_get(target, "/api/status");
  if (!after) {
    print_error(after.error());
    return kFailed;
  }
  const Json now = Json::parse(*after);
  return report(patients_of(Json::parse(*before), now), ports_of(now), options);
}

/// Nobody is there: this program is the platform for as long.
int look_alone(const DoctorOptions& options) {
  const auto sources = sources_of(options.run);
  if (!sources) {
    print_error(sources.error());
    return kUsage;
  }
  LoadedPlatform loaded = hexad::load_platform(*sources);
  print_problems(loaded.problems);
  if (!loaded.machine) return kFailed;
  loaded.config.console.listen = "127.0.0.1:0";
  StreamLog log{files::open_nothing()};
  const auto daemon = Daemon::build(loaded.config, *loaded.machine, loaded.config.real_time, log);
  if (!daemon) {
    print_error(as_told(daemon.error()));
    return kFailed;
  }
  std::string ports;
  for (const Listening& port : (*daemon)->listening())
    ports += fmt::format("{}{} {}", ports.empty() ? "" : ", ", port.protocol, net::to_text(port.address));
  (*daemon)->start();
  print_hint(messages::say<messages::Id::doctor_alone>(options.seconds, ports));
  const auto target = web::console_target({.to = (*daemon)->console()});
  return target ? look(*target, options) : kFailed;
}

}  // namespace

int doctor(const DoctorOptions& options) {
  const auto target = web::console_target(options.console.address());
  if (!target) {
    print_error(messages::say<messages::Id::option_wrong>("--to", target.error()));
    return kUsage;
  }
  // Ports of its own are wished for: whoever runs has others.
  const RunOptions& run = options.run;
  const bool own = !run.ports.empty() || !run.config.empty() || !run.set.empty() || !run.listen.empty() ||
                   !run.platform.empty();
  const bool named = options.console.to != web::kDefaultConsole;
  if (named || (!own && web::console_get(*target, "/api/status"))) return look(*target, options);
  return look_alone(options);
}

}  // namespace hexad::cli
