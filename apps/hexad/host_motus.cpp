// `hexad host motus`: commands until the status shows what they ask for, streams, steps, sines, scripts, legs
// by hand.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "hexad/exit_code.hpp"
#include "hexad/host.hpp"
#include "hexad/host_motus.hpp"
#include "hexad/host_stream.hpp"
#include "hexad/output.hpp"
#include "host/motus_client.hpp"
#include "host/words.hpp"
#include "messages/say.hpp"

namespace hexad::cli {
namespace {

using namespace std::chrono_literals;
using host::MotusClient;
using Cmd = MotusClient::Cmd;
using DofStatus = MotusClient::DofStatus;
using Status = MotusClient::Status;

constexpr Duration kToAct = 1500ms;  ///< a command that has not shown by then was not taken

constexpr std::array<std::string_view, 12> kMotusCommands{
    "zero", "raise", "neutral", "descend", "run", "step", "sine", "script", "jog", "stop", "estop", "watch"};

bool is_down(DofStatus state) { return state == DofStatus::zeroed || state == DofStatus::descended; }
bool is_at_rest(DofStatus state) {
  return is_down(state) || state == DofStatus::risen || state == DofStatus::returned ||
         state == DofStatus::initialised || state == DofStatus::script_done || state == DofStatus::stopped;
}

class MotusSpeaker {
 public:
  MotusSpeaker(MotusClient& client, const HostOptions& options) : client_{client}, options_{options} {}

  int say_word(const std::string& name);
  int watch();
  /// What was seen, at the end.
  void summarise();

 private:
  /// Ticks until `done`; ended by an emergency, silence, the time-out, Ctrl-C, or a command that was not
  /// taken.
  template <class Done>
  int until(std::string_view name, bool needs_raised, Done&& done);
  int not_taken(std::string_view name, bool needs_raised);
  int go(const std::string& name);
  int step(const StreamShape& shape);
  int sine(const StreamShape& shape);
  int script();
  int jog();
  int stream(const StreamShape& shape);
  int run_for(std::string_view name, DofStatus state);
  bool finish(messages::Id why);
  bool step_and_note();
  void report();
  int fail(const messages::Message& what) {
    print_error(what);
    return kFailed;
  }
  int abandon(const messages::Message& what);
  DofStatus state() const { return client_.status() ? client_.status()->state : DofStatus::initialised; }
  std::string now_text() const { return text_of(*client_.status(), client_.pose()); }

  MotusClient& client_;
  const HostOptions& options_;
  Interrupt interrupt_;
  Stillness still_;
  host::Clock::time_point start_ = host::Clock::now();
  host::Clock::time_point since_ = start_;  ///< the present command
  DofStatus shown_state_{};
  bool shown_ = false;
};

/// A line whenever the state changes.
void MotusSpeaker::report() {
  if (!client_.status() || (shown_ && state() == shown_state_)) return;
  shown_ = true;
  shown_state_ = state();
  say(options_.json ? json_of(*client_.status(), client_.pose()) : now_text());
}

/// Whoever started a motion and goes away stops it first, also when it cannot be seen any more: the
/// controller may hear what it does not answer.
int MotusSpeaker::abandon(const messages::Message& what) {
  client_.soft_stop();
  for (int i = 0; i < kBlindFrames; ++i) client_.tick();
  print_hint(messages::Id::motus_stop_sent);
  return fail(what);
}

/// One frame; false when the controller is gone. To single frames some controllers answer only, and say
/// nothing between.
bool MotusSpeaker::step_and_note() {
  const host::MotusCounters& seen = client_.counters();
  const std::uint64_t before = seen.received;
  client_.tick();
  report();
  if (seen.received != before) still_.note(client_.pose());
  const bool flows = !options_.once || seen.received > seen.sent + kUnasked;
  return !flows || client_.status_age() <= kFirstStatus;
}

int MotusSpeaker::not_taken(std::string_view name, bool needs_raised) {
  if (state() == DofStatus::initialised) return fail(messages::say<messages::Id::motus_not_zeroed>(name));
  if (needs_raised && is_down(state())) return fail(messages::say<messages::Id::motus_at_bottom>(name));
  return fail(messages::say<messages::Id::motus_not_taken>(name, now_text()));
}

template <class Done>
int MotusSpeaker::until(std::string_view name, bool needs_raised, Done&& done) {
  const auto end = since_ + from_seconds(options_.timeout.value_or(kDefaultPatience));
  const DofStatus before = state();
  bool acted = false;
  for (;;) {
    if (!step_and_note())
      return abandon(messages::say<messages::Id::host_no_status>(net::to_text(client_.link().controller())));
    const auto now = host::Clock::now();
    // From one kind of standing to another (9 becomes 3 with any new command) nothing has been taken yet.
    acted = acted || still_.moved() || (state() != before && !is_at_rest(state()));
    if (done(acted || now - since_ > kToAct)) return kDone;
    if (interrupt_.count() > 0) return finish(messages::Id::why_interrupted), kFailed;
    if (state() == DofStatus::stopped && name != "stop") {
      const auto what = messages::say<messages::Id::motus_in_fault>(now_text());
      return acted ? abandon(what) : fail(what);
    }
    if (!acted && now - since_ > 2 * kToAct) return not_taken(name, needs_raised);
    if (now >= end) return abandon(messages::say<messages::Id::motus_not_in_time>(name, now_text()));
  }
}

int MotusSpeaker::go(const std::string& name) {
  const host::MotusPose middle{};
  const auto at_middle = [&] {
    return (state() == DofStatus::risen || state() == DofStatus::returned) &&
           is_near(client_.pose(), middle, 0.5, 0.05);
  };
  if (name == "zero") {
    client_.command(Cmd::zero);
    return until(name, false, [&](bool acted) { return acted && is_down(state()); });
  }
  if (name == "descend") {
    client_.command(Cmd::descend);
    return until(name, false, [&](bool) { return is_down(state()); });
  }
  client_.command(name == "raise" ? Cmd::raise : Cmd::neutral);
  return until(name, name == "neutral", [&](bool) { return at_middle() && still_.stands(); });
}

int MotusSpeaker::step(const StreamShape& shape) {
  if (!shape.has_pose) {
    print_error(messages::Id::motus_step_where);
    return kUsage;
  }
  const host::MotusPose target = shape.pose_at(0.0);
  host::MotusPose speed;
  if (options_.speed) {
    const AxisValues& v = *options_.speed;
    speed = {v[3], v[4], v[5], v[0], v[1], v[2]};
  }
  client_.step(target, speed);
  const int code = until("step", true, [&](bool acted) { return acted && still_.stands(); });
  if (code != kDone || is_near(client_.pose(), target, 0.5, 0.05)) return code;
  return is_down(state()) || state() == DofStatus::initialised
             ? not_taken("step", true)
             : abandon(messages::say<messages::Id::host_not_reached>(now_text()));
}

int MotusSpeaker::sine(const StreamShape& shape) {
  if (shape.sines.empty() || shape.has_pose) {
    print_error(messages::Id::motus_sine_form);
    return kUsage;
  }
  host::MotusSine sine;
  for (const StreamSine& each : shape.sines) {
    const std::size_t place = kPitchFirstConvention.place_of(each.axis);
    sine.amplitude[place] = each.amplitude;
    sine.frequency[place] = each.hertz;
  }
  client_.sine(sine);
  return run_for("sine", DofStatus::instructed);
}

/// What the controller does by itself, for --seconds or until Ctrl-C.
int MotusSpeaker::run_for(std::string_view name, DofStatus wanted) {
  if (const int code = until(name, true, [&](bool) { return state() == wanted; }); code != kDone) return code;
  const auto begin = host::Clock::now();
  for (;;) {
    if (!step_and_note()) return abandon(messages::say<messages::Id::host_gone>(2.0));
    if (interrupt_.count() > 0) return finish(messages::Id::why_interrupted) ? kDone : kFailed;
    if (state() != wanted) return abandon(messages::say<messages::Id::motus_ended>(name, now_text()));
    if (options_.seconds && host::Clock::now() - begin >= from_seconds(*options_.seconds))
      return finish(messages::Id::why_time_is_up) ? kDone : kFailed;
  }
}

int MotusSpeaker::script() {
  if (options_.file < 1 || options_.file > 255) {
    print_error(messages::say<messages::Id::motus_file_range>(options_.file));
    return kUsage;
  }
  client_.script(static_cast<std::uint8_t>(options_.file));
  bool fresh = false;  // 9 may still be that of the script before
  return until(fmt::format("script {}", options_.file), true, [&](bool) {
    fresh = fresh || state() != DofStatus::script_done;
    return fresh && state() == DofStatus::script_done;
  });
}

int MotusSpeaker::jog() {
  unsigned legs = 0;
  for (const int leg : options_.jog_legs)
    legs |= leg >= 1 && leg <= 6 ? 1U << static_cast<unsigned>(leg - 1) : 0x80U;
  if (legs == 0 || (legs & 0x80U) != 0 || !options_.seconds) {
    print_error(messages::Id::motus_jog_form);
    return kUsage;
  }
  client_.jog(static_cast<std::uint8_t>(legs), static_cast<std::int16_t>(std::lround(options_.jog_speed)));
  int code = until("jog", false, [&](bool) { return state() == DofStatus::manual; });
  for (const auto end = host::Clock::now() + from_seconds(*options_.seconds);
       code == kDone && host::Clock::now() < end && interrupt_.count() == 0;)
    if (!step_and_note()) code = abandon(messages::say<messages::Id::host_gone>(2.0));
  // Legs move while frames with this command come: without them they stand.
  client_.idle();
  for (const auto end = host::Clock::now() + 5s; host::Clock::now() < end && state() == DofStatus::manual;)
    if (!step_and_note()) break;
  return code;
}

int MotusSpeaker::stream(const StreamShape& shape) {
  client_.follow(shape.pose_at(0.0));
  if (const int code = until("run", true, [&](bool) { return state() == DofStatus::following; });
      code != kDone)
    return code;
  const auto begin = host::Clock::now();
  for (;;) {
    const double t = to_seconds(host::Clock::now() - begin);
    client_.follow(shape.pose_at(t));
    if (!step_and_note()) return abandon(messages::say<messages::Id::host_gone>(2.0));
    if (interrupt_.count() > 0) return finish(messages::Id::why_interrupted) ? kDone : kFailed;
    if (options_.seconds && t >= *options_.seconds)
      return finish(messages::Id::why_time_is_up) ? kDone : kFailed;
    if (state() != DofStatus::following)
      return abandon(messages::say<messages::Id::motus_follows_no_more>(now_text()));
    if (options_.seconds || shape.moves() || t < 1.0 || !still_.stands()) continue;
    const bool there = is_near(client_.pose(), shape.pose_at(t), 0.5, 0.05);
    if (!finish(there ? messages::Id::why_arrived : messages::Id::why_elsewhere)) return kFailed;
    return there ? kDone : fail(messages::say<messages::Id::host_not_reached>(now_text()));
  }
}

/// 11/3 is what this protocol has for "stop here".
bool MotusSpeaker::finish(messages::Id why) {
  print_hint(messages::say<messages::Id::motus_stop_now>(why));
  client_.soft_stop();
  const int before = interrupt_.count();
  for (const auto end = host::Clock::now() + 10s; host::Clock::now() < end;) {
    if (!step_and_note()) break;
    // The first generation has no stop: its stream ends, and the last target stays.
    if ((is_at_rest(state()) || options_.dialect == "generation1") && still_.stands()) return true;
    if (interrupt_.count() > before) break;
  }
  print_error(messages::Id::motus_stop_unconfirmed);
  return false;
}

int MotusSpeaker::say_word(const std::string& name) {
  const auto shape = stream_shape(options_);
  if (!shape) {
    print_error(shape.error());
    return kUsage;
  }
  if (shape->legs) {
    print_error(messages::Id::motus_no_legs);
    return kUsage;
  }
  // A command acts when it changes, and the controller may remember this host from before: 0 makes the next
  // one new.
  client_.idle();
  if (name == "estop") client_.command(Cmd::emergency);
  if (const auto status = client_.wait_for_status(kFirstStatus); !status)
    return fail(message_of(status.error()));
  report();
  since_ = host::Clock::now();
  still_ = {};
  if (name == "estop") {
    for (const auto end = since_ + 2s; state() != DofStatus::stopped && host::Clock::now() < end;)
      step_and_note();
    return state() == DofStatus::stopped ? kDone
                                         : fail(messages::say<messages::Id::motus_no_emergency>(now_text()));
  }
  if (name == "stop") return finish(messages::Id::why_asked_for) ? kDone : kFailed;
  if (name == "run") return stream(*shape);
  if (name == "step") return step(*shape);
  if (name == "sine") return sine(*shape);
  if (name == "script") return script();
  if (name == "jog") return jog();
  return go(name);
}

int MotusSpeaker::watch() {
  LiveLine live;
  const Duration period = from_seconds(1.0 / options_.rate.value_or(5.0));
  const Duration patience = from_seconds(options_.timeout.value_or(2.0));
  auto due = host::Clock::now();
  auto heard = due;
  client_.idle();
  client_.send();
  while (interrupt_.count() == 0) {
    if (client_.poll(20ms)) heard = host::Clock::now();
    const auto now = host::Clock::now();
    if (now - heard > patience)
      return fail(messages::say<messages::Id::host_no_status>(net::to_text(client_.link().controller())));
    if (now < due || !client_.status()) continue;
    due = std::max(due + period, now);
    if (options_.json)
      say(json_of(*client_.status(), client_.pose()));
    else
      live.show(now_text());
    if (options_.seconds && now - start_ >= from_seconds(*options_.seconds)) break;
    client_.send();  // Cmd 0: while another host drives, only what is asked is answered
  }
  return kDone;
}

void MotusSpeaker::summarise() {
  const host::MotusCounters& seen = client_.counters();
  if (seen.sent < 2) return;  // nothing was streamed
  const double seconds = to_seconds(host::Clock::now() - start_);
  if (options_.json) return say(json_of(seen, seconds));
  say(spoken<messages::Id::host_statuses>(sent_in(seen.sent, seconds, seen.late), seen.received));
}

/// At the port where controllers expect the host; when that is taken, at any.
Result<MotusClient, host::Error> open_client(const HostOptions& options, const net::Address& controller) {
  host::MotusSettings settings;
  settings.controller = controller;
  settings.rate_hz = options.commands.front() == "watch" ? 100.0 : options.rate.value_or(100.0);
  settings.unit = options.unit == "mm" ? protocols::motus::TranslationUnit::millimetre
                                       : protocols::motus::TranslationUnit::metre;
  if (options.dialect == "2020") settings.dialect = protocols::motus::Dialect::of_2020;
  settings.generation1 = {options.dialect == "generation1", options.heave_down ? -1.0 : 1.0, settings.unit};
  settings.once = options.once;
  // Looking on must not be taken for the host that drives.
  if (options.commands.front() == "watch") settings.local_port = 0;
  if (options.local_port) settings.local_port = static_cast<std::uint16_t>(*options.local_port);
  auto client = MotusClient::open(settings);
  if (client || options.local_port) return client;
  const std::uint16_t usual = std::exchange(settings.local_port, std::uint16_t{0});
  client = MotusClient::open(settings);
  if (client) print_hint(messages::say<messages::Id::host_port_taken>(usual, client->link().local().port));
  return client;
}

}  // namespace

int host_motus(const HostOptions& options, const net::Address& controller) {
  for (const std::string& name : options.commands) {
    if (std::find(kMotusCommands.begin(), kMotusCommands.end(), name) != kMotusCommands.end()) continue;
    print_error(messages::say<messages::Id::host_no_command>(
        "motus", name, fmt::format("{}", fmt::join(kMotusCommands, ", "))));
    return kUsage;
  }
  auto client = open_client(options, controller);
  if (!client) {
    print_error(message_of(client.error()));
    return kFailed;
  }
  MotusSpeaker speaker{*client, options};
  int code = kDone;
  for (const std::string& name : options.commands) {
    code = name == "watch" ? speaker.watch() : speaker.say_word(name);
    if (code != kDone) break;
  }
  if (code != kUsage && options.commands.front() != "watch") speaker.summarise();
  return code;
}

}  // namespace hexad::cli
