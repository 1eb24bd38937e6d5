#pragma once
// Two whole platforms in virtual time, without a thread or a socket: the near one, with the sessions of every
// protocol and the gateway as its drives, and the far one, with simulated drives, as the vendor's machine.
// Between them a line that is late, uneven, lossy, or cut.

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>

#include "config/build_machine.hpp"
#include "engine/simulated/simulated_platform.hpp"
#include "gateway/gateway.hpp"
#include "plant/simulated_drives.hpp"
#include "protocols/darren/session.hpp"
#include "protocols/lingjing/session.hpp"
#include "protocols/mdof/session.hpp"
#include "protocols/motus/session.hpp"

namespace hexad::gateway {

inline constexpr net::Address kNearMdof{0x0A000001, 1100};
inline constexpr net::Address kNearDarren{0x0A000001, 10000};
inline constexpr net::Address kNearLingjing{0x0A000001, 9800};
inline constexpr net::Address kNearMotus{0x0A000001, 5000};
inline constexpr net::Address kFarDarren{0x0A000064, 10000};
inline constexpr net::Address kFarMotus{0x0A000064, 5000};
inline constexpr net::Address kFarMdof{0x0A000064, 1100};
inline constexpr net::Address kFarLingjing{0x0A000064, 9800};
inline constexpr net::Address kGatewayAddress{0x0A000001, 40000};

struct PairSetup {
  Dialect dialect = Dialect::darren;
  FarForm::Send send = FarForm::Send::pose;
  std::string near_platform = "standard-400";
  std::string far_platform = "standard-400";
  double near_rate = 1000.0;
  double frames_hz = 100.0;
  double delay = 0.001;  ///< s, of the line, one way
  double jitter = 0.0;
  double loss = 0.0;
  bool millimetres = false;
  double following = 10.0 * kMillimetre;  ///< as the configuration has it
};

/// As the configuration makes it; with a dialect, to be moved through the gateway.
inline std::unique_ptr<Machine> machine_named(const std::string& name, std::optional<Dialect> gateway = {}) {
  Sources sources{.platform = name};
  if (gateway)
    sources.set = {{"drives.port=" + std::string{to_string(*gateway)}},
                   {"drives.address=10.0.0.100"},
                   {"drives.open_loop=true"}};
  LoadedPlatform loaded = hexad::load_platform(sources);
  if (!loaded.machine) throw std::runtime_error{"no such platform: " + name};
  return std::make_unique<Machine>(std::move(*loaded.machine));
}

/// One way of the line.
class Way {
 public:
  void send(std::span<const std::byte> bytes, TimePoint now, const PairSetup& setup,
            std::mt19937_64& random) {
    std::uniform_real_distribution<double> chance{0.0, 1.0};
    if (cut || chance(random) < setup.loss) return;
    const bool strays = !stray.empty() && bytes.size() > stray.size() &&
                        std::equal(stray.begin(), stray.end(), reinterpret_cast<const char*>(bytes.data()));
    const double late = strays ? 8.0 : 0.0;
    if (strays) stray.clear();
    const TimePoint due = now + from_seconds(setup.delay + late + setup.jitter * chance(random));
    auto at = under_way_.end();
    while (at != under_way_.begin() && std::prev(at)->first > due) --at;
    under_way_.insert(at, {due, {bytes.begin(), bytes.end()}});
  }
  bool receive(TimePoint now, std::vector<std::byte>& bytes) {
    if (under_way_.empty() || under_way_.front().first > now) return false;
    bytes = std::move(under_way_.front().second);
    under_way_.pop_front();
    return true;
  }
  bool receive(TimePoint now, Datagram& datagram) {
    std::vector<std::byte> bytes;
    if (!receive(now, bytes)) return false;
    datagram.assign(bytes);
    return true;
  }
  bool cut = false;
  std::string stray;  ///< the next datagram that begins so comes 8 s late

 private:
  std::deque<std::pair<TimePoint, std::vector<std::byte>>> under_way_;
};

/// A platform with its network; a new one is a restart.
struct Side {
  Side(std::unique_ptr<const Machine> machine, const controller::Settings& settings,
       std::unique_ptr<DrivePort> drives)
      : platform{std::move(machine), settings, std::move(drives), network} {}
  SimulatedNetwork network{1};
  SimulatedPlatform platform;
};

class Pair : private Clock {
 public:
  explicit Pair(const PairSetup& given = {}) : setup{given} {
    start_far();
    start_near();
  }

  void start_far() {
    far_drives = nullptr;
    far.reset();
    far_desk_ = {};
    far_truth = machine_named(setup.far_platform);
    auto drives = std::make_unique<plant::SimulatedDrives>(*far_truth, plant::settings_for(*far_truth));
    far_drives = drives.get();
    far =
        std::make_unique<Side>(machine_named(setup.far_platform), controller::Settings{}, std::move(drives));
    far->platform.open(2, std::make_unique<protocols::darren::DarrenSession>(protocols::darren::Settings{}),
                       kFarDarren);
    protocols::motus::Settings motus;
    if (setup.millimetres) motus.form.unit = protocols::motus::TranslationUnit::millimetre;
    far->platform.open(4, std::make_unique<protocols::motus::MotusSession>(motus), kFarMotus);
    far->platform.open(1, std::make_unique<protocols::mdof::MdofSession>(protocols::mdof::Settings{}),
                       kFarMdof);
    far->platform.open(
        3, std::make_unique<protocols::lingjing::LingjingSession>(protocols::lingjing::Settings{}),
        kFarLingjing);
    far->network.bind(kGatewayAddress);
    far_ticks = 0;
  }

  void start_near() {
    port = nullptr;
    near.reset();
    near_desk_ = {};
    auto machine = machine_named(setup.near_platform, setup.dialect);
    machine->drive.following = setup.following;
    FarForm form;
    form.send = setup.send;
    if (setup.millimetres) form.length = kMillimetre;
    form.convention = convention_of(setup.dialect, RotationOrder::zyx);
    FarSettings settings;
    settings.period = from_seconds(1.0 / setup.frames_hz);
    auto drives = make_drives(setup.dialect, form, *machine, settings, static_cast<const Clock&>(*this));
    port = drives.get();
    controller::Settings core;
    core.period = from_seconds(1.0 / setup.near_rate);
    core.auto_enable = true;
    near = std::make_unique<Side>(std::move(machine), core, std::move(drives));
    SimulatedPlatform& p = near->platform;
    p.open(1, std::make_unique<protocols::mdof::MdofSession>(protocols::mdof::Settings{}), kNearMdof);
    p.open(2, std::make_unique<protocols::darren::DarrenSession>(protocols::darren::Settings{}), kNearDarren);
    p.open(3, std::make_unique<protocols::lingjing::LingjingSession>(protocols::lingjing::Settings{}),
           kNearLingjing);
    p.open(4, std::make_unique<protocols::motus::MotusSession>(protocols::motus::Settings{}), kNearMotus);
    host = std::make_unique<SimulatedHost>(p, net::Address{0x0A000002, 4000});
    other = std::make_unique<SimulatedHost>(p, net::Address{0x0A000003, 4000});
    near_began = time;
  }

  /// One near tick, and as many far ones as fit.
  void tick() {
    time += near->platform.platform().period();
    status_came = false;
    for (Datagram datagram; back.receive(time, datagram);) {
      datagram.time = time;
      status_came = true;
      (void)port->mail().in.push(datagram);
    }
    near->platform.tick();
    if (port->mail().out.refresh()) {
      newest = port->mail().out.value();
      ++frames;
      out.send(newest.span(), time, setup, random_);
    }
    if (far_stands) return;
    while (time_of_far() <= time) step_far();
  }
  void run(double seconds) {
    for (const TimePoint end = time + from_seconds(seconds); time < end;) tick();
  }
  template <class Done>
  bool run_until(Done&& done, double seconds) {
    for (const TimePoint end = time + from_seconds(seconds); time < end;) {
      tick();
      if (done()) return true;
    }
    return false;
  }
  bool near_reaches(State wanted, double seconds = 60.0) {
    return run_until([&] { return near_state() == wanted; }, seconds);
  }

  const Telemetry& telemetry() const { return near->platform.telemetry(); }
  const Telemetry& far_telemetry() const { return far->platform.telemetry(); }
  State near_state() const { return telemetry().state; }
  State far_state() const { return far_telemetry().state; }
  std::string both() const {
    const auto one = [](const Telemetry& t) {
      char text[96];
      std::snprintf(text, sizeof text, " (leg %d: %.4g, bound %.4g)", t.fault.leg, t.fault.value,
                    t.fault.bound);
      return std::string{to_string(t.state)} + ", fault " + std::string{to_string(t.fault.kind)} +
             (t.fault ? text : "");
    };
    return one(telemetry()) + " / " + one(far_telemetry()) + "; delay " +
           std::to_string(telemetry().feedback.far.delay);
  }
  /// X Y Z RX RY RZ of where the far platform truly is, mm and degrees.
  std::array<double, 6> far_pose() const { return in_words(far_telemetry().actual); }
  std::array<double, 6> near_pose() const { return in_words(telemetry().actual); }
  double far_speed() const {
    double fastest = 0.0;
    for (const LegFeedback& leg : far_drives->feedback().legs)
      fastest = std::max(fastest, std::abs(leg.velocity));
    return fastest;
  }

  /// The operator of the near platform, and of the far one.
  void operate(const What& what) { operate(*near, near_desk_, what); }
  void operate_far(const What& what) { operate(*far, far_desk_, what); }

  /// mdof, by a host that waits for the final answer; what was answered.
  std::string mdof(const std::string& text, double patience = 60.0) {
    (void)host->receive();
    host->send(kNearMdof, text);
    std::string answer;
    run_until(
        [&] {
          for (const std::string& each : host->receive_texts())
            if (each.starts_with(text.substr(0, text.find(' ')) + "#")) answer = each;
          return !answer.empty();
        },
        patience);
    return answer;
  }
  /// Brought up by mdof, standing at neutral, followed.
  void bring_up() {
    ASSERT_TRUE(near_reaches(State::powered_up, 3.0)) << both();
    EXPECT_EQ(mdof("1"), "1#0") << both();
    EXPECT_EQ(mdof("7"), "7#0") << both();
    ASSERT_EQ(near_state(), State::ready) << both();
  }

  PairSetup setup;
  TimePoint time{};
  std::unique_ptr<Machine> far_truth;
  std::unique_ptr<Side> far;
  std::unique_ptr<Side> near;
  FarDrives* port = nullptr;
  plant::SimulatedDrives* far_drives = nullptr;
  std::unique_ptr<SimulatedHost> host;
  std::unique_ptr<SimulatedHost> other;
  Way out;
  Way back;
  Frame newest;
  std::uint64_t frames = 0;
  bool far_stands = false;   ///< its process is stopped
  bool status_came = false;  ///< before this tick
  std::int64_t far_ticks = 0;
  TimePoint far_began{};
  TimePoint near_began{};

 private:
  static std::array<double, 6> in_words(const Pose& pose) {
    const AxisValues axes = kXyzConvention.from_pose(pose, 0.0);
    std::array<double, 6> values{};
    for (std::size_t i = 0; i < 6; ++i) values[i] = axes[i] / (i < 3 ? kMillimetre : kDegree);
    return values;
  }
  TimePoint now() const noexcept override { return time; }
  TimePoint time_of_far() const { return far_began + far->platform.platform().period() * (far_ticks + 1); }
  void step_far() {
    constexpr std::array<net::Address, 4> kFar{kFarDarren, kFarMotus, kFarMdof, kFarLingjing};
    const net::Address to = kFar[static_cast<std::size_t>(setup.dialect)];
    for (std::vector<std::byte> bytes; out.receive(time, bytes);)
      far->network.send(kGatewayAddress, to, far->platform.now(), bytes);
    far->platform.tick();
    ++far_ticks;
    for (engine::Packet packet; far->network.receive(kGatewayAddress, packet);)
      back.send(packet.bytes, time, setup, random_);
  }

  struct OperatorInputs {
    const Side* side = nullptr;
    Inbox* inbox = nullptr;
  };
  void operate(Side& side, OperatorInputs& desk, const What& what) {
    static const Contract kOperator{
        .lease = LeaseRule::with_motion, .bring_up = BringUp::raise, .is_operator = true};
    if (desk.side != &side) desk = {&side, &side.platform.platform().add_inbox()};
    const Tag tag = ++last_tag_;
    ASSERT_TRUE(desk.inbox->request(
        {tag, {9, 0, 0}, side.platform.telemetry().time, &kOperator, static_cast<std::uint32_t>(tag), what}));
  }

  OperatorInputs near_desk_;
  OperatorInputs far_desk_;
  Tag last_tag_ = 0;
  std::mt19937_64 random_{20260115};
};

}  // namespace hexad::gateway
