#pragma once
// A file descriptor (elsewhere than on Linux: a socket) with one owner, and a counter that one thread adds to
// and another one waits for.

#include <cstdint>
#include <utility>

namespace hexad::net {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) noexcept : fd_{fd} {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_{std::exchange(other.fd_, -1)} {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~FileDescriptor();

  int get() const noexcept { return fd_; }
  int release() noexcept { return std::exchange(fd_, -1); }
  explicit operator bool() const noexcept { return fd_ >= 0; }

 private:
  int fd_ = -1;
};

/// Wakes the one thread that polls get(). signal() neither blocks nor allocates: the real-time thread may
/// call it.
class WakeUp {
 public:
  WakeUp();

  int get() const noexcept { return fd_.get(); }
  void signal() noexcept;
  /// How many signals came since the last call.
  std::uint64_t take() noexcept;

 private:
  FileDescriptor fd_;
};

}  // namespace hexad::net
