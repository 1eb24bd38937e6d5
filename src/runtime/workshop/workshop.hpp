#pragma once
// Where motions are prepared: orders come in from the threads that speak to hosts, the core says whether it keeps the
// slot for one, then it is built, checked whole and handed over, or abandoned with the reason. Programs the core gives
// back are freed here. Knows no thread: the worker and the tests drive the same object.

#include <deque>
#include <memory>
#include <unordered_map>

#include "motion/prepare/prepare.hpp"
#include "runtime/event_text.hpp"
#include "runtime/platform.hpp"
#include "runtime/workshop/job.hpp"

namespace hexad::runtime {

class Workshop {
 public:
  /// Takes an inbox and an outbox of the platform. `files` may be null. Everything outlives it.
  Workshop(Platform& platform, const ProtocolNames& names, Log& log, const motion::FileSource* files);
  ~Workshop();

  /// One for each thread that sends orders; before the threads start.
  JobBox& add_box();

  /// One pass over everything that has come in. True while an order is open: look again soon.
  bool work();

 private:
  struct Open {
    std::unique_ptr<Job> job;
    bool accepted = false;
  };

  void take_jobs();
  void take_events();
  void prepare(const Job& job);
  void hand_over(const Job& job, motion::Preparation made);
  void abandon(const Job& job, const motion::Rejection& rejection);
  Request reply_to(const Job& job, What what) const;

  Platform& platform_;
  const ProtocolNames& names_;
  Log& log_;
  const motion::FileSource* files_;
  Inbox& inbox_;
  Outbox& outbox_;
  std::deque<JobBox> boxes_;
  std::deque<Open> open_;
  std::unordered_map<const Prepared*, std::unique_ptr<const Prepared>> lent_;  ///< to the core
};

}  // namespace hexad::runtime
