// What lifecycle::admit() says of a snapshot is what the core answers on the next tick: every way into every
// state, every ask, every contract, whoever drives.

#include "lifecycle/admit.hpp"

#include <functional>
#include <map>
#include <memory>

#include "core/bench.hpp"
#include "drill/contracts.hpp"

namespace hexad::testing {
namespace {

using controller::Initial;
using lifecycle::Ask;

const Contract kLingjingLike = [] {
  Contract contract;
  contract.lease = LeaseRule::after_silence;
  contract.bring_up = BringUp::zero_and_follow;
  contract.on_limit = OnLimit::clamp;
  contract.rearm_by_silence = true;
  contract.rearm_by_change = false;
  return contract;
}();
const Contract kRefusesToRise;

struct Party {
  const char* name;
  Endpoint endpoint;
  const Contract* contract;
};
const Party kParties[]{{"operator", kDesk, &kOperator},
                       {"text host", kTextHost, &kOneAtATime},
                       {"text host that brings up", kTextHost, &kBringUpAll},
                       {"streaming host", kStreamHost, &kStreaming},
                       {"another streaming host", kOtherStreamHost, &kStreaming},
                       {"following host", {3, 1, 1}, &kLingjingLike},
                       {"plain host", {4, 1, 1}, &kRefusesToRise},
                       {"host that goes step by step", {5, 1, 1}, &drill::kMotusStrict}};

/// How the platform comes to where the question is put.
struct Way {
  std::string name;
  Initial initial;
  std::function<void(Bench&)> go;
};
std::vector<Way> ways() {
  const auto ask = [](const Party& party, const What& what, double then) {
    return [party, what, then](Bench& b) {
      b.ask(party.endpoint, *party.contract, what);
      b.run(then);
    };
  };
  const auto both = [](std::function<void(Bench&)> first, std::function<void(Bench&)> second) {
    return [first, second](Bench& b) {
      first(b);
      second(b);
    };
  };
  const Party& desk = kParties[0];
  const Party& text = kParties[1];
  const Party& stream = kParties[3];
  const MoveTo away = to({0.1, 0, 0.05, 0, 0, 0});
  std::vector<Way> all{{"powered up", Initial::powered_up, [](Bench&) {}},
                       {"origin", Initial::origin, [](Bench&) {}},
                       {"ready", Initial::neutral, [](Bench&) {}},
                       {"zeroing", Initial::powered_up, ask(kParties[2], Go{Step::neutral}, 0.3)},
                       {"ascending", Initial::origin, ask(text, Go{Step::raise}, 0.5)},
                       {"descending", Initial::neutral, ask(desk, Go{Step::descend}, 0.5)},
                       {"running a move", Initial::neutral, ask(text, away, 0.3)},
                       {"in run", Initial::neutral, ask(stream, Go{Step::run}, 0.1)},
                       {"jogged", Initial::origin, ask(desk, Jog{1, 0.01, std::chrono::seconds{20}}, 0.2)},
                       {"reserved", Initial::neutral, ask(text, Reserve{ProgramKind::path}, 0.1)},
                       {"taken", Initial::neutral, ask(desk, Control::take, 0.1)},
                       {"stopped by the operator", Initial::neutral, ask(desk, Control::stop, 0.1)},
                       {"emergency", Initial::neutral, ask(desk, Control::press_button, 0.1)},
                       {"emergency frame", Initial::neutral, ask(stream, Control::emergency, 1.2)},
                       {"exiting", Initial::neutral, ask(desk, Control::exit, 0.5)}};
  const std::vector<Way> moving{all[3], all[4], all[5], all[6], all[7]};
  for (const Way& way : moving) {
    for (const Party* holder : {&desk, &text, &stream, &kParties[4]}) {
      for (const double slowed : {0.004, 1.5}) {
        all.push_back({way.name + ", held by " + holder->name + (slowed < 1 ? ", slowing" : ""), way.initial,
                       both(way.go, ask(*holder, Control::hold, slowed))});
      }
    }
    all.push_back({way.name + ", stopping", way.initial, both(way.go, ask(text, Control::stop, 0.004))});
    all.push_back(
        {way.name + ", stopped by the operator", way.initial, both(way.go, ask(desk, Control::stop, 1.0))});
  }
  all.push_back({"fault", Initial::neutral, [](Bench& b) {
                   b.plant->inject(plant::Injection::drive_fault, 2, 0);
                   b.run(0.5);
                   b.plant->clear(plant::Injection::drive_fault);
                 }});
  all.push_back({"fault, slowing", Initial::neutral, both(all[6].go, [](Bench& b) {
                   b.plant->inject(plant::Injection::over_temperature, 2, 0);
                   b.run(0.01);
                 })});
  all.push_back({"zero kept over a fault", Initial::neutral, both(all[6].go, [](Bench& b) {
                   b.plant->inject(plant::Injection::stuck, 0, 0);
                   b.run_until(State::fault, 2);
                   b.plant->clear(plant::Injection::stuck);
                   b.ask(kDesk, kOperator, Control::reset);
                   b.run(0.1);
                 })});
  all.push_back({"a host was lost", Initial::neutral, [](Bench& b) {
                   b.ask(kStreamHost, kStreaming, Go{Step::run});
                   b.run(0.05);
                   for (int i = 0; i < 20; ++i) {
                     b.ask({0, kStreamHost, b.now, &kStreaming, 2, pose_target({0, 0, 0.05, 0, 0, 0})});
                     b.run(0.01);
                   }
                   b.run(1.5);
                 }});
  return all;
}

/// What an ask is as a request; not all of them are one.
std::optional<What> what_of(Ask ask) {
  switch (ask) {
    case Ask::resume:
      return Control::resume;
    case Ask::reset:
      return Control::reset;
    case Ask::power_up:
      return Go{Step::power_up};
    case Ask::enable:
      return Control::enable;
    case Ask::disable:
      return Control::disable;
    case Ask::take:
      return Control::take;
    case Ask::give:
      return Give{};
    case Ask::zero:
      return Go{Step::zero};
    case Ask::raise:
      return Go{Step::raise};
    case Ask::neutral:
      return Go{Step::neutral};
    case Ask::run:
      return Go{Step::run};
    case Ask::descend:
      return Go{Step::descend};
    case Ask::program:
      return to({0, 0, 0.01, 0, 0, 0});
    case Ask::jog:
      return Jog{1, 0.005};
    case Ask::outputs:
      return SetOutputs{true, false, 1, 0};
    case Ask::speed:
      return SpeedOverride{0.5};
    default:
      return std::nullopt;  // stop, hold and emergency are always taken; follow is a slider's own rule
  }
}

/// Rule 27: not on the tick on which the fault is raised.
TEST(Admit, WhoHasNotSeenAFaultDoesNotResetIt) {
  Situation locked;
  locked.state = State::fault;
  locked.fault.kind = FaultKind::following_error;
  for (const Ask ask : {Ask::reset, Ask::power_up}) {
    EXPECT_EQ(lifecycle::admit(locked, kOperator, {kDesk, true, false}, ask).refusal, Refusal::fault);
    EXPECT_TRUE(lifecycle::admit(locked, kOperator, {kDesk, true, true}, ask).acts());
  }
}

TEST(Admit, HowFastItGoesIsTheDriversAndTheOperatorsToSay) {
  Situation ready;
  ready.state = State::ready;
  const auto refusal = [&](const Endpoint& who, const Contract& contract) {
    return lifecycle::admit(ready, contract, {who}, Ask::speed).refusal;
  };
  EXPECT_EQ(refusal(kStreamHost, kStreaming), Refusal::operators_only) << "nobody drives";
  ready.driver = kStreamHost;
  EXPECT_EQ(refusal(kStreamHost, kStreaming), Refusal::none);
  EXPECT_EQ(refusal(kOtherStreamHost, kStreaming), Refusal::other_driver);
  EXPECT_EQ(refusal(kDesk, kOperator), Refusal::none);
}

TEST(Admit, WhatItSaysOfASnapshotIsWhatTheCoreAnswers) {
  int asked = 0;
  std::map<State, int> states;
  std::map<Refusal, int> refusals;
  for (const Way& way : ways()) {
    std::unique_ptr<Bench> kept;  // what was refused changed nothing: the next question is put to the same
    for (const Party& party : kParties) {
      for (std::size_t i = 0; i < lifecycle::kAsks; ++i) {
        const Ask ask = static_cast<Ask>(i);
        const auto what = what_of(ask);
        if (!what) continue;
        if (!kept) {
          kept = std::make_unique<Bench>(way.initial);
          kept->run(0.05);
          way.go(*kept);
        }
        Bench& bench = *kept;
        ++states[bench.state()];
        // A new act of this party: armed, whatever flowed before.
        const auto verdict =
            lifecycle::admit(bench.telemetry(), *party.contract, {party.endpoint, true}, ask);
        if (party.contract == &kLingjingLike) {
          bench.ask({0, party.endpoint, bench.now, party.contract, 1, StreamTarget{}});
        }
        const auto act = static_cast<std::uint32_t>(1000 + asked);
        const Tag tag = bench.ask(party.endpoint, *party.contract, *what, act);
        bench.tick();
        const auto answer = bench.last_answer(tag);
        const bool refused = answer && answer->outcome == Outcome::refused;
        ++asked;
        if (verdict.refused) ++refusals[verdict.refusal];
        ASSERT_EQ(verdict.refused, refused)
            << way.name << " (" << to_string(bench.telemetry().state) << "), " << party.name << " asks for "
            << lifecycle::to_string(ask) << ": admit \"" << to_string(verdict.refusal) << "\", core \""
            << (answer ? to_string(answer->refusal) : "nothing") << "\"";
        if (refused) {
          EXPECT_EQ(answer->refusal, verdict.refusal) << way.name << ", " << party.name;
          EXPECT_EQ(answer->code, verdict.code) << way.name << ", " << party.name;
        } else {
          kept.reset();
        }
      }
    }
  }
  EXPECT_GT(asked, 5000);
  EXPECT_EQ(states.size(), 12u) << "every state but init and to_neutral";
  EXPECT_GE(refusals.size(), 10u);
}

TEST(Admit, TheReasonNobodyMovesIsTheFirstOfTheWrittenPrecedence) {
  Situation s;
  s.state = State::ready;
  s.zeroed = true;
  s.enabled = true;
  EXPECT_EQ(lifecycle::why_not(s), Refusal::none);
  // From the last rule to the first: each new one wins over all before.
  s.state = State::origin;
  EXPECT_EQ(lifecycle::why_not(s), Refusal::at_bottom);
  s.state = State::powered_up;
  s.zeroed = false;
  EXPECT_EQ(lifecycle::why_not(s), Refusal::not_zeroed);
  s.busy = true;
  EXPECT_EQ(lifecycle::why_not(s), Refusal::moving);
  s.state = State::holding;
  EXPECT_EQ(lifecycle::why_not(s), Refusal::paused);
  s.barred = true;
  EXPECT_EQ(lifecycle::why_not(s), Refusal::barred);
  s.enabled = false;
  EXPECT_EQ(lifecycle::why_not(s), Refusal::not_enabled);
  s.trusted = false;
  EXPECT_EQ(lifecycle::why_not(s), Refusal::calibration);
  s.exiting = true;
  EXPECT_EQ(lifecycle::why_not(s), Refusal::shutting_down);
  s.state = State::init;
  EXPECT_EQ(lifecycle::why_not(s), Refusal::initialising);
  s.fault.kind = FaultKind::drive_error;
  EXPECT_EQ(lifecycle::why_not(s), Refusal::fault);
  s.state = State::emergency;
  EXPECT_EQ(lifecycle::why_not(s), Refusal::emergency);
}

}  // namespace
}  // namespace hexad::testing
