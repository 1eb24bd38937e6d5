// `hexad calibrate` without a board, and with one that is a socket of the test: usage, files, boards that are
// silent, late, wrong or forgetful.

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "process.hpp"

namespace hexad::cli_test {
namespace {

using Bytes = std::string;

Bytes golden(const std::string& meaning) {
  std::ifstream file{HEXAD_TEST_DATA "/../../src/protocols/csfi/golden/csfi.tsv"};
  for (std::string line; std::getline(file, line);) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos || line.substr(tab + 1) != meaning) continue;
    Bytes bytes;
    for (std::size_t i = 0; i + 1 < tab; i += 2)
      bytes += static_cast<char>(std::stoi(line.substr(i, 2), nullptr, 16));
    return bytes;
  }
  ADD_FAILURE() << meaning;
  return {};
}

/// A board as the manual describes it, on 127.0.0.1; answers what `reply` gives, or keeps silent.
class FakeBoard {
 public:
  using Reply = std::function<Bytes(const Bytes&)>;
  explicit FakeBoard(Reply reply) : reply_{std::move(reply)} {
    fd_ = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(::bind(fd_, any, size), 0);
    EXPECT_EQ(::getsockname(fd_, any, &size), 0);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread{[this] { serve(); }};
  }
  ~FakeBoard() {
    ends_ = true;
    thread_.join();
    ::close(fd_);
  }
  FakeBoard(const FakeBoard&) = delete;
  FakeBoard& operator=(const FakeBoard&) = delete;
  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  int writes() const { return writes_; }

 private:
  void serve() {
    while (!ends_) {
      pollfd ready{fd_, POLLIN, 0};
      if (::poll(&ready, 1, 20) <= 0) continue;
      std::array<char, 512> some{};
      sockaddr_in from{};
      socklen_t size = sizeof from;
      auto* const peer = reinterpret_cast<sockaddr*>(&from);
      const ssize_t count = ::recvfrom(fd_, some.data(), some.size(), 0, peer, &size);
      if (count < 3) continue;
      const Bytes bytes{some.data(), static_cast<std::size_t>(count)};
      if ((static_cast<unsigned char>(bytes[2]) & 0x80U) != 0) ++writes_;
      const Bytes answer = reply_(bytes);
      if (!answer.empty()) ::sendto(fd_, answer.data(), answer.size(), 0, peer, size);
    }
  }

  Reply reply_;
  int fd_ = -1;
  std::uint16_t port_ = 0;
  std::atomic<bool> ends_{false};
  std::atomic<int> writes_{0};
  std::thread thread_;
};

/// Keeps what is written; `taken` decides whether it does.
class Memory {
 public:
  Memory() {
    groups_[1] = golden("board answer: group 1, six-leg defaults (188 bytes)");
    groups_[2] = golden("board answer: group 2 defaults (156 bytes)");
    for (const auto& [group, meaning] : std::map<int, std::string>{
             {3, "write group 3: 192.168.0.15:20000 -> 192.168.0.100:8080, both serial ports 115200"},
             {4, "write group 4, zero frame (76 bytes)"}}) {
      groups_[group] = golden(meaning);
      groups_[group][2] = static_cast<char>(group);
    }
  }
  Bytes operator()(const Bytes& bytes) {
    const int group = static_cast<unsigned char>(bytes[2]) & 0x7F;
    if ((static_cast<unsigned char>(bytes[2]) & 0x80U) == 0)
      return groups_.count(group) != 0 ? groups_[group] : Bytes{};
    if (++written > forget) {
      groups_[group] = bytes;
      groups_[group][2] = static_cast<char>(group);
    }
    return {};
  }
  int forget = 0;  ///< this many writes are lost
  int written = 0;

 private:
  std::map<int, Bytes> groups_;
};

/// A folder for the copies of one test.
struct State {
  State() {
    std::string pattern = ::testing::TempDir() + "hexad-calibrate-XXXXXX";
    path = ::mkdtemp(pattern.data());
  }
  ~State() { (void)!std::system(("rm -rf '" + path + "'").c_str()); }
  std::string path;
};

Outcome calibrate(const FakeBoard& board, const State& state, std::vector<std::string> words) {
  words.insert(words.begin(), "calibrate");
  words.insert(words.end(), {"--board", board.address(), "--state", state.path, "--timeout", "0.5"});
  return run(words);
}

TEST(Calibrate, WrongUsageIsExitCode2) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"calibrate"},
           {"calibrate", "reed"},
           {"calibrate", "read", "--board", "nowhere"},
           {"calibrate", "read", "--group", "5"},
           {"calibrate", "write"},
           {"calibrate", "diff"},
           {"calibrate", "write", "--file", "x.txt"},
           {"calibrate", "write", "--file", "x.csv", "--group", "2"},
           {"calibrate", "write", "--file", "x.toml", "--factory", "standard-400"}}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 2) << words.back() << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_FALSE(outcome.err.empty());
  }
  EXPECT_TRUE(says(run({"calibrate", "reed"}).err, "did you mean read"));
  const Outcome help = run({"calibrate", "--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_TRUE(says(help.out, "hexad calibrate write --file config_hall.csv"));
}

TEST(Calibrate, ABoardThatDoesNotAnswerIsNamedWithExitCode1) {
  const FakeBoard silent{[](const Bytes&) { return Bytes{}; }};
  const Outcome outcome =
      run({"calibrate", "read", "--group", "1", "--board", silent.address(), "--timeout", "0.05"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(says(outcome.err, "no answer from " + silent.address())) << outcome.err;
  EXPECT_EQ(outcome.out, "");
}

TEST(Calibrate, ReadShowsEveryValueWithNameAndUnit) {
  const FakeBoard board{Memory{}};
  const State state;
  const Outcome outcome = calibrate(board, state, {"read"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(says(outcome.out, "legs 1-6: six freedoms"));
  EXPECT_TRUE(says(outcome.out, "  base joint 1 x                -362.2983 mm\n")) << outcome.out;
  EXPECT_TRUE(says(outcome.out, "  local IP                   192.168.0.15 \n"));
  EXPECT_TRUE(says(outcome.out, "6 (115200 baud)"));
  const Outcome json = calibrate(board, state, {"read", "--group", "2", "--json"});
  const auto parsed = nlohmann::json::parse(json.out);
  EXPECT_EQ(parsed["groups"][0]["name"], "control");
  EXPECT_EQ(parsed["groups"][0]["values"].size(), 44U) << "36 floats and 8 bytes";
}

TEST(Calibrate, RawIsTheBytesAndGroup5IsCarriedUninterpreted) {
  Memory memory;
  const FakeBoard board{[memory](const Bytes& bytes) mutable {
    return bytes[2] == 5 ? Bytes{"\xEB\x90\x05\x2A\x01\x02\x27", 7} : memory(bytes);
  }};
  const State state;
  EXPECT_EQ(calibrate(board, state, {"read", "--group", "5", "--raw"}).out, "eb90052a010227\n");
  const Outcome all = calibrate(board, state, {"read", "--raw"});
  EXPECT_TRUE(all.out.starts_with("eb9001cc2f26b5c3")) << all.out;
  const TextFile frames{"frames.hex", all.out};
  EXPECT_EQ(calibrate(board, state, {"write", "--raw", "--file", frames.path()}).code, 0);
  EXPECT_EQ(calibrate(board, state, {"read", "--raw"}).out, all.out);
}

TEST(Calibrate, Decision1_AWriteIsReadBackAndTheChangeIsShown) {
  const FakeBoard board{Memory{}};
  const State state;
  const TextFile file{"one.toml", "[control]\nspeed = 25\n[network]\nlocal_ip = \"10.0.0.7\"\n"};
  const Outcome outcome = calibrate(board, state, {"write", "--file", file.path()});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(says(outcome.out,
                   "group 2 (control): written, read back, the same; 1 value changed\n"
                   "  platform speed           50 -> 25\n"))
      << outcome.out;
  EXPECT_TRUE(says(outcome.out, "local IP                 192.168.0.15 -> 10.0.0.7"));
  EXPECT_EQ(calibrate(board, state, {"diff", "--file", file.path()}).code, 0);
  const Outcome diff = calibrate(board, state, {"diff", "--factory", "allcontroller-1200"});
  EXPECT_EQ(diff.code, 1);
  EXPECT_TRUE(says(diff.out, "platform speed           board 25, factory 50\n")) << diff.out;
  EXPECT_TRUE(says(diff.out, "group 1 (mechanics): the same"));

  ASSERT_EQ(calibrate(board, state, {"restore", "--yes"}).code, 0);
  EXPECT_EQ(calibrate(board, state, {"diff", "--factory", "allcontroller-1200", "--group", "2"}).code, 0)
      << "what it had before the write";
  ASSERT_EQ(calibrate(board, state, {"restore", "--yes"}).code, 0);
  EXPECT_EQ(calibrate(board, state, {"diff", "--file", file.path()}).code, 0) << "a restore is undone by one";
}

TEST(Calibrate, AWriteThatWasLostOnTheWayIsSentAgain) {
  Memory memory;
  memory.forget = 1;
  const FakeBoard board{memory};
  const State state;
  const TextFile file{"one.toml", "[control]\nspeed = 25\n"};
  EXPECT_EQ(calibrate(board, state, {"write", "--file", file.path()}).code, 0);
  EXPECT_EQ(board.writes(), 2);
}

TEST(Calibrate, Decision1_ABoardThatKeepsItsValuesIsNamedFieldByFieldWithExitCode1) {
  Memory memory;
  memory.forget = 1000;
  const FakeBoard board{memory};
  const State state;
  const TextFile file{"two.toml", "[mechanics]\nstroke = 180\nscrew_lead = 10.0\n[control]\nspeed = 9\n"};
  const Outcome outcome = calibrate(board, state, {"write", "--file", file.path()});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(says(outcome.err, "group 1 (mechanics) was not taken")) << outcome.err;
  EXPECT_TRUE(says(outcome.err, "stroke: wanted 180, the board has 200 mm"));
  EXPECT_TRUE(says(outcome.err, "screw lead: wanted 10, the board has 5 mm"));
  EXPECT_EQ(board.writes(), 3) << "tried three times, and group 2 not at all";
}

TEST(Calibrate, WhatABoardWouldRefuseIsNotSent) {
  const FakeBoard board{Memory{}};
  const State state;
  const TextFile file{"bad.toml", "[mechanics]\nstroke = 4000\n"};
  const Outcome outcome = calibrate(board, state, {"write", "--file", file.path()});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(says(outcome.err, "stroke (value 1): 4000, allowed 1 to 3000 mm. Nothing was sent"))
      << outcome.err;
  EXPECT_EQ(board.writes(), 0);
}

TEST(Calibrate, AFileThatIsWrongIsNamedWithLineAndColumn) {
  const FakeBoard board{Memory{}};
  const State state;
  const TextFile file{"bad.toml", "[control]\nsped = 25\nscale = [1, 2]\nstandby = 300\n"};
  const Outcome outcome = calibrate(board, state, {"write", "--file", file.path()});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(says(outcome.err, ":2:1: control.sped: no such value; did you mean control.speed?"))
      << outcome.err;
  EXPECT_TRUE(says(outcome.err, ":3:1: control.scale has 2 numbers, 6 are expected"));
  EXPECT_TRUE(says(outcome.err, ":4:1: control.standby 300 does not fit a byte, 0 to 255"));
  EXPECT_EQ(board.writes(), 0);
}

TEST(Calibrate, TomlAndCsvGiveTheSameBytesBack) {
  const FakeBoard board{Memory{}};
  const State state;
  const std::string toml = state.path + "/all.toml";
  const std::string csv = state.path + "/config_hall.csv";
  ASSERT_EQ(calibrate(board, state, {"read", "--file", toml}).code, 0);
  ASSERT_EQ(calibrate(board, state, {"read", "--file", csv}).code, 0);
  EXPECT_TRUE(says(read_text(csv), "base,1,-362.2983,266.9081,0\n")) << read_text(csv);
  for (const std::string& file : {toml, csv}) {
    const Outcome written = calibrate(board, state, {"write", "--file", file});
    EXPECT_EQ(written.code, 0) << written.err;
    EXPECT_FALSE(says(written.out, "->")) << "not a bit changed: " << written.out;
  }
  EXPECT_TRUE(calibrate(board, state, {"read", "--raw", "--group", "1"}).out.starts_with("eb9001cc2f26b5c3"));
}

TEST(Calibrate, ABinaryIsTheFramesOneBehindTheOtherAndGivesTheSameBytesBack) {
  const FakeBoard board{Memory{}};
  const State state;
  const std::string all = state.path + "/all.bin";
  const std::string one = state.path + "/control.bin";
  ASSERT_EQ(calibrate(board, state, {"read", "--file", all}).code, 0);
  ASSERT_EQ(calibrate(board, state, {"read", "--group", "2", "--file", one}).code, 0);
  EXPECT_EQ(read_text(all).size(), 188U + 156U + 20U + 76U);
  EXPECT_EQ(read_text(all).substr(188, 156), golden("board answer: group 2 defaults (156 bytes)"));
  EXPECT_EQ(read_text(one), golden("board answer: group 2 defaults (156 bytes)"));

  const TextFile file{"one.toml", "[control]\nspeed = 25\n[network]\nlocal_port = 21000\n"};
  ASSERT_EQ(calibrate(board, state, {"write", "--file", file.path()}).code, 0);
  const Outcome diff = calibrate(board, state, {"diff", "--file", all});
  EXPECT_EQ(diff.code, 1);
  EXPECT_TRUE(says(diff.out, "platform speed           board 25, file 50\n")) << diff.out;
  const Outcome some = calibrate(board, state, {"write", "--file", one});
  EXPECT_EQ(some.code, 0) << some.err;
  EXPECT_TRUE(says(some.out, "platform speed           25 -> 50")) << some.out;
  EXPECT_FALSE(says(some.out, "group 1")) << "only what the file has";
  const Outcome group = calibrate(board, state, {"write", "--group", "3", "--file", all});
  EXPECT_TRUE(says(group.out, "local port               21000 -> 20000")) << group.out;
  EXPECT_FALSE(says(group.out, "group 2")) << group.out;
  EXPECT_EQ(calibrate(board, state, {"diff", "--file", all}).code, 0) << "every bit is as it was";
}

TEST(Calibrate, ABinaryThatIsNoneIsNamedWithItsByteAndNothingIsSent) {
  const FakeBoard board{Memory{}};
  const State state;
  Bytes frame = golden("board answer: group 2 defaults (156 bytes)");
  frame[50] = static_cast<char>(frame[50] ^ 1);
  const TextFile file{"bad.bin", frame};
  const Outcome outcome = calibrate(board, state, {"write", "--file", file.path()});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(says(outcome.err, "bad.bin: byte 3: the checksum of group 2 is wrong")) << outcome.err;
  EXPECT_EQ(calibrate(board, state, {"write", "--file", state.path + "/none.bin"}).code, 1);
  EXPECT_EQ(board.writes(), 0);
}

TEST(Calibrate, EachWriteAddsWhatWasThereToTheHistory) {
  const FakeBoard board{Memory{}};
  const State state;
  for (const char* speed : {"25", "30"}) {
    const TextFile file{"one.toml", std::string{"[control]\nspeed = "} + speed + "\n"};
    ASSERT_EQ(calibrate(board, state, {"write", "--file", file.path()}).code, 0);
  }
  std::string folder = board.address();
  folder.replace(folder.find(':'), 1, "-");
  std::vector<std::string> copies;
  for (const auto& file :
       std::filesystem::directory_iterator{state.path + "/calibrate/" + folder + "/history"})
    copies.push_back(file.path().string());
  std::sort(copies.begin(), copies.end());
  ASSERT_EQ(copies.size(), 2U);
  EXPECT_EQ(read_text(copies[0]), golden("board answer: group 2 defaults (156 bytes)"));
  const Outcome back = calibrate(board, state, {"write", "--file", copies[0]});
  EXPECT_TRUE(says(back.out, "platform speed           30 -> 50")) << back.out << back.err;
}

TEST(Calibrate, RestoreNamesWhatItWouldWriteAndAsks) {
  const FakeBoard board{Memory{}};
  const State state;
  const TextFile first{"one.toml", "[network]\nlocal_port = 21000\n"};
  const TextFile second{"two.toml", "[control]\nspeed = 40\n"};
  ASSERT_EQ(calibrate(board, state, {"write", "--file", first.path()}).code, 0);
  ASSERT_EQ(calibrate(board, state, {"write", "--file", second.path()}).code, 0);
  const int before = board.writes();
  const Outcome asked = calibrate(board, state, {"restore"});
  EXPECT_EQ(asked.code, 1);
  EXPECT_TRUE(says(asked.err, "group 2 (control): 1 value(s) of " + board.address() +
                                  " would change\n"
                                  "  platform speed           40 -> 50\n"))
      << asked.err;
  EXPECT_TRUE(says(asked.err, "Nobody can be asked here, nothing was sent. --yes"));
  EXPECT_EQ(board.writes(), before);
  // Only what the last write changed goes back, not every group that was ever written.
  ASSERT_EQ(calibrate(board, state, {"restore", "--yes"}).code, 0);
  const Outcome network = calibrate(board, state, {"diff", "--file", first.path()});
  EXPECT_EQ(network.code, 0) << "group 3 stays as it was written later: " << network.out;
  EXPECT_EQ(calibrate(board, state, {"diff", "--factory", "allcontroller-1200", "--group", "2"}).code, 0);
  // An older group is asked for by its number.
  const Outcome older = calibrate(board, state, {"restore", "--group", "3", "--yes"});
  EXPECT_TRUE(says(older.out, "local port               21000 -> 20000")) << older.out << older.err;
}

TEST(Calibrate, OnlyGroupsThatChangeAreSent) {
  const FakeBoard board{Memory{}};
  const State state;
  const std::string all = state.path + "/all.toml";
  ASSERT_EQ(calibrate(board, state, {"read", "--file", all}).code, 0);
  EXPECT_EQ(calibrate(board, state, {"write", "--file", all}).code, 0);
  EXPECT_EQ(board.writes(), 0) << "an unchanged group 1 does not cost the zero";
  std::string text = read_text(all);
  text.replace(text.find("speed = 50"), 10, "speed = 40");
  const TextFile changed{"changed.toml", text};
  const Outcome outcome = calibrate(board, state, {"write", "--file", changed.path()});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(board.writes(), 1);
  EXPECT_TRUE(says(outcome.out, "group 1 (mechanics): the board has it already, nothing sent\n"))
      << outcome.out;
}

TEST(Calibrate, AnotherBoardAtTheSameAddressIsNotWrittenToUnasked) {
  // Two machines on one cable after another, both at the vendor's address.
  Memory first, second;
  std::atomic<bool> plugged_over{false};
  const FakeBoard board{[&](const Bytes& bytes) { return plugged_over ? second(bytes) : first(bytes); }};
  const State state;
  const TextFile file{"one.toml", "[control]\nspeed = 25\n"};
  const TextFile later{"two.toml", "[control]\nspeed = 30\n"};
  ASSERT_EQ(calibrate(board, state, {"write", "--name", "hall 1", "--file", file.path()}).code, 0);
  ASSERT_EQ(calibrate(board, state, {"write", "--name", "hall 1", "--file", later.path()}).code, 0)
      << "the values it was left with: nobody is asked";
  plugged_over = true;
  const int before = board.writes();
  const Outcome other = calibrate(board, state, {"restore", "--name", "hall 1"});
  EXPECT_EQ(other.code, 1);
  EXPECT_TRUE(says(other.err, "has not the values that board \"hall 1\" was last known to have"))
      << other.err;
  EXPECT_TRUE(says(other.err, "platform speed known 30, here 50")) << other.err;
  EXPECT_EQ(board.writes(), before);
  const Outcome named = calibrate(board, state, {"restore", "--name", "hall 2", "--yes"});
  EXPECT_EQ(named.code, 1) << "a copy of another board is none of this one";
  EXPECT_TRUE(says(named.err, "nothing is known here of what hall 2 had before")) << named.err;
  // Its own name; then both are known, and each is recognised by its values.
  ASSERT_EQ(calibrate(board, state, {"write", "--name", "hall 2", "--file", file.path()}).code, 0);
  plugged_over = false;
  const Outcome swapped = calibrate(board, state, {"write", "--name", "hall 2", "--file", later.path()});
  EXPECT_EQ(swapped.code, 1);
  EXPECT_TRUE(says(swapped.err, "these are the values of board \"hall 1\": --name hall 1")) << swapped.err;
  EXPECT_EQ(calibrate(board, state, {"write", "--name", "../x", "--file", file.path()}).code, 2);
}

TEST(Calibrate, Group3IsChecked) {
  const FakeBoard board{Memory{}};
  const State state;
  for (const char* bad : {"local_ip = \"0.0.0.0\"", "local_port = 0", "remote_ip = \"255.255.255.255\"",
                          "local_ip = \"239.1.2.3\"", "remote_port = 0"}) {
    const TextFile file{"bad.toml", std::string{"[network]\n"} + bad + "\n"};
    const Outcome outcome = calibrate(board, state, {"write", "--file", file.path()});
    EXPECT_EQ(outcome.code, 1) << bad;
    EXPECT_TRUE(says(outcome.err, "Nothing was sent")) << bad << outcome.err;
  }
  EXPECT_EQ(board.writes(), 0);
}

TEST(Calibrate, ABoardThatTakesItsNewAddressAtOnceIsReadBackThere) {
  Memory memory;
  std::atomic<bool> moved{false};
  const FakeBoard there{[&](const Bytes& bytes) { return moved ? memory(bytes) : Bytes{}; }};
  const FakeBoard here{[&](const Bytes& bytes) {
    if (moved) return Bytes{};
    const Bytes answer = memory(bytes);
    moved = bytes[2] == static_cast<char>(0x83);
    return answer;
  }};
  const State state;
  const std::string port = there.address().substr(there.address().find(':') + 1);
  const TextFile file{"move.toml", "[network]\nlocal_ip = \"127.0.0.1\"\nlocal_port = " + port + "\n"};
  const Outcome outcome = run({"calibrate", "write", "--file", file.path(), "--board", here.address(),
                               "--state", state.path, "--timeout", "0.1"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(says(outcome.out, "group 3 (network): written, read back, the same; 2 values changed"))
      << outcome.out;
  EXPECT_TRUE(says(outcome.err, "the board now answers at " + there.address())) << outcome.err;
}

TEST(Calibrate, WhatABoardAnswersOtherwiseIsShownByteByByte) {
  const State state;
  const auto outcome_of = [&](const FakeBoard::Reply& reply, std::vector<std::string> words) {
    const FakeBoard board{reply};
    words.insert(words.begin(), "calibrate");
    words.insert(words.end(), {"--board", board.address(), "--state", state.path, "--timeout", "0.05"});
    return run(words);
  };
  const auto as_write = [](const Bytes& bytes) {
    Bytes answer = golden("write group 4, zero frame (76 bytes)");
    return bytes[2] == 4 ? answer : Bytes{};
  };
  const Outcome marked = outcome_of(as_write, {"read", "--group", "4"});
  EXPECT_EQ(marked.code, 1);
  EXPECT_TRUE(says(marked.err, "EB 90 84 00")) << marked.err;
  EXPECT_TRUE(says(marked.err, "byte 2 (group) is 84, 04 is expected")) << marked.err;
  EXPECT_TRUE(outcome_of(as_write, {"read", "--group", "4", "--raw"}).out.starts_with("eb908400"));
  const auto garbage = [](const Bytes&) { return Bytes{"hello"}; };
  const Outcome shown = outcome_of(garbage, {"read", "--group", "2"});
  EXPECT_TRUE(
      says(shown.err, "68 65 6C 6C 6F (5 bytes, 156 are expected; byte 0 (mark) is 68, EB is expected"))
      << shown.err;
  Memory memory;
  const auto another = [&](const Bytes& bytes) {
    Bytes asked = bytes;
    asked[2] = 2;
    return memory(asked);
  };
  EXPECT_TRUE(
      says(outcome_of(another, {"read", "--group", "3"}).err, "byte 2 (group) is 02, 03 is expected"));
}

TEST(Calibrate, AnAnswerThatIsNoneIsSaidToBeNone) {
  const FakeBoard board{[](const Bytes& bytes) {
    return Bytes{"\xEB\x90", 2} + bytes[2] + Bytes{"\x00xx", 3};
  }};
  const State state;
  const Outcome outcome = calibrate(board, state, {"read", "--group", "3"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(says(outcome.err,
                   "answered a read of group 3 with what a board would not: EB 90 03 00 78 78 (6 bytes, "))
      << outcome.err;
  const Outcome chinese = run({"--lang", "zh", "calibrate", "read", "--group", "3", "--board",
                               board.address(), "--state", state.path, "--timeout", "0.05"});
  EXPECT_TRUE(says(chinese.err, "EB 90 03 00 78 78（6 字节，应为 ")) << chinese.err;
}

}  // namespace
}  // namespace hexad::cli_test
