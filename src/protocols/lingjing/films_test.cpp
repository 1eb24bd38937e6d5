// Films: MV on a playlist of three.

#include <gtest/gtest.h>

#include "protocols/lingjing/testing/bench.hpp"

namespace hexad::protocols::lingjing {
namespace {

using namespace std::chrono_literals;

Settings three_films() {
  Settings settings;
  settings.films = 3;
  return settings;
}

/// A film of kA that plays.
struct FilmBench : Bench {
  FilmBench() : Bench{State::ready, three_films()} {
    send("@MV:play#");
    playing();
    port.clear();
  }
  void playing() {
    answer(Outcome::accepted);
    port.now.state = State::running;
    port.now.program = ProgramKind::file;
    port.now.driver = kA;
    port.now.why_not = Refusal::moving;
    pass(1ms);
  }
  void paused() {
    port.now.state = State::holding;
    port.now.hold = HoldBy::host;
    port.now.held_by = kA;
    answer(Outcome::paused);
    pass(1ms);
  }
};

TEST(LingjingFilms, PlayStartsTheFirstFilmAndBringsThePlatformUp) {
  Bench bench{State::powered_up, three_films()};
  bench.send("@MV:play#");
  ASSERT_EQ(bench.port.prepared.size(), 1U);
  EXPECT_EQ(std::get<FileOrder>(bench.port.prepared[0].order).list, FileOrder::List::film);
  EXPECT_EQ(bench.film(), 1);
  EXPECT_EQ(bench.port.prepared[0].request.contract->bring_up, BringUp::zero_and_raise);
  EXPECT_EQ(bench.port.prepared[0].request.driver, kA);
}

TEST(LingjingFilms, PlayWhilePlayingDoesNothing) {
  FilmBench bench;
  bench.send("@MV:play#");
  EXPECT_TRUE(bench.port.prepared.empty() && bench.port.requests.empty());
}

TEST(LingjingFilms, PauseHoldsAndPlayResumes) {
  FilmBench bench;
  bench.send("@MV:pause#");
  EXPECT_EQ(bench.latched(), std::vector{Control::hold});
  bench.paused();
  bench.send("@MV:play#");
  ASSERT_EQ(bench.port.requests.size(), 1U);
  EXPECT_EQ(std::get<Control>(bench.port.requests[0].what), Control::resume);
  EXPECT_TRUE(bench.port.prepared.empty());
}

TEST(LingjingFilms, StopEndsTheFilmAndReturnsToNeutral) {
  FilmBench bench;
  bench.send("@MV:stop#");
  EXPECT_EQ(bench.latched(), std::vector{Control::stop});
  EXPECT_EQ(bench.steps(), std::vector{Step::neutral});
  EXPECT_EQ(bench.port.requests[0].contract->bring_up, BringUp::refuse) << "it raises nothing";
}

TEST(LingjingFilms, AStopOfAnotherSenderLeavesThePlatformWhereItStands) {
  FilmBench bench;
  bench.send("@MV:stop#", kB);
  ASSERT_EQ(bench.port.latches.size(), 1U);
  EXPECT_EQ(bench.port.latches[0].from, kB);
  EXPECT_TRUE(bench.steps().empty());
}

TEST(LingjingFilms, OfAnotherSenderOnlyPauseAndStopAct) {
  FilmBench bench;
  bench.send("@MV:pause#", kB);
  EXPECT_EQ(bench.latched(), std::vector{Control::hold});
  for (const std::string_view frame : {"@MV:play#", "@MV:next#", "@MV:pre#"}) bench.send(frame, kB);
  EXPECT_TRUE(bench.port.prepared.empty() && bench.port.requests.empty());
  EXPECT_EQ(bench.port.drops.size(), 3U);
}

TEST(LingjingFilms, NextAndPreSelectTheNeighbourAndWrap) {
  Bench bench{State::ready, three_films()};
  bench.send("@MV:pre#");
  EXPECT_TRUE(bench.port.prepared.empty()) << "none was playing";
  bench.send("@MV:play#");
  EXPECT_EQ(bench.film(), 3);
  Bench other{State::ready, three_films()};
  other.send("@MV:next#");
  other.send("@MV:next#");
  other.send("@MV:next#");
  other.send("@MV:next#");
  other.send("@MV:play#");
  EXPECT_EQ(other.film(), 2);
}

TEST(LingjingFilms, NextPlaysTheNeighbourIfOneWasPlaying) {
  FilmBench bench;
  bench.send("@MV:next#");
  EXPECT_EQ(bench.film(), 2);
  bench.playing();
  bench.paused();
  bench.port.clear();
  bench.send("@MV:next#");
  EXPECT_TRUE(bench.port.prepared.empty()) << "a frozen film does not play";
  bench.send("@MV:play#");
  EXPECT_EQ(bench.film(), 3) << "the one that is selected now, not the frozen one";
}

TEST(LingjingFilms, APoseFromTheDriverEndsTheFilm) {
  FilmBench bench;
  bench.send("@A6:0,0,0,0,0,232.5#");
  EXPECT_EQ(bench.port.streams.size(), 1U) << "a stream takes over from its host's own program: the core's";
  EXPECT_EQ(bench.target().kind, StreamTarget::Kind::pose);
  bench.send("@A6:0,0,0,0,0,232.5#", kB);
  EXPECT_EQ(bench.port.streams.size(), 1U) << "not of another sender";
}

TEST(LingjingFilms, APoseEndsAFilmThatItsHostHasFrozen) {
  FilmBench bench;
  bench.paused();
  bench.send("@A6:0,0,0,0,0,232.5#");
  EXPECT_EQ(bench.steps(), std::vector{Step::run});
}

TEST(LingjingFilms, APoseNeverEndsAnothersHold) {
  FilmBench bench;
  bench.paused();
  bench.port.now.driver = {};  // the hold of somebody else has disarmed the driver
  bench.pass(1ms);
  bench.send("@A6:0,0,0,0,0,232.5#");
  EXPECT_TRUE(bench.port.latches.empty()) << "a stop would free what somebody holds";
}

TEST(LingjingFilms, ARefusedTrackIsExplained) {
  Bench bench{State::ready, three_films()};
  bench.send("@MV:play#");
  bench.answer(Outcome::refused, Refusal::bad_program);
  ASSERT_EQ(bench.port.explanations.size(), 1U);
  EXPECT_NE(bench.port.explanations[0].text.find("film 1 was not started"), std::string::npos);
  bench.send("@MV:play#");
  EXPECT_EQ(bench.port.prepared.size(), 2U) << "it may be tried again";
}

TEST(LingjingFilms, Rule21_PlayEndsAHoldAlsoWithoutAPlaylist) {
  Bench bench;
  bench.following();
  bench.send("@MV:pause#");
  bench.port.now.state = State::holding;
  bench.port.now.hold = HoldBy::host;
  bench.port.now.held_by = kB;
  bench.pass(1ms);
  bench.send("@MV:play#");
  ASSERT_EQ(bench.port.requests.size(), 1U) << "another lingjing host's too";
  EXPECT_EQ(std::get<Control>(bench.port.requests[0].what), Control::resume);
  EXPECT_TRUE(bench.port.drops.empty());
}

TEST(LingjingFilms, Rule21_PlayDoesNotEndTheHoldOfAnotherProtocolOrOfTheOperatorAndSaysSo) {
  for (const HoldBy by : {HoldBy::by_operator, HoldBy::pause, HoldBy::host}) {
    FilmBench bench;
    bench.paused();
    bench.port.now.hold = by;
    bench.port.now.held_by = kOther;
    bench.send("@MV:play#");
    EXPECT_TRUE(bench.port.requests.empty() && bench.port.latches.empty() && bench.port.prepared.empty());
    EXPECT_EQ(bench.port.explanations.size(), 1U);
  }
}

TEST(LingjingFilms, AnEmptyPlaylistIsSaid) {
  Bench bench;
  bench.send("@MV:play#");
  EXPECT_TRUE(bench.port.prepared.empty());
  ASSERT_EQ(bench.port.drops.size(), 1U);
  EXPECT_EQ(bench.port.drops[0].text, "no films");
}

}  // namespace
}  // namespace hexad::protocols::lingjing
