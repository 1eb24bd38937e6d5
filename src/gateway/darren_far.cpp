#include "gateway/darren_far.hpp"

#include <algorithm>
#include <cmath>

#include "protocols/axis_units.hpp"

namespace hexad::gateway {
namespace {

namespace darren = protocols::darren;
using darren::StatusWord;
using darren::Word;

constexpr std::uint32_t kReorderWindow = 32;
constexpr std::uint32_t kMostLost = 1000;  // more is a restart

State state_of(StatusWord word) noexcept {
  switch (word) {
    case StatusWord::init:
      return State::init;
    case StatusWord::powered_up:
      return State::powered_up;
    case StatusWord::zeroing:
      return State::zeroing;
    case StatusWord::origin:
      return State::origin;
    case StatusWord::ascend:
      return State::ascending;
    case StatusWord::neutral:
      return State::ready;
    case StatusWord::running:
      return State::running;
    case StatusWord::to_neutral:
      return State::to_neutral;
    case StatusWord::descending:
      return State::descending;
    case StatusWord::holding:
      return State::holding;
    case StatusWord::fault:
      return State::fault;
    case StatusWord::emergency:
      return State::emergency;
    case StatusWord::maintenance:
      return State::manual;
  }
  return State::init;
}

OwnLife life_of(State state, bool another_drives) noexcept {
  switch (state) {
    case State::zeroing:
    case State::ascending:
    case State::to_neutral:
    case State::descending:
      return OwnLife::moves;
    case State::running:
      return another_drives ? OwnLife::stands : OwnLife::follows;
    case State::origin:
      return OwnLife::down;
    default:
      return OwnLife::stands;
  }
}

Word word_of(Act act, State state) noexcept {
  switch (act) {
    case Act::rest:
    case Act::follow:  // runs already; a "run" that flows would start one that has just been switched on
      return Word::no_change;
    case Act::halt:
      return Word::hold;
    case Act::home:
      return state == State::powered_up ? Word::neutral : Word::descend;
    case Act::raise:
      return Word::run;
    case Act::lower:
      return Word::descend;
    case Act::emergency:
      return Word::emergency;
    case Act::reset:
      return Word::reset;
  }
  return Word::no_change;
}

}  // namespace

bool DarrenFar::is_news(std::uint32_t sequence, TimePoint arrival) noexcept {
  const std::uint32_t ahead = sequence - newest_;  // wraps as the counter does
  const std::uint32_t behind = newest_ - sequence;
  const bool known = has_sequence_ && arrival - newest_arrival_ < kReorderTime;
  if (known && behind <= kReorderWindow && (behind > 0 || sequence != 0)) return false;
  if (has_sequence_ && ahead >= 2 && ahead <= kMostLost) lost_ += ahead - 1;
  has_sequence_ = true;
  newest_ = sequence;
  newest_arrival_ = arrival;
  return true;
}

std::optional<Heard> DarrenFar::take(const Datagram& datagram) noexcept {
  const auto answer = darren::decode_answer(datagram.span());
  if (!answer) return std::nullopt;
  const auto* status = std::get_if<darren::StatusFrame>(&*answer);
  if (status == nullptr) return std::nullopt;
  const auto finite = [](float value) { return std::isfinite(value); };
  const auto& values = form_.send == FarForm::Send::legs ? status->actuators : status->pose;
  if (!std::all_of(values.begin(), values.end(), finite)) return std::nullopt;
  if (!is_news(status->sequence, datagram.time)) return std::nullopt;

  Heard heard;
  heard.state = state_of(status->state);
  heard.life = life_of(heard.state, (status->warnings & darren::warning::kNotDriver) != 0);
  switch (heard.state) {
    case State::init:
    case State::powered_up:
    case State::zeroing:
    case State::fault:  // whether it keeps its zero is seen afterwards
    case State::emergency:
      homed_ = false;
      break;
    case State::holding:
    case State::manual:
      break;  // does not say
    default:
      homed_ = true;
  }
  heard.homed = homed_;
  heard.emergency = heard.state == State::emergency;
  heard.limits = (status->warnings & darren::warning::kClamped) != 0;
  // The code is there from the moment of the fault, its state at standstill.
  if (!heard.emergency) heard.code = status->error;
  if (heard.state == State::fault && heard.code == 0)
    heard.code = static_cast<std::uint32_t>(HardwareCode::servo_error);
  if (heard.code != 0) heard.errors = status->drive_errors;
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    heard.torque[i] = static_cast<double>(status->torque[i]);
    heard.legs[static_cast<Eigen::Index>(i)] = static_cast<double>(status->actuators[i]) * kMillimetre;
  }
  heard.pose = form_.convention.to_pose(protocols::to_inside(form_.convention, status->pose.data()), 0.0);
  heard.inputs = status->inputs;
  heard.lost = lost_;
  return heard;
}

void DarrenFar::write(const Order& order, const Heard& heard, Frame& out) noexcept {
  darren::HostFrame frame;
  frame.sequence = ++sent_;
  frame.word = static_cast<std::uint16_t>(word_of(order.act, heard.state));
  if (order.leaves || order.greets) {
    frame.message_id =
        static_cast<std::uint32_t>(order.leaves ? darren::MessageId::disconnect : darren::MessageId::connect);
  } else if (order.act == Act::follow && form_.send == FarForm::Send::legs) {
    frame.message_id = static_cast<std::uint32_t>(darren::MessageId::actuators);
    for (std::size_t i = 0; i < kMaxLegs; ++i)
      frame.values[i] = static_cast<float>(order.legs[static_cast<Eigen::Index>(i)] / kMillimetre);
  } else if (order.act == Act::follow) {
    frame.message_id = static_cast<std::uint32_t>(darren::MessageId::pose);
    frame.values = protocols::to_wire<float>(form_.convention, order.pose);
  }
  out.assign(darren::encode(frame));
}

}  // namespace hexad::gateway
