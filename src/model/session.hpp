#pragma once
// One protocol's half of a conversation: bytes in, requests out; events and snapshots in, bytes out. A
// session runs on the network thread, owns what must be remembered of its hosts, and touches the world only
// through its port.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "model/event.hpp"
#include "model/order.hpp"
#include "model/telemetry.hpp"

namespace hexad::messages {
enum class Id : std::uint16_t;
struct Message;
}  // namespace hexad::messages

namespace hexad::inline model {

struct Datagram {
  Endpoint peer;
  TimePoint arrival{};  ///< platform time
  std::span<const std::byte> bytes;
};

/// Platform time scales with --speed and counts for time-outs; wall time counts for status rates.
struct Now {
  TimePoint platform{};
  TimePoint wall{};
};

/// Where datagrams leave: a real socket or a simulated network.
class Transport {
 public:
  virtual ~Transport() = default;
  virtual void send(const Endpoint& to, std::span<const std::byte> bytes) noexcept = 0;
};

class SessionPort : public Transport {
 public:
  virtual Tag next_tag() noexcept = 0;
  /// False when the queue is full: counted, and the session answers "busy".
  [[nodiscard]] virtual bool request(const Request& request) noexcept = 0;
  /// A motion that a worker builds and checks first: the core keeps the slot, the answers come as for any
  /// request. False when there is no room.
  [[nodiscard]] virtual bool prepare(const Request& request, const Order& order) noexcept = 0;
  /// Newest wins; one slot a session.
  virtual void stream(const Request& request) noexcept = 0;
  /// Stop, hold, emergency: never full, never refused, read first in each tick.
  virtual void latch(Control control, const Endpoint& from, const Contract& contract) noexcept = 0;
  /// A datagram that is not acted on, with the one reason it is counted under (messages/table/drops.inc).
  virtual void dropped(const Endpoint& from, messages::Id reason) noexcept = 0;
  /// Something a host should know about itself; told once per host and message, not a hundred times a second.
  virtual void explain(const Endpoint& to, const messages::Message& message) noexcept = 0;

  virtual const Telemetry& telemetry() const noexcept = 0;
  virtual const Machine& machine() const noexcept = 0;
};

class Session {
 public:
  virtual ~Session() = default;
  virtual std::string_view name() const noexcept = 0;
  virtual void receive(const Datagram& datagram, SessionPort& port) noexcept = 0;
  /// Events whose driver is of this session's protocol, and those for everyone (no driver).
  virtual void event(const Event& event, SessionPort& port) noexcept = 0;
  /// Once per tick, after events: status streams.
  virtual void poll(const Now& now, SessionPort& port) noexcept = 0;
  /// The network said that nobody took what was sent there.
  virtual void unread(const Endpoint& /*by*/, const Now& /*now*/, SessionPort& /*port*/) noexcept {}
};

}  // namespace hexad::inline model
