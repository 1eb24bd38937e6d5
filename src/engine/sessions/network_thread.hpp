#pragma once
// The network thread: waits for datagrams and for ticks, and lets the session_routers do the rest. Each pass
// takes events first, then serves what arrived, then (after a tick) lets status streams flow.

#include <atomic>
#include <deque>
#include <thread>

#include "base/clock.hpp"
#include "engine/sessions/remembered_host.hpp"
#include "engine/sessions/session_router.hpp"
#include "os/udp_socket.hpp"
#include "os/wait.hpp"

namespace hexad::inline engine {

/// A session's way out of the machine.
class SocketTransport final : public Transport {
 public:
  explicit SocketTransport(net::UdpSocket socket) noexcept : socket_{std::move(socket)} {}
  void send(const Endpoint& to, std::span<const std::byte> bytes) noexcept override {
    socket_.send({to.address, to.port}, bytes);
  }
  net::UdpSocket& socket() noexcept { return socket_; }

 private:
  net::UdpSocket socket_;
};

class NetworkThread {
 public:
  /// Two clocks with one beginning: platform time, and the clock's own.
  NetworkThread(const SteadyClock& platform_clock, const SteadyClock& wall_clock);
  ~NetworkThread();

  /// Signalled by the loop once a tick.
  net::WakeUp& wake() noexcept { return wake_; }
  void serve(SessionRouter& board);
  /// Adds a session that speaks through `socket`.
  SessionChannel& serve(SessionRouter& board, ProtocolId protocol, std::unique_ptr<Session> session,
                        net::UdpSocket socket);

  /// What is known of the board's hosts goes into the box a few times a second. Before start().
  void publish(const SessionRouter& board, HostsBox& box) { published_ = {&board, &box}; }

  /// The newest host of a protocol is noted there. Before start().
  void remember(ProtocolId protocol, RememberedHost& host) { remembered_ = {protocol, &host}; }

  /// Whoever drives is told that nobody could stop it from the console. From any thread.
  void console_answers(bool answers) noexcept { console_answers_.store(answers, std::memory_order_relaxed); }

  void start();
  /// Sends what is still to be said, then ends. Joined.
  void stop();

 private:
  struct Port {
    SocketTransport transport;
    SessionRouter& board;
    SessionChannel* line = nullptr;
  };

  struct Published {
    const SessionRouter* board = nullptr;
    HostsBox* box = nullptr;
  };

  void run();
  void publish_hosts();
  void tell_drivers();
  void receive(Port& port);
  void flush();
  Now now() const noexcept { return {platform_clock_.now(), wall_clock_.now()}; }

  const SteadyClock& platform_clock_;
  const SteadyClock& wall_clock_;
  net::WakeUp wake_;
  net::WakeUp end_;
  Poller poller_;
  std::vector<SessionRouter*> boards_;
  std::deque<Port> ports_;  // sessions keep references into it
  net::ReceiveBatch batch_;
  Published published_;
  struct {
    ProtocolId protocol = 0;
    RememberedHost* host = nullptr;
  } remembered_;
  HostsReport report_;
  std::atomic<bool> console_answers_{true};
  std::thread thread_;
};

}  // namespace hexad::inline engine
