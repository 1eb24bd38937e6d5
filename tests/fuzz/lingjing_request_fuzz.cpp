// Any bytes: decoded or rejected with a reason, never worse. What was accepted must survive being encoded and
// decoded again, as far as six decimals go.

#include <cmath>
#include <vector>

#include "fuzz/check.hpp"
#include "messages/print.hpp"
#include "protocols/lingjing/request.hpp"

namespace {

using hexad::fuzz::require;
using namespace hexad::protocols::lingjing;

bool near(double a, double b) { return std::abs(a - b) <= 1e-6; }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto request = decode(std::as_bytes(std::span{data, size}));
  std::vector<char> buffer(512);
  hexad::wire::TextWriter out{buffer};
  if (!request) {
    for (const auto language : {hexad::messages::Language::english, hexad::messages::Language::chinese}) {
      require(!to_text(id_of(request.error().problem), language).empty(), "a rejection without a word");
      require(!to_text(message_of(request.error()), language).empty(), "a rejection without a reason");
    }
    return 0;
  }
  describe(*request, out);
  require(!out.cut() && !out.view().empty(), "a frame without a description");
  out.clear();
  require(encode(*request, out), "the encoded frame does not fit");
  const auto again = decode(out.bytes());
  require(again.has_value(), "the encoded frame is rejected");
  require(again->command == request->command && again->film == request->film, "another command");
  require(again->relays == request->relays && again->travel_ms == request->travel_ms, "other relays or time");
  require(!request->relays || *request->relays <= 0x0FFF, "relays beyond the twelve");
  for (std::size_t i = 0; i < 6; ++i) {
    require(std::abs(request->values[i]) <= kLargestValue, "a value that is not finite or too large");
    require(near(again->values[i], request->values[i]), "another value");
  }
  require(near(again->angle, request->angle), "another angle");
  return 0;
}
