#pragma once
// A session with something wrong between it and the world. Test code.

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "model/session.hpp"

namespace hexad::stack {

using Bytes = std::vector<std::byte>;

/// What is done instead; empty = as it is.
struct Tampering {
  std::function<void(SessionPort&, Endpoint, Bytes)> send;
  std::function<bool(SessionPort&, Request)> request;
  std::function<void(SessionPort&, Request)> stream;
  std::function<void(SessionPort&, Control, const Endpoint&, const Contract&)> latch;
  std::function<const Telemetry&(const Telemetry&)> telemetry;
  std::function<void(Endpoint& from, Bytes&)> receive;
  /// False: it is not heard.
  std::function<bool(Event&)> event;
  std::function<void(const Now&, SessionPort&)> poll;
};

class TamperedSession final : public Session {
 public:
  TamperedSession(std::unique_ptr<Session> inner, Tampering tampering)
      : inner_{std::move(inner)}, tampering_{std::move(tampering)} {}

  std::string_view name() const noexcept override { return inner_->name(); }
  void receive(const Datagram& datagram, SessionPort& port) noexcept override {
    Port tampered{port, tampering_};
    if (!tampering_.receive) return inner_->receive(datagram, tampered);
    Datagram changed = datagram;
    Bytes bytes{datagram.bytes.begin(), datagram.bytes.end()};
    tampering_.receive(changed.peer, bytes);
    changed.bytes = bytes;
    inner_->receive(changed, tampered);
  }
  void event(const Event& event, SessionPort& port) noexcept override {
    Port tampered{port, tampering_};
    Event changed = event;
    if (tampering_.event && !tampering_.event(changed)) return;
    inner_->event(changed, tampered);
  }
  void poll(const Now& now, SessionPort& port) noexcept override {
    Port tampered{port, tampering_};
    if (tampering_.poll) tampering_.poll(now, port);
    inner_->poll(now, tampered);
  }
  void unread(const Endpoint& by, const Now& now, SessionPort& port) noexcept override {
    Port tampered{port, tampering_};
    inner_->unread(by, now, tampered);
  }

 private:
  class Port final : public SessionPort {
   public:
    Port(SessionPort& real, const Tampering& tampering) : real_{real}, tampering_{tampering} {}
    void send(const Endpoint& to, std::span<const std::byte> bytes) noexcept override {
      if (!tampering_.send) return real_.send(to, bytes);
      tampering_.send(real_, to, {bytes.begin(), bytes.end()});
    }
    Tag next_tag() noexcept override { return real_.next_tag(); }
    bool request(const Request& request) noexcept override {
      return tampering_.request ? tampering_.request(real_, request) : real_.request(request);
    }
    bool prepare(const Request& request, const Order& order) noexcept override {
      return real_.prepare(request, order);
    }
    void stream(const Request& request) noexcept override {
      if (!tampering_.stream) return real_.stream(request);
      tampering_.stream(real_, request);
    }
    void latch(Control control, const Endpoint& from, const Contract& contract) noexcept override {
      if (!tampering_.latch) return real_.latch(control, from, contract);
      tampering_.latch(real_, control, from, contract);
    }
    void dropped(const Endpoint& from, messages::Id reason) noexcept override { real_.dropped(from, reason); }
    void explain(const Endpoint& to, const messages::Message& message) noexcept override {
      real_.explain(to, message);
    }
    const Telemetry& telemetry() const noexcept override {
      return tampering_.telemetry ? tampering_.telemetry(real_.telemetry()) : real_.telemetry();
    }
    const Machine& machine() const noexcept override { return real_.machine(); }

   private:
    SessionPort& real_;
    const Tampering& tampering_;
  };

  std::unique_ptr<Session> inner_;
  Tampering tampering_;
};

}  // namespace hexad::stack
