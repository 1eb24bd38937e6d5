// The program and its drives as two sides of a block of shared memory, in virtual time: each with a clock, a
// phase and a lateness of its own, stalls, deaths. What the drives are told is looked at by an observer that
// knows nothing of the bridge: rates are differences of positions.

#include <cmath>
#include <cstdlib>
#include <random>

#include "bench.hpp"
#include "config/presets.hpp"
#include "drives/shared_drives.hpp"
#include "plant/linked_drives.hpp"

namespace hexad::testing {
namespace {

using namespace std::chrono_literals;

constexpr double kPeriod = 1e-3;
constexpr std::int64_t kTick = 1'000'000;

class VirtualClock final : public Clock {
 public:
  TimePoint now() const noexcept override { return TimePoint{Duration{ns}}; }
  std::int64_t ns = 5'000'000'000;
};

/// What is told to the drives, servo tick by servo tick.
class ToldObserver {
 public:
  explicit ToldObserver(const Machine& machine) : machine_{machine} {}

  void look(const hexad_bridge& bridge, const plant::SimulatedDrives& drives, bool servo_ran) {
    const double stroke = machine_.geometry.stroke;
    for (std::size_t i = 0; i < machine_.geometry.legs; ++i) {
      const double place = drives.true_extension()[static_cast<Eigen::Index>(i)];
      EXPECT_LE(place, stroke + 0.5 * kMillimetre) << "leg " << i;
      EXPECT_GE(place, -0.5 * kMillimetre) << "leg " << i;
      if (!servo_ran) continue;
      const double moved = bridge.leg[i].position - last_[i];
      // But for the zero that is taken where a leg stands, pressed on its end stop.
      const double beside = bridge.leg[i].position - drives.feedback().legs[i].extension;
      const bool at_leg = std::abs(beside) < 0.1 * kMillimetre && std::abs(bridge.leg[i].velocity) < 1e-3;
      if (bridge.enable && was_enabled_ && !bridge.homing && !at_leg) {
        EXPECT_LE(std::abs(moved), 1.06 * machine_.limits.leg.velocity * kPeriod) << "leg " << i << " jumps";
      }
      last_[i] = bridge.leg[i].position;
    }
    if (!servo_ran) return;
    // Off by itself only when every brake is closed.
    if (was_enabled_ && !bridge.enable && !may_drop) {
      for (std::size_t i = 0; i < machine_.geometry.legs; ++i)
        EXPECT_TRUE(drives.feedback().legs[i].brake_closed || !brakes_report) << "leg " << i << " let go";
    }
    EXPECT_FALSE(bridge.brakes_open && !bridge.enable);
    was_enabled_ = bridge.enable != 0;
  }
  bool may_drop = false;  ///< an emergency
  bool brakes_report = true;

 private:
  const Machine& machine_;
  std::array<double, kMaxLegs> last_{};
  bool was_enabled_ = false;
};

/// Two loops and what goes wrong with them.
struct Hardship {
  double late = 0.0;   ///< s, at most, of either side's wake
  double drift = 0.0;  ///< share by which the servo's clock differs
  double phase = 0.5;  ///< of a period, between them
  double mute = 0.0;   ///< share of feedback that is lost
};

class LinkLife {
 public:
  explicit LinkLife(const Machine& given, plant::Settings drives, const Hardship& hardship = {},
                    std::uint64_t seed = 1)
      : machine{given}, hardship_{hardship}, random_{seed}, observer{given} {
    block.magic = HEXAD_BLOCK_MAGIC;
    servo = std::make_unique<plant::LinkedDrives>(machine, drives, block);
    start_program();
    next_servo_ = clock.ns + static_cast<std::int64_t>(hardship.phase * kTick);
  }

  void start_program() {
    controller::Settings settings;
    settings.auto_enable = false;
    core = std::make_unique<controller::Controller>(machine, settings);
    port = std::make_unique<SharedDrives>(block, machine, SharedDrives::Settings{}, clock);
    feedback = nullptr;
    next_program_ = clock.ns;
    program_lives = true;
  }
  void kill_program() {
    program_lives = false;
    core.reset();
    port.reset();
  }

  void ask(const What& what) {
    queued.push_back({++last_tag, kDesk, TimePoint{Duration{clock.ns}}, &kOperator,
                      static_cast<std::uint32_t>(last_tag), what});
  }

  void run(double seconds) {
    const std::int64_t end = clock.ns + static_cast<std::int64_t>(1e9 * seconds);
    while (clock.ns < end) step();
  }
  bool run_until(const std::function<bool()>& done, double seconds) {
    const std::int64_t end = clock.ns + static_cast<std::int64_t>(1e9 * seconds);
    while (clock.ns < end) {
      step();
      if (done()) return true;
    }
    return false;
  }
  bool run_until(State wanted, double seconds) {
    return run_until([&] { return program_lives && state() == wanted; }, seconds);
  }

  State state() const { return telemetry().state; }
  const Telemetry& telemetry() const { return out->telemetry; }
  const hexad_bridge& bridge() const { return servo->servo().bridge; }
  double fastest_told() const {
    double speed = 0.0;
    for (const hexad_bridge_leg& leg : bridge().leg) speed = std::max(speed, std::abs(leg.velocity));
    return speed;
  }

  /// With absolute encoders: enabled and at neutral.
  void bring_up() {
    ASSERT_TRUE(run_until(State::powered_up, 2.0)) << to_string(state()) << to_string(telemetry().fault.kind);
    run(0.1);
    ask(Go{Step::neutral});
    ASSERT_TRUE(run_until(State::ready, 30.0)) << to_string(state()) << to_string(telemetry().fault.kind);
  }
  /// Both ways at all speeds.
  void sway() {
    Sine sine;
    sine.amplitude = {0, 0, 0.06, 0.08, 0.06, 0};
    sine.frequency = {0.5, 0.5, 0.7, 0.5, 0.6, 0.5};
    ask(sine);
  }

  const Machine& machine;
  VirtualClock clock;
  hexad_block block{};
  std::unique_ptr<plant::LinkedDrives> servo;
  std::unique_ptr<controller::Controller> core;
  std::unique_ptr<SharedDrives> port;
  const Feedback* feedback = nullptr;
  const Outputs* out = nullptr;
  std::vector<Request> queued;
  Tag last_tag = 0;
  bool program_lives = true;
  bool servo_lives = true;
  bool unwired = false;  ///< the drives have not even power yet
  std::int64_t program_stops_until = 0;
  std::int64_t servo_stops_until = 0;

 private:
  double chance() { return std::uniform_real_distribution<double>{0.0, 1.0}(random_); }

  void step() {
    if (program_lives && next_program_ <= next_servo_) {
      clock.ns = std::max(clock.ns, next_program_);
      if (clock.ns >= program_stops_until) step_program();
      const auto late = static_cast<std::int64_t>(1e9 * hardship_.late * chance() * chance());
      nominal_program_ = std::max(nominal_program_ + kTick, clock.ns - 5 * kTick);
      next_program_ = std::max(nominal_program_ + late, clock.ns);
      if (clock.ns < program_stops_until) next_program_ = nominal_program_ = program_stops_until;
      return;
    }
    clock.ns = std::max(clock.ns, next_servo_);
    const bool runs = servo_lives && clock.ns >= servo_stops_until;
    if (runs)
      servo->step(clock.ns, kPeriod, chance() < hardship_.mute);
    else if (!unwired)
      servo->stall(clock.ns, kPeriod);
    observer.look(bridge(), servo->drives(), runs);
    const auto late = static_cast<std::int64_t>(1e9 * hardship_.late * chance() * chance());
    nominal_servo_ = std::max(nominal_servo_, clock.ns - 5 * kTick) + kTick +
                     static_cast<std::int64_t>(hardship_.drift * kTick);
    next_servo_ = nominal_servo_ + late;
  }

  void step_program() {
    const TimePoint now{Duration{clock.ns}};
    if (feedback == nullptr) feedback = &port->exchange(Setpoint{}, now - 1ms, 1ms);
    port->refresh(now);
    out = &core->step(now, queued, *feedback);
    queued.clear();
    feedback = &port->exchange(out->setpoint, now, 1ms);
  }

  Hardship hardship_;
  std::mt19937_64 random_;
  std::int64_t next_program_ = 0;
  std::int64_t nominal_program_ = 0;
  std::int64_t next_servo_ = 0;
  std::int64_t nominal_servo_ = 0;

 public:
  ToldObserver observer;
};

Machine absolute_machine(const std::string& name = "standard-400") {
  Machine machine = machine_named(name);
  machine.drive.homing = Homing::absolute;
  machine.drive.enable_time = 5.0;
  machine.drive.brake_time = 2.2;
  return machine;
}

plant::Settings drives_for(const Machine& machine, double enable = 0.1, double brake = 0.05) {
  plant::Settings settings = plant::settings_for(machine);
  settings.extension = Extensions::Constant(0.05);
  settings.enable_delay = enable;
  settings.brake_delay = brake;
  return settings;
}

/// 20 ticks + v/a + a/j of a leg's own limits, and two ticks of phase.
double longest_way_to_rest(const Machine& machine) {
  const Rates& leg = machine.limits.leg;
  return 22 * kPeriod + leg.velocity / leg.acceleration + leg.acceleration / leg.jerk;
}

void expect_safe_end(LinkLife& life) {
  const double longest = longest_way_to_rest(life.machine);
  EXPECT_LE(longest, 0.5);
  EXPECT_TRUE(life.run_until([&] { return life.fastest_told() == 0.0; }, longest));
  EXPECT_TRUE(life.run_until([&] { return !life.bridge().enable; }, 1.0 + life.machine.drive.brake_time));
  EXPECT_EQ(life.bridge().lost, 1);
  life.run(0.3);
  for (std::size_t i = 0; i < life.machine.geometry.legs; ++i) {
    EXPECT_TRUE(life.servo->drives().feedback().legs[i].brake_closed);
    EXPECT_FALSE(life.servo->drives().feedback().legs[i].enabled);
  }
}

TEST(LinkedDrives, AWholeLifeOverTheBlockWithTorqueHoming) {
  Machine machine = machine_named("standard-400");
  machine.drive.enable_time = 2.0;
  LinkLife life{machine, drives_for(machine), {.late = 2e-4, .drift = 1e-4}};
  ASSERT_TRUE(life.run_until(State::powered_up, 1.0));
  EXPECT_TRUE(life.telemetry().feedback.simulated);
  life.run(0.5);
  life.ask(Go{Step::zero});
  ASSERT_TRUE(life.run_until(State::origin, 60.0))
      << to_string(life.state()) << to_string(life.telemetry().fault.kind);
  life.ask(Go{Step::raise});
  ASSERT_TRUE(life.run_until(State::ready, 30.0)) << to_string(life.telemetry().fault.kind);
  life.sway();
  life.run(6.0);
  EXPECT_EQ(life.state(), State::running) << to_string(life.telemetry().fault.kind);
  life.ask(Control::stop);
  ASSERT_TRUE(life.run_until(State::ready, 5.0));
  life.ask(Go{Step::descend});
  ASSERT_TRUE(life.run_until(State::origin, 30.0)) << to_string(life.telemetry().fault.kind);
  EXPECT_EQ(life.bridge().rejected, 0u);
  EXPECT_EQ(life.bridge().losses, 0u);
}

/// Whenever a program stalls while every leg shows that it moves: the drives bridge the gap, and go no deeper
/// than the bottom that was found.
TEST(LinkedDrives, AStallWhileTheZeroIsProvedPressesNoLegIntoItsBottom) {
  Machine machine = machine_named("standard-400");
  machine.drive.enable_time = 2.0;
  for (const int stall_ms : {10, 19, 100}) {
    for (int after_ms = 0; after_ms < 2000; after_ms += 12) {
      LinkLife life{machine, drives_for(machine)};
      ASSERT_TRUE(life.run_until(State::powered_up, 1.0));
      life.ask(Go{Step::zero});
      ASSERT_TRUE(life.run_until([&] { return life.out->setpoint.set_zero; }, 60.0));
      std::array<double, kMaxLegs> bottom{};
      for (std::size_t i = 0; i < machine.geometry.legs; ++i)
        bottom[i] = life.servo->drives().feedback().legs[i].extension;
      life.run(1e-3 * after_ms);
      if (life.state() != State::zeroing) break;
      life.program_stops_until = life.clock.ns + stall_ms * kTick;
      double deepest = 0.0;
      life.run_until(
          [&] {
            for (std::size_t i = 0; i < machine.geometry.legs; ++i)
              deepest = std::max(deepest, bottom[i] - life.bridge().leg[i].position);
            return false;
          },
          0.3);
      EXPECT_LE(deepest, 0.001 * kMillimetre) << stall_ms << " ms, " << after_ms << " ms after the bottom";
    }
  }
}

TEST(LinkedDrives, ACommandThatLiesThereFromBeforeIsNoNews) {
  const Machine machine = absolute_machine();
  LinkLife life{machine, drives_for(machine)};
  life.bring_up();
  life.kill_program();
  life.run(0.5);
  // The drives' side comes anew and finds the dead program's last command, enable and all.
  life.servo->restart();
  life.run(0.5);
  EXPECT_FALSE(life.bridge().enable);
  EXPECT_EQ(life.servo->servo().seen, 0u);
  EXPECT_EQ(life.bridge().have_command, 0);
}

TEST(LinkedDrives, AKilledProgramLeavesThemAtRestBrakedAndOffAndComesBack) {
  const Machine machine = absolute_machine();
  LinkLife life{machine, drives_for(machine)};
  life.bring_up();
  life.sway();
  life.run(2.3);
  ASSERT_EQ(life.state(), State::running) << to_string(life.telemetry().fault.kind);
  life.kill_program();
  expect_safe_end(life);
  life.start_program();
  life.bring_up();
}

TEST(LinkedDrives, AStoppedProgramFindsItsDrivesLostAndLocks) {
  const Machine machine = absolute_machine();
  LinkLife life{machine, drives_for(machine)};
  life.bring_up();
  life.sway();
  life.run(2.0);
  life.program_stops_until = life.clock.ns + 400'000'000;
  EXPECT_TRUE(life.run_until(State::fault, 2.0)) << to_string(life.state());
  EXPECT_EQ(life.telemetry().fault.kind, FaultKind::drive_link);
  life.run(0.5);
  EXPECT_FALSE(life.bridge().enable);
  life.ask(Control::reset);
  ASSERT_TRUE(life.run_until(State::powered_up, 1.0));
  life.run(0.5);
  life.ask(Go{Step::neutral});
  EXPECT_TRUE(life.run_until(State::ready, 20.0)) << to_string(life.telemetry().fault.kind);
}

TEST(LinkedDrives, ADeadServoSideIsAFaultAndANewOneCanBeUsedAfterAReset) {
  const Machine machine = absolute_machine();
  LinkLife life{machine, drives_for(machine)};
  life.bring_up();
  life.sway();
  life.run(2.0);
  life.observer.may_drop = true;  // the drives are on their own
  life.servo_lives = false;
  ASSERT_TRUE(life.run_until(State::fault, 2.0));
  EXPECT_EQ(life.telemetry().fault.kind, FaultKind::drive_link);
  life.run(0.5);
  life.servo->restart();
  life.servo_lives = true;
  life.run(0.2);
  EXPECT_FALSE(life.bridge().enable);
  life.ask(Control::reset);
  ASSERT_TRUE(life.run_until(State::powered_up, 1.0)) << to_string(life.telemetry().fault.kind);
  life.run(0.5);
  life.ask(Go{Step::neutral});
  EXPECT_TRUE(life.run_until(State::ready, 20.0)) << to_string(life.telemetry().fault.kind);
}

TEST(LinkedDrives, StartedBeforeItsDrivesItWaits) {
  const Machine machine = absolute_machine();
  LinkLife life{machine, drives_for(machine)};
  life.servo_lives = false;
  life.unwired = true;
  life.run(3.0);
  EXPECT_EQ(life.state(), State::init);
  EXPECT_FALSE(life.telemetry().fault);
  EXPECT_EQ(life.telemetry().why_not, Refusal::drives_missing);
  life.servo_lives = true;
  life.bring_up();
}

/// Switched on with the button in, as machines are.
TEST(LinkedDrives, AnOpenChainIsNoMissingSide) {
  const Machine machine = absolute_machine();
  LinkLife life{machine, drives_for(machine)};
  life.servo->drives().inject(plant::Injection::emergency_stop, plant::kAllLegs, 0.0);
  ASSERT_TRUE(life.run_until(State::emergency, 2.0)) << to_string(life.state());
  EXPECT_NE(life.telemetry().why_not, Refusal::drives_missing);
  life.servo->drives().clear(plant::Injection::emergency_stop);
  life.run(0.1);
  life.ask(Control::reset);
  life.bring_up();
}

TEST(LinkedDrives, AMissingSupplyIsCalledSo) {
  const Machine machine = absolute_machine();
  LinkLife life{machine, drives_for(machine)};
  life.bring_up();
  life.observer.may_drop = true;
  life.servo->drives().inject(plant::Injection::supply_sag, plant::kAllLegs, 0.5);
  ASSERT_TRUE(life.run_until(State::fault, 1.0)) << to_string(life.state());
  EXPECT_EQ(life.telemetry().fault.kind, FaultKind::supply_sag);
}

TEST(LinkedDrives, ALegThatSinksWhileTheChainIsOpenIsTold) {
  Machine machine = absolute_machine();
  machine.drive.brake_time = 0.2;
  plant::Settings drives = drives_for(machine);
  drives.mistakes.weak_brakes = 1u << 4;
  drives.extension = Extensions::Zero();  // it has sunk as far as it can
  LinkLife life{machine, drives};
  life.bring_up();
  life.observer.may_drop = true;
  life.servo->drives().inject(plant::Injection::emergency_stop, plant::kAllLegs, 0.0);
  ASSERT_TRUE(life.run_until(State::emergency, 1.0));
  EXPECT_TRUE(life.run_until([&] { return life.telemetry().fault.kind == FaultKind::brake_slipped; }, 10.0));
  EXPECT_EQ(life.telemetry().fault.leg, 4);
}

/// However long a brake may take: one that says it is closed is looked at from then on.
TEST(LinkedDrives, ALegThatSinksIsToldAtOnceWhereTheBrakeReportsThatItIsClosed) {
  Machine machine = absolute_machine();
  machine.drive.brake_time = 5.0;
  plant::Settings drives = drives_for(machine);
  drives.mistakes.weak_brakes = 1u << 4;
  drives.extension = Extensions::Zero();  // it has sunk as far as it can
  LinkLife life{machine, drives};
  life.bring_up();
  life.observer.may_drop = true;
  const double stood = life.servo->drives().true_extension()[4];
  life.servo->drives().inject(plant::Injection::emergency_stop, plant::kAllLegs, 0.0);
  ASSERT_TRUE(life.run_until([&] { return life.telemetry().fault.kind == FaultKind::brake_slipped; }, 2.0));
  EXPECT_EQ(life.telemetry().fault.leg, 4);
  EXPECT_GT(life.servo->drives().true_extension()[4], 0.5 * stood) << "before it is down";
}

TEST(LinkedDrives, EnableAndBrakesMayTakeFromTwentyMillisecondsToTwoSeconds) {
  for (const double delay : {0.02, 0.5, 2.0}) {
    Machine machine = absolute_machine();
    machine.drive.enable_time = 2.0 * delay + 0.5;
    LinkLife life{machine, drives_for(machine, delay, 0.5 * delay)};
    ASSERT_TRUE(life.run_until(State::powered_up, 1.0));
    life.ask(Go{Step::neutral});
    ASSERT_TRUE(life.run_until(State::ready, 30.0)) << delay << ' ' << to_string(life.telemetry().fault.kind);
  }
}

TEST(LinkedDrives, FeedbackThatIsLostNowAndThenDisturbsNothing) {
  const Machine machine = absolute_machine();
  LinkLife life{machine, drives_for(machine), {.late = 5e-4, .drift = -1e-4, .phase = 0.2, .mute = 0.2}};
  life.bring_up();
  life.sway();
  life.run(5.0);
  EXPECT_EQ(life.state(), State::running) << to_string(life.telemetry().fault.kind);
}

/// Lateness, phase, drift, delays, and either side killed or stopped at a random moment. HEXAD_LINK_LIVES=500
/// for more.
TEST(LinkedDrives, WhoeverDiesAndWheneverNoLegGoesPastItsEndAndAllComeToRest) {
  const char* const wanted = std::getenv("HEXAD_LINK_LIVES");
  const int lives = wanted != nullptr ? std::atoi(wanted) : 24;
  std::vector<Machine> machines;
  for (const std::string& name : preset_names()) machines.push_back(absolute_machine(name));
  for (int seed = 1; seed <= lives; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random{static_cast<std::uint64_t>(seed)};
    const auto between = [&](double low, double high) {
      return std::uniform_real_distribution<double>{low, high}(random);
    };
    const Machine& machine = machines[static_cast<std::size_t>(seed / 3) % machines.size()];
    const Hardship hardship{between(0.0, 2e-3), between(-2e-4, 2e-4), between(0.0, 1.0), between(0.0, 0.1)};
    const auto delay = [&] { return std::exp(between(std::log(0.02), std::log(2.0))); };
    const double switches_on = delay();
    LinkLife life{machine, drives_for(machine, switches_on, delay()), hardship,
                  static_cast<std::uint64_t>(seed)};
    life.bring_up();
    if (HasFatalFailure()) return;
    life.sway();
    life.run(between(0.1, 4.0));
    switch (seed % 3) {
      case 0:
        life.kill_program();
        expect_safe_end(life);
        life.start_program();
        life.bring_up();
        break;
      case 1: {
        life.program_stops_until = life.clock.ns + static_cast<std::int64_t>(between(30e6, 800e6));
        life.run(1.5);
        EXPECT_TRUE(life.state() == State::fault || life.state() == State::running ||
                    life.state() == State::ready)
            << to_string(life.state());
        EXPECT_EQ(life.fastest_told() == 0.0, life.state() != State::running);
        break;
      }
      default:
        life.observer.may_drop = true;
        life.servo_stops_until = life.clock.ns + static_cast<std::int64_t>(between(30e6, 800e6));
        life.run(2.5);
        EXPECT_EQ(life.fastest_told() == 0.0, life.state() != State::running) << to_string(life.state());
        break;
    }
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace hexad::testing
