// I42: every request is answered, and every accepted motion has exactly one end, in time. I61: what was made
// to fit is not ended by a limit.

#include <algorithm>
#include <cmath>

#include "drill/liveness.hpp"
#include "model/prepared.hpp"

namespace hexad::drill {
namespace {

constexpr int kAnswered = 42;
constexpr int kReset = 49;
constexpr int kFits = 61;

constexpr double kTick = 1e-3;
constexpr double kWayToTheStart = 10.0;  // s, of a program that begins elsewhere, with its settling
constexpr int kSoon = 5;                 // ticks
constexpr int kFirstAnswer = 100;        // ticks; most are answered on their own
constexpr int kResetAnswer = 6'000;      // ticks: the stop, and the drives' answer
constexpr int kStands = 1'000;           // ticks an accepted motion may stand somewhere on its way

/// So small and slow that no platform of the presets has to make it smaller.
bool fits(const Sine& sine) {
  for (std::size_t i = 0; i < kAxes; ++i) {
    const double most = is_rotation(sine.convention.axis[i]) ? 0.002 : 0.001;
    if (!(std::abs(sine.amplitude[i]) <= most && std::abs(sine.frequency[i]) <= 0.5)) return false;
  }
  return true;
}

}  // namespace

OrderBook::Order OrderBook::order_of(const Request& request) {
  Order order;
  order.tag = request.tag;
  order.contract = request.contract;
  order.asked = request.arrival;
  if (is_reset(request.what)) {
    order.kind = Kind::reset;
    order.power_up = std::holds_alternative<Go>(request.what);
  } else if (std::holds_alternative<Go>(request.what))
    order.kind = Kind::step;
  else if (std::holds_alternative<MoveTo>(request.what))
    order.kind = Kind::move;
  else if (std::holds_alternative<Reserve>(request.what))
    order.kind = Kind::prepared;
  else if (const Sine* sine = std::get_if<Sine>(&request.what)) {
    order.kind = Kind::sine;
    order.small = fits(*sine);
  }
  return order;
}

OrderBook::Order* OrderBook::find(Tag tag) {
  const auto found =
      std::find_if(orders_.begin(), orders_.end(), [tag](const Order& order) { return order.tag == tag; });
  return found == orders_.end() ? nullptr : &*found;
}

bool OrderBook::open() const {
  return std::any_of(orders_.begin(), orders_.end(), [](const Order& order) { return order.accepted; });
}

bool OrderBook::may_be_clamped() const {
  return std::any_of(orders_.begin(), orders_.end(), [](const Order& order) {
    return order.accepted && (order.kind == Kind::move || order.kind == Kind::sine);
  });
}

bool OrderBook::fits_for_sure() const {
  return std::any_of(orders_.begin(), orders_.end(), [](const Order& order) {
    const bool refused_else = order.contract->on_limit == OnLimit::refuse && order.kind == Kind::move;
    return order.accepted && (order.small || order.begun || refused_else);
  });
}

void OrderBook::look(const Facts& facts) {
  end_orders(facts);
  licensed_ = std::any_of(orders_.begin(), orders_.end(),
                          [](const Order& order) { return order.accepted && order.ended_by == 0; });
  take_requests(facts);
  for (Order& order : orders_)
    if (order.power_up && facts.now.state == State::powered_up) order.begun = true;
  take_answers(facts);
  check_time(facts);
}

/// What ends every motion that was accepted before it.
void OrderBook::end_orders(const Facts& facts) {
  const State before = facts.before.state;
  const bool locked = one_of(before, {State::fault, State::emergency});
  const bool powered_up = facts.power_up && !one_of(before, {State::init, State::emergency});
  const bool reset = powered_up || (facts.reset != nullptr && locked);
  const bool ended = facts.stop != nullptr || facts.exit || (facts.now.fault && !facts.before.fault) ||
                     facts.entered(State::emergency);
  if (!reset && !ended) return;
  for (Order& order : orders_)
    if (order.accepted && order.ended_by == 0) order.ended_by = reset ? kReset : kAnswered;
}

void OrderBook::take_requests(const Facts& facts) {
  for (const Request& request : facts.tick.requests) {
    if (request.tag == 0 || std::holds_alternative<Abandon>(request.what)) continue;
    if (const RunPrepared* run = std::get_if<RunPrepared>(&request.what)) {
      Order* order = find(request.tag);
      if (order == nullptr) continue;
      order->begun = true;
      order->ends = run->program->duration() != kEndless;
      if (order->ends) order->left = run->program->duration() + 2.0 * run->program->ramp() + kWayToTheStart;
      continue;
    }
    orders_.push_back(order_of(request));
  }
}

void OrderBook::take_answers(const Facts& facts) {
  for (const Event& event : facts.tick.outputs->events) {
    const Answer* answer = std::get_if<Answer>(&event.news);
    if (answer != nullptr && event.tag != 0) take_answer(facts, event.tag, *answer);
  }
  if (facts.tick.outputs->lost_events != 0) report_(kAnswered, "events were lost");
  const auto open =
      std::count_if(orders_.begin(), orders_.end(), [](const Order& order) { return order.accepted; });
  if (open > 1) {
    report_(kAnswered, "{} motions are accepted and none of them has ended", open);
    orders_.erase(orders_.begin());
  }
}

void OrderBook::take_answer(const Facts& facts, Tag tag, const Answer& answer) {
  if (tag >= answered_.size()) answered_.resize(tag + 64);
  Order* order = find(tag);
  const std::string_view said = to_string(answer.outcome);
  if (order == nullptr) {
    if (answered_[tag] != 0) report_(kAnswered, "\"{}\" after the final answer", said);
    return;
  }
  switch (answer.outcome) {
    case Outcome::accepted:
      if (order->accepted) report_(kAnswered, "accepted twice");
      if (order->kind == Kind::reset || order->kind == Kind::other) {
        orders_.erase(orders_.begin() + (order - orders_.data()));  // by hand: no answer at its end
        return;
      }
      order->accepted = true;
      licensed_ = true;
      if (facts.now.fault || facts.now.state == State::emergency)
        report_(46, "a motion is accepted in spite of a fault or an emergency");
      return;
    case Outcome::paused:
    case Outcome::resumed: {
      const bool paused = answer.outcome == Outcome::paused;
      if (!order->accepted || order->paused == paused)
        report_(kAnswered, "\"{}\" of a motion that {}", said, order->paused ? "is paused" : "goes on");
      order->paused = paused;
      order->idle = 0;
      return;
    }
    default:
      break;
  }
  if (one_of(answer.outcome, {Outcome::limit_reached, Outcome::not_finite}) &&
      (order->kind == Kind::sine || order->ends))
    report_(kFits, "{} ended by {}", order->ends ? "a motion that was looked at whole is" : "a sine is",
            to_string(answer.hit.limit));
  if (order->kind == Kind::reset && answer.outcome == Outcome::done) {
    // Lifecycle rule 19: what was asked for is so.
    const State state = facts.now.state;
    const bool locked = one_of(state, {State::fault, State::emergency}) || facts.now.fault;
    if (locked || (order->power_up && !order->begun))
      report_(kReset, "{} is answered as done in {}", order->power_up ? "back to power-up" : "a reset",
              to_string(state));
  }
  // A sine that goes over to other values fits as they do.
  if (order->kind == Kind::sine && !order->accepted && answer.outcome == Outcome::done)
    for (Order& open : orders_) open.small = order->small;
  answered_[tag] = 1;
  orders_.erase(orders_.begin() + (order - orders_.data()));
}

void OrderBook::check_time(const Facts& facts) {
  for (std::size_t i = 0; i < orders_.size();) {
    Order& order = orders_[i];
    const int limit = order.kind == Kind::reset ? kResetAnswer : kFirstAnswer;
    bool given_up = false;
    if (!order.accepted && ++order.unanswered > limit) {
      report_(kAnswered, "request {} is not answered", order.tag);
      given_up = true;
    } else if (order.accepted) {
      check_time(facts, order);
      given_up = order.left < 0.0;
    }
    if (given_up)
      orders_.erase(orders_.begin() + static_cast<std::ptrdiff_t>(i));
    else
      ++i;
  }
}

/// Sets `left` below zero when it has complained and knows no more of this order.
void OrderBook::check_time(const Facts& facts, Order& order) {
  const State state = facts.now.state;
  const auto waits = [&](bool wrong, int limit) {
    order.idle = wrong ? order.idle + 1 : 0;
    return order.idle > limit;
  };
  if (state == State::stopping) {
    order.idle = 0;
  } else if (order.ended_by != 0) {
    if (!waits(true, kSoon)) return;
    report_(order.ended_by, "a motion was ended by a {} and has no final answer",
            order.ended_by == kReset ? "reset" : "stop, fault or emergency");
    order.left = -1.0;
  } else if (one_of(state, {State::fault, State::emergency})) {
    if (!waits(true, kSoon)) return;
    report_(kAnswered, "a motion has no final answer in {}", to_string(state));
    order.left = -1.0;
  } else if (state == State::holding) {
    // What a lost host left frozen is left by the next driver's order, which is not held while it is being
    // prepared.
    const bool prepares = order.kind == Kind::prepared && !order.begun && facts.now.hold == HoldBy::lost;
    if (!waits(order.contract->one_at_a_time && !order.paused && !prepares, kSoon)) return;
    report_(kAnswered, "a motion is held and its owner was not told");
    order.paused = true;
  } else if (is_moving_state(state) && order.paused) {
    if (!waits(true, kSoon)) return;
    report_(kAnswered, "a motion goes on in {} and its owner was not told", to_string(state));
    order.paused = false;
  } else {
    const bool waits_here = order.kind == Kind::move ? facts.legs_still : order.kind == Kind::step;
    const bool stands = state == State::running ? waits_here : is_standing_state(state);
    if (waits(stands, kStands)) {
      report_(kAnswered, "a motion is accepted, the platform stands in {}, and no answer comes",
              to_string(state));
      order.left = -1.0;
    } else if (state == State::running) {
      order.left -= kTick * facts.now.override_share;
      if (order.left < 0.0) report_(kAnswered, "a program is long over its time and not answered");
    }
  }
}

}  // namespace hexad::drill
