#include "commission/procedure.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "messages/say.hpp"
#include "model/messages.hpp"

namespace hexad::commission {
namespace {

using messages::Id;
using messages::say;

constexpr double kRest = 0.4;        // s, at each end of a move
constexpr double kTakesHold = 0.15;  // s, every leg on, before anything moves
constexpr double kBrakeWatch = 2.0;  // s with the drives off
constexpr double kArrived = 0.1 * kMillimetre;
constexpr double kSteady = 0.98;   // share of the speed of a phase
constexpr double kSettled = 0.05;  // s after ticks that were left out

bool every_leg(const Machine& machine, const Feedback& feedback, bool on) {
  return std::all_of(
      feedback.legs.begin(), feedback.legs.begin() + machine.geometry.legs,
      [on](const LegFeedback& leg) { return on ? leg.enabled && !leg.brake_closed : !leg.enabled; });
}

}  // namespace

const char* to_string(Procedure::Stage stage) noexcept {
  constexpr std::array<const char*, 7> kNames{"first", "asking",  "second", "brake",
                                              "back",  "faulted", "done"};
  return kNames[static_cast<std::size_t>(stage)];
}

Procedure::Procedure(const Machine& machine, const Plan& plan, double period)
    : machine_{machine}, plan_{plan}, period_{period} {
  begin_leg();
}

void Procedure::begin_leg() {
  records_.push_back({.leg = leg()});
  base_.reset();
  begin_part(Stage::first);
}

void Procedure::begin_part(Stage stage) {
  stage_ = stage;
  under_way_ = false;
  step_ = 0;
  since_ = now_;
  jog_.reset();
  part_samples_ = current().samples.size();
  part_rests_ = current().rests.size();
}

/// Samples of a part that was broken off are no measurement.
void Procedure::drop_part() {
  current().samples.resize(part_samples_);
  current().rests.resize(part_rests_);
  under_way_ = false;
  step_ = 0;
}

void Procedure::next_stage() {
  must_let_go_ = true;
  switch (stage_) {
    case Stage::first:
      return begin_part(Stage::asking);
    case Stage::asking:
      return begin_part(Stage::second);
    case Stage::second:
      return begin_part(Stage::brake);
    case Stage::brake:
      return begin_part(Stage::back);
    case Stage::back:
      current().complete = true;
      [[fallthrough]];
    default:
      break;
  }
  jog_.reset();
  if (at_ + 1 == plan_.legs.size()) {
    stage_ = Stage::done;
    return;
  }
  ++at_;
  begin_leg();
}

bool Procedure::answer(const Seen& seen) {
  if (stage_ != Stage::asking) return false;
  current().seen = seen;
  next_stage();
  return true;
}

void Procedure::go_on() {
  if (stage_ == Stage::done) return;
  leaving_ = stage_ == Stage::faulted;
  if (leaving_) return;
  stage_ = Stage::faulted;  // left as it is
  next_stage();
}

void Procedure::repeat() {
  if (stage_ == Stage::done || stage_ == Stage::faulted) return;
  records_.pop_back();
  begin_leg();
}

void Procedure::look(const Telemetry& t, bool held) {
  now_ = static_cast<double>(t.tick) * period_;
  if (std::exchange(slipped_, t.slipped_ticks) != t.slipped_ticks) slipped_at_ = now_;
  order_ = Order::none;
  if (!held) must_let_go_ = false;
  const bool locked = t.fault || t.state == State::fault || t.state == State::emergency;
  if (stage_ == Stage::done) return;
  if (locked && stage_ != Stage::faulted) {
    if (t.fault) record(t, current().samples.empty() ? Phase::standing : current().samples.back().phase, 0.0);
    current().fault = fault_ = t.fault;
    stage_ = Stage::faulted;
    jog_.reset();
    return;
  }
  if (stage_ == Stage::faulted) {
    if (!leaving_) return;
    if (t.state == State::fault || t.state == State::emergency) order_ = Order::reset;
    if (locked || t.state == State::init) return;
    leaving_ = false;
    return next_stage();
  }
  if (!t.taken) {  // hosts wait outside
    order_ = Order::take;
    jog_.reset();
    return;
  }
  if (stage_ == Stage::first || stage_ == Stage::second || stage_ == Stage::back) return run_part(t, held);
  if (stage_ == Stage::asking) return record(t, Phase::standing, 0.0);  // switches worked by hand
  watch_brake(t);
}

void Procedure::run_part(const Telemetry& t, bool held) {
  static constexpr Step kFirst[]{{1.0, 1.0, Phase::out}, {0.5, 1.0, Phase::in}, {0.0, 1.0, Phase::in}};
  static constexpr Step kSecond[]{{1.0, 2.0, Phase::fast_out},
                                  {0.0, 2.0, Phase::fast_in},
                                  {0.5, 1.0, Phase::raised},
                                  {1.0, 1.0, Phase::raised}};
  static constexpr Step kBack[]{{0.0, 1.0, Phase::lowered}};
  const std::span<const Step> steps = stage_ == Stage::first    ? std::span<const Step>{kFirst}
                                      : stage_ == Stage::second ? std::span<const Step>{kSecond}
                                                                : std::span<const Step>{kBack};
  if (!held || must_let_go_) {
    if (under_way_) drop_part();
    jog_.reset();
    since_ = now_;
    return;
  }
  if (!t.enabled) {
    order_ = Order::enable;
    since_ = now_;
    return;
  }
  if (!under_way_) {
    if (!t.setpoint.enable || !every_leg(machine_, t.feedback, true)) since_ = now_;
    if (now_ - since_ < kTakesHold) return;
    if (!base_) {
      base_ = t.setpoint.extension[static_cast<Eigen::Index>(leg())];
      current().homed = t.feedback.legs[leg()].homed;
    }
    under_way_ = true;
    since_ = now_;
    const double stands = t.setpoint.extension[static_cast<Eigen::Index>(leg())];
    astray_ = stage_ != Stage::back && std::abs(stands - *base_) > kArrived;
  }
  const auto i = static_cast<Eigen::Index>(leg());
  static constexpr Step kHome{0.0, 1.0, Phase::standing};
  const Step& step = astray_ ? kHome : steps[step_];
  const double to = *base_ + step.to * plan_.distance;
  const double away = to - t.setpoint.extension[i];
  const double speed = step.speed * plan_.speed;
  jog_ = Jog{.legs = static_cast<std::uint8_t>(1u << leg()),
             .speed = away >= 0.0 ? speed : -speed,
             .to = to,
             .torque = plan_.torque * machine_.drive.motor_torque};
  record(t, step.phase, speed);
  if (std::abs(away) > kArrived || std::abs(t.setpoint.velocity[i]) > 1e-9) since_ = now_;
  if (now_ - since_ < kRest) return;
  since_ = now_;
  if (std::exchange(astray_, false)) return;
  current().rests.push_back(
      {.at = step.to,
       .out = step.phase == Phase::out || step.phase == Phase::fast_out || step.phase == Phase::raised,
       .told = t.setpoint.extension[i],
       .measured = t.feedback.legs[leg()].extension});
  if (++step_ == steps.size()) next_stage();
}

/// The jog has ended by itself, as nothing is wanted any more; then the drives go off.
void Procedure::watch_brake(const Telemetry& t) {
  if (t.enabled) {
    if (t.state == State::powered_up && !t.busy) order_ = Order::disable;
    since_ = now_;
    return;
  }
  if (t.setpoint.enable || !every_leg(machine_, t.feedback, false)) since_ = now_;
  record(t, Phase::off, 0.0);
  if (now_ - since_ >= kBrakeWatch) next_stage();
}

void Procedure::record(const Telemetry& t, Phase phase, double speed) {
  const auto i = static_cast<Eigen::Index>(leg());
  const LegFeedback& back = t.feedback.legs[leg()];
  Sample sample;
  sample.phase = phase;
  sample.time = now_;
  sample.velocity = t.setpoint.velocity[i];
  sample.in_time = slipped_ == 0 || now_ - slipped_at_ >= kSettled;
  sample.steady = speed > 0.0 && std::abs(sample.velocity) >= kSteady * speed;
  // The setpoint is for the end of the tick it is sent in; what was measured is older.
  const double ahead = to_seconds(t.time - t.feedback.time) + period_;
  for (std::size_t leg = 0; leg < machine_.geometry.legs; ++leg) {
    const auto k = static_cast<Eigen::Index>(leg);
    sample.told[k] = t.setpoint.extension[k] - ahead * t.setpoint.velocity[k];
    sample.measured[k] = t.feedback.legs[leg].extension;
  }
  sample.torque = back.torque;
  sample.upper = back.upper_switch;
  sample.lower = back.lower_switch;
  if (current().samples.empty() || sample.time > current().samples.back().time)
    current().samples.push_back(sample);
}

messages::Message Procedure::to_do() const {
  const std::size_t number = stage_ == Stage::done ? 0 : leg() + 1;
  if (must_let_go_ && stage_ != Stage::done && stage_ != Stage::asking && stage_ != Stage::brake)
    return Id::commission_let_go;
  switch (stage_) {
    case Stage::first:
      return say<Id::commission_do_first>(number, plan_.distance);
    case Stage::asking:
      return say<Id::commission_do_answer>(number);
    case Stage::second:
      return say<Id::commission_do_second>(number, plan_.distance);
    case Stage::brake:
      return say<Id::commission_do_brake>(number);
    case Stage::back:
      return say<Id::commission_do_back>(number);
    case Stage::faulted:
      return say<Id::commission_do_fault>(number, message_of(fault_));
    case Stage::done:
      break;
  }
  return Id::commission_do_done;
}

}  // namespace hexad::commission
