// A pipe, which keeps who opens it waiting for ever, in the place of everything that the program keeps or
// reads.

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "process/raw_console.hpp"
#include "system/field_bench.hpp"

namespace hexad::system_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class Pipes : public testing::Test {
 protected:
  Pipes() {
    std::string pattern = (fs::temp_directory_path() / "hexad-pipes-XXXXXX").string();
    state = ::mkdtemp(pattern.data());
  }
  ~Pipes() override { fs::remove_all(state); }
  static std::vector<std::string> words(const fs::path& folder) {
    return {"--protocols", "mdof,motus,csfi",
            "--port",      "mdof=0",
            "--port",      "motus=0",
            "--port",      "csfi=0",
            "--speed",     "20",
            "--set",       "plant.initial=neutral",
            "--console",   "0.0.0.0:0",
            "--set",       "console.token=0123456789abcdef",
            "--set",       "motus.host=auto",
            "--state",     folder.string()};
  }
  static Answer post(const DaemonProcess& hexad, const char* path, const Json& body) {
    return ask_console(hexad.console(), {.method = "POST",
                                         .path = path,
                                         .headers = {"Content-Type: application/json",
                                                     "Authorization: Bearer 0123456789abcdef"},
                                         .body = body.dump()});
  }
  static Answer get(const DaemonProcess& hexad, const std::string& path) {
    return ask_console(hexad.console(),
                       {.path = path, .headers = {"Authorization: Bearer 0123456789abcdef"}});
  }
  fs::path state;
};

TEST_F(Pipes, InThePlaceOfAnyKeptFileHangNothing) {
  {
    DaemonProcess hexad{words(state)};
    ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
    EXPECT_EQ(
        post(hexad, "/api/files", {{"name", "mine.txt"}, {"text", "0 0 0 0 0 0 0\n1 0 0 1 0 0 0\n"}}).code,
        200);
    EXPECT_EQ(post(hexad, "/api/files/smoothed", {{"name", "mine.txt"}, {"smoothed", true}}).code, 200);
    const MotusHost motus{hexad.port_of("motus")};
    motus.send({.cmd = 0});
    (void)motus.next();
    EXPECT_EQ(post(hexad, "/api/ctl", {{"action", "inject"}, {"fault", "over_temperature:2"}}).code, 200);
    const fs::path kept = state / "standard-400";
    ASSERT_TRUE(comes_true([&] { return fs::exists(kept / "motus-host") && fs::exists(kept / "faults"); }))
        << hexad.log();
    hexad.signal(SIGTERM);
    EXPECT_EQ(hexad.wait_for_exit(), 0) << hexad.log();
  }
  std::vector<fs::path> kept;
  for (const auto& file : fs::recursive_directory_iterator{state})
    if (file.is_regular_file()) kept.push_back(file.path());
  kept.push_back(state / "standard-400" / "csfi");
  kept.push_back(state / "standard-400" / "csfi.previous");
  kept.push_back(state / "standard-400" / "console-token-operator");
  EXPECT_GE(kept.size(), 7u);
  for (const fs::path& file : kept) {
    const fs::path aside = file.string() + ".aside";
    const bool was_there = fs::exists(file);
    if (was_there) fs::rename(file, aside);
    ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0) << file;
    {
      DaemonProcess hexad{words(state)};
      const bool ready = hexad.wait_until_ready();
      if (ready) {
        for (const char* path : {"/api/files", "/api/alarms", "/api/maintenance", "/api/fault", "/api/accept",
                                 "/api/file?name=mine.txt", "/api/preflight?file=mine.txt"})
          EXPECT_NE(get(hexad, path).code, 0) << file << ' ' << path;
        hexad.signal(SIGTERM);
        hexad.signal(SIGTERM);
      }
      EXPECT_EQ(hexad.wait_for_exit(), ready ? 0 : 1) << file << '\n' << hexad.log();
    }
    fs::remove(file);
    if (was_there) fs::rename(aside, file);
  }
}

}  // namespace
}  // namespace hexad::system_test
