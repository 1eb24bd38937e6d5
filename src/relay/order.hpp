#pragma once
// What a relay is told, by its script, by the console or in a terminal: `[LINE] up|down|both QUALITY`. `up`
// is from hosts to the controller. Lines are counted from 1; without a number all of them are meant.

#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/time.hpp"
#include "messages/message.hpp"
#include "net/bad_line.hpp"

namespace hexad::inline relay {

struct LineOrder {
  std::size_t line = 0;  ///< 0 = all
  bool up = false;
  bool down = false;
  net::LineQuality quality;
};

Result<LineOrder, messages::Message> parse_order(std::string_view text);

/// Orders by the time since the start, a line each: `SECONDS ORDER`. `SECONDS repeat` as the last line begins
/// it anew. Empty lines and what follows `#` mean nothing.
class RelayScript {
 public:
  /// Errors name their line.
  static Result<RelayScript, messages::Message> parse(std::string_view text);

  /// The next order that is due `since` the start, or none. Call until it has none.
  const LineOrder* take_due(Duration since) noexcept;
  /// When the next one is due; the far future after the last.
  Duration next() const noexcept;

 private:
  struct Step {
    Duration at{};
    LineOrder order;
  };
  std::vector<Step> steps_;
  Duration period_{};  ///< 0 = once
  Duration round_{};   ///< when the present round began
  std::size_t next_ = 0;
};

}  // namespace hexad::inline relay
