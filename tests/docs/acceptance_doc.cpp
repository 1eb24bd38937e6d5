// Prints docs/acceptance-example.html: an acceptance of the default platform with simulated drives, in
// virtual time.

#include <cstdio>
#include <optional>

#include "acceptance/bounds.hpp"
#include "acceptance/conduct.hpp"
#include "acceptance/report_text.hpp"
#include "base/units.hpp"
#include "config/build_machine.hpp"
#include "console_api/messages.hpp"
#include "engine/simulated/simulated_platform.hpp"
#include "engine/simulated_machine.hpp"
#include "messages/say.hpp"
#include "operation/operator.hpp"

namespace hexad {
namespace {

using acceptance::Interrupted;
using messages::Id;
using messages::say;

constexpr int kTicksASample = 8;        // as often as the program looks
constexpr double kLongestOrder = 60.0;  // platform s

std::unique_ptr<SimulatedMachine> simulated(const Machine& machine) {
  plant::Settings settings;
  settings.initial = plant::Initial::neutral;
  return std::make_unique<SimulatedMachine>(machine, settings);
}

controller::Settings raised() {
  controller::Settings settings;
  settings.initial = controller::Initial::neutral;
  return settings;
}

/// The operator and the core of the program, tick by tick.
class VirtualRig final : public acceptance::TestedPlatform {
 public:
  explicit VirtualRig(const Machine& machine, const std::string& machine_json)
      : facts_{acceptance::read_facts(machine_json)},
        drives_{simulated(machine)},
        injections_{drives_->injections()},
        platform_{std::make_unique<const Machine>(machine), raised(), std::move(drives_)},
        preparation_{platform_, names_, log_, nullptr},
        operator_{OperatorContext{.inbox = platform_.add_inbox(),
                                  .outbox = platform_.add_outbox(),
                                  .injections = &injections_,
                                  .legs = machine.geometry.legs,
                                  .platform_clock = clock_,
                                  .wall_clock = clock_,
                                  .preparation = {&preparation_.add_box(), &notes_, nullptr, nullptr}}} {
    preparation_.tell(kOperatorEndpoint.protocol, notes_);
    acceptance::Record record;
    while (operator_.telemetry().state != State::ready) pump(record);
    (void)order(ordered("take", false));
    (void)order(ordered("neutral", true));
  }

  const acceptance::Facts& facts() const override { return facts_; }
  void say(const messages::Message&) override {}
  double time() const noexcept { return newest_.time; }

  acceptance::Move go(const AxisValues& pose, double speed_share) override {
    OperatorOrder wanted = ordered("go", true);
    MoveTo& move = std::get<MoveTo>(wanted.wanted);
    for (std::size_t i = 0; i < kAxes; ++i) {
      const double unit = i < 3 ? kMillimetre : kDegree;
      move.target[i] = pose[i] * unit;
      move.speed[i] = facts_.velocity[i] * speed_share * unit;
    }
    return order(wanted);
  }
  acceptance::Record play(const std::array<std::string, kAxes>& formulas, double seconds) override {
    OperatorOrder wanted = ordered("formula", true);
    wanted.wanted = FormulaPlan{formulas, seconds};
    acceptance::Record seen = order(wanted).seen;
    while (seen.size() > 1 && seen.back().path_time == 0.0) seen.pop_back();  // after its end
    return seen;
  }
  acceptance::Record stand(double seconds) override {
    acceptance::Record record;
    for (const double end = newest_.time + seconds; newest_.time < end || record.empty();) pump(record);
    return record;
  }

 private:
  static OperatorOrder ordered(std::string_view action, bool wait) {
    const Action* const row = find_action(action);
    return {.action = row, .wanted = row->wanted, .said = std::string{action}, .wait = wait};
  }
  acceptance::Move order(const OperatorOrder& wanted) {
    acceptance::Move move{newest_.time, {newest_}};
    std::optional<OperatorReply> reply;
    operator_.ask(wanted, hosts_, names_, [&reply](const OperatorReply& answer) { reply = answer; });
    while (!reply) {
      pump(move.seen);
      if (newest_.time - move.ordered > kLongestOrder) throw std::runtime_error{"no end of " + wanted.said};
    }
    if (reply->result == OperatorReply::Result::refused) throw acceptance::Refused{reply->reason};
    if (reply->result != OperatorReply::Result::done) throw Interrupted{reply->reason};
    return move;
  }
  void pump(acceptance::Record& record) {
    for (int i = 0; i < kTicksASample; ++i) {
      clock_.advance(platform_.period());
      platform_.step(clock_.now());
      (void)preparation_.work();
      operator_.poll();
    }
    newest_ = acceptance::sample_of(operator_.telemetry(), facts_.legs);
    record.push_back(newest_);
  }

  acceptance::Facts facts_;
  ManualClock clock_;
  ProtocolNames names_;
  MemoryLog log_;
  HostsReport hosts_;
  NoteBox notes_;
  std::unique_ptr<SimulatedMachine> drives_;
  InjectionBox& injections_;
  Platform platform_;
  PreparationQueue preparation_;
  Operator operator_;
  acceptance::Sample newest_;
};

acceptance::TestResult run_one(const acceptance::TestInfo& test, VirtualRig& rig) {
  try {
    return test.run(rig, acceptance::Plan{});
  } catch (const acceptance::Refused& refusal) {
    acceptance::TestResult result{std::string{test.name}, test.title};
    result.not_measured = say<Id::accept_refused_motion>(refusal.why);
    return result;
  }
}

std::string example() {
  const LoadedPlatform loaded = load_platform({});
  const Machine& machine = *loaded.machine;
  acceptance::Report report;
  report.date = "2026-11-18 12:00:00 UTC";
  report.version = HEXAD_VERSION;
  report.platform = machine.name;
  report.simulated = true;
  report.sample_rate = 1e3 / kTicksASample;
  report.machine = machine_text(machine,
                                {.platform = machine.name,
                                 .version = HEXAD_VERSION,
                                 .legs = machine.geometry.legs,
                                 .neutral_above_bottom = machine.heights.neutral_above_bottom()},
                                {});
  VirtualRig rig{machine, report.machine};
  const double begun = rig.time();
  for (const acceptance::TestInfo& test : acceptance::tests()) report.results.push_back(run_one(test, rig));
  report.seconds = rig.time() - begun;
  const auto bounds = acceptance::read_bounds("");
  if (!bounds) throw std::runtime_error{messages::english(bounds.error())};
  report.unused = acceptance::apply(*bounds, report.results);
  return acceptance::page_of(report);
}

}  // namespace
}  // namespace hexad

int main() {
  try {
    const std::string page = hexad::example();
    return std::fwrite(page.data(), 1, page.size(), stdout) == page.size() ? 0 : 1;
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "acceptance_doc: %s\n", problem.what());
    return 1;
  }
}
