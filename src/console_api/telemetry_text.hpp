#pragma once
// A snapshot as the console gets it, sixty times a second, and as it stands at the head of the status: one
// set of names. Millimetres, degrees, seconds.

#include "console_api/message_table.hpp"
#include "console_api/status_report.hpp"

namespace hexad::inline console_api {

struct Snapshot {
  const Identity& identity;
  const Telemetry& t;
  const TelemetryContext& beside;
};
const MessageTable<Snapshot>& telemetry_table();
const MessageTable<LegFeedback>& leg_table();
const MessageTable<Snapshot>& rotary_table();
const MessageTable<Feedback>& drives_table();

/// Goes on behind the message's number: ,"type":"t",…}
std::string telemetry_text(const Identity& identity, const Telemetry& telemetry,
                           const TelemetryContext& beside);

}  // namespace hexad::inline console_api
