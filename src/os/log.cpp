#include "os/log.hpp"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "os/descriptors.hpp"

namespace hexad::inline os {
namespace {

constexpr std::size_t kMostLines = 4096;
// A pipe that polls as writable takes this much without blocking (PIPE_BUF).
constexpr std::size_t kLongestLine = 4096;
constexpr std::chrono::milliseconds kPatience{100};

std::string local_time() {
  using namespace std::chrono;
  const auto now = system_clock::now();
  const std::time_t seconds = system_clock::to_time_t(now);
  const auto milliseconds = duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  std::tm local{};
  ::localtime_r(&seconds, &local);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}", local.tm_year + 1900, local.tm_mon + 1,
                     local.tm_mday, local.tm_hour, local.tm_min, local.tm_sec, milliseconds);
}

}  // namespace

std::string_view to_string(Level level) noexcept {
  constexpr std::array<std::string_view, 3> kNames{"info", "warn", "error"};
  return kNames[static_cast<std::size_t>(level)];
}

StreamLog::StreamLog(int fd) : fd_{fd}, thread_{[this] { run(); }} {}

StreamLog::~StreamLog() {
  {
    const std::lock_guard lock{mutex_};
    stopping_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void StreamLog::write(Level level, std::string_view text) {
  std::string line = fmt::format("{} {} {}", local_time(), to_string(level), text);
  if (line.size() >= kLongestLine) line.resize(kLongestLine - 1);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; },
      '?');
  line += '\n';
  {
    const std::lock_guard lock{mutex_};
    if (lines_.size() == kMostLines) {
      ++left_out_;
      return;
    }
    if (left_out_ > 0) {
      lines_.push_back(fmt::format("{} warn log: {} lines were left out\n", local_time(), left_out_));
      left_out_ = 0;
    }
    lines_.push_back(std::move(line));
  }
  changed_.notify_one();
}

void StreamLog::run() {
  std::unique_lock lock{mutex_};
  for (;;) {
    changed_.wait(lock, [this] { return stopping_ || !lines_.empty(); });
    if (lines_.empty()) return;
    const std::string line = lines_.front();
    const bool last_chance = stopping_;
    lock.unlock();
    const bool taken = put(line, last_chance);
    lock.lock();
    if (taken) lines_.pop_front();
    if (!taken && last_chance) return;
  }
}

/// False: the reader does not take it now.
bool StreamLog::put(std::string_view line, bool last_chance) {
  return write_if_taken(fd_, line, last_chance ? 10 * kPatience : kPatience);
}

}  // namespace hexad::inline os
