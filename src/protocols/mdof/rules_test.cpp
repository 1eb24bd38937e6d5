// What mdof hosts are told where the lifecycle's rules 20, 21 and 31 decide.

#include <gtest/gtest.h>

#include "protocols/mdof/testing/bench.hpp"

namespace hexad::protocols::mdof {
namespace {

TEST(Mdof, ResumeIsAnsweredByTheCoreWithZeroAlsoWhenNothingIsPaused) {
  for (const Answer& nothing : {answered(Outcome::done), refused(Refusal::nothing_to_do)}) {
    Bench bench;
    EXPECT_EQ(bench.ask("6"), "");
    EXPECT_EQ(std::get<Control>(bench.port.requests.at(0).what), Control::resume);
    EXPECT_EQ(bench.core(nothing), "6#0");
    EXPECT_TRUE(bench.port.explanations.empty());
  }
}

TEST(Mdof, Rule21_WhatAnotherProtocolOrTheOperatorHoldsIsNotResumedAndSaysSo) {
  for (const Refusal refusal : {Refusal::other_driver_paused, Refusal::paused, Refusal::barred}) {
    Bench bench{State::holding};
    bench.send("6");
    EXPECT_EQ(bench.refuse(refusal), "6#193") << to_string(refusal);
    EXPECT_EQ(bench.port.explanations.size(), 1U);
    EXPECT_EQ(bench.ask("23"), "23#0");
  }
}

TEST(Mdof, Rule20_ABarOrAMissingEnableIsNoBusy) {
  for (const Refusal refusal : {Refusal::barred, Refusal::not_enabled}) {
    Bench bench;
    bench.send("9 0 0 10 0 0 0");
    EXPECT_EQ(bench.refuse(refusal), "9#193");
    EXPECT_EQ(bench.ask("23"), "23#0");
    const std::string& text = bench.port.explanations.at(0).text;
    EXPECT_NE(text.find(refusal == Refusal::barred ? "hexad ctl give" : "hexad ctl enable"),
              std::string::npos)
        << text;
  }
}

TEST(Mdof, Rule31_OverlappingResetsAreAnsweredEach) {
  Bench bench{State::fault};
  bench.send("2", kA);
  const Tag first = bench.port.last_tag;
  bench.send("2", kB);
  const Tag second = bench.port.last_tag;
  bench.send("3", kC);
  EXPECT_EQ(bench.core(Outcome::done, bench.port.last_tag, kC), "3#0");
  EXPECT_EQ(bench.core(Outcome::done, first, kA), "2#0");
  EXPECT_EQ(bench.core(Outcome::done, second, kB), "2#0");
  EXPECT_EQ(bench.core(Outcome::done, second, kB), "") << "and once";
}

}  // namespace
}  // namespace hexad::protocols::mdof
