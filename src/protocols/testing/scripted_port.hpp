#pragma once
// A core that does what a test tells it: records what a session asks, hands it the telemetry and machine the
// test has set. Only for tests.

#include <string>
#include <vector>

#include "messages/print.hpp"
#include "model/session.hpp"

namespace hexad::protocols {

class ScriptedPort final : public SessionPort {
 public:
  struct Sent {
    Endpoint to;
    std::string bytes;
  };
  struct Latched {
    Control control;
    Endpoint from;
    const Contract* contract;
  };
  /// The order's views are good until the session's call returns.
  struct Ordered {
    Request request;
    Order order;
  };
  struct Said {
    Endpoint to;
    std::string text;
  };

  void send(const Endpoint& to, std::span<const std::byte> bytes) noexcept override {
    sent.push_back({to, std::string{reinterpret_cast<const char*>(bytes.data()), bytes.size()}});
  }
  Tag next_tag() noexcept override { return ++last_tag; }
  bool request(const Request& request) noexcept override {
    if (queue_full) return false;
    requests.push_back(request);
    return true;
  }
  bool prepare(const Request& request, const Order& order) noexcept override {
    if (queue_full) return false;
    prepared.push_back({request, order});
    return true;
  }
  void stream(const Request& request) noexcept override { streams.push_back(request); }
  void latch(Control control, const Endpoint& from, const Contract& contract) noexcept override {
    latches.push_back({control, from, &contract});
  }
  void dropped(const Endpoint& from, messages::Id reason) noexcept override {
    drops.push_back({from, messages::english(reason)});
  }
  void explain(const Endpoint& to, const messages::Message& message) noexcept override {
    explanations.push_back({to, messages::english(message)});
  }
  const Telemetry& telemetry() const noexcept override { return now; }
  const Machine& machine() const noexcept override { return platform; }

  /// Forgets what was recorded; telemetry, machine and tags stay.
  void clear() {
    sent.clear();
    requests.clear();
    prepared.clear();
    streams.clear();
    latches.clear();
    drops.clear();
    explanations.clear();
  }

  std::vector<Sent> sent;
  std::vector<Request> requests;
  std::vector<Ordered> prepared;
  std::vector<Request> streams;
  std::vector<Latched> latches;
  std::vector<Said> drops;
  std::vector<Said> explanations;
  bool queue_full = false;
  Tag last_tag = 0;
  Telemetry now;
  Machine platform;
};

}  // namespace hexad::protocols
