#include "engine/sessions/session_router.hpp"
#include "messages/say.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace hexad::inline engine {
namespace {

constexpr double kHoleToTell = 0.1;  // s of the clock
constexpr Duration kPaceTime = std::chrono::milliseconds{10};

}  // namespace

SessionRouter::SessionRouter(Platform& platform, Log& log)
    : machines_{platform.machines()},
      context_{platform.add_inbox(), platform.add_outbox(), machines_.at(platform.machine().revision), log},
      period_{platform.period()} {
  context_.names.set(kSignalEndpoint.protocol, "signal");
}

SessionChannel& SessionRouter::add(ProtocolId protocol, std::unique_ptr<Session> session,
                                   Transport& transport) {
  assert(lines_.size() < kMaxSessions);
  const std::size_t slot = lines_.size();
  context_.names.set(protocol, session->name());
  lines_.push_back(std::make_unique<SessionChannel>(protocol, slot, std::move(session), transport, context_));
  return *lines_.back();
}

void SessionRouter::take(const Now& now) {
  context_.now = now;
  context_.outbox.refresh();
  if (telemetry().revision != 0 && telemetry().revision != context_.machine->revision)
    context_.machine = machines_.at(telemetry().revision);
  tell_of_holes(now);
  Event event;
  while (context_.outbox.next(event)) {
    write_to_log(event);
    if (heard_) heard_(event);
    for (const auto& line : lines_)
      if (!event.driver || event.driver.protocol == line->protocol()) line->session().event(event, *line);
  }
  if (const std::uint64_t lost = context_.outbox.lost(); lost != lost_) {
    context_.log.error(messages::say<messages::Id::log_events_lost>(lost - lost_));
    lost_ = lost;
  }
}

/// A control loop that did not run is the operator's business, whoever is to blame for it.
void SessionRouter::tell_of_holes(const Now& now) {
  if (now.wall - paced_.wall >= kPaceTime) {
    speed_ = to_seconds(now.platform - paced_.platform) / to_seconds(now.wall - paced_.wall);
    paced_ = now;
  }
  const std::uint64_t slipped =
      telemetry().slipped_ticks - std::exchange(slipped_, telemetry().slipped_ticks);
  const double hole = to_seconds(period_) * static_cast<double>(slipped) / std::max(speed_, 1e-3);
  if (hole >= kHoleToTell)
    context_.log.warn(messages::say<messages::Id::log_loop_stood>(1e-3 * std::round(1e3 * hole)));
}

void SessionRouter::receive(SessionChannel& line, const net::Address& from, const Now& arrival,
                            std::span<const std::byte> bytes) {
  const Endpoint peer{line.protocol(), from.ip, from.port};
  line.receive({.peer = peer, .arrival = arrival.platform, .bytes = bytes}, arrival.wall);
}

void SessionRouter::unread(SessionChannel& line, const net::Address& by, const Now& now) {
  context_.now = now;
  line.session().unread({line.protocol(), by.ip, by.port}, now, line);
}

void SessionRouter::poll(const Now& now) {
  context_.now = now;
  for (const auto& line : lines_) line->session().poll(now, *line);
}

void SessionRouter::write_to_log(const Event& event) {
  const std::optional<EventText> line = describe(event, context_.names);
  if (!line) return;
  if (const std::optional<messages::Message> message = repeats_.pass(*line, context_.now.wall))
    context_.log.say_event(line->level, *message);
}

}  // namespace hexad::inline engine
