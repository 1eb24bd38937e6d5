#include "gateway/mdof_far.hpp"

#include <cmath>
#include <utility>

#include "protocols/axis_units.hpp"

namespace hexad::gateway {
namespace {

namespace mdof = protocols::mdof;
using mdof::Code;
using mdof::Command;

constexpr Duration kUnseen = std::chrono::milliseconds{300};   // sent, and nothing moves: it got lost
constexpr Duration kEnded = std::chrono::milliseconds{200};    // stands, and its answer got lost
constexpr Duration kOnTheWay = std::chrono::milliseconds{20};  // a status that was made before it was sent
constexpr Duration kOvertaken = std::chrono::milliseconds{100};
constexpr int kMostSent = 5;
constexpr double kThere = 1.0 * kMillimetre;
constexpr double kThereAngle = 0.1 * kDegree;
constexpr double kLow = 1.0 * kMillimetre;
constexpr double kCreeps = 0.2;  // mm/s, °/s

constexpr int code_of(HardwareCode code) noexcept { return static_cast<int>(code); }

void put(Frame& out, Command command) noexcept {
  wire::TextBuffer<8> text;
  text.writer().integer(static_cast<std::int64_t>(command));
  out.assign(text.writer().bytes());
}

}  // namespace

Playing MdofFar::playing() const noexcept {
  const bool waits = held_ && (!job_.under_way() || (paused_ && !creeps_));
  return {(job_.plays() || next_.plays()) && !waits, played_, result_};
}

/// What is in its hands is to be stopped, what is not is forgotten.
void MdofFar::drop() noexcept {
  if (!job_.under_way())
    job_ = {};
  else if (!std::exchange(job_.unwanted, true))
    hurries_ = true;
}

/// Rows become the command's text as they come.
void MdofFar::score(const Score& score) noexcept {
  const bool held = score.held && score.number != 0;
  hurries_ = hurries_ || (held && !held_);
  held_ = held;
  if (std::exchange(score_, score.number) != score.number) {
    if (job_.plays()) drop();
    next_ = {};
  }
  if (score.count == 0 || played_ == score_) return;
  if (next_.stage == Stage::none) {
    const bool plain = score.speed.isZero();
    next_.stage = Stage::told;
    next_.act = Act::follow;
    next_.number = score_;
    next_.command = !score.point ? Command::timed_path : plain ? Command::move : Command::path_with_speeds;
    writer_.clear();
    writer_.integer(static_cast<std::int64_t>(next_.command));
    if (score.point && !plain) writer_.text(" 1");
  }
  for (std::size_t i = 0; i < score.count; ++i) {
    if (!score.point) writer_.text(" ").fixed(score.rows[i].time, 3);
    put_pose(score.rows[i].pose);
    next_.target = score.rows[i].pose;
  }
  for (std::size_t i = 0; i < 6 && next_.command == Command::path_with_speeds; ++i)
    writer_.text(" ").fixed(score.speed[static_cast<Eigen::Index>(i)] / (i < 3 ? kMillimetre : kDegree), 3);
  if (!score.complete) return;
  next_.stage = Stage::ready;
  if (!writer_.cut()) return;
  played_ = next_.number;
  result_ = static_cast<int>(Code::bad_request);
  next_ = {};
}

void MdofFar::put_pose(const Pose& pose) noexcept {
  for (const double value : protocols::to_wire<double>(form_.convention, pose))
    writer_.text(" ").fixed(value, 3);
}

void MdofFar::begin(Act act, Command command, const Pose& target) noexcept {
  job_ = {};
  job_.stage = Stage::ready;
  job_.act = act;
  job_.command = command;
  job_.target = target;
  disturbed_ = false;
  writer_.clear();
  writer_.integer(static_cast<std::int64_t>(command));
  if (command == Command::move) put_pose(target);
}

/// The steps of its own life. There is no command for the bottom: as low as a pose may be is down.
void MdofFar::choose(const Order& order, const Heard& heard) noexcept {
  if (act_ != order.act) ended_ = Act::rest;
  act_ = order.act;
  const bool step = act_ == Act::home || act_ == Act::raise || act_ == Act::lower;
  if (job_.stage != Stage::none && job_.act != act_) drop();
  if (job_.stage != Stage::none) return;
  if (act_ == Act::follow && next_.stage == Stage::ready) {
    job_ = next_;
    next_ = {};
    disturbed_ = false;
  }
  if (!step || ended_ == act_) return;
  Pose low;
  low.position.z() = form_.lowest;
  if (act_ == Act::raise)
    begin(act_, Command::zero_point, Pose{});
  else if (act_ == Act::home && !heard.homed)
    begin(act_, Command::initialise, Pose{});
  else
    begin(act_, Command::move, low);
}

/// Every other frame asks how it is; what stops it comes first.
void MdofFar::write(const Order& order, const Heard& heard, Frame& out) noexcept {
  choose(order, heard);
  hurries_ = false;
  if (order.leaves) return put(out, order.act == Act::halt ? Command::stop : Command::everything);
  const bool stops = act_ == Act::halt || act_ == Act::emergency || job_.unwanted;
  const bool pauses = job_.under_way() && job_.plays() && held_ && !paused_;
  const bool first = !std::exchange(stopping_, stops || pauses) && stopping_;
  asked_ = !asked_ && !first;
  if (asked_) return put(out, Command::everything);
  if (stops) return put(out, Command::stop);
  if (act_ == Act::reset) return put(out, Command::clear_error);
  if (pauses) return put(out, Command::pause);
  if (job_.under_way() && job_.plays() && !held_ && paused_) return put(out, Command::resume);
  if (job_.stage == Stage::ready && !held_) {
    job_.stage = Stage::sent;
    ++job_.sent;
    job_.since = order.clock;
    return out.assign(writer_.bytes());
  }
  asked_ = true;
  put(out, Command::everything);
}

/// Its final answer, or what stands for it.
void MdofFar::over(int result, TimePoint at) noexcept {
  over_at_ = at;
  const Job ended = std::exchange(job_, Job{});
  paused_ = false;
  if (ended.unwanted) return;
  if (ended.act == Act::follow) {
    played_ = ended.number;
    result_ = result;
    return;
  }
  // Homed it stands at neutral; home is down, and another step.
  if (result == 0 && ended.command == Command::initialise) return;
  ended_ = ended.act;
  well_ = result == 0;
}

void MdofFar::answered(int code, TimePoint at) noexcept {
  if (!job_.under_way()) return;
  switch (code) {
    case static_cast<int>(Code::paused):
      if (!held_) disturbed_ = true;
      paused_ = true;
      return;
    case static_cast<int>(Code::resumed):
      paused_ = disturbed_ = false;
      return;
    case static_cast<int>(Code::moving):
      if (job_.sent > 1) return;  // the first one came after all
      break;
    default:
      break;
  }
  over(code, at);
}

void MdofFar::watch(bool moving, const Heard& heard, TimePoint now) noexcept {
  if (!job_.under_way() || now - job_.since < kOnTheWay) return;
  if (moving) {
    job_.stage = Stage::moves;
    job_.since = now;
    return;
  }
  if (job_.stage == Stage::moves) {
    if (now - job_.since < kEnded) return;
    const bool there = (heard.pose.position - job_.target.position).norm() <= kThere &&
                       angle_between(heard.pose.rotation, job_.target.rotation) <= kThereAngle;
    over(there ? 0 : static_cast<int>(Code::stopped), now);
  } else if (now - job_.since >= kUnseen) {
    if (job_.unwanted || job_.sent >= kMostSent) return over(static_cast<int>(Code::moving), now);
    job_.stage = Stage::ready;
  }
}

std::optional<Heard> MdofFar::take(const Datagram& datagram) noexcept {
  const auto reply = mdof::decode_reply(datagram.span());
  if (!reply) return std::nullopt;
  wire::TextBuffer<8> own;
  own.writer().integer(static_cast<std::int64_t>(job_.command));
  if (reply->echo != "31") {
    const auto code = mdof::decode_code(reply->body);
    if (code && reply->echo == own.view()) answered(*code, datagram.time);
    // Sooner than a status shows it.
    if (code && *code == code_of(HardwareCode::emergency_stop)) {
      heard_.state = State::emergency;
      heard_.life = OwnLife::stands;
      heard_.emergency = true;
      return heard_;
    }
    if (code && *code == 0 && reply->echo == "5") paused_ = job_.under_way();
    if (code && *code == 0 && reply->echo == "6") paused_ = false;
    return std::nullopt;
  }
  auto status = mdof::decode_everything(reply->body);
  if (!status) return std::nullopt;
  // Overtaken by the final answer it still shows the motion that has ended.
  if (job_.stage == Stage::none && datagram.time - over_at_ < kOvertaken) status->moving = false;
  for (const double value : status->position)
    if (!std::isfinite(value)) return std::nullopt;

  Heard heard;
  heard.pose = form_.convention.to_pose(protocols::to_inside(form_.convention, status->position.data()), 0.0);
  creeps_ = false;
  for (const double value : status->velocity) creeps_ = creeps_ || !(std::abs(value) < kCreeps);
  watch(status->moving, heard, datagram.time);
  const bool down = status->zeroed && stands_low(heard.pose);
  heard.state = state_of(*status, down);
  heard.life = life_of(*status, down);
  heard.homed = status->zeroed;
  heard.emergency = status->error == code_of(HardwareCode::emergency_stop);
  if (!heard.emergency && status->error > 0) heard.code = static_cast<std::uint32_t>(status->error);
  for (std::size_t i = 0; i < kMaxLegs; ++i) heard.torque[i] = status->torque[i];
  heard_ = heard;
  return heard;
}

bool MdofFar::stands_low(const Pose& pose) const noexcept {
  return pose.position.z() <= form_.lowest + kLow && pose.position.head<2>().norm() <= kLow &&
         angle_between(pose.rotation, Quat::Identity()) <= kThereAngle;
}

State MdofFar::state_of(const mdof::Snapshot& status, bool down) const noexcept {
  if (!status.connected) return State::init;
  if (status.error == code_of(HardwareCode::emergency_stop)) return State::emergency;
  if (status.error != 0) return State::fault;
  if (!status.zeroed) return status.moving ? State::zeroing : State::powered_up;
  if (!status.moving) return down ? State::origin : State::ready;
  switch (job_.act) {
    case Act::home:
    case Act::lower:
      return State::descending;
    case Act::raise:
      return State::ascending;
    default:
      return paused_ && !creeps_ ? State::holding : State::running;
  }
}

/// "Follows" is: it stands raised, and plays what it is handed.
OwnLife MdofFar::life_of(const mdof::Snapshot& status, bool down) const noexcept {
  if (!status.connected || status.error != 0 || disturbed_) return OwnLife::stands;
  const bool step = act_ == Act::home || act_ == Act::raise || act_ == Act::lower;
  if (step && ended_ != act_) return OwnLife::moves;
  if (step && !well_) return OwnLife::stands;
  if (act_ == Act::follow) {
    return job_.plays() || !status.moving ? OwnLife::follows : OwnLife::moves;
  }
  if (status.moving) return OwnLife::moves;
  if (act_ == Act::raise) return OwnLife::follows;
  return down ? OwnLife::down : OwnLife::stands;
}

}  // namespace hexad::gateway
