#include "stack/life.hpp"

#include <algorithm>

#include "base/units.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "stack/crowd.hpp"
#include "stack/program.hpp"
#include "stack/witness.hpp"

namespace hexad::stack {
namespace {

using namespace std::chrono_literals;

constexpr Duration kTick = 1ms;
constexpr Duration kCareEvery = 900ms;
constexpr Duration kLongestExit = 26s;
constexpr int kProver = 7;  ///< the mdof client that uses the platform in the end
constexpr std::string_view kProof = "9 0 0 2 0.2 0 0";

class Stage {
 public:
  Stage(const Plan& plan, const LoadedPlatform& platform, const Options& options)
      : plan_{plan},
        platform_{platform},
        options_{options},
        network_{plan.seed},
        crowd_{network_, *platform.machine, factory_of(platform.config, *platform.machine).set},
        draw_{plan.seed ^ 0xD15C},
        longest_{
            2.0 * platform.machine->geometry.stroke *
                (1.0 / platform.machine->limits.zeroing_speed + 1.0 / platform.machine->limits.raise_speed) +
            25.0} {
    witness_.look_by(options.look);
    for (std::size_t i = 0; i < plan.acts.size(); ++i)
      if (options.only.empty() ||
          std::find(options.only.begin(), options.only.end(), i) != options.only.end())
        due_.push_back(&plan.acts[i]);
  }

  Life live() {
    start(plan_.initial, Extensions::Zero());
    const TimePoint end = TimePoint{} + plan_.random;
    while (now() < end) tick();
    recover();
    Life life;
    life.seed = plan_.seed;
    life.ticks = witness_.ticks();
    life.events_hash = witness_.events_hash();
    life.setpoints_hash = witness_.setpoints_hash();
    life.network_hash = network_.trace_hash();
    life.datagrams = network_.delivered();
    life.moves = witness_.moves();
    life.faults = witness_.faults();
    life.finals = witness_.ledger().finals();
    life.restarts = restarts_;
    life.violations = witness_.violations();
    return life;
  }

 private:
  TimePoint now() const { return now_; }

  void tell(const std::string& line) {
    if (options_.tell) options_.tell(line);
  }

  // ---- the program begins and ends

  void start(Initial initial, const Extensions& legs) {
    faulty_disk_ = options_.seams.disk ? options_.seams.disk(disk_) : nullptr;
    const Program::Setup setup{
        platform_,           initial,       legs, plan_.seed + restarts_, now_, plan_.idle_return,
        plan_.worker_period, options_.seams};
    disk_.mend();
    program_ =
        std::make_unique<Program>(setup, network_, faulty_disk_ ? *faulty_disk_ : disk_, witness_, witness_);
    if (disk_.dead()) {  // while it starts
      revive();
      return start(initial, legs);
    }
    witness_.found(program_->stored(), program_->trusted());
    observe(program_->machine(program_->first_revision()));
  }

  void observe(std::shared_ptr<const Machine> machine) {
    revision_ = machine->revision;
    const double set = machine->idle.idle_return;
    const bool framed = program_->stored().written[3] || machine->revision != 1;
    witness_.begin({std::move(machine), &program_->drives(),
                    set < 0.0 ? plan_.idle_return : from_seconds(set), !framed});
  }

  /// As after kill -9: the legs are where they are, and nobody knows where that is.
  void restart() {
    tell(messages::to_text(messages::Id::act_starts_again));
    const Extensions legs = program_->drives().true_extension();
    program_.reset();
    witness_.end();
    waiting_.clear();
    unanswered_ = 0;
    for (const Kind kind : {Kind::mdof, Kind::darren, Kind::motus, Kind::lingjing, Kind::csfi})
      network_.unbind(port_of(kind));
    ++restarts_;
    exiting_ = false;
    start(Initial::powered_up, legs);
  }

  /// The power is back, and the disk has kept what it had to and some of the rest.
  void revive() {
    tell(messages::to_text(messages::Id::act_power_back));
    const auto names = static_cast<std::size_t>(draw_.pick(static_cast<int>(disk_.unsynced_names()) + 1));
    const auto data = static_cast<store::SimulatedDisk::Unsynced>(draw_.pick(3));
    disk_ = disk_.after_power_loss(names, data);
  }

  // ---- a tick of everything

  void tick() {
    act();
    crowd_.tick(now_);
    program_->tick();
    now_ = program_->now();
    after_tick();
  }

  void after_tick() {
    if (disk_.dead()) {
      revive();
      return restart();
    }
    if (exiting_) {
      const bool complete = program_->over();
      witness_.exit_complete(complete);
      if (complete || now_ - exit_asked_ > kLongestExit) return restart();
    }
    const std::uint32_t revision = witness_.revision();
    if (revision != 0 && revision != revision_)
      if (auto machine = program_->machine(revision)) observe(std::move(machine));
  }

  void act() {
    for (const Waiting& late : waiting_)
      if (late.until <= now_) send(late.text, late.asker);
    std::erase_if(waiting_, [&](const Waiting& late) { return late.until <= now_; });
    for (; next_ < due_.size() && due_[next_]->at <= now_.time_since_epoch(); ++next_) begin(*due_[next_]);
    if (quality_until_ != TimePoint{} && now_ >= quality_until_) {
      network_.set_quality({});
      quality_until_ = {};
    }
    if (full_until_ != TimePoint{} && now_ >= full_until_) {
      disk_.fill(false);
      witness_.disk_full(false);
      full_until_ = {};
    }
    if (cares_ && now_ - cared_ >= kCareEvery) care();
  }

  void begin(const Act& act) {
    if (options_.tell) tell(describe(act));
    switch (act.kind) {
      case Kind::console:
        return order(act.text, act.who);
      case Kind::caretaker:
        cares_ = true;
        return;
      case Kind::network:
        network_.set_quality(act.quality);
        quality_until_ = now_ + act.lasts;
        return;
      case Kind::freeze: {
        const auto first = act.word == 0 ? SimulatedPlatform::First::loop : SimulatedPlatform::First::network;
        program_->freeze(std::max<Duration>(act.lasts, 2ms), first);
        now_ = program_->now();
        return after_tick();
      }
      case Kind::kill:
        return restart();
      case Kind::terminate:
        if (exiting_) return;
        exiting_ = true;
        exit_asked_ = now_;
        return program_->signal();
      case Kind::power_loss:
        if (act.word == kPowerLossNow) {
          revive();
          return restart();
        }
        return disk_.lose_power_at(act.word, store::SimulatedDisk::Loss::quiet);
      case Kind::disk_full:
        disk_.fill(true);
        witness_.disk_full(true);
        witness_.disk_failed();
        full_until_ = now_ + act.lasts;
        return;
      case Kind::disk_broken:
        witness_.disk_failed();
        return disk_.fail_at(act.word, false);
      default:
        return crowd_.begin(act);
    }
  }

  void order(std::string_view said, int console) {
    Asker asker = asker_of(console);
    std::string heard{said};
    if (options_.seams.order) options_.seams.order(heard, asker.console);
    std::string text = witness_.consoles().send(std::string{said}, heard, console, now_);
    if (options_.seams.message) options_.seams.message(text, asker);
    const int wait = options_.seams.wait ? options_.seams.wait(text, unanswered_) : 0;
    if (wait > 0)
      waiting_.push_back({now_ + wait * kTick, std::move(text), asker});
    else
      send(text, asker);
    if (said == "stop") witness_.ordered(Control::stop);
    if (said == "hold") witness_.ordered(Control::hold);
    if (said == "estop") witness_.ordered(Control::press_button);
  }

  void send(const std::string& text, const Asker& asker) {
    if (text.empty()) return;
    ++unanswered_;
    program_->message(asker, text, [this, asker](const std::string& id, const OperatorReply& reply) {
      --unanswered_;
      std::uint64_t console = asker.console;
      OperatorReply told = reply;
      int times = 1;
      if (options_.seams.answer) options_.seams.answer(console, told, times);
      for (int i = 0; i < times; ++i) witness_.consoles().answered(console, id, told);
    });
  }

  /// Somebody who wants the platform to be used does the next thing that is missing.
  void care() {
    cared_ = now_;
    if (const std::string_view missing = next_step(); !missing.empty()) order(missing, 0);
  }

  std::string_view next_step() {
    const Telemetry& t = witness_.telemetry();
    switch (t.state) {
      case State::emergency:
        if (released_) {
          released_ = false;
          return "reset";
        }
        released_ = true;
        return "release";
      case State::fault:
        if (cleared_) {
          cleared_ = false;
          return "reset";
        }
        cleared_ = true;
        return "inject clear";
      case State::powered_up:
        return t.zeroed ? "raise" : "zero";
      case State::origin:
        return "raise";
      case State::holding:
        return t.hold == HoldBy::by_operator || recovers_ ? "stop" : "";
      case State::ready:
        return t.barred || t.taken || t.driver.protocol == 254 ? "give" : "";
      default:
        return "";
    }
  }

  // ---- the end: everything is well again, and the platform can be used (I44)

  void recover() {
    tell(messages::to_text(messages::Id::act_all_well));
    next_ = due_.size();
    cares_ = false;
    recovers_ = true;
    crowd_.fall_silent();
    network_.set_quality({});
    disk_.fill(false);
    witness_.disk_full(false);
    disk_.mend();
    while (exiting_) tick();
    if (disk_.dead()) after_tick();
    order("inject clear", 0);
    order("stop", 0);
    const TimePoint begun = now_;
    while (now_ - begun < from_seconds(longest_)) {
      for (int i = 0; i < 300; ++i) tick();
      const Telemetry& t = witness_.telemetry();
      const bool free = t.state == State::ready && !t.barred && !t.taken && !t.driver && !t.moving;
      if (free && prove()) return;
      care();
    }
    witness_.report()(44, "after {:.0f} s the operator's way ends in {}, and what is said is: {}", longest_,
                      to_string(witness_.telemetry().state), to_string(witness_.telemetry().why_not));
  }

  /// A host comes, and is served.
  bool prove() {
    const std::uint64_t before = witness_.ledger().finals();
    crowd_.say(kProver, kProof, now_);
    for (int i = 0; i < 8'000 && (i < 5 || witness_.ledger().open()); ++i) tick();
    for (int i = 0; i < 50; ++i) tick();
    const Telemetry& t = witness_.telemetry();
    if (witness_.ledger().finals() == before && t.state == State::ready && t.why_not == Refusal::none)
      witness_.report()(44, "ready, and a host's motion is not done");
    witness_.close();
    return true;
  }

  const Plan& plan_;
  const LoadedPlatform& platform_;
  const Options& options_;
  SimulatedNetwork network_;
  store::SimulatedDisk disk_;
  std::unique_ptr<store::Disk> faulty_disk_;
  Witness witness_;
  std::unique_ptr<Program> program_;
  Crowd crowd_;
  Draw draw_;
  double longest_;
  /// An order that is not passed on at once: only a bug of the zoo lets one wait.
  struct Waiting {
    TimePoint until;
    std::string text;
    Asker asker;
  };
  std::vector<Waiting> waiting_;
  std::size_t unanswered_ = 0;  ///< orders of pages
  std::vector<const Act*> due_;
  std::size_t next_ = 0;
  TimePoint now_{};
  TimePoint quality_until_{}, full_until_{}, cared_{}, exit_asked_{};
  std::uint32_t revision_ = 0;
  std::uint64_t restarts_ = 0;
  bool cares_ = false, exiting_ = false, released_ = false, cleared_ = false, recovers_ = false;
};

bool breaks(const Life& life, int invariant) {
  return std::any_of(life.violations.begin(), life.violations.end(),
                     [&](const drill::Violation& each) { return each.invariant == invariant; });
}

}  // namespace

Life live(const Plan& plan, const LoadedPlatform& platform, const Options& options) {
  return Stage{plan, platform, options}.live();
}

/// Halves, then quarters and so on, as long as one of them can go.
std::vector<std::size_t> shrink(const Plan& plan, const LoadedPlatform& platform, int invariant,
                                const Options& options) {
  std::vector<std::size_t> kept(plan.acts.size());
  for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = i;
  Options trial = options;
  for (std::size_t part = std::max<std::size_t>(kept.size() / 2, 1); part > 0; part /= 2) {
    for (std::size_t first = 0; first < kept.size();) {
      std::vector<std::size_t> rest = kept;
      const auto begin = rest.begin() + static_cast<std::ptrdiff_t>(first);
      rest.erase(begin, begin + static_cast<std::ptrdiff_t>(std::min(part, rest.size() - first)));
      trial.only = rest;
      if (!rest.empty() && breaks(live(plan, platform, trial), invariant))
        kept = std::move(rest);
      else
        first += part;
    }
  }
  return kept;
}

}  // namespace hexad::stack
