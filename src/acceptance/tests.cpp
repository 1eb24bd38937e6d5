#include "acceptance/tests.hpp"

#include <array>

#include "messages/say.hpp"

namespace hexad::acceptance {
namespace {

using messages::Id;

constexpr std::array<TestInfo, 7> kTests{
    {{"reach", Id::accept_test_reach, test_reach, 36, 31},
     {"speed", Id::accept_test_speed, test_speed, 26, 22},
     {"response", Id::accept_test_response, test_response, 91, 42},
     {"balance", Id::accept_test_balance, test_balance, 6, 5},
     {"turnaround", Id::accept_test_turnaround, test_turnaround, 25, 9},
     {"repeatability", Id::accept_test_repeatability, test_repeatability, 14, 12},
     {"latency", Id::accept_test_latency, test_latency, 12, 8}}};

}  // namespace

std::span<const TestInfo> tests() noexcept { return kTests; }

}  // namespace hexad::acceptance
