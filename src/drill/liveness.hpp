#pragma once
// What must happen, and what must not go on: who owns a motion and how it ends, what holds it and who lets it
// go. Each watcher keeps a picture of its own, made of requests and answers alone; the specification is
// lifecycle rules 1–31.

#include <array>
#include <vector>

#include "drill/facts.hpp"
#include "drill/report.hpp"
#include "drill/streams.hpp"

namespace hexad::drill {

/// Every order and what became of it. I42, I61.
class OrderBook {
 public:
  explicit OrderBook(Report& report) : report_{report} {}
  void look(const Facts& facts);

  /// An accepted motion that nothing has ended was open on this tick: it may go on.
  bool licensed() const { return licensed_; }
  /// An accepted motion without its final answer.
  bool open() const;
  /// … one that may be out of reach and still be done as far as it goes.
  bool may_be_clamped() const;
  /// … a sine that fits for sure, or something that is refused when it does not fit.
  bool fits_for_sure() const;

 private:
  enum class Kind : std::uint8_t { step, move, prepared, sine, reset, other };
  struct Order {
    Tag tag = 0;
    Kind kind = Kind::other;
    const Contract* contract = nullptr;
    TimePoint asked{};
    bool small = false;  ///< a sine that fits for sure
    bool power_up = false;
    bool begun = false;  ///< what was prepared has been handed over; back to power-up: it was seen
    bool ends = false;   ///< prepared, with an end: it was looked at whole
    bool accepted = false;
    bool paused = false;
    int ended_by =
        0;         ///< something has ended it: the invariant that says so. Its answer is due at standstill
    int idle = 0;  ///< ticks it stood although nothing held it
    int unanswered = 0;
    double left = 1e9;  ///< s of running until it is overdue
  };

  static Order order_of(const Request& request);
  void take_requests(const Facts& facts);
  void end_orders(const Facts& facts);
  void take_answers(const Facts& facts);
  void take_answer(const Facts& facts, Tag tag, const Answer& answer);
  void check_time(const Facts& facts);
  void check_time(const Facts& facts, Order& order);
  Order* find(Tag tag);

  Report& report_;
  std::vector<Order> orders_;           ///< not finally answered
  std::vector<std::uint8_t> answered_;  ///< by tag: finally
  bool licensed_ = false;
};

/// What the operator keeps: control, a hold, a bar. I47.
class OperatorsHand {
 public:
  explicit OperatorsHand(Report& report) : report_{report} {}
  void look(const Facts& facts);
  bool keeps() const { return taken_ || barred_ || holds_; }

 private:
  Report& report_;
  Endpoint operator_;
  bool taken_ = false;
  bool barred_ = false;
  bool holds_ = false;
  bool resumes_ = false;  ///< since control was taken
};

/// By what right the platform moves: I19, I45, I48, I49, I51, I54.
class Licence {
 public:
  Licence(Report& report, const Rules& rules) : report_{report}, rules_{rules} {}
  void look(const Facts& facts, const OrderBook& orders, const OperatorsHand& hand);

 private:
  struct Hold {
    bool on = false;
    bool with_resume = false;  ///< both came on one tick
    bool left = false;         ///< its driver went or fell silent
    bool by_operator = false;
    bool pause = false;          ///< mdof's: ended by its own resume or a stop alone
    bool may_be_over = false;    ///< a motion nobody waits for was asked for by one who may end it
    bool by_one_of_two = false;  ///< … and it was held again: still the first one's, or the second's
    Endpoint by;
    TimePoint since{};
  };

  void take_requests(const Facts& facts);
  void take_hold(const Facts& facts);
  void take_accepted(const Facts& facts);
  static bool may_resume(const Hold& hold, const Request& request);
  bool may_leave(const Request& request) const;
  bool is_back(const Request& request);
  void check_moves(const Facts& facts, const OrderBook& orders, const OperatorsHand& hand);
  void check_hold(const Facts& facts);
  void check_stop(const Facts& facts);
  bool idle_return_due(const Facts& facts) const;
  void revoke() { resumed_ = untagged_ = idle_ = false; }

  Report& report_;
  const Rules& rules_;
  Hold hold_;
  bool resumed_ = false;
  bool released_ = false;  ///< stopping for a hold, or holding: what comes next is allowed already
  Tag leaves_by_ = 0;      ///< the motion that was accepted in a hold, until it is answered
  Hold left_hold_;         ///< … and that hold
  bool untagged_ = false;  ///< a motion nobody waits for was asked for
  bool exit_ = false;
  bool idle_ = false;
  bool reset_ = false;  ///< the last thing that took the licence away
  Endpoint lost_;
  std::array<TimePoint, 3> frames_{};  ///< its newest
  TimePoint last_driven_{};
  TimePoint stopping_since_{};
  int standing_ = 0;  ///< ticks
};

/// States that say something: I41, I43, I46, I49, I56, I57, I58, I59, I73.
class StateWatch {
 public:
  StateWatch(Report& report, const Machine& machine, const Rules& rules)
      : report_{report}, machine_{machine}, rules_{rules} {}
  void look(const Facts& facts, const OrderBook& orders);

 private:
  struct Host {
    Endpoint endpoint;
    const Contract* contract = nullptr;
    TimePoint heard{};
  };
  void hear(const Facts& facts);
  void check_owner(const Facts& facts, const OrderBook& orders);
  void check_warnings(const Facts& facts, const OrderBook& orders);
  void check_path_time(const Facts& facts);
  void check_fault(const Facts& facts);
  void check_enable(const Facts& facts);
  void check_passing(const Facts& facts);
  void check_turning(const Facts& facts);
  void check_first_way(const Facts& facts);

  Report& report_;
  const Machine& machine_;
  const Rules& rules_;
  std::vector<Host> hosts_;
  int ownerless_ = 0;
  int pointless_ = 0;  ///< ticks `moving` is shown without a reason
  int clamped_ = 0, unfit_ = 0, limited_ = 0, lost_ = 0, acting_ = 0;
  bool limit_acts_ = false;
  bool accepted_since_lost_ = false;
  bool enabled_ = false;
  TimePoint entered_{};
  bool asked_since_entered_ = false;
  bool at_start_ = true;
  State turning_ = State::init;
  int turning_ticks_ = 0;
  bool first_way_ = false;
};

/// Relays, digital outputs, single legs by hand, sessions that must act anew, the end. I50, I52, I53, I55.
class DetailWatch {
 public:
  DetailWatch(Report& report, const Machine& machine) : report_{report}, machine_{machine} {}
  void look(const Facts& facts);
  /// What is on belongs to whoever drives.
  void go_on_from(const Telemetry& before) { outputs_by_ = before.driver; }

 private:
  struct Session {
    Endpoint endpoint;
    std::uint32_t act = 0;
    TimePoint heard{};
    bool armed = true;
  };
  void check_outputs(const Facts& facts);
  void check_jog(const Facts& facts);
  void check_arming(const Facts& facts);
  void check_exit(const Facts& facts);
  Session& session(const Endpoint& endpoint);

  Report& report_;
  const Machine& machine_;
  Endpoint outputs_by_;
  TimePoint stopped_{};
  bool drop_due_ = false;
  std::vector<Session> sessions_;
  std::vector<Tag> unarmed_;  ///< requests of this tick whose session was disarmed when they came
  bool exits_ = false;
  bool exited_ = false;
  bool stays_raised_ = false;  ///< for a reason
  TimePoint exit_asked_{};
};

/// I60.
class Admission {
 public:
  explicit Admission(Report& report) : report_{report} {}
  void look(const Facts& facts);

 private:
  Report& report_;
};

class Liveness {
 public:
  Liveness(Report& report, const Machine& machine, const Rules& rules);
  void look(const Facts& facts);
  void go_on_from(const Telemetry& before) { details_.go_on_from(before); }

 private:
  Rules rules_;
  OrderBook orders_;
  OperatorsHand hand_;
  Licence licence_;
  StateWatch states_;
  DetailWatch details_;
  StreamWatch streams_;
  Admission admission_;
};

}  // namespace hexad::drill
