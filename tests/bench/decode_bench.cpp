// How many datagrams `hexad decode` makes words of in a second, by protocol: identified by content, with and
// without every field. Over the golden datagrams, those that are refused included.

#include <benchmark/benchmark.h>

#include "capture/identify.hpp"
#include "cli/decode_frames.hpp"

namespace hexad::capture {
namespace {

void run(benchmark::State& state, Protocol protocol, bool with_fields) {
  const auto golden = cli_test::golden_of(std::string{to_string(protocol)});
  std::int64_t datagrams = 0;
  for (auto _ : state) {
    for (const cli_test::Golden& each : golden) {
      const Bytes bytes = std::as_bytes(std::span{each.bytes});
      const auto identified = identify(bytes);
      benchmark::DoNotOptimize(identified);
      if (with_fields && identified) benchmark::DoNotOptimize(fields_of(*identified, bytes));
    }
    datagrams += static_cast<std::int64_t>(golden.size());
  }
  state.SetItemsProcessed(datagrams);
}

void decode(benchmark::State& state) {
  const auto protocol = static_cast<Protocol>(state.range(0));
  state.SetLabel(std::string{to_string(protocol)});
  run(state, protocol, false);
}
void decode_fields(benchmark::State& state) {
  const auto protocol = static_cast<Protocol>(state.range(0));
  state.SetLabel(std::string{to_string(protocol)});
  run(state, protocol, true);
}
BENCHMARK(decode)->Name("Decode")->DenseRange(0, 4);
BENCHMARK(decode_fields)->Name("DecodeFields")->DenseRange(0, 4);

}  // namespace
}  // namespace hexad::capture
