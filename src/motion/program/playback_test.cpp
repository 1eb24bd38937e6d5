#include "motion/program/playback.hpp"

#include <gtest/gtest.h>

#include "motion/program/testing/platform.hpp"

namespace hexad::motion {
namespace {

/// Straight on at 50 mm/s, for ever.
class Straight final : public Prepared {
 public:
  Straight() : Prepared{ProgramKind::formula, kEndless, 0.0} {}
  Motion at(double t) const noexcept override {
    Motion motion;
    motion.pose.position.x() = 0.05 * t;
    motion.velocity.linear.x() = 0.05;
    return motion;
  }
};

TEST(Playback, ChangedInTheMiddleOfAChangeItNeverGoesBackwards) {
  for (const bool fits : {true, false}) {
    Machine machine = testing_support::standard_platform();
    if (!fits) machine.limits.translation.velocity = 0.001;  // no change of speed fits
    const Straight straight;
    Playback playback;
    playback.load(machine, straight);
    playback.run(1.0);
    double before = 0.0;
    const auto advance = [&](int ticks) {
      for (int i = 0; i < ticks; ++i) {
        playback.advance(1e-3);
        EXPECT_GE(playback.path_time(), before) << fits;
        before = playback.path_time();
      }
    };
    advance(100);
    playback.run(0.1);
    advance(fits ? 70 : 800);  // on its way down
    playback.run(1.0);
    advance(60);
    playback.run(0.1);
    advance(4000);
    EXPECT_FALSE(playback.changing()) << fits;
    const double steady = before;
    advance(1000);
    EXPECT_NEAR(before - steady, 0.1, 1e-9) << fits;
  }
}

}  // namespace
}  // namespace hexad::motion
