// Where sets come from and go to: files, circles, another frame.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "config/build_machine.hpp"
#include "kinematics/inverse.hpp"
#include "messages/print.hpp"
#include "motion/command_motion.hpp"
#include "verification/parameter_set.hpp"
#include "verification/testing/ask.hpp"

namespace hexad::verification {
namespace {

using namespace testing;

TEST(Verify, SaveAndLoadGiveTheSameBytesAndTheSameNumbers) {
  std::mt19937 random{7};
  std::printf("seed 7\n");
  for (int i = 0; i < 200; ++i) {
    Json set = the_1200();
    for (Json& joint : set["base"])
      for (Json& value : joint)
        value = static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(random() % 0x49000000U)));
    const std::string text = ask(answer_csv_save, {{"set", set}})["text"];
    EXPECT_EQ(text.substr(0, 3), "\xEF\xBB\xBF");
    const Json loaded = ask(answer_csv, {{"text", text}});
    ASSERT_TRUE(loaded["set"].is_object()) << loaded;
    EXPECT_EQ(ask(answer_csv_save, {{"set", loaded["set"]}})["text"], text);
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_EQ(static_cast<float>(loaded["set"]["base"][0][k].get<double>()),
                static_cast<float>(set["base"][0][k].get<double>()));
  }
  EXPECT_EQ(ask(answer_csv, {{"text", ask(answer_csv_save, {{"set", the_1200()}})["text"]}})["set"]["base"],
            the_1200()["base"]);
}

TEST(Verify, ABadFileSaysLineColumnAndWhatWasExpected) {
  const Json bad = ask(answer_csv, {{"text", "# mine\nbase,1,2,3,4\nplatform,1,1x,,3\n"}});
  EXPECT_TRUE(bad["set"].is_null());
  EXPECT_EQ(bad["errors"][0]["line"], 3);
  EXPECT_EQ(bad["errors"][0]["column"], 12);
  EXPECT_EQ(bad["errors"][0]["text"], "\"1x\" is not a number");
  EXPECT_EQ(bad["errors"][0]["expected"], "a number such as -362.2983");
  std::string text = ask(answer_csv_save, {{"set", the_1200()}})["text"];
  text.replace(text.find("lead,5\n"), 7, "lead,\n");
  const Json empty = ask(answer_csv, {{"text", text}});
  EXPECT_TRUE(empty["set"]["lead"].is_null()) << "an empty field stays empty";
  Json zero = empty["set"];
  zero["lead"] = 0.0;
  EXPECT_EQ(ask_pose(empty["set"], {0, 0, 0, 0, 0, 0}), ask_pose(zero, {0, 0, 0, 0, 0, 0}))
      << "and counts as 0";
  EXPECT_EQ(empty["marks"][0]["line"], 16) << "and is marked";
}

std::string utf16(const std::string& ascii, bool big_end_first) {
  std::string bytes = big_end_first ? "\xFE\xFF" : "\xFF\xFE";
  for (const char letter : ascii)
    bytes += big_end_first ? std::string{'\0', letter} : std::string{letter, '\0'};
  return bytes;
}

/// As Excel saves it in Germany, France, Japan…, as a table of tabs, and as "Unicode text".
TEST(Verify, TheFileComesBackFromSpreadsheetsOfAllCountries) {
  const ConfigCsv csv =
      *read_config_csv(ask(answer_csv_save, {{"set", the_1200()}})["text"].get<std::string>());
  const std::string saved = write_config_csv(csv).substr(3);
  const auto replaced = [](std::string text, char from, char to) {
    std::replace(text.begin(), text.end(), from, to);
    return text;
  };
  std::string quoted, crlf;
  for (const char letter : saved) {
    quoted += letter == ','    ? std::string{"\",\""}
              : letter == '\n' ? std::string{"\"\n\""}
                               : std::string{letter};
    crlf += letter == '\n' ? std::string{"\r\n"} : std::string{letter};
  }
  quoted = '"' + quoted.substr(0, quoted.size() - 1);
  std::string upper = saved;
  upper.replace(0, 4, "Base");
  const std::string semicolons = replaced(replaced(saved, ',', ';'), '.', ',');
  const std::string tabs = replaced(replaced(saved, ',', '\t'), '.', ',');
  for (const std::string& text :
       {saved, crlf, quoted, upper, semicolons, tabs, "sep=;\r\n" + semicolons, "\xEF\xBB\xBF" + semicolons,
        "item,number,x,y,z\n" + saved, "# 第二套\n" + semicolons, utf16(tabs, false), utf16(semicolons, true),
        utf16(tabs, false).substr(2), replaced(saved, ',', ';')}) {
    const auto again = read_config_csv(text);
    ASSERT_TRUE(again) << text.substr(0, 80) << ' ' << again.error().front().in_words();
    EXPECT_EQ(write_config_csv(*again).substr(3), saved) << text.substr(0, 80);
  }
  const auto wrong = read_config_csv(replaced(semicolons, '9', 'x'));
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().front().line, 1u) << "lines stay what they are";
}

TEST(Verify, CirclesGiveTheTwelveJointsOfTheDefaultPlatform) {
  const Json by_distance{{"diameter", 900}, {"distance", 100}};
  const Json joints = ask(answer_circle, {{"base", by_distance}, {"platform", by_distance}});
  EXPECT_EQ(joints["base"], the_1200()["base"]);
  EXPECT_EQ(joints["platform"], the_1200()["platform"]);
  const double angle = 2.0 * std::asin(100.0 / 900.0) * 180.0 / M_PI;
  EXPECT_EQ(ask(answer_circle, {{"base", {{"diameter", 900}, {"angle", angle}}}, {"platform", by_distance}}),
            joints);
  const Json both = ask(answer_circle, {{"base", {{"diameter", 900}, {"angle", 1}, {"distance", 2}}},
                                        {"platform", by_distance}});
  EXPECT_EQ(both["error"]["text"], "base: either the pair angle or the pair distance");
}

/// CoShift: with the joints called by the user frame's names, a pose in it needs the same legs as the
/// original machine commanded through that frame (csfi decision 4).
TEST(Verify, Decision4_CoShiftedJointsTakeCommandsOfTheUserFrame) {
  ParameterSet set;
  const auto config = load_platform({.platform = "allcontroller-1200"});
  set = set_of(*csv_of(config.config, *config.machine));
  std::mt19937 random{11};
  std::printf("seed 11\n");
  const auto within = [&](double most) {
    return std::uniform_real_distribution<double>{-most, most}(random);
  };
  for (int i = 0; i < 50; ++i) {
    const std::array<double, 6> frame{within(200), within(200), within(200), 0, 0, within(180)};
    Machine framed = *check_set(set).machine;
    framed.frame.user_frame = {Vec3{frame[0], frame[1], frame[2]} * kMillimetre,
                               rotation_from_angles({0, 0, frame[5] * kDegree}, RotationOrder::zyx)};
    const CheckedSet moved = check_set(shifted(set, frame));
    ASSERT_TRUE(moved.machine) << messages::english(moved.error());
    const AxisValues command{within(0.04), within(0.04), within(0.04), within(0.1), within(0.1), within(0.1)};
    const LegLengths there =
        kinematics::lengths(framed, motion::command_pose(framed, kXyzConvention, command).value);
    const LegLengths here = kinematics::lengths(*moved.machine, kXyzConvention.to_pose(command, 0.0));
    EXPECT_LT((there - here).cwiseAbs().maxCoeff() / kMillimetre, 5e-4)
        << "joints are rounded to 0.1 micrometre";
  }
}

/// The same for all six numbers of the frame, tilts too. The set's own machine stands upright whatever it is
/// called, so the legs are measured between the joints as they are called: b' to Qᵀn + t' + R'·p', n where
/// neutral is.
TEST(Verify, Decision4_CoShiftKeepsEveryLegForAllSixNumbersOfTheFrame) {
  const auto config = load_platform({.platform = "allcontroller-1200"});
  const ParameterSet set = set_of(*csv_of(config.config, *config.machine));
  std::mt19937 random{29};
  std::printf("seed 29\n");
  const auto within = [&](double most) {
    return std::uniform_real_distribution<double>{-most, most}(random);
  };
  double worst = 0.0;
  for (int i = 0; i < 200; ++i) {
    const std::array<double, 6> frame{within(300), within(300), within(300),
                                      within(80),  within(80),  within(180)};
    Machine framed = *check_set(set).machine;
    framed.frame.user_frame = {
        Vec3{frame[0], frame[1], frame[2]} * kMillimetre,
        rotation_from_angles(Vec3{frame[3], frame[4], frame[5]} * kDegree, RotationOrder::zyx)};
    const AxisValues command{within(0.04), within(0.04), within(0.04), within(0.1), within(0.1), within(0.1)};
    const LegLengths there =
        kinematics::lengths(framed, motion::command_pose(framed, kXyzConvention, command).value);

    const ParameterSet moved = shifted(set, frame);
    const Pose pose = kXyzConvention.to_pose(command, 0.0);
    const Vec3 neutral = framed.frame.user_frame.rotation.conjugate() * framed.heights.neutral.position;
    for (std::size_t leg = 0; leg < kMaxLegs; ++leg) {
      const auto& p = moved.platform[leg];
      const auto& b = moved.base[leg];
      const Vec3 joint = neutral + pose.position + pose.rotation * (Vec3{p[0], p[1], p[2]} * kMillimetre);
      const double here = (joint - Vec3{b[0], b[1], b[2]} * kMillimetre).norm();
      worst = std::max(worst, std::abs(here - there[static_cast<Eigen::Index>(leg)]) / kMillimetre);
    }
  }
  std::printf("[   seen   ] largest difference of a leg: %.6f mm\n", worst);
  EXPECT_LT(worst, 5e-4) << "joints are rounded to 0.1 micrometre";
}

}  // namespace
}  // namespace hexad::verification
