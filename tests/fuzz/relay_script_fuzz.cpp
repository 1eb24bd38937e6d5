// Any text as the script of a relay, as an order to it and as the quality of a line: refused with words, or
// with shares from 0 to 1 and times that are not negative; printed and read it is the same.

#include "fuzz/check.hpp"
#include "messages/print.hpp"
#include "relay/order.hpp"
#include "relay/quality_text.hpp"

namespace {

using namespace hexad;
using namespace hexad::fuzz;

void refused(const messages::Message& why) {
  require(!messages::english(why).empty(), "refused without words");
}

void check(const net::LineQuality& quality) {
  for (const double share :
       {quality.loss, quality.duplicate, quality.truncated, quality.flipped, quality.reordered})
    require(share >= 0.0 && share <= 1.0, "a share that is none");
  for (const Duration time : {quality.delay, quality.jitter, quality.behind})
    require(time >= Duration{} && time <= std::chrono::hours{24}, "a time that is none");
  const auto again = relay::parse_quality(relay::to_text(quality));
  require(again.has_value(), "what it prints it does not read");
  require(*again == quality, "printed and read it is another line");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = text_of(data, size);
  if (const auto quality = relay::parse_quality(text))
    check(*quality);
  else
    refused(quality.error());
  if (const auto order = relay::parse_order(text)) {
    require(order->up || order->down, "an order to nobody");
    check(order->quality);
  } else {
    refused(order.error());
  }
  auto script = relay::RelayScript::parse(text);
  if (!script) {
    refused(script.error());
    return 0;
  }
  Duration before{};
  for (int i = 0; i < 40; ++i) {
    const Duration next = script->next();
    if (next == Duration::max()) break;
    require(next >= before, "a script that goes back");
    const auto* const order = script->take_due(next);
    require(order != nullptr, "what is due is not there");
    check(order->quality);
    before = next;
  }
  return 0;
}
