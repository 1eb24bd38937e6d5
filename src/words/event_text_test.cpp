#include "words/event_text.hpp"

#include <gtest/gtest.h>

#include "messages/print.hpp"
#include "messages/say.hpp"

namespace hexad::inline words {
namespace {

using namespace std::chrono_literals;

std::string say(const Notice& news, const Endpoint& driver = {}) {
  ProtocolNames names;
  names.set(1, "mdof");
  const std::optional<EventText> text = describe({0, driver, {}, news}, names);
  return text ? std::string{to_string(text->level)} + ' ' + messages::english(text->message) : "nothing";
}

constexpr Endpoint kHost{1, 0x7F000001, 4000};

TEST(EventText, SaysWhatHappened) {
  EXPECT_EQ(say(Transition{State::powered_up, State::zeroing, "zero"}),
            "info state powered_up -> zeroing (zero)");
  EXPECT_EQ(say(Transition{State::running, State::emergency, {}}), "error state running -> emergency");
  EXPECT_EQ(say(Answer{Outcome::refused, Refusal::not_zeroed, {}, {}}, kHost),
            "warn refused mdof 127.0.0.1:4000: the platform is not homed: home it first");
  EXPECT_EQ(say(Answer{Outcome::done, {}, {}, {}}, {1, 0, 0}), "info motion of mdof: done");
  EXPECT_EQ(say(LimitChange{{Limit::leg_upper, 2, 0.4012, 0.399}, true}),
            "warn limit leg 3 upper end: 401.2 mm asked, 399 mm allowed");
  EXPECT_EQ(say(LimitChange{{Limit::leg_upper, 2, 0.4012, 0.399}, false}),
            "info limit leg 3 upper end no longer acts");
  EXPECT_EQ(say(LimitChange{{Limit::axis_velocity, 3, 1.0, 40 * kDegree}, true}),
            "warn limit pitch velocity: 57.3°/s asked, 40°/s allowed");
  EXPECT_EQ(say(DriverChange{kHost}), "info driver mdof 127.0.0.1:4000");
  EXPECT_EQ(say(DriverChange{}), "info driver nobody");
  EXPECT_EQ(say(HostLost{200ms}, kHost), "warn host lost: mdof 127.0.0.1:4000, silent for 200 ms");
  EXPECT_EQ(say(MachineReleased{}), "nothing");
}

TEST(EventText, AFaultNamesLegValueAndBound) {
  const std::string text = say(FaultRaised{{FaultKind::following_error, 2, 0.0031, 0.002}});
  EXPECT_NE(text.find("leg 3"), std::string::npos) << text;
  EXPECT_NE(text.find("3.1 mm, allowed 2 mm"), std::string::npos) << text;
}

std::string passed(RepeatFilter& filter, const EventText& line, TimePoint now) {
  const std::optional<messages::Message> message = filter.pass(line, now);
  return message ? messages::english(*message) : "nothing";
}

TEST(RepeatFilter, TheFirstPassesThenOneAfterASecondWithHowManyDidNot) {
  RepeatFilter filter;
  const EventText line{Level::warn, messages::Id::outcome_refused, 42};
  EXPECT_EQ(passed(filter, line, TimePoint{0s}), "refused");
  for (int i = 1; i <= 37; ++i) EXPECT_FALSE(filter.pass(line, TimePoint{i * 10ms}));
  EXPECT_EQ(passed(filter, {Level::warn, messages::Id::outcome_done, 43}, TimePoint{500ms}), "done");
  EXPECT_EQ(passed(filter, line, TimePoint{1s}), "refused (and 37 more like it)");
  EXPECT_FALSE(filter.pass(line, TimePoint{1s + 1ms}));
}

TEST(RepeatFilter, WhatGoesOnForAnHourIsSaidMoreAndMoreSeldomAndAnewAfterAPause) {
  RepeatFilter filter;
  const EventText line{Level::warn, messages::Id::outcome_refused, 42};
  int passed = 0;
  for (int i = 0; i < 36'000; ++i) passed += filter.pass(line, TimePoint{i * 100ms}) ? 1 : 0;
  // 0, 1, 3, 7, 15, 31, 63 s, then once a minute
  EXPECT_EQ(passed, 7 + (3600 - 64) / 60);
  EXPECT_NE(filter.pass(line, TimePoint{3606s}), std::nullopt);
  EXPECT_EQ(filter.pass(line, TimePoint{3606s + 900ms}), std::nullopt);
  EXPECT_NE(filter.pass(line, TimePoint{3607s}), std::nullopt);
}

TEST(RepeatFilter, EveryTransitionPasses) {
  RepeatFilter filter;
  ProtocolNames names;
  for (int i = 0; i < 3; ++i) {
    const auto line = describe({0, {}, {}, Transition{State::ready, State::running, "run"}}, names);
    EXPECT_TRUE(line && filter.pass(*line, TimePoint{i * 1ms}));
  }
}

}  // namespace
}  // namespace hexad::inline words
