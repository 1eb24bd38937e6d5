// Two platforms in one process with their real threads and sockets on loopback: the same life as in virtual
// time, and how long a frame takes from its tick to the socket. States, never milliseconds; the figure is
// printed.

#include <poll.h>

#include <cstdio>

#include "config/build_machine.hpp"
#include "engine/loop/loop_thread.hpp"
#include "engine/sessions/network_thread.hpp"
#include "engine/simulated/simulated_platform.hpp"
#include "gateway/gateway.hpp"
#include "pair.hpp"

namespace hexad::gateway {
namespace {

/// A platform that runs by itself.
class Running {
 public:
  Running(std::unique_ptr<const Machine> machine, std::unique_ptr<DrivePort> drives)
      : platform{std::move(machine), settings(), std::move(drives)},
        inbox{platform.add_inbox()},
        outbox{platform.add_outbox(Outbox::Wants::snapshots_only)},
        board{platform, log},
        network{clock, wall},
        loop{std::array{&platform}, clock.now()},
        thread{loop, clock, network.wake(), RealTimeSettings{}} {
    network.serve(board);
  }
  ~Running() {
    thread.stop();
    network.stop();
  }
  net::Address serve(ProtocolId id, std::unique_ptr<Session> session) {
    auto socket = net::UdpSocket::open({});
    if (!socket) throw std::runtime_error{"no socket"};
    const net::Address address = socket->address();
    network.serve(board, id, std::move(session), std::move(*socket));
    return address;
  }
  void start() {
    network.start();
    thread.start();
  }
  void operate(const What& what) {
    static const Contract kOperator{
        .lease = LeaseRule::with_motion, .bring_up = BringUp::zero_and_raise, .is_operator = true};
    const Tag tag = ++last_tag_;
    ASSERT_TRUE(
        inbox.request({tag, {9, 0, 0}, clock.now(), &kOperator, static_cast<std::uint32_t>(tag), what}));
  }
  const Telemetry& telemetry() {
    outbox.refresh();
    return outbox.telemetry();
  }
  template <class Done>
  bool until(Done done) {
    for (int i = 0; i < 12000; ++i) {
      if (done()) return true;
      ::poll(nullptr, 0, 10);
    }
    return false;
  }

  SteadyClock clock;
  SteadyClock wall;
  MemoryLog log;
  Platform platform;
  Inbox& inbox;
  Outbox& outbox;
  SessionRouter board;
  NetworkThread network;
  Loop loop;
  LoopThread thread;

 private:
  static controller::Settings settings() {
    controller::Settings settings;
    settings.auto_enable = true;
    return settings;
  }
  Tag last_tag_ = 0;
};

class Loopback : public ::testing::TestWithParam<Dialect> {};

TEST_P(Loopback, BringsUpMovesStopsAndPrintsHowLongAFrameTakes) {
  const auto truth = machine_named("standard-400");
  Running far{machine_named("standard-400"),
              std::make_unique<plant::SimulatedDrives>(*truth, plant::settings_for(*truth))};
  Gateway::Settings settings;
  settings.dialect = GetParam();
  settings.controller =
      GetParam() == Dialect::darren
          ? far.serve(2, std::make_unique<protocols::darren::DarrenSession>(protocols::darren::Settings{}))
          : far.serve(4, std::make_unique<protocols::motus::MotusSession>(protocols::motus::Settings{}));
  settings.drives.timeout = std::chrono::seconds{5};  // of a machine that is busy
  auto machine = machine_named("standard-400", GetParam());
  machine->drive.following = 50.0 * kMillimetre;
  auto gateway = Gateway::open(*machine, settings);
  ASSERT_TRUE(gateway) << gateway.error().error;
  Running near{std::move(machine), std::move(*gateway)};
  far.start();
  near.start();
  // What a stall of this machine has stopped is reset, as an operator would.
  ASSERT_TRUE(near.until([&] {
    const Telemetry& t = near.telemetry();
    if (t.state == State::fault) near.operate(Control::reset);
    if (t.state == State::powered_up || t.state == State::origin) near.operate(Go{Step::neutral});
    return t.state == State::ready && t.feedback.far.life == OwnLife::follows;
  })) << to_string(near.telemetry().state)
      << " " << to_string(far.telemetry().state) << " " << to_string(near.telemetry().fault.kind);
  Sine sine;
  sine.amplitude = {0, 0, 0.05, 0.05, 0, 0};
  sine.frequency = {0, 0, 0.4, 0.3, 0, 0};
  near.operate(sine);
  std::vector<double> ages;
  ASSERT_TRUE(near.until([&] {
    ages.push_back(1e6 * near.telemetry().feedback.quality.setpoint_age);
    return ages.size() >= 500;
  }));
  std::sort(ages.begin(), ages.end());
  std::printf("%s: from the tick to the socket: median %.0f us, 99 %% %.0f us; delay %.1f ms, state %s\n",
              GetParam() == Dialect::darren ? "darren" : "motus", ages[ages.size() / 2],
              ages[ages.size() * 99 / 100], 1e3 * near.telemetry().feedback.far.delay,
              std::string{to_string(near.telemetry().state)}.c_str());
  near.operate(Control::emergency);
  EXPECT_TRUE(near.until([&] { return far.telemetry().state == State::emergency; }))
      << to_string(far.telemetry().state);
}

INSTANTIATE_TEST_SUITE_P(Gateway, Loopback, ::testing::Values(Dialect::darren, Dialect::motus),
                         [](const auto& each) { return each.param == Dialect::darren ? "Darren" : "Motus"; });

/// Machines that follow nothing, or report nothing.
class LoopbackPlays : public ::testing::TestWithParam<Dialect> {};

TEST_P(LoopbackPlays, BringsUpGoesThereAndStopsThere) {
  const auto truth = machine_named("standard-400");
  Running far{machine_named("standard-400"),
              std::make_unique<plant::SimulatedDrives>(*truth, plant::settings_for(*truth))};
  Gateway::Settings settings;
  settings.dialect = GetParam();
  settings.form.convention = convention_of(settings.dialect, RotationOrder::zyx);
  settings.controller =
      GetParam() == Dialect::mdof
          ? far.serve(1, std::make_unique<protocols::mdof::MdofSession>(protocols::mdof::Settings{}))
          : far.serve(
                3, std::make_unique<protocols::lingjing::LingjingSession>(protocols::lingjing::Settings{}));
  settings.drives.timeout = std::chrono::seconds{5};
  auto machine = machine_named("standard-400", GetParam());
  auto gateway = Gateway::open(*machine, settings);
  ASSERT_TRUE(gateway) << gateway.error().error;
  Running near{std::move(machine), std::move(*gateway)};
  far.start();
  near.start();
  const auto to = [&](double height) {
    ASSERT_TRUE(near.until([&] { return near.telemetry().state == State::ready; }));
    MoveTo move;
    move.target[2] = height;
    near.operate(move);
    EXPECT_TRUE(near.until([&] {
      return near.telemetry().state == State::ready &&
             std::abs(near.telemetry().actual.position.z() - height) < 2e-4 &&
             std::abs(far.telemetry().actual.position.z() - height) < 2e-4;
    })) << near.telemetry().actual.position.z()
        << " " << far.telemetry().actual.position.z() << " " << to_string(near.telemetry().fault.kind);
  };
  ASSERT_TRUE(near.until([&] { return near.telemetry().state == State::powered_up; }));
  near.operate(Go{Step::neutral});
  to(0.040);
  to(-0.030);
  std::printf("%s: from the tick to the socket: %.0f us\n", std::string{to_string(GetParam())}.c_str(),
              1e6 * near.telemetry().feedback.quality.setpoint_age);
  near.operate(Control::stop);
  EXPECT_TRUE(near.until([&] { return near.telemetry().barred; }));
}

INSTANTIATE_TEST_SUITE_P(Gateway, LoopbackPlays, ::testing::Values(Dialect::mdof, Dialect::lingjing),
                         [](const auto& each) { return each.param == Dialect::mdof ? "Mdof" : "Lingjing"; });

}  // namespace
}  // namespace hexad::gateway
