// What every other layer relies on, whichever system it is: these tests also run as a Windows program.

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>

#include "os/file_descriptor.hpp"
#include "os/files.hpp"
#include "os/random.hpp"
#include "os/surroundings.hpp"
#include "os/tcp.hpp"
#include "os/threads.hpp"
#include "os/udp_socket.hpp"
#include "os/wait.hpp"

namespace hexad::inline os {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

class BothSystems : public ::testing::Test {
 protected:
  BothSystems() {
    std::array<std::byte, 8> random{};
    fill_random(random);
    std::string name = "hexad-平台-";
    for (const std::byte byte : random) name += static_cast<char>('a' + std::to_integer<int>(byte) % 26);
    folder = (fs::temp_directory_path() / fs::path{name}).string();
    EXPECT_EQ(files::make_folder(folder), 0);
  }
  ~BothSystems() override { fs::remove_all(fs::path{folder}); }

  std::string at(const std::string& name) const { return folder + "/" + name; }
  void write(const std::string& name, std::string_view text) const {
    const int file = files::open_to_write(at(name));
    ASSERT_GE(file, 0) << errno;
    EXPECT_EQ(files::write(file, std::as_bytes(std::span{text})), static_cast<std::ptrdiff_t>(text.size()));
    EXPECT_EQ(files::sync(file), 0);
    EXPECT_EQ(files::close(file), 0);
  }
  std::string read(const std::string& name) const {
    const int file = files::open_to_read(at(name));
    if (file < 0) return "none";
    std::string text(100, '\0');
    const std::ptrdiff_t count = files::read(file, std::as_writable_bytes(std::span{text}));
    files::close(file);
    text.resize(static_cast<std::size_t>(std::max<std::ptrdiff_t>(count, 0)));
    return text;
  }

  std::string folder;
};

TEST_F(BothSystems, AFileTakesThePlaceOfAnotherWholeAndByteByByte) {
  write("值", "old\r\n\x1a");
  EXPECT_EQ(read("值"), "old\r\n\x1a");
  ASSERT_EQ(files::link(at("值"), at("值.previous")), 0);
  write("值.new", "new\n");
  ASSERT_EQ(files::rename(at("值.new"), at("值")), 0);
  EXPECT_EQ(read("值"), "new\n");
  EXPECT_EQ(read("值.previous"), "old\r\n\x1a");
  const int opened = files::open_folder(folder);
  EXPECT_EQ(files::sync(opened), 0);
  files::close(opened);
}

TEST_F(BothSystems, WhatIsNotThereOrNoFileSaysSo) {
  EXPECT_LT(files::open_to_read(at("nothing")), 0);
  EXPECT_EQ(errno, ENOENT);
  ASSERT_EQ(files::make_folder(at("inner/里")), 0);
  EXPECT_LT(files::open_to_read(at("inner")), 0);
  EXPECT_EQ(errno, EISDIR);
  EXPECT_EQ(files::may_write_in(folder), 0);
}

TEST_F(BothSystems, AFolderIsOneProgramsAlone) {
  std::string holder;
  const int first = files::open_locked(at("lock"), holder);
  ASSERT_GE(first, 0);
  EXPECT_LT(files::open_locked(at("lock"), holder), 0);
  EXPECT_EQ(errno, EWOULDBLOCK);
  EXPECT_FALSE(holder.empty());
  files::close(first);
  const int again = files::open_locked(at("lock"), holder);
  EXPECT_GE(again, 0);
  files::close(again);
}

TEST_F(BothSystems, OnlyWhatLiesBeneathAFolderIsOpened) {
  ASSERT_EQ(files::make_folder(at("motion/inner")), 0);
  write("secret.csv", "secret");
  write("motion/a.csv", "a");
  write("motion/inner/波.csv", "b");
  const int root = files::open_root(at("motion"));
  ASSERT_GE(root, 0);
  for (const char* const name : {"a.csv", "inner/波.csv", "inner/../a.csv", "./a.csv"}) {
    const int file = files::open_beneath(root, name);
    EXPECT_GE(file, 0) << name << ' ' << errno;
    std::uint64_t size = 0;
    EXPECT_TRUE(files::size_of(file, size));
    EXPECT_EQ(size, 1u);
    files::close(file);
  }
  for (const std::string& name : {std::string{"../secret.csv"}, std::string{"inner/../../secret.csv"},
                                  at("secret.csv"), std::string{"missing.csv"}})
    EXPECT_LT(files::open_beneath(root, name), 0) << name;
  files::close(root);
}

TEST_F(BothSystems, AListDecidesWhoIsHeard) {
  auto open = net::UdpSocket::open({});
  auto shut = net::UdpSocket::open({.allow = {net::Prefix{0x0A000000, 8}}});
  auto speaker = net::UdpSocket::open({});
  ASSERT_TRUE(open && shut && speaker);
  const std::string_view word = "heard";
  net::ReceiveBatch batch;
  for (net::UdpSocket* const to : {&*shut, &*open})
    speaker->send(to->address(), std::as_bytes(std::span{word}));
  speaker->flush();
  ASSERT_TRUE(wait_readable(open->get(), 5s));
  EXPECT_EQ(open->receive(batch), 1u);
  EXPECT_EQ(batch.arrivals()[0].from, speaker->address());
  EXPECT_EQ(shut->receive(batch), 0u);
  EXPECT_EQ(shut->kernel_drops(), 1u);
  auto second = net::UdpSocket::open({.address = open->address()});
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().error, EADDRINUSE);
}

TEST_F(BothSystems, AThreadIsWokenAndCounts) {
  net::WakeUp wake;
  EXPECT_FALSE(wait_readable(wake.get(), 0ns));
  wake.signal();
  wake.signal();
  EXPECT_TRUE(wait_readable(wake.get(), 5s));
  EXPECT_EQ(wake.take(), 2u);
  EXPECT_FALSE(wait_readable(wake.get(), 2ms));
  Poller poller;
  poller.watch(wake.get(), 7);
  EXPECT_EQ(poller.wait(1ms), 0);
  wake.signal();
  ASSERT_EQ(poller.wait(5s), 1);
  EXPECT_EQ(poller.ready(0), 7u);
}

TEST_F(BothSystems, AConnectionCarriesBytesAndEnds) {
  const auto soon = [] { return std::chrono::steady_clock::now() + 5s; };
  const int door = tcp::open();
  ASSERT_EQ(tcp::bind(door, {net::kLoopback, 0}), 0);
  ASSERT_EQ(tcp::listen(door), 0);
  EXPECT_LT(tcp::accept(door), 0);
  const int client = tcp::open();
  if (tcp::connect(client, tcp::local_address(door)) != 0) {
    ASSERT_EQ(errno, EINPROGRESS);
  }
  ASSERT_TRUE(tcp::wait(client, tcp::Until::writable, soon()));
  EXPECT_EQ(tcp::outcome(client), 0);
  ASSERT_TRUE(wait_readable(door, 5s));
  const int server = tcp::accept(door);
  ASSERT_GE(server, 0);
  EXPECT_EQ(tcp::peer_address(server), tcp::local_address(client));
  std::array<char, 16> some{};
  EXPECT_LT(tcp::receive(server, some), 0);
  EXPECT_EQ(errno, EAGAIN);
  EXPECT_EQ(tcp::send(client, "hello"), 5);
  ASSERT_TRUE(tcp::wait(server, tcp::Until::readable, soon()));
  EXPECT_FALSE(tcp::hung_up(server));
  EXPECT_EQ(tcp::receive(server, some), 5);
  tcp::close(client);
  ASSERT_TRUE(tcp::wait(server, tcp::Until::readable, soon()));
  EXPECT_TRUE(tcp::hung_up(server));
  tcp::close(server);
  tcp::close(door);
}

TEST_F(BothSystems, NoThreadWakesEarly) {
  for (int i = 0; i < 20; ++i) {
    const auto due = std::chrono::steady_clock::now() + 1500us;
    sleep_until(due);
    EXPECT_GE(std::chrono::steady_clock::now(), due);
  }
}

TEST_F(BothSystems, TheProgramKnowsItsFile) {
  EXPECT_TRUE(fs::exists(own_program())) << own_program();
  EXPECT_FALSE(state_home().empty());
}

}  // namespace
}  // namespace hexad::inline os
