#include "plant/injection.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "messages/say.hpp"

namespace hexad::plant {
namespace {

TEST(Injection, EveryNameParsesToItsKindAndBack) {
  std::set<std::string_view> names;
  for (const InjectionInfo& entry : injections()) {
    const auto order = parse_injection(entry.name);
    ASSERT_TRUE(order) << entry.name;
    EXPECT_EQ(order->kind, entry.kind);
    EXPECT_EQ(order->act, InjectionOrder::Act::inject);
    EXPECT_EQ(order->value, entry.default_value);
    EXPECT_EQ(to_string(entry.kind), entry.name);
    EXPECT_NE(entry.text, messages::Id::nothing);
    names.insert(entry.name);
  }
  EXPECT_EQ(names.size(), kInjections);
}

TEST(Injection, LegsCountFromOneAndValuesAreMillimetres) {
  const auto order = parse_injection("encoder_jump:3:-2.5");
  ASSERT_TRUE(order);
  EXPECT_EQ(order->kind, Injection::encoder_jump);
  EXPECT_EQ(order->leg, 2);
  EXPECT_DOUBLE_EQ(order->value, -2.5e-3);
  EXPECT_EQ(parse_injection("stuck")->leg, 0) << "without a leg: leg 1";
  EXPECT_EQ(parse_injection("servo_off")->leg, kAllLegs);
  EXPECT_EQ(parse_injection("servo_off:6")->leg, 5);
  EXPECT_DOUBLE_EQ(parse_injection("supply_sag:0.4")->value, 0.4) << "no leg, so the value comes first";
  EXPECT_EQ(parse_injection("drive_fault:1:8976")->value, 8976.0);
}

TEST(Injection, ClearTakesBackOneOrAll) {
  EXPECT_EQ(parse_injection("clear")->act, InjectionOrder::Act::clear_all);
  const auto one = parse_injection("clear:stuck:4");
  ASSERT_TRUE(one);
  EXPECT_EQ(one->act, InjectionOrder::Act::clear);
  EXPECT_EQ(one->kind, Injection::stuck);
  EXPECT_EQ(one->leg, 3);
  EXPECT_EQ(parse_injection("clear:stuck")->leg, kAllLegs);
}

TEST(Injection, NonsenseIsRefused) {
  for (const char* text : {"",
                           ":",
                           "stuk",
                           "STUCK",
                           "stuck:",
                           "stuck:0",
                           "stuck:7",
                           "stuck:-1",
                           "stuck:1.5",
                           "stuck:1:2",
                           "encoder_jump:1:nan",
                           "encoder_jump:1:inf",
                           "encoder_jump:1:2x",
                           "encoder_jump:1:2:3",
                           "emergency_stop:1",
                           "clear:",
                           "clear:nothing",
                           "clear:stuck:9",
                           "clear:clear",
                           "encoder_jump::5",
                           "supply_sag:1:0.5",
                           "no_licence:1"}) {
    EXPECT_FALSE(parse_injection(text)) << text;
  }
}

TEST(Injection, ClearingOneLegLeavesTheOthers) {
  Injected injected;
  injected.inject(Injection::stuck, kAllLegs, 0.0);
  injected.clear(Injection::stuck, 2);
  EXPECT_TRUE(injected.on(Injection::stuck, 1));
  EXPECT_FALSE(injected.on(Injection::stuck, 2));
  EXPECT_TRUE(injected.any(Injection::stuck));
  injected.clear_all();
  EXPECT_FALSE(injected.any(Injection::stuck));
}

}  // namespace
}  // namespace hexad::plant
