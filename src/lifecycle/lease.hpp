#pragma once
// Who may command. One driver at a time; sessions that a stop or reset disarmed must act anew before they
// count again; an operator's stop bars every host until control is given back (lifecycle rules 3 and 4).

#include <cstdint>

#include "base/fixed_vector.hpp"
#include "base/time.hpp"
#include "model/contract.hpp"
#include "model/endpoint.hpp"

namespace hexad::lifecycle {

inline constexpr std::size_t kMaxSessions = 64;

class Lease {
 public:
  const Endpoint& driver() const noexcept { return driver_; }
  const Contract* contract() const noexcept { return contract_; }
  bool held() const noexcept { return static_cast<bool>(driver_); }
  bool held_by(const Endpoint& endpoint) const noexcept { return held() && driver_ == endpoint; }
  bool barred() const noexcept { return barred_; }
  /// The operator took control and keeps it: nothing a host does ends that (lifecycle rule 28).
  bool taken() const noexcept { return kept_; }
  /// How often a session or all of them were disarmed: who looks on sees by it that a lease did not just run
  /// out.
  std::uint32_t disarms() const noexcept { return disarms_; }

  /// Any frame of an endpoint: keeps its session, and when it is the driver's feeds the watchdog.
  /// Re-arms a disarmed session when the frame is a new act by its contract. True when the session is armed.
  /// Where the contract has no such act only the operator arms: a session begins disarmed, and a second of
  /// silence takes back what it was given.
  bool heard(const Endpoint& from, const Contract& contract, std::uint32_t act, TimePoint now) noexcept;

  /// A motion command takes the lease; false when somebody else has it. `arrival`: when the command came in.
  bool take(const Endpoint& by, const Contract& contract, TimePoint arrival) noexcept;
  /// Whoever drove before a hold drives again, if it is still heard and nobody else drives. False when it is
  /// gone.
  bool regain(const Endpoint& by, TimePoint now) noexcept;
  void release() noexcept;

  void disarm_all() noexcept;
  void disarm(const Endpoint& endpoint) noexcept;
  /// Silence of a driver that only an edge may wake: no length of silence re-arms it.
  void disarm_until_change(const Endpoint& endpoint) noexcept;
  /// Its stream is watched: if it is ever disarmed, only a change re-arms it, never silence.
  void watched(const Endpoint& endpoint) noexcept { known(endpoint).silence_counts = false; }
  void arm(const Endpoint& endpoint) noexcept;
  /// The platform is down: what the operator gave to sessions that nobody else arms is taken back.
  void lowered() noexcept;
  bool armed(const Endpoint& endpoint) const noexcept;
  /// What it asks for, as a number: the act that flows.
  std::uint32_t act_of(const Endpoint& endpoint) const noexcept;

  void bar() noexcept;
  void give(const Endpoint& to) noexcept;  ///< empty: to anybody

  /// The driver's silence so far.
  Duration silence(TimePoint now) const noexcept { return now - last_frame_; }
  TimePoint last_frame() const noexcept { return last_frame_; }
  /// The moment its last motion was finally answered; the lease of an `after_answer` contract counts from it.
  void answered(TimePoint now) noexcept { last_frame_ = now; }
  /// Ends a lease whose time is over. `busy`: a motion of its own is under way.
  bool expire(TimePoint now, bool busy) noexcept;
  /// The operator keeps control beyond the end of a motion.
  void keep() noexcept { kept_ = held(); }

 private:
  struct Known {
    Endpoint endpoint;
    const Contract* contract = nullptr;
    TimePoint last_frame{};
    std::uint32_t act = 0;
    bool armed = true;
    bool silence_counts = true;
  };
  const Known* find(const Endpoint& endpoint) const noexcept;
  Known& known(const Endpoint& endpoint) noexcept;
  void end_of_host() noexcept;

  FixedVector<Known, kMaxSessions> sessions_;
  Endpoint driver_;
  const Contract* contract_ = nullptr;
  TimePoint last_frame_{};
  std::uint32_t disarms_ = 0;
  bool barred_ = false;
  bool kept_ = false;
};

}  // namespace hexad::lifecycle
