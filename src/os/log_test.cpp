#include "os/log.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <regex>
#include <string>

namespace hexad::inline os {
namespace {

struct Pipe {
  std::array<int, 2> ends{};
  Pipe() { EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0); }
  ~Pipe() {
    for (const int end : ends)
      if (end >= 0) ::close(end);
  }
  std::string read_all() {
    ::close(std::exchange(ends[1], -1));
    std::string all;
    std::array<char, 4096> some{};
    for (ssize_t n = 0; (n = ::read(ends[0], some.data(), some.size())) > 0;)
      all.append(some.data(), static_cast<std::size_t>(n));
    return all;
  }
};

TEST(Log, ALineIsTimeLevelAndText) {
  Pipe pipe;
  {
    StreamLog log{pipe.ends[1]};
    log.write(Level::info, "state powered_up -> zeroing (zero)");
    log.write(Level::warn, "second");
  }
  const std::regex expected{
      R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3} info state powered_up -> zeroing \(zero\)\n)"
      R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3} warn second\n)"};
  const std::string text = pipe.read_all();
  EXPECT_TRUE(std::regex_match(text, expected)) << text;
}

TEST(Log, ATextCannotForgeALine) {
  Pipe pipe;
  {
    StreamLog log{pipe.ends[1]};
    log.write(Level::info, "abc\n2026-01-01T00:00:00.000 error forged\x1B[2J");
  }
  const std::string text = pipe.read_all();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
  EXPECT_EQ(text.find('\x1B'), std::string::npos);
}

TEST(Log, AReaderThatDoesNotReadHoldsUpNobody) {
  Pipe pipe;
  {
    StreamLog log{pipe.ends[1]};
    for (int i = 0; i < 6'000; ++i) log.write(Level::info, std::string(200, 'x'));  // the pipe holds 64 KiB
  }
  SUCCEED() << "neither write() nor the destructor waited for the reader";
}

TEST(Log, AReaderThatHasGoneIsNoReasonToEnd) {
  ::signal(SIGPIPE, SIG_IGN);
  Pipe pipe;
  ::close(std::exchange(pipe.ends[0], -1));
  StreamLog log{pipe.ends[1]};
  log.write(Level::info, "nobody reads this");
}

}  // namespace
}  // namespace hexad::inline os
