#pragma once
// Where motions are prepared: orders come in from the threads that speak to hosts, the core says whether it
// keeps the slot for one, then it is built, checked whole and handed over, or abandoned with the reason.
// Programs the core gives back are freed here. So is the predictive cueing engine, when the core wants
// another one. Knows no thread: the worker and the tests drive the same object.

#include <deque>
#include <functional>
#include <memory>
#include <unordered_map>

#include "cueing/predictive.hpp"
#include "engine/platform.hpp"
#include "engine/preparation/job.hpp"
#include "motion/prepare/prepare.hpp"
#include "words/event_text.hpp"

namespace hexad::inline engine {

/// Motion files by name: those that came with the program and those that were uploaded. Blocks: for workers.
class NamedFiles {
 public:
  virtual ~NamedFiles() = default;
  virtual Result<motion::files::MotionText, motion::Rejection> read(const std::string& name) const = 0;
};

class PreparationQueue {
 public:
  /// Takes an inbox and an outbox of the platform. `files` may be null. Everything outlives it.
  PreparationQueue(Platform& platform, const ProtocolNames& names, Log& log, const motion::FileSource* files);
  ~PreparationQueue();

  /// One for each thread that sends orders; before the threads start.
  JobBox& add_box();
  /// Where files ordered by name come from; before the threads start.
  void read_from(const NamedFiles& files) noexcept { named_ = &files; }
  /// What became of the jobs of one protocol's endpoints goes there as well; before the threads start.
  void tell(ProtocolId protocol, NoteBox& notes) noexcept {
    told_ = protocol;
    notes_ = &notes;
  }

  /// For one reader.
  PlayedFileBox& played() noexcept { return played_; }

  /// How far it is with the motion it is at; for one reader.
  PreparingBox& preparing() noexcept { return preparing_; }
  /// Called while a motion is prepared, from time to time; before the threads start.
  void meanwhile(std::function<void(double)> work) { meanwhile_ = std::move(work); }

  /// One pass over everything that has come in. True while an order is open: look again soon.
  bool work();

 private:
  struct Open {
    std::unique_ptr<Job> job;
    bool accepted = false;
  };

  void take_jobs();
  void take_events();
  void complete_cueing();
  void prepare(const Job& job);
  /// Whether the motion at work is still wanted: a stop may have ended it meanwhile.
  bool go_on(double share);
  std::shared_ptr<const Machine> machine() const;
  /// `file`: the name of the file it was made of, if it was one.
  Result<motion::Preparation, motion::Rejection> make(const Job& job, std::string& file);
  void tell(const Job& job, bool ready, const messages::Message& message);
  void hand_over(const Job& job, motion::Preparation made, const std::string& file);
  void abandon(const Job& job, const motion::Rejection& rejection);
  Request reply_to(const Job& job, What what) const;

  Platform& platform_;
  const ProtocolNames& names_;
  Log& log_;
  const motion::FileSource* files_;
  const NamedFiles* named_ = nullptr;
  NoteBox* notes_ = nullptr;
  PlayedFileBox played_;
  PreparingBox preparing_;
  std::function<void(double)> meanwhile_;
  const Job* at_work_ = nullptr;
  bool ended_ = false;  ///< the core has, what is at work
  ProtocolId told_ = 0;
  Inbox& inbox_;
  Outbox& outbox_;
  std::deque<JobBox> boxes_;
  std::deque<Open> open_;
  std::unordered_map<const Prepared*, std::unique_ptr<const Prepared>> lent_;   ///< to the core
  std::unordered_map<Tag, std::unique_ptr<const cueing::Predictive>> engines_;  ///< on their way there
  std::uint32_t cueing_made_ = 0;  ///< the core's last want that was met
  Tag last_tag_ = 0;
};

}  // namespace hexad::inline engine
