#pragma once
// A client of the console that sends what it likes, byte by byte, from whichever loopback address it likes.

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "system/daemon_process.hpp"

namespace hexad::system_test {

struct Answer {
  int code = 0;  ///< 0 = hung up without one
  std::string head;
  std::string body;
};

class RawConnection {
 public:
  /// `console`: ADDRESS:PORT.
  explicit RawConnection(const std::string& console, const char* from = "127.0.0.1");
  ~RawConnection();
  RawConnection(RawConnection&& other) noexcept;
  RawConnection(const RawConnection&) = delete;
  RawConnection& operator=(const RawConnection&) = delete;

  bool connected() const { return connected_; }
  /// False when the other end has hung up.
  bool send(std::string_view bytes) const;
  /// One answer, as long as its head says.
  Answer receive() const;
  /// Whether the other end has hung up, or does within the time.
  bool is_closed(std::chrono::milliseconds patience = kPatience) const;

 private:
  int fd_;
  bool connected_ = false;
};

struct Ask {
  std::string method = "GET";
  std::string path = "/api/status";
  std::vector<std::string> headers{};  ///< besides; a Host of one's own replaces the right one
  std::string body{};
  const char* from = "127.0.0.1";
};
/// One question on a connection of its own.
Answer ask_console(const std::string& console, const Ask& ask);
/// An order as the page sends it.
Answer order(const DaemonProcess& program, const nlohmann::json& what);
/// The speed of the simulated platform's time from now on.
void set_speed(const DaemonProcess& program, double factor);

}  // namespace hexad::system_test
