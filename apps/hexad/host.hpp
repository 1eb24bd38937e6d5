#pragma once
// `hexad host`: the other end of the wire. host.cpp knows which protocols there are; each has a source of its
// own.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "calibration/tool/board_link.hpp"
#include "host/link.hpp"
#include "messages/message.hpp"
#include "model/axes.hpp"
#include "os/terminal.hpp"

namespace hexad::cli {

struct HostOptions {
  std::string protocol;
  std::vector<std::string> commands;
  std::string to;  ///< ADDR, ADDR:PORT or :PORT; empty = this machine, the protocol's port
  bool json = false;
  std::optional<double> timeout;   ///< s; the protocol's own times otherwise
  std::optional<AxisValues> pose;  ///< X Y Z RX RY RZ, mm and degrees
  std::vector<std::string> sine;   ///< AXIS,AMPLITUDE,HZ
  std::string legs;                ///< mm from neutral
  std::optional<double> seconds;   ///< a stream or watch ends after this
  std::optional<double> rate;      ///< Hz
  std::optional<int> local_port;
  std::optional<AxisValues> speed;  ///< motus step: mm/s and °/s
  std::string unit = "m";           ///< motus: of lengths on the wire, m or mm
  std::string dialect = "manual";   ///< motus: manual, 2020 or generation1
  bool heave_down = false;          ///< motus generation1: which way heave counts
  bool once = false;                ///< darren, motus: one frame a command
  int file = 1;                     ///< motus script
  std::vector<int> jog_legs;        ///< motus jog: from 1
  double jog_speed = 10.0;          ///< mm/s
  std::optional<double> neutral;    ///< lingjing: mm from the bottom to neutral
  std::string relays;               ///< lingjing: effect word, hexadecimal
  std::string manoeuvre;            ///< games: what their vehicle does
  std::string config;               ///< generic: the file that says what its fields are
  std::vector<std::string> set;     ///< … and single keys
};

int host(const HostOptions& options);

/// One protocol as a host speaks it. A new one adds its row in host.cpp and its source.
struct HostProtocol {
  std::string_view name;
  std::uint16_t port;
  std::string_view commands;  ///< for messages
  int (*run)(const HostOptions& options, const net::Address& controller);
};

int host_mdof(const HostOptions& options, const net::Address& controller);
int host_darren(const HostOptions& options, const net::Address& controller);
int host_lingjing(const HostOptions& options, const net::Address& controller);
int host_motus(const HostOptions& options, const net::Address& controller);
/// Games and simulators, each by its own name.
int host_telemetry(const HostOptions& options, const net::Address& controller);

/// False when Ctrl-C came first.
bool sleep_until(host::Clock::time_point time, const Interrupt& interrupt);

/// Why a controller was not reached, in the language of the one who reads.
using calibration::tool::message_of;

/// "500 frames sent in 5.00 s (100.0 Hz, 0 deadlines missed)"
messages::Message sent_in(std::uint64_t frames, double seconds, std::uint64_t late);

/// A line on stdout, at once.
void say(std::string_view line);
/// The newest of a watched state: in place on a terminal, a line each otherwise.
class LiveLine {
 public:
  LiveLine();
  ~LiveLine();
  void show(std::string_view line);

 private:
  bool terminal_ = false;
  bool shown_ = false;
};

}  // namespace hexad::cli
