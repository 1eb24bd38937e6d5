// The program without what it takes for granted: memory, room on the disk, a folder it may write to, stored
// files that are whole, a reader of its words, a steady time of day, a folder of its own.

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <regex>
#include <thread>

#include "process/raw_console.hpp"
#include "system/host_socket.hpp"

namespace hexad::system_test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Json = nlohmann::json;

constexpr std::size_t kLargeFile = 3 * 1024 * 1024;

class ShortOf : public testing::Test {
 protected:
  ShortOf() {
    std::string pattern = (fs::temp_directory_path() / "hexad-short-XXXXXX").string();
    state = ::mkdtemp(pattern.data());
  }
  ~ShortOf() override { fs::remove_all(state); }

  DaemonProcess::Words program(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"--protocols", "mdof,darren,csfi", "--port", "mdof=0", "--port", "darren=0",
                               "--port", "csfi=0", "--state", state.string(), "--speed", "10"});
    return DaemonProcess::run_words(more);
  }
  static DaemonProcess::Words raised(DaemonProcess::Words words) {
    words.words.insert(words.words.end(), {"--set", "plant.initial=neutral"});
    return words;
  }
  /// Hosts, operator and motion, as if nothing were wrong; then down and out.
  static void lives_on(DaemonProcess& hexad) {
    const MdofHost host{hexad.port_of("mdof")};
    EXPECT_EQ(host.ask("9 0 0 30 0 0 0"), "9#0") << hexad.log();
    EXPECT_EQ(order(hexad, {{"action", "go"}, {"pose", {0, 0, -20, 0, 0, 0}}, {"wait", true}}).code, 200);
    hexad.signal(SIGTERM);
    EXPECT_EQ(hexad.wait_for_exit(), 0) << hexad.log();
    EXPECT_TRUE(says(hexad.log(), "exit in state origin")) << hexad.log();
  }
  /// A fault: its black box, an alarm and the counters want to be written. Then all is well again.
  static void faults(const DaemonProcess& hexad) {
    EXPECT_EQ(order(hexad, {{"action", "inject"}, {"fault", "over_temperature:2"}}).code, 200);
    ASSERT_TRUE(comes_true([&] { return says(hexad.log(), "-> fault"); })) << hexad.log();
    EXPECT_EQ(order(hexad, {{"action", "inject"}, {"fault", "clear"}}).code, 200);
    ASSERT_TRUE(comes_true([&] { return order(hexad, {{"action", "reset"}}).code == 200; })) << hexad.log();
    for (const char* action : {"zero", "raise"})
      EXPECT_EQ(order(hexad, {{"action", action}, {"wait", true}}).code, 200) << action << hexad.log();
  }

  fs::path state;
};

TEST_F(ShortOf, RoomOnTheDisk) {
  if (::geteuid() != 0) GTEST_SKIP() << "a file system of its own needs root";
  DaemonProcess::Words words = raised(program());
  const std::string place = state.string();
  words.in_child = [place] {
    if (::unshare(CLONE_NEWNS) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("tmpfs", place.c_str(), "tmpfs", 0, "size=64k,mode=700") != 0)
      ::_exit(77);
    const int fd = ::open((place + "/full").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    const std::array<char, 4096> page{};
    while (::write(fd, page.data(), page.size()) > 0) {
    }
    ::close(fd);
  };
  DaemonProcess hexad{words};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  faults(hexad);
  EXPECT_TRUE(says(hexad.log(), "the black box cannot be kept")) << hexad.log();
  const Json file{{"name", "full.txt"}, {"text", "0 0 0 0 0 0 0\n1 0 0 1 0 0 0\n"}};
  const Answer upload = ask_console(hexad.console(), {.method = "POST",
                                                      .path = "/api/files",
                                                      .headers = {"Content-Type: application/json"},
                                                      .body = file.dump()});
  EXPECT_FALSE(says(upload.body, "\"stored\":true")) << upload.body;
  lives_on(hexad);
}

TEST_F(ShortOf, RoomInAFile) {
  DaemonProcess::Words words = raised(program());
  words.in_child = [] {
    const rlimit small{16, 16};
    ::setrlimit(RLIMIT_FSIZE, &small);
    // The log is a file, too: it goes elsewhere.
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    ::dup2(nowhere, STDERR_FILENO);
  };
  DaemonProcess hexad{words};
  ASSERT_TRUE(hexad.wait_until_ready());
  EXPECT_EQ(order(hexad, {{"action", "inject"}, {"fault", "over_temperature:2"}}).code, 200);
  ASSERT_TRUE(
      comes_true([&] { return Json::parse(ask_console(hexad.console(), {}).body).at("state") == "fault"; }));
  hexad.signal(SIGTERM);
  EXPECT_EQ(hexad.wait_for_exit(), 0) << "SIGXFSZ ends nothing";
}

/// In motion, with a limit just above what it has: what asks for more is refused or hung up on, and the
/// program lowers the platform and says why it ends.
TEST_F(ShortOf, Memory) {
  DaemonProcess hexad{raised(program())};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  const MdofHost host{hexad.port_of("mdof")};
  host.send("9 0 0 60 0 0 0");
  ASSERT_TRUE(comes_true([&] { return says(hexad.log(), "-> running"); })) << hexad.log();
  // Not the address space: of that the allocator has put aside enough.
  std::ifstream pages{fmt::format("/proc/{}/statm", hexad.pid())};
  rlim_t data = 0;
  for (int field = 0; field < 6; ++field) pages >> data;
  const rlim_t bytes = data * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + 64 * 1024;
  const rlimit little{bytes, bytes};
  ASSERT_EQ(::prlimit(hexad.pid(), RLIMIT_DATA, &little, nullptr), 0);
  const Json file{{"name", "large.txt"}, {"text", std::string(kLargeFile, '0')}};
  (void)ask_console(hexad.console(), {.method = "POST",
                                      .path = "/api/files",
                                      .headers = {"Content-Type: application/json"},
                                      .body = file.dump()});
  EXPECT_EQ(hexad.wait_for_exit(), 1) << hexad.log();
  EXPECT_TRUE(says(hexad.log(), "the memory is used up: stop, descend, exit")) << hexad.log();
  EXPECT_TRUE(says(hexad.log(), "exit in state origin")) << hexad.log();
}

TEST_F(ShortOf, AFolderItMayWriteTo) {
  if (::geteuid() != 0) GTEST_SKIP() << "a read-only view of a folder needs root";
  DaemonProcess::Words words = raised(program());
  const std::string place = state.string();
  words.in_child = [place] {
    if (::unshare(CLONE_NEWNS) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount(place.c_str(), place.c_str(), nullptr, MS_BIND, nullptr) != 0 ||
        ::mount(nullptr, place.c_str(), nullptr, MS_BIND | MS_REMOUNT | MS_RDONLY, nullptr) != 0)
      ::_exit(77);
  };
  DaemonProcess hexad{words};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  faults(hexad);
  EXPECT_TRUE(comes_true([&] { return says(hexad.log(), "Read-only file system"); })) << hexad.log();
  lives_on(hexad);
  EXPECT_TRUE(fs::is_empty(state));
}

TEST_F(ShortOf, StoredFilesThatAreWhole) {
  {
    DaemonProcess hexad{raised(program())};
    ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
    faults(hexad);
    lives_on(hexad);
  }
  std::vector<fs::path> kept;
  for (const auto& file : fs::recursive_directory_iterator{state})
    if (file.is_regular_file() && file.path().filename() != "lock") kept.push_back(file.path());
  ASSERT_FALSE(kept.empty());
  int round = 0;
  for (const fs::path& file : kept)
    for (const char* damage : {"empty", "half", "noise", "folder", "pipe", "loop"}) {
      const fs::path copy = state.string() + "-" + std::to_string(++round);
      fs::copy(state, copy, fs::copy_options::recursive);
      const fs::path victim = copy / fs::relative(file, state);
      const auto size = fs::file_size(victim);
      fs::remove(victim);
      const std::string kind{damage};
      if (kind == "empty") std::ofstream{victim};
      if (kind == "half") {
        fs::copy_file(file, victim);
        fs::resize_file(victim, size / 2);
      }
      if (kind == "noise") std::ofstream{victim, std::ios::binary} << std::string(size + 7, '\xA5');
      if (kind == "folder") fs::create_directory(victim);
      if (kind == "pipe") {
        ASSERT_EQ(::mkfifo(victim.c_str(), 0600), 0);
      }
      if (kind == "loop") fs::create_symlink(victim.filename(), victim);
      DaemonProcess::Words words = raised(program());
      for (std::string& word : words.words)
        if (word == state.string()) word = copy.string();
      DaemonProcess hexad{words};
      ASSERT_TRUE(hexad.wait_until_ready()) << kind << ' ' << victim << '\n' << hexad.log();
      for (const char* path : {"/api/alarms", "/api/maintenance", "/api/status"})
        EXPECT_EQ(ask_console(hexad.console(), {.path = path}).code, 200) << kind << ' ' << victim << path;
      hexad.signal(SIGTERM);
      hexad.signal(SIGTERM);
      EXPECT_EQ(hexad.wait_for_exit(), 0) << kind << ' ' << victim << '\n' << hexad.log();
      fs::remove_all(copy);
    }
}

TEST_F(ShortOf, AReaderOfItsWords) {
  DaemonProcess::Words words = raised(program());
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe2(pipe.data(), O_CLOEXEC), 0);
  // Full before it begins, and nobody reads.
  ASSERT_EQ(::fcntl(pipe[1], F_SETFL, O_NONBLOCK), 0);
  const std::array<char, 4096> page{};
  while (::write(pipe[1], page.data(), page.size()) > 0) {
  }
  ASSERT_EQ(::fcntl(pipe[1], F_SETFL, 0), 0);
  words.in_child = [&] { ::dup2(pipe[1], STDERR_FILENO); };
  DaemonProcess hexad{words};
  ASSERT_TRUE(hexad.wait_until_ready());
  const MdofHost host{hexad.port_of("mdof")};
  for (int i = 0; i < 300; ++i) ASSERT_NE(host.ask("nonsense"), "no answer") << i;  // each is worth a line
  EXPECT_EQ(host.ask("9 0 0 30 0 0 0"), "9#0");
  hexad.signal(SIGTERM);
  EXPECT_EQ(hexad.wait_for_exit(), 0);
  for (const int end : pipe) ::close(end);
}

TEST_F(ShortOf, ASteadyTimeOfDay) {
  const fs::path step = state / "step";
  const auto set = [&](std::int64_t seconds) {
    std::fstream file{step, std::ios::binary | std::ios::in | std::ios::out};
    file.write(static_cast<const char*>(static_cast<const void*>(&seconds)), sizeof seconds);
  };
  std::ofstream{step, std::ios::binary} << std::string(8, '\0');
  DaemonProcess::Words words = raised(program());
  words.words.back() = "plant.initial=neutral";
  for (std::string& word : words.words)
    if (word == "10") word = "1";
  words.in_child = [&] {
    ::setenv("LD_PRELOAD", HEXAD_CLOCK_STEP, 1);
    ::setenv("HEXAD_CLOCK_STEP", step.c_str(), 1);
  };
  DaemonProcess hexad{words};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  DarrenHost host;
  host.call(hexad.port_of("darren"));
  const auto runs = [&](float heave) {
    return comes_true([&] {
      host.send(100, 2, {0, 0, 0, 0, 0, heave});
      std::this_thread::sleep_for(10ms);
      const auto status = host.newest(1ms);
      return status && std::abs(status->pose[5] - heave) < 0.5f;
    });
  };
  ASSERT_TRUE(runs(10.0f)) << hexad.log();
  float heave = 10.0f;
  for (const std::int64_t seconds :
       {std::int64_t{3600}, std::int64_t{-3600}, std::int64_t{86400} * 3650, std::int64_t{0}}) {
    set(seconds);
    EXPECT_TRUE(runs(heave += 5.0f)) << seconds << hexad.log();
  }
  const std::string log = hexad.log();
  EXPECT_FALSE(says(log, "host lost")) << log;
  EXPECT_FALSE(says(log, "running -> ")) << log;
  hexad.signal(SIGTERM);
  set(std::int64_t{86400} * 3650);
  EXPECT_EQ(hexad.wait_for_exit(), 0);
  const std::string years = hexad.log();
  EXPECT_TRUE(std::regex_search(years, std::regex{"^203[0-9]-", std::regex::multiline}))
      << "the clock did step\n"
      << years;
}

TEST_F(ShortOf, AFolderOfItsOwn) {
  DaemonProcess first{program()};
  ASSERT_TRUE(first.wait_until_ready()) << first.log();
  {
    DaemonProcess second{program()};
    EXPECT_TRUE(second.wait_until_ready()) << "nothing is kept yet: nothing to lose";
  }
  EXPECT_EQ(order(first, {{"action", "inject"}, {"fault", "over_temperature:2"}}).code, 200);
  ASSERT_TRUE(comes_true([&] { return fs::exists(state / "standard-400" / "lock"); })) << first.log();
  DaemonProcess second{program()};
  EXPECT_FALSE(second.wait_until_ready());
  EXPECT_EQ(second.wait_for_exit(), 1);
  EXPECT_TRUE(says(second.log(), "is in use by another hexad (process " + std::to_string(first.pid()) + ")"))
      << second.log();
  first.signal(SIGKILL);
  (void)first.wait_for_exit();
  DaemonProcess third{program()};
  EXPECT_TRUE(third.wait_until_ready()) << "whoever was killed holds nothing\n" << third.log();
}

}  // namespace
}  // namespace hexad::system_test
