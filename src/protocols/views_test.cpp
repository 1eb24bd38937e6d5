// I14: the protocols' views of the platform's one life are functions of one snapshot, by the table of the
// lifecycle, and never contradict each other.

#include <gtest/gtest.h>

#include "protocols/darren/view.hpp"
#include "protocols/mdof/view.hpp"
#include "protocols/motus/view.hpp"

namespace hexad::protocols {
namespace {

struct View {
  State state;
  int darren;
  int motus;  ///< -1: depends on more than the state
  bool connected, moving;
};

constexpr View kTable[] = {{State::init, 0, 55, false, false},     {State::powered_up, 1, 55, true, false},
                           {State::zeroing, 2, 0, true, true},     {State::origin, 3, -1, true, false},
                           {State::ascending, 4, 2, true, true},   {State::ready, -1, -1, true, false},
                           {State::running, 6, -1, true, true},    {State::to_neutral, 7, 14, true, true},
                           {State::stopping, -1, -1, true, true},  {State::holding, 10, -1, true, true},
                           {State::descending, 9, 12, true, true}, {State::manual, 20, 32, true, true},
                           {State::fault, 11, 33, true, false},    {State::emergency, 12, 33, true, false}};

Telemetry snapshot(State state) {
  Telemetry t;
  t.state = state;
  t.zeroed = state != State::init && state != State::powered_up && state != State::zeroing &&
             state != State::emergency;
  t.moving = state == State::zeroing || state == State::ascending || state == State::running ||
             state == State::to_neutral || state == State::stopping || state == State::holding ||
             state == State::descending || state == State::manual;
  t.actual_valid = true;
  return t;
}

TEST(Views, I14_AreTheTableOfTheLifecycle) {
  const Machine machine;
  for (const View& view : kTable) {
    const Telemetry t = snapshot(view.state);
    const auto mdof = protocols::mdof::snapshot_of(t, machine, kXyzConvention);
    EXPECT_EQ(mdof.connected, view.connected) << to_string(view.state);
    EXPECT_EQ(mdof.moving, view.moving) << to_string(view.state);
    EXPECT_EQ(mdof.zeroed, t.zeroed) << to_string(view.state);
    if (view.darren >= 0) {
      EXPECT_EQ(static_cast<int>(protocols::darren::status_word(t)), view.darren) << to_string(view.state);
    }
    if (view.motus >= 0) {
      EXPECT_EQ(static_cast<int>(protocols::motus::dof_status(t)), view.motus) << to_string(view.state);
    }
  }
}

TEST(Views, I14_WhatSlowsOrIsFrozenShowsWhatItWas) {
  struct Row {
    State before;
    int stopping;  ///< darren; holding is 10
    int motus;     ///< of both
  };
  for (const Row& row : {Row{State::zeroing, 2, 0}, Row{State::ascending, 4, 2}, Row{State::running, 6, 4},
                         Row{State::to_neutral, 7, 14}, Row{State::descending, 9, 12}}) {
    for (const State state : {State::stopping, State::holding}) {
      Telemetry t = snapshot(state);
      t.before = row.before;
      t.zeroed = row.before != State::zeroing;
      const bool slows = state == State::stopping;
      EXPECT_EQ(static_cast<int>(protocols::darren::status_word(t)), slows ? row.stopping : 10);
      EXPECT_EQ(static_cast<int>(protocols::motus::dof_status(t)), row.motus) << to_string(row.before);
      const auto mdof = protocols::mdof::snapshot_of(t, Machine{}, kXyzConvention);
      EXPECT_TRUE(mdof.connected && mdof.moving);
      EXPECT_EQ(mdof.zeroed, t.zeroed);
    }
  }
}

TEST(Views, I14_OriginReadyAndRunningDependOnHowTheyWereReached) {
  Telemetry t = snapshot(State::origin);
  t.arrived_by = ArrivedBy::zeroing;
  EXPECT_EQ(static_cast<int>(protocols::motus::dof_status(t)), 1);
  t.arrived_by = ArrivedBy::descending;
  EXPECT_EQ(static_cast<int>(protocols::motus::dof_status(t)), 13);

  t = snapshot(State::ready);
  EXPECT_EQ(static_cast<int>(protocols::darren::status_word(t)), 5);
  t.commanded.pose.position.z() = 0.02;
  t.actual.position.z() = 0.02;
  EXPECT_EQ(static_cast<int>(protocols::darren::status_word(t)), 10) << "raised, but not at neutral";

  for (const auto& [program, code] :
       {std::pair{ProgramKind::follow_pose, 4}, std::pair{ProgramKind::follow_legs, 4},
        std::pair{ProgramKind::cueing, 4}, std::pair{ProgramKind::file, 8},
        std::pair{ProgramKind::point_to_point, 5}, std::pair{ProgramKind::sine, 5},
        std::pair{ProgramKind::path, 5}, std::pair{ProgramKind::formula, 5}}) {
    for (const State state : {State::running, State::holding}) {
      t = snapshot(state);
      t.before = State::running;
      t.program = program;
      EXPECT_EQ(static_cast<int>(protocols::motus::dof_status(t)), code) << to_string(program);
    }
  }
}

TEST(Views, I14_NobodyShowsMotionWhereAnotherShowsAFault) {
  const Machine machine;
  for (std::size_t state = 0; state < kStates; ++state) {
    for (const State before :
         {State::zeroing, State::ascending, State::running, State::to_neutral, State::descending}) {
      for (int program = 0; program <= static_cast<int>(ProgramKind::jog); ++program) {
        for (int arrived = 0; arrived <= static_cast<int>(ArrivedBy::reset); ++arrived) {
          Telemetry t = snapshot(static_cast<State>(state));
          t.before = before;
          t.program = static_cast<ProgramKind>(program);
          t.arrived_by = static_cast<ArrivedBy>(arrived);
          const int darren = static_cast<int>(protocols::darren::status_word(t));
          const int motus = static_cast<int>(protocols::motus::dof_status(t));
          const auto mdof = protocols::mdof::snapshot_of(t, machine, kXyzConvention);
          const bool faulted = darren == 11 || darren == 12;
          ASSERT_EQ(motus == 33, faulted) << state << ' ' << to_string(before);
          ASSERT_FALSE(faulted && mdof.moving) << state << ' ' << to_string(before);
        }
      }
    }
  }
}

}  // namespace
}  // namespace hexad::protocols
