// What the console offers against what the core does with it: every action in every state that the simulated
// platform comes to, with the operator, a host, or nobody driving.

#include "operation/legal.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "config/build_machine.hpp"
#include "engine/platform.hpp"
#include "engine/simulated/simulated_platform.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "operation/operator.hpp"

namespace hexad::inline operation {
namespace {

using namespace std::chrono_literals;
using Result = OperatorReply::Result;

constexpr Endpoint kHost{2, 0x7F000001, 10010};

/// A kind of host that drives by single commands.
const Contract kHostContract = [] {
  Contract contract;
  contract.lease = LeaseRule::after_answer;
  contract.lease_time = 1000s;
  return contract;
}();

struct LegalBench {
  LoadedPlatform loaded = load_platform({});
  ManualClock clock;
  SteadyClock pace;
  MemoryLog log;
  ProtocolNames names;
  std::unique_ptr<Platform> platform;
  std::unique_ptr<PreparationQueue> preparation;
  NoteBox notes;
  std::unique_ptr<Operator> desk;
  Inbox* host = nullptr;
  std::uint32_t act = 0;
  HostsReport hosts;
  std::vector<OperatorReply> replies;

  explicit LegalBench(controller::Initial initial) {
    controller::Settings settings;
    settings.initial = initial;
    plant::Settings plant;
    plant.initial = initial;
    auto drives = std::make_unique<SimulatedMachine>(*loaded.machine, plant);
    InjectionBox& injections = drives->injections();
    platform = std::make_unique<Platform>(std::make_unique<const Machine>(*loaded.machine), settings,
                                          std::move(drives));
    host = &platform->add_inbox();
    preparation = std::make_unique<PreparationQueue>(*platform, names, log, nullptr);
    preparation->tell(kOperatorEndpoint.protocol, notes);
    desk =
        std::make_unique<Operator>(OperatorContext{.inbox = platform->add_inbox(),
                                                   .outbox = platform->add_outbox(),
                                                   .injections = &injections,
                                                   .legs = loaded.machine->geometry.legs,
                                                   .platform_clock = clock,
                                                   .wall_clock = clock,
                                                   .preparation = {&preparation->add_box(), &notes, nullptr},
                                                   .pace = &pace});
  }

  void run(int ticks) {
    for (int i = 0; i < ticks; ++i) {
      clock.advance(1ms);
      platform->step(clock.now());
      preparation->work();
      desk->poll();
    }
  }
  bool run_until(State state) {
    for (int i = 0; i < 60'000 && this->state() != state; ++i) run(1);
    return this->state() == state;
  }
  void ask(const OperatorOrder& order) {
    desk->ask(order, hosts, names, [this](const OperatorReply& reply) { replies.push_back(reply); });
  }
  void ask(const std::string& json) {
    OperatorOrder order = *parse_order_json(json);
    if (auto* const plan = std::get_if<ManoeuvrePlan>(&order.wanted)) {  // read by the web thread
      auto script = std::make_shared<VehicleScript>();
      script->duration = 5.0;
      script->at = [](double) { return VehicleInput{}; };
      plan->script = std::move(script);
    }
    ask(order);
  }
  void ask_as_host(const What& what) {
    ASSERT_TRUE(host->request({.tag = ++act,
                               .driver = kHost,
                               .arrival = clock.now(),
                               .contract = &kHostContract,
                               .act = act,
                               .what = what}));
  }
  State state() const { return desk->telemetry().state; }
  OperatorInputs facts() const { return {.button = desk->button(), .simulation = true, .films = 0}; }
  OperatorReply answer_to(const std::string& json) {
    const std::size_t before = replies.size();
    ask(json);
    for (int i = 0; i < 500 && replies.size() == before; ++i) run(1);
    return replies.size() > before ? replies[before]
                                   : OperatorReply{Result::failed, messages::Id::loop_silent};
  }
};

/// One that the platform can do, if it may.
std::string example(std::string_view action) {
  static const std::map<std::string_view, std::string> arguments{
      {"inject", R"(,"fault":"clear")"},
      {"go", R"(,"pose":[0,0,10,0,0,0])"},
      {"follow", R"(,"pose":[0,0,10,0,0,0])"},
      {"sine", R"(,"amplitude":[0,0,5,0,0,0],"frequency":[0,0,0.2,0,0,0])"},
      {"path", R"(,"points":[[0,0,10,0,0,0],[0,0,5,0,0,0]])"},
      {"timed", R"(,"rows":[[4,0,0,10,0,0,0],[8,0,0,0,0,0,0]])"},
      {"formula", R"j(,"formulas":["0","0","5*sin(t)","0","0","0"])j"},
      {"file", R"(,"name":"none.txt")"},
      {"film", R"(,"number":1)"},
      {"jog", R"(,"legs":[1],"speed":5)"},
      {"override", R"(,"percent":50)"},
      {"relays", R"(,"mask":1)"},
      {"outputs", R"(,"mask":1)"},
      {"inputs", R"(,"mask":1)"},
      {"payload", R"(,"kg":400)"},
      {"speed_of_time", R"(,"factor":2)"},
      {"cueing", R"(,"preset":"car","tilt_rate":2)"},
      {"effect", R"(,"place":1,"kind":"vibration")"},
      {"manoeuvre", R"(,"name":"any.csv")"}};
  const auto found = arguments.find(action);
  return "{\"action\":\"" + std::string{action} + "\"" + (found == arguments.end() ? "" : found->second) +
         "}";
}

/// How the platform comes to a state; the operator, nobody or a host drives it then.
struct Situation {
  std::string name;
  controller::Initial initial;
  std::function<bool(LegalBench&)> reach;
};

std::vector<Situation> situations() {
  using controller::Initial;
  const auto does = [](const std::string& action, State state) {
    return [action, state](LegalBench& bench) {
      bench.run(20);
      bench.ask(action);
      return bench.run_until(state);
    };
  };
  const auto host_does = [](const What& what, State state) {
    return [what, state](LegalBench& bench) {
      bench.run(20);
      bench.ask_as_host(what);
      return bench.run_until(state);
    };
  };
  const auto then = [](std::function<bool(LegalBench&)> first, std::function<bool(LegalBench&)> second) {
    return [first = std::move(first), second = std::move(second)](LegalBench& b) {
      return first(b) && second(b);
    };
  };
  const std::string go = R"({"action":"go","pose":[0,0,100,0,0,0]})";
  const std::string sine = example("sine");
  const auto plain = [](std::string_view name) { return "{\"action\":\"" + std::string{name} + "\"}"; };
  const MoveTo away{{0, 0, 0.1, 0, 0, 0}, {}, kXyzConvention};
  return {
      {"powered_up", Initial::powered_up, [](LegalBench& b) { return b.run_until(State::powered_up); }},
      {"zeroing", Initial::powered_up, does(plain("zero"), State::zeroing)},
      {"origin", Initial::origin, [](LegalBench& b) { return b.run_until(State::origin); }},
      {"ascending", Initial::origin, does(plain("raise"), State::ascending)},
      {"ready at neutral", Initial::neutral, [](LegalBench& b) { return b.run_until(State::ready); }},
      {"ready away from neutral", Initial::neutral,
       then(does(go, State::running), [](LegalBench& b) { return b.run_until(State::ready); })},
      {"running a sine", Initial::neutral, does(sine, State::running)},
      {"to_neutral", Initial::neutral,
       then(does(sine, State::running),
            [plain](LegalBench& b) {
              b.run(900);
              b.ask(plain("neutral"));
              return b.run_until(State::to_neutral);
            })},
      {"stopping for a hold", Initial::neutral,
       then(does(go, State::running),
            [plain](LegalBench& b) {
              b.run(300);
              b.ask(plain("hold"));
              return b.run_until(State::stopping);
            })},
      {"holding", Initial::neutral, then(does(go, State::running), does(plain("hold"), State::holding))},
      {"descending", Initial::neutral, does(plain("lower"), State::descending)},
      {"manual", Initial::origin, does(R"({"action":"jog","legs":[1],"speed":5})", State::manual)},
      {"fault", Initial::neutral,
       then(does(R"({"action":"inject","fault":"drive_fault:3"})", State::fault),
            [](LegalBench& b) {
              b.ask(R"({"action":"inject","fault":"clear"})");
              b.run(5);
              return true;
            })},
      {"emergency, button in", Initial::neutral, does(plain("estop"), State::emergency)},
      {"emergency, released", Initial::neutral,
       then(does(plain("estop"), State::emergency),
            [plain](LegalBench& b) {
              b.ask(plain("release"));
              b.run(20);
              return b.state() == State::emergency;
            })},
      {"barred", Initial::neutral,
       [plain](LegalBench& b) {
         b.run(20);
         b.ask(plain("stop"));
         b.run(20);
         return b.desk->telemetry().barred;
       }},
      {"taken", Initial::neutral,
       [plain](LegalBench& b) {
         b.run(20);
         b.ask(plain("take"));
         b.run(20);
         return b.desk->has_taken();
       }},
      {"a host runs", Initial::neutral, host_does(away, State::running)},
      {"a host holds", Initial::neutral,
       then(host_does(away, State::running), host_does(Control::hold, State::holding))},
      {"a host zeroes", Initial::powered_up, host_does(Go{Step::zero}, State::zeroing)},
      {"a host raises", Initial::origin, host_does(Go{Step::raise}, State::ascending)},
      {"a host jogs", Initial::origin, host_does(Jog{1, 0.005, 10s}, State::manual)},
      {"a host drives, standing", Initial::neutral,
       then(host_does(MoveTo{{0, 0, 0.01, 0, 0, 0}, {}, kXyzConvention}, State::running),
            [](LegalBench& b) { return b.run_until(State::ready); })},
  };
}

/// What an order may have changed.
struct Picture {
  State state;
  Endpoint driver;
  bool barred, button, zeroed;
  Pose pose;

  explicit Picture(const LegalBench& bench)
      : state{bench.state()},
        driver{bench.desk->telemetry().driver},
        barred{bench.desk->telemetry().barred},
        button{bench.desk->button()},
        zeroed{bench.desk->telemetry().zeroed},
        pose{bench.desk->telemetry().commanded.pose} {}
  bool same_as(const Picture& other) const {
    return state == other.state && driver == other.driver && barred == other.barred &&
           button == other.button && zeroed == other.zeroed &&
           (pose.position - other.pose.position).norm() < 1e-5;
  }
};

TEST(Legal, WhatIsOfferedIsTakenAndTheRestIsRefusedOrChangesNothing) {
  std::map<State, int> seen;
  for (const Situation& situation : situations()) {
    for (const Action& action : actions()) {
      if (std::holds_alternative<TakeOver>(action.wanted)) continue;        // the desk's own: desk_test
      if (std::holds_alternative<CommissionBeat>(action.wanted)) continue;  // needs one that runs
      if (std::holds_alternative<TuningOrder>(action.wanted)) continue;     // the disk's: kept_tunings_test
      LegalBench bench{situation.initial};
      ASSERT_TRUE(situation.reach(bench)) << situation.name << ": " << to_string(bench.state());
      ++seen[bench.state()];
      bench.run(3);  // what led here is answered
      const Reason reason = why_not(action, bench.desk->telemetry(), bench.facts());
      const OperatorReply reply = bench.answer_to(example(action.name));
      const bool refused = reply.result == Result::refused || reply.result == Result::failed;
      const std::string what = situation.name + ", " + std::string{action.name} + ": offered " +
                               (reason.allowed() ? "yes" : "no (" + messages::english(reason.words) + ")") +
                               ", answer " + std::string{to_string(reply.result)} + " " +
                               messages::english(reply.reason);
      if (action.name == "file" && reason.allowed()) {
        EXPECT_EQ(reply.code, Refusal::bad_program) << what << " (there is no such file)";
        continue;
      }
      // Where legs stand that were moved by hand a motion may begin out of reach: not a matter of the state.
      if (situation.name == "manual" && reply.code == Refusal::out_of_reach) continue;
      if (reason.allowed()) {
        EXPECT_FALSE(refused) << what;
        continue;
      }
      if (refused) {
        if (reason.code != Refusal::nothing_to_do && action.name != "relays" && action.name != "outputs") {
          EXPECT_EQ(messages::english(reply.reason).find(messages::english(id_of(reason.code))), 0u)
              << what << ": the same words";
        }
        continue;
      }
      // Taken, and nothing came of it: as without the order.
      LegalBench idle{situation.initial};
      ASSERT_TRUE(situation.reach(idle));
      bench.run(50);  // what was taken for a moment (the lease) is given back
      while (idle.clock.now() < bench.clock.now()) idle.run(1);
      EXPECT_TRUE(Picture{bench}.same_as(Picture{idle})) << what;
    }
  }
  EXPECT_EQ(seen.size(), 13u) << "every state but init";
}

TEST(Legal, StopAndTheButtonAreAlwaysOffered) {
  for (std::size_t s = 0; s < kStates; ++s) {
    Telemetry t;
    t.state = static_cast<State>(s);
    for (const bool button : {false, true}) {
      EXPECT_TRUE(why_not(*find_action("estop"), t, {.button = button}).allowed()) << to_string(t.state);
      EXPECT_TRUE(why_not(*find_action("stop"), t, {.button = button}).allowed()) << to_string(t.state);
    }
  }
}

TEST(Legal, RealDrivesAreNotSimulated) {
  Telemetry t;
  t.state = State::ready;
  t.enabled = true;
  for (const char* action : {"inject", "inputs", "payload"})
    EXPECT_FALSE(why_not(*find_action(action), t, {.simulation = false}).allowed());
  EXPECT_FALSE(why_not(*find_action("enable"), t, {.simulation = false}).allowed());
  t.feedback.simulated = false;
  EXPECT_TRUE(why_not(*find_action("enable"), t, {.simulation = false}).allowed());
}

}  // namespace
}  // namespace hexad::inline operation
