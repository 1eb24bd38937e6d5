// A search walks over five numbers: both circles, both pair distances (as shares of the circles) and the
// height of neutral. The rest follows: over every pose that is required the legs go from their shortest to
// their longest, so the stroke is twice the larger way from neutral, rounded up, and the retracted leg is
// what neutral leaves of it. Power is the largest force times the largest speed of a leg. What breaks a bound
// costs more the farther it does.

#include "design/requirement.hpp"

#include <nlopt.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "config/print.hpp"
#include "design/requirement_look.hpp"
#include "kinematics/inverse.hpp"

namespace hexad::design {
namespace {

using namespace internal;

constexpr unsigned kVariables = 5;
constexpr int kWideLooks = 900;          // all over
constexpr int kNearLooks = 300;          // around the best
constexpr double kLeastSingular = 0.25;  // of that at neutral
constexpr double kMostCondition = 12.0;
constexpr double kPenalty = 20.0;
constexpr double kInHand = 5.0 * kMillimetre;
constexpr double kHeightInHand = 0.98;  // legs are made a little longer afterwards

/// What is known of every evaluation of a search.
struct Search {
  const Requirement& requirement;
  const Weights& weights;
  std::vector<Pose> poses;
  const std::function<bool()>& ends;
  double reference_power;
  nlopt_opt optimiser = nullptr;
};

/// Two joints of a pair have room beside each other, and are at most as far apart as six evenly spread: half
/// the diameter.
Shape shape_of(const Requirement& requirement, const double* x) {
  const double least = 2.0 * requirement.body.cylinder_radius + requirement.least_clearance;
  const auto pair = [least](double diameter, double share) {
    return least + share * std::max(0.5 * diameter - least, 0.0);
  };
  return {x[0], pair(x[0], x[1]), x[2], pair(x[2], x[3]), x[4]};
}

/// With a little in hand: numbers are made round afterwards.
double broken(const Requirement& requirement, const Look& look) {
  const double retracted = look.neutral_length - 0.5 * look.stroke - kInHand;
  const auto over = [](double value, double bound) { return std::max(value / bound - 1.0, 0.0); };
  return over(requirement.dead_length + look.stroke, std::max(retracted, 1e-3)) +
         over(look.joint_angle, 0.97 * requirement.joint_angle) +
         std::max(1.0 - look.singular / kLeastSingular, 0.0) + over(look.condition, kMostCondition) +
         std::max((requirement.least_clearance + kInHand - look.clearance) / 0.1, 0.0);
}

double cost_of(unsigned, const double* x, double*, void* data) {
  Search& search = *static_cast<Search*>(data);
  if (search.ends()) nlopt_force_stop(search.optimiser);
  const Shape shape = shape_of(search.requirement, x);
  const Machine machine = raw_machine(search.requirement, shape);
  const Look look = look_at(machine, search.requirement, search.poses);
  const double footprint = std::max(shape.base_diameter, shape.platform_diameter);
  const double cost =
      search.weights.power * look.force * std::max(look.speed, 0.05) / search.reference_power +
      search.weights.footprint * footprint / search.requirement.largest_diameter +
      search.weights.stroke * look.stroke / 0.5 + 0.05 * shape.height / search.requirement.largest_height +
      kPenalty * broken(search.requirement, look);
  return std::isfinite(cost) ? cost : 1e6;
}

std::array<double, kVariables> searched(Search& search, std::uint64_t seed) {
  const Requirement& r = search.requirement;
  const std::array<double, kVariables> low{0.3, 0.0, 0.2, 0.0, 0.15};
  const std::array<double, kVariables> high{r.largest_diameter, 0.9, r.largest_diameter, 0.9,
                                            kHeightInHand * r.largest_height};
  std::array<double, kVariables> x{};
  for (std::size_t i = 0; i < kVariables; ++i) x[i] = std::min(0.5 * (low[i] + high[i]), high[i]);
  nlopt_srand(static_cast<unsigned long>(seed));
  double cost = 0.0;
  for (const auto& [algorithm, looks] :
       {std::pair{NLOPT_GN_CRS2_LM, kWideLooks}, std::pair{NLOPT_LN_SBPLX, kNearLooks}}) {
    search.optimiser = nlopt_create(algorithm, kVariables);
    nlopt_set_lower_bounds(search.optimiser, low.data());
    nlopt_set_upper_bounds(search.optimiser, high.data());
    nlopt_set_min_objective(search.optimiser, cost_of, &search);
    nlopt_set_maxeval(search.optimiser, looks);
    nlopt_set_ftol_rel(search.optimiser, 1e-5);
    nlopt_optimize(search.optimiser, x.data(), &cost);
    nlopt_destroy(search.optimiser);
  }
  return x;
}

}  // namespace

Weights weights_of(std::size_t step) noexcept {
  // The three alone and all alike first, then evenly over the triangle between them.
  constexpr std::array<Weights, 4> kFirst{
      {{1.0, 1.0, 1.0}, {3.0, 0.2, 0.2}, {0.2, 3.0, 0.2}, {0.2, 0.2, 3.0}}};
  if (step < kFirst.size()) return kFirst[step];
  const std::size_t n = step - kFirst.size() + 1;
  const double a = spread_share(n, 0), b = spread_share(n, 1);
  const double power = 1.0 - std::sqrt(a), footprint = std::sqrt(a) * (1.0 - b), stroke = std::sqrt(a) * b;
  return {3.0 * power + 0.1, 3.0 * footprint + 0.1, 3.0 * stroke + 0.1};
}

std::optional<Design> search_design(const Requirement& requirement, const Weights& weights,
                                    const std::vector<Motor>& motors, std::uint64_t seed,
                                    const std::function<bool()>& ends) {
  Search search{requirement, weights, required_poses(requirement), ends, 0.0};
  const double speed = std::max({requirement.envelope.velocity[0], requirement.envelope.velocity[1],
                                 requirement.envelope.velocity[2], 0.1});
  search.reference_power = std::max(requirement.payload.mass * kGravity * speed / 3.0, 1.0);
  const std::array<double, kVariables> x = searched(search, seed);
  if (ends()) return std::nullopt;
  return finished(requirement, shape_of(requirement, x.data()), search.poses, motors);
}

std::string platform_file(const Design& design) {
  std::string text =
      "# Made by `hexad design`. Check it (`hexad check`, the page Verify) before anything is built.\n";
  if (design.motor != nullptr)
    text += "# Motor: " + design.motor->name +
            (design.motor->typical ? " (typical values: the data sheet decides)\n" : "\n");
  return text + to_toml(design.config);
}

}  // namespace hexad::design
