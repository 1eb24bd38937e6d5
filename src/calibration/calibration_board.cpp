#include "calibration/calibration_board.hpp"

#include <fmt/format.h>

#include "messages/print.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "words/event_text.hpp"

namespace hexad::inline calibration {
namespace {

namespace csfi = protocols::csfi;
using messages::Id;
using messages::say;

constexpr Contract kBoardContract{};

std::string_view name_of(const csfi::Group& group) {
  constexpr std::array<std::string_view, csfi::kGroups> kNames{"mechanics", "control", "network",
                                                               "user frame"};
  return kNames[group.index()];
}

messages::Message taken(const csfi::Group& group, const messages::Message& rule) {
  const auto number = csfi::number_of(group);
  const std::string_view name = name_of(group);
  if (group.index() == 0) return say<Id::log_group_taken_machine>(number, name, rule);
  if (group.index() == 2) return say<Id::log_group_taken_network>(number, name);
  return say<Id::log_group_taken>(number, name);
}

}  // namespace

CalibrationBoard::CalibrationBoard(StoredCalibration calibration, std::filesystem::path folder,
                                   Platform& platform, Log& log)
    : answers_{calibration.set.groups},
      folder_{std::move(folder)},
      platform_{platform},
      log_{log},
      inbox_{platform.add_inbox()},
      outbox_{platform.add_outbox(Outbox::Wants::machines)},
      factory_{std::move(calibration.factory)},
      set_{calibration.set},
      to_be_kept_{calibration.to_be_kept},
      machine_{platform.machines().at(calibration.machine.revision)},
      last_revision_{calibration.machine.revision} {}

CalibrationBoard::CalibrationBoard(StoredCalibration calibration, store::FileStore& store, Platform& platform,
                                   Log& log)
    : CalibrationBoard{std::move(calibration), std::filesystem::path{}, platform, log} {
  store_ = &store;
}

CalibrationBoard::~CalibrationBoard() {
  for (Group* group = nullptr; proposals_.pop(group);) delete group;
  for (Verdict* verdict = nullptr; verdicts_.pop(verdict);) delete verdict;
}

bool CalibrationBoard::propose(const Group& group) noexcept {
  if (proposed_) return false;
  auto* copy = new Group{group};
  proposed_ = proposals_.push(copy);
  if (!proposed_) delete copy;
  if (wake_ != nullptr) wake_->signal();
  return proposed_;
}

std::optional<CalibrationBoard::Result> CalibrationBoard::take_result() noexcept {
  Verdict* taken = nullptr;
  if (!verdicts_.pop(taken)) return std::nullopt;
  const std::unique_ptr<Verdict> verdict{taken};
  proposed_ = false;
  const bool committed = !verdict->reason;
  if (committed) answers_[verdict->group.index()] = verdict->group;
  return Result{csfi::number_of(verdict->group), committed, std::move(verdict->reason)};
}

bool CalibrationBoard::work() {
  if (to_be_kept_) keep_decided();
  claim_folder();
  take_events();
  Group* taken = nullptr;
  if (attempt_ == nullptr && proposals_.pop(taken)) {
    const std::unique_ptr<Group> group{taken};
    begin(*group);
  }
  return attempt_ != nullptr;
}

/// Everything that can be done without the core; then it is asked.
void CalibrationBoard::begin(const Group& group) {
  attempt_ = std::make_unique<Attempt>(Attempt{group, set_, {}, {}});
  attempt_->set.platform = factory_.set.platform;
  attempt_->set.groups[group.index()] = group;
  attempt_->set.written[group.index()] = true;
  auto made = calibrated(factory_, attempt_->set);
  if (!made) return conclude(say<Id::csfi_no_machine>(made.error()));
  attempt_->made = *std::move(made);
  Machine& machine = attempt_->made.machine;
  machine.revision = ++last_revision_;
  machine.geometry_revision = machine_->geometry_revision + (group.index() == 0 ? 1U : 0U);
  machine.trusted = true;
  attempt_->machine = std::make_shared<const Machine>(machine);

  if (const messages::Message problem = open_store()) return conclude(problem);
  const auto staged = store_->stage(kCalibrationKey, to_bytes(attempt_->set));
  if (!staged) return conclude(say<Id::csfi_not_stored>(staged.error()));
  // Group 3 is kept and shown; only a platform that was barred has to be told.
  if (group.index() == 2 && machine_->trusted) {
    attempt_->machine = machine_;
    return commit();
  }
  platform_.machines().add(attempt_->machine);
  if (!ask_core(attempt_->machine.get())) {
    store_->discard(kCalibrationKey);
    platform_.machines().remove(attempt_->machine.get());
    conclude(Id::csfi_core_busy);
  }
}

bool CalibrationBoard::ask_core(const Machine* machine) {
  Request request;
  request.tag = ++last_tag_;
  request.driver = kBoardEndpoint;
  request.contract = &kBoardContract;
  request.what = AdoptMachine{machine};
  return inbox_.request(request);
}

void CalibrationBoard::take_events() {
  outbox_.refresh();
  for (Event event; outbox_.next(event);) {
    if (const auto* released = std::get_if<MachineReleased>(&event.news))
      released_.push_back(released->machine);
    const auto* answer = std::get_if<Answer>(&event.news);
    if (answer != nullptr && event.driver == kBoardEndpoint && event.tag == last_tag_ && attempt_ != nullptr)
      answered(*answer);
  }
  if (attempt_ != nullptr) return;
  for (const Machine* machine : std::exchange(released_, {}))
    if (machine != machine_.get()) platform_.machines().remove(machine);
}

void CalibrationBoard::answered(const Answer& answer) {
  const bool done = answer.outcome == Outcome::done;
  if (attempt_->undoing) {
    if (done) {
      conclude(attempt_->reason);
    } else if (!ask_core(machine_.get())) {  // it moves: again until it stands
      log_.error(Id::log_old_machine_refused);
    }
    return;
  }
  if (done) return commit();
  store_->discard(kCalibrationKey);
  platform_.machines().remove(attempt_->machine.get());
  conclude(say<Id::csfi_not_still>(id_of(answer.refusal)));
}

void CalibrationBoard::commit() {
  const auto committed = store_->commit(kCalibrationKey);
  if (!committed) return undo(say<Id::csfi_not_stored>(committed.error()));
  if (!*committed) log_.warn(Id::log_disk_unconfirmed);
  const bool was_barred = !machine_->trusted;
  set_ = attempt_->set;
  machine_ = attempt_->machine;
  const Group& group = attempt_->group;
  log_.info(taken(group, attempt_->made.rule));
  for (const Id remark : attempt_->made.remarks) log_.warn(say<Id::log_calibration_remark>(remark));
  if (was_barred) log_.info(Id::log_calibration_decided);
  conclude({});
}

/// The core lives by what could not be kept: back to the machine before.
void CalibrationBoard::undo(const messages::Message& reason) {
  store_->discard(kCalibrationKey);
  if (attempt_->machine == machine_) return conclude(reason);
  attempt_->undoing = true;
  attempt_->reason = reason;
  if (!ask_core(machine_.get())) log_.error(Id::log_old_machine_refused);
}

void CalibrationBoard::conclude(const messages::Message& reason) {
  if (reason)
    log_.warn(
        say<Id::calibration_not_taken>(csfi::number_of(attempt_->group), name_of(attempt_->group), reason));
  auto* verdict = new Verdict{attempt_->group, reason};
  attempt_.reset();
  if (!verdicts_.push(verdict)) delete verdict;  // one proposal at a time: there is room
}

/// Words when there is nowhere to keep it.
messages::Message CalibrationBoard::open_store() {
  if (store_ != nullptr) return {};
  auto opened = store::FileStore::open(folder_.string());
  if (!opened) return say<Id::csfi_not_stored>(opened.error().why);
  keep_in(*std::move(opened));
  return {};
}

void CalibrationBoard::keep_in(std::unique_ptr<store::FileStore> store) noexcept {
  own_store_ = std::move(store);
  store_ = own_store_.get();
}

/// As soon as anything is kept in the folder it is this program's.
void CalibrationBoard::claim_folder() {
  std::error_code ignored;
  if (store_ != nullptr || claimed_ || !std::filesystem::exists(folder_, ignored)) return;
  claimed_ = true;
  auto opened = store::FileStore::open(folder_.string());
  if (opened)
    keep_in(*std::move(opened));
  else if (opened.error().in_use)
    log_.error(say<Id::csfi_not_stored>(opened.error().why));
}

void CalibrationBoard::keep_decided() {
  to_be_kept_ = false;
  messages::Message problem = open_store();
  if (!problem) {
    const auto written = store_->write(kCalibrationKey, to_bytes(set_));
    if (!written) problem = say<Id::csfi_not_stored>(written.error());
  }
  if (!problem) {
    log_.info(Id::log_decided_kept);
  } else {
    log_.error(say<Id::log_decided_not_kept>(problem));
  }
}

}  // namespace hexad::inline calibration
