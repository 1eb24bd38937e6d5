// Tracks that shake too hard, filtered when asked for.

#include "motion/prepare/smooth.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "messages/print.hpp"
#include "motion/prepare/preflight.hpp"
#include "motion/program/testing/platform.hpp"

namespace hexad::motion {
namespace {

const Machine& standard() {
  static const Machine machine = testing_support::standard_platform();
  return machine;
}

/// A script: heave 40 mm at 0.2 Hz that comes and goes smoothly, and a tremble of `tremble` mm at 15 Hz on
/// it.
files::MotionText script(double tremble) {
  files::MotionText text;
  text.name = "waves.csv";
  text.format = files::Format::script;
  text.ramp_if_moving = true;
  for (int i = 0; i < 1500; ++i) {
    const double t = 0.01 * i;
    const double x = std::min({1.0, t / 3.0, (15.0 - t) / 3.0});
    const double ramp = x * x * x * (10.0 + x * (-15.0 + 6.0 * x));
    const double heave = ramp * (40.0 * std::sin(2 * kPi * 0.2 * t) + tremble * std::sin(2 * kPi * 15.0 * t));
    text.text += "0,0,0,0,0," + std::to_string(heave) + ",0\n";
  }
  return text;
}

TEST(Smooth, NothingIsFilteredUnasked) {
  EXPECT_FALSE(prepare(script(3.0), Pose{}, standard()));
  files::MotionText calm = script(0.0);
  calm.smooth = true;
  const auto prepared = prepare(calm, Pose{}, standard());
  ASSERT_TRUE(prepared);
  EXPECT_FALSE(prepared->smoothed) << "what keeps the limits is played as it is";
}

TEST(Smooth, AskedForTheHighestCutThatKeepsEveryLimitIsFoundAndWhatIsLostIsSaid) {
  files::MotionText text = script(3.0);
  text.smooth = true;
  const auto prepared = prepare(text, Pose{}, standard());
  ASSERT_TRUE(prepared);
  const Smoothing& lost = prepared->smoothed;
  ASSERT_TRUE(lost);
  EXPECT_GT(lost.cut_hz, 1.0);
  EXPECT_LT(lost.cut_hz, 15.0) << "the tremble must go";
  EXPECT_GT(lost.amplitude, 0.95);
  EXPECT_NEAR(lost.away, 3.0e-3, 1.0e-3) << "as much as the tremble was";
  PreflightSettings settings;
  settings.find_scale = false;
  EXPECT_TRUE(preflight(*prepared->program, standard(), settings).passes());
  EXPECT_NE(messages::english(message_of(lost)).find("smoothed at"), std::string::npos);
}

TEST(Smooth, NothingComesLater) {
  files::MotionText text = script(0.0);
  const auto written = assemble(text, Pose{}, standard());
  ASSERT_TRUE(written);
  const SmoothTrack track = low_passed(*written->program, 1.0);
  // exp(-(ln 2 / 2) 0.2²) of the amplitude is left, at the same times.
  for (std::size_t i = 500; i < 1000; i += 7) {
    const double sent = 40e-3 * std::sin(2 * kPi * 0.2 * 0.01 * static_cast<double>(i));
    EXPECT_NEAR(track.places[i][2], 0.98623 * sent, 0.05e-3) << i;
  }
}

TEST(Smooth, WhatIsOutOfReachIsNotCuredByAFilter) {
  files::MotionText text = script(0.0);
  std::string far;
  for (int i = 0; i < 300; ++i) far += "0,0,0,0,0,500,0\n";
  text.text = far;
  text.smooth = true;
  EXPECT_FALSE(prepare(text, Pose{}, standard()));
}

double roughest(const std::vector<Vec6>& places) {
  double most = 0.0;
  for (std::size_t i = 3; i < places.size(); ++i)
    most = std::max(
        most, (places[i] - 3.0 * places[i - 1] + 3.0 * places[i - 2] - places[i - 3]).cwiseAbs().maxCoeff());
  return most;
}

TEST(Rounding, IsTakenOutWithinHalfADigitHoweverRowsAreSpaced) {
  for (const bool even : {true, false}) {
    std::vector<double> times;
    std::vector<Vec6> places;
    std::vector<Vec6> exact;
    for (int i = 0; i < 400; ++i) {
      times.push_back(0.01 * i + (even || i % 2 == 0 ? 0.0 : 0.004));
      exact.push_back(Vec6::Constant(0.04 * std::sin(2 * kPi * 0.3 * times.back())));
      places.push_back(Vec6::Constant(1e-5 * std::round(1e5 * exact.back()[0])));
    }
    const std::vector<Vec6> written = places;
    take_out_rounding(times, places, Vec6::Constant(5e-6));
    EXPECT_EQ(places.front(), written.front());
    EXPECT_EQ(places.back(), written.back());
    double away = 0.0;
    for (std::size_t i = 0; i < places.size(); ++i)
      away = std::max(away, (places[i] - written[i]).cwiseAbs().maxCoeff());
    EXPECT_LE(away, 5.0001e-6);
    if (even) {
      EXPECT_LE(roughest(places), 0.02 * roughest(written));
    }
    double error = 0.0;
    for (std::size_t i = 0; i < places.size(); ++i)
      error = std::max(error, std::abs(places[i][0] - exact[i][0]));
    EXPECT_LE(error, 6e-6);
  }
}

}  // namespace
}  // namespace hexad::motion
