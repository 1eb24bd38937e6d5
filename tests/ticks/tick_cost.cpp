// What the dearest ticks cost, in instructions: each occasion below is brought about, and the ticks around it
// are counted one by one under callgrind (tick_cost.py, which prints the dearest). Without valgrind it only
// says which occasions there are; with `lives FIRST COUNT` it looks for dear ticks in random lives, by time.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_STOP_INSTRUMENTATION
#define CALLGRIND_ZERO_STATS
#define CALLGRIND_DUMP_STATS_AT(name) static_cast<void>(name)
#endif

#include "core/bench.hpp"
#include "core/test_programs.hpp"
#include "cueing/effect_kinds.hpp"
#include "drill/drill.hpp"
#include "motion/prepare/prepare.hpp"

namespace hexad::testing {
namespace {

using controller::Initial;

/// A platform whose ticks can be counted.
class Counted : public Bench {
 public:
  explicit Counted(Initial initial = Initial::neutral, const std::string& platform = "standard-400")
      : Bench{initial, platform} {
    run(0.05);
  }
  /// The next ticks, each into a file of its own.
  void count(const char* what, int ticks = 3) {
    CALLGRIND_START_INSTRUMENTATION;
    for (int i = 0; i < ticks; ++i) {
      CALLGRIND_ZERO_STATS;
      out = &core->step(now, queued, feedback);
      CALLGRIND_DUMP_STATS_AT(what);
      queued.clear();
      feedback = plant->exchange(out->setpoint, now, period);
      now += period;
      complete_cueing();
    }
    CALLGRIND_STOP_INSTRUMENTATION;
  }
  void start(const Prepared& program) {
    const Tag tag = ask(kTextHost, kOneAtATime, Reserve{program.kind()});
    tick();
    ask(Request{tag, kTextHost, now, &kOneAtATime, 0, RunPrepared{&program, machine.revision}});
  }
  void latch(Control control) { ask({0, kDesk, now, &kOperator, 0, control}); }
  void stream(const What& target, double seconds) {
    for (int i = 0; i < static_cast<int>(seconds * 1000); ++i) {
      if (i % 10 == 0) ask({0, kStreamHost, now, &kStreaming, 7, target});
      tick();
    }
  }
  void run_streaming() {
    ask(kStreamHost, kStreaming, Go{Step::run}, 7);
    tick();
  }
};

Sine sine_of(double share, std::array<double, 6> frequency) {
  return {{0.2 * share, 0.2 * share, 0.1 * share, 0.2 * share, 0.2 * share, 0.2 * share},
          {frequency[0], frequency[1], frequency[2], frequency[3], frequency[4], frequency[5]},
          {0.0, 0.5, 1.0, 1.5, 2.0, 2.5},
          kXyzConvention};
}
Sine heave_sine(double amplitude, double frequency) {
  Sine sine;
  sine.convention = kXyzConvention;
  sine.amplitude[2] = amplitude;
  sine.frequency[2] = frequency;
  return sine;
}

StreamTarget vehicle(const Vec3& rate, const Vec3& acceleration) {
  StreamTarget target;
  target.kind = StreamTarget::Kind::cue;
  target.cue.rate = rate;
  target.cue.linear = acceleration;
  return target;
}

CueTuning tuning_of(CueEngine engine, CuePreset preset) {
  CueTuning tuning;
  tuning.engine = engine;
  tuning.preset = preset;
  return tuning;
}

void steps() {
  Counted b{Initial::powered_up};
  b.count("standing, not zeroed");
  b.ask(kTextHost, kBringUpAll, Go{Step::neutral});
  b.count("zeroing begins");
  b.run_until(State::ascending, 60);
  b.count("raising");
  b.run_until(State::ready, 30);
  b.count("standing at neutral");
  b.ask(kTextHost, kOneAtATime, Go{Step::descend});
  b.count("lowering begins");
}

void moves() {
  Counted b;
  b.ask(kTextHost, kOneAtATime, to({0.05, 0.1, 0.05, 0.1, -0.1, 0.2}));
  b.count("a move begins");
  b.run(0.5);
  b.count("a move goes on");
  b.latch(Control::hold);
  b.count("a move is held");
  b.run(1.0);
  b.latch(Control::resume);
  b.count("a move is resumed");
  b.run(8.0);
  b.ask(kTextHost, kOneAtATime, to({0.9, 0.9, 0.3, 0.3, -0.3, 0.4}));
  b.count("a move out of reach is refused");
  b.ask(kDesk, kOperator, SpeedOverride{0.3});
  b.ask(kTextHost, kOneAtATime, to({-0.25, -0.05, -0.1, 0.05, -0.2, -0.2}));
  b.count("a move with a way round begins");
}

void sines() {
  for (const bool hard : {false, true}) {
    Counted b;
    b.ask(kDesk, kOperator,
          hard ? sine_of(3.0, {0.31, 0.47, 0.53, 0.61, 0.71, 0.83}) : heave_sine(0.02, 0.5));
    b.count(hard ? "a sine of six axes that must be made smaller begins" : "a sine begins", 14);
    b.run(1.5);
    b.count("a sine goes on");
    b.ask(kDesk, kOperator,
          hard ? sine_of(2.0, {0.37, 0.41, 0.59, 0.67, 0.73, 0.79}) : heave_sine(0.05, 0.4));
    b.count("a sine changes over", 14);
    b.run(1.0);
    b.latch(Control::hold);
    b.count("a sine is held");
    b.run(1.0);
    b.latch(Control::resume);
    b.count("a sine is resumed");
    b.run(1.0);
    b.ask(kDesk, kOperator, hard ? sine_of(0.0, {}) : heave_sine(0.0, 0.4));
    b.count("a sine is let go", 14);
    b.run(0.5);
    b.latch(Control::stop);
    b.count("a sine is stopped");
  }
}

void programs() {
  const Hill hill{0.1};
  Counted b;
  b.start(hill);
  b.count("a program begins");
  b.run(1.0);
  b.ask(kDesk, kOperator, SpeedOverride{0.5});
  b.count("a program is slowed");
  b.run(0.5);
  b.latch(Control::hold);
  b.count("a program is held");
  b.run(1.0);
  b.latch(Control::resume);
  b.count("a program is resumed");
  b.run(1.0);
  b.latch(Control::stop);
  b.count("a program is stopped");
  b.run(1.0);
  b.ask(kDesk, kOperator, Give{});
  const std::array<std::string_view, kAxes> axes{"20*sin(t)", "0", "5*t*t", "3*sin(2*t)", "0", "2*cos(t)-2"};
  FormulaOrder order;
  for (std::size_t i = 0; i < kAxes; ++i) order.axes[i] = axes[i];
  const auto made = motion::prepare(order, b.telemetry().commanded.pose, b.machine, nullptr, 1e-3);
  if (!made) {
    std::fprintf(stderr, "the formula was not made\n");
    std::exit(1);
  }
  b.start(*made->program);
  b.count("a formula begins");
  b.run_until([&] { return b.state() == State::running; }, 5);
  b.run(1.0);
  b.count("a formula goes on");
  // Until it slows down for the limit it runs into, and the tick on which it is broken off.
  double fastest = 0.0;
  b.run_until(
      [&] {
        const double speed = b.telemetry().commanded.velocity.linear.z();
        fastest = std::max(fastest, speed);
        return speed < 0.999 * fastest || b.state() != State::running;
      },
      30);
  b.count("a formula meets a limit", 12);
}

void streams() {
  for (const char* platform : {"standard-400", "rectangle-4", "pitch-roll-2"}) {
    Counted b{Initial::neutral, platform};
    b.run_streaming();
    b.ask({0, kStreamHost, b.now, &kStreaming, 7, pose_target({0.1, 0.05, 0.02, 0.1, 0.05, 0.1})});
    b.count("a stream begins");
    b.stream(pose_target({0.1, 0.05, 0.02, 0.1, 0.05, 0.1}), 2.0);
    b.ask({0, kStreamHost, b.now, &kStreaming, 7, pose_target({-0.9, 0.5, 0.4, -0.3, 0.4, -0.5})});
    b.count("a stream goes out of reach");
    for (int i = 0; i < 5; ++i) {
      b.stream(pose_target({-0.9, 0.5, 0.4, -0.3, 0.4, -0.5}), 0.25);
      b.count("a stream at the border");
    }
    StreamTarget legs;
    legs.kind = StreamTarget::Kind::legs;
    legs.legs = Extensions::Constant(0.3, b.machine.geometry.legs);
    legs.legs[0] = 0.02;
    b.ask({0, kStreamHost, b.now, &kStreaming, 7, legs});
    b.count("a stream of legs");
    b.latch(Control::stop);
    b.count("a stream is stopped");
  }
}

void cue() {
  Counted b;
  b.run_streaming();
  const StreamTarget drives = vehicle({0.1, 0.2, 0.1}, {1.5, 3.0, 1.0});
  b.ask({0, kStreamHost, b.now, &kStreaming, 7, drives});
  b.count("cueing begins");
  b.stream(drives, 0.5);
  b.ask(kDesk, kOperator, TuneCueing{tuning_of(CueEngine::classical, CuePreset::strong)});
  b.count("another tuning");
  b.stream(drives, 1.2);
  b.ask(kDesk, kOperator, TuneCueing{tuning_of(CueEngine::predictive, CuePreset::car)});
  b.count("another tuning, predictive", 6);
  b.stream(drives, 3.0);
  b.count("predictive cueing, with a plan", 21);
  b.ask(kDesk, kOperator, TuneCueing{tuning_of(CueEngine::predictive, CuePreset::strong)});
  b.count("from predictive to predictive", 4);
  b.stream(drives, 1.99);
  for (int i = 0; i < 3; ++i) {  // where what was made is taken
    b.ask({0, kStreamHost, b.now, &kStreaming, 7, drives});
    b.count("the new engine is taken", 8);
  }
  for (std::uint8_t place = 0; place < kEffects; ++place) {
    b.ask(kDesk, kOperator,
          SetEffect{place, hexad::cueing::usual_effect(static_cast<EffectKind>(place + 4))});
    b.count("an effect is set");
  }
  b.stream(drives, 0.3);
  b.count("effects and cueing");
}

void others() {
  Counted b{Initial::origin};
  Machine other = b.machine;
  other.revision += 1;
  other.geometry_revision += 1;
  b.ask(kDesk, kOperator, TuneCueing{tuning_of(CueEngine::predictive, CuePreset::car)});
  b.run(0.1);
  b.ask(kDesk, kOperator, AdoptMachine{&other});
  b.count("another machine is adopted");
  Counted four{Initial::neutral, "rectangle-4"};
  four.ask(kDesk, kOperator, Jog{0b0001, 0.02, std::chrono::milliseconds{50}});
  four.count("a jog begins");
  for (int i = 0; i < 40; ++i) {
    four.ask({0, kDesk, four.now, &kOperator, 1, Jog{0b0001, 0.02, std::chrono::milliseconds{50}}});
    four.tick();
  }
  four.latch(Control::stop);
  four.run(0.5);
  four.ask(kDesk, kOperator, to({0, 0, 0.02, 0, 0, 0}));
  four.count("legs that contradict each other are brought together");
  Counted broken;
  broken.run_streaming();
  broken.stream(pose_target({0.1, 0.05, 0.02, 0.1, 0.05, 0.1}), 0.5);
  broken.plant->inject(plant::Injection::drive_fault, 2, 0.0);
  broken.count("a fault");
  Counted crowd;
  for (int i = 0; i < 60; ++i)
    crowd.ask({static_cast<Tag>(i + 1), kTextHost, crowd.now, &kOneAtATime, 9, MoveTo{}});
  crowd.count("sixty requests at once");
}

using Clock = std::chrono::steady_clock;
Clock::time_point before;
double spent = 0.0;
bool running = false;

/// Called right before and right after the core's step.
std::size_t stop_watch() {
  running = !running;
  if (running) {
    before = Clock::now();
  } else {
    spent = std::chrono::duration<double, std::micro>(Clock::now() - before).count();
  }
  return 0;
}

/// Each life some times over: what was dear every time is dear.
void look_at_lives(std::uint64_t first, std::uint64_t count) {
  constexpr int kTimes = 4;
  for (const char* platform :
       {"standard-400", "allcontroller-1200", "allcontroller-3dof-rotary", "pitch-roll-2", "rectangle-4"}) {
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
      std::vector<double> least;
      std::vector<std::string> what;
      for (int time = 0; time < kTimes; ++time) {
        std::size_t tick = 0;
        drill::Options options;
        options.allocations = stop_watch;
        options.look = [&](const drill::Tick& seen) {
          if (tick >= least.size()) {
            least.push_back(std::numeric_limits<double>::infinity());
            std::string text{to_string(seen.outputs->telemetry.state)};
            for (const Request& request : seen.requests) text += ' ' + std::to_string(request.what.index());
            what.push_back(text);
          }
          least[tick] = std::min(least[tick], spent);
          ++tick;
        };
        static_cast<void>(drill::live(seed, machine_named(platform), options));
      }
      for (std::size_t tick = 0; tick < least.size(); ++tick)
        if (least[tick] > 60.0)
          std::printf("%8.1f µs  %s seed %llu tick %zu: %s\n", least[tick], platform,
                      static_cast<unsigned long long>(seed), tick, what[tick].c_str());
    }
  }
}

}  // namespace
}  // namespace hexad::testing

int main(int argc, char** argv) {
  using namespace hexad::testing;
  if (argc == 4 && std::strcmp(argv[1], "lives") == 0) {
    look_at_lives(std::strtoull(argv[2], nullptr, 10), std::strtoull(argv[3], nullptr, 10));
    return 0;
  }
  steps();
  moves();
  sines();
  programs();
  streams();
  cue();
  others();
  return 0;
}
