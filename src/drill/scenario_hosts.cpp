// Hosts that stream: darren, whose words are levels; motus, which is timed once it sends regularly; lingjing,
// whose every frame asks to be followed.

#include <cmath>

#include "base/units.hpp"
#include "drill/facts.hpp"
#include "drill/scenario.hpp"

namespace hexad::drill {
namespace {

// darren's command words; motus' commands stand beside them as other numbers.
constexpr std::uint32_t kNeutral = 1, kRun = 2, kDescend = 3, kHold = 5, kFile = 6, kMotus = 20;

}  // namespace

bool Scenario::drives(const Streamer& s) const {
  return telemetry().state == State::running && telemetry().driver == s.endpoint;
}

void Scenario::restart(Streamer& s) {
  constexpr std::array<double, 6> kPeriods{0.5, 0.1, 0.02, 0.01, 0.01, 0.001};
  s.legs = chance(0.2);
  s.cue = s.kind == Kind::darren && !s.legs && chance(0.25);
  s.wave = pick(4);
  s.period = kPeriods[static_cast<std::size_t>(pick(6))];
  s.jitter = chance(0.5) ? 0.0 : 0.2 * s.period;
  s.loss = chance(0.5) ? 0.0 : uniform(0, 0.3);
  s.phase = uniform(0, 6.28);
  s.amplitude = anywhere(chance(0.1) ? 0.0 : uniform(0.05, 1.0));
  for (double& f : s.frequency) f = log_uniform(0.05, 5.0);
  s.held = chance(0.2) ? here() : anywhere(0.5);
}

StreamTarget Scenario::any_target(Streamer& s) {
  const double t = seconds();
  AxisValues values{};
  for (std::size_t i = 0; i < 6; ++i) {
    const double angle = kRevolution * s.frequency[i] * t + s.phase;
    if (s.wave == 0) values[i] = s.amplitude[i] * std::sin(angle);
    if (s.wave == 1) values[i] = s.amplitude[i] * (std::sin(angle) > 0 ? 1 : -1);
    if (s.wave >= 2) values[i] = s.held[i];
  }
  if (s.wave == 2 && t >= s.next_step) {
    s.held = anywhere(uniform(0.1, 1.2));
    s.next_step = t + uniform(0.05, 2.0);
  }
  if (s.wave == 3) {
    for (std::size_t i = 0; i < 6; ++i) s.held[i] += s.amplitude[i] * uniform(-0.02, 0.02);
  }
  StreamTarget target;
  target.kind = s.legs ? StreamTarget::Kind::legs : StreamTarget::Kind::pose;
  target.pose = kXyzConvention.to_pose(values, 0.0);
  if (s.cue) {
    target.kind = StreamTarget::Kind::cue;
    target.cue.linear = 20.0 * Vec3{values[0], values[1], values[2]};
    target.cue.rate = 2.0 * Vec3{values[3], values[4], values[5]};
  }
  if (machine_.rotary && s.kind == Kind::lingjing) {
    target.has_rotary = true;
    target.rotary = values[5];
  }
  for (std::size_t i = 0; i < machine_.geometry.legs; ++i) {
    target.legs[static_cast<Eigen::Index>(i)] =
        0.5 * machine_.geometry.stroke + values[i < 3 ? i : i - 3] + values[i] * 0.3;
  }
  return target;
}

void Scenario::stream(Streamer& s) {
  const double t = seconds();
  if (!s.on || t < s.next) return;
  s.next = t + s.period + uniform(-s.jitter, s.jitter);
  if (chance(s.loss) || exiting_) return;
  const bool drives_now = drives(s);
  const bool asks = (s.kind == Kind::lingjing ? !drives_now : s.retry) && t >= s.next_ask;
  if (asks && s.act != kHold) {
    s.retry = false;
    s.next_ask = t + 0.05;
    ask(s.endpoint, *s.contract, Go{s.step}, s.kind == Kind::lingjing ? 0 : s.act);
    if (s.kind == Kind::lingjing) requests_.back().act = 0;
    s.asked = requests_.back().tag;
  }
  // darren's values count only while it drives; a frame then just shows that the host is there.
  StreamTarget target = any_target(s);
  if (s.kind == Kind::darren && !drives_now) target = {};
  requests_.push_back({0, s.endpoint, now_, s.contract, s.act, target});
}

/// A word is a level: asked for once, and again with every frame while it is refused.
void Scenario::go(Streamer& s, Step step, std::uint32_t word) {
  if (s.kind == Kind::darren && s.act == word && chance(0.8)) {
    // Another word stands in between for a frame.
    requests_.push_back({0, s.endpoint, now_, s.contract, 0, StreamTarget{}});
  }
  s.act = word;
  s.step = step;
  s.retry = false;
  ask(s.endpoint, *s.contract, Go{step}, word);
  s.asked = requests_.back().tag;
}

void Scenario::act_streamer() {
  Streamer& s = streamers_[static_cast<std::size_t>(pick(4))];
  if (chance(0.1)) {
    s.on = false;  // dies
    return;
  }
  if (chance(0.08)) {
    // Outputs: its own business while it drives, nobody's otherwise.
    SetOutputs outputs;
    (s.kind == Kind::lingjing ? outputs.set_relays : outputs.set_digital) = true;
    outputs.relays = static_cast<std::uint16_t>(pick(4096));
    outputs.digital = static_cast<std::uint8_t>(pick(256));
    requests_.push_back({0, s.endpoint, now_, s.contract, s.act, outputs});
    return;
  }
  switch (s.kind) {
    case Kind::darren:
      return act_darren(s);
    case Kind::motus:
      return act_motus(s);
    case Kind::lingjing:
      return act_lingjing(s);
  }
}

void Scenario::act_darren(Streamer& s) {
  switch (pick(16)) {
    case 0:
      return go(s, Step::neutral, kNeutral);
    case 1:
      return go(s, Step::descend, kDescend);
    case 2:
    case 3:
      s.act = kHold;
      return latch(s.endpoint, kDarren, Control::hold);
    case 4:
      requests_.push_back({0, s.endpoint, now_, &kDarren, s.act, Control::disconnect});
      s.on = s.on && chance(0.3);
      return;
    case 5:
      requests_.push_back({0, s.endpoint, now_, &kDarren, s.act, Control::reset});
      return;
    case 6:
      s.act = kFile;
      return order_program(s.endpoint, kDarren, kFile);
    case 7:
    case 8:
      return act_program(s);
    default:
      restart(s);
      s.on = chance(0.9);
      return go(s, Step::run, kRun);
  }
}

void Scenario::act_motus(Streamer& s) {
  if (jog_by_ == s.endpoint) jog_until_ = 0.0;  // one Cmd at a time
  const auto level = kMotus + static_cast<std::uint32_t>(pick(8));
  switch (pick(15)) {
    case 0:
      return go(s, Step::neutral, level);
    case 1:
      return go(s, Step::descend, level);
    case 2:
      return go(s, Step::raise, level);
    case 3:
      return chance(0.3) ? go(s, Step::zero, level) : go(s, Step::raise, level);
    case 4:
      return latch(s.endpoint, *s.contract, Control::stop);
    case 5:
      s.act = level;
      return order_program(s.endpoint, kMotusScript, level);
    case 6:
      if (jog_until_ > seconds()) return;
      s.on = false;
      jog_by_ = s.endpoint;
      jog_contract_ = s.contract;
      return begin_jog();
    case 7:
    case 8:
      s.act = level;
      return act_program(s);
    default:
      restart(s);
      s.on = chance(0.9);
      return go(s, Step::run, level);
  }
}

void Scenario::act_lingjing(Streamer& s) {
  switch (pick(8)) {
    case 0:
      return latch(s.endpoint, kLingjingFilm, Control::hold);
    case 1:
      return latch(s.endpoint, kLingjingFilm, Control::resume);
    case 2: {
      latch(s.endpoint, kLingjingFilm, Control::stop);
      if (telemetry().driver == s.endpoint)  // the film goes back to neutral, and nobody waits for it
        requests_.push_back({0, s.endpoint, now_, &kLingjingFilm, 0, Go{Step::neutral}});
      return;
    }
    case 3:
      order_program(s.endpoint, kLingjingFilm, 1);
      requests_.back().act = 0;
      reserved_.back().act = 0;
      return;
    case 4: {
      StreamTarget move = any_target(s);
      move.travel = from_seconds(uniform(0.001, 4.0));
      s.on = s.on && chance(0.5);
      requests_.push_back({0, s.endpoint, now_, s.contract, 0, move});
      return;
    }
    default:
      restart(s);
      s.act = 0;
      s.on = true;
      return;
  }
}

/// A host that is followed, or will be as soon as the platform is brought up for it, is held and goes. Longer
/// after that than it counts as the driver somebody resumes, and there is nobody to go on.
void Scenario::leave_frozen() {
  const Telemetry& seen = telemetry();
  const double t = seconds();
  if (t >= resume_at_) {
    resume_at_ = 1e9;
    return latch(desk_resumes_ ? kDesk : kMdof, desk_resumes_ ? kOperator : kMdofRises, Control::resume);
  }
  if (resume_at_ < 1e8) return;
  const bool runs = seen.state == State::running,
             comes = one_of(seen.state, {State::zeroing, State::ascending});
  if (!(runs && leaving_() % 6000 == 0) && !(comes && bringing_up_() % 6000 == 0)) return;
  for (Streamer& host : streamers_) {
    if (host.endpoint != seen.driver || !host.on) continue;
    host.on = false;
    desk_resumes_ = leaving_() % 2 == 0;
    resume_at_ = t + 1.2 + 1e-3 * static_cast<double>(leaving_() % 800);
    return latch(desk_resumes_ ? kDesk : kMdof, desk_resumes_ ? kOperator : kMdofRises, Control::hold);
  }
}

/// What a streaming host starts once: a sine, a move, or the end of one of them.
void Scenario::act_program(Streamer& s) {
  s.on = s.on && chance(0.5);
  switch (pick(5)) {
    case 0:
    case 1:
      return ask(s.endpoint, *s.contract, any_sine(), s.act);
    case 2:
    case 3:
      return ask(s.endpoint, *s.contract, MoveTo{target(), speeds(), kXyzConvention}, s.act);
    default:
      if (chance(0.4)) {
        Sine none;  // fades out
        requests_.push_back({0, s.endpoint, now_, s.contract, s.act, none});
        return;
      }
      requests_.push_back({0, s.endpoint, now_, s.contract, s.act, Control::halt});
      return;
  }
}

}  // namespace hexad::drill
