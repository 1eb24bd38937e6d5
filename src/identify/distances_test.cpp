// Distances between joints, targets on the platform and marks beside it, by tape or laser: the readings are
// made here by their own arithmetic, from joints written out, and the geometry is found back as well as the
// stated uncertainty says.

#include <gtest/gtest.h>

#include <cstdio>
#include <random>
#include <stdexcept>

#include "identify/design.hpp"
#include "identify/fit.hpp"
#include "identify/measurement_file.hpp"
#include "identify/plausible.hpp"
#include "identify/simulate.hpp"
#include "kinematics/inverse.hpp"
#include "kinematics/testing/machines.hpp"
#include "messages/print.hpp"

namespace hexad::identify {
namespace {

using kinematics::testing::standard_400;

constexpr double kTapeMm = kMillimetre;
constexpr double kTape = 0.1 * kTapeMm;

/// A machine that is not the nominal one, and points that nobody wrote down.
struct Hall {
  Machine nominal = standard_400();
  Geometry truth;
  std::vector<Vec3> targets{{0.31, 0.12, 0.15}, {-0.22, 0.35, 0.08}, {-0.12, -0.37, 0.2}};
  std::vector<Vec3> marks{{1.6, 0.2, 0.05}, {-0.9, 1.3, -0.1}, {-0.6, -1.5, 0.3}};

  /// "B2", "P3", "T1", "F1" at a true pose, in base axes.
  Vec3 place(const std::string& name, const Pose& pose) const {
    const auto number = static_cast<std::size_t>(name[1] - '1');
    const Vec3 centre = Vec3{0.0, 0.0, nominal.heights.neutral.position.z()} + pose.position;
    const Mat3 turn = pose.rotation.toRotationMatrix();
    if (name[0] == 'B') return truth.base[number];
    if (name[0] == 'F') return marks[number];
    return centre + turn * (name[0] == 'P' ? truth.platform[number] : targets[number]);
  }
};

/// Every joint coordinate and leg off by a normal error of 2 mm, which is what the fit takes for granted.
Geometry built(const Geometry& nominal, std::uint64_t seed) {
  std::mt19937_64 random{seed};
  std::normal_distribution<double> off{0.0, 2.0 * kTapeMm};
  Geometry truth = nominal;
  for (std::size_t i = 0; i < 6; ++i) {
    for (Eigen::Index k = 0; k < 3; ++k) {
      truth.base[i][k] += off(random);
      truth.platform[i][k] += off(random);
    }
    truth.retracted[static_cast<Eigen::Index>(i)] += off(random);
  }
  return truth;
}

/// A file as somebody with a tape would write it: every pair at every pose.
std::string taped(const Hall& hall, const std::vector<std::array<std::string, 2>>& pairs, std::size_t rows,
                  std::uint64_t seed, double noise) {
  std::mt19937_64 random{seed};
  std::normal_distribution<double> normal;
  const Machine machine = with_geometry(hall.nominal, hall.truth);
  std::string text =
      "# sigma: mm=" + std::to_string(kTape / kTapeMm) + "\nleg1_mm,leg2_mm,leg3_mm,leg4_mm,leg5_mm,leg6_mm";
  for (const auto& [from, to] : pairs) text += ",d:" + from + "-" + to + "_mm";
  for (const Pose& asked : reachable_poses(hall.nominal, rows, seed)) {
    const Extensions extension = kinematics::extensions(hall.nominal, asked);
    const auto found = kinematics::forward(machine, extension, asked);
    if (!found.ok()) throw std::runtime_error{"no pose"};
    for (Eigen::Index leg = 0; leg < 6; ++leg)
      text += (leg == 0 ? "\n" : ",") + std::to_string(extension[leg] / kTapeMm);
    for (const auto& [from, to] : pairs) {
      const double distance = (hall.place(from, found.pose) - hall.place(to, found.pose)).norm();
      text += "," + std::to_string((distance + noise * normal(random)) / kTapeMm);
    }
  }
  return text + "\n";
}

Fit fitted(const Hall& hall, const std::string& text) {
  const auto campaign = parse_campaign(text, hall.nominal, {});
  if (!campaign) throw std::runtime_error{messages::english(campaign.error().front().what)};
  auto found = fit(hall.nominal, *campaign, {});
  if (!found) throw std::runtime_error{messages::english(found.error())};
  if (const auto reason = implausible(hall.nominal, *campaign, *found))
    throw std::runtime_error{messages::english(*reason)};
  return *std::move(found);
}

/// Share of the pose errors over the reach that lie inside the stated 95 %.
double inside(const Hall& hall, const Fit& fit) {
  std::size_t good = 0, all = 0;
  for (const Pose& pose : reachable_poses(hall.nominal, 60, 4711)) {
    const PoseError error = pose_error(hall.nominal, fit.geometry, hall.truth, pose);
    const Mat6 covariance = pose_covariance(hall.nominal, fit, fit.covariance, pose);
    for (Eigen::Index k = 0; k < 6; ++k, ++all)
      good += std::abs(error.twist[k]) <= fit.coverage * std::sqrt(covariance(k, k)) ? 1U : 0U;
  }
  return static_cast<double>(good) / static_cast<double>(all);
}

using Pairs = std::vector<std::array<std::string, 2>>;
const Pairs kJoints{{"B1", "P4"}, {"B2", "P5"}, {"B3", "P6"}, {"B4", "P1"},
                    {"B5", "P2"}, {"B6", "P3"}, {"B1", "B3"}, {"P2", "P6"}};
const Pairs kTargets{{"T1", "B1"}, {"T1", "B3"}, {"T1", "B5"}, {"B2", "T2"}, {"B4", "T2"},
                     {"B6", "T2"}, {"B1", "T3"}, {"B4", "T3"}, {"T1", "T3"}};
const Pairs kWires{{"F1", "T1"}, {"F2", "T1"}, {"F3", "T1"}, {"F1", "T2"}, {"F2", "T2"}, {"F3", "T3"}};

struct Case {
  const char* name;
  Pairs pairs;
  double better;  ///< residuals, at least
};

class Distances : public ::testing::TestWithParam<Case> {};

TEST_P(Distances, TellTheGeometryAsWellAsTheStatedUncertaintySays) {
  double share = 0.0, before = 0.0, after = 0.0;
  constexpr int kMachines = 8;
  for (std::uint64_t seed = 1; seed <= kMachines; ++seed) {
    Hall hall;
    hall.truth = built(hall.nominal.geometry, seed);
    const Fit found = fitted(hall, taped(hall, GetParam().pairs, 40, 100 + seed, kTape));
    EXPECT_FALSE(found.contradicts_sigma()) << found.chi_square << " of " << found.freedom;
    share += inside(hall, found) / kMachines;
    for (const Residual& residual : found.residuals) {
      before += residual.before * residual.before;
      after += residual.after * residual.after;
    }
    for (std::size_t i = 0; i < found.frames.points.size(); ++i)
      EXPECT_LT((found.frames.points[i] - hall.targets[i]).norm(), 12.0 * kTapeMm)
          << GetParam().name << " T" << i + 1;
    for (std::size_t i = 0; i < found.frames.marks.size(); ++i)
      EXPECT_LT((found.frames.marks[i] - hall.marks[i]).norm(), 30.0 * kTapeMm)
          << GetParam().name << " F" << i + 1;
  }
  std::printf("[   seen   ] %s: left over %.1f times less, %.1f %% inside the stated 95 %%\n",
              GetParam().name, std::sqrt(before / after), 100.0 * share);
  EXPECT_GT(std::sqrt(before / after), GetParam().better);
  EXPECT_GE(share, 0.90) << "the errors are larger than is said";
  EXPECT_LE(share, 0.995) << "the errors are smaller than is said";
}

INSTANTIATE_TEST_SUITE_P(By, Distances,
                         ::testing::Values(Case{"joints", kJoints, 5.0}, Case{"targets", kTargets, 3.0},
                                           Case{"wires", kWires, 1.5}),
                         [](const auto& one) { return one.param.name; });

TEST(DistanceFile, NamesBothEndsInEitherOrderAndAMissingMarkIsSaid) {
  const Machine nominal = standard_400();
  const std::string head = "leg1_mm,leg2_mm,leg3_mm,leg4_mm,leg5_mm,leg6_mm,";
  const std::string row = "200,200,200,200,200,200,";
  const auto both = parse_campaign(head + "d:F1-T1_mm,d:T12-T2_mm\n" + row + "1500,\n", nominal, {});
  ASSERT_FALSE(both) << "T3 to T11 are told by nothing";
  const auto good = parse_campaign(head + "d:F1-T1_mm,d:T1-P3_mm\n" + row + "1500,200\n", nominal, {});
  ASSERT_TRUE(good) << messages::english(good.error().front().what);
  EXPECT_EQ(column_name(good->quantities[0]), "d:T1-F1_mm");
  EXPECT_EQ(column_name(good->quantities[1]), "d:P3-T1_mm");
  EXPECT_FALSE(good->unknown.tracker) << "nothing tells coordinates";
  const auto gap = parse_campaign(head + "d:F2-P1_mm\n" + row + "1500\n", nominal, {});
  ASSERT_FALSE(gap);
  EXPECT_EQ(messages::english(gap.error().front().what),
            "nothing is measured from F1: number the marks from F1 on without gaps");
  for (const char* name :
       {"d:B7-P1_mm", "d:B1-B1_mm", "d:T25-B1_mm", "d:T0-B1_mm", "d:B1P1_mm", "d:X1-B1_mm"})
    EXPECT_FALSE(quantity_called(name)) << name;
}

TEST(DistanceFile, APlaceThatItsDistancesDoNotTellIsNamed) {
  Hall hall;
  hall.truth = hall.nominal.geometry;
  const auto refusal = [&](const Pairs& pairs, std::size_t rows) {
    const auto campaign = parse_campaign(taped(hall, pairs, rows, 3, 0.0), hall.nominal, {});
    if (!campaign) return messages::english(campaign.error().front().what);
    const auto found = fit(hall.nominal, *campaign, {});
    return found ? std::string{"none"} : messages::english(found.error());
  };
  EXPECT_EQ(refusal({{"T1", "B1"}, {"T1", "B3"}}, 1).find("where T1 is cannot be found"), 0U);
  // Base joints lie in one plane: which side of it the mark is on, no distance tells.
  EXPECT_EQ(refusal({{"F1", "B1"}, {"F1", "B2"}, {"F1", "B3"}, {"F1", "B5"}}, 10).find("where F1 is"), 0U);
  EXPECT_EQ(refusal({{"F1", "P1"}, {"F1", "P3"}}, 10), "none");
  EXPECT_EQ(refusal({{"F1", "T1"}}, 5).find("where T1 is"), 0U);
}

}  // namespace
}  // namespace hexad::identify
