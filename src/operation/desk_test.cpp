#include "operation/desk.hpp"

#include <gtest/gtest.h>

#include "messages/say.hpp"

namespace hexad::inline operation {
namespace {

using messages::Id;

const Action& action(std::string_view name) { return *find_action(name); }
Asker page(std::uint64_t console, Role role = Role::operate) { return {console, role, "10.0.0.5"}; }
const Asker kCommandLine{0, Role::operate, "10.0.0.6"};

TEST(OrderDesk, WhatStopsIsAnybodysWhoeverIsInControl) {
  OrderDesk desk;
  ASSERT_TRUE(desk.given(action("raise"), page(1)));
  for (const Action& one : actions()) {
    if (!one.is_latch()) continue;
    EXPECT_EQ(one.role, Role::watch) << one.name;
    EXPECT_EQ(desk.why_not(one, page(2, Role::watch)), Id::nothing) << one.name;
    EXPECT_FALSE(desk.given(one, page(2, Role::watch))) << one.name << ": the console in control stays it";
  }
  EXPECT_EQ(desk.in_control(), 1u);
}

TEST(OrderDesk, AViewerMovesNothingAndAnOperatorInjectsNothing) {
  const OrderDesk desk;
  for (const Action& one : actions()) {
    const bool engineers = one.name == "inject" || one.name == "inputs" || one.name == "payload" ||
                           one.name == "speed_of_time" || one.name == "commission";
    EXPECT_EQ(desk.why_not(one, page(1, Role::watch)) == Id::nothing, one.is_latch()) << one.name;
    EXPECT_EQ(desk.why_not(one, page(1, Role::operate)), engineers ? Id::needs_engineer : Id::nothing)
        << one.name;
    EXPECT_EQ(desk.why_not(one, page(1, Role::engineer)), Id::nothing) << one.name;
  }
}

TEST(OrderDesk, TheFirstConsoleThatDrivesIsInControlUntilItGoesOrAnotherTakesOver) {
  OrderDesk desk;
  EXPECT_FALSE(desk.given(action("cueing"), page(1))) << "tuning is beside driving";
  EXPECT_TRUE(desk.given(action("zero"), page(1)));
  EXPECT_FALSE(desk.given(action("raise"), page(1))) << "it is already";
  EXPECT_EQ(desk.why_not(action("go"), page(2)), Id::another_console);
  EXPECT_EQ(desk.why_not(action("jog"), page(2, Role::engineer)), Id::another_console);
  EXPECT_EQ(desk.why_not(action("cueing"), page(2)), Id::nothing);
  EXPECT_EQ(desk.why_not(action("takeover"), page(1)), Id::in_control_already);
  EXPECT_EQ(desk.why_not(action("takeover"), page(2)), Id::nothing);
  EXPECT_TRUE(desk.given(action("takeover"), page(2)));
  EXPECT_EQ(desk.why_not(action("follow"), page(1)), Id::another_console) << "a held button, too";
  EXPECT_FALSE(desk.left(1));
  EXPECT_TRUE(desk.left(2));
  EXPECT_EQ(desk.in_control(), 0u);
  EXPECT_EQ(desk.why_not(action("go"), page(1)), Id::nothing);
}

TEST(OrderDesk, TheCommandLineIsNotHeldUpAndTakesNothing) {
  OrderDesk desk;
  ASSERT_TRUE(desk.given(action("raise"), page(1)));
  EXPECT_EQ(desk.why_not(action("go"), kCommandLine), Id::nothing);
  EXPECT_FALSE(desk.given(action("go"), kCommandLine));
  EXPECT_EQ(desk.why_not(action("takeover"), kCommandLine), Id::no_console);
  EXPECT_EQ(desk.in_control(), 1u);
}

}  // namespace
}  // namespace hexad::inline operation
