#pragma once
// A platform on a table: controller and simulated drives in virtual time, one tick a call, requests by hand.

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "config/build_machine.hpp"
#include "controller/controller.hpp"
#include "cueing/predictive.hpp"
#include "cueing/presets.hpp"
#include "plant/simulated_drives.hpp"
#include "protocols/darren/contract.hpp"
#include "protocols/mdof/contract.hpp"

namespace hexad::testing {

inline const Machine& machine_named(const std::string& name) {
  static std::vector<std::pair<std::string, std::unique_ptr<Machine>>> known;
  for (const auto& [known_name, machine] : known) {
    if (known_name == name) return *machine;
  }
  const LoadedPlatform platform = hexad::load_platform({.platform = name});
  if (!platform.machine) throw std::runtime_error("no machine " + name);
  known.emplace_back(name, std::make_unique<Machine>(*platform.machine));
  return *known.back().second;
}

inline constexpr const Contract& kOneAtATime = protocols::mdof::kRises;
inline constexpr const Contract& kBringUpAll = protocols::mdof::kBringsUp;
inline constexpr const Contract& kStreaming = protocols::darren::kContract;
/// The operator, who is also brought up where a motion needs it.
inline constexpr Contract kOperator{
    .lease = LeaseRule::with_motion, .bring_up = BringUp::raise, .is_operator = true};

inline constexpr Endpoint kTextHost{1, 0, 0};
inline constexpr Endpoint kStreamHost{2, 0x7F000001, 10010};
inline constexpr Endpoint kOtherStreamHost{2, 0x7F000001, 10011};
inline constexpr Endpoint kDesk{9, 0, 0};

inline MoveTo to(const AxisValues& target) { return {target, {}, kXyzConvention}; }
inline StreamTarget pose_target(const AxisValues& values) {
  StreamTarget target;
  target.kind = StreamTarget::Kind::pose;
  target.pose = kXyzConvention.to_pose(values, 0);
  return target;
}

class Bench {
 public:
  explicit Bench(controller::Initial initial = controller::Initial::powered_up,
                 const std::string& platform = "standard-400", plant::Settings drives = {})
      : machine{machine_named(platform)} {
    drives.initial = initial;
    controller::Settings settings;
    settings.initial = initial;
    plant.emplace(machine, drives);
    core.emplace(machine, settings);
    feedback = plant->feedback();
  }

  /// A machine, drives and a core that are set by hand.
  Bench(const Machine& given, const plant::Settings& drives, const controller::Settings& settings)
      : machine{given} {
    plant.emplace(machine, drives);
    core.emplace(machine, settings);
    feedback = plant->feedback();
  }

  void ask(const Request& request) { queued.push_back(request); }
  Tag ask(const Endpoint& from, const Contract& contract, const What& what, std::uint32_t act = 0) {
    const Tag tag = ++last_tag;
    queued.push_back({tag, from, now, &contract, act == 0 ? static_cast<std::uint32_t>(tag) : act, what});
    return tag;
  }

  void tick() {
    out = &core->step(now, queued, feedback);
    queued.clear();
    for (const Event& event : out->events) events.push_back(event);
    feedback = plant->exchange(out->setpoint, now, period);
    if (report) report(feedback);
    now += period;
    complete_cueing();
    if (each_tick) each_tick();
  }
  /// What the worker does for a tuning.
  void complete_cueing() {
    const CueReport& cue = telemetry().cue;
    if (cue.wanted == 0 || cue.wanted == cueing_made) return;
    cueing_made = cue.wanted;
    engine.tune(machine, cueing::derive(machine, cue.tuning), to_seconds(period));
    ask({0, kDesk, now, &kOperator, 0, AdoptCueing{cue.wanted, &engine}});
  }
  void run(double seconds) {
    for (int i = 0; i < static_cast<int>(seconds * 1000 + 0.5); ++i) tick();
  }
  bool run_until(const std::function<bool()>& done, double most_seconds) {
    for (int i = 0; i < static_cast<int>(most_seconds * 1000); ++i) {
      tick();
      if (done()) return true;
    }
    return false;
  }
  bool run_until(State state, double most_seconds) {
    return run_until([&] { return telemetry().state == state; }, most_seconds);
  }

  const Telemetry& telemetry() const { return out->telemetry; }
  State state() const { return out->telemetry.state; }
  std::vector<Answer> answers(Tag tag) const {
    std::vector<Answer> found;
    for (const Event& event : events) {
      if (event.tag != tag) continue;
      if (const Answer* answer = std::get_if<Answer>(&event.news)) found.push_back(*answer);
    }
    return found;
  }
  std::optional<Answer> last_answer(Tag tag) const {
    const auto all = answers(tag);
    return all.empty() ? std::nullopt : std::optional{all.back()};
  }
  Pose actual() const { return telemetry().actual; }

  const Machine& machine;
  std::optional<plant::SimulatedDrives> plant;
  std::optional<controller::Controller> core;
  Feedback feedback;
  const Outputs* out = nullptr;
  std::vector<Request> queued;
  std::vector<Event> events;
  std::function<void()> each_tick;
  std::function<void(Feedback&)> report;  ///< changes what the drives said
  TimePoint now{};
  Duration period = std::chrono::milliseconds{1};
  Tag last_tag = 0;
  cueing::Predictive engine;
  std::uint32_t cueing_made = 0;
};

}  // namespace hexad::testing
