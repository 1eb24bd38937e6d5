#pragma once
// The very Platform, SessionRouter and sessions of the daemon, on a simulated network and a clock that passes
// when told to: no thread, no socket, no sleep.

#include <deque>
#include <mutex>
#include <string>
#include <utility>

#include "base/clock.hpp"
#include "engine/loop/loop.hpp"
#include "engine/preparation/preparation_queue.hpp"
#include "engine/sessions/session_router.hpp"
#include "engine/simulated/simulated_network.hpp"

namespace hexad::inline engine {

/// Keeps its lines. Read when no thread writes any more.
class MemoryLog final : public Log {
 public:
  void write(Level level, std::string_view text) override {
    const std::lock_guard lock{mutex_};
    lines_.push_back(std::string{to_string(level)} + ' ' + std::string{text});
  }
  const std::vector<std::string>& lines() const noexcept { return lines_; }
  bool contains(std::string_view text) const noexcept {
    for (const std::string& line : lines_)
      if (line.find(text) != std::string::npos) return true;
    return false;
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> lines_;
};

/// Sees every datagram at the program's ports: what came, before it is acted on, and what goes, before the
/// network has it.
class PortWatcher {
 public:
  virtual ~PortWatcher() = default;
  virtual void arrived(const Endpoint& from, std::span<const std::byte> bytes) = 0;
  virtual void left(const Endpoint& to, std::span<const std::byte> bytes) noexcept = 0;
};

class SimulatedPlatform {
 public:
  /// `log`: none = one of its own. `start`: what the clock says when the program starts.
  SimulatedPlatform(std::unique_ptr<const Machine> machine, const controller::Settings& settings,
                    std::unique_ptr<DrivePort> drives, SimulatedNetwork& network,
                    const motion::FileSource* files = nullptr, Log* log = nullptr, TimePoint start = {});

  SessionChannel& open(ProtocolId protocol, std::unique_ptr<Session> session, const net::Address& address);

  void watch_by(PortWatcher& watcher) noexcept { watcher_ = &watcher; }

  /// The worker looks at its orders every so many ticks.
  void let_worker_wait(std::uint64_t ticks) noexcept { worker_period_ = ticks; }

  /// One tick: what has arrived is served, the core makes its step, what it has to say is sent.
  void tick();
  /// The whole process is frozen for `gap`, while datagrams go on arriving; then the one or the other thread
  /// is first.
  enum class First : std::uint8_t { loop, network };
  void freeze(Duration gap, First first);
  /// Ticks until `time` has passed.
  void run(Duration time);
  /// Ticks until `done()`, or until `patience` has passed; whether it came.
  template <class Done>
  bool run_until(Done&& done, Duration patience) {
    for (const TimePoint end = clock_.now() + patience; clock_.now() < end;) {
      if (done()) return true;
      tick();
    }
    return done();
  }

  TimePoint now() const noexcept { return clock_.now(); }
  const Clock& clock() const noexcept { return clock_; }
  PreparationQueue& preparation() noexcept { return preparation_; }
  const Telemetry& telemetry() const noexcept { return board_.telemetry(); }
  const MemoryLog& log() const noexcept { return log_; }
  Platform& platform() noexcept { return platform_; }
  SessionRouter& board() noexcept { return board_; }
  SimulatedNetwork& network() noexcept { return network_; }

 private:
  class Way final : public Transport {
   public:
    Way(SimulatedNetwork& network, const ManualClock& clock, const net::Address& address,
        PortWatcher* const& watcher) noexcept
        : network_{network}, clock_{clock}, address_{address}, watcher_{watcher} {}
    void send(const Endpoint& to, std::span<const std::byte> bytes) noexcept override {
      if (watcher_ != nullptr) watcher_->left(to, bytes);
      network_.send(address_, {to.address, to.port}, clock_.now(), bytes);
    }
    const net::Address& address() const noexcept { return address_; }

   private:
    SimulatedNetwork& network_;
    const ManualClock& clock_;
    net::Address address_;
    PortWatcher* const& watcher_;
  };

  void serve(const Now& now);

  ManualClock clock_;
  SimulatedNetwork& network_;
  PortWatcher* watcher_ = nullptr;
  std::uint64_t worker_period_ = 1;
  std::uint64_t ticks_ = 0;
  MemoryLog log_;
  Platform platform_;
  Loop loop_;
  SessionRouter board_;
  PreparationQueue preparation_;
  std::deque<Way> ways_;
  std::vector<std::pair<Way*, SessionChannel*>> lines_;
};

/// A host on the simulated network that speaks and remembers what it heard.
class SimulatedHost {
 public:
  SimulatedHost(SimulatedPlatform& platform, const net::Address& address)
      : platform_{platform}, address_{address} {
    platform.network().bind(address);
  }
  void send(const net::Address& to, std::span<const std::byte> bytes) {
    platform_.network().send(address_, to, platform_.now(), bytes);
  }
  void send(const net::Address& to, std::string_view text) { send(to, std::as_bytes(std::span{text})); }
  /// What has arrived since the last call.
  std::vector<Packet> receive();
  std::vector<std::string> receive_texts();

 private:
  SimulatedPlatform& platform_;
  net::Address address_;
};

}  // namespace hexad::inline engine
