#pragma once
// A snapshot as the console gets it, sixty times a second: one compact object, described in docs/console-api.md.
// Millimetres, degrees, seconds.

#include <optional>

#include "console_api/status_report.hpp"

namespace hexad::runtime::console {

/// What the snapshot itself does not know.
struct Beside {
  double mono_s = 0.0;                ///< a steady clock, when the text was made
  std::optional<double> silence_s{};  ///< of the host that drives
  std::optional<double> timeout_s{};  ///< after which its silence counts
  bool button = false;                ///< the console's e-stop button is in
  plant::Injected injected{};
  bool cue = false;  ///< with what the cueing does
};

/// Goes on behind the message's number: ,"type":"t",…}
std::string telemetry_text(const Identity& identity, const Telemetry& telemetry, const Beside& beside);

/// ["stuck:3", …]
std::string injected_text(const plant::Injected& injected, std::size_t legs);

}  // namespace hexad::runtime::console
