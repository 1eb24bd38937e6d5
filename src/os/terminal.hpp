#pragma once
// Where a person may sit.

#include <chrono>
#include <memory>
#include <string>

namespace hexad::inline os {

enum class Stream { in, out, error };
bool is_terminal(Stream stream) noexcept;

/// Before anything is read or written: what is shown and what is typed is UTF-8, and lines end as they were
/// written.
void prepare_streams() noexcept;

/// Letter by letter, without an echo; as it was at the end, however that comes. Ctrl-C stays a signal.
class RawTerminal {
 public:
  RawTerminal();
  ~RawTerminal();
  RawTerminal(const RawTerminal&) = delete;
  RawTerminal& operator=(const RawTerminal&) = delete;

  /// Until a letter was typed, `other` (a WakeUp, Signals) has something, or the time has passed.
  void wait(int other, std::chrono::milliseconds most) const noexcept;
  std::string read() const;

 private:
  struct Before;
  std::unique_ptr<Before> before_;
};

/// Ctrl-C, SIGTERM and a terminal that is closed, while it lives: counted instead of deadly, so that a
/// platform is never left by accident. A pipe that nobody reads any more does not end the program either.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  int count() const noexcept;
};

}  // namespace hexad::inline os
