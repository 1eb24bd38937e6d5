#pragma once
// What motus hosts were promised (decision 8): those that sent single frames are not timed.

#include "model/contract.hpp"

namespace hexad::protocols::motus {

constexpr Contract contract_with(Duration silence, OnSilence on_silence, BringUp bring_up,
                                 OnLimit on_limit) noexcept {
  return {.silence = silence,
          .arming = Arming::regular_frames,
          .on_silence = on_silence,
          .resume_by = ResumeBy::regular_frames,
          .lease = LeaseRule::after_silence,
          .bring_up = bring_up,
          .on_limit = on_limit,
          .rearm_by_silence = true,
          .step_by_step = true};
}

}  // namespace hexad::protocols::motus
