#pragma once
// The gateway: drives that are another vendor's controller. To everybody else this program is a controller;
// to that one it is the host.
//
//   core ── Setpoint ──▶ GatewayDrives ── frame ──▶ mail ──▶ Gateway's thread ──▶ UDP ──▶ the far controller
//        ◀─ Feedback ──                 ◀─ status ─ mail ◀──                 ◀──      ◀──
//
// All thinking is done where the core is stepped (GatewayDrives, real-time safe): which frame is due, what a
// status means, how far it lags behind. The thread only carries bytes, so that nothing here waits for the
// network, and the same object runs in virtual time. Frames come from the tick itself: when the loop stands
// still, the far controller's own watchdog finds it silent.
//
// Two lives are one. The far controller zeroes, rises and goes down by itself when the near life does
// (Setpoint::home, raise, lower), and meanwhile the near setpoint is wherever it says it is. Raised, it is
// put into following, and from then on goes where the setpoint is. A near stop while it moves by itself is
// its own hold; a near stop while it follows is a setpoint that comes to rest. The near emergency stop is
// its emergency stop, a near reset its reset. Its emergency, fault (with its code), silence and the end of
// its following come back as the same of ours, and the one lifecycle acts on them.
//
// A FarProtocol is one dialect, as bytes and meanings: no socket, clock or memory but of what was heard.

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "model/axes.hpp"
#include "model/drives.hpp"

namespace hexad::gateway {

/// Bytes on their way; a copy takes no longer than there are bytes.
template <std::size_t N>
struct Packet {
  std::array<std::byte, N> bytes{};
  std::size_t size = 0;
  TimePoint time{};  ///< made, or arrived; by the clock both sides read

  Packet() noexcept = default;
  Packet(const Packet& other) noexcept { *this = other; }
  Packet& operator=(const Packet& other) noexcept {
    if (this != &other) assign(other.span());
    time = other.time;
    return *this;
  }
  std::span<const std::byte> span() const noexcept { return std::span{bytes}.first(size); }
  void assign(std::span<const std::byte> from) noexcept {
    size = std::min(from.size(), N);
    std::copy_n(from.begin(), size, bytes.begin());
  }
};
using Datagram = Packet<1500>;  ///< of the controller
using Frame = Packet<65'507>;   ///< of ours: a whole motion may be in one

/// What is asked of it.
enum class Act : std::uint8_t { rest, halt, home, raise, lower, follow, emergency, reset };

struct Order {
  Act act = Act::rest;
  bool greets = false;  ///< nobody has answered lately
  bool leaves = false;  ///< the last one
  Pose pose;
  Extensions legs = Extensions::Zero();  ///< from mid-stroke
  std::uint8_t outputs = 0;
  TimePoint time{};
  TimePoint clock{};  ///< now, by the clock of Datagram::time
};

/// What it said last.
struct Heard {
  State state = State::init;
  OwnLife life = OwnLife::stands;
  bool homed = false;
  bool emergency = false;
  bool limits = false;
  std::uint32_t code = 0;  ///< of a fault
  std::array<std::uint32_t, kMaxLegs> errors{};
  std::array<double, kMaxLegs> torque{};
  Pose pose;
  Extensions legs = Extensions::Zero();  ///< from mid-stroke
  std::uint8_t inputs = 0;
  std::uint64_t lost = 0;
};

struct FarForm {
  enum class Send : std::uint8_t { pose, legs };
  Send send = Send::pose;
  double length = 1.0;  ///< m: the unit of lengths on the wire
  AxisConvention convention = kPitchFirstConvention;
  double bottom = -1.0;  ///< m: height of the platform at the bottom, from neutral
  double lowest = -1.0;  ///< m: as low as a level pose may be asked for
};

/// A motion it was handed whole (Score).
struct Playing {
  bool plays = false;        ///< until it stands
  std::uint32_t played = 0;  ///< the number of the last one that ended by itself, and how (FarController)
  int result = 0;
};

/// Within this time a status that is older than the newest was overtaken; later the controller has restarted.
inline constexpr Duration kReorderTime = std::chrono::milliseconds{200};

class FarProtocol {
 public:
  virtual ~FarProtocol() = default;
  /// Nothing: no status of this protocol, no numbers, or older than one that was taken.
  virtual std::optional<Heard> take(const Datagram& status) noexcept = 0;
  /// Stays until the next one.
  const Frame& encode(const Order& order, const Heard& heard) noexcept {
    write(order, heard, frame_);
    return frame_;
  }
  /// Of every tick: the motion it is to play, where that is all it can (Drive::prepared_only).
  virtual void score(const Score& /*score*/) noexcept {}
  virtual Playing playing() const noexcept { return {}; }
  /// A frame is due that cannot wait.
  virtual bool hurries() const noexcept { return false; }
  /// Frames closer together would overtake each other on this line, and it could not tell.
  virtual Duration apart() const noexcept { return {}; }
  /// Whether a host can reset it. Others are reset at the machine.
  virtual bool resets() const noexcept = 0;

 private:
  virtual void write(const Order& order, const Heard& heard, Frame& out) noexcept = 0;

  Frame frame_;
};

}  // namespace hexad::gateway
