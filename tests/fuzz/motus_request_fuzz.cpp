// Any bytes: decoded or rejected by size and ID alone. What was accepted must come back byte for byte.

#include <algorithm>
#include <vector>

#include "fuzz/check.hpp"
#include "protocols/motus/generation1.hpp"

namespace {

using hexad::fuzz::require;
using namespace hexad::protocols::motus;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span{data, size});
  std::vector<char> buffer(2048);
  hexad::wire::TextWriter out{buffer};

  for (const Dialect dialect : {Dialect::manual, Dialect::of_2020}) {
    const auto frame = decode(bytes, dialect);
    require(frame.has_value() == (size == kCommandSize && data[0] == kFrameId), "only size and ID decide");
    if (!frame) continue;
    (void)values_are_finite(*frame);
    const CommandBytes again = encode(*frame, dialect);
    require(std::equal(again.begin(), again.end(), bytes.begin()), "encoded it is another frame");
    (void)fits_other_dialect(bytes, dialect);
    out.clear();
    describe(*frame, out);
    require(!out.view().empty() && !out.cut(), "a frame without a description");
  }
  const auto old = decode1(bytes);
  require(old.has_value() == (size == kCommand1Size && data[0] == kFrameId), "only size and ID decide");
  if (old) {
    auto again = encode(*old);
    again[3] = bytes[3];  // reserved
    require(std::equal(again.begin(), again.end(), bytes.begin()), "encoded it is another frame");
    out.clear();
    describe(*old, out);
    require(!out.view().empty() && !out.cut(), "a frame without a description");
  }
  const auto old_status = decode_status1(bytes);
  require(old_status.has_value() == (size == kStatus1Size && data[0] == kFrameId), "only size and ID decide");
  if (old_status) {
    auto again = encode(*old_status);
    std::copy_n(bytes.begin() + 2, 2, again.begin() + 2);  // reserved
    require(std::equal(again.begin(), again.end(), bytes.begin()), "encoded it is another status");
    out.clear();
    describe(*old_status, out);
    require(!out.view().empty() && !out.cut(), "a status without a description");
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
