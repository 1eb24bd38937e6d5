// The settings of docs/field-hosts.md: every block is read by the program as it stands there.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "field_bench.hpp"

namespace hexad::system_test {
namespace {

std::vector<std::string> toml_blocks(const std::filesystem::path& page) {
  std::ifstream file{page};
  const std::string text{std::istreambuf_iterator<char>{file}, {}};
  std::vector<std::string> blocks;
  const std::string open = "```toml\n";
  for (std::size_t at = 0; (at = text.find(open, at)) != std::string::npos;) {
    at += open.size();
    blocks.push_back(text.substr(at, text.find("```", at) - at));
  }
  return blocks;
}

TEST(FieldDocs, EveryBlockOfSettingsIsReadByTheProgram) {
  const auto root = std::filesystem::path{HEXAD_TEST_SOURCE};
  const auto blocks = toml_blocks(root / "docs" / "field-hosts.md");
  ASSERT_GE(blocks.size(), 5U);
  for (const std::string& block : blocks) {
    SCOPED_TRACE(block);
    std::string path = (std::filesystem::temp_directory_path() / "hexad-docs-XXXXXX").string();
    const int descriptor = ::mkstemp(path.data());
    ASSERT_GE(descriptor, 0);
    ::close(descriptor);
    std::ofstream{path} << block;
    {
      // Ports of its own, so that it starts wherever the test runs.
      DaemonProcess hexad{{"--config", path, "--port", "mdof=0", "--port", "darren=0", "--port", "lingjing=0",
                           "--port", "motus=0", "--protocols", "mdof,darren,lingjing,motus"}};
      EXPECT_TRUE(hexad.wait_until_ready()) << hexad.log();
    }
    std::filesystem::remove(path);
  }
}

}  // namespace
}  // namespace hexad::system_test
