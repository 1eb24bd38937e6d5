#pragma once
// Events in words, for the log.

#include <array>
#include <optional>
#include <string>
#include <unordered_map>

#include "model/event.hpp"
#include "os/log.hpp"
#include "words/own_endpoints.hpp"

namespace hexad::runtime {

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
  std::string text;
  std::uint64_t alike = 0;  ///< equal for events that differ in their numbers only
};

/// "leg 3 upper end: 410 mm asked, 399 mm allowed"
std::string to_text(const LimitHit& hit);
/// "following error, leg 3: 4.2 mm, allowed 2.5 mm"
std::string to_text(const Fault& fault);

/// A value of the core in the unit people use for it.
struct ShownIn {
  double factor = 1.0;
  std::string_view unit;  ///< "mm", "°/s"; empty = a number without one
};
ShownIn shown_in(const LimitHit& hit) noexcept;
ShownIn shown_in(const Fault& fault) noexcept;
/// Whether a limit's index is a leg, an axis (X Y Z RX RY RZ), or neither.
enum class LimitPlace : std::uint8_t { whole, leg, axis };
LimitPlace place_of(Limit limit) noexcept;

/// Nothing for what is no news to people. What became of the operator's and the
/// board's requests is written by who sent them.
std::optional<EventText> describe(const Event& event, const ProtocolNames& names);

/// Lets the first of lines that are alike pass, then one after 1 s, 2 s, 4 s … at most a minute, each with how many
/// were held back. Five seconds without one, and the next is the first again.
class RepeatFilter {
 public:
  std::optional<std::string> pass(const EventText& line, TimePoint now);

 private:
  struct Seen {
    TimePoint passed{};
    TimePoint last{};
    Duration pause = std::chrono::seconds{1};
    std::uint64_t held_back = 0;
  };
  std::unordered_map<std::uint64_t, Seen> seen_;
};

}  // namespace hexad::runtime
