#pragma once
// Between the sessions of one platform and its mailboxes. Knows no socket and no thread: the network thread
// and the simulated network drive the same object.
//
// The order that keeps a query from overtaking a final answer: take() before every receive().

#include <functional>
#include <memory>
#include <vector>

#include "engine/platform.hpp"
#include "engine/sessions/session_channel.hpp"
#include "net/address.hpp"

namespace hexad::inline engine {

class SessionRouter {
 public:
  /// Takes an inbox and an outbox of the platform; `platform` and `log` outlive it.
  SessionRouter(Platform& platform, Log& log);

  /// At most kMaxSessions, each with a number of its own.
  SessionChannel& add(ProtocolId protocol, std::unique_ptr<Session> session, Transport& transport);
  const std::vector<std::unique_ptr<SessionChannel>>& lines() const noexcept { return lines_; }

  /// Where a protocol listens, for hosts that speak to another one's port.
  void listens(std::string_view protocol, std::uint16_t port) { context_.ports.emplace_back(protocol, port); }

  /// Orders go there; `wake` when a thread has to be told.
  void prepare_in(JobBox& jobs, net::WakeUp* wake) noexcept {
    context_.jobs = &jobs;
    context_.wake_worker = wake;
  }

  /// Who looks at datagrams as they pass.
  void show(PacketTap& tap) noexcept { context_.tap = &tap; }

  /// Who hears every event, on the thread of take().
  void tell(std::function<void(const Event&)> heard) { heard_ = std::move(heard); }

  /// The newest snapshot, and every event up to it: to the sessions concerned, and to the log.
  void take(const Now& now);
  void receive(SessionChannel& line, const net::Address& from, const Now& arrival,
               std::span<const std::byte> bytes);
  /// What was sent there found nobody.
  void unread(SessionChannel& line, const net::Address& by, const Now& now);
  /// Once a tick: status streams.
  void poll(const Now& now);

  const Telemetry& telemetry() const noexcept { return context_.outbox.telemetry(); }
  const ProtocolNames& names() const noexcept { return context_.names; }

 private:
  void write_to_log(const Event& event);
  void tell_of_holes(const Now& now);

  MachineRepository& machines_;
  LineContext context_;
  std::vector<std::unique_ptr<SessionChannel>> lines_;
  RepeatFilter repeats_;
  std::function<void(const Event&)> heard_;
  std::uint64_t lost_ = 0;
  Duration period_;
  std::uint64_t slipped_ = 0;
  double speed_ = 1.0;  ///< of platform time
  Now paced_{};
};

}  // namespace hexad::inline engine
