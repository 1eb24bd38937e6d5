#include "faults/scenario.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/units.hpp"

namespace hexad::drill {
namespace {

constexpr Endpoint kText{1, 0, 0};
constexpr Endpoint kDesk{9, 0, 0};

const Contract kTextContract = [] {
  Contract c;
  c.bring_up = BringUp::raise;
  c.one_at_a_time = true;
  return c;
}();
const Contract kTextBringUp = [] {
  Contract c = kTextContract;
  c.bring_up = BringUp::zero_and_raise;
  return c;
}();
const Contract kStreamContract = [] {
  Contract c;
  c.silence = std::chrono::milliseconds{200};
  c.arming = Arming::stream_while_running;
  c.on_silence = OnSilence::hold;
  c.resume_by = ResumeBy::command_edge;
  c.lease = LeaseRule::after_silence;
  c.bring_up = BringUp::zero_and_raise;
  c.on_limit = OnLimit::clamp;
  c.running_is_mode = true;
  return c;
}();
const Contract kOperatorContract = [] {
  Contract c;
  c.lease = LeaseRule::with_motion;
  c.bring_up = BringUp::zero_and_raise;
  c.is_operator = true;
  return c;
}();

}  // namespace

Scenario::Scenario(std::uint64_t seed, const Machine& machine, bool faults)
    : random_{seed}, machine_{machine}, faults_{faults} {
  streamers_[0].endpoint = {2, 0x7F000001, 10010};
  streamers_[1].endpoint = {2, 0x7F000001, 10011};
  for (Streamer& streamer : streamers_) restart(streamer);
}

void Scenario::post(const Endpoint& from, const Contract& contract, const What& what, TimePoint now,
                    std::uint32_t number) {
  requests_.push_back({++tag_, from, now, &contract, number != 0 ? number : ++acts_, what});
}

/// Six axis values inside `share` of a box that is larger than the reach.
AxisValues Scenario::anywhere(double share) {
  AxisValues v{};
  const double travel = 1.2 * machine_.geometry.stroke;
  for (std::size_t i = 0; i < 3; ++i) v[i] = uniform(-1, 1) * travel * share;
  for (std::size_t i = 3; i < 6; ++i) v[i] = uniform(-1, 1) * 35 * kDegree * share;
  for (double& value : v) {
    if (chance(0.3)) value = 0.0;
  }
  return v;
}

void Scenario::restart(Streamer& s) {
  constexpr std::array<double, 6> kPeriods{0.5, 0.1, 0.02, 0.01, 0.01, 0.001};
  s.legs = chance(0.2);
  s.cue = !s.legs && chance(0.25);
  s.wave = pick(4);
  s.period = kPeriods[static_cast<std::size_t>(pick(6))];
  s.jitter = chance(0.5) ? 0.0 : 0.2 * s.period;
  s.loss = chance(0.5) ? 0.0 : uniform(0, 0.3);
  s.phase = uniform(0, 6.28);
  s.amplitude = anywhere(uniform(0.05, 1.0));
  for (double& f : s.frequency) f = std::exp(uniform(std::log(0.05), std::log(5.0)));
  s.held = anywhere(0.5);
}

void Scenario::stream(Streamer& s, TimePoint now) {
  const double t = to_seconds(now.time_since_epoch());
  if (!s.on || t < s.next) return;
  s.next = t + s.period + uniform(-s.jitter, s.jitter);
  if (chance(s.loss)) return;
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
    target.cue.angular = 2.0 * Vec3{values[3], values[4], values[5]};
  }
  for (std::size_t i = 0; i < machine_.geometry.legs; ++i) {
    target.legs[static_cast<Eigen::Index>(i)] =
        0.5 * machine_.geometry.stroke + values[i < 3 ? i : i - 3] + values[i] * 0.3;
  }
  requests_.push_back({0, s.endpoint, now, &kStreamContract, s.act, target});
}

void Scenario::act_streamer(TimePoint now) {
  Streamer& s = streamers_[static_cast<std::size_t>(pick(2))];
  switch (pick(10)) {
    case 0:
      s.on = false;  // dies
      break;
    case 1:
      s.act = ++acts_;
      post(s.endpoint, kStreamContract, Go{Step::neutral}, now, s.act);
      break;
    case 2:
      s.act = ++acts_;
      post(s.endpoint, kStreamContract, Go{Step::descend}, now, s.act);
      break;
    case 3:
      post(s.endpoint, kStreamContract, Control::hold, now, s.act);
      break;
    case 4:
    case 5:
      act_program(s, now);
      break;
    default:
      restart(s);
      s.on = true;
      s.act = ++acts_;
      post(s.endpoint, kStreamContract, Go{Step::run}, now, s.act);
      break;
  }
}

/// What a streaming host starts once: a sine, a move, a target with a time, or the end of one of them.
void Scenario::act_program(Streamer& s, TimePoint now) {
  switch (pick(5)) {
    case 0:
    case 1: {
      Sine sine;
      sine.convention = kXyzConvention;
      sine.amplitude = anywhere(uniform(0.0, 0.6));
      for (double& f : sine.frequency) f = std::exp(uniform(std::log(0.05), std::log(4.0)));
      for (double& phase : sine.phase) phase = uniform(-4, 4);
      s.on = s.on && chance(0.5);
      post(s.endpoint, kStreamContract, sine, now, s.act);
      break;
    }
    case 2: {
      MoveTo move;
      move.target = anywhere(uniform(0.05, 0.9));
      s.on = s.on && chance(0.5);
      post(s.endpoint, kStreamContract, move, now, s.act);
      break;
    }
    case 3: {
      StreamTarget target;
      target.kind = StreamTarget::Kind::pose;
      target.pose = kXyzConvention.to_pose(anywhere(uniform(0.05, 0.9)), 0.0);
      target.travel = from_seconds(uniform(0.001, 4.0));
      s.on = s.on && chance(0.5);
      post(s.endpoint, kStreamContract, target, now, s.act);
      break;
    }
    default:
      post(s.endpoint, kStreamContract, Control::halt, now, s.act);
      break;
  }
}

/// A path, poses at times or a formula: prepared as the worker would do it, and handed over a little later.
void Scenario::order_program(TimePoint now, const Telemetry& telemetry) {
  const bool raised =
      telemetry.zeroed && telemetry.state != State::origin && telemetry.state != State::ascending;
  const Pose start = raised ? telemetry.commanded.pose : Pose{};
  auto made = [&]() -> Result<motion::Preparation, motion::Rejection> {
    std::vector<AxisValues> points(static_cast<std::size_t>(1 + pick(4)));
    const double share = uniform(0.02, 0.5);
    for (AxisValues& point : points) point = anywhere(share);
    const int kind = pick(3);
    if (kind == 0) return motion::prepare(PathOrder{points, {}, kXyzConvention}, start, machine_);
    if (kind == 1) {
      std::vector<double> times;
      for (std::size_t i = 0; i < points.size(); ++i)
        times.push_back((times.empty() ? 0.0 : times.back()) + uniform(0.5, 4.0));
      return motion::prepare(TimedPathOrder{times, points, kXyzConvention}, start, machine_);
    }
    FormulaOrder formula;
    std::array<std::string, kAxes> axes;
    for (std::size_t i = 0; i < kAxes; ++i) {
      axes[i] = fmt::format("{}*sin({}*t+{})", uniform(0, 40), uniform(0.1, 4), uniform(-3, 3));
      if (chance(0.1)) axes[i] = fmt::format("{}*t", uniform(-20, 20));
      formula.axes[i] = axes[i];
    }
    if (chance(0.9)) formula.duration = uniform(0.2, 5);
    return motion::prepare(formula, machine_);
  }();
  post(kText, kTextContract, Reserve{}, now);
  Request reply = requests_.back();
  if (made) {
    programs_.push_back(std::move(made->program));
    reply.what = RunPrepared{programs_.back().get(), made->machine_revision};
  } else {
    reply.what = Abandon{Refusal::out_of_reach, made.error().hit};
  }
  replies_.push_back({to_seconds(now.time_since_epoch()) + uniform(0.0, 0.05), reply});
}

void Scenario::act_host(TimePoint now, const Telemetry& telemetry) {
  if (chance(0.05)) return order_program(now, telemetry);
  switch (pick(10)) {
    case 0:
      post(kText, kTextBringUp, Go{Step::neutral}, now);
      break;
    case 1:
      post(kText, kTextContract, Control::stop, now);
      break;
    case 2:
      post(kText, kTextContract, Control::hold, now);
      break;
    case 3:
    case 4:
      post(kText, kTextContract, Control::resume, now);
      break;
    case 5:
      if (faults_ && chance(0.05)) post(kText, kTextContract, Go{Step::power_up}, now);
      break;
    default: {
      MoveTo move;
      move.target = anywhere(uniform(0.05, 0.7));
      if (chance(0.3)) {
        for (std::size_t i = 0; i < 6; ++i)
          move.speed[i] = i < 3 ? uniform(0.01, 0.5) : uniform(1, 50) * kDegree;
      }
      post(kText, kTextContract, move, now);
    }
  }
}

void Scenario::act_operator(TimePoint now) {
  switch (pick(17)) {
    case 13:
      if (chance(0.9))
        post(kDesk, kOperatorContract, TuneCueing{any_tuning()}, now);
      else
        post(kText, kTextContract, TuneCueing{any_tuning()}, now);  // refused
      break;
    case 14:
    case 15:
    case 16:
      post(kDesk, kOperatorContract, any_effect(), now);
      break;
    case 12:
      post(kDesk, kOperatorContract, SpeedOverride{uniform(0.1, 1.0)}, now);
      break;
    case 0:
      post(kDesk, kOperatorContract, Control::stop, now);
      break;
    case 1:
      post(kDesk, kOperatorContract, Control::hold, now);
      break;
    case 2:
    case 3:
      post(kDesk, kOperatorContract, Control::resume, now);
      break;
    case 4:
    case 5:
      post(kDesk, kOperatorContract, Give{}, now);
      break;
    case 6:
      post(kDesk, kOperatorContract, Go{Step::zero}, now);
      break;
    case 7:
      post(kDesk, kOperatorContract, Go{Step::neutral}, now);
      break;
    case 8:
      post(kDesk, kOperatorContract, Go{Step::descend}, now);
      break;
    case 9:
      jog_ = {static_cast<std::uint8_t>(pick(1 << machine_.geometry.legs)), uniform(-0.06, 0.06),
              std::chrono::milliseconds{50}};
      jog_until_ = to_seconds(now.time_since_epoch()) + uniform(0.05, 2.0);
      break;
    case 10:
      post(kDesk, kOperatorContract, Control::take, now);
      break;
    default:
      if (chance(0.3))
        post(kDesk, kOperatorContract, chance(0.5) ? Control::press_button : Control::emergency, now);
      break;
  }
}

void Scenario::act_fault(plant::SimulatedDrives& drives) {
  const auto kind = static_cast<plant::Injection>(pick(static_cast<int>(plant::kInjections)));
  drives.inject(kind, static_cast<std::uint8_t>(pick(static_cast<int>(machine_.geometry.legs))),
                uniform(2e-3, 20e-3));
  healthy_ = false;
}

/// Locked, or stopped by the operator, for a while: somebody clears it up, so that lives go on.
void Scenario::recover(TimePoint now, const Telemetry& telemetry, plant::SimulatedDrives& drives) {
  const double t = to_seconds(now.time_since_epoch());
  const bool locked = telemetry.state == State::fault || telemetry.state == State::emergency ||
                      telemetry.state == State::init;
  if (!locked) {
    locked_since_ = -1.0;
  } else if (locked_since_ < 0.0) {
    locked_since_ = t;
  } else if (t - locked_since_ > 1.5) {
    locked_since_ = t;
    for (std::size_t i = 0; i < plant::kInjections; ++i) drives.clear(static_cast<plant::Injection>(i));
    healthy_ = true;
    post(kDesk, kOperatorContract, Control::free_button, now);
    post(kDesk, kOperatorContract, Control::reset, now);
    post(kDesk, kOperatorContract, Give{}, now);
  }
  const bool stuck = telemetry.why_not == Refusal::barred || telemetry.why_not == Refusal::paused ||
                     telemetry.why_not == Refusal::not_zeroed;
  if (!stuck) {
    stuck_since_ = -1.0;
  } else if (stuck_since_ < 0.0) {
    stuck_since_ = t;
  } else if (t - stuck_since_ > 0.7) {
    stuck_since_ = t;
    post(kDesk, kOperatorContract, Give{}, now);
    post(kDesk, kOperatorContract, Go{Step::neutral}, now);
  }
}

void Scenario::act(TimePoint now, const Telemetry& telemetry, plant::SimulatedDrives& drives) {
  const double t = to_seconds(now.time_since_epoch());
  recover(now, telemetry, drives);
  if (t < jog_until_) post(kDesk, kOperatorContract, jog_, now);
  if (t < next_act_) return;
  next_act_ = t + std::exp(uniform(std::log(0.02), std::log(1.5)));
  const double who = uniform(0, 1);
  if (who < 0.50) {
    act_streamer(now);
  } else if (who < 0.88) {
    act_host(now, telemetry);
  } else if (who < 0.98 || !faults_) {
    act_operator(now);
  } else {
    act_fault(drives);
  }
}

const std::vector<Request>& Scenario::requests(TimePoint now, const Telemetry& telemetry,
                                               plant::SimulatedDrives& drives) {
  requests_.clear();
  const double t = to_seconds(now.time_since_epoch());
  for (Reply& reply : replies_) {
    if (reply.due > t) continue;
    requests_.push_back(reply.request);
    reply.due = 1e9;
  }
  std::erase_if(replies_, [](const Reply& reply) { return reply.due > 1e8; });
  act(now, telemetry, drives);
  for (Streamer& streamer : streamers_) stream(streamer, now);
  return requests_;
}

}  // namespace hexad::drill
