// Names that somebody else chose – a platform, a place, a file – in everything that a browser may show: text,
// never more.

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "acceptance/report.hpp"
#include "acceptance/report_text.hpp"
#include "commission/report.hpp"
#include "messages/say.hpp"
#include "system/status_program.hpp"

namespace hexad::system_test {
namespace {

namespace fs = std::filesystem;

const std::string kHostile = "</title></script><script>alert(1)</script><img src=x onerror='alert(2)'>\"'&";

void expect_text_only(const std::string& page, const std::string& what) {
  ASSERT_FALSE(page.empty()) << what;
  EXPECT_TRUE(says(page, "alert(1)")) << what << ": the name does not stand in it, nothing was tried";
  for (const char* raw : {"<script>alert", "<img", "</script><script"})
    EXPECT_FALSE(says(page, raw)) << what << ' ' << raw;
}

std::string text_of(const fs::path& file) {
  std::ifstream stream{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{stream}, {}};
}

TEST(HostileNames, InTheReportOfAnAcceptanceAreText) {
  acceptance::Report report;
  report.date = report.version = report.platform = report.place = report.conducted_by = kHostile;
  report.machine = "{\"platform\":" + nlohmann::json(kHostile).dump() + "}";
  acceptance::TestResult result;
  result.name = kHostile;
  result.title = result.note = messages::say<messages::Id::as_told>(kHostile);
  report.results.push_back(result);
  expect_text_only(acceptance::page_of(report), "acceptance");
  const auto carried = nlohmann::json::parse(acceptance::document_text(acceptance::page_of(report)));
  EXPECT_EQ(carried.at("platform"), kHostile) << "and they are what they were for who reads the figures";
}

TEST(HostileNames, InTheReportOfACommissioningAreText) {
  commission::Report report;
  report.date = report.version = report.platform = report.place = report.conducted_by = report.suggested =
      kHostile;
  expect_text_only(commission::page_of(report), "commissioning");
}

TEST(HostileNames, InPagesAndPicturesOfTheCommandLineAreText) {
  std::string pattern = (fs::temp_directory_path() / "hexad-names-XXXXXX").string();
  const fs::path folder = ::mkdtemp(pattern.data());
  std::string platform = run_program({"platforms", "standard-400"}).out;
  const std::string name = "name = \"standard-400\"";
  ASSERT_TRUE(says(platform, name));
  platform.replace(platform.find(name), name.size(),
                   "name = '''" + kHostile.substr(0, kHostile.size() - 3) + "'''");
  const std::string file = (folder / "hostile.toml").string();
  std::ofstream{file} << platform;
  const std::string share = HEXAD_TEST_SHARE;
  const fs::path manoeuvre = folder / "<script>alert(1)<script>.csv";
  fs::copy_file(share + "/manoeuvres/braking.csv", manoeuvre);
  const auto runs = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"--platform", file});
    const Said said = run_program(words);
    EXPECT_LE(said.code, 1) << words[0] << said.err;
  };
  runs({"cue", "--input", manoeuvre.string(), "--report", (folder / "cue").string()});
  runs({"preflight", share + "/motion/pos01.txt", "--svg", (folder / "film.svg").string()});
  runs({"reach", "--map", "surge,pitch", "--svg", (folder / "reach.svg").string()});
  expect_text_only(text_of(folder / "cue" / "report.html"), "cue");
  expect_text_only(text_of(folder / "film.svg"), "preflight");
  expect_text_only(text_of(folder / "reach.svg"), "reach");
  fs::remove_all(folder);
}

}  // namespace
}  // namespace hexad::system_test
