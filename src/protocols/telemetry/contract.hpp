#pragma once
// What games and simulators were promised: they follow nothing up, so they bring nothing up either. Nothing
// they send arms them (neither silence nor a change): only the operator does, by `give` or `resume`.

#include "model/contract.hpp"

namespace hexad::protocols::telemetry {

constexpr Contract contract_with(Duration silence) noexcept {
  return {.silence = silence,
          .arming = Arming::stream_while_running,
          .on_silence = OnSilence::hold,
          .resume_by = ResumeBy::command_edge,
          .lease = LeaseRule::after_silence,
          .bring_up = BringUp::refuse,
          .on_limit = OnLimit::clamp,
          .rearm_by_silence = false,
          .rearm_by_change = false,
          .guest = true};
}

}  // namespace hexad::protocols::telemetry
