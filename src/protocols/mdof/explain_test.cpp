// What is answered with a refusal is explained: what came, what the manual says, what to do.

#include <gtest/gtest.h>

#include "messages/message.hpp"
#include "messages/print.hpp"
#include "model/messages.hpp"
#include "protocols/mdof/testing/bench.hpp"

namespace hexad::protocols::mdof {
namespace {

std::string told(const Bench& bench) {
  return bench.port.explanations.empty() ? "nothing" : bench.port.explanations.back().text;
}
bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(MdofExplain, AFileThatDoesNotExist) {
  Bench bench;
  EXPECT_EQ(bench.ask("33 77"), "33#-1");
  EXPECT_TRUE(contains(told(bench), "there is no file 77, only 1 to 3")) << told(bench);
}

TEST(MdofExplain, TooManyCommandsAtOnce) {
  Bench bench;
  bench.port.queue_full = true;
  EXPECT_EQ(bench.ask("9 0 0 10 0 0 0"), "9#-2");
  EXPECT_TRUE(contains(told(bench), "one motion at a time")) << told(bench);
}

TEST(MdofExplain, EveryRefusalOfTheCoreIsExplainedToWhoAsked) {
  for (const Refusal refusal :
       {Refusal::emergency, Refusal::fault, Refusal::barred, Refusal::paused, Refusal::moving,
        Refusal::other_driver, Refusal::not_zeroed, Refusal::out_of_reach}) {
    Bench bench;
    bench.send("9 0 0 10 0 0 0", kB);
    bench.refuse(refusal);
    ASSERT_EQ(bench.port.explanations.size(), 1U) << to_string(refusal);
    EXPECT_EQ(bench.port.explanations[0].to, kB);
    EXPECT_TRUE(contains(told(bench), messages::english(id_of(refusal)))) << told(bench);
  }
}

TEST(MdofExplain, Rule24_ACodeOfTooFastSaysWhetherSpeedAccelerationOrJerk) {
  const std::pair<Limit, std::string_view> rows[]{{Limit::axis_velocity, "velocity"},
                                                  {Limit::axis_acceleration, "acceleration"},
                                                  {Limit::axis_jerk, "jerk"}};
  for (const auto& [limit, word] : rows) {
    Bench bench;
    bench.send("13 0.3 0 0 100 0 0 0");
    EXPECT_EQ(bench.core(refused(Refusal::out_of_reach, hit(limit, 2))), "13#175");
    EXPECT_TRUE(contains(told(bench), word)) << told(bench);
    bench.send("12,0,0,40*t,0,0,0");
    EXPECT_EQ(bench.core(answered(Outcome::limit_reached, hit(limit, 2))), "12#175");
    EXPECT_TRUE(contains(told(bench), "12 (formula) ended with 175: a limit was met (")) << told(bench);
    EXPECT_TRUE(contains(told(bench), word)) << told(bench);
  }
}

TEST(MdofExplain, WhatIsDoneIsNotExplained) {
  Bench bench;
  for (const char* line : {"20", "24", "31", "4", "5", "6"}) bench.send(line);
  bench.send("7");
  bench.core(Outcome::done);
  EXPECT_EQ(told(bench), "nothing");
}

}  // namespace
}  // namespace hexad::protocols::mdof
