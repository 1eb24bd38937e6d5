// What people met who tried the platform with datagrams of their own, each by the name of what went wrong.

#include <cmath>
#include <cstdio>

#include "mdof_life.hpp"

namespace hexad::matrix::mdof_commands {
namespace {

using plant::Initial;

/// What the asker hears of one datagram until something final has come.
std::string told(MdofLife& life, std::string_view datagram) {
  life.heard.clear();
  life.send(life.asker, datagram);
  for (int i = 0; i < 700 && life.heard.empty(); ++i) life.listen(100ms);
  return life.heard;
}

TEST(FoundOnTheWire, AFormulaThatMetALimitBreaksNoLaterProgram) {
  MdofLife life{Initial::neutral};
  EXPECT_EQ(told(life, "12,0,0,40*t,0,0,0"), "12#165");
  EXPECT_EQ(told(life, "33 1"), "33#0");
  EXPECT_EQ(told(life, "12,0,0,10*tan(t),0,0,0"), "12#166");
  EXPECT_EQ(told(life, "9 0 0 30 0 0 0"), "9#0");
  EXPECT_EQ(told(life, "12,0,0,10*sin(t),0,0,0,1"), "12#0");
}

TEST(FoundOnTheWire, AFormulaThatStopsBeingANumberEndsWithMinus3) {
  for (const char* formula : {"sqrt(3-t)", "asin(t/2)", "ln(3-t)", "10*sqrt(3-t)"}) {
    MdofLife life{Initial::neutral};
    EXPECT_EQ(told(life, std::string{"12,0,0,"} + formula + ",0,0,0"), "12#-3") << formula;
    EXPECT_EQ(told(life, "22"), "22#0") << formula;
    EXPECT_EQ(told(life, "9 0 0 20 0 0 0"), "9#0") << formula;
  }
}

TEST(FoundOnTheWire, AMoveToWhereItStandsLocksNobodyOut) {
  for (const std::string move :
       {"9 0 0 0 0 0 0", "8", "10 1 0 0 0 0 0 0", "10 2 0 0 0 0 0 0 0 0 0 0 0 0",
        "11 1 0 0 0 0 0 0 0 0 0 0 0 0", "13 0.001 0 0 0 0 0 0", "9 0 0 0 360 0 0", "7", "1"}) {
    MdofLife life{Initial::neutral};
    const std::string done = move.substr(0, move.find(' ')) + "#0";
    for (int time = 0; time < 2; ++time) {
      EXPECT_EQ(told(life, move), done) << move;
      EXPECT_EQ(told(life, "22"), "22#0") << move;
    }
    EXPECT_EQ(told(life, "7"), "7#0") << move;
  }
}

/// mdof decision 6: within 20 ms, and simulated drives are there by then.
TEST(FoundOnTheWire, AfterTheWayUpThePlatformIsAtNeutralToFiveMicrometres) {
  for (const Initial initial : {Initial::powered_up, Initial::origin, Initial::neutral}) {
    MdofLife life{initial};
    life.send(life.asker, "1");
    for (int i = 0; i < 30'000 && life.heard.empty(); ++i) life.listen(1ms);
    ASSERT_EQ(life.heard, "1#0");
    for (int i = 0; i < 100; ++i) {
      life.heard.clear();
      life.send(life.asker, "24");
      for (int wait = 0; wait < 5 && life.heard.empty(); ++wait) life.listen(1ms);
      double at[6]{};
      ASSERT_EQ(std::sscanf(life.heard.c_str(), "24#%lf %lf %lf %lf %lf %lf", &at[0], &at[1], &at[2], &at[3],
                            &at[4], &at[5]),
                6)
          << life.heard;
      for (const double value : at) EXPECT_LE(std::abs(value), 0.005) << life.heard << " asked " << i;
    }
  }
}

TEST(FoundOnTheWire, AResumeAndAPauseOfOneTickHoldInEitherOrder) {
  for (const bool pause_first : {false, true}) {
    MdofLife life{Initial::neutral};
    life.move("33 2", State::running, 500ms);
    life.heard.clear();
    life.send(life.asker, pause_first ? "5" : "6");
    life.send(life.asker, pause_first ? "6" : "5");
    life.listen(1s);
    EXPECT_EQ(life.state(), State::holding) << pause_first;
    EXPECT_NE(life.heard.find("A:33#-5"), std::string::npos) << life.heard;
    EXPECT_EQ(life.heard.find("A:33#-6"), std::string::npos) << life.heard;
  }
}

TEST(FoundOnTheWire, TheNextOrderAfterResetIsAccepted) {
  MdofLife life{Initial::neutral};
  life.move("9 0 0 100 0 0 0", State::running, 300ms);
  life.heard.clear();
  life.send(life.asker, "2");
  life.send(life.asker, "2");
  life.listen(1s);
  EXPECT_EQ(life.heard, "A:9#-4 2#0 2#0");
  EXPECT_EQ(told(life, "1"), "1#0");
}

}  // namespace
}  // namespace hexad::matrix::mdof_commands
