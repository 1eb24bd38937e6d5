// Any bytes: decoded or rejected by size alone. What was accepted must survive being encoded and decoded
// again.

#include <bit>

#include "fuzz/check.hpp"
#include "protocols/darren/request.hpp"
#include "protocols/darren/status.hpp"

namespace {

using hexad::fuzz::require;
using namespace hexad::protocols::darren;

template <std::size_t N>
bool same_bits(const std::array<float, N>& a, const std::array<float, N>& b) {
  for (std::size_t i = 0; i < N; ++i) {
    if (std::bit_cast<std::uint32_t>(a[i]) != std::bit_cast<std::uint32_t>(b[i])) return false;
  }
  return true;
}

bool same(const HostFrame& a, const HostFrame& b) {
  return a.length == b.length && a.sequence == b.sequence && a.message_id == b.message_id &&
         a.word == b.word && a.file == b.file && a.sub_command == b.sub_command &&
         same_bits(a.values, b.values) && same_bits(a.more, b.more);
}

void answers(std::span<const std::byte> bytes) {
  const auto answer = decode_answer(bytes);
  if (!answer) return;
  const auto encoded = std::visit([](const auto& frame) { return encode(frame); }, *answer);
  const auto again = decode_answer(encoded);
  require(again.has_value() && again->index() == answer->index(), "the encoded answer is rejected");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span{data, size});
  answers(bytes);
  for (const ValuesAt at : {ValuesAt::byte_32, ValuesAt::byte_28}) {
    const auto frame = decode(bytes, at);
    require(frame.has_value() == (size == kFrameSize || size == kPrintedSize), "only the size decides");
    if (!frame) continue;
    (void)values_are_finite(*frame);
    (void)word_of(frame->word);
    const auto again = decode(encode(*frame));
    require(again.has_value() && same(*again, *frame), "encoded and decoded it is another frame");
    if (size == kPrintedSize) {
      const auto printed = decode(encode_printed(*frame));
      require(printed.has_value() && same(*printed, *frame), "printed and decoded it is another frame");
    }
  }
  return 0;
}
