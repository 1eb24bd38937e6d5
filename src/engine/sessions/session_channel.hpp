#pragma once
// One session with everything it touches the world through: its place in the network thread's inbox, the
// transport its datagrams leave by, what is known of its hosts. Lives on the network thread.

#include <memory>

#include "engine/mailbox/inbox.hpp"
#include "engine/mailbox/outbox.hpp"
#include "engine/preparation/job.hpp"
#include "engine/sessions/host_table.hpp"
#include "engine/sessions/packet_tap.hpp"
#include "model/session.hpp"
#include "os/file_descriptor.hpp"
#include "words/event_text.hpp"

namespace hexad::inline engine {

/// What the lines of one platform share.
struct LineContext {
  Inbox& inbox;
  Outbox& outbox;
  std::shared_ptr<const Machine> machine;  ///< the one the newest snapshot names
  Log& log;
  ProtocolNames names{};
  std::vector<std::pair<std::string_view, std::uint16_t>> ports{};  ///< where each session's protocol listens
  JobBox* jobs = nullptr;  ///< to the preparation; none: nothing can be prepared
  net::WakeUp* wake_worker = nullptr;
  PacketTap* tap = nullptr;
  Tag last_tag = 0;
  Now now{};
};

class SessionChannel final : public SessionPort {
 public:
  /// `slot`: the session's place in the inbox.
  SessionChannel(ProtocolId protocol, std::size_t slot, std::unique_ptr<Session> session,
                 Transport& transport, LineContext& context);

  Session& session() noexcept { return *session_; }
  ProtocolId protocol() const noexcept { return protocol_; }
  const HostTable& hosts() const noexcept { return hosts_; }
  const DropCounters& drops() const noexcept { return drops_; }

  void receive(const Datagram& datagram, TimePoint wall_arrival);

  void send(const Endpoint& to, std::span<const std::byte> bytes) noexcept override;
  Tag next_tag() noexcept override;
  [[nodiscard]] bool request(const Request& request) noexcept override;
  [[nodiscard]] bool prepare(const Request& request, const Order& order) noexcept override;
  void stream(const Request& request) noexcept override;
  void latch(Control control, const Endpoint& from, const Contract& contract) noexcept override;
  void dropped(const Endpoint& from, messages::Id reason) noexcept override;
  void explain(const Endpoint& to, const messages::Message& message) noexcept override;
  const Telemetry& telemetry() const noexcept override { return context_.outbox.telemetry(); }
  const Machine& machine() const noexcept override { return *context_.machine; }

 private:
  void look_for_strays(const Datagram& datagram);

  ProtocolId protocol_;
  std::size_t slot_;
  std::unique_ptr<Session> session_;
  Transport& transport_;
  LineContext& context_;
  bool is_too_old(const Contract* contract) noexcept;

  TimePoint arrival_{};         ///< of the datagram the session is looking at
  Endpoint peer_;               ///< who sent it
  Duration age_{};              ///< how long it had lain in a queue; 0 = it looks at none
  std::string_view verdict_{};  ///< why it is not acted on; empty = it is
  bool receiving_ = false;
  std::vector<messages::Message> unsaid_;  ///< what it explains to who sent it, until all of it is known
  HostTable hosts_;
  DropCounters drops_;
  TimePoint explained_since_{};
  int explained_ = 0;
};

}  // namespace hexad::inline engine
