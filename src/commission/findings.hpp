#pragma once
// What the record of a leg says. With x_t what the leg was told and x_m what it reported, at a steady speed v
// out (+) and in (−):
//
//   x_m = k·x_t ∓ (v·τ + b/2)        k scale, τ delay, b lost motion
//
// At rest no time has a part in it, so that a busy computer cannot be taken for worn gears: k is the slope of
// x_m over x_t between places where the leg rested, b how far apart it stands at one place, come from above
// and from below. The mean lag of both ways is v·τ + b/2 whatever k is, and two speeds give τ; only moments
// count in which the loop kept its time. Friction is half the difference of the torques out and in. Tool
// code: allocates.

#include <string>
#include <vector>

#include "commission/procedure.hpp"

namespace hexad::commission {

struct LegFigures {
  double scale = 0.0;      ///< reported over told
  double delay = 0.0;      ///< s; NaN = the loop never kept its time
  double backlash = 0.0;   ///< m; NaN = not measured
  double following = 0.0;  ///< m, largest, once the delay is taken out
  double friction = 0.0;   ///< N
  double load = 0.0;       ///< Nm, standing out
  double slip = 0.0;       ///< m, drives off
  double switched = 0.0;   ///< m out, where the lower switch opened; NaN = it was not seen to
};

struct Finding {
  messages::Message what;
  bool wrong = false;  ///< else a remark
};

struct LegResult {
  std::size_t leg = 0;
  LegFigures figures{};
  std::vector<Finding> findings{};
  std::size_t other = 0;    ///< from 0: whose place it has; itself = none
  double correction = 1.0;  ///< of drives.scale
  bool complete = false;

  bool wrong() const;
};

LegResult judge(const Machine& machine, const Plan& plan, const LegRecord& record);

/// What is set now.
struct Wired {
  std::vector<double> order{};
  std::vector<double> scale{};
};
/// Lines for the platform file and the configuration, TOML, with what each is by.
std::string suggestion(const Machine& machine, const Wired& wired, const std::vector<LegResult>& results,
                       const std::vector<LegRecord>& records);

}  // namespace hexad::commission
