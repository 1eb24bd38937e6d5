#include "model/event.hpp"

#include <array>

namespace hexad::inline model {
namespace {

constexpr std::array<std::string_view, kRefusals> kRefusalTexts{
    "nothing stands in the way",
    "the self-test is running",
    "the emergency stop is active: release it, then reset",
    "a fault is locked: reset first",
    "the drives wait for a local enable",
    "the operator has stopped everything and not yet given control back",
    "this stream flowed through a stop: it must fall silent or ask for something new first",
    "the motion is paused: resume or stop it first",
    "the platform is moving: wait for it or stop it",
    "another host drives the platform",
    "another host drives the platform and has paused it",
    "the platform is not zeroed: zero it first",
    "the platform is at the bottom: raise it first",
    "the target is out of reach",
    "a value is not a finite number",
    "this machine has no such leg or axis",
    "the file, formula or path cannot be used",
    "this cannot follow from the present state",
    "the program is about to exit",
    "the stored calibration cannot be used: see the log, then \"hexad calibrate restore\"",
    "somebody else holds the platform: only they, or the operator, can end that",
    "only the operator may do this",
    "this frame waited too long to be followed",
    "it is at neutral already",
    "it is at the bottom already",
    "it is held already",
    "you have control already",
    "nothing moves",
    "nothing is held",
    "there is no fault to clear"};

constexpr std::array<std::string_view, 10> kOutcomes{"accepted", "done",     "stopped",       "paused",
                                                     "resumed",  "refused",  "limit reached", "not finite",
                                                     "fault",    "emergency"};

constexpr std::array<std::string_view, 21> kLimits{
    "none",        "upper end",         "lower end",   "leg velocity",  "leg acceleration",
    "leg jerk",    "axis upper",        "axis lower",  "axis velocity", "axis acceleration",
    "axis jerk",   "rotation angle",    "joint angle", "singularity",   "force",
    "frame limit", "stopping distance", "clock slip",  "motor torque",  "motor torque, rms",
    "motor speed"};
static_assert(kLimits.size() == static_cast<std::size_t>(Limit::motor_speed) + 1);

}  // namespace

std::string_view to_string(Refusal refusal) noexcept {
  return kRefusalTexts[static_cast<std::size_t>(refusal)];
}
std::string_view to_string(Outcome outcome) noexcept { return kOutcomes[static_cast<std::size_t>(outcome)]; }
std::string_view to_string(Limit limit) noexcept { return kLimits[static_cast<std::size_t>(limit)]; }

}  // namespace hexad::inline model
