// The presets of the seed's two boards answer with the golden bytes.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "config/build_machine.hpp"
#include "protocols/csfi/machine_groups.hpp"
#include "wire/number.hpp"

namespace hexad::inline engine {
namespace {

using namespace protocols::csfi;

std::vector<std::byte> golden(const std::string& meaning) {
  const auto source = std::filesystem::path{HEXAD_TEST_SOURCE} / "src";
  std::ifstream file{source / "protocols/csfi/golden/csfi.tsv"};
  for (std::string line; std::getline(file, line);) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos || line.substr(tab + 1) != meaning) continue;
    std::vector<std::byte> bytes(tab / 2);
    EXPECT_EQ(wire::parse_hex(line.substr(0, tab), bytes), tab / 2);
    return bytes;
  }
  return {};
}

std::vector<std::byte> group_1(const std::string& preset, Kind kind) {
  Sources sources;
  sources.platform = preset;
  const LoadedPlatform loaded = load_platform(sources);
  EXPECT_TRUE(loaded.machine);
  Lost lost;
  const Frame frame = encode(mechanics_of(*loaded.machine, lost), kind);
  EXPECT_TRUE(lost.empty());
  return {frame.view().begin(), frame.view().end()};
}

TEST(CsfiPresets, TheSixLegBoardAnswersTheGoldenBytes) {
  EXPECT_EQ(group_1("allcontroller-1200", Kind::answer),
            golden("board answer: group 1, six-leg defaults (188 bytes)"));
}

TEST(CsfiPresets, TheThreeLegBoardWithARotaryAxisToo) {
  EXPECT_EQ(group_1("allcontroller-3dof-rotary", Kind::write),
            golden("write group 1, three-leg + rotary defaults"));
}

TEST(CsfiPresets, EveryPresetIsAMachineTheBoardAccepts) {
  for (const char* preset : {"standard-400", "standard-400-rotary", "allcontroller-1200",
                             "allcontroller-3dof-rotary", "rectangle-4", "pitch-roll-2"}) {
    const auto decoded = decode(group_1(preset, Kind::write));
    EXPECT_TRUE(decoded) << preset;
  }
}

}  // namespace
}  // namespace hexad::inline engine
