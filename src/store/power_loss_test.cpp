// The power goes, or the disk fails, in every single call of a write: what is found afterwards is the old
// value or the new one, whole.

#include <gtest/gtest.h>

#include "messages/print.hpp"
#include "store/file_store.hpp"
#include "store/simulated_disk.hpp"

namespace hexad::store {
namespace {

using Unsynced = SimulatedDisk::Unsynced;

std::vector<std::byte> as_vector(std::string_view text) {
  const auto bytes = std::as_bytes(std::span{text});
  return {bytes.begin(), bytes.end()};
}

std::string text_of(const Result<std::optional<std::vector<std::byte>>, messages::Message>& result) {
  if (!result) return "error: " + messages::english(result.error());
  if (!result->has_value()) return "nothing";
  std::string text;
  for (const std::byte byte : **result) text += static_cast<char>(byte);
  return text;
}

const std::string kOld = "the old set, all four groups of it";
const std::string kNew = "the new set, all four groups of it, a little longer";
const std::string kEarlier = "an earlier set";

/// A disk with two generations on it.
SimulatedDisk used_disk() {
  SimulatedDisk disk;
  FileStore store{"/state", disk};
  EXPECT_TRUE(store.write("csfi", as_vector(kEarlier)));
  EXPECT_TRUE(store.write("csfi", as_vector(kOld)));
  return disk;
}

int calls_of_a_write() {
  SimulatedDisk disk = used_disk();
  const int before = disk.calls();
  EXPECT_TRUE((FileStore{"/state", disk}.write("csfi", as_vector(kNew))));
  return disk.calls() - before;
}

TEST(PowerLoss, CsfiDecision3_InEveryCallOfAWriteItLeavesTheOldSetOrTheNewOne) {
  const int calls = calls_of_a_write();
  ASSERT_GT(calls, 10);
  int old_found = 0;
  int new_found = 0;
  for (int call = 0; call <= calls; ++call) {
    SimulatedDisk disk = used_disk();
    disk.lose_power_at(call);
    bool reported = false;
    try {
      reported = FileStore{"/state", disk}.write("csfi", as_vector(kNew)).has_value();
    } catch (const PowerLoss&) {
    }
    for (std::size_t names = 0; names <= disk.unsynced_names(); ++names) {
      for (const Unsynced data : {Unsynced::lost, Unsynced::half, Unsynced::kept}) {
        SimulatedDisk found = disk.after_power_loss(names, data);
        FileStore store{"/state", found};
        const std::string value = text_of(store.read("csfi"));
        ASSERT_TRUE(value == kOld || value == kNew)
            << "call " << call << ", " << names << " names changed: " << value;
        ASSERT_TRUE(!reported || value == kNew) << "what was reported as written is there";
        const std::string previous = text_of(store.read_previous("csfi"));
        ASSERT_TRUE(previous == kEarlier || previous == kOld) << "call " << call << ": " << previous;
        ++(value == kNew ? new_found : old_found);
        ASSERT_TRUE(store.write("csfi", as_vector("the next set"))) << "leftovers are in nobody's way";
        ASSERT_EQ(text_of(store.read("csfi")), "the next set");
      }
    }
  }
  EXPECT_GT(old_found, 0);
  EXPECT_GT(new_found, 0);
}

TEST(PowerLoss, AStagedValueIsNoValue) {
  SimulatedDisk disk = used_disk();
  FileStore store{"/state", disk};
  ASSERT_TRUE(store.stage("csfi", as_vector(kNew)));
  EXPECT_EQ(text_of(store.read("csfi")), kOld);
  SimulatedDisk found = disk.after_power_loss(disk.unsynced_names(), Unsynced::kept);
  EXPECT_EQ(text_of((FileStore{"/state", found}.read("csfi"))), kOld);
  store.discard("csfi");
  EXPECT_FALSE(store.commit("csfi")) << "it was given up";
  EXPECT_EQ(text_of(store.read("csfi")), kOld);
}

TEST(PowerLoss, AQuietOneFailsEveryCallAfterItAndLeavesTheSame) {
  SimulatedDisk disk = used_disk();
  disk.lose_power_at(3, SimulatedDisk::Loss::quiet);
  EXPECT_FALSE((FileStore{"/state", disk}.write("csfi", as_vector(kNew))));
  ASSERT_TRUE(disk.dead());
  SimulatedDisk found = disk.after_power_loss(0, Unsynced::lost);
  EXPECT_EQ(text_of((FileStore{"/state", found}.read("csfi"))), kOld);
}

TEST(BrokenDisk, AFullOneRefusesAndKeepsTheOldSet) {
  SimulatedDisk disk = used_disk();
  disk.fill(true);
  FileStore store{"/state", disk};
  EXPECT_FALSE(store.write("csfi", as_vector(kNew)));
  EXPECT_EQ(text_of(store.read("csfi")), kOld);
  disk.fill(false);
  EXPECT_TRUE(store.write("csfi", as_vector(kNew)));
}

TEST(BrokenDisk, InEveryCallOfAWriteItLeavesTheOldSetOrTheNewOne) {
  const int calls = calls_of_a_write();
  for (const bool for_good : {false, true}) {
    for (int call = 0; call < calls; ++call) {
      SimulatedDisk disk = used_disk();
      disk.fail_at(call, for_good);
      const bool written = FileStore{"/state", disk}.write("csfi", as_vector(kNew)).has_value();
      SimulatedDisk found = disk.after_power_loss(disk.unsynced_names(), Unsynced::kept);
      const std::string value = text_of((FileStore{"/state", found}.read("csfi")));
      ASSERT_TRUE(value == kOld || value == kNew) << "call " << call << ": " << value;
      ASSERT_TRUE(!written || value == kNew) << "call " << call;
    }
  }
}

TEST(BrokenDisk, ACommitThatTheDiskDoesNotConfirmSaysSo) {
  SimulatedDisk disk = used_disk();
  FileStore store{"/state", disk};
  ASSERT_TRUE(store.stage("csfi", as_vector(kNew)));
  SimulatedDisk trial = disk;
  const int before = trial.calls();
  ASSERT_TRUE((FileStore{"/state", trial}.commit("csfi")));
  const int calls = trial.calls() - before;
  disk.fail_at(calls - 2, false);  // the sync of the folder; the last call closes it
  const auto committed = store.commit("csfi");
  ASSERT_TRUE(committed);
  EXPECT_FALSE(*committed);
  EXPECT_EQ(text_of(store.read("csfi")), kNew);
}

}  // namespace
}  // namespace hexad::store
