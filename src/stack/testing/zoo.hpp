#pragma once
// Bugs that lives of the whole program must find: planted between the parts of the program, one at a time.
// Test code; the product contains none of them (drill.no_bugs_in_the_product).

#include <string>
#include <vector>

#include "stack/life.hpp"

namespace hexad::stack {

struct Bug {
  std::string part;  ///< sessions, store, console, drives
  std::string name;
  int invariant = 0;  ///< that finds it
  void (*plant)(Seams&) = nullptr;
};

std::vector<Bug> bugs_of_mdof();
std::vector<Bug> bugs_of_streams();
std::vector<Bug> bugs_around();
std::vector<Bug> bugs_of_console();
std::vector<Bug> all_bugs();

}  // namespace hexad::stack
