#pragma once
// What darren hosts were promised.

#include "model/contract.hpp"

namespace hexad::protocols::darren {

inline constexpr Contract kContract{.silence = std::chrono::milliseconds{200},
                                    .arming = Arming::stream_while_running,
                                    .on_silence = OnSilence::hold,
                                    .resume_by = ResumeBy::command_edge,
                                    .lease = LeaseRule::after_silence,
                                    .bring_up = BringUp::zero_and_raise,
                                    .on_limit = OnLimit::clamp,
                                    .running_is_mode = true,
                                    .rearm_by_silence = true,
                                    .idle_return = IdleReturn::when_lost};

}  // namespace hexad::protocols::darren
