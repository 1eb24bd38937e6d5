#pragma once
// The operator on the very platform of the daemon, tick by tick. Test code.

#include <gtest/gtest.h>

#include "config/build_machine.hpp"
#include "engine/platform.hpp"
#include "operation/operator.hpp"

namespace hexad::inline operation::testing {

using namespace std::chrono_literals;
using Result = OperatorReply::Result;

struct Bench {
  LoadedPlatform loaded;
  SimulatedMachine* drives = nullptr;
  std::unique_ptr<Platform> platform;
  ManualClock clock;
  std::unique_ptr<Operator> desk;
  HostsReport hosts;
  ProtocolNames names;
  std::vector<OperatorReply> replies;

  explicit Bench(controller::Initial initial, SteadyClock* pace = nullptr, const std::string& preset = "")
      : loaded{load_platform({.platform = preset})} {
    controller::Settings settings;
    settings.initial = initial;
    plant::Settings plant;
    plant.initial = initial;
    auto machine = std::make_unique<SimulatedMachine>(*loaded.machine, plant);
    drives = machine.get();
    platform = std::make_unique<Platform>(std::make_unique<const Machine>(*loaded.machine), settings,
                                          std::move(machine));
    desk = std::make_unique<Operator>(OperatorContext{.inbox = platform->add_inbox(),
                                                      .outbox = platform->add_outbox(),
                                                      .injections = &drives->injections(),
                                                      .legs = loaded.machine->geometry.legs,
                                                      .platform_clock = clock,
                                                      .wall_clock = clock,
                                                      .pace = pace});
    names.set(2, "darren");
    run(100);
  }

  void run(int ticks) {
    for (int i = 0; i < ticks; ++i) {
      clock.advance(1ms);
      platform->step(clock.now());
      desk->poll();
    }
  }
  void ask(const OperatorOrder& order) {
    desk->ask(order, hosts, names, [this](const OperatorReply& reply) { replies.push_back(reply); });
  }
  /// Sent; the answer comes with the ticks.
  void ask(std::string_view action, std::string_view argument = "", bool wait = false) {
    OperatorOrder order = *parse_order(action, argument);
    order.wait = wait;
    desk->ask(order, hosts, names, [this](const OperatorReply& reply) { replies.push_back(reply); });
  }
  OperatorReply answer(std::string_view action, std::string_view argument = "") {
    const std::size_t before = replies.size();
    ask(action, argument);
    for (int i = 0; i < 200 && replies.size() == before; ++i) run(1);
    return replies.size() > before ? replies.back()
                                   : OperatorReply{Result::failed, messages::Id::loop_silent};
  }
  State state() const { return desk->telemetry().state; }
};

inline OperatorOrder follow_to(double heave) {
  return {.action = find_action("follow"), .wanted = Follow{{0, 0, heave, 0, 0, 0}}};
}
inline OperatorOrder jog(double speed) { return {.action = find_action("jog"), .wanted = Jog{1, speed}}; }

}  // namespace hexad::inline operation::testing
