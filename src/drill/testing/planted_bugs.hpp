#pragma once
// Bugs as a faulty core would have them: either what it puts out is changed on its way to the observer, or it
// does not hear what was said.

#include <functional>
#include <ostream>
#include <vector>

#include "drill/drill.hpp"

namespace hexad::drill {

struct Bug {
  const char* name;
  int invariant;  ///< that finds it
  /// Into one life; what it remembers begins anew.
  std::function<void(Options&)> plant;
};

inline void PrintTo(const Bug& bug, std::ostream* out) { *out << bug.name; }

std::vector<Bug> bugs_of_motion();  ///< planted_bugs.cpp
std::vector<Bug> bugs_of_life();    ///< planted_bugs_life.cpp

}  // namespace hexad::drill
