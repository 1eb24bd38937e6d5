#include "drill/drill.hpp"

#include "controller/controller.hpp"
#include "drill/recovery.hpp"
#include "drill/ride.hpp"
#include "drill/trace_hash.hpp"
#include "lifecycle/shutdown.hpp"

namespace hexad::drill {
namespace {

constexpr Duration kPeriod = std::chrono::milliseconds{1};
/// Of a life; the rest is about what the way back takes.
constexpr double kRandomShare = 0.85;
constexpr Duration kLongestExit = std::chrono::seconds{26};

void count(Life& life, const Outputs& out) {
  for (const Event& event : out.events) {
    if (std::holds_alternative<Transition>(event.news)) ++life.moves;
    if (std::holds_alternative<FaultRaised>(event.news)) ++life.faults;
    const LimitChange* limit = std::get_if<LimitChange>(&event.news);
    if (limit != nullptr && limit->began) ++life.limited;
    const Answer* answer = std::get_if<Answer>(&event.news);
    if (answer != nullptr && answer->outcome == Outcome::done) ++life.finals;
  }
  if (out.telemetry.state == State::running) ++life.running_ticks;
}

controller::Settings settings_of(const Plan& plan) {
  controller::Settings settings;
  settings.period = kPeriod;
  settings.initial = plan.raised ? controller::Initial::neutral : controller::Initial::powered_up;
  settings.auto_enable = !plan.needs_enable;
  settings.idle_return = plan.idle_return;
  settings.idle_return_all = plan.idle_return_all;
  return settings;
}

plant::Settings drives_of(const Plan& plan, std::uint64_t seed) {
  plant::Settings settings;
  settings.initial = plan.raised ? plant::Initial::neutral : plant::Initial::powered_up;
  settings.seed = seed;
  return settings;
}

/// Every third life is followed by a ride, apart from it: the life itself stays what it was.
bool has_ride(std::uint64_t seed) { return seed % 3 == 1; }

/// Raised, nothing fails, nobody gets in the way.
Plan plan_of_ride(std::uint64_t seed) {
  Plan plan{seed, false};
  plan.raised = true;
  plan.needs_enable = false;
  plan.idle_return = {};
  return plan;
}

/// How often the preset itself says so, it goes down when idle (csfi group 2).
Duration idle_return_of(const Plan& plan, const Machine& machine) {
  const double set = machine.idle.idle_return;
  return set < 0.0 ? plan.idle_return : from_seconds(set);
}

/// One platform, its drives, the people around it and who watches, tick by tick.
class Stage {
 public:
  Stage(std::uint64_t seed, const Machine& machine, const Options& options, const Plan& plan)
      : options_{options},
        plan_{plan},
        machine_{machine},
        drives_{machine, drives_of(plan, seed)},
        core_{machine, settings_of(plan)},
        scenario_{seed, machine, plan},
        observer_{machine, kPeriod, {idle_return_of(plan, machine), plan.needs_enable}},
        recovery_{machine, scenario_, observer_.report(), plan.fault_stays},
        feedback_{drives_.feedback()} {}

  Life live() {
    const auto ticks = static_cast<std::uint64_t>(options_.seconds * 1000.0 * kRandomShare);
    while (life_.ticks < ticks) tick();
    if (plan_.exits) {
      leave();
    } else {
      scenario_.fall_silent();
      recovers_ = true;
      while (!recovery_.over()) tick();
    }
    return ended();
  }

  Life ride(std::uint64_t seed, TimePoint begin) {
    now_ = begin;
    Ride ride{seed, machine_, begin};
    ride_ = &ride;
    while (!ride.over(now_)) tick();
    return ended();
  }
  TimePoint now() const { return now_; }

 private:
  Life ended() {
    life_.events_hash = events_.value();
    life_.setpoints_hash = setpoints_.value();
    life_.violations = observer_.violations();
    life_.strain = observer_.strain();
    return std::move(life_);
  }

  void leave() {
    scenario_.exit();
    static_cast<void>(shutdown_.signal(seen_->telemetry, now_));
    const TimePoint end = now_ + kLongestExit;
    do {
      tick();
    } while (!shutdown_.complete(seen_->telemetry, now_) && now_ < end);
  }

  void tick() {
    std::vector<Request>& requests =
        ride_ != nullptr ? ride_->requests(now_, *seen_) : scenario_.requests(now_, *seen_, drives_);
    if (recovers_) recovery_.act(now_, *seen_, drives_, requests);
    feedback_.simulated = !plan_.needs_enable;
    const std::vector<Request>* heard = &requests;
    if (options_.mishear) {
      misheard_ = requests;
      options_.mishear(misheard_, seen_->telemetry);
      heard = &misheard_;
    }
    const std::size_t before = options_.allocations != nullptr ? options_.allocations() : 0;
    const Outputs& stepped = core_.step(now_, *heard, feedback_);
    const std::size_t allocations = options_.allocations != nullptr ? options_.allocations() - before : 0;
    const Feedback shown = feedback_;
    feedback_ = drives_.exchange(stepped.setpoint, now_, kPeriod);
    const Outputs* observed = &stepped;
    if (options_.sabotage) {
      changed_ = stepped;
      options_.sabotage(changed_);
      observed = &changed_;
    }
    const Tick seen{now_,
                    requests,
                    &shown,
                    observed,
                    &drives_.true_extension(),
                    scenario_.drives_healthy() && !recovers_,
                    allocations,
                    shutdown_.complete(observed->telemetry, now_)};
    observer_.observe(seen);
    count(life_, stepped);
    add(events_, stepped);
    add(setpoints_, stepped.setpoint);
    if (options_.look) options_.look(seen);
    seen_ = &stepped;
    now_ += kPeriod;
    ++life_.ticks;
  }

  const Options& options_;
  const Plan& plan_;
  const Machine& machine_;
  Ride* ride_ = nullptr;
  plant::SimulatedDrives drives_;
  controller::Controller core_;
  Scenario scenario_;
  Observer observer_;
  Recovery recovery_;
  lifecycle::Shutdown shutdown_;
  Feedback feedback_;
  Outputs nothing_;
  const Outputs* seen_ = &nothing_;
  std::vector<Request> misheard_;
  Outputs changed_;
  bool recovers_ = false;
  TraceHash events_, setpoints_;
  TimePoint now_{};
  Life life_;
};

}  // namespace

Life live(std::uint64_t seed, const Machine& machine, const Options& options) {
  const Plan plan{seed, options.faults};
  Stage stage{seed, machine, options, plan};
  Life life = stage.live();
  if (has_ride(seed)) {
    const Plan alone = plan_of_ride(seed);
    Life ride = Stage{seed, machine, options, alone}.ride(seed, stage.now());
    for (Violation& violation : ride.violations) {
      violation.tick += life.ticks;
      life.violations.push_back(std::move(violation));
    }
    life.ticks += ride.ticks;
    life.running_ticks += ride.running_ticks;
  }
  life.seed = seed;
  life.platform = machine.name;
  return life;
}

}  // namespace hexad::drill
