#pragma once
// What the running program says of itself: one value, gathered by the web thread, and its JSON.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/sessions/host_report.hpp"
#include "net/address.hpp"
#include "operation/manoeuvre_player.hpp"
#include "os/recent_log.hpp"
#include "plant/injection.hpp"

namespace hexad::inline console_api {

struct Listening {
  std::string protocol;
  net::Address address;
};

/// What does not change while the program runs.
struct Identity {
  std::string platform{};
  std::string version{};
  std::string drives{"simulated"};  ///< what moves the legs
  std::size_t legs = kMaxLegs;
  double neutral_above_bottom = 0.0;
  double speed = 1.0;
  double rate_hz = 1000.0;
  bool has_rotary = false;
  Vec3 cabin = Vec3::Zero();  ///< its size; 0 = none is shown
  Vec3 eye_point = Vec3::Zero();
  /// After how much silence of its driver each protocol acts (s); those without a number wait for ever.
  std::map<std::string, double> timeouts{};
  std::vector<Listening> listening{};
  std::string console{};  ///< http://…
  ProtocolNames names{};
};

/// What the snapshot itself does not know.
struct TelemetryContext {
  double mono_s = 0.0;                ///< a steady clock, when the text was made
  std::optional<double> silence_s{};  ///< of the host that drives
  std::optional<double> timeout_s{};  ///< after which its silence counts
  bool button = false;                ///< the console's e-stop button is in
  plant::Injected injected{};
  std::string file{};                 ///< the motion file that was begun last
  std::optional<double> preparing{};  ///< 0…1 of a motion, while it is prepared
  std::optional<PlayedManoeuvre> manoeuvre{};
  bool cue = false;  ///< with what the cueing does
};

struct StatusReport {
  double uptime_s = 0.0;
  TimePoint wall{};  ///< clock time, as the hosts' times are
  Telemetry telemetry{};
  LoopStatistics loop{};
  HostsReport hosts{};
  TelemetryContext beside{};
  std::uint64_t stops = 0;        ///< of the operator, holds and buttons with them
  std::uint64_t busy = 0;         ///< requests, of whatever thread, that found the queue to the core full
  std::uint64_t lost_events = 0;  ///< events that found no room
  std::vector<LogLine> log{};     ///< oldest first
};

/// What speaks against stepping on or off now. It is at the bottom, knows that, stands still, and
/// nobody drives.
messages::Id why_not_step_on(const Telemetry& telemetry, std::size_t legs) noexcept;

/// [{"protocol", …}], [{"protocol", "address", "dropped"}], {"rate_hz", …}
std::string hosts_text(const Identity& identity, const StatusReport& report);
std::string listening_text(const Identity& identity, const StatusReport& report);
std::string loop_text(const LoopStatistics& loop);

/// GET /api/status: the telemetry and what is besides, one object, one line.
std::string to_json(const Identity& identity, const StatusReport& report);

}  // namespace hexad::inline console_api
