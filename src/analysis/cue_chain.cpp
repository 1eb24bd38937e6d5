#include "analysis/cue_chain.hpp"

#include <algorithm>
#include <cmath>

#include "model/state.hpp"

namespace hexad::analysis {
namespace {

constexpr double kLeadIn = 1.0;  // s at rest before the manoeuvre: the fade is over
constexpr std::uint32_t kRunAct = 1;

/// As darren's 102 has it.
const Contract kHost = [] {
  Contract contract;
  contract.silence = std::chrono::milliseconds{500};
  contract.arming = Arming::stream_while_running;
  contract.on_silence = OnSilence::hold;
  contract.resume_by = ResumeBy::command_edge;
  contract.lease = LeaseRule::after_silence;
  contract.bring_up = BringUp::zero_and_raise;
  contract.on_limit = OnLimit::clamp;
  contract.running_is_mode = true;
  return contract;
}();
constexpr Endpoint kFrom{1, 0x7F000001, 1};

plant::Settings raised() {
  plant::Settings settings;
  settings.initial = plant::Initial::neutral;
  return settings;
}

controller::Settings settings_of(const CueSetting& setting) {
  controller::Settings settings;
  settings.initial = controller::Initial::neutral;
  settings.cueing = setting.tuning;
  return settings;
}

}  // namespace

CueChain::CueChain(const Machine& machine, const CueSetting& setting)
    : setting_{setting},
      drives_{machine, raised()},
      core_{machine, settings_of(setting)},
      feedback_{drives_.feedback()},
      frame_ticks_{std::max(1, static_cast<int>(std::lround(1.0 / (kCueStep * setting.host_rate))))} {}

void CueChain::send(const What& what) { requests_.push_back({0, kFrom, now_, &kHost, kRunAct, what}); }

void CueChain::step() {
  out_ = &core_.step(now_, requests_, feedback_);
  requests_.clear();
  feedback_ = drives_.exchange(out_->setpoint, now_, from_seconds(kCueStep));
  now_ += from_seconds(kCueStep);
}

void CueChain::tick(const VehicleInput& vehicle) {
  if (ticks_++ % frame_ticks_ == 0) {
    StreamTarget target;
    target.kind = StreamTarget::Kind::cue;
    target.cue = vehicle;
    send(target);
  }
  step();
}

bool CueChain::start() {
  for (int i = 0; i < 10; ++i) step();
  send(Go{Step::run});
  VehicleInput rest;  // a vehicle that stands on level ground
  if (setting_.tuning.input == CueInput::specific_force) rest.linear.z() = kGravity;
  for (int i = 0; i < 2000; ++i) {
    tick(rest);
    if (telemetry().state != State::running || telemetry().program != ProgramKind::cueing) continue;
    const int fade = static_cast<int>(kLeadIn / kCueStep);
    for (int k = 0; k < fade; ++k) tick(rest);
    ticks_ = 0;  // the first frame of what comes now is sent at once
    return true;
  }
  return false;
}

}  // namespace hexad::analysis
