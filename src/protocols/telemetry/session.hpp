#pragma once
// One session for all games and simulators: it takes what a source decodes, looks whether it can be true, and
// lets it drive the cueing as darren 102 does. Nothing is answered.
//
//   waiting ─the operator gave control, platform raised→ following ─menu, implausible→ fading ─at rest→ held
//
// A game never zeroes, raises or re-arms. Out of a menu it goes on by itself; out of anything else only the
// operator lets it.

#include <array>
#include <memory>

#include "base/ramp.hpp"
#include "model/session.hpp"
#include "protocols/peer_table.hpp"
#include "protocols/telemetry/contract.hpp"
#include "protocols/telemetry/plausibility.hpp"

namespace hexad::protocols::telemetry {

struct Settings {
  Duration silence = std::chrono::milliseconds{200};
  std::array<bool, 6> reverse{};  ///< sway surge heave pitch roll yaw: the other way round
  Endpoint ask{};                 ///< where a simulator is that sends only what it was asked for
};

/// What is remembered of a sender.
struct Peer : LevelClient {
  enum class Mode : std::uint8_t { waiting, following, fading, held };

  Plausibility plausibility;
  std::optional<VehicleSample> before;  ///< the sample before this one
  Mode mode = Mode::waiting;
  Trouble trouble = Trouble::none;  ///< fading, held: why
  bool goes_on = false;             ///< held: by itself, after a menu
  bool hold_seen = false;           ///< held: the platform has shown it
  int troubles = 0;
  VehicleSample good;  ///< the newest that could be believed
  Ramp share;          ///< of it that is let through; platform time in s
  TimePoint fading_since{};
  TimePoint resume_asked{};

  /// Where the sender says how it stands, not how it turns.
  Vec3 rate_of(const VehicleSample& sample) noexcept;
};

class TelemetrySession final : public Session {
 public:
  TelemetrySession(std::unique_ptr<const TelemetrySource> source, const Settings& settings) noexcept;

  std::string_view name() const noexcept override { return source_->name(); }
  void receive(const Datagram& datagram, SessionPort& port) noexcept override;
  void event(const Event& event, SessionPort& port) noexcept override;
  /// Asks a simulator that wants to be asked, once a second, until it is heard, and again when it was
  /// restarted.
  void poll(const Now& now, SessionPort& port) noexcept override;

 private:
  void turn_round(VehicleSample& sample) const noexcept;
  /// Where it stands with the platform, by the newest snapshot.
  void settle(Peer& peer, const Telemetry& telemetry, TimePoint now) const noexcept;
  void wait(Peer& peer, TimePoint arrival, SessionPort& port) noexcept;
  void follow(Peer& peer, Trouble trouble, TimePoint arrival, SessionPort& port) noexcept;
  void fade(Peer& peer, Trouble trouble, TimePoint arrival, SessionPort& port) noexcept;
  void stay_held(Peer& peer, Trouble trouble, TimePoint arrival, SessionPort& port) noexcept;
  void stream(Peer& peer, TimePoint arrival, SessionPort& port) const noexcept;

  std::unique_ptr<const TelemetrySource> source_;
  Settings settings_;
  Contract contract_;
  PeerTable<Peer> peers_;
  bool heard_ = false;  ///< since it was last looked at
  TimePoint look_again_{};
};

}  // namespace hexad::protocols::telemetry
