#include "gateway/motus_far.hpp"

#include <algorithm>
#include <cmath>

#include "protocols/axis_units.hpp"

namespace hexad::gateway {
namespace {

namespace motus = protocols::motus;
using motus::Cmd;
using motus::DofStatus;

constexpr std::uint32_t kOvertakenMs = 1000;  // further back is a restart
constexpr Duration kOtherClock = std::chrono::seconds{1};
constexpr Duration kFadeAStatus = std::chrono::microseconds{10};
constexpr Duration kFarthestApart = std::chrono::milliseconds{20};

State state_of(DofStatus status, bool fault) noexcept {
  switch (status) {
    case DofStatus::zeroing:
      return State::zeroing;
    case DofStatus::zeroed:
    case DofStatus::descended:
      return State::origin;
    case DofStatus::rising:
      return State::ascending;
    case DofStatus::following:
    case DofStatus::instructed:
    case DofStatus::script:
      return State::running;
    case DofStatus::descending:
      return State::descending;
    case DofStatus::to_neutral:
      return State::to_neutral;
    case DofStatus::manual:
      return State::manual;
    case DofStatus::stopped:
      return fault ? State::fault : State::emergency;
    case DofStatus::initialised:
      return State::powered_up;
    case DofStatus::risen:
    case DofStatus::returned:
    case DofStatus::script_done:
      return State::ready;
  }
  return State::init;
}

OwnLife life_of(DofStatus status) noexcept {
  switch (status) {
    case DofStatus::zeroing:
    case DofStatus::rising:
    case DofStatus::descending:
    case DofStatus::to_neutral:
      return OwnLife::moves;
    case DofStatus::zeroed:
    case DofStatus::descended:
      return OwnLife::down;
    case DofStatus::following:
      return OwnLife::follows;
    default:
      return OwnLife::stands;
  }
}

/// What it needs to be raised and follow, from where it is.
Cmd to_raise(const Heard& heard) noexcept {
  if (heard.life == OwnLife::down || heard.state == State::ascending) return Cmd::raise;
  return heard.life == OwnLife::moves ? Cmd::instruct : Cmd::follow;  // stopped first
}

Cmd cmd_of(Act act, const Heard& heard) noexcept {
  switch (act) {
    case Act::halt:
      return Cmd::instruct;
    case Act::home:
      return Cmd::zero;
    case Act::raise:
      return to_raise(heard);
    case Act::lower:
      return Cmd::descend;
    case Act::follow:
      return Cmd::follow;
    case Act::emergency:
      return Cmd::emergency;
    case Act::rest:
    case Act::reset:
      break;
  }
  return Cmd{};
}

}  // namespace

/// How much longer some statuses are under way than others; frames will be, too.
void MotusFar::learn_unevenness(std::uint32_t time, TimePoint arrival) noexcept {
  const Duration way = arrival.time_since_epoch() - std::chrono::milliseconds{time};
  if (!has_time_ || way < soonest_ - kOtherClock || way > latest_ + kOtherClock) soonest_ = latest_ = way;
  soonest_ = std::min(way, soonest_ + kFadeAStatus);
  latest_ = std::max(way, latest_ - kFadeAStatus);
}

/// Frames have no number: their order, and how fast a motion is, show by when they come alone.
Duration MotusFar::apart() const noexcept { return std::min(2 * (latest_ - soonest_), kFarthestApart); }

std::optional<Heard> MotusFar::take(const Datagram& datagram) noexcept {
  const auto status = motus::decode_status(datagram.span());
  if (!status) return std::nullopt;
  if (!std::all_of(status->pose.begin(), status->pose.end(), [](float v) { return std::isfinite(v); }))
    return std::nullopt;
  learn_unevenness(status->time, datagram.time);
  const std::uint32_t behind = newest_ - status->time;
  const bool known = has_time_ && datagram.time - newest_arrival_ < kReorderTime;
  if (known && behind >= 1 && behind <= kOvertakenMs) return std::nullopt;
  // Of two of the same millisecond nobody knows which is the older; only that it stopped is never too old.
  if (known && behind == 0 && status->state != DofStatus::stopped) return std::nullopt;
  has_time_ = true;
  newest_ = status->time;
  newest_arrival_ = datagram.time;

  Heard heard;
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    const float error = status->errors[i];
    if (error > 0.0F && error < 256.0F) heard.errors[i] = static_cast<std::uint32_t>(error);
    if (heard.code == 0) heard.code = heard.errors[i];
    heard.torque[i] = static_cast<double>(status->torque[i]);
  }
  if (status->state != DofStatus::stopped ||
      heard.code == static_cast<std::uint32_t>(HardwareCode::emergency_stop)) {
    heard.code = 0;
    heard.errors = {};
  }
  heard.state = state_of(status->state, heard.code != 0);
  heard.life = life_of(status->state);
  heard.emergency = heard.state == State::emergency;
  const bool unknown = status->state == DofStatus::initialised || status->state == DofStatus::zeroing ||
                       status->state == DofStatus::stopped;
  if (status->state != DofStatus::manual) homed_ = !unknown;
  heard.homed = homed_;
  heard.pose = form_.convention.to_pose(
      protocols::to_inside(form_.convention, status->pose.data(), form_.length), 0.0);
  heard.inputs = status->inputs;
  return heard;
}

void MotusFar::write(const Order& order, const Heard& heard, Frame& out) noexcept {
  motus::HostFrame frame;
  frame.cmd = static_cast<std::uint8_t>(cmd_of(order.act, heard));
  if (frame.is(Cmd::instruct)) frame.sub_cmd = static_cast<std::uint8_t>(motus::SubCmd::soft_stop);
  if (frame.is(Cmd::follow))
    frame.dofs = protocols::to_wire<float>(form_.convention, order.pose, form_.length);
  frame.outputs = order.outputs;
  frame.time = static_cast<std::uint32_t>(order.time.time_since_epoch() / std::chrono::milliseconds{1});
  out.assign(motus::encode(frame));
}

}  // namespace hexad::gateway
