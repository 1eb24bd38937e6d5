// `hexad host darren`: command words until the status shows what they ask for, and streams of poses and
// actuators.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/manoeuvre.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/host.hpp"
#include "hexad/host_stream.hpp"
#include "hexad/numbers.hpp"
#include "hexad/output.hpp"
#include "host/darren_client.hpp"
#include "host/words.hpp"
#include "messages/say.hpp"

namespace hexad::cli {
namespace {

using namespace std::chrono_literals;
using host::DarrenClient;
using messages::Id;
using Status = DarrenClient::Status;
using StatusWord = DarrenClient::StatusWord;
using Word = DarrenClient::Word;
using Json = nlohmann::ordered_json;

struct NamedCommand {
  std::string_view name;
  Word word;
};
constexpr std::array<NamedCommand, 6> kDarrenCommands{{{"neutral", Word::neutral},
                                                       {"run", Word::run},
                                                       {"hold", Word::hold},
                                                       {"descend", Word::descend},
                                                       {"reset", Word::reset},
                                                       {"estop", Word::emergency}}};

std::string text_of(const Status& status) {
  const auto& p = status.pose;
  const Id state = host::darren_state_id(status.state);
  messages::Message text = messages::say<Id::host_status>(
      fmt::format("{:>2}", static_cast<int>(status.state)),
      status.moving ? messages::say<Id::host_moving>(state) : messages::Message{state},
      messages::say<Id::host_pose>(fixed(p[0], 3), fixed(p[1], 3), fixed(p[2], 3), fixed(p[3], 3),
                                   fixed(p[4], 3), fixed(p[5], 3)));
  if (status.error != 0)
    text = messages::say<Id::host_status_error>(text,
                                                host::hardware_code_message(static_cast<int>(status.error)));
  if (status.warnings != 0)
    text = messages::say<Id::host_status_warning>(text, host::darren_warning_message(status.warnings));
  return messages::to_text(text);
}

/// As precise as the machine is, not as long as a float in binary.
std::array<double, 6> rounded(const std::array<float, 6>& values) {
  std::array<double, 6> out{};
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = std::round(static_cast<double>(values[i]) * 1e4) / 1e4 + 0.0;
  return out;
}

Json json_of(const Status& status) {
  return {{"sequence", status.sequence},
          {"state", static_cast<int>(status.state)},
          {"words", host::darren_state_words(status.state)},
          {"moving", status.moving},
          {"error", status.error},
          {"warnings", status.warnings},
          {"warning_words", host::darren_warning_words(status.warnings)},
          {"pose", rounded(status.pose)},
          {"actuators", rounded(status.actuators)},
          {"torque", rounded(status.torque)}};
}

/// What a word has reached when the status shows this.
bool is_reached(Word word, const Status& status) {
  switch (word) {
    case Word::neutral:
      return status.state == StatusWord::neutral;
    case Word::run:
      return status.state == StatusWord::running;
    case Word::descend:
      return status.state == StatusWord::origin;
    case Word::hold:  // one that stands has nothing to hold
      return status.state == StatusWord::holding || status.state == StatusWord::neutral ||
             status.state == StatusWord::origin || status.state == StatusWord::powered_up;
    case Word::reset:
      return status.state != StatusWord::fault && status.state != StatusWord::emergency;
    default:
      return status.state == StatusWord::emergency;
  }
}

class DarrenSpeaker {
 public:
  DarrenSpeaker(DarrenClient& client, const HostOptions& options) : client_{client}, options_{options} {}

  int say_word(std::string_view name);
  int connect(bool on);
  /// A manoeuvre, frame by frame, as its vehicle would send it.
  int cue(const analysis::Manoeuvre& manoeuvre);
  int watch();
  /// What was seen, at the end.
  void summarise();

 private:
  int wait_for(Word word);
  int stream(const StreamShape& shape);
  bool finish(messages::Id why);
  bool arrived(const StreamShape& shape, const Status& status, host::Clock::time_point since);
  void report();
  int fail(const messages::Message& what) {
    print_error(what);
    return kFailed;
  }
  int abandon(const messages::Message& what);
  /// To single frames some controllers answer only, and say nothing between.
  bool status_flows() const {
    return !options_.once || client_.counters().received > client_.counters().sent + kUnasked;
  }

  DarrenClient& client_;
  const HostOptions& options_;
  Interrupt interrupt_;
  host::Clock::time_point start_ = host::Clock::now();
  StatusWord shown_state_{};
  std::uint32_t shown_warnings_ = 0;  ///< all that were shown since the state changed: some come and go
  bool shown_ = false;
};

/// A line whenever the state changes or a warning is new.
void DarrenSpeaker::report() {
  if (!client_.status()) return;
  const Status& status = *client_.status();
  const bool changed = !shown_ || status.state != shown_state_;
  if (!changed && (status.warnings & ~shown_warnings_) == 0) return;
  shown_ = true;
  shown_state_ = status.state;
  shown_warnings_ = changed ? status.warnings : shown_warnings_ | status.warnings;
  say(options_.json ? json_of(status).dump() : text_of(status));
}

int DarrenSpeaker::connect(bool on) {
  const Duration patience = from_seconds(options_.timeout.value_or(1.0));
  const auto answer = on ? client_.connect(patience) : client_.disconnect(patience);
  if (!answer) return fail(message_of(answer.error()));
  if (options_.json)
    say(Json{{"answer", *answer ? "ack" : "nack"}}.dump());
  else if (on)
    say(messages::to_text(*answer ? Id::host_ack_connected : Id::host_nack_connected));
  else
    say(messages::to_text(*answer ? Id::host_ack_disconnected : Id::host_nack_disconnected));
  return *answer ? kDone : kFailed;
}

/// Whoever started a motion and goes away holds it first, also when it cannot be seen any more: the
/// controller may hear what it does not answer.
int DarrenSpeaker::abandon(const messages::Message& what) {
  client_.no_values();
  client_.command(Word::hold);
  for (int i = 0; i < kBlindFrames; ++i) client_.tick();
  print_hint(messages::Id::darren_hold_sent);
  return fail(what);
}

int DarrenSpeaker::wait_for(Word word) {
  const auto end = host::Clock::now() + from_seconds(options_.timeout.value_or(kDefaultPatience));
  auto heard = host::Clock::now();
  for (int frames = 1;; ++frames) {
    const std::uint64_t before = client_.counters().received;
    client_.tick();
    const auto now = host::Clock::now();
    if (client_.counters().received != before) heard = now;
    report();
    // The first statuses may be older than the word.
    if (client_.status() && frames > 10 && is_reached(word, *client_.status())) return kDone;
    const bool urgent = word == Word::emergency || word == Word::hold || word == Word::reset;
    if (interrupt_.count() > 0) return urgent ? kFailed : (finish(messages::Id::why_interrupted), kFailed);
    const StatusWord state = client_.status() ? client_.status()->state : StatusWord::init;
    if (word == Word::descend && frames > 10 && state == StatusWord::powered_up)
      return fail(messages::Id::darren_not_zeroed);
    if (!urgent && frames > 10 && (state == StatusWord::fault || state == StatusWord::emergency))
      return abandon(
          messages::say<messages::Id::darren_in_fault>(messages::to_text(host::darren_state_id(state))));
    if (now - heard > kFirstStatus && status_flows()) {
      const auto what =
          messages::say<messages::Id::host_no_status>(net::to_text(client_.link().controller()));
      return urgent ? fail(what) : abandon(what);
    }
    if (now >= end) {
      const auto what = messages::say<messages::Id::host_not_in_time>(
          messages::to_text(host::darren_command_id(word)), messages::to_text(host::darren_state_id(state)));
      return urgent ? fail(what) : abandon(what);
    }
  }
}

int DarrenSpeaker::say_word(std::string_view name) {
  const auto found = std::find_if(kDarrenCommands.begin(), kDarrenCommands.end(),
                                  [name](const NamedCommand& command) { return command.name == name; });
  const Word word = found->word;
  const auto shape = stream_shape(options_);
  if (!shape) {
    print_error(shape.error());
    return kUsage;
  }
  // A word acts when it changes, and the controller may remember this host from before: 0 makes the next one
  // new.
  client_.no_values();
  client_.command(Word::no_change);
  client_.send();
  client_.command(word);
  if (const int code = wait_for(word); code != kDone) return code;
  return word == Word::run && shape->any() ? stream(*shape) : kDone;
}

/// A pose or legs without an end of their own are over when they are reached.
bool DarrenSpeaker::arrived(const StreamShape& shape, const Status& status, host::Clock::time_point since) {
  if (options_.seconds || shape.moves() || status.moving) return false;
  if (host::Clock::now() - since < 300ms) return false;
  return status.state == StatusWord::running;
}

int DarrenSpeaker::stream(const StreamShape& shape) {
  const auto start = host::Clock::now();
  for (;;) {
    const auto now = host::Clock::now();
    const double t = to_seconds(now - start);
    if (shape.legs)
      client_.actuators(*shape.legs);
    else
      client_.target(shape.pose_at(t));
    client_.tick();
    report();
    const Status& status = *client_.status();
    if (interrupt_.count() > 0) return finish(messages::Id::why_interrupted) ? kDone : kFailed;
    if (options_.seconds && t >= *options_.seconds)
      return finish(messages::Id::why_time_is_up) ? kDone : kFailed;
    if (client_.status_age() > 1s && status_flows())
      return abandon(messages::say<messages::Id::host_gone>(1.0));
    if (status.state != StatusWord::running)
      return abandon(messages::say<messages::Id::darren_left_run>(text_of(status)));
    if (!arrived(shape, status, start)) continue;
    const bool there = shape.is_at(status.pose, status.actuators);
    if (!finish(there ? messages::Id::why_arrived : messages::Id::why_elsewhere)) return kFailed;
    return there ? kDone : fail(messages::say<messages::Id::host_not_reached>(text_of(status)));
  }
}

int DarrenSpeaker::cue(const analysis::Manoeuvre& manoeuvre) {
  const auto send = [this](const VehicleInput& now) {
    client_.cue({now.rate.x() / kDegree, now.rate.y() / kDegree, now.rate.z() / kDegree, now.linear.x(),
                 now.linear.y(), now.linear.z()});
  };
  if (manoeuvre.says() == cueing::InputKind::specific_force) print_hint(messages::Id::darren_specific_force);
  // At rest first: it stands at neutral until the vehicle moves.
  send(manoeuvre.rows().front().input);
  client_.command(Word::no_change);
  client_.send();
  client_.command(Word::run);
  if (const int code = wait_for(Word::run); code != kDone) return code;
  const auto start = host::Clock::now();
  const double length = options_.seconds.value_or(manoeuvre.end() - manoeuvre.begin());
  for (;;) {
    const double t = to_seconds(host::Clock::now() - start);
    send(manoeuvre.at(manoeuvre.begin() + t));
    client_.tick();
    report();
    if (interrupt_.count() > 0) return finish(messages::Id::why_interrupted) ? kDone : kFailed;
    if (t >= length) return finish(messages::Id::why_manoeuvre_over) ? kDone : kFailed;
    if (client_.status_age() > 1s) return abandon(messages::say<messages::Id::host_gone>(1.0));
    if (client_.status()->state != StatusWord::running)
      return abandon(messages::say<messages::Id::darren_left_run>(text_of(*client_.status())));
  }
}

/// Hold is what this protocol has for "stop here": the platform stands where it is and waits for the next
/// word.
bool DarrenSpeaker::finish(messages::Id why) {
  print_hint(messages::say<messages::Id::darren_hold_now>(why));
  client_.no_values();
  client_.command(Word::hold);
  const int before = interrupt_.count();
  for (const auto end = host::Clock::now() + 5s; host::Clock::now() < end;) {
    client_.tick();
    report();
    if (client_.status() && !client_.status()->moving && is_reached(Word::hold, *client_.status()))
      return true;
    if (interrupt_.count() > before) break;
  }
  print_error(messages::Id::darren_hold_unconfirmed);
  return false;
}

int DarrenSpeaker::watch() {
  LiveLine live;
  const Duration period = from_seconds(1.0 / options_.rate.value_or(5.0));
  const Duration patience = from_seconds(options_.timeout.value_or(2.0));
  auto due = host::Clock::now();
  for (auto heard = due; interrupt_.count() == 0;) {
    if (client_.poll(20ms)) heard = host::Clock::now();
    const auto now = host::Clock::now();
    if (now - heard > patience)
      return fail(messages::say<messages::Id::darren_no_status_here>(client_.link().local().port));
    if (now < due || !client_.status()) continue;
    due = std::max(due + period, now);
    if (options_.json)
      say(json_of(*client_.status()).dump());
    else
      live.show(text_of(*client_.status()));
    if (options_.seconds && now - start_ >= from_seconds(*options_.seconds)) break;
  }
  return kDone;
}

void DarrenSpeaker::summarise() {
  const host::DarrenCounters& seen = client_.counters();
  if (seen.sent < 2) return;  // nothing was streamed
  const double seconds = to_seconds(host::Clock::now() - start_);
  if (options_.json) {
    say(Json{{"sent", seen.sent},
             {"late", seen.late},
             {"seconds", seconds},
             {"received", seen.received},
             {"lost", seen.lost},
             {"foreign", seen.foreign}}
            .dump());
    return;
  }
  say(spoken<Id::host_statuses_lost>(sent_in(seen.sent, seconds, seen.late), seen.received, seen.lost));
}

/// At the port where controllers expect the host; when that is taken, at any.
Result<DarrenClient, host::Error> open_client(const HostOptions& options, const net::Address& controller) {
  host::DarrenSettings settings;
  settings.controller = controller;
  settings.rate_hz = options.commands.front() == "watch" ? 100.0 : options.rate.value_or(100.0);
  settings.once = options.once;
  if (options.local_port) settings.local_port = static_cast<std::uint16_t>(*options.local_port);
  auto client = DarrenClient::open(settings);
  if (client || options.local_port || options.commands.front() == "watch") return client;
  const std::uint16_t usual = std::exchange(settings.local_port, std::uint16_t{0});
  client = DarrenClient::open(settings);
  if (client) print_hint(messages::say<messages::Id::host_port_taken>(usual, client->link().local().port));
  return client;
}

bool is_known(std::string_view name) {
  return name == "connect" || name == "disconnect" || name == "watch" ||
         std::any_of(kDarrenCommands.begin(), kDarrenCommands.end(),
                     [name](const NamedCommand& command) { return command.name == name; });
}

}  // namespace

int host_darren(const HostOptions& options, const net::Address& controller) {
  if (!options.commands.empty() && options.commands.front() == "cue") {
    if (options.commands.size() != 2) {
      print_error(messages::Id::darren_cue_file);
      return kUsage;
    }
    const auto manoeuvre = analysis::read_manoeuvre(options.commands[1]);
    if (!manoeuvre) {
      print_error(manoeuvre.error());
      return kFailed;
    }
    auto client = open_client(options, controller);
    if (!client) {
      print_error(message_of(client.error()));
      return kFailed;
    }
    DarrenSpeaker speaker{*client, options};
    const int code = speaker.cue(*manoeuvre);
    speaker.summarise();
    return code;
  }
  for (const std::string& name : options.commands) {
    if (is_known(name)) continue;
    print_error(messages::say<messages::Id::host_no_command>(
        "darren", name, "connect, disconnect, neutral, run, hold, descend, reset, estop, cue FILE, watch"));
    return kUsage;
  }
  auto client = open_client(options, controller);
  if (!client) {
    print_error(message_of(client.error()));
    return kFailed;
  }
  DarrenSpeaker speaker{*client, options};
  int code = kDone;
  for (const std::string& name : options.commands) {
    if (name == "watch")
      code = speaker.watch();
    else if (name == "connect" || name == "disconnect")
      code = speaker.connect(name == "connect");
    else
      code = speaker.say_word(name);
    if (code != kDone) break;
  }
  if (code != kUsage) speaker.summarise();
  return code;
}

}  // namespace hexad::cli
