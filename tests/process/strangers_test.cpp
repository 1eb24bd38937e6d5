// Who is not on a list reaches nothing, and nobody gets much more than was sent: every protocol, by real
// sockets.

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "process/raw_console.hpp"
#include "system/field_bench.hpp"

namespace hexad::system_test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Json = nlohmann::json;

const std::vector<std::string> kProtocols{"mdof", "darren", "lingjing", "motus", "csfi"};

std::vector<std::string> all_protocols(std::vector<std::string> more) {
  for (const std::string& protocol : kProtocols) more.insert(more.end(), {"--port", protocol + "=0"});
  return more;
}

/// What belongs to the process, of one of the tables of /proc/PID/net: local addresses, in the kernel's own
/// hex.
std::vector<std::string> local_addresses(pid_t pid, const std::string& table) {
  std::set<std::string> own;
  const std::string process = "/proc/" + std::to_string(pid);
  for (const auto& fd : fs::directory_iterator{process + "/fd"}) {
    std::error_code gone;
    const std::string to = fs::read_symlink(fd.path(), gone).string();
    if (to.starts_with("socket:[")) own.insert(to.substr(8, to.size() - 9));
  }
  std::vector<std::string> found;
  std::ifstream file{process + "/net/" + table};
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream words{line};
    std::vector<std::string> cells;
    for (std::string word; words >> word;) cells.push_back(word);
    if (cells.size() > 9 && own.contains(cells[9])) found.push_back(cells[1]);
  }
  return found;
}

TEST(Strangers, ByDefaultNothingListensButOnLoopback) {
  DaemonProcess hexad{all_protocols({})};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  std::size_t sockets = 0;
  for (const char* table : {"udp", "tcp"})
    for (const std::string& address : local_addresses(hexad.pid(), table)) {
      EXPECT_TRUE(address.starts_with("0100007F:")) << table << ' ' << address;
      ++sockets;
    }
  EXPECT_GE(sockets, 6u) << "five protocols and the console";
  for (const char* table : {"udp6", "tcp6", "raw", "packet"})
    EXPECT_TRUE(local_addresses(hexad.pid(), table).empty()) << table;
}

/// A host's socket on an address of its choice.
class AnyHost {
 public:
  explicit AnyHost(const char* from) {
    sockaddr_in own{};
    own.sin_family = AF_INET;
    ::inet_pton(AF_INET, from, &own.sin_addr);
    if (::bind(fd_, static_cast<sockaddr*>(static_cast<void*>(&own)), sizeof own) != 0)
      throw std::runtime_error{"cannot bind"};
  }
  ~AnyHost() { ::close(fd_); }
  AnyHost(const AnyHost&) = delete;
  AnyHost& operator=(const AnyHost&) = delete;

  void send(std::uint16_t port, const std::string& bytes) const {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons(port);
    ::sendto(fd_, bytes.data(), bytes.size(), 0, static_cast<sockaddr*>(static_cast<void*>(&to)), sizeof to);
  }
  /// Bytes and datagrams that have come.
  std::pair<std::size_t, std::size_t> heard() const {
    std::size_t bytes = 0;
    std::size_t count = 0;
    std::array<char, 65536> some{};
    for (ssize_t size = 0; (size = ::recv(fd_, some.data(), some.size(), MSG_DONTWAIT)) >= 0; ++count)
      bytes += static_cast<std::size_t>(size);
    return {bytes, count};
  }

 private:
  int fd_ = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
};

/// Everything before it has been looked at: two rounds of one port are a whole round of all.
void fence(const DaemonProcess& hexad) {
  const MdofHost host{hexad.port_of("mdof")};
  for (int i = 0; i < 3; ++i) ASSERT_EQ(host.ask("20"), "20#1");
}

const std::string kCsfiRead{"\xEB\x90\x01\x03", 4};

/// What would be taken from somebody allowed.
std::vector<std::string> valid(const std::string& protocol) {
  if (protocol == "mdof") return {"9 0 0 30 0 0 0", "4", "2", "31", "24"};
  if (protocol == "darren")
    return {FieldFrame{.sequence = 1, .id = 1}.bytes(),
            FieldFrame{.sequence = 2, .id = 100, .word = 9}.bytes()};
  if (protocol == "motus") return {MotusFrame{.cmd = 3}.bytes(), MotusFrame{.cmd = 0}.bytes()};
  if (protocol == "lingjing") return {"@A6T:0,0,0,0,0,262,10#", "@RL:4095#"};
  return {kCsfiRead};
}

TEST(Strangers, WhoIsNotOnTheListIsNotAnsweredAndChangesNothing) {
  std::vector<std::string> words = all_protocols({"--set", "plant.initial=neutral"});
  for (const std::string& protocol : kProtocols)
    words.insert(words.end(), {"--set", protocol + ".allow=[\"127.0.0.1\"]"});
  DaemonProcess hexad{words};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  for (const std::string& protocol : kProtocols) {
    const AnyHost stranger{"127.0.0.2"};
    for (int i = 0; i < 20; ++i)
      for (const std::string& frame : valid(protocol)) stranger.send(hexad.port_of(protocol), frame);
    fence(hexad);
    EXPECT_EQ(stranger.heard().second, 0u) << protocol;
  }
  const Json status = Json::parse(ask_console(hexad.console(), {}).body);
  EXPECT_EQ(status.at("state"), "ready") << hexad.log();
  EXPECT_EQ(status.at("driver"), nullptr);
  for (const Json& host : status.at("hosts")) EXPECT_FALSE(says(host.dump(), "127.0.0.2")) << host;
}

/// Bytes a datagram may be answered with, by the vendors' own tables; what is no request gets no more than it
/// sent.
struct Bound {
  std::string protocol;
  std::string datagram;
  std::size_t most;
};

TEST(Strangers, NobodyGetsMuchMoreThanWasSent) {
  DaemonProcess hexad{all_protocols({"--set", "plant.initial=neutral"})};
  ASSERT_TRUE(hexad.wait_until_ready()) << hexad.log();
  // Somebody drives: statuses flow to that host and to nobody else.
  DarrenHost driver;
  driver.call(hexad.port_of("darren"));
  ASSERT_TRUE(comes_true([&] {
    driver.send(100, 2, {});
    return driver.newest(10ms).has_value();
  }));
  std::vector<Bound> bounds{{"mdof", "31", 512},
                            {"mdof", "24", 128},
                            {"mdof", "99999", 64},
                            {"mdof", std::string(1400, 'x'), 64},
                            {"mdof", std::string(60'000, '9'), 64},
                            {"mdof", std::string{"\x1B[2J\r\n\0", 7}, 64},
                            {"darren", FieldFrame{.sequence = 1, .id = 1}.bytes(), 256},
                            {"darren", FieldFrame{.sequence = 1, .id = 100, .word = 2}.bytes(), 128},
                            {"darren", std::string(127, '\0'), 0},
                            {"motus", MotusFrame{.cmd = 0}.bytes(), 180},
                            {"motus", std::string(179, '7'), 0},
                            {"lingjing", "@A6:0,0,0,0,0,0#", 0},
                            {"csfi", kCsfiRead, 188},
                            {"csfi", std::string(188, '\xEB'), 0}};
  for (const std::string& protocol : kProtocols)
    for (const std::string& junk : {std::string{}, std::string{"A"}, std::string(2000, '\xFF')})
      if (protocol != "mdof" || !junk.empty())
        bounds.push_back({protocol, junk, protocol == "mdof" ? 64U : 0U});
  constexpr std::size_t kTimes = 5;
  for (const Bound& bound : bounds) {
    const AnyHost other{"127.0.0.1"};
    for (std::size_t i = 0; i < kTimes; ++i) other.send(hexad.port_of(bound.protocol), bound.datagram);
    fence(hexad);
    const auto [bytes, count] = other.heard();
    EXPECT_LE(bytes, kTimes * bound.most) << bound.protocol << ' ' << bound.datagram.substr(0, 30);
    EXPECT_LE(count, 2 * kTimes) << bound.protocol;
  }
}

}  // namespace
}  // namespace hexad::system_test
