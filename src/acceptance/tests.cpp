#include "acceptance/tests.hpp"

#include <array>

namespace hexad::acceptance {
namespace {

constexpr std::array<TestInfo, 7> kTests{{{"reach", "Reach", test_reach, 36, 31},
                                          {"speed", "Speed", test_speed, 26, 22},
                                          {"response", "Frequency response", test_response, 91, 42},
                                          {"balance", "Leg balance", test_balance, 6, 5},
                                          {"turnaround", "Turn-around bump", test_turnaround, 25, 9},
                                          {"repeatability", "Repeatability", test_repeatability, 14, 12},
                                          {"latency", "Latency", test_latency, 12, 8}}};

}  // namespace

std::span<const TestInfo> tests() noexcept { return kTests; }

}  // namespace hexad::acceptance
