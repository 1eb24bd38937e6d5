#pragma once
// What the cueing page is told: how the cueing is tuned, with what it may be, and the frequency response of
// that. mm, degrees, m/s², rad/s for corner frequencies (docs/console-api.md).

#include <array>
#include <string>
#include <string_view>

#include "console_api/message_table.hpp"
#include "model/cue_tuning.hpp"
#include "model/machine.hpp"
#include "operation/manoeuvre_player.hpp"
#include "web/http.hpp"

namespace hexad::inline console_api {

using PresentEffects = std::array<EffectSettings, kEffects>;

/// GET /api/cueing
std::string cueing_text(const Machine& machine, const CueTuning& tuning, const PresentEffects& effects);

/// GET /api/cueing/response: a test by its name ("surge", "surge_pitch"). Takes a while.
web::Response cue_response(const Machine& machine, const CueTuning& tuning, std::string_view test);
bool is_cue_test(std::string_view test);

/// The part `cue` of the telemetry.
struct CueShown {
  const CueReport& cue;
  const std::optional<PlayedManoeuvre>& manoeuvre;
};
const MessageTable<CueShown>& cue_table();
/// The part `manoeuvre` of that.
const MessageTable<PlayedManoeuvre>& manoeuvre_table();

}  // namespace hexad::inline console_api
