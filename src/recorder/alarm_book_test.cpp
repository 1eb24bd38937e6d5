#include "recorder/alarm_book.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "engine/simulated/simulated_platform.hpp"
#include "recorder/maintenance.hpp"

namespace hexad::inline recorder {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

struct Folder {
  fs::path path = fs::temp_directory_path() / ("hexad-book-" + std::to_string(::getpid()));
  Folder() { fs::remove_all(path); }
  ~Folder() { fs::remove_all(path); }
};
LogLine error_line(const std::string& text) { return {.level = Level::error, .text = text}; }
Event fault_of(std::size_t leg) {
  Event event;
  event.news = FaultRaised{Fault{.kind = FaultKind::drive_error, .leg = static_cast<std::uint8_t>(leg)}};
  return event;
}

TEST(AlarmBook, OutlivesTheProgramWithWhoAcknowledged) {
  const Folder folder;
  MemoryLog log;
  const ProtocolNames names;
  {
    AlarmBook book{folder.path, log};
    book.work();
    EXPECT_FALSE(fs::exists(folder.path)) << "nothing to keep";
    book.heard(fault_of(2), names);
    book.heard(error_line("the console does not answer"));
    book.heard(LogLine{.level = Level::warn, .text = "no alarm"});
    EXPECT_EQ(book.acknowledge(1, {.who = "10.0.0.5", .role = "operator"}), 1u);
    book.work();
  }
  AlarmBook again{folder.path, log};
  ASSERT_EQ(again.alarms().size(), 2u);
  EXPECT_EQ(again.waiting(), 1u);
  const Alarm fault = again.alarms()[1];
  EXPECT_EQ(fault.kind, "fault");
  EXPECT_TRUE(fault.what) << "in both languages, also after the restart";
  EXPECT_EQ(fault.acknowledged->who, "10.0.0.5");
  again.heard(error_line("another"));
  EXPECT_EQ(again.alarms().front().number, 3u) << "numbers go on";
  EXPECT_EQ(again.acknowledge(std::nullopt, {}), 2u);
  EXPECT_EQ(again.acknowledge(std::nullopt, {}), 0u);
}

TEST(AlarmBook, TheSameIsCountedUntilItIsAcknowledged) {
  MemoryLog log;
  AlarmBook book{{}, log};
  for (int i = 0; i < 5; ++i) book.heard(error_line("again"));
  ASSERT_EQ(book.alarms().size(), 1u);
  EXPECT_EQ(book.alarms()[0].count, 5u);
  book.acknowledge(std::nullopt, {});
  book.heard(error_line("again"));
  EXPECT_EQ(book.alarms().size(), 2u) << "it came back after somebody had seen it";
}

TEST(AlarmBook, IsBoundedAndDropsWhatWasSeenFirst) {
  MemoryLog log;
  AlarmBook book{{}, log};
  book.heard(error_line("unseen"));
  book.heard(error_line("seen"));
  book.acknowledge(2, {});
  for (std::size_t i = 0; i < AlarmBook::kMost - 1; ++i) book.heard(error_line(std::to_string(i)));
  const auto all = book.alarms();
  ASSERT_EQ(all.size(), AlarmBook::kMost);
  EXPECT_EQ(all.back().text, "unseen");
}

/// A disk that was full for a moment: nothing else happens until the program ends.
TEST(AlarmBook, WhatCouldNotBeWrittenIsTriedAgain) {
  const Folder folder;
  std::ofstream{folder.path} << "in the way of the folder";
  MemoryLog log;
  AlarmBook book{folder.path, log};
  book.heard(fault_of(1), ProtocolNames{});
  book.work();
  fs::remove(folder.path);
  book.work(true);
  EXPECT_EQ((AlarmBook{folder.path, log}.alarms().size()), 1u);
}

TEST(AlarmBook, ADamagedListIsSetAside) {
  const Folder folder;
  fs::create_directories(folder.path);
  std::ofstream{folder.path / "alarms.json"} << "{\"alarms\": [{\"number\": 1";
  MemoryLog log;
  AlarmBook book{folder.path, log};
  EXPECT_TRUE(book.alarms().empty());
  EXPECT_TRUE(fs::exists(folder.path / "alarms.json.damaged"));
}

struct Counted {
  Outbox outbox;
  MemoryLog log;
  void publish(double travel, std::uint64_t starts) {
    LegUses uses{};
    uses[0] = {travel, starts, 60.0 * static_cast<double>(starts)};
    outbox.publish(LoopStatistics{}, uses);
  }
};

TEST(Maintenance, CountsOverRestartsAndFromZeroWhenToldTo) {
  const Folder folder;
  {
    Counted run;
    Maintenance book{folder.path, 6, run.outbox, run.log};
    book.work(TimePoint{1s});
    EXPECT_FALSE(fs::exists(folder.path)) << "nothing was counted";
    run.publish(12.5, 3);
    book.work(TimePoint{2s});
    EXPECT_FALSE(fs::exists(folder.path)) << "once a minute";
    book.work(TimePoint{62s});
    EXPECT_TRUE(fs::exists(folder.path / "maintenance.json"));
    run.publish(14.0, 4);
    book.work(TimePoint{63s}, true);
  }
  Counted run;
  Maintenance book{folder.path, 6, run.outbox, run.log};
  run.publish(1.0, 1);
  book.work(TimePoint{1s});
  EXPECT_DOUBLE_EQ(book.legs()[0].use.travel, 15.0);
  EXPECT_EQ(book.legs()[0].use.starts, 5u);
  book.reset(0);
  EXPECT_DOUBLE_EQ(book.legs()[0].use.travel, 0.0);
  EXPECT_EQ(book.legs()[0].use.starts, 0u);
  run.publish(1.5, 2);
  book.work(TimePoint{2s});
  EXPECT_DOUBLE_EQ(book.legs()[0].use.travel, 0.5);
  EXPECT_EQ(book.legs()[0].use.starts, 1u);
  EXPECT_NEAR(book.legs()[0].use.moving, 60.0, 1e-9);
}

TEST(Maintenance, CountersThatCannotBeReadAreSetAside) {
  const Folder folder;
  fs::create_directories(folder.path);
  std::ofstream{folder.path / "maintenance.json"} << R"({"legs": [{"travel_m": 12345.6, "starts": )";
  Counted run;
  Maintenance book{folder.path, 6, run.outbox, run.log};
  run.publish(1.0, 1);
  book.work(TimePoint{1s}, true);
  std::ifstream kept{folder.path / "maintenance.json.damaged"};
  EXPECT_NE(std::string(std::istreambuf_iterator<char>{kept}, {}).find("12345.6"), std::string::npos);
}

}  // namespace
}  // namespace hexad::inline recorder
