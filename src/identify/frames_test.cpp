// Instruments that stand nobody knows where: they are found with the geometry, and neither spoils the other.

#include "identify/frames.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <stdexcept>

#include "identify/design.hpp"
#include "identify/fit.hpp"
#include "identify/measurement_file.hpp"
#include "identify/observability.hpp"
#include "identify/plausible.hpp"
#include "identify/simulate.hpp"
#include "kinematics/inverse.hpp"
#include "kinematics/testing/machines.hpp"
#include "messages/print.hpp"

namespace hexad::identify {
namespace {

using kinematics::testing::standard_400;

constexpr double kFrameMm = kMillimetre;

std::vector<Quantity> told(const std::string& what) {
  auto quantities = parse_quantities(what);
  if (!quantities) throw std::runtime_error{messages::english(quantities.error())};
  set_sigmas(*quantities, {0.05 * kFrameMm, 0.005 * kDegree});
  return *quantities;
}

/// What a tracker would read, by its own arithmetic: nothing here uses value_of().
Campaign points_measured(const Machine& nominal, const Geometry& truth, const std::vector<Vec3>& targets,
                         const Mat3& turn, const Vec3& origin, std::size_t count) {
  Campaign campaign{told("targets" + std::to_string(targets.size())), {}, {}};
  for (Quantity& quantity : campaign.quantities) quantity.sigma = 1e-3 * kFrameMm;
  const Machine machine = with_geometry(nominal, truth);
  for (const Pose& pose : reachable_poses(nominal, count, 41)) {
    Row row{0, kinematics::extensions(nominal, pose), {}};
    const kinematics::Forward found = kinematics::forward(machine, row.extension, pose);
    if (!found.ok()) throw std::runtime_error{"no pose"};
    const Mat3 attitude = found.pose.rotation.toRotationMatrix();
    for (const Vec3& target : targets) {
      const Vec3 seen = turn * (found.pose.position + attitude * target) + origin;
      for (Eigen::Index k = 0; k < 3; ++k) row.values.emplace_back(seen[k]);
    }
    campaign.rows.push_back(std::move(row));
  }
  return campaign;
}

/// How far the platform is from where a controller with this geometry believes it, after what nobody can tell
/// from a base or a platform that stand elsewhere: the best rigid moves of both are taken away.
double relative_error(const Machine& nominal, const Geometry& believed, const Geometry& truth) {
  const Machine machine = with_geometry(nominal, believed);
  const auto campaign = simulate(machine, truth, full_pose(1e-6 * kFrameMm, 1e-7 * kDegree),
                                 reachable_poses(nominal, 60, 99), 1, {true, true, false});
  if (!campaign) throw std::runtime_error{messages::english(campaign.error())};
  Prior held;
  held.hold_base = held.hold_platform = held.hold_legs = true;
  const auto found = fit(machine, *campaign, held);
  if (!found) throw std::runtime_error{messages::english(found.error())};
  return summary(*found, *campaign, false, &Residual::after).rms;
}

TEST(Frames, ThreeTargetsATrackerThatStandsAnywhereTellTheGeometry) {
  const Machine nominal = standard_400();
  const Geometry truth = perturbed(nominal.geometry, 2.0 * kFrameMm, 5);
  // Upside down and metres away: no first guess near it would be luck.
  Mat3 turn;
  turn << 0.0, 0.0, 1.0, 0.0, -1.0, 0.0, 1.0, 0.0, 0.0;
  const Vec3 origin{4.2, -1.7, 0.9};
  const std::vector<Vec3> targets{{0.35, 0.1, 0.2}, {-0.2, 0.4, 0.05}, {-0.1, -0.38, 0.3}};
  const Campaign campaign = points_measured(nominal, truth, targets, turn, origin, 30);
  const auto found = fit(nominal, campaign, {});
  ASSERT_TRUE(found) << messages::english(found.error());
  const double before = relative_error(nominal, nominal.geometry, truth);
  const double after = relative_error(nominal, found->geometry, truth);
  const ResidualSummary left = summary(*found, campaign, false, &Residual::after);
  const ResidualSummary was = summary(*found, campaign, false, &Residual::before);
  std::printf(
      "[   seen   ] three targets, no noise: relative error %.3f → %.2e mm, residual %.3f → %.2e mm\n",
      before / kFrameMm, after / kFrameMm, was.rms / kFrameMm, left.rms / kFrameMm);
  EXPECT_LT(after, before / 1000.0) << "how the platform moves is found";
  EXPECT_LT(left.rms, 1e-3 * kFrameMm) << "readings without error are explained";
  EXPECT_GT(was.rms, 0.2 * kFrameMm)
      << "the nominal geometry does not explain them, wherever the tracker stands";
  EXPECT_LT((found->frames.tracker.toRotationMatrix() - turn).norm(), 0.02);
  EXPECT_LT((found->frames.origin - origin).norm(), 5.0 * kFrameMm);
  for (std::size_t k = 0; k < targets.size(); ++k)
    EXPECT_LT((found->frames.points[k] - targets[k]).norm(), 5.0 * kFrameMm);
  EXPECT_FALSE(implausible(nominal, campaign, *found))
      << messages::english(*implausible(nominal, campaign, *found));
}

TEST(Frames, PosesOfABodySomewhereOnThePlatformAndAnUnknownTracker) {
  const Machine nominal = standard_400();
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Geometry truth = perturbed(nominal.geometry, 2.0 * kFrameMm, seed);
    const Unknowns unknown{true, true, false};
    const Frames frames = somewhere(unknown, 0, seed);
    const auto campaign = simulate(nominal, truth, told("pose"), reachable_poses(nominal, 40, 10 * seed),
                                   seed, unknown, frames);
    ASSERT_TRUE(campaign) << messages::english(campaign.error());
    const auto found = fit(nominal, *campaign, {});
    ASSERT_TRUE(found) << messages::english(found.error());
    const double before = relative_error(nominal, nominal.geometry, truth);
    const double after = relative_error(nominal, found->geometry, truth);
    std::printf("[   seen   ] seed %llu, pose with unknown frames: relative error %.3f → %.3f mm\n",
                static_cast<unsigned long long>(seed), before / kFrameMm, after / kFrameMm);
    EXPECT_LT(after, before / 4.0);
    EXPECT_FALSE(found->contradicts_sigma()) << found->chi_square << " of " << found->freedom;
    EXPECT_FALSE(implausible(nominal, *campaign, *found))
        << messages::english(*implausible(nominal, *campaign, *found));
  }
}

TEST(Frames, WithoutSayingItAnUnknownTrackerIsAMistakeThatIsNamed) {
  const Machine nominal = standard_400();
  Frames frames;
  frames.origin = {0.03, -0.012, 0.003};
  const auto campaign =
      simulate(nominal, nominal.geometry, told("pose"), reachable_poses(nominal, 30, 3), 3, {}, frames);
  ASSERT_TRUE(campaign);
  const auto plain = fit(nominal, *campaign, {});
  ASSERT_TRUE(plain) << messages::english(plain.error());
  EXPECT_TRUE(implausible(nominal, *campaign, *plain));
  Campaign known = *campaign;
  known.unknown.tracker = true;
  const auto found = fit(nominal, known, {});
  ASSERT_TRUE(found) << messages::english(found.error());
  EXPECT_FALSE(implausible(nominal, known, *found))
      << messages::english(*implausible(nominal, known, *found));
  EXPECT_LT((found->frames.origin - frames.origin).norm(), 2.0 * kFrameMm);
}

TEST(Frames, AnInclinometerMayBeMountedAskew) {
  const Machine nominal = standard_400();
  const Geometry truth = perturbed(nominal.geometry, 1.0 * kFrameMm, 8);
  const Unknowns unknown{false, false, true};
  const Frames frames = somewhere(unknown, 0, 8);
  const auto campaign = simulate(nominal, truth, told("tilt,height,d:B1-P4_mm,d:B3-P6_mm"),
                                 reachable_poses(nominal, 60, 8), 8, unknown, frames);
  ASSERT_TRUE(campaign) << messages::english(campaign.error());
  const auto found = fit(nominal, *campaign, {});
  ASSERT_TRUE(found) << messages::english(found.error());
  EXPECT_FALSE(found->contradicts_sigma()) << found->chi_square << " of " << found->freedom;
  EXPECT_FALSE(implausible(nominal, *campaign, *found));
  Campaign plain = *campaign;
  plain.unknown = {};
  const auto wrong = fit(nominal, plain, {});
  EXPECT_TRUE(!wrong || wrong->contradicts_sigma() || implausible(nominal, plain, *wrong))
      << "a degree askew is no geometry";
}

/// Every derivative that the fit lives by, against a difference quotient of what is read.
TEST(Frames, GradientsAreThoseOfTheReadings) {
  const Machine machine = standard_400();
  const Unknowns unknown{true, true, true};
  Campaign campaign{told("pose,tilt,targets2,d:B2-T1_mm,d:P5-T3_mm,d:T2-F1_mm,d:P4-F2_mm"), {}, unknown};
  const FrameUnknowns unknowns{campaign};
  const Frames first = somewhere(unknown, 3, 4, 2);
  const Pose pose = reachable_poses(machine, 3, 6)[2];
  Eigen::VectorXd phi(unknowns.count());
  for (Eigen::Index i = 0; i < phi.size(); ++i) phi[i] = 0.02 * std::sin(1.7 * static_cast<double>(i));
  const Frames now = unknowns.moved(first, phi);
  const double step = 1e-6;
  for (const Quantity& quantity : campaign.quantities) {
    const Eigen::RowVectorXd slope = unknowns.gradient(quantity, machine, pose, now, phi);
    for (Eigen::Index i = 0; i < phi.size(); ++i) {
      Eigen::VectorXd more = phi, less = phi;
      more[i] += step;
      less[i] -= step;
      const double quotient = (value_of(quantity, machine, pose, unknowns.moved(first, more)) -
                               value_of(quantity, machine, pose, unknowns.moved(first, less))) /
                              (2.0 * step);
      EXPECT_NEAR(slope[i], quotient, 1e-7) << column_name(quantity) << " by unknown " << i;
    }
    const Sensitivity sensitivity = pose_sensitivity(machine, pose);
    const Gradient gradient = gradient_of(quantity, machine, pose, sensitivity, now);
    for (const Eigen::Index parameter : {Eigen::Index{1}, Eigen::Index{20}, Eigen::Index{39}}) {
      double value[2] = {};
      for (const int side : {0, 1}) {
        Deviation deviation = Deviation::Zero();
        deviation[parameter] = side == 0 ? step : -step;
        const Machine other = with_geometry(machine, moved(machine.geometry, deviation));
        const auto found = kinematics::forward(other, kinematics::extensions(machine, pose), pose);
        ASSERT_TRUE(found.ok());
        value[side] = value_of(quantity, other, found.pose, now);
      }
      EXPECT_NEAR(gradient[parameter], (value[0] - value[1]) / (2.0 * step), 2e-5)
          << column_name(quantity) << " by " << messages::english(parameter_name(parameter));
    }
  }
}

TEST(Frames, TooFewOrTooSimilarPosesAreRefusedInWords) {
  const Machine nominal = standard_400();
  const std::vector<Vec3> targets{{0.35, 0.1, 0.2}, {-0.2, 0.4, 0.05}, {-0.1, -0.38, 0.3}};
  const Campaign few = points_measured(nominal, nominal.geometry, targets, Mat3::Identity(), Vec3::Zero(), 1);
  const auto found = fit(nominal, few, {});
  ASSERT_FALSE(found);
  EXPECT_NE(messages::english(found.error()).find("where the tracker stands cannot be found"),
            std::string::npos)
      << messages::english(found.error());
}

TEST(Frames, TheFileSaysWhatIsUnknownAndNamesTargets) {
  const Machine nominal = standard_400();
  const std::string head = "leg1_mm,leg2_mm,leg3_mm,leg4_mm,leg5_mm,leg6_mm,";
  const std::string row = "200,200,200,200,200,200,";
  const auto campaign = parse_campaign(
      "# unknown: level\n" + head + "t1_x_mm,t1_y_mm,t1_z_mm,tilt_roll_deg\n" + row + "-12000,3,-5,0.5\n",
      nominal, {});
  ASSERT_TRUE(campaign) << messages::english(campaign.error().front().what);
  EXPECT_TRUE(campaign->unknown.level);
  EXPECT_EQ(campaign->quantities[1].kind, Quantity::Kind::point);
  EXPECT_EQ(campaign->quantities[1].component, 1U);
  EXPECT_NEAR(*campaign->rows[0].values[0], -12.0, 1e-12);
  const auto back = parse_campaign(to_csv(*campaign), nominal, {});
  ASSERT_TRUE(back) << messages::english(back.error().front().what);
  EXPECT_TRUE(back->unknown.level);
  EXPECT_EQ(column_name(back->quantities[2]), "t1_z_mm");
  const auto half = parse_campaign(head + "t1_x_mm,t1_y_mm\n" + row + "1,2\n", nominal, {});
  ASSERT_FALSE(half);
  EXPECT_EQ(messages::english(half.error().front().what),
            "target 1 has 2 of the columns t1_x_mm, t1_y_mm, t1_z_mm");
  const auto what = parse_campaign("# unknown: trakcer\n" + head + "height_mm\n" + row + "1\n", nominal, {});
  ASSERT_FALSE(what);
  EXPECT_EQ(what.error().front().line, 1);
}

/// What the frames take is no longer told of the geometry: the stated uncertainty grows, and the combinations
/// that only a known tracker shows are named.
TEST(Frames, UncertaintyKnowsWhatTheFramesTook) {
  const Machine nominal = standard_400();
  const auto poses = reachable_poses(nominal, 40, 12);
  const auto known = simulate(nominal, nominal.geometry, told("pose"), poses, 1);
  ASSERT_TRUE(known);
  Campaign open = *known;
  open.unknown = {true, true, false};
  const auto with = fit(nominal, *known, {}), without_frames = fit(nominal, open, {});
  ASSERT_TRUE(with && without_frames);
  const auto some = reachable_poses(nominal, 30, 13);
  const AxisValues sure = pose_sigma(nominal, *with, with->covariance, some);
  const AxisValues unsure = pose_sigma(nominal, *without_frames, without_frames->covariance, some);
  EXPECT_GT(unsure[0], 3.0 * sure[0]) << "where the base is cannot be told from where the tracker stands";
  EXPECT_GT(observability(nominal, *without_frames).untold, observability(nominal, *with).untold);
  // BᵀB + 1 is the inverse of the geometry's part of the covariance.
  const Eigen::MatrixXd b = without_frames->geometry_information();
  const Eigen::Index p = without_frames->free;
  const Eigen::MatrixXd one =
      (b.transpose() * b + Eigen::MatrixXd::Identity(p, p)) * without_frames->covariance.topLeftCorner(p, p);
  EXPECT_LT((one - Eigen::MatrixXd::Identity(p, p)).norm(), 1e-5);
}

}  // namespace
}  // namespace hexad::identify
