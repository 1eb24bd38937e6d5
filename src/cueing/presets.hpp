#pragma once
// Settings made for a platform: how far and how fast it goes decides the corner frequencies, not a table.
//
// Every output of the classical engine is bounded whatever comes in: travel by limit/ω² (damping 1), its velocity by
// 2/e·limit/ω, rotation by limit/ω, tilt by its greatest angle. A preset gives each axis a share of its own reach and
// takes the corner frequency from it, or a higher one where speed is scarcer than travel. That all axes together stay
// inside is the engine's: it shares one budget among them (classical.hpp).

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "cueing/settings.hpp"
#include "model/machine.hpp"

namespace hexad::cueing {

enum class Preset : std::uint8_t { gentle, normal, strong, ship, car, aircraft };

struct PresetInfo {
  Preset preset;
  std::string_view name;
  std::string_view text;
};
std::span<const PresetInfo> presets() noexcept;
std::optional<Preset> preset_of(std::string_view name) noexcept;

std::string_view name_of(EngineKind engine) noexcept;
std::optional<EngineKind> engine_of(std::string_view name) noexcept;

/// csfi group 2's washout a and b of the machine replace the corner frequencies they are set for.
Settings derive(const Machine& machine, Preset preset, EngineKind engine = EngineKind::classical) noexcept;

}  // namespace hexad::cueing
