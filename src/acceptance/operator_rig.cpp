#include "acceptance/operator_rig.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/units.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"

namespace hexad::acceptance {
namespace {

using UnorderedJson = nlohmann::json;
using acceptance::Interrupted;
using messages::Id;
using messages::Message;
using WallClock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kSamplePeriod = 8ms;     // 120 a second, of the wall's clock
constexpr auto kPatience = 10s;         // without a tick
constexpr double kLongestOrder = 60.0;  // platform s; the longest takes ten

AxisValues axes_of(const UnorderedJson& list) {
  AxisValues values{};
  for (std::size_t i = 0; i < kAxes; ++i) values[i] = list.at(i).get<double>();
  return values;
}

Vec3 vector_of(const UnorderedJson& list) {
  return {list.at(0).get<double>(), list.at(1).get<double>(), list.at(2).get<double>()};
}

/// mm and °.
AxisValues shown(AxisValues axes) {
  for (std::size_t i = 0; i < kAxes; ++i) axes[i] /= i < 3 ? kMillimetre : kDegree;
  return axes;
}

/// A leg that stands off its setpoint keeps the platform from ever having arrived.
Message not_ended(const acceptance::Sample& sample) {
  double lengths = 0.0;
  double angles = 0.0;
  for (std::size_t i = 0; i < kAxes; ++i) {
    double& away = i < 3 ? lengths : angles;
    away = std::max(away, std::abs(sample.pose[i] - sample.commanded[i]));
  }
  return messages::say<Id::accept_not_ended>(kLongestOrder, lengths * kMillimetre, angles * kDegree);
}

}  // namespace

acceptance::Sample sample_of(const Telemetry& t, std::size_t legs) {
  acceptance::Sample sample;
  sample.time = to_seconds(t.time.time_since_epoch());
  sample.path_time = std::isfinite(t.path_time) ? t.path_time : 0.0;
  sample.pose = shown(kXyzConvention.from_pose(t.actual, 0.0));
  sample.commanded = shown(kXyzConvention.from_pose(t.commanded.pose, 0.0));
  const Twist& v = t.actual_velocity;
  sample.velocity =
      shown({v.linear.x(), v.linear.y(), v.linear.z(), v.angular.x(), v.angular.y(), v.angular.z()});
  for (std::size_t leg = 0; leg < legs; ++leg) {
    sample.extension[leg] = t.feedback.legs[leg].extension / kMillimetre;
    sample.torque[leg] = t.feedback.legs[leg].torque;
  }
  return sample;
}

Message in_the_way(const Telemetry& t, const ProtocolNames& names) {
  if (t.fault) return messages::say<Id::accept_has_fault>(message_of(t.fault));
  if (t.barred) return Id::accept_barred;
  if (t.driver) return messages::say<Id::accept_driven>(names.to_text(t.driver));
  if (!t.zeroed) return Id::accept_not_zeroed;
  if (t.state != State::ready && t.state != State::origin)
    return messages::say<Id::accept_wrong_state>(to_string(t.state));
  // At the bottom the one reason is that it is not raised: that is done here.
  if (t.state != State::origin && t.why_not != Refusal::none) return id_of(t.why_not);
  return {};
}

acceptance::Facts read_facts(const std::string& machine_json) {
  const UnorderedJson machine = UnorderedJson::parse(machine_json);
  acceptance::Facts facts;
  facts.legs = std::min(machine.at("legs").get<std::size_t>(), kMaxLegs);
  const UnorderedJson& limits = machine.at("limits");
  facts.velocity = axes_of(limits.at("velocity"));
  facts.acceleration = axes_of(limits.at("acceleration"));
  facts.jerk = axes_of(limits.at("jerk"));
  for (std::size_t i = 0; i < kAxes; ++i) {
    const UnorderedJson& range = machine.at("ranges").at(i);
    facts.ranges[i] = {range.at(0).get<double>(), range.at(1).get<double>()};
  }
  facts.neutral = vector_of(machine.at("platform_neutral_mm"));
  for (std::size_t leg = 0; leg < facts.legs; ++leg) {
    facts.base[leg] = vector_of(machine.at("base_joints_mm").at(leg));
    facts.joint[leg] = vector_of(machine.at("platform_joints_mm").at(leg));
    facts.neutral_extension[leg] = machine.at("neutral_extension_mm").at(leg).get<double>();
  }
  return facts;
}

OperatorRig::OperatorRig(acceptance::Facts facts, Callbacks around)
    : facts_{std::move(facts)}, callbacks_{std::move(around)}, heard_{WallClock::now()} {
  newest_ = sample_of(now(), facts_.legs);
  first_time_ = newest_.time;
}

const Telemetry& OperatorRig::now() {
  callbacks_.outbox.refresh();
  return callbacks_.outbox.telemetry();
}

OperatorOrder OperatorRig::ordered(std::string_view action, bool wait) const {
  const Action* const row = find_action(action);
  return {.action = row,
          .wanted = row->wanted,
          .said = std::string{action},
          .wait = wait,
          .unless_stopped = callbacks_.stops};
}

void OperatorRig::take() {
  driving_ = true;  // from the moment it may have been heard
  try {
    order(ordered("take", false));
  } catch (const acceptance::Refused&) {
    driving_ = false;  // what moves is not ours to stop
    throw;
  }
}

void OperatorRig::act(std::string_view action) { order(ordered(action, true)); }

void OperatorRig::give() {
  giving_ = true;
  order(ordered("give", false));
  driving_ = false;
}

acceptance::Move OperatorRig::go(const AxisValues& pose, double speed_share) {
  OperatorOrder wanted = ordered("go", true);
  MoveTo& move = std::get<MoveTo>(wanted.wanted);
  for (std::size_t i = 0; i < kAxes; ++i) {
    const double unit = i < 3 ? kMillimetre : kDegree;
    move.target[i] = pose[i] * unit;
    move.speed[i] = facts_.velocity[i] * speed_share * unit;
  }
  return order(std::move(wanted));
}

acceptance::Record OperatorRig::play(const std::array<std::string, kAxes>& formulas, double seconds) {
  OperatorOrder wanted = ordered("formula", true);
  wanted.wanted = FormulaPlan{formulas, seconds};
  acceptance::Record seen = order(std::move(wanted)).seen;
  // The snapshot of the end comes before the answer: what was seen after the program is no part of it.
  while (seen.size() > 1 && seen.back().path_time == 0.0) seen.pop_back();
  return seen;
}

acceptance::Record OperatorRig::stand(double seconds) {
  acceptance::Record record;
  const double end = newest_.time + seconds;
  while (newest_.time < end || record.empty()) pump(record);
  return record;
}

double OperatorRig::sample_rate() const noexcept {
  const double length = time() - first_time_;
  return length > 0.0 ? static_cast<double>(samples_) / length : 0.0;
}

acceptance::Move OperatorRig::order(OperatorOrder wanted) {
  acceptance::Move move;
  newest_ = sample_of(now(), facts_.legs);
  move.seen.push_back(newest_);
  move.ordered = newest_.time;
  std::future<OperatorReply> answer = callbacks_.orders.send(std::move(wanted));
  while (answer.wait_for(0ms) != std::future_status::ready) {
    pump(move.seen);
    if (!(newest_.time - move.ordered <= kLongestOrder)) throw Interrupted{not_ended(newest_)};
  }
  const OperatorReply reply = answer.get();
  if (reply.reason.id == Id::stopped_meanwhile) throw Interrupted{reply.reason};
  if (reply.result == OperatorReply::Result::refused) throw acceptance::Refused{reply.reason};
  if (reply.result != OperatorReply::Result::done)
    throw Interrupted{messages::say<Id::accept_bad_end>(reply.reason)};
  return move;
}

/// Waits for the next sample.
void OperatorRig::pump(acceptance::Record& record) {
  if (const Message reason = callbacks_.interrupted()) throw Interrupted{reason};
  std::this_thread::sleep_for(kSamplePeriod);
  const Telemetry& telemetry = now();
  if (driving_) watch(telemetry);
  const acceptance::Sample sample = sample_of(telemetry, facts_.legs);
  if (!(sample.time > newest_.time)) {
    if (WallClock::now() - heard_ > kPatience) throw Interrupted{Id::accept_no_telemetry};
    return;
  }
  if (!std::all_of(sample.pose.begin(), sample.pose.end(), [](double value) { return std::isfinite(value); }))
    throw Interrupted{Id::accept_pose_unknown};
  heard_ = WallClock::now();
  ++samples_;
  newest_ = sample;
  record.push_back(sample);
}

/// What others do to the platform ends the test.
void OperatorRig::watch(const Telemetry& t) {
  const bool ours = t.driver == kOperatorEndpoint;
  if (t.fault) throw Interrupted{message_of(t.fault)};
  if (t.state == State::fault || t.state == State::emergency)
    throw Interrupted{messages::say<Id::accept_in_state>(to_string(t.state))};
  if (t.barred) throw Interrupted{Id::accept_stopped};
  if (t.state == State::holding) throw Interrupted{Id::accept_paused};
  if (!ours && t.driver)
    throw Interrupted{messages::say<Id::accept_taken>(callbacks_.names.to_text(t.driver))};
  // A snapshot that was made before control was taken may come after it.
  if (!ours && seen_driving_ && !giving_) throw Interrupted{Id::accept_control_lost};
  seen_driving_ = seen_driving_ || ours;
}

Message OperatorRig::end() noexcept {
  if (!driving_) return {};
  driving_ = false;
  try {
    if (callbacks_.leaves()) return {};
    return ask_to_end();
  } catch (const std::exception& error) {
    return messages::say<Id::accept_cannot_stop>(error.what());
  }
}

OperatorReply OperatorRig::answer_to(OperatorOrder wanted) {
  std::future<OperatorReply> answer = callbacks_.orders.send(std::move(wanted));
  const auto end = WallClock::now() + 10s;
  while (answer.wait_for(20ms) != std::future_status::ready) {
    if (callbacks_.leaves()) throw std::runtime_error{"the program ends"};
    if (WallClock::now() > end) throw std::runtime_error{"the operator's thread does not answer"};
  }
  return answer.get();
}

Message OperatorRig::ask_to_end() {
  constexpr Id kStays = Id::accept_stays_stopped;
  // Who stops between the last look and this order is not overruled either; of all stops, ours is the one
  // more.
  const auto give = [this](std::uint64_t own) {
    OperatorOrder wanted = ordered("give", false);
    wanted.unless_stopped = callbacks_.stops + own;
    return answer_to(std::move(wanted)).result != OperatorReply::Result::refused;
  };
  const Telemetry& t = now();
  if (t.barred || callbacks_.orders.stops() != callbacks_.stops) return kStays;
  if (t.driver != kOperatorEndpoint) return messages::say<Id::accept_no_longer_ours>(to_string(t.state));
  if (t.state == State::fault || t.state == State::emergency) {
    if (!give(0)) return kStays;
    return messages::say<Id::accept_given_back>(to_string(t.state));
  }
  answer_to(ordered("stop", false));
  const auto end = WallClock::now() + 30s;
  while (now().moving && WallClock::now() < end) std::this_thread::sleep_for(20ms);
  if (now().moving) return Id::accept_still_moves;
  if (!give(1)) return kStays;
  return Id::accept_stopped_there;
}

}  // namespace hexad::acceptance
