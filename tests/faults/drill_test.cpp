#include "faults/drill.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/bench.hpp"
#include "faults/counting_new.hpp"

namespace hexad::drill {
namespace {

using hexad::testing::machine_named;

Life life_of(std::uint64_t seed, const Options& options = {}, const std::string& platform = "standard-400") {
  return live(seed, machine_named(platform), options);
}

Options counting() {
  Options options;
  options.seconds = 10;
  options.allocations = allocation_count;
  return options;
}

TEST(Drill, TheSameSeedIsTheSameLife) {
  Options options;
  options.seconds = 10;
  const Life life = life_of(5, options), again = life_of(5, options), other = life_of(6, options);
  EXPECT_EQ(life.setpoints_hash, again.setpoints_hash);
  EXPECT_EQ(life.events_hash, again.events_hash);
  EXPECT_NE(life.setpoints_hash, other.setpoints_hash);
  EXPECT_NE(life.events_hash, other.events_hash);
}

TEST(Drill, StepNeverAllocates) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Life life = life_of(seed, counting());
    for (const Violation& violation : life.violations) EXPECT_NE(violation.invariant, 30) << violation.text;
  }
}

TEST(Drill, LivesAreEventful) {
  std::uint64_t moves = 0, finals = 0, faults = 0, running = 0, limited = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Life life = life_of(seed);
    moves += life.moves;
    finals += life.finals;
    faults += life.faults;
    running += life.running_ticks;
    limited += life.limited;
  }
  EXPECT_GT(moves, 400u);
  EXPECT_GT(finals, 300u);
  EXPECT_GT(faults, 15u);
  EXPECT_GT(running, 50'000u);
  EXPECT_GT(limited, 10u);
}

/// A bug as a faulty core would have it, planted between the core and the observer.
struct Bug {
  const char* name;
  int invariant;
  std::function<void(Outputs&, std::uint64_t)> plant;
};

void PrintTo(const Bug& bug, std::ostream* out) { *out << bug.name; }

class PlantedBug : public ::testing::TestWithParam<Bug> {};

TEST_P(PlantedBug, IsFoundByItsInvariant) {
  std::uint64_t seed = 1;
  for (; seed <= 40; ++seed) {
    Options options;
    options.seconds = 20;
    std::uint64_t tick = 0;
    options.sabotage = [&](Outputs& out) { GetParam().plant(out, ++tick); };
    for (const Violation& violation : life_of(seed, options).violations) {
      if (violation.invariant == GetParam().invariant) return;
    }
  }
  FAIL() << "no life of 40 showed I" << GetParam().invariant;
}

bool follows(const Outputs& out) { return out.telemetry.state == State::running && out.setpoint.enable; }

INSTANTIATE_TEST_SUITE_P(
    All, PlantedBug,
    ::testing::Values(
        Bug{"setpoint past the stroke", 1, [](Outputs& out, std::uint64_t) { if (follows(out)) out.setpoint.extension[0] = 0.4001; }},
        Bug{"setpoint in the margin", 1, [](Outputs& out, std::uint64_t) { if (follows(out)) out.setpoint.extension[1] = 0.3995; }},
        Bug{"a tick that is lost", 2, [held = Legs{Legs::Zero()}](Outputs& out, std::uint64_t tick) mutable {
              if (follows(out) && tick % 500 == 0) out.setpoint.extension = held;
              held = out.setpoint.extension;
            }},
        Bug{"a third too fast", 2,
            [](Outputs& out, std::uint64_t) { out.setpoint.extension = 0.2 + 1.3 * (out.setpoint.extension.array() - 0.2); }},
        Bug{"brakes too late", 3,
            [](Outputs& out, std::uint64_t tick) {
              if (out.telemetry.zeroed) out.setpoint.extension[2] = 0.45e-3 * static_cast<double>(tick % 880);
            }},
        Bug{"a NaN", 4, [](Outputs& out, std::uint64_t tick) { if (tick > 1000) out.telemetry.target.position.x() = std::nan(""); }},
        Bug{"a jump at a change of state", 5, [last = State::init](Outputs& out, std::uint64_t) mutable {
              if (out.telemetry.state != last && out.setpoint.enable) out.setpoint.extension[3] += 0.002;
              last = out.telemetry.state;
            }},
        Bug{"a singular pose", 6, [](Outputs& out, std::uint64_t) { out.telemetry.commanded.pose.rotation = Quat{Eigen::AngleAxisd{1.57, Vec3::UnitZ()}}; }},
        Bug{"a lost leg nobody notices", 7, [](Outputs& out, std::uint64_t) { if (follows(out)) { out.setpoint.extension[4] += 0.02; out.telemetry.state = State::running; } }},
        Bug{"drives on in a fault", 8, [](Outputs& out, std::uint64_t) { out.setpoint.enable = true; }},
        Bug{"relays on in an emergency", 8, [](Outputs& out, std::uint64_t) { out.setpoint.relays = 1; }},
        Bug{"a state nobody moved to", 9, [](Outputs& out, std::uint64_t tick) { if (tick % 3000 == 0) out.telemetry.state = State::ascending; }},
        Bug{"emergency one tick late", 10, [last = State::init](Outputs& out, std::uint64_t) mutable {
              const State now = out.telemetry.state;
              if (now == State::emergency && last != State::emergency) out.telemetry.state = last;
              last = now;
            }},
        Bug{"creeps after a reset", 11, [](Outputs& out, std::uint64_t) { if (out.telemetry.state == State::powered_up) out.setpoint.velocity[0] = 0.001; }},
        Bug{"moves before zeroing", 12, [](Outputs& out, std::uint64_t) { if (!out.telemetry.zeroed) out.setpoint.velocity[0] = 0.001; }},
        Bug{"a fault that opens itself", 13, [](Outputs& out, std::uint64_t tick) {
              if (out.telemetry.state == State::fault && tick % 100 == 0) {
                (void)out.events.push_back({0, {}, out.telemetry.time, Transition{State::fault, State::powered_up, "bug"}});
                out.telemetry.state = State::powered_up;
              }
            }},
        Bug{"a dead stream that drives", 15, [](Outputs& out, std::uint64_t) {
              if (out.telemetry.state == State::stopping && out.telemetry.host_lost) out.telemetry.state = State::running;
            }},
        Bug{"another driver, and nobody is told", 16, [](Outputs& out, std::uint64_t tick) {
              if (out.telemetry.driver && tick % 3000 > 1500) out.telemetry.driver.port = 7;
            }},
        Bug{"somebody else's motion accepted", 16, [](Outputs& out, std::uint64_t) {
              for (Event& event : out.events)
                if (std::holds_alternative<Answer>(event.news)) event.driver.port = 7;
            }},
        Bug{"runs without a command", 19, [](Outputs& out, std::uint64_t tick) {
              if (out.telemetry.state != State::ready || tick % 500 != 0) return;
              (void)out.events.push_back({0, {}, out.telemetry.time, Transition{State::ready, State::running, "bug"}});
              out.telemetry.state = State::running;
            }},
        Bug{"a stranger's target", 17, [](Outputs& out, std::uint64_t tick) {
              if (out.telemetry.program == ProgramKind::follow_pose) out.telemetry.target.position.x() += 1e-4 * static_cast<double>(tick % 7);
            }}));

TEST(PlantedAllocation, IsFound) {
  Options options = counting();
  options.allocations = [] {
    static std::size_t calls = 0;
    return ++calls;  // as if step() had allocated once
  };
  bool found = false;
  for (const Violation& violation : life_of(1, options).violations)
    found = found || violation.invariant == 30;
  EXPECT_TRUE(found);
  const std::size_t before = allocation_count();
  std::vector<int>(100).shrink_to_fit();
  EXPECT_GT(allocation_count(), before) << "the counter does not count";
}

class OtherMachines : public ::testing::TestWithParam<const char*> {};

TEST_P(OtherMachines, LiveWithoutAViolation) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Life life = life_of(seed, {}, GetParam());
    for (const Violation& v : life.violations) {
      ADD_FAILURE() << "seed " << seed << " tick " << v.tick << " I" << v.invariant << ": " << v.text;
      break;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Presets, OtherMachines,
                         ::testing::Values("allcontroller-1200", "allcontroller-3dof-rotary", "rectangle-4",
                                           "pitch-roll-2"));

}  // namespace
}  // namespace hexad::drill
