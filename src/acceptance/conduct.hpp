#pragma once
// An acceptance from its first motion to its report.

#include <functional>
#include <string>
#include <vector>

#include "acceptance/bounds.hpp"
#include "acceptance/operator_rig.hpp"
#include "acceptance/report.hpp"
#include "acceptance/tests.hpp"

namespace hexad::acceptance {

/// In the order in which they run; all when `names` is empty. A name that is none is said, with the nearest.
Result<std::vector<acceptance::TestInfo>, messages::Message> choose_tests(
    const std::vector<std::string>& names);

/// Those of a file; of the one that comes with the program when `file` is empty.
Result<std::vector<acceptance::Bound>, messages::Message> read_bounds(std::string file);

/// Now, in UTC.
std::string date_text();

/// Told when a test begins (from 0), with the platform seconds used so far.
using Begins = std::function<void(std::size_t test, double used)>;

/// Moves the platform through the tests and leaves it as it was. Nothing: all went well, the report has what
/// was found. Otherwise why it was ended early, and what became of the platform.
messages::Message conduct(OperatorRig& platform, State state, const std::vector<acceptance::TestInfo>& tests,
                          const acceptance::Plan& plan, acceptance::Report& report,
                          const Begins& begins = {});

}  // namespace hexad::acceptance
