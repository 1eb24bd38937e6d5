// Any bytes: decoded or rejected by size and ID alone. What was accepted must come back byte for byte.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "protocols/motus/request.hpp"
#include "protocols/motus/status.hpp"

namespace {

using namespace hexad::protocols::motus;

void require(bool condition, const char* what) {
  if (condition) return;
  (void)std::fprintf(stderr, "motus_request: %s\n", what);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span{data, size});
  std::vector<char> buffer(2048);
  hexad::wire::TextWriter out{buffer};

  const auto frame = decode(bytes);
  require(frame.has_value() == (size == kCommandSize && data[0] == kFrameId), "only size and ID decide");
  if (frame) {
    (void)values_are_finite(*frame);
    const CommandBytes again = encode(*frame);
    require(std::equal(again.begin(), again.end(), bytes.begin()), "encoded it is another frame");
    describe(*frame, out);
    require(!out.view().empty() && !out.cut(), "a frame without a description");
  }
  out.clear();
  const auto status = decode_status(bytes);
  require(status.has_value() == (size == kStatusSize && data[0] == kFrameId), "only size and ID decide");
  if (status) {
    StatusBytes again = encode(*status);
    again[3] = bytes[3];  // reserved
    require(std::equal(again.begin(), again.end(), bytes.begin()), "encoded it is another status");
    describe(*status, out);
    require(!out.view().empty() && !out.cut(), "a status without a description");
  }
  return 0;
}
