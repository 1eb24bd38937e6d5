#include "words/event_text.hpp"

#include <fmt/format.h>
#include <algorithm>

#include "messages/say.hpp"
#include "model/messages.hpp"
#include "net/address.hpp"

namespace hexad::inline words {
namespace {

using namespace std::chrono_literals;
using messages::Id;
using messages::say;

// One word for what kind of event it is, one for what it is about: enough to tell repeats from news.
std::uint64_t alike(const Event& event, std::uint64_t a, std::uint64_t b = 0) {
  return std::uint64_t{event.news.index()} << 56 | std::uint64_t{event.driver.protocol} << 48 |
         (event.driver.address & 0xFFFFu) << 24 | (a & 0xFFF) << 12 | (b & 0xFFF);
}

template <class T>
std::uint64_t number(T value) {
  return static_cast<std::uint64_t>(value);
}

struct Describe {
  const Event& event;
  const ProtocolNames& names;

  std::optional<EventText> operator()(const Transition& news) const {
    const bool bad = news.to == State::fault || news.to == State::emergency;
    const Id cause = id_of_cause(news.cause);
    // Every transition is news: no two of them are alike.
    return EventText{bad ? Level::error : Level::info,
                     cause == Id::nothing ? say<Id::state_changed_plain>(id_of(news.from), id_of(news.to))
                                          : say<Id::state_changed>(id_of(news.from), id_of(news.to), cause),
                     0};
  }

  std::optional<EventText> operator()(const Answer& news) const {
    if (event.driver == kOperatorEndpoint || event.driver == kBoardEndpoint) return std::nullopt;
    const std::string who = names.to_text(event.driver);
    const std::uint64_t key = alike(event, number(news.outcome), number(news.refusal));
    switch (news.outcome) {
      case Outcome::refused:
        return EventText{Level::warn, say<Id::host_refused>(who, reason_of(news.refusal, news.hit)), key};
      case Outcome::limit_reached:
        return EventText{Level::warn, say<Id::motion_at_limit>(who, message_of(news.hit)), key};
      default:
        return EventText{Level::info, say<Id::motion_ended>(who, id_of(news.outcome)), key};
    }
  }

  std::optional<EventText> operator()(const LimitChange& news) const {
    const std::uint64_t key =
        alike(event, number(news.hit.limit), news.hit.index * 2u + (news.began ? 1u : 0u));
    if (news.began) return EventText{Level::warn, say<Id::limit_begins>(message_of(news.hit)), key};
    return EventText{Level::info, say<Id::limit_ends>(place_and_limit(news.hit)), key};
  }

  std::optional<EventText> operator()(const FaultRaised& news) const {
    return EventText{Level::error, say<Id::fault_raised>(message_of(news.fault)),
                     alike(event, number(news.fault.kind), news.fault.leg)};
  }

  std::optional<EventText> operator()(const DriverChange& news) const {
    return EventText{Level::info,
                     !news.driver ? messages::Message{Id::driver_gone}
                     : news.driver.protocol == kOperatorEndpoint.protocol
                         ? messages::Message{Id::driver_operator}
                         : say<Id::driver_changed>(names.to_text(news.driver)),
                     alike(event, news.driver.protocol)};
  }

  std::optional<EventText> operator()(const HostLost& news) const {
    return EventText{Level::warn, say<Id::host_lost>(names.to_text(event.driver), to_seconds(news.silence)),
                     alike(event, 0)};
  }

  std::optional<EventText> operator()(const MachineReleased&) const { return std::nullopt; }
  std::optional<EventText> operator()(const ProgramReleased&) const { return std::nullopt; }
};

}  // namespace

messages::Message reason_of(Refusal refusal, const LimitHit& hit) {
  if (!hit) return id_of(refusal);
  return say<Id::with_detail>(id_of(refusal), message_of(hit));
}

std::string ProtocolNames::to_text(const Endpoint& endpoint) const {
  if (!endpoint) return "nobody";
  const std::string& name = names_[endpoint.protocol];
  const std::string protocol = name.empty() ? fmt::format("protocol {}", endpoint.protocol) : name;
  if (endpoint.address == 0 && endpoint.port == 0) return protocol;
  return protocol + ' ' + net::to_text(net::Address{endpoint.address, endpoint.port});
}

std::optional<EventText> describe(const Event& event, const ProtocolNames& names) {
  return std::visit(Describe{event, names}, event.news);
}

std::optional<messages::Message> RepeatFilter::pass(const EventText& line, TimePoint now) {
  if (line.alike == 0) return line.message;
  const auto [seen, first] = seen_.try_emplace(line.alike);
  Seen& entry = seen->second;
  const bool goes_on = !first && now - std::exchange(entry.last, now) < 5s;
  if (goes_on && now - entry.passed < entry.pause) {
    ++entry.held_back;
    return std::nullopt;
  }
  const std::uint64_t held_back = std::exchange(entry.held_back, 0);
  entry.pause = goes_on ? std::min<Duration>(2 * entry.pause, 60s) : 1s;
  entry.passed = entry.last = now;
  if (seen_.size() > 256) seen_.clear();
  return held_back == 0 ? line.message : say<Id::and_more>(line.message, held_back);
}

}  // namespace hexad::inline words
