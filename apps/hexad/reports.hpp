#pragma once
// Results of the kinematics commands as they are shown: mm, degrees, kN, Nm, rpm.

#include <array>
#include <string>
#include <vector>

#include "kinematics/forward.hpp"
#include "kinematics/reach.hpp"
#include "messages/message.hpp"
#include "model/axes.hpp"
#include "verification/leg_table.hpp"
#include "words/forward_words.hpp"

namespace hexad::cli {

using IkLeg = verification::LegRow;

struct IkReport {
  AxisValues pose{};
  std::vector<IkLeg> legs;
  bool reachable = false;                 ///< the pose; rates and forces may still be past their limits
  std::vector<messages::Message> limits;  ///< everything in the way
  messages::Message not_checked;          ///< what a single moment does not show, or has no limit
  double condition = 0.0;
};
std::string to_json(const IkReport& report);

struct FkReport {
  AxisValues pose{};
  double residual = 0.0;
  int iterations = 0;
  kinematics::ForwardStatus status = kinematics::ForwardStatus::no_convergence;
};
std::string to_json(const FkReport& report);

struct ReachReport {
  std::array<kinematics::Range, kAxes> ranges{};  ///< SI
};
std::string to_json(const ReachReport& report);

struct PresetReport {
  std::string name;
  std::string description;
  std::size_t legs = 0;
  bool rotary = false;
  double stroke = 0.0;
  double neutral_height = 0.0;
};
std::string to_json(const std::vector<PresetReport>& presets);

}  // namespace hexad::cli
