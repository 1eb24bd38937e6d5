#include "runtime/sessions/switchboard.hpp"

#include <fmt/format.h>

#include <cassert>

namespace hexad::runtime {

Switchboard::Switchboard(Platform& platform, Log& log)
    : machines_{platform.machines()},
      context_{platform.add_inbox(), platform.add_outbox(), machines_.at(platform.machine().revision), log} {
  context_.names.set(kSignalEndpoint.protocol, "signal");
}

Line& Switchboard::add(ProtocolId protocol, std::unique_ptr<Session> session, Transport& transport) {
  assert(lines_.size() < kMaxSessions);
  const std::size_t slot = lines_.size();
  context_.names.set(protocol, session->name());
  lines_.push_back(std::make_unique<Line>(protocol, slot, std::move(session), transport, context_));
  return *lines_.back();
}

void Switchboard::take(const Now& now) {
  context_.now = now;
  context_.outbox.refresh();
  if (telemetry().revision != 0 && telemetry().revision != context_.machine->revision)
    context_.machine = machines_.at(telemetry().revision);
  Event event;
  while (context_.outbox.next(event)) {
    write_to_log(event);
    for (const auto& line : lines_)
      if (!event.driver || event.driver.protocol == line->protocol()) line->session().event(event, *line);
  }
  if (const std::uint64_t lost = context_.outbox.lost(); lost != lost_) {
    context_.log.error(fmt::format("{} events were lost: this thread was kept from running", lost - lost_));
    lost_ = lost;
  }
}

void Switchboard::receive(Line& line, const net::Address& from, const Now& arrival,
                          std::span<const std::byte> bytes) {
  const Endpoint peer{line.protocol(), from.ip, from.port};
  line.receive({.peer = peer, .arrival = arrival.platform, .bytes = bytes}, arrival.wall);
}

void Switchboard::poll(const Now& now) {
  context_.now = now;
  for (const auto& line : lines_) line->session().poll(now, *line);
}

void Switchboard::write_to_log(const Event& event) {
  const std::optional<EventText> line = describe(event, context_.names);
  if (!line) return;
  if (const std::optional<std::string> text = repeats_.pass(*line, context_.now.wall))
    context_.log.write_event(line->level, *text);
}

}  // namespace hexad::runtime
