#pragma once
// `hexad accept`: moves a running platform through its tests and reports.

#include <string>
#include <vector>

#include "hexad/console.hpp"

namespace hexad::cli {

struct AcceptOptions {
  ConsoleOptions console;
  std::string platform;             ///< must be the one that runs; empty = whichever
  std::vector<std::string> only;    ///< tests; empty = all
  std::vector<double> frequencies;  ///< Hz; empty = the plan's
  bool quick = false;
  bool yes = false;                ///< nobody stands on it
  std::string report;              ///< HTML
  std::string json;                ///< a file, "-" = stdout, empty = none
  std::string against;             ///< an earlier report
  std::string bounds;              ///< a file; empty = the one that comes with the program
  std::vector<std::string> bound;  ///< further ones
};
int accept(const AcceptOptions& options);

}  // namespace hexad::cli
