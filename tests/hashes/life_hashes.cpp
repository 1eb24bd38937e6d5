// A line a life: platform, kind, seed, hashes of events, setpoints and (of the whole program) datagrams. Two
// compilers must print the same.

#include <cstdio>
#include <cstdlib>

#include "config/build_machine.hpp"
#include "config/presets.hpp"
#include "drill/drill.hpp"
#include "stack/life.hpp"

namespace {

void print(const char* kind, const std::string& platform, std::uint64_t seed, std::uint64_t events,
           std::uint64_t setpoints, std::uint64_t network) {
  std::printf("%s %s %llu %016llx %016llx %016llx\n", platform.c_str(), kind,
              static_cast<unsigned long long>(seed), static_cast<unsigned long long>(events),
              static_cast<unsigned long long>(setpoints), static_cast<unsigned long long>(network));
}

}  // namespace

/// life_hashes SECONDS SEEDS
int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const double seconds = std::atof(argv[1]);
  const auto seeds = std::strtoull(argv[2], nullptr, 10);
  for (const std::string& name : hexad::preset_names()) {
    const hexad::LoadedPlatform platform = hexad::load_platform({.platform = name});
    if (!platform.machine) return 1;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      hexad::drill::Options options;
      options.seconds = seconds;
      const hexad::drill::Life core = hexad::drill::live(seed, *platform.machine, options);
      print("core", name, seed, core.events_hash, core.setpoints_hash, 0);
      const hexad::stack::Life whole =
          hexad::stack::live(hexad::stack::plan_of(seed, *platform.machine, seconds), platform);
      print("stack", name, seed, whole.events_hash, whole.setpoints_hash, whole.network_hash);
    }
  }
  return 0;
}
