#pragma once
// Everybody at the other end of the wire: hosts that speak by the protocols' own encoders, a calibration
// tool, strangers.

#include <map>
#include <vector>

#include "calibration/calibration.hpp"
#include "stack/act.hpp"

namespace hexad::stack {

/// Where a host of an act speaks from, and where it speaks to.
net::Address address_of(Kind kind, int who);
net::Address port_of(Kind kind);

class Crowd {
 public:
  /// `set`: what a tool finds and writes back with changes.
  Crowd(SimulatedNetwork& network, const Machine& machine, const CalibrationSet& set);

  /// An act of theirs is due.
  void begin(const Act& act);
  /// Sends what is due.
  void tick(TimePoint now);
  void fall_silent() { streams_.clear(); }
  /// One mdof datagram of whoever proves that the platform can be used.
  void say(int who, std::string_view text, TimePoint now);

 private:
  struct Stream {
    Act act;
    TimePoint next{};
    TimePoint begun{};
    TimePoint end{};
    Draw draw;
  };

  void send(const Act& act, std::span<const std::byte> bytes, TimePoint now);
  void frame(Stream& stream, TimePoint now);
  void darren(Stream& stream, const std::array<double, 6>& values, TimePoint now);
  void motus(Stream& stream, const std::array<double, 6>& values, TimePoint now);
  void lingjing(Stream& stream, const std::array<double, 6>& values, TimePoint now);
  void calibrate(const Act& act, TimePoint now);
  void flood(Stream& stream, TimePoint now);

  SimulatedNetwork& network_;
  const Machine& machine_;
  const CalibrationSet set_;
  std::vector<Stream> streams_;
  std::map<net::Address, std::uint32_t> sequences_;
  TimePoint now_{};
};

}  // namespace hexad::stack
