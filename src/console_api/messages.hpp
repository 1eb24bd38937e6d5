#pragma once
// What the console is told, as text: every message of docs/console-api.md but the telemetry
// (telemetry_text.hpp). Each goes on behind the message's number: ,"type":"hello",…}

#include <optional>
#include <span>

#include "console_api/status_report.hpp"
#include "engine/sessions/packet_tap.hpp"
#include "model/event.hpp"
#include "operation/desk.hpp"
#include "operation/legal.hpp"
#include "operation/operator.hpp"

namespace hexad::inline console_api {

/// GET /api/machine: what the machine is, as the screen draws it.
struct MachineDrives {
  bool simulated = true;   ///< as they report themselves
  bool simulation = true;  ///< by this program: faults can be injected
};
std::string machine_text(const Machine& machine, const Identity& identity, const MachineDrives& drives);

struct Hello {
  std::string machine{};  ///< machine_text
  std::uint64_t console = 0;
  double unix_s = 0.0;
  double mono_s = 0.0;
  Role role = Role::engineer;
};
std::string hello_text(const Identity& identity, const Hello& hello);
/// The machine was replaced by another.
std::string machine_message(const std::string& machine);

struct Ranges {
  AxisValues pose{};                 ///< SI, X Y Z RX RY RZ
  std::array<AxisValues, 2> ends{};  ///< how far each axis alone may go from there: lowest and highest value
  friend bool operator==(const Ranges&, const Ranges&) = default;
};
/// Takes a millisecond or so: not for every tick.
Ranges ranges_at(const Machine& machine, const Pose& pose);
std::string ranges_text(const Ranges& ranges);

std::string legal_text(const Legal& legal);

struct Moment {
  double unix_s = 0.0;
  bool past = false;  ///< it happened before this client came
};
/// Nothing for what is no news to people.
std::optional<std::string> event_text(const Event& event, const ProtocolNames& names, const Moment& moment);
std::string log_text(const LogLine& line, const Moment& moment);
/// What somebody did: an order and what came of it, who is in control, what was acknowledged or changed.
struct DeskEvent {
  const char* kind = "order";  ///< order, control, service
  Level level = Level::info;
  messages::Message message{};
  const Asker* who = nullptr;  ///< null = nobody
};
std::string desk_text(const DeskEvent& event, const Moment& moment);

/// `consoles`: who looks at this platform in a browser; `in_control`: which of them drives, 0 = none.
std::string hosts_message(const Identity& identity, const StatusReport& report,
                          std::span<const Asker> consoles, std::uint64_t in_control);
std::string loop_message(const LoopStatistics& loop);

struct SeenPacket {
  const TappedPacket* packet = nullptr;
  double unix_s = 0.0;
};
std::string packets_text(std::span<const SeenPacket> packets, std::uint64_t left_out,
                         const ProtocolNames& names);

std::string reply_text(const std::string& id, const OperatorReply& reply);
/// The body of the answer to POST /api/ctl.
std::string reply_json(const OperatorReply& reply);

}  // namespace hexad::inline console_api
