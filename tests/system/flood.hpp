#pragma once
// Datagrams without end, of strangers or of somebody who is allowed.

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "field_bench.hpp"

namespace hexad::system_test {

/// Sends datagrams from an address of its own to the given ports, so many a millisecond, until it is
/// destroyed.
class Flood {
 public:
  Flood(const char* from, const std::vector<std::uint16_t>& ports, std::vector<std::string> payloads,
        std::size_t a_millisecond = 50)
      : payloads_{std::move(payloads)},
        batch_{a_millisecond},
        fd_{::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)} {
    sockaddr_in own{};
    own.sin_family = AF_INET;
    ::inet_pton(AF_INET, from, &own.sin_addr);
    if (::bind(fd_, generic(own), sizeof own) != 0)
      throw std::runtime_error{std::string{"cannot bind "} + from};
    for (const std::uint16_t port : ports) {
      sockaddr_in to{};
      to.sin_family = AF_INET;
      to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
      to.sin_port = htons(port);
      targets_.push_back(to);
    }
    thread_ = std::thread{[this] { run(); }};
  }
  ~Flood() {
    ending_ = true;
    thread_.join();
    ::close(fd_);
  }
  Flood(const Flood&) = delete;
  Flood& operator=(const Flood&) = delete;

  std::uint64_t sent() const { return sent_; }
  void wait_until_sent(std::uint64_t count) const {
    ASSERT_TRUE(comes_true([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds{1});
      return sent_ >= count;
    }));
  }

 private:
  static sockaddr* generic(sockaddr_in& address) {
    return static_cast<sockaddr*>(static_cast<void*>(&address));
  }

  void run() {
    std::vector<mmsghdr> messages(batch_);
    std::vector<iovec> pieces(batch_);
    for (std::size_t i = 0; i < batch_; ++i) {
      std::string& payload = payloads_[i % payloads_.size()];
      pieces[i] = {payload.data(), payload.size()};
      messages[i].msg_hdr.msg_iov = &pieces[i];
      messages[i].msg_hdr.msg_iovlen = 1;
      messages[i].msg_hdr.msg_name = &targets_[i % targets_.size()];
      messages[i].msg_hdr.msg_namelen = sizeof(sockaddr_in);
    }
    // Absolute deadlines: after a pause it catches up, in a burst. That is what floods do.
    for (auto due = std::chrono::steady_clock::now(); !ending_; due += std::chrono::milliseconds{1}) {
      std::this_thread::sleep_until(due);
      const int count = ::sendmmsg(fd_, messages.data(), static_cast<unsigned>(batch_), 0);
      if (count > 0) sent_ += static_cast<std::uint64_t>(count);
    }
  }

  std::vector<std::string> payloads_;
  std::size_t batch_;
  std::vector<sockaddr_in> targets_;
  int fd_;
  std::atomic<bool> ending_{false};
  std::atomic<std::uint64_t> sent_{0};
  std::thread thread_;
};

/// Some of it asks for something: a stop, an emergency, a motion.
inline std::vector<std::string> garbage() {
  const std::string emergency = FieldFrame{.id = 100, .word = 9}.bytes();
  return {"4",
          "",
          "999",
          std::string(200, 'x'),
          emergency,
          std::string(128, '\xFF'),
          "9 0 0 10 0 0 0",
          FieldFrame{.id = 2}.bytes()};
}

/// As garbage(), but nothing that asks for anything.
inline std::vector<std::string> harmless_garbage() {
  return {"",
          "999",
          std::string(200, 'x'),
          std::string(127, '\0'),
          "abc def",
          std::string(1400, '7'),
          "9 1 2",
          std::string(4, '\x01')};
}

}  // namespace hexad::system_test
