#include "gateway/gateway_drives.hpp"

#include <algorithm>

#include "kinematics/forward.hpp"
#include "kinematics/inverse.hpp"

namespace hexad::gateway {
namespace {

/// A status that came sooner after another order may still be about the one before.
constexpr Duration kStale = std::chrono::milliseconds{50};
/// A hold is repeated so long, until what was under way when it left has shown itself.
constexpr Duration kHalt = std::chrono::milliseconds{300};
/// An emergency over there stands here at least so long; then a reset may try.
constexpr Duration kEmergency = std::chrono::seconds{1};
constexpr Duration kGap = std::chrono::milliseconds{200};  // no speed across it
constexpr std::uint64_t kGreetEvery = 10;                  // frames

}  // namespace

GatewayDrives::GatewayDrives(std::unique_ptr<FarProtocol> protocol, const FarForm& form,
                             const Machine& machine, const FarSettings& settings, const Clock& clock)
    : protocol_{std::move(protocol)},
      form_{form},
      settings_{settings},
      clock_{clock},
      machine_{machine},
      lag_{settings.delay} {
  feedback_.simulated = false;
  feedback_.link = false;
  feedback_.waiting = true;
  feedback_.far.life = OwnLife::stands;
}

void GatewayDrives::adopted(const Machine& machine) noexcept {
  machine_.geometry = machine.geometry;
  machine_.heights = machine.heights;
  machine_.neutral_singular = machine.neutral_singular;
  machine_.neutral_sign = machine.neutral_sign;
  machine_.radius = machine.radius;
}

const Feedback& GatewayDrives::exchange(const Setpoint& setpoint, TimePoint now, Duration dt) noexcept {
  if (setpoint.off_now && !setpoint_.off_now) emergency_due_ = true;
  if (!setpoint.off_now || (alive_ && heard_.emergency)) emergency_due_ = false;
  if (setpoint.reset) resetting_until_ = now + settings_.patience;
  setpoint_ = setpoint;
  if (setpoint.restart || !setpoint.follow) lag_.restart();
  if (setpoint.follow) lag_.sent(setpoint, now + dt);

  protocol_->score(setpoint.score);
  const Act act = decide(setpoint, now);
  const bool news = act != act_;
  if (news) {
    if (!(act_ == Act::raise && act == Act::follow)) act_since_ = obeyed_ = now;
    act_ = act;
  }
  // What stops it leaves at once; another order not so close behind a frame that it could overtake it.
  const bool stops = act == Act::emergency || act == Act::halt;
  if (news) next_frame_ = stops ? now : std::min(next_frame_, last_frame_ + protocol_->apart());
  if (protocol_->hurries()) next_frame_ = now;
  if (now >= next_frame_) send(setpoint, now);
  look(now);
  return feedback_;
}

Act GatewayDrives::wanted(const Setpoint& setpoint, TimePoint now) const noexcept {
  if (emergency_due_) return Act::emergency;
  const bool locked = heard_.emergency || heard_.code != 0;
  if (resetting(now) && locked && protocol_->resets()) return Act::reset;
  if (setpoint.off_now) return Act::rest;
  if (!setpoint.enable) return Act::halt;
  if (setpoint.home) return Act::home;
  if (setpoint.raise) return Act::raise;
  if (setpoint.lower) return Act::lower;
  return setpoint.follow ? Act::follow : Act::halt;
}

/// What somebody else has set in motion over there is not ours to hold.
Act GatewayDrives::decide(const Setpoint& setpoint, TimePoint now) noexcept {
  const Act act = wanted(setpoint, now);
  switch (act) {
    case Act::home:
    case Act::raise:
    case Act::lower:
    case Act::follow:
      engaged_ = true;
      return act;
    case Act::halt: {
      const bool stands = heard_.life == OwnLife::stands || heard_.life == OwnLife::down;
      if (act_ == Act::halt && alive_ && stands && heard_at_ - act_since_ >= kHalt) engaged_ = false;
      return engaged_ ? Act::halt : Act::rest;
    }
    default:
      engaged_ = false;
      return act;
  }
}

void GatewayDrives::send(const Setpoint& setpoint, TimePoint now) noexcept {
  // Whole periods: an even stream is followed best.
  const auto periods = (protocol_->apart() + settings_.period - Duration{1}) / settings_.period;
  const Duration period = settings_.period * std::max<std::int64_t>(periods, 1);
  next_frame_ = std::max(next_frame_ + period, now + period / 2);
  last_frame_ = now;
  Order order;
  order.act = act_;
  order.greets = !alive_ && act_ == Act::rest && frames_++ % kGreetEvery == 0;
  order.outputs = setpoint.outputs;
  order.time = now;
  order.clock = clock_.now();
  if (form_.send == FarForm::Send::pose) {
    const kinematics::Forward found = kinematics::forward(machine_, setpoint.extension, pose_);
    if (found.ok()) pose_ = found.pose;
    order.pose = pose_;
  } else {
    order.legs =
        setpoint.extension - Extensions::Constant(0.5 * machine_.geometry.stroke, machine_.geometry.legs);
  }
  post(protocol_->encode(order, heard_), clock_.now());
}

const Frame& GatewayDrives::farewell() noexcept {
  Order order;
  order.act = engaged_ ? Act::halt : Act::rest;
  order.leaves = true;
  return protocol_->encode(order, heard_);
}

void GatewayDrives::look(TimePoint now) noexcept {
  const TimePoint clock = clock_.now();
  for (Datagram datagram; mail_.in.pop(datagram);) {
    const TimePoint arrival = now - std::max(clock - datagram.time, Duration::zero());
    if (const auto heard = protocol_->take(datagram)) take(*heard, arrival);
  }
  const bool alive = answered_ && now - heard_at_ <= settings_.timeout;
  if (alive_ && !alive) ++losses_;
  alive_ = alive;
  report(now);
}

void GatewayDrives::take(const Heard& heard, TimePoint arrival) noexcept {
  if (heard.emergency && !heard_.emergency) emergency_since_ = arrival;
  const bool elsewhere = heard.homed != heard_.homed || heard.life != heard_.life;  // counted in another way
  if (arrival - heard_at_ > kGap || elsewhere) sampled_ = 0;
  answered_ = true;
  heard_ = heard;
  heard_at_ = arrival;
  const Extensions extension = place();
  sample_ = (sample_ + 1) % kSamples;
  samples_[sample_] = {arrival, extension};
  sampled_ = std::min(sampled_ + 1, kSamples);
  if (setpoint_.follow && heard.life == OwnLife::follows) lag_.measured(extension, arrival);
}

/// Where the legs of this machine are when the far one stands as it says.
Extensions GatewayDrives::place() const noexcept {
  const std::size_t legs = machine_.geometry.legs;
  const double stroke = machine_.geometry.stroke;
  if (!heard_.homed || heard_.life == OwnLife::down) return Extensions::Zero();
  Extensions extension = form_.send == FarForm::Send::legs
                             ? heard_.legs + Extensions::Constant(0.5 * stroke, legs)
                             : kinematics::extensions(machine_, heard_.pose);
  for (std::size_t leg = legs; leg < kMaxLegs; ++leg) extension[static_cast<Eigen::Index>(leg)] = 0.0;
  // On its own way a machine of another shape may be where this one could not.
  return heard_.life == OwnLife::follows ? extension : extension.clamped(0.0, stroke, legs);
}

/// The slope through the newest places: statuses come unevenly, and have the noise of encoders.
LegSpeeds GatewayDrives::speed() const noexcept {
  if (sampled_ < 3) return LegSpeeds::Zero();
  double time = 0.0;
  Vec6 mean = Vec6::Zero();
  const auto back = [&](std::size_t i) -> const Sample& {
    return samples_[(sample_ + kSamples - i) % kSamples];
  };
  const auto at = [&](std::size_t i) { return to_seconds(back(i).at - heard_at_); };
  for (std::size_t i = 0; i < sampled_; ++i) {
    time += at(i) / static_cast<double>(sampled_);
    mean += back(i).extension.values() / static_cast<double>(sampled_);
  }
  double spread = 0.0;
  Vec6 rise = Vec6::Zero();
  for (std::size_t i = 0; i < sampled_; ++i) {
    const double beside = at(i) - time;
    spread += beside * beside;
    rise += beside * (back(i).extension.values() - mean);
  }
  return spread > 1e-9 ? LegSpeeds{rise / spread} : LegSpeeds::Zero();
}

/// It does what it was asked for, or is there already.
bool GatewayDrives::does_it() const noexcept {
  switch (act_) {
    case Act::home:
    case Act::lower:
      return heard_.life == OwnLife::moves || heard_.life == OwnLife::down;
    case Act::raise:
    case Act::follow:
      return heard_.life == OwnLife::moves || heard_.life == OwnLife::follows;
    case Act::halt:
      return heard_.life == OwnLife::stands || heard_.life == OwnLife::down;
    default:
      return true;
  }
}

/// What the core may build on: nothing that a newer order has overtaken.
OwnLife GatewayDrives::life() const noexcept {
  if (!alive_) return OwnLife::stands;
  if (act_ == Act::halt) return OwnLife::moves;
  const bool ordered = act_ == Act::home || act_ == Act::raise || act_ == Act::lower;
  if (ordered && heard_at_ - act_since_ < kStale && heard_.life != OwnLife::moves) return OwnLife::stands;
  return heard_.life;
}

void GatewayDrives::report(TimePoint now) noexcept {
  if (does_it() || !alive_) obeyed_ = now;
  const bool was_resetting = resetting_until_ != TimePoint{} && !resetting(now);
  if (was_resetting) {
    if (heard_.emergency) emergency_since_ = now;  // it did not let itself be reset
    resetting_until_ = {};
  }
  Feedback& out = feedback_;
  out.time = answered_ ? heard_at_ : now;
  out.waiting = !answered_;
  out.link = alive_;
  out.emergency_button = alive_ && heard_.emergency && !resetting(now) &&
                         (!protocol_->resets() || now - emergency_since_ < kEmergency);
  out.inputs = heard_.inputs;
  out.rotary = setpoint_.rotary;
  out.far.life = life();
  out.far.state = heard_.state;
  out.far.code = heard_.code;
  out.far.refuses = now - obeyed_ > settings_.patience;
  out.far.limits = heard_.limits;
  out.far.delay = lag_.lag();
  out.far.lost = heard_.lost;
  const Playing playing = protocol_->playing();
  out.far.plays = playing.plays;
  out.far.played = playing.played;
  out.far.result = playing.result;
  out.quality.setpoint_age = 1e-9 * static_cast<double>(mail_.sent_after_ns.load(std::memory_order_relaxed));
  out.quality.feedback_age = to_seconds(now - out.time);
  out.quality.losses = losses_;
  const bool on = setpoint_.enable && alive_ && !heard_.emergency && heard_.code == 0 &&
                  heard_.state != State::init && heard_.state != State::manual;
  const Extensions extension = place();
  const LegSpeeds velocity = speed();
  for (std::size_t leg = 0; leg < machine_.geometry.legs; ++leg) {
    const auto i = static_cast<Eigen::Index>(leg);
    out.legs[leg] = {.extension = extension[i],
                     .velocity = velocity[i],
                     .torque = heard_.torque[leg],
                     .error = heard_.errors[leg],
                     .enabled = on,
                     .brake_closed = !on,
                     .homed = heard_.homed};
  }
}

}  // namespace hexad::gateway
