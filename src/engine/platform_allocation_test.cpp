// A whole tick of the daemon's real-time thread (mailboxes, core, drives, black box) asks for no memory, a
// fault and its recording included.

#include <gtest/gtest.h>

#include "base/testing/counting_new.hpp"
#include "core/bench.hpp"
#include "engine/platform.hpp"
#include "engine/simulated_machine.hpp"

namespace hexad::drill {
namespace {

TEST(PlatformAllocation, ATickAndABlackBoxAskForNoMemory) {
  const Machine machine = hexad::testing::machine_named("standard-400");
  controller::Settings settings;
  settings.initial = controller::Initial::neutral;
  plant::Settings plant;
  plant.initial = plant::Initial::neutral;
  auto drives = std::make_unique<SimulatedMachine>(machine, plant);
  InjectionBox& injections = drives->injections();
  Platform platform{std::make_unique<const Machine>(machine), settings, std::move(drives)};
  Inbox& inbox = platform.add_inbox();
  platform.add_outbox();
  const Contract contract{};
  Request request;
  request.driver = {1, 1, 1};
  request.contract = &contract;
  StreamTarget target;
  target.kind = StreamTarget::Kind::pose;
  TimePoint now{};
  std::uint64_t recordings = 0;
  const std::size_t before = allocation_count();
  for (int tick = 0; tick < 6000; ++tick) {
    now += platform.period();
    request.arrival = now;
    request.what = target;
    inbox.stream(0, request);
    request.what = tick % 2000 == 1500 ? What{Control::reset} : What{Go{Step::run}};
    if (tick % 100 == 0) (void)inbox.request(request);
    using Act = plant::InjectionOrder::Act;
    if (tick % 2000 == 1200)
      (void)injections.push({.injection = {.kind = plant::Injection::drive_fault, .leg = 3}});
    if (tick % 2000 == 1400) (void)injections.push({.injection = {.act = Act::clear_all}});
    platform.step(now);
    if (platform.black_box().take() != nullptr) {
      ++recordings;
      platform.black_box().release();
    }
  }
  EXPECT_EQ(allocation_count() - before, 0u);
  EXPECT_EQ(recordings, 3u) << "faults were recorded meanwhile";
}

}  // namespace
}  // namespace hexad::drill
