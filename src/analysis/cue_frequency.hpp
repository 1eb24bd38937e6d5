#pragma once
// The frequency response of the whole chain, from the host's frame to the simulated legs, after the objective
// motion cueing test: ten tests at twelve frequencies from 0.1 to 15.85 rad/s.

#include <array>
#include <complex>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/cue_run.hpp"
#include "cueing/frequency_response.hpp"
#include "messages/message.hpp"

namespace hexad::analysis {

inline constexpr std::size_t kCueFrequencies = cueing::kResponseFrequencies;
inline constexpr std::size_t kCueTests = cueing::kResponseTests;

using CueTest = cueing::ResponseTest;
using cueing::response_frequency;
using cueing::response_tests;

struct CuePoint {
  double gain = 0.0;   ///< in the unit of the test
  double phase = 0.0;  ///< degrees, −180…180, of the felt against the vehicle's
  bool measured = false;
  bool governed = false;  ///< the governor acted: not a linear response
};

struct CueResponse {
  CueSetting setting;
  std::array<std::array<CuePoint, kCueFrequencies>, kCueTests> points{};
};

/// `axes`: inputs to be moved; the tests of the others are left out.
CueResponse measure_response(const Machine& machine, const CueSetting& setting,
                             const std::array<bool, kAxes>& axes);

/// Acceptance bands: rows test,rad_s,gain_min,gain_max,phase_min,phase_max; an empty field is no bound.
struct CueBand {
  std::size_t test = 0;
  std::size_t frequency = 0;
  double gain_min = 0.0, gain_max = 0.0, phase_min = 0.0, phase_max = 0.0;
  bool holds(const CuePoint& point) const noexcept;
};
Result<std::vector<CueBand>, messages::Message> read_bands(const std::string& path);

}  // namespace hexad::analysis
