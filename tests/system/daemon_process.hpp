#pragma once
// `hexad run` as a process: started, read until it is ready, ended by its pid whatever happens.

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace hexad::system_test {

/// How long anything may take before a test gives up. Machines that run tests are busy.
inline constexpr std::chrono::seconds kPatience{60};

/// Looks again and again until `holds()`; false when that takes longer than anybody would wait.
template <class Holds>
bool comes_true(Holds holds) {
  for (const auto end = std::chrono::steady_clock::now() + kPatience; std::chrono::steady_clock::now() < end;)
    if (holds()) return true;
  return false;
}

inline bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Arguments for mdof and darren on free ports.
std::vector<std::string> with_any_ports(std::vector<std::string> more = {});

class DaemonProcess {
 public:
  /// `arguments` follow `hexad run`. The console gets a free port, unless they say otherwise.
  explicit DaemonProcess(const std::vector<std::string>& arguments);
  /// Another command that says `ready` and goes on: `hexad WORDS…`, or an example.
  struct Words {
    std::vector<std::string> words;
    std::string program{};             ///< empty = hexad
    std::function<void()> in_child{};  ///< what the process does to itself before it is the program
  };
  explicit DaemonProcess(const Words& words);
  /// As the first constructor has them.
  static Words run_words(const std::vector<std::string>& arguments);
  ~DaemonProcess();
  DaemonProcess(const DaemonProcess&) = delete;
  DaemonProcess& operator=(const DaemonProcess&) = delete;

  /// Reads stdout until the line `ready`; false when the program ended without it.
  bool wait_until_ready();
  const std::vector<std::string>& lines() const { return lines_; }
  /// From `listening NAME 127.0.0.1:PORT`.
  std::uint16_t port_of(const std::string& protocol) const;

  /// ADDRESS:PORT from `listening console http://ADDRESS:PORT`; by TLS with https:// before it.
  std::string console() const;

  void signal(int number) const;
  pid_t pid() const { return pid_; }
  /// The exit code, 128 + signal when it was killed, -1 when it did not end in time.
  int wait_for_exit();
  /// What it has written to stderr so far.
  std::string log() const;

 private:
  bool read_line(std::string& line);

  pid_t pid_ = -1;
  int out_ = -1;
  std::string log_path_;
  std::string unread_;
  std::vector<std::string> lines_;
};

}  // namespace hexad::system_test
