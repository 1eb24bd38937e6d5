#pragma once
// What happens around the program in one life, as a list: each act stands for itself, so that any of them can
// be left out and the others stay as they are. A seed is a list; so is a named scenario.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/simulated/simulated_network.hpp"
#include "model/machine.hpp"
#include "model/state.hpp"
#include "plant/random.hpp"

namespace hexad::stack {

class Draw {
 public:
  /// Not by the seed itself: the next seed would draw the same, one draw later.
  explicit Draw(std::uint64_t seed) noexcept : random_{plant::Random{seed}.next()} {}
  double uniform(double low, double high) { return low + (high - low) * 0.5 * (random_.symmetric() + 1.0); }
  int pick(int count) { return static_cast<int>(random_.next() % static_cast<std::uint64_t>(count)); }
  bool chance(double share) { return uniform(0.0, 1.0) < share; }
  std::uint64_t word() { return random_.next(); }
  Duration between(double low, double high) { return from_seconds(uniform(low, high)); }
  template <class T, std::size_t N>
  T of(const std::array<T, N>& list) {
    return list[static_cast<std::size_t>(pick(static_cast<int>(N)))];
  }

 private:
  plant::Random random_;
};

/// A power loss between two calls of the disk.
inline constexpr int kPowerLossNow = -1;

enum class Kind : std::uint8_t {
  mdof,        ///< one datagram: `text`
  darren,      ///< frames for a while: word, message ID, SubCmd, values
  motus,       ///< … Cmd, SubCmd, values
  lingjing,    ///< … a pose that swings, or one datagram: `text`
  csfi,        ///< a read (word = group), or a write (id = 1: a good one, 2: one that makes no machine)
  console,     ///< `text` as behind `hexad ctl`
  caretaker,   ///< somebody brings the platform up whenever nothing goes on
  network,     ///< `quality` for a while
  flood,       ///< junk from strangers, `word` datagrams a tick
  freeze,      ///< the process does not run for `lasts`
  kill,        ///< it ends at once and is started again
  terminate,   ///< SIGTERM; when it has ended it is started again
  power_loss,  ///< in call `word` of the disk from then on, or now; the program starts again
  disk_full,   ///< for a while
  disk_broken  ///< call `word` fails
};
inline constexpr std::size_t kKinds = 15;
std::string_view to_string(Kind kind) noexcept;

struct Wave {
  std::array<double, 6> amplitude{};  ///< pitch roll yaw (°) sway surge heave (mm)
  double hertz = 0.2;
  double bad = 0.0;  ///< share of frames with a NaN or another number nobody means
};

struct Act {
  Kind kind = Kind::mdof;
  std::uint8_t who = 0;  ///< which of a protocol's hosts
  Duration at{};
  Duration lasts{};
  std::string text{};
  int word = 0;
  int id = 0;
  int sub = 0;
  Wave wave{};
  Duration period = std::chrono::milliseconds{10};
  net::LineQuality quality{};
  std::uint64_t seed = 0;
};
/// One line.
std::string describe(const Act& act);

struct Plan {
  std::uint64_t seed = 0;
  Initial initial = Initial::neutral;
  Duration idle_return{};
  std::uint64_t worker_period = 1;
  Duration random{};  ///< until then acts begin
  std::vector<Act> acts;
};
/// Everything of a life before it begins. `seconds`: of its random part.
Plan plan_of(std::uint64_t seed, const Machine& machine, double seconds);

/// A pose within `share` of what each axis reaches alone: mm and °, X Y Z RX RY RZ.
std::array<double, 6> any_pose(Draw& draw, const Machine& machine, double share);

}  // namespace hexad::stack
