#pragma once
// A black box's recording as one JSON document (docs/console-api.md, "GET /api/fault"). Any thread but the
// real-time one: takes some ten milliseconds.

#include <chrono>
#include <string>

#include "engine/black_box/black_box.hpp"
#include "words/event_text.hpp"

namespace hexad::inline recorder {

/// What the recording does not know of itself.
struct RecordingAbout {
  std::string platform;
  std::string version;
  double rate_hz;
  const Machine& machine;  ///< of the cause's revision
  const ProtocolNames& names;
  std::chrono::system_clock::time_point time;  ///< of the cause
  std::uint64_t missed;                        ///< by BlackBox::missed()
};

/// "drive_error", "emergency_stop"
std::string name_of(const Recording::Cause& cause);
/// "drive error, leg 3: the drive reports 0x7305"
std::string to_text(const Recording::Cause& cause);

/// One object; a line each for its head, every row, every request, frame and event.
std::string to_json(const Recording& recording, const RecordingAbout& about);

}  // namespace hexad::inline recorder
