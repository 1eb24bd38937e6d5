#include "model/state.hpp"

#include <array>

namespace hexad::inline model {
namespace {

constexpr std::array<std::string_view, kStates> kStateNames{
    "init",       "powered_up", "zeroing", "origin",     "ascending", "ready", "running",
    "to_neutral", "stopping",   "holding", "descending", "manual",    "fault", "emergency"};
constexpr std::array<std::string_view, 11> kProgramNames{
    "none",    "follow_pose", "follow_legs", "cueing", "point_to_point", "path", "timed_path",
    "formula", "sine",        "file",        "jog"};
constexpr std::array<std::string_view, 8> kArrivedByNames{
    "power_up", "zeroing", "ascending", "descending", "to_neutral", "program_end", "stop", "reset"};
constexpr std::array<std::string_view, 7> kAfterNames{
    "", "for ready", "for holding", "for powered_up", "for fault", "for ascending", "for descending"};
constexpr std::array<std::string_view, 5> kHoldNames{"nobody", "host", "pause", "operator", "lost"};

}  // namespace

std::string_view to_string(State state) noexcept { return kStateNames[static_cast<std::size_t>(state)]; }
std::string_view to_string(ProgramKind program) noexcept {
  return kProgramNames[static_cast<std::size_t>(program)];
}
std::string_view to_string(ArrivedBy how) noexcept { return kArrivedByNames[static_cast<std::size_t>(how)]; }
std::string_view to_string(After after) noexcept { return kAfterNames[static_cast<std::size_t>(after)]; }
std::string_view to_string(HoldBy by) noexcept { return kHoldNames[static_cast<std::size_t>(by)]; }

}  // namespace hexad::inline model
