#include "drives/link/block.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <string>
#include <thread>

#include "drives/link/attach.h"

namespace {

/// A block of this test's own, gone when it ends.
class BlockFile : public ::testing::Test {
 protected:
  BlockFile() : path{::testing::TempDir() + "hexad-block-" + std::to_string(::getpid())} {
    ::unlink(path.c_str());
  }
  ~BlockFile() override { ::unlink(path.c_str()); }

  /// Another process that takes a side; it says on the pipe what came of it, and holds on until it is killed.
  pid_t hold(hexad_side side, hexad_attach_error& outcome) {
    std::array<int, 2> line{};
    EXPECT_EQ(::pipe(line.data()), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      hexad_attachment there{};
      const char said = static_cast<char>('0' + hexad_attach(path.c_str(), side, &there));
      (void)!::write(line[1], &said, 1);
      for (;;) ::pause();
    }
    char heard = 0;
    EXPECT_EQ(::read(line[0], &heard, 1), 1);
    ::close(line[0]);
    ::close(line[1]);
    outcome = static_cast<hexad_attach_error>(heard - '0');
    return child;
  }
  static void end(pid_t child) {
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
  }

  std::string path;
};

TEST_F(BlockFile, WhoeverIsFirstMakesItAndBothSidesMeet) {
  hexad_attachment program{};
  hexad_attachment drives{};
  ASSERT_EQ(hexad_attach(path.c_str(), HEXAD_SIDE_PROGRAM, &program), HEXAD_ATTACHED);
  ASSERT_EQ(hexad_attach(path.c_str(), HEXAD_SIDE_DRIVES, &drives), HEXAD_ATTACHED);
  EXPECT_EQ(program.block->magic, HEXAD_BLOCK_MAGIC);
  EXPECT_EQ(program.block->size, sizeof(hexad_block));
  hexad_command command{};
  command.count = 7;
  command.leg[5].position = 0.25;
  hexad_write_command(program.block, &command);
  hexad_command seen{};
  ASSERT_EQ(hexad_read_command(drives.block, &seen), 1);
  EXPECT_EQ(seen.count, 7u);
  EXPECT_EQ(seen.leg[5].position, 0.25);
  hexad_detach(&program);
  hexad_detach(&drives);
}

TEST_F(BlockFile, ASecondOwnerOfASideIsRefused) {
  hexad_attachment first{};
  hexad_attachment second{};
  ASSERT_EQ(hexad_attach(path.c_str(), HEXAD_SIDE_DRIVES, &first), HEXAD_ATTACHED);
  EXPECT_EQ(hexad_attach(path.c_str(), HEXAD_SIDE_DRIVES, &second), HEXAD_ATTACH_TAKEN);
  hexad_detach(&first);
  EXPECT_EQ(hexad_attach(path.c_str(), HEXAD_SIDE_DRIVES, &second), HEXAD_ATTACHED);
  hexad_detach(&second);
}

TEST_F(BlockFile, AKilledOwnerLeavesItsSideFree) {
  hexad_attach_error outcome{};
  const pid_t child = hold(HEXAD_SIDE_PROGRAM, outcome);
  ASSERT_EQ(outcome, HEXAD_ATTACHED);
  hexad_attachment mine{};
  EXPECT_EQ(hexad_attach(path.c_str(), HEXAD_SIDE_PROGRAM, &mine), HEXAD_ATTACH_TAKEN);
  end(child);
  EXPECT_EQ(hexad_attach(path.c_str(), HEXAD_SIDE_PROGRAM, &mine), HEXAD_ATTACHED);
  hexad_detach(&mine);
}

TEST_F(BlockFile, AnotherVersionIsRefusedWhileItIsUsedAndMadeAnewAfterwards) {
  hexad_attachment drives{};
  hexad_attachment program{};
  ASSERT_EQ(hexad_attach(path.c_str(), HEXAD_SIDE_DRIVES, &drives), HEXAD_ATTACHED);
  drives.block->version = HEXAD_BLOCK_VERSION + 1;
  EXPECT_EQ(hexad_attach(path.c_str(), HEXAD_SIDE_PROGRAM, &program), HEXAD_ATTACH_DIFFERENT);
  hexad_detach(&drives);
  EXPECT_EQ(hexad_attach(path.c_str(), HEXAD_SIDE_PROGRAM, &program), HEXAD_ATTACHED);
  EXPECT_EQ(program.block->version, HEXAD_BLOCK_VERSION);
  hexad_detach(&program);
}

TEST_F(BlockFile, AFileThatIsNoBlockIsLeftAlone) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  ASSERT_NE(file, nullptr);
  (void)std::fputs("somebody's notes, which are longer than sixteen letters", file);
  (void)std::fclose(file);
  hexad_attachment program{};
  EXPECT_EQ(hexad_attach(path.c_str(), HEXAD_SIDE_PROGRAM, &program), HEXAD_ATTACH_NOT_OURS);
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_size, 55);
}

TEST_F(BlockFile, AWriterThatDiedInTheMiddleDoesNotLockTheNextOut) {
  hexad_attachment drives{};
  ASSERT_EQ(hexad_attach(path.c_str(), HEXAD_SIDE_DRIVES, &drives), HEXAD_ATTACHED);
  hexad_block& block = *drives.block;
  block.command_lock = 5;  // odd: it was writing
  hexad_command command{};
  EXPECT_EQ(hexad_read_command(&block, &command), 0);
  command.count = 3;
  hexad_write_command(&block, &command);
  command.count = 0;
  EXPECT_EQ(hexad_read_command(&block, &command), 1);
  EXPECT_EQ(command.count, 3u);
  hexad_detach(&drives);
}

// A reader never sees half of one command and half of another.
TEST(Block, IsReadWholeOrNotAtAll) {
  auto block = std::make_unique<hexad_block>();
  std::atomic<bool> done{false};
  std::thread writer{[&] {
    hexad_command command{};
    for (std::uint64_t i = 1; i <= 100'000; ++i) {
      command.count = i;
      for (hexad_leg_command& leg : command.leg) leg.position = leg.most_jerk = static_cast<double>(i);
      hexad_write_command(block.get(), &command);
    }
    done = true;
  }};
  std::uint64_t whole = 0;
  std::uint64_t last = 0;
  do {
    hexad_command seen{};
    if (hexad_read_command(block.get(), &seen) == 0) continue;
    ++whole;
    ASSERT_GE(seen.count, last);
    last = seen.count;
    for (const hexad_leg_command& leg : seen.leg) {
      ASSERT_EQ(leg.position, static_cast<double>(seen.count));
      ASSERT_EQ(leg.most_jerk, static_cast<double>(seen.count));
    }
  } while (!done || last != 100'000);
  writer.join();
  EXPECT_GT(whole, 0u);
}

TEST(Block, AServoTickWakesWhoWaits) {
  auto block = std::make_unique<hexad_block>();
  const std::uint32_t seen = block->servo_ticks;
  std::thread servo{[&] {
    while (__atomic_load_n(&block->waiting, __ATOMIC_SEQ_CST) == 0) std::this_thread::yield();
    hexad_servo_tick(block.get());
  }};
  EXPECT_EQ(hexad_wait_for_servo(block.get(), seen, 60'000'000'000), seen + 1);
  servo.join();
  EXPECT_EQ(hexad_wait_for_servo(block.get(), seen + 1, 1'000'000), seen + 1)
      << "the clock, when it stays away";
}

}  // namespace
