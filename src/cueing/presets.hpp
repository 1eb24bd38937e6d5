#pragma once
// Settings made for a platform: how far and how fast it goes decides the corner frequencies, not a table.
//
// Every output of the classical engine is bounded whatever comes in: travel by limit/ω² (damping 1), its
// velocity by 2/e·limit/ω, rotation by limit/ω, tilt by its greatest angle. A preset gives each axis a share
// of its own reach and takes the corner frequency from it, or a higher one where speed is scarcer than
// travel. That all axes together stay inside is the engine's: it shares one budget among them
// (classical.hpp).

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "cueing/settings.hpp"
#include "messages/message.hpp"
#include "model/machine.hpp"

namespace hexad::cueing {

using Preset = CuePreset;

struct PresetInfo {
  Preset preset;
  std::string_view name;
  messages::Id text;
};
std::span<const PresetInfo> presets() noexcept;
std::optional<Preset> preset_of(std::string_view name) noexcept;

std::string_view name_of(Preset preset) noexcept;

std::string_view name_of(EngineKind engine) noexcept;
std::optional<EngineKind> engine_of(std::string_view name) noexcept;

std::string_view name_of(InputKind input) noexcept;
std::optional<InputKind> input_of(std::string_view name) noexcept;

/// The preset made for the machine, with the single numbers of the tuning in their places. A number given
/// wins over csfi group 2's washout a and b of the machine, these over the preset's own. Whatever is given,
/// the bounds above hold: a corner that moves takes the input limit with it, a rotation point away from the
/// centre takes its part of every rotation, and the tilt is no faster than most_tilt_rate().
Settings derive(const Machine& machine, const CueTuning& tuning) noexcept;
/// A preset as it is.
Settings derive(const Machine& machine, Preset preset, EngineKind engine = EngineKind::classical) noexcept;

/// The fastest tilt whose turns a platform follows within its limits; never below the usual 3 °/s.
double most_tilt_rate(const Machine& machine) noexcept;

/// What a setting bounds an axis by, whatever comes (sway surge heave pitch roll yaw): the vehicle's input
/// that passes, travel and speed. SI; 0 for an axis that does not move.
struct AxisBounds {
  double input = 0.0;
  double travel = 0.0;
  double speed = 0.0;
};
AxisBounds bounds_of(const Settings& settings, std::size_t axis) noexcept;

}  // namespace hexad::cueing
