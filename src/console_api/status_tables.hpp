#pragma once
// The tables behind GET /api/status and the messages `hosts` and `loop`.

#include "console_api/telemetry_text.hpp"

namespace hexad::inline console_api {

struct StatusSource {
  const Identity& identity;
  const StatusReport& report;
};
struct HostSource {
  const StatusSource& status;
  const HostReport& host;
};
struct ListeningSource {
  std::string protocol;
  std::string address;
  const DropCounters* dropped;
};
const MessageTable<HostSource>& host_table();
const MessageTable<ListeningSource>& listening_table();
const MessageTable<LoopStatistics>& loop_table();
const MessageTable<LogLine>& log_table();
const MessageTable<StatusReport>& queues_table();
const MessageTable<StatusSource>& status_table();

}  // namespace hexad::inline console_api
