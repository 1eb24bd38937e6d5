// Any bytes: decoded or rejected, never worse. What was accepted must survive being encoded and decoded
// again.

#include <string>
#include <vector>

#include "fuzz/check.hpp"
#include "messages/print.hpp"
#include "protocols/mdof/request.hpp"
#include "protocols/mdof/status.hpp"

namespace {

using hexad::fuzz::require;
using namespace hexad::protocols::mdof;

bool same_list(const Request& a, const Request& b) {
  if (a.command == Command::formula) {
    Formulas one{a.list};
    Formulas two{b.list};
    for (;;) {
      const auto x = one.next();
      if (x != two.next()) return false;
      if (!x) return true;
    }
  }
  Numbers one{a.list};
  Numbers two{b.list};
  for (;;) {
    const auto x = one.next();
    if (x != two.next()) return false;
    if (!x) return true;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span{data, size});
  const Echo echo = echo_of(bytes);
  for (const char c : echo.view()) require(c >= 0x21 && c <= 0x7e, "the echo cannot be printed");
  (void)decode_reply(bytes);
  const auto request = decode(bytes);
  if (!request) {
    for (const auto language : {hexad::messages::Language::english, hexad::messages::Language::chinese})
      require(!to_text(message_of(request.error()), language).empty(), "a rejection without a reason");
    return 0;
  }
  // A number of three characters (1e9) is at most 24 when printed again.
  std::vector<char> buffer(64 + 16 * size);
  hexad::wire::TextWriter out{buffer};
  require(encode(*request, out), "the encoded request does not fit");
  const std::string text{out.view()};
  const auto again = decode(std::as_bytes(std::span{text}));
  require(again.has_value(), "the encoded request is rejected");
  require(again->command == request->command, "another command");
  require(again->count == request->count && again->rows == request->rows, "another count");
  require(again->pose == request->pose, "another pose");
  require(same_list(*again, *request), "another list");
  return 0;
}
