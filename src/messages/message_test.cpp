#include "messages/say.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "messages/json.hpp"
#include "messages/print.hpp"

namespace hexad::messages {
namespace {

const Message kHit =
    say<Id::limit_at_leg>(3, Id::limit_leg_velocity, Number{512.3, Unit::mm_s}, Number{400.0, Unit::mm_s});

TEST(Message, IsToldInBothLanguagesWithTheSameFacts) {
  EXPECT_EQ(to_text(kHit, Language::english), "leg 3 velocity: 512.3 mm/s asked, 400 mm/s allowed");
  EXPECT_EQ(to_text(kHit, Language::chinese), "缸 3 速度：请求 512.3 mm/s，允许 400 mm/s");
}

TEST(Message, IsToldInsideAnother) {
  const Message whole = say<Id::ended_at_limit>(kHit);
  EXPECT_EQ(english(whole), "it ended at a limit: leg 3 velocity: 512.3 mm/s asked, 400 mm/s allowed");
  EXPECT_EQ(to_text(whole, Language::chinese), "因达到限值而结束：缸 3 速度：请求 512.3 mm/s，允许 400 mm/s");
}

TEST(Message, NumbersAreGivenInSiAndShownInTheUnitOfTheRow) {
  EXPECT_EQ(english(say<Id::host_lost>("mdof", 0.2)), "host lost: mdof, silent for 200 ms");
  EXPECT_EQ(to_text(Number{40.0, Unit::deg_s}), "40°/s");
  EXPECT_EQ(to_text(Number{-0.0 + tidy(-1e-13), Unit::mm}), "0 mm");
  EXPECT_EQ(tidy(123456.78), 123457.0);
  EXPECT_EQ(tidy(-0.00123456), -0.0012346);
}

TEST(Message, EqualMeansTheSameFactsAlsoInside) {
  EXPECT_EQ(say<Id::ended_at_limit>(kHit), say<Id::ended_at_limit>(kHit));
  Message other = kHit;
  other.facts[0] = Number{4.0, Unit::none};
  EXPECT_FALSE(say<Id::ended_at_limit>(other) == say<Id::ended_at_limit>(kHit));
  EXPECT_FALSE(Message{Id::base} == Message{Id::platform});
}

TEST(Message, GoesToJsonAndBack) {
  const Message whole =
      say<Id::host_refused>("darren 10.0.0.1:5", say<Id::with_detail>(Id::refusal_out_of_reach, kHit));
  const nlohmann::ordered_json json = to_json(whole);
  EXPECT_EQ(
      json.dump(),
      R"({"id":"host_refused","facts":{"who":"darren 10.0.0.1:5","why":{"id":"with_detail","facts":{"what":)"
      R"({"id":"refusal_out_of_reach"},"detail":{"id":"limit_at_leg","facts":{"leg":3,"limit":)"
      R"({"id":"limit_leg_velocity"},"asked":{"value":512.3,"unit":"mm/s"},"allowed":{"value":400,"unit":"mm/s"}}}}}}})");
  EXPECT_EQ(to_text(from_json(json), Language::chinese), to_text(whole, Language::chinese));
}

TEST(Message, WhatIsNoMessageIsNothing) {
  for (const char* text : {"null", "3", "{}", R"({"id":3})", R"({"id":"said by a later version"})"})
    EXPECT_FALSE(from_json(nlohmann::ordered_json::parse(text))) << text;
  const Message bare =
      from_json(nlohmann::ordered_json::parse(R"({"id":"host_lost","facts":{"who":7,"silence":"x"}})"));
  EXPECT_EQ(english(bare), "host lost: 7, silent for x");
  EXPECT_TRUE(to_json(Message{}).is_null());
}

TEST(Language, IsTheFirstThatIsSet) {
  ::unsetenv("LC_ALL");
  ::unsetenv("LC_MESSAGES");
  ::setenv("LANG", "zh_CN.UTF-8", 1);
  EXPECT_EQ(language_of_environment(), Language::chinese);
  ::setenv("LC_ALL", "C", 1);
  EXPECT_EQ(language_of_environment(), Language::english);
  ::setenv("LC_ALL", "", 1);
  EXPECT_EQ(language_of_environment(), Language::chinese);
  ::unsetenv("LC_ALL");
  ::unsetenv("LANG");
  EXPECT_EQ(language_of_environment(), Language::english);
}

}  // namespace
}  // namespace hexad::messages
