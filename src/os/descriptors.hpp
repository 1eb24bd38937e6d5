#pragma once
// File descriptors: the three that every program is given, and how many there may be.

#include <chrono>
#include <cstddef>
#include <string_view>

namespace hexad::inline os {

inline constexpr int kStandardError = 2;

/// Whoever started the program without stdin, stdout or stderr: /dev/null is there instead. Otherwise the
/// first sockets get those numbers, and what is meant for a reader is written into them. Before anything is
/// opened.
void fill_standard_descriptors() noexcept;

/// False: the reader does not take it within that time. Otherwise it was written, whatever became of it (a
/// closed pipe, a full disk).
bool write_if_taken(int descriptor, std::string_view text, std::chrono::milliseconds patience) noexcept;

struct Descriptors {
  std::size_t limit = 0;
  std::size_t used = 0;
  std::size_t left() const noexcept { return limit > used ? limit - used : 0; }
};
/// As they are now. A limit that the system lets be raised is raised first, as far as this program has use
/// for it.
Descriptors count_descriptors() noexcept;

/// What files, boards, reports and calibration may need at one moment, besides clients.
inline constexpr std::size_t kOwnDescriptors = 16;

/// How many clients there is room for: each has a socket and perhaps a file. Who has little lets few in, and
/// keeps as much for itself. 0 = the program cannot work.
constexpr std::size_t room_for_clients(std::size_t left, std::size_t most) noexcept {
  const std::size_t kept = left / 2 < kOwnDescriptors ? left / 2 : kOwnDescriptors;
  const std::size_t clients = (left - kept + 1) / 2;
  return clients < most ? clients : most;
}

}  // namespace hexad::inline os
