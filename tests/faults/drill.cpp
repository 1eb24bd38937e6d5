#include "faults/drill.hpp"

#include "faults/scenario.hpp"
#include "faults/trace_hash.hpp"

namespace hexad::drill {
namespace {

constexpr Duration kPeriod = std::chrono::milliseconds{1};

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

}  // namespace

Life live(std::uint64_t seed, const Machine& machine, const Options& options) {
  Life life;
  life.seed = seed;
  life.platform = machine.name;
  const bool raised = seed % 3 != 0;
  controller::Settings settings;
  settings.period = kPeriod;
  settings.initial = raised ? controller::Initial::neutral : controller::Initial::powered_up;
  plant::Settings drive_settings;
  drive_settings.initial = raised ? plant::Initial::neutral : plant::Initial::powered_up;
  drive_settings.seed = seed;

  plant::SimulatedDrives drives{machine, drive_settings};
  controller::Controller core{machine, settings};
  Scenario scenario{seed, machine, options.faults && seed % 4 != 0};
  Observer observer{machine, kPeriod};
  TraceHash events, setpoints;
  Feedback feedback = drives.feedback();
  Telemetry seen;
  TimePoint now{};
  const auto ticks = static_cast<std::uint64_t>(options.seconds * 1000.0);
  for (std::uint64_t k = 0; k < ticks; ++k) {
    const std::vector<Request>& requests = scenario.requests(now, seen, drives);
    const std::size_t before = options.allocations != nullptr ? options.allocations() : 0;
    const Outputs& stepped = core.step(now, requests, feedback);
    const std::size_t allocations = options.allocations != nullptr ? options.allocations() - before : 0;
    const Feedback shown = feedback;
    feedback = drives.exchange(stepped.setpoint, now, kPeriod);
    const Outputs* observed = &stepped;
    Outputs changed;
    if (options.sabotage) {
      changed = stepped;
      options.sabotage(changed);
      observed = &changed;
    }
    observer.observe(
        {now, requests, &shown, observed, &drives.true_extension(), scenario.drives_healthy(), allocations});
    count(life, stepped);
    add(events, stepped);
    add(setpoints, stepped.setpoint);
    if (options.look) options.look(stepped);
    seen = stepped.telemetry;
    now += kPeriod;
  }
  life.ticks = ticks;
  life.events_hash = events.value();
  life.setpoints_hash = setpoints.value();
  life.violations = observer.violations();
  life.strain = observer.strain();
  return life;
}

}  // namespace hexad::drill
