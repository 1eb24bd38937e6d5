#include "engine/sessions/host_report.hpp"

#include <algorithm>
#include <vector>

#include "messages/say.hpp"

namespace hexad::inline engine {

void gather(const SessionRouter& board, TimePoint wall, HostsReport& report) {
  report.time = wall;
  report.hosts.clear();
  report.ports.clear();
  report.busy = 0;
  std::vector<const Host*> hosts;
  for (const auto& line : board.lines()) {
    static_cast<void>(report.ports.push_back({line->protocol(), line->drops()}));
    report.busy += line->drops().of(messages::row_of(messages::Id::drop_busy).english);
    for (const Host& host : line->hosts().hosts()) hosts.push_back(&host);
  }
  std::sort(hosts.begin(), hosts.end(),
            [](const Host* a, const Host* b) { return a->last_seen() > b->last_seen(); });
  for (const Host* const host : hosts) {
    const HostReport one{host->endpoint(),
                         host->rate_hz(wall),
                         host->jitter(),
                         host->received(),
                         host->drops().of(messages::row_of(messages::Id::drop_lost).english),
                         host->last_seen(),
                         host->drops(),
                         host->gaps(),
                         host->told()};
    if (!report.hosts.push_back(one)) break;
  }
}

}  // namespace hexad::inline engine
