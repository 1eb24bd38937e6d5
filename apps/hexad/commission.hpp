#pragma once
// `hexad commission`: one leg after the other with the running program, by a key that is held.

#include <string>
#include <vector>

#include "hexad/console.hpp"

namespace hexad::cli {

struct CommissionOptions {
  ConsoleOptions console;
  std::vector<int> legs;  ///< from 1; none = all
  double distance = 5.0;  ///< mm
  double speed = 5.0;     ///< mm/s
  double torque = 100.0;  ///< % of the rated one
  std::string report;     ///< file
  std::string json;       ///< file
  std::string place;
  std::string conducted_by;
  bool yes = false;
};
int commission(const CommissionOptions& options);

}  // namespace hexad::cli
