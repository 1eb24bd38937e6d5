// How the cueing is tuned and which effects are asked for.

#include <cmath>

#include "cueing/effect_kinds.hpp"
#include "cueing/presets.hpp"
#include "cueing/tuning.hpp"
#include "drill/scenario.hpp"

namespace hexad::drill {

/// The worker makes what the core wants, and needs a moment for it.
void Scenario::complete_cueing() {
  const CueReport& cue = telemetry().cue;
  if (cue.wanted == 0 || cue.wanted == cueing_made_) return;
  cueing_made_ = cue.wanted;
  auto engine = std::make_unique<cueing::Predictive>();
  engine->tune(machine_, cueing::derive(machine_, cue.tuning), 1e-3);
  replies_.push_back({seconds() + 0.02,
                      {++tag_, kWorker, now_, &kWorkerContract, 0, AdoptCueing{cue.wanted, engine.get()}}});
  engines_.push_back(std::move(engine));
}

/// Each number left to the preset, or anywhere in its range; some are outside, and refused.
CueTuning Scenario::any_tuning() {
  CueTuning tuning;
  tuning.preset = static_cast<CuePreset>(pick(6));
  tuning.engine = chance(0.2) ? CueEngine::predictive : CueEngine::classical;
  tuning.input = chance(0.1) ? CueInput::specific_force : CueInput::acceleration;
  for (const cueing::TuningNumber& number : cueing::tuning_numbers())
    if (chance(0.3)) number.at(tuning) = uniform(number.range->low, number.range->high) * number.range->scale;
  if (chance(0.2)) tuning.rotation_point = {uniform(-0.5, 0.5), uniform(-0.5, 0.5), uniform(-1, 1.5)};
  if (chance(0.05)) tuning.tilt_rate = chance(0.5) ? 1.0 : std::nan("");
  return tuning;
}

/// As large as it may be, or a little too large, and refused; or one is taken away.
SetEffect Scenario::any_effect() {
  const auto place = static_cast<std::uint8_t>(pick(static_cast<int>(kEffects)));
  if (chance(0.25)) return {place, {}};
  const auto kinds = cueing::effect_kinds();
  const cueing::EffectInfo& info = kinds[static_cast<std::size_t>(pick(static_cast<int>(kinds.size())))];
  EffectSettings settings = cueing::usual_effect(info.kind);
  for (const cueing::EffectNumber& number : info.numbers) {
    if (!chance(0.7)) continue;
    const double shown = uniform(number.low, number.high);
    number.set(settings, (number.whole ? std::floor(shown) : shown) * number.scale(settings));
  }
  const cueing::EffectNumber& size = *cueing::find_number(info, info.size);
  const double largest =
      cueing::fit_of(machine_, cueing::load_of(cueing::make_effect(machine_, settings))).largest;
  size.set(settings, size.get(settings) * largest * (chance(0.1) ? 1.1 : uniform(0.3, 0.999)));
  return {place, settings};
}

}  // namespace hexad::drill
