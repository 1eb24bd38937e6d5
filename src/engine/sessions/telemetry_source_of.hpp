#pragma once
// The game or simulator a configuration names, as a codec: for the session that listens to it, and for
// `hexad host`, which plays it.

#include <memory>

#include "config/config.hpp"
#include "protocols/telemetry_source.hpp"

namespace hexad::inline engine {

/// None when it is off.
std::unique_ptr<const protocols::TelemetrySource> telemetry_source_of(const TelemetrySettings& settings);

}  // namespace hexad::inline engine
