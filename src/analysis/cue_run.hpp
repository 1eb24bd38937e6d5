#pragma once
// Vehicle motion through the whole chain in virtual time (analysis/cue_chain.hpp), the engine alone beside
// it, and what is to be said about both.

#include <optional>
#include <string>
#include <vector>

#include "analysis/cue_chain.hpp"
#include "analysis/manoeuvre.hpp"
#include "analysis/possible_table.hpp"
#include "cueing/engine.hpp"
#include "cueing/perception.hpp"
#include "cueing/presets.hpp"

namespace hexad::analysis {

/// What is kept of a run, every 10 ms.
struct CueSample {
  double time = 0.0;
  VehicleInput input;
  cueing::Felt vehicle;
  cueing::Felt cabin;
  cueing::Felt vehicle_perceived;
  cueing::Felt cabin_perceived;
  AxisValues pose{};  ///< of the chain, SI, from neutral
  Extensions legs = Extensions::Zero();
  double tilt_rate = 0.0;
  bool governed = false;
};

struct Against {
  double value = 0.0;  ///< m/s² or rad/s
  std::size_t axis = 0;
  double time = 0.0;
};

/// Everything said about one setting and one manoeuvre.
struct CueResult {
  CueSetting setting;
  cueing::Settings settings;
  AxisValues travel{};         ///< of the chain: largest, either way
  AxisValues engine_travel{};  ///< of the engine alone
  double tilt_rate = 0.0;      ///< largest, pitch and roll together
  double force_error = 0.0;    ///< rms of what is perceived, against the vehicle
  double rate_error = 0.0;
  double force_still = 0.0;  ///< the same if the platform stood still
  double rate_still = 0.0;
  double fast_error = 0.0;  ///< of the force itself above 2 rad/s, where the otoliths' model is all but blind
  double fast_still = 0.0;
  double false_rotation = 0.0;        ///< s with a noticeable rotation that the vehicle did not make
  double false_rate = 0.0;            ///< the most of it, rad/s
  std::optional<double> onset_delay;  ///< s from the vehicle's first noticeable force to that of the cabin
  std::optional<double> tilt_hole;    ///< weakest felt force along it, 0.3 to 1.5 s later, m/s²
  Against force_against;              ///< felt force against the cue, while it lasts and after it
  Against rate_against;
  std::int64_t ticks = 0;
  std::int64_t governed_ticks = 0;
  LimitHit first_limit;
  double first_limit_time = 0.0;
  double at_limits = 0.0;      ///< s with a leg at the end of its stroke or at its speed limit
  double stroke_used = 0.0;    ///< of the busiest leg, of what it has to its nearer end from the middle
  std::int64_t fallbacks = 0;  ///< of the predictive engine to the classical one
  double lag_error = 0.0;      ///< largest distance of the simulated legs from their set values, m
  std::optional<PossibleErrors> possible;  ///< where it is known
  std::vector<CueSample> samples;
  std::string failure;  ///< why the run ended early; empty = it did not
};

/// How much of the improvement over a cabin at rest that is possible was reached; none where that is not
/// known.
std::optional<double> share_reached(const CueResult& result) noexcept;

/// What possible.hpp is asked for a setting.
PossibleSettings possible_settings(const CueResult& result);

/// `gives_up`, asked now and then: nobody wants the result any more, which is then not whole.
CueResult run_cue(const Machine& machine, const CueSetting& setting, const Manoeuvre& manoeuvre,
                  bool (*gives_up)() noexcept = nullptr);

}  // namespace hexad::analysis
