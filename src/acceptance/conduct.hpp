#pragma once
// An acceptance from its first motion to its report: what command line and console have in common.

#include <string>
#include <vector>

#include "acceptance/bounds.hpp"
#include "acceptance/console_rig.hpp"
#include "acceptance/report.hpp"
#include "acceptance/tests.hpp"

namespace hexad::runtime::acceptance {

/// In the order in which they run; all when `names` is empty. A name that is none is said, with the nearest.
Result<std::vector<accept::TestInfo>, std::string> choose_tests(const std::vector<std::string>& names);

/// Those of a file; of the one that comes with the program when `file` is empty.
Result<std::vector<accept::Bound>, std::string> read_bounds(std::string file);

/// With the date and what the program says of itself; no figures yet.
accept::Report begin_report(const RigStatus& status, std::string machine, bool quick);

/// Moves the platform through the tests and leaves it as it was. Nothing: all went well, the report has what was found.
/// Otherwise why it was ended early, and what became of the platform.
words::Message conduct(ConsoleRig& rig, const std::string& state, const std::vector<accept::TestInfo>& tests,
                       const accept::Plan& plan, accept::Report& report);

}  // namespace hexad::runtime::acceptance
