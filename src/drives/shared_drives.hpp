#pragma once
// Drives at the other side of a block of shared memory (link/block.h): a HAL component, the simulated drives
// as a process of their own, a port of yours.
//
// exchange() reads what the drives reported last, writes the setpoint as a command and waits for nobody.
// Positions in the block are the drives' own; the distance to their zero is kept here. Until the other side
// has answered once the feedback is `waiting`; silence after that, and drives that stopped by themselves
// because commands stayed away, are a lost link. Drives whose chain is open are there, and say so.
//
// wait() is for the thread that steps the loop, when the other side paces it. All but open() belong to that
// thread.

#include <array>
#include <memory>
#include <string>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "drives/link/attach.h"
#include "messages/message.hpp"
#include "model/drives.hpp"
#include "model/machine.hpp"

namespace hexad::inline drives {

/// The clock both sides of a block read: CLOCK_MONOTONIC.
class MonotonicClock final : public Clock {
 public:
  TimePoint now() const noexcept override {
    return TimePoint{std::chrono::steady_clock::now().time_since_epoch()};
  }
};

class SharedDrives final : public DrivePort, public TickSource {
 public:
  struct Settings {
    Duration timeout = std::chrono::milliseconds{100};  ///< silence of the other side that is a lost link
    std::array<std::uint8_t, kMaxLegs> place{0, 1, 2, 3, 4, 5};  ///< of each leg in the block
    /// m of a drive's own position a metre of its leg; below 0 where it counts the other way.
    std::array<double, kMaxLegs> scale{1, 1, 1, 1, 1, 1};
  };

  /// Whose block, and why it cannot be had.
  static Result<std::unique_ptr<SharedDrives>, messages::Message> open(const std::string& path,
                                                                       const Machine& machine,
                                                                       const Settings& settings);
  /// On a block that is there already (tests). `clock` is read as CLOCK_MONOTONIC.
  SharedDrives(hexad_block& block, const Machine& machine, const Settings& settings,
               const Clock& clock) noexcept;
  ~SharedDrives() override;
  SharedDrives(const SharedDrives&) = delete;
  SharedDrives& operator=(const SharedDrives&) = delete;

  const Feedback& exchange(const Setpoint& setpoint, TimePoint now, Duration dt) noexcept override;
  void refresh(TimePoint now) noexcept override { look(now); }
  void adopted(const Machine& machine) noexcept override { take_limits(machine); }
  bool wait(Duration most) noexcept override;

 private:
  hexad_leg_command& told(std::size_t leg) noexcept { return command_.leg[settings_.place[leg]]; }
  void take_limits(const Machine& machine) noexcept;
  void look(TimePoint now) noexcept;
  void report_leg(std::size_t leg) noexcept;
  void command(const Setpoint& setpoint, Duration dt) noexcept;

  static const MonotonicClock kMonotonic;

  hexad_attachment attachment_{nullptr, -1};  ///< when it is ours
  hexad_block& block_;
  const Clock& clock_;
  Settings settings_;
  std::size_t legs_ = 0;
  double seek_torque_ = 0.0;
  double peak_torque_ = 0.0;
  bool drives_know_ = false;  ///< where their zero is
  bool ramps_ = false;
  double stroke_ = 0.0;
  std::array<double, kMaxLegs> zero_{};  ///< the drive's own position of a retracted leg

  hexad_command command_{};
  hexad_feedback raw_{};
  std::uint64_t first_count_ = 0;    ///< of feedback that was there before us
  std::uint64_t first_command_ = 0;  ///< of the last command before ours
  bool answered_ = false;            ///< since we are here, and ready
  bool synchronised_ = false;
  Duration offset_{};  ///< platform time − the clock both sides read
  std::uint64_t torn_ = 0;
  std::uint32_t ticks_seen_ = 0;
  Feedback feedback_;
};

}  // namespace hexad::inline drives
