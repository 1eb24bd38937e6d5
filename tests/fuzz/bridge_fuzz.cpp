// Any commands at any time, with any gaps, whatever the drives report: what the legs are told is a number,
// never jumps, never passes the end of the stroke, and a leg whose commands stay away is at rest in time,
// braked, then off.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "drives/link/bridge.h"
#include "fuzz/check.hpp"

namespace {

using hexad::fuzz::Bytes;
using hexad::fuzz::require;
constexpr double kPeriod = 1e-3;
constexpr double kStroke = 0.4;
constexpr double kVelocity = 0.5;
constexpr double kAcceleration = 6.0;
constexpr double kJerk = 80.0;
constexpr int kAtRest =
    HEXAD_BRIDGE_PERIODS + static_cast<int>(1e3 * (kVelocity / kAcceleration + kAcceleration / kJerk)) + 3;

class Life {
 public:
  explicit Life(double at) {
    hexad_bridge_start(&bridge_);
    command_.legs = HEXAD_BLOCK_LEGS;
    command_.period = kPeriod;
    command_.brake_time = 0.02;
    for (hexad_leg_command& leg : command_.leg)
      leg = {at, 0.0, 0.0, 7.2, 0.0, kStroke, kVelocity, kAcceleration, kJerk, 7.2};
    for (hexad_leg_feedback& leg : legs_) leg.position = at;
  }

  void tick(Bytes& bytes) {
    const std::uint8_t act = bytes.byte();
    switch (act & 7u) {
      case 0:
        return step(false);
      case 1:
        command_.flags = act >> 3 & 15u;
        return step(true);
      case 2: {  // one command with anything in it
        hexad_leg_command& leg = command_.leg[(act >> 3) % HEXAD_BLOCK_LEGS];
        const hexad_leg_command kept = leg;
        double* const fields[]{&leg.position, &leg.velocity, &leg.acceleration};
        *fields[bytes.byte() % 3] = bytes.number();
        step(true);
        leg = kept;
        return;
      }
      case 3:
        brakes_late_ = act >> 3;
        ++command_.restarts;
        return step(true);
      case 4:
        chain_ = static_cast<hexad_chain>((chain_ + 1 + (act >> 3) % 2) % 3);
        return step(true);
      case 5:  // the drives' side misses some
        command_.count += act >> 3;
        return step(true);
      default:  // the program moves its legs within their limits
        for (int i = 0; i <= act >> 5; ++i) {
          const double wanted = (act & 8u) != 0 ? kAcceleration : -kAcceleration;
          for (hexad_leg_command& leg : command_.leg) move(leg, (act & 16u) != 0 ? wanted : 0.0);
          step(true);
        }
    }
  }

  /// Nobody speaks any more.
  void end() {
    chain_ = HEXAD_CHAIN_CLOSED;
    brakes_late_ = 0;
    for (int i = 0; i < kAtRest + 60; ++i) {
      step(false);
      if (i < kAtRest) continue;
      for (const hexad_bridge_leg& leg : bridge_.leg) require(leg.velocity == 0.0, "it still moves");
    }
    require(!bridge_.enable && !bridge_.brakes_open, "it is still on");
  }

 private:
  void move(hexad_leg_command& leg, double acceleration) {
    const double velocity =
        std::clamp(leg.velocity + acceleration * kPeriod, -0.45 * kVelocity, 0.45 * kVelocity);
    leg.acceleration = (velocity - leg.velocity) / kPeriod;
    const double position = leg.position + 0.5 * (velocity + leg.velocity) * kPeriod;
    leg.position = position;
    leg.velocity = velocity;
  }

  void step(bool say) {
    const hexad_bridge before = bridge_;
    if (say) ++command_.count;
    hexad_bridge_step(&bridge_, say ? &command_ : nullptr, legs_, chain_, kPeriod);
    closing_ = bridge_.brakes_open ? 0 : closing_ + 1;
    require(!bridge_.brakes_open || bridge_.enable, "brakes open without torque");
    for (int i = 0; i < HEXAD_BLOCK_LEGS; ++i) {
      const hexad_bridge_leg& leg = bridge_.leg[i];
      require(std::isfinite(leg.position) && std::isfinite(leg.velocity), "not a number");
      if (bridge_.phase == HEXAD_BRIDGE_OFF) continue;
      require(std::abs(leg.position - before.leg[i].position) <= 1.06 * kVelocity * kPeriod, "a jump");
      require(leg.position <= kStroke + 60e-6 && leg.position >= -60e-6, "past the stroke");
    }
    for (hexad_leg_feedback& leg : legs_) {
      const bool closed = !bridge_.brakes_open && (closing_ > brakes_late_ || !bridge_.enable);
      leg.flags = (bridge_.enable ? HEXAD_LEG_ENABLED : 0u) | (closed ? HEXAD_LEG_BRAKE_CLOSED : 0u);
    }
    for (int i = 0; i < HEXAD_BLOCK_LEGS; ++i)
      if (bridge_.enable) {
        legs_[i].position = bridge_.leg[i].position;
        legs_[i].velocity = bridge_.leg[i].velocity;
      }
    // A program that is off, or whose drives are, begins where the legs are.
    if ((command_.flags & HEXAD_COMMAND_ENABLE) == 0 || !bridge_.enable)
      for (int i = 0; i < HEXAD_BLOCK_LEGS; ++i) {
        command_.leg[i].position = legs_[i].position;
        command_.leg[i].velocity = command_.leg[i].acceleration = 0.0;
      }
  }

  hexad_bridge bridge_{};
  hexad_command command_{};
  hexad_leg_feedback legs_[HEXAD_BLOCK_LEGS]{};
  hexad_chain chain_ = HEXAD_CHAIN_CLOSED;
  int brakes_late_ = 0;
  int closing_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes{data, size};
  Life life{kStroke * bytes.byte() / 255.0};
  while (!bytes.empty()) life.tick(bytes);
  life.end();
  return 0;
}
