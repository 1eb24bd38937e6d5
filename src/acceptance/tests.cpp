#include "acceptance/tests.hpp"

#include <array>

namespace hexad::acceptance {
namespace {

constexpr std::array<TestInfo, 7> kTests{{{"reach", "Reach", test_reach},
                                          {"speed", "Speed", test_speed},
                                          {"response", "Frequency response", test_response},
                                          {"balance", "Leg balance", test_balance},
                                          {"turnaround", "Turn-around bump", test_turnaround},
                                          {"repeatability", "Repeatability", test_repeatability},
                                          {"latency", "Latency", test_latency}}};

}  // namespace

std::span<const TestInfo> tests() noexcept { return kTests; }

}  // namespace hexad::acceptance
