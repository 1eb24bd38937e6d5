#pragma once
// A platform of its own for each test, and plain sockets that imitate hosts seen in the field, frame by
// frame: their message IDs, sequence numbers, ports and idle.

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "host_socket.hpp"

namespace hexad::system_test {

struct FieldBench {
  HostSocket status;  ///< the configured darren.host: hears status before anybody has spoken
  DaemonProcess hexad;

  explicit FieldBench(const std::string& initial, const std::vector<std::string>& more = {})
      : hexad{arguments(initial, status.port(), more)} {
    if (!hexad.wait_until_ready()) throw std::runtime_error{"not ready: " + hexad.log()};
  }
  static std::vector<std::string> arguments(const std::string& initial, std::uint16_t host,
                                            const std::vector<std::string>& more) {
    std::vector<std::string> words{"--protocols", "mdof,darren,lingjing,motus",
                                   "--port",      "mdof=0",
                                   "--port",      "darren=0",
                                   "--port",      "lingjing=0",
                                   "--port",      "motus=0",
                                   "--set",       "plant.initial=" + initial,
                                   "--set",       "darren.host=127.0.0.1:" + std::to_string(host)};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  std::uint16_t mdof() const { return hexad.port_of("mdof"); }
  std::uint16_t darren() const { return hexad.port_of("darren"); }
  std::uint16_t lingjing() const { return hexad.port_of("lingjing"); }
  std::uint16_t motus() const { return hexad.port_of("motus"); }
};

/// A darren frame as some host builds it, byte by byte from the protocol's table.
struct FieldFrame {
  std::uint32_t sequence = 0;
  std::uint32_t id = 0;
  std::uint16_t word = 0;
  std::uint16_t sub_command = 0;
  std::array<float, 6> values{};
  std::array<float, 6> second{};  ///< 106: speeds; 107: Hz
  std::array<float, 6> third{};   ///< 107: phases
  std::uint16_t file = 0;         ///< of playback

  std::string bytes() const;    ///< 128, values at 32
  std::string printed() const;  ///< 124, values at 28
};

struct FieldStatus {
  std::uint32_t length = 0;
  std::uint32_t sequence = 0;
  std::uint32_t id = 0;
  std::uint16_t state = 0;
  std::uint16_t moving = 0;
  std::uint32_t error = 0;
  std::uint32_t warnings = 0;
  std::array<float, 6> pose{};
  std::array<float, 6> actuators{};
};
std::optional<FieldStatus> parse_status(const std::string& bytes);

/// A host of one socket. Sends what `next` makes, a frame every 10 ms, and looks at every status.
class FieldHost {
 public:
  explicit FieldHost(std::uint16_t platform) : platform_{platform} {}

  HostSocket& socket() { return socket_; }
  void send(const FieldFrame& frame) { socket_.send(platform_, frame.bytes()); }
  void send_raw(const std::string& bytes) { socket_.send(platform_, bytes); }
  /// The newest status so far; waits for one when there is none.
  FieldStatus status();
  /// Takes what has come.
  void drain();
  /// Whether a status with this state comes while `frame` is sent every 10 ms (nothing is sent without one).
  bool reaches(std::uint16_t state, const std::function<FieldFrame()>& frame = {});
  bool until(const std::function<bool(const FieldStatus&)>& done,
             const std::function<FieldFrame()>& frame = {});
  /// Every state seen so far, each change once.
  const std::vector<std::uint16_t>& states() const { return states_; }
  std::uint64_t received() const { return received_; }

 private:
  void note(const FieldStatus& status);

  HostSocket socket_;
  std::uint16_t platform_;
  std::optional<FieldStatus> newest_;
  std::vector<std::uint16_t> states_;
  std::uint64_t received_ = 0;
};

/// A motus frame as some host builds it, byte by byte from the manual's table.
struct MotusFrame {
  std::uint8_t id = 55;
  std::uint8_t cmd = 0;
  std::uint8_t sub_cmd = 0;
  std::uint8_t file = 0;
  std::array<float, 6> dofs{};
  std::array<float, 6> amplitude{};
  std::array<float, 6> frequency{};
  std::array<float, 6> position{};
  std::array<float, 6> speed{};
  std::uint32_t time = 0;

  std::string bytes() const;  ///< 180
};

struct MotusStatus {
  std::uint8_t state = 0;
  std::array<float, 6> pose{};
  std::uint32_t time = 0;
};
/// As public clients read it: exactly 108 bytes, the first of them 55.
std::optional<MotusStatus> parse_motus_status(const std::string& bytes);

/// A motus host of one socket.
class MotusHost {
 public:
  explicit MotusHost(std::uint16_t platform) : platform_{platform} {}

  const HostSocket& socket() const { return socket_; }
  void send(const MotusFrame& frame) const { socket_.send(platform_, frame.bytes()); }
  void send_raw(const std::string& bytes) const { socket_.send(platform_, bytes); }
  /// The next status; waits for it.
  MotusStatus next() const;
  /// Whether a status that `done` likes comes; `frame` is sent every 10 ms, if there is one.
  bool until(const std::function<bool(const MotusStatus&)>& done,
             const std::function<MotusFrame()>& frame = {}) const;
  bool reaches(std::uint8_t state, const std::function<MotusFrame()>& frame = {}) const {
    return until([state](const MotusStatus& status) { return status.state == state; }, frame);
  }

 private:
  HostSocket socket_;
  std::uint16_t platform_;
};

/// Pose of another protocol's reading; 0.05 mm and degrees.
bool is_near(const std::array<double, 6>& a, const std::array<double, 6>& b, double within = 0.05);
/// Asks mdof until the platform stands at X Y Z RX RY RZ.
bool comes_to(const MdofHost& mdof, const std::array<double, 6>& pose, double within = 0.05);
/// Whether the program writes this to its log.
bool logged(const FieldBench& bench, const std::string& part);
/// As an argument of a host's command.
inline std::string to(std::uint16_t port) { return "127.0.0.1:" + std::to_string(port); }

}  // namespace hexad::system_test
