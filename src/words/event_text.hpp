#pragma once
// Events as messages, for log and console.

#include <array>
#include <optional>
#include <string>
#include <unordered_map>

#include "model/event.hpp"
#include "model/messages.hpp"
#include "os/log.hpp"
#include "words/own_endpoints.hpp"

namespace hexad::inline words {

/// Names of the protocols by the numbers the runtime gave them.
class ProtocolNames {
 public:
  ProtocolNames() {
    set(kSignalEndpoint.protocol, "signal");
    set(kOperatorEndpoint.protocol, "operator");
    set(kBoardEndpoint.protocol, "calibration");
  }
  void set(ProtocolId protocol, std::string_view name) { names_[protocol] = name; }
  const std::string& name(ProtocolId protocol) const { return names_[protocol]; }
  /// "mdof 127.0.0.1:4000", "mdof" when all its endpoints are meant, "nobody".
  std::string to_text(const Endpoint& endpoint) const;

 private:
  std::array<std::string, 256> names_;
};

struct EventText {
  Level level = Level::info;
  messages::Message message;
  std::uint64_t alike = 0;  ///< equal for events that differ in their numbers only
};

/// "the target is out of reach (leg 3 upper end: 410 mm asked, 399 mm allowed)"
messages::Message reason_of(Refusal refusal, const LimitHit& hit);

/// Nothing for what is no news to people. What became of the operator's and the
/// board's requests is written by who sent them.
std::optional<EventText> describe(const Event& event, const ProtocolNames& names);

/// Lets the first of lines that are alike pass, then one after 1 s, 2 s, 4 s … at most a minute, each with
/// how many were held back. Five seconds without one, and the next is the first again.
class RepeatFilter {
 public:
  std::optional<messages::Message> pass(const EventText& line, TimePoint now);

 private:
  struct Seen {
    TimePoint passed{};
    TimePoint last{};
    Duration pause = std::chrono::seconds{1};
    std::uint64_t held_back = 0;
  };
  std::unordered_map<std::uint64_t, Seen> seen_;
};

}  // namespace hexad::inline words
