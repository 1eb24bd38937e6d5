#include "os/descriptors.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

namespace hexad::inline os {
namespace {

TEST(Descriptors, WhatIsClosedAtTheStartIsDevNull) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(0);
    ::close(1);
    ::close(2);
    fill_standard_descriptors();
    std::array<char, 8> some{};
    const bool null = ::write(1, "x", 1) == 1 && ::write(2, "x", 1) == 1 && ::read(0, some.data(), 8) == 0;
    ::_exit(null && ::dup(0) > 2 ? 0 : 1);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(Descriptors, AreCounted) {
  const Descriptors before = count_descriptors();
  const int one = ::open("/dev/null", O_RDONLY);
  const Descriptors after = count_descriptors();
  ::close(one);
  EXPECT_EQ(after.used, before.used + 1);
  EXPECT_GE(after.limit, after.used);
}

TEST(Descriptors, ClientsGetWhatIsLeftAndNeverTheProgramsOwnPart) {
  EXPECT_EQ(room_for_clients(1000, 48), 48u);
  EXPECT_EQ(room_for_clients(0, 48), 0u);
  EXPECT_EQ(room_for_clients(1, 48), 1u);
  for (std::size_t left = 0; left < 200; ++left) {
    const std::size_t clients = room_for_clients(left, 48);
    EXPECT_LE(clients + left / 4, left) << left;
    if (left >= 2 * kOwnDescriptors) {
      EXPECT_LE(2 * clients + kOwnDescriptors, left + 1) << left;
    }
  }
}

}  // namespace
}  // namespace hexad::inline os
