// The program at work until it is told to end: threads and drives are looked after, signals obeyed, the
// platform brought down.

#include <algorithm>
#include <thread>

#include "daemon/daemon.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "os/wait.hpp"

namespace hexad::inline daemon {
namespace {

using namespace std::chrono_literals;
using messages::Id;
using messages::say;

constexpr Duration kLook = 500ms;         // after threads, and sooner for an impatient service manager
constexpr Duration kOutOfTheHouse = 10s;  // from the end of the descent to the end of the program

Id does(const std::optional<Control>& control) {
  if (control == Control::exit) return Id::does_descend_and_exit;
  return control == Control::stop ? Id::does_stop_and_exit : Id::does_exit;
}

}  // namespace

void Daemon::start() {
  network_.start();
  worker_.start();
  loop_thread_.start();
  if (web_) {
    identity_.listening = listening_;
    identity_.console = web_->url();
    identity_.names = board_.names();
    web_->start(identity_);
  }
  if (real_time_.enabled) log_.info(message_of(real_time_, loop_thread_.grant()));
  // A machine that never leaves the self-test is served too: hosts are told so.
  for (int i = 0; i < 100; ++i) {
    outbox_.refresh();
    if (outbox_.telemetry().tick > 1 && outbox_.telemetry().state != State::init) break;
    std::this_thread::sleep_for(std::chrono::milliseconds{10});
  }
}

/// Twice what a whole stroke takes, and some: whatever takes longer is no descent.
Duration Daemon::longest_descent() const {
  const double stroke = calibration_.machine.geometry.stroke;
  const double speed = calibration_.machine.limits.lowering_speed();
  const double platform_s = 10.0 + (speed > 0.0 ? 2.0 * stroke / speed : 0.0);
  return std::max(lifecycle::Shutdown::kUsual, from_seconds(platform_s / platform_clock_.speed()));
}

/// The service manager hears of ticks that were made, not of this thread.
void Daemon::look_at_threads(TimePoint now) {
  const Telemetry& telemetry = outbox_.telemetry();
  if (telemetry.tick != newest_tick_) {
    newest_tick_ = telemetry.tick;
    ticked_ = now;
    manager_.lives(now);
  }
  manager_.show(messages::to_text(id_of(telemetry.state)));
  if (now - looked_ < kLook / 2) return;
  looked_ = now;
  if (loop_watch_.look(ticked_, now) == BeatWatch::Notice::silent) log_.error(Id::log_loop_stands);
  if (!web_) return;
  const BeatWatch::Notice news = console_watch_.look(web_->last_beat(), now);
  if (news == BeatWatch::Notice::silent) log_.error(Id::log_console_silent);
  if (news == BeatWatch::Notice::back) log_.warn(say<Id::log_console_back>(console_watch_.times()));
  network_.console_answers(!console_watch_.silent());
}

/// Said once: whom it waits for, and that they came.
void Daemon::look_at_drives() {
  const Telemetry& telemetry = outbox_.telemetry();
  if (telemetry.tick == 0 || telemetry.drives_missing == drives_missing_) return;
  drives_missing_ = telemetry.drives_missing;
  if (drives_missing_)
    log_.warn(say<Id::log_drives_missing>(drives_.name));
  else
    log_.info(say<Id::log_drives_answer>(drives_.name));
}

/// The program is to end, once more if it was told before.
std::optional<Control> Daemon::leave(lifecycle::Shutdown& shutdown) {
  const auto control = shutdown.signal(outbox_.telemetry(), wall_clock_.now());
  if (web_) web_->leave();  // nothing may get in the way of the descent
  manager_.stopping(longest_descent() + kOutOfTheHouse);
  if (control) ask(*control);
  return control;
}

bool Daemon::run(Signals& signals) {
  lifecycle::Shutdown shutdown{longest_descent()};
  if (!manager_.problem().empty()) log_.warn(say<Id::log_no_service_manager>(manager_.problem()));
  manager_.ready(messages::to_text(id_of(outbox_.telemetry().state)));
  const Duration look = manager_.patience() > Duration{} ? std::min(kLook, manager_.patience() / 4) : kLook;
  do {
    wait_readable(signals.get(), shutdown.begun() ? 5ms : look);
    outbox_.refresh();
    look_at_threads(wall_clock_.now());
    look_at_drives();
    if (motus_host_.is_new()) worker_.wake().signal();
    if (memory_.used() && !shutdown.begun()) {
      const auto control = leave(shutdown);
      log_.error(say<Id::log_memory_used_up>(does(control)));
    }
    while (const int signal = signals.take()) {
      const auto control = leave(shutdown);
      log_.info(say<Id::log_signal>(Signals::name(signal), does(control)));
    }
    if (const auto control = shutdown.overdue(outbox_.telemetry(), wall_clock_.now())) {
      log_.error(Id::log_descent_too_long);
      ask(*control);
    }
  } while (!shutdown.complete(outbox_.telemetry(), wall_clock_.now()));
  end_threads();
  outbox_.refresh();
  const State state = outbox_.telemetry().state;
  if (shutdown.stays_raised(outbox_.telemetry()))
    log_.error(say<Id::log_exit_raised>(id_of(state)));
  else
    log_.info(say<Id::log_exit>(id_of(state)));
  return !memory_.used();
}

void Daemon::ask(Control control) {
  Request request;
  request.driver = kSignalEndpoint;
  request.arrival = platform_clock_.now();
  request.contract = &kOperatorContract;
  request.what = control;
  if (control == Control::stop)
    inbox_.latch(0, control, false, {kSignalEndpoint, request.arrival, &kOperatorContract, 0});
  else if (!inbox_.request(request))
    log_.error(Id::log_core_full);
}

}  // namespace hexad::inline daemon
