// How many datagrams a second each codec decodes, as the network thread does with what hosts send. Over the
// golden datagrams of hosts, those that are refused included: items_per_second is datagrams a second on one
// core.

#include <benchmark/benchmark.h>

#include "cli/decode_frames.hpp"
#include "protocols/csfi/groups.hpp"
#include "protocols/darren/request.hpp"
#include "protocols/lingjing/request.hpp"
#include "protocols/mdof/request.hpp"
#include "protocols/motus/request.hpp"

namespace hexad::protocols {
namespace {

template <class Decode>
void run(benchmark::State& state, const char* protocol, Decode decode) {
  std::vector<std::string> datagrams;
  for (const cli_test::Golden& each : cli_test::golden_of(protocol))
    if (!each.from_controller) datagrams.push_back(each.bytes);
  if (datagrams.empty()) return state.SkipWithError("no golden datagrams");
  std::int64_t decoded = 0;
  std::int64_t bytes = 0;
  for (auto _ : state) {
    for (const std::string& datagram : datagrams) {
      auto request = decode(std::as_bytes(std::span{datagram}));
      benchmark::DoNotOptimize(request);
      bytes += static_cast<std::int64_t>(datagram.size());
    }
    decoded += static_cast<std::int64_t>(datagrams.size());
  }
  state.SetItemsProcessed(decoded);
  state.SetBytesProcessed(bytes);
}

using Bytes = std::span<const std::byte>;

void lingjing_codec(benchmark::State& state) {
  run(state, "lingjing", [](Bytes bytes) { return lingjing::decode(bytes); });
}
void mdof_codec(benchmark::State& state) {
  run(state, "mdof", [](Bytes bytes) { return mdof::decode(bytes); });
}
void csfi_codec(benchmark::State& state) {
  run(state, "csfi", [](Bytes bytes) { return csfi::decode(bytes); });
}
void motus_codec(benchmark::State& state) {
  run(state, "motus", [](Bytes bytes) { return motus::decode(bytes); });
}
void darren_codec(benchmark::State& state) {
  run(state, "darren", [](Bytes bytes) { return darren::decode(bytes); });
}

BENCHMARK(lingjing_codec)->Name("Codec/lingjing");
BENCHMARK(mdof_codec)->Name("Codec/mdof");
BENCHMARK(csfi_codec)->Name("Codec/csfi");
BENCHMARK(motus_codec)->Name("Codec/motus");
BENCHMARK(darren_codec)->Name("Codec/darren");

}  // namespace
}  // namespace hexad::protocols
