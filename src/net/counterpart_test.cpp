#include "net/counterpart.hpp"

#include <gtest/gtest.h>

namespace hexad::net {
namespace {

constexpr std::uint32_t kElsewhere = 0xC0A80114;  // 192.168.1.20

TEST(Counterpart, OnThisMachineOnlyItsPortIsTaken) {
  Counterpart platform{{kLoopback, 10000}};
  EXPECT_FALSE(platform.sent_by_it({kLoopback, 10001})) << "another platform on this machine";
  EXPECT_TRUE(platform.sent_by_it({kLoopback, 10000}));
  EXPECT_FALSE(platform.sent_by_it({kLoopback, 10001}));
  EXPECT_FALSE(platform.sent_by_it({kElsewhere, 10000}));
}

TEST(Counterpart, AControllerMayAnswerFromAnotherPort) {
  Counterpart controller{{kElsewhere, 10000}};
  EXPECT_TRUE(controller.sent_by_it({kElsewhere, 50123}));
  EXPECT_FALSE(controller.sent_by_it({kElsewhere + 1, 10000}));
  EXPECT_TRUE(controller.sent_by_it({kElsewhere, 50124}));
}

TEST(Counterpart, OnceItsPortHasSpokenNoOtherIsTaken) {
  Counterpart controller{{kElsewhere, 10000}};
  EXPECT_TRUE(controller.sent_by_it({kElsewhere, 10000}));
  EXPECT_FALSE(controller.sent_by_it({kElsewhere, 50123}));
  EXPECT_TRUE(controller.sent_by_it({kElsewhere, 10000}));
}

}  // namespace
}  // namespace hexad::net
