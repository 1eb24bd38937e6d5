#include "engine/preparation/preparation_queue.hpp"

#include <cmath>

#include "controller/reach_code.hpp"
#include "cueing/presets.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"

namespace hexad::inline engine {
namespace {

using messages::Id;
using messages::Message;
using messages::say;

constexpr Contract kOwnContract{};

/// Where a motion begins: where the platform stands, or where it will when it has been raised.
Pose start_of(const Telemetry& telemetry) {
  switch (telemetry.state) {
    case State::init:
    case State::powered_up:
    case State::zeroing:
    case State::origin:
    case State::ascending:
      return {};
    default:
      return telemetry.commanded.pose;
  }
}

Id name_of(const Order& order) {
  constexpr Id kNames[] = {Id::order_path, Id::order_timed_path, Id::order_formula, Id::order_file};
  return kNames[order.index()];
}

/// What a host's code is made from: the axis that leaves the reach, else the limit itself (mdof decision 4).
LimitHit hit_for_hosts(const Machine& machine, const motion::Rejection& rejection) {
  const AxisValues values = kXyzConvention.from_pose(rejection.pose, machine.heights.neutral_above_bottom());
  const LimitHit hit = controller::reach_code(machine, values, kXyzConvention);
  return hit ? hit : rejection.hit;
}

}  // namespace

PreparationQueue::PreparationQueue(Platform& platform, const ProtocolNames& names, Log& log,
                                   const motion::FileSource* files)
    : platform_{platform},
      names_{names},
      log_{log},
      files_{files},
      inbox_{platform.add_inbox()},
      outbox_{platform.add_outbox(Outbox::Wants::programs)} {}

PreparationQueue::~PreparationQueue() {
  Job* job = nullptr;
  for (JobBox& box : boxes_)
    while (box.pop(job)) delete job;
}

JobBox& PreparationQueue::add_box() { return boxes_.emplace_back(); }

bool PreparationQueue::work() {
  if (at_work_ != nullptr) return true;
  take_jobs();
  take_events();
  complete_cueing();
  std::erase_if(open_, [](const Open& open) { return open.job->withdrawn(); });
  while (!open_.empty() && open_.front().accepted) {
    const Open next = std::move(open_.front());
    open_.pop_front();
    prepare(*next.job);
    take_jobs();
    take_events();
  }
  return !open_.empty();
}

void PreparationQueue::take_jobs() {
  Job* job = nullptr;
  for (JobBox& box : boxes_)
    while (box.pop(job)) open_.push_back({std::unique_ptr<Job>{job}, false});
}

void PreparationQueue::take_events() {
  outbox_.refresh();
  Event event;
  while (outbox_.next(event)) {
    if (const auto* released = std::get_if<ProgramReleased>(&event.news)) lent_.erase(released->program);
    const auto* answer = std::get_if<Answer>(&event.news);
    if (answer == nullptr || event.tag == 0) continue;
    if (event.driver == kWorkshopEndpoint) engines_.erase(event.tag);
    if (at_work_ != nullptr && at_work_->request().tag == event.tag &&
        at_work_->request().driver.protocol == event.driver.protocol && answer->outcome != Outcome::accepted)
      ended_ = true;
    for (auto open = open_.begin(); open != open_.end(); ++open) {
      const Request& request = open->job->request();
      if (request.tag != event.tag || request.driver.protocol != event.driver.protocol) continue;
      if (answer->outcome == Outcome::accepted) {
        open->accepted = true;
      } else {
        open_.erase(open);  // refused, or ended before it was begun
      }
      break;
    }
  }
}

/// What another tuning, or another machine, left to be made: the core says so, and takes it if it still wants
/// it then.
void PreparationQueue::complete_cueing() {
  const Telemetry& telemetry = outbox_.telemetry();
  const std::uint32_t wanted = telemetry.cue.wanted;
  const std::shared_ptr<const Machine> known = machine();
  if (wanted == 0 || wanted == cueing_made_ || known->revision != telemetry.revision) return;
  auto engine = std::make_unique<cueing::Predictive>();
  engine->tune(*known, cueing::derive(*known, telemetry.cue.tuning), to_seconds(platform_.period()));
  const Request request{.tag = ++last_tag_,
                        .driver = kWorkshopEndpoint,
                        .contract = &kOwnContract,
                        .what = AdoptCueing{wanted, engine.get()}};
  if (!inbox_.request(request)) return;  // again with the next look
  cueing_made_ = wanted;
  engines_.emplace(request.tag, std::move(engine));
}

/// What the core lives by as far as is known here; it checks the revision when it gets the motion.
std::shared_ptr<const Machine> PreparationQueue::machine() const {
  return platform_.machines().at(outbox_.telemetry().revision);
}

Result<motion::Preparation, motion::Rejection> PreparationQueue::make(const Job& job, std::string& file) {
  const auto hears = [this](double share) { return go_on(share); };
  const motion::Progress progress{hears};
  const double period = to_seconds(platform_.period());
  const Pose start = start_of(outbox_.telemetry());
  const std::shared_ptr<const Machine> known = machine();
  if (job.file().name.empty()) {
    const Order order = job.order();
    const auto* const listed = std::get_if<FileOrder>(&order);
    if (listed == nullptr || files_ == nullptr)
      return motion::prepare(order, start, *known, files_, period, progress);
    const auto text = files_->read(*listed);
    if (!text) return Failure{text.error()};
    file = text->name;
    return motion::prepare(*text, start, *known, period, progress);
  }
  if (named_ == nullptr) {
    motion::Rejection rejection;
    rejection.problem = motion::Problem::no_such_file;
    rejection.file = job.file().name;
    return Failure{rejection};
  }
  auto text = named_->read(job.file().name);
  if (!text) return Failure{text.error()};
  text->scale = job.file().scale;
  text->repeat = job.file().repeat;
  file = job.file().name;
  return motion::prepare(*text, start, *known, period, progress);
}

/// For who asked over the console: more than the core's answer can say.
void PreparationQueue::tell(const Job& job, bool ready, const Message& message) {
  if (notes_ == nullptr || job.request().driver.protocol != told_) return;
  (void)notes_->push({job.request().tag, ready, message});  // a full box loses words, not the motion
}

void PreparationQueue::prepare(const Job& job) {
  std::string file;
  at_work_ = &job;
  ended_ = false;
  auto made = make(job, file);
  at_work_ = nullptr;
  preparing_.publish({});
  if (!made && made.error().problem == motion::Problem::cancelled) return;  // the core has answered already
  if (made) {
    hand_over(job, std::move(*made), file);
  } else {
    abandon(job, made.error());
  }
}

bool PreparationQueue::go_on(double share) {
  preparing_.publish({true, share});
  if (meanwhile_) meanwhile_(share);
  take_events();
  return !ended_ && !at_work_->withdrawn();
}

void PreparationQueue::hand_over(const Job& job, motion::Preparation made, const std::string& file) {
  if (!file.empty()) {
    PlayedFile played;
    file.copy(played.name.data(), played.name.size() - 1);
    played_.publish(played);
  }
  Message remark;
  if (made.lowered) {
    remark = say<Id::lowered_to_limit>(message_of(made.lowered));
    log_.warn(say<Id::motion_remark>(name_of(job.order()), names_.to_text(job.request().driver), remark));
  }
  if (made.smoothed) {
    remark = motion::message_of(made.smoothed);
    log_.warn(say<Id::motion_remark>(name_of(job.order()), names_.to_text(job.request().driver), remark));
  }
  if (made.ahead)
    remark = say<Id::will_meet>(std::round(10.0 * made.ahead_time) / 10.0, message_of(made.ahead));
  tell(job, true, remark);
  const Prepared* program = made.program.get();
  lent_.emplace(program, std::move(made.program));
  if (inbox_.request(reply_to(job, RunPrepared{program, made.machine_revision}))) return;
  lent_.erase(program);
  log_.error(Id::log_core_no_motion);
}

void PreparationQueue::abandon(const Job& job, const motion::Rejection& rejection) {
  const Message why = motion::message_of(rejection);
  log_.warn(say<Id::motion_refused>(name_of(job.order()), names_.to_text(job.request().driver), why));
  tell(job, false, why);
  const bool limit = rejection.problem == motion::Problem::none;
  const Abandon reason{limit ? Refusal::out_of_reach : Refusal::bad_program,
                       limit ? hit_for_hosts(*machine(), rejection) : LimitHit{}};
  if (!inbox_.request(reply_to(job, reason))) log_.error(Id::log_core_no_refusal);
}

Request PreparationQueue::reply_to(const Job& job, What what) const {
  Request request = job.request();
  request.what = what;
  return request;
}

}  // namespace hexad::inline engine
