// The calibration is wrong: the drives carry another machine (`plant.geometry`) than the controller believes
// in. What shows that, what cannot, and that `hexad identify` finds the machine from what a tracker would
// have measured. All in virtual time; the same calls give the same bits.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <random>

#include "base/units.hpp"
#include "cli/process.hpp"
#include "core/bench.hpp"
#include "kinematics/forward.hpp"
#include "kinematics/geometry.hpp"
#include "kinematics/inverse.hpp"

namespace hexad::testing {
namespace {

using Json = nlohmann::json;
using cli_test::TextFile;

constexpr double kMost = 3.0;  // s of standing, at most, until a motion has settled

/// Where the joint-plane centre is in base axes, whatever the machine calls neutral.
Vec3 place_of(const Machine& machine, const Pose& pose) {
  return machine.heights.neutral.position + pose.position;
}

struct Measured {
  Extensions extension;  ///< as the drives report it
  Vec3 place;            ///< as a tracker sees it, base axes
  Quat rotation;
};

/// The controller of one machine on the drives of another, zeroed and raised as any platform is.
class Rig {
 public:
  Rig(const std::string& believed, const Machine& truth)
      : truth_{truth}, bench_{controller::Initial::powered_up, believed} {
    plant::Settings drives;
    drives.encoder_pulses = 0.0;
    bench_.plant.emplace(truth_, drives);
    bench_.feedback = bench_.plant->feedback();
    bench_.run_until(State::powered_up, 1.0);
    bench_.ask(kDesk, kOperator, Go{Step::zero});
    EXPECT_TRUE(bench_.run_until(State::origin, 60.0));
    bench_.ask(kDesk, kOperator, Go{Step::raise});
    EXPECT_TRUE(bench_.run_until(State::ready, 60.0));
  }

  Measured stand_at(const AxisValues& pose) {
    const Tag tag = bench_.ask(kDesk, kOperator, MoveTo{pose, {}, kXyzConvention});
    EXPECT_TRUE(bench_.run_until(
        [&] {
          const auto answer = bench_.last_answer(tag);
          return answer && answer->outcome == Outcome::done;
        },
        30.0));
    bench_.run(kMost);
    EXPECT_EQ(bench_.state(), State::ready) << "no fault is seen: the legs alone do not tell";
    Measured seen;
    for (std::size_t i = 0; i < believed().geometry.legs; ++i)
      seen.extension[static_cast<Eigen::Index>(i)] = bench_.telemetry().feedback.legs[i].extension;
    const Pose pose_there = bench_.plant->true_pose();
    seen.place = place_of(truth_, pose_there);
    seen.rotation = pose_there.rotation;
    return seen;
  }
  const Machine& believed() const { return bench_.machine; }

 private:
  const Machine& truth_;
  Bench bench_;
};

struct Errors {
  double position_rms = 0.0, position_max = 0.0;  // mm
  double angle_rms = 0.0, angle_max = 0.0;        // °
};

/// What a machine's forward kinematics makes of the extensions, against what was measured there.
Errors residual_of(const Machine& machine, const std::vector<Measured>& rows) {
  Errors errors;
  for (const Measured& row : rows) {
    const kinematics::Forward found = kinematics::forward(machine, row.extension);
    EXPECT_TRUE(found.ok());
    const double position = (place_of(machine, found.pose) - row.place).norm() / kMillimetre;
    const double angle = angle_between(found.pose.rotation, row.rotation) / kDegree;
    errors.position_rms += position * position / static_cast<double>(rows.size());
    errors.angle_rms += angle * angle / static_cast<double>(rows.size());
    errors.position_max = std::max(errors.position_max, position);
    errors.angle_max = std::max(errors.angle_max, angle);
  }
  errors.position_rms = std::sqrt(errors.position_rms);
  errors.angle_rms = std::sqrt(errors.angle_rms);
  return errors;
}

void print(const char* what, const Errors& errors) {
  std::printf("[   seen   ] %-34s rms %.4f mm, %.5f deg; largest %.4f mm, %.5f deg\n", what,
              errors.position_rms, errors.angle_rms, errors.position_max, errors.angle_max);
}

/// All over the reach: an extension stays `margin` away from both ends of the stroke.
std::vector<AxisValues> poses_of(const Machine& machine, std::size_t count, std::uint32_t seed) {
  std::printf("seed %u\n", seed);
  std::mt19937 random{seed};
  constexpr double kMargin = 12.0 * kMillimetre;
  const bool six = machine.geometry.legs == 6;
  const auto within = [&](double most) {
    return (static_cast<double>(random()) / 4294967295.0 * 2.0 - 1.0) * most;
  };
  std::vector<AxisValues> poses;
  while (poses.size() < count) {
    AxisValues pose{};
    for (std::size_t i = 0; i < kAxes; ++i) pose[i] = within(i < 3 ? 0.09 : 0.22);
    if (!six) pose = {0.0, 0.0, pose[2], pose[3], pose[4], 0.0};  // four legs: heave, pitch, roll
    const Extensions extension = kinematics::extensions(machine, kXyzConvention.to_pose(pose, 0.0));
    bool fits = true;
    for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
      const double one = extension[static_cast<Eigen::Index>(leg)];
      fits = fits && one > kMargin && one < machine.geometry.stroke - kMargin;
    }
    if (fits) poses.push_back(pose);
  }
  return poses;
}

std::vector<Measured> measured_at(Rig& rig, const std::vector<AxisValues>& poses) {
  std::vector<Measured> rows;
  for (const AxisValues& pose : poses) rows.push_back(rig.stand_at(pose));
  return rows;
}

/// As docs/identify.md has it: poses from the neutral of the platform file that is believed.
std::string csv_of(const Machine& believed, const std::vector<Measured>& rows) {
  std::string text =
      "# sigma: mm=0.01, deg=0.001\n"
      "leg1_mm,leg2_mm,leg3_mm,leg4_mm,leg5_mm,leg6_mm,sway_mm,surge_mm,heave_mm,pitch_deg,roll_deg,yaw_"
      "deg\n";
  const auto add = [&](double value, char end) {
    std::array<char, 40> number{};
    std::snprintf(number.data(), number.size(), "%.9g%c", value, end);
    text += number.data();
  };
  for (const Measured& row : rows) {
    for (Eigen::Index i = 0; i < 6; ++i) add(row.extension[i] / kMillimetre, ',');
    const Pose pose{row.place - believed.heights.neutral.position, row.rotation};
    const AxisValues axes = kXyzConvention.from_pose(pose, 0.0);
    for (std::size_t i = 0; i < kAxes; ++i)
      add(axes[i] / (i < 3 ? kMillimetre : kDegree), i < 5 ? ',' : '\n');
  }
  return text;
}

Machine loaded(const std::string& platform) {
  const LoadedPlatform found = hexad::load_platform({.platform = platform});
  EXPECT_TRUE(found.machine) << platform;
  return *found.machine;
}

/// The joints of allcontroller-1200 as they were welded: up to 2 mm elsewhere; legs of different length.
constexpr const char* kAsBuilt =
    "name = \"as built\"\n[geometry]\n"
    "base = [[-363.6983, 266.0081, 0.8], [361.1983, 268.7081, -0.5], [414.0983, 180.8055, 0.4],\n"
    "        [50.1, -445.9136, -1.0], [-51.9, -447.3136, 0.3], [-411.1983, 179.0055, 1.2]]\n"
    "platform = [[-51.0, 448.3136, 0.6], [50.5, 446.1136, -1.3], [411.1983, -181.6055, 0.1],\n"
    "            [363.3983, -265.8081, 0.9], [-363.0983, -268.1081, -0.4], [-413.6983, -179.7055, 0.5]]\n"
    "leg_length = [550.7706, 548.9706, 550.0706, 548.0706, 550.1706, 549.4706]\n"
    "stroke = 200.0\n"
    "[payload]\nmass = 400.0\ncentre = [0.0, 0.0, 300.0]\ninertia = [35.0, 40.0, 50.0]\n";

TEST(WrongGeometry, SixLegsFollowItUnawareATrackerSeesItAndIdentifyFindsTheMachine) {
  const TextFile as_built{"as_built.toml", kAsBuilt};
  const Machine truth = loaded(as_built.path());  // as the setting plant.geometry takes it
  const std::string platform = "allcontroller-1200";
  Rig rig{platform, truth};
  const Machine& nominal = rig.believed();
  const std::vector<Measured> rows = measured_at(rig, poses_of(nominal, 24, 17));

  // Six legs, six freedoms: whatever they report, some pose explains it. The contradiction is the tracker's.
  for (const Measured& row : rows) EXPECT_LT(kinematics::forward(nominal, row.extension).residual, 1e-9);
  const Errors before = residual_of(nominal, rows);
  print("believed geometry, poses measured", before);
  EXPECT_GT(before.position_rms, 0.8);
  EXPECT_GT(before.angle_rms, 0.05);
  const Errors right = residual_of(truth, rows);
  print("true geometry, the same poses", right);
  // A leg finds its zero against an end stop that gives way: some micrometres.
  EXPECT_LT(right.position_max, 0.01) << "with the right geometry there is no contradiction";

  const TextFile measured{"measured.csv", csv_of(nominal, rows)};
  const TextFile found{"found.toml", ""};
  const cli_test::Outcome identified = cli_test::run(
      {"identify", "--platform", platform, "--measured", measured.path(), "--out", found.path(), "--json"});
  ASSERT_EQ(identified.code, 0) << identified.err;
  const Json report = Json::parse(identified.out);
  EXPECT_NEAR(report["residual"]["before"]["mm"]["rms"].get<double>() * std::sqrt(3.0), before.position_rms,
              0.02)
      << "the same residual, an axis each";
  EXPECT_LT(report["residual"]["after"]["mm"]["rms"], 0.02);

  // Poses nobody measured, read from the same platform afterwards.
  const std::vector<Measured> unseen = measured_at(rig, poses_of(nominal, 30, 18));
  const Errors still = residual_of(nominal, unseen);
  const Errors after = residual_of(loaded(found.path()), unseen);
  print("believed geometry, unseen poses", still);
  print("identified geometry, unseen poses", after);
  EXPECT_GT(still.position_rms, 0.8);
  EXPECT_LT(after.position_rms, still.position_rms / 50.0);
  EXPECT_LT(after.position_max, 0.05);
  EXPECT_LT(after.angle_max, 0.01);
}

TEST(WrongGeometry, ARightGeometryLeavesNoResidual) {
  const Machine truth = loaded("allcontroller-1200");
  Rig rig{"allcontroller-1200", truth};
  const Errors none = residual_of(rig.believed(), measured_at(rig, poses_of(rig.believed(), 6, 19)));
  print("the same machine on both sides", none);
  EXPECT_LT(none.position_max, 1e-3);
  EXPECT_LT(none.angle_max, 1e-4);
}

/// Four legs for three freedoms contradict each other when the machine is another: without any instrument.
TEST(WrongGeometry, FourLegsContradictEachOther) {
  Machine wrong = machine_named("rectangle-4");
  wrong.geometry.platform[2] += Vec3{12.0, -9.0, 0.0} * kMillimetre;
  wrong.geometry.base[2] += Vec3{12.0, -9.0, -2.0} * kMillimetre;
  const auto truth = kinematics::derive(wrong);
  ASSERT_TRUE(truth);
  Rig rig{"rectangle-4", *truth};
  const Machine& nominal = rig.believed();
  double bends = 0.0, told = 0.0;
  for (const AxisValues& pose : poses_of(nominal, 20, 20)) {
    // Stiff drives go where they are told to: the true frame is bent by what the believed one would not be.
    const Measured row = rig.stand_at(pose);
    EXPECT_LT(std::abs(kinematics::forward(nominal, row.extension).warp), 1e-5);
    bends = std::max(bends, std::abs(kinematics::forward(*truth, row.extension).warp) / kMillimetre);
    // Legs that give way until the frame is straight report what the believed geometry cannot explain.
    const Extensions straight = kinematics::extensions(*truth, kXyzConvention.to_pose(pose, 0.0));
    told = std::max(told, std::abs(kinematics::forward(nominal, straight).warp) / kMillimetre);
  }
  std::printf(
      "[   seen   ] four legs: the true frame is twisted by up to %.3f mm, the legs of a straight one "
      "contradict the believed geometry by up to %.3f mm\n",
      bends, told);
  EXPECT_GT(bends, 0.5);
  EXPECT_GT(told, 0.5);
}

}  // namespace
}  // namespace hexad::testing
