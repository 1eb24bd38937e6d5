#include "store/file_store.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "messages/print.hpp"
#include "store/crc32c.hpp"

namespace hexad::store {
namespace {

namespace fs = std::filesystem;

std::vector<std::byte> bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span{text});
  return {bytes.begin(), bytes.end()};
}

std::string slurp(const fs::path& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

void spill(const fs::path& path, std::string_view text) { std::ofstream{path, std::ios::binary} << text; }

class FileStoreTest : public testing::Test {
 protected:
  FileStoreTest() {
    std::string pattern = (fs::temp_directory_path() / "hexad-store-XXXXXX").string();
    folder = ::mkdtemp(pattern.data());
  }
  ~FileStoreTest() override { fs::remove_all(folder); }

  std::unique_ptr<FileStore> open() {
    auto store = FileStore::open(folder.string());
    if (!store) throw std::runtime_error{messages::english(store.error().why)};
    return std::move(*store);
  }
  /// The stored text, "nothing", or "damaged".
  static std::string read(const Result<std::optional<std::vector<std::byte>>, messages::Message>& result) {
    if (!result) {
      const std::string why = messages::english(result.error());
      return why.find("damaged") != std::string::npos ? "damaged" : "error " + why;
    }
    if (!result->has_value()) return "nothing";
    std::string text;
    for (const std::byte byte : **result) text += static_cast<char>(byte);
    return text;
  }

  fs::path folder;
};

TEST(Crc32c, OfTheUsualDigits) { EXPECT_EQ(crc32c(bytes_of("123456789")), 0xE3069283u); }

TEST_F(FileStoreTest, WhatWasWrittenIsReadAlsoByTheNextProgram) {
  {
    const auto store = open();
    EXPECT_EQ(read(store->read("group1")), "nothing");
    ASSERT_TRUE(store->write("group1", bytes_of("first")));
    EXPECT_EQ(read(store->read("group1")), "first");
  }
  EXPECT_EQ(read(open()->read("group1")), "first");
}

TEST_F(FileStoreTest, TheValueBeforeIsKept) {
  const auto store = open();
  ASSERT_TRUE(store->write("group1", bytes_of("first")));
  EXPECT_EQ(read(store->read_previous("group1")), "nothing");
  ASSERT_TRUE(store->write("group1", bytes_of("second")));
  ASSERT_TRUE(store->write("group1", bytes_of("third")));
  EXPECT_EQ(read(store->read("group1")), "third");
  EXPECT_EQ(read(store->read_previous("group1")), "second");
}

TEST_F(FileStoreTest, AnEmptyAndALargeValueAreValues) {
  const auto store = open();
  ASSERT_TRUE(store->write("empty", {}));
  EXPECT_EQ(read(store->read("empty")), "");
  const std::string large(1'000'000, 'x');
  ASSERT_TRUE(store->write("large", bytes_of(large)));
  EXPECT_EQ(read(store->read("large")), large);
}

TEST_F(FileStoreTest, AFileCutAtAnyByteIsDamagedAndNeverAValue) {
  const auto store = open();
  ASSERT_TRUE(store->write("group1", bytes_of("a value of some length")));
  const std::string whole = slurp(folder / "group1");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    spill(folder / "group1", std::string_view{whole}.substr(0, length));
    EXPECT_EQ(read(store->read("group1")), "damaged") << length << " of " << whole.size() << " bytes";
  }
  spill(folder / "group1", whole + "x");
  EXPECT_EQ(read(store->read("group1")), "damaged");
  spill(folder / "group1", whole);
  EXPECT_EQ(read(store->read("group1")), "a value of some length");
}

TEST_F(FileStoreTest, AnyChangedBitIsFound) {
  const auto store = open();
  ASSERT_TRUE(store->write("group1", bytes_of("a value")));
  const std::string whole = slurp(folder / "group1");
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string changed = whole;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << (bit % 8)));
    spill(folder / "group1", changed);
    EXPECT_EQ(read(store->read("group1")), "damaged") << "bit " << bit;
  }
}

TEST_F(FileStoreTest, ADamagedFileIsNamedAndSoIsTheOneBefore) {
  const auto store = open();
  ASSERT_TRUE(store->write("group1", bytes_of("first")));
  ASSERT_TRUE(store->write("group1", bytes_of("second")));
  spill(folder / "group1", "");
  const auto result = store->read("group1");
  if (result) FAIL() << "a damaged file was read";
  const std::string text = messages::english(result.error());
  EXPECT_NE(text.find((folder / "group1").string() + " is damaged"), std::string::npos) << text;
  EXPECT_NE(text.find("group1.previous"), std::string::npos) << text;
  EXPECT_EQ(messages::to_text(result.error(), messages::Language::chinese),
            (folder / "group1").string() + " 已损坏：比文件头还短。其内容均不使用；此前的值在 " +
                (folder / "group1.previous").string() + " 中");
  EXPECT_EQ(read(store->read_previous("group1")), "first");
}

TEST_F(FileStoreTest, WritingOverADamagedFileKeepsTheLastWholeOne) {
  const auto store = open();
  ASSERT_TRUE(store->write("group1", bytes_of("first")));
  ASSERT_TRUE(store->write("group1", bytes_of("second")));
  spill(folder / "group1", "rubbish");
  ASSERT_TRUE(store->write("group1", bytes_of("third")));
  EXPECT_EQ(read(store->read("group1")), "third");
  EXPECT_EQ(read(store->read_previous("group1")), "first");
}

TEST_F(FileStoreTest, WhatACrashLeftBehindIsNoValue) {
  const auto store = open();
  ASSERT_TRUE(store->write("group1", bytes_of("first")));
  spill(folder / "group1.new", "half a val");
  spill(folder / "group1.previous.new", "half a val");
  EXPECT_EQ(read(store->read("group1")), "first");
  ASSERT_TRUE(store->write("group1", bytes_of("second")));
  EXPECT_EQ(read(store->read("group1")), "second");
  EXPECT_EQ(read(store->read_previous("group1")), "first");
}

/// Killed at any moment of a write, the value is the old one or the new one.
TEST_F(FileStoreTest, AProgramKilledWhileItWritesLeavesTheOldOrTheNewValue) {
  const std::string old_value(20'000, 'o');
  const std::string new_value(20'000, 'n');
  ASSERT_TRUE(open()->write("group1", bytes_of(old_value)));
  for (int round = 0; round < 15; ++round) {
    const pid_t child = ::fork();
    if (child == 0) {
      const auto store = FileStore::open(folder.string());
      for (int i = 0; store; ++i) {
        const bool written =
            (*store)->write("group1", bytes_of(i % 2 == 0 ? new_value : old_value)).has_value();
        if (!written) ::_exit(1);
      }
      ::_exit(2);
    }
    ::usleep(static_cast<useconds_t>(2000 + 777 * round));
    ::kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the child ended by itself: " << WEXITSTATUS(status);
    const std::string found = read(open()->read("group1"));
    ASSERT_TRUE(found == old_value || found == new_value) << found.substr(0, 60);
  }
}

TEST_F(FileStoreTest, ASecondProgramIsRefusedUntilTheFirstHasEnded) {
  {
    const auto first = open();
    const auto second = FileStore::open(folder.string());
    if (second) FAIL() << "two programs share one folder";
    EXPECT_TRUE(second.error().in_use);
    const std::string text = messages::english(second.error().why);
    EXPECT_NE(text.find("in use by another program (process " + std::to_string(::getpid()) + ")"),
              std::string::npos)
        << text;
  }
  EXPECT_TRUE(open());
}

TEST_F(FileStoreTest, AKeyIsANameAndNothingElse) {
  const auto store = open();
  for (const char* key : {"", "..", "a/b", "../x", "lock", "a b", "group1.previous"}) {
    EXPECT_FALSE(store->write(key, bytes_of("x"))) << key;
    EXPECT_FALSE(store->read(key)) << key;
  }
}

TEST_F(FileStoreTest, AFullDiskLeavesTheOldValue) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "needs the device that is always full";
  const auto store = open();
  ASSERT_TRUE(store->write("group1", bytes_of("first")));
  fs::create_symlink("/dev/full", folder / "group1.new");
  EXPECT_FALSE(store->write("group1", bytes_of("second")));
  EXPECT_EQ(read(store->read("group1")), "first");
  ASSERT_TRUE(store->write("group1", bytes_of("third"))) << "the leftover was cleared away";
  EXPECT_EQ(read(store->read("group1")), "third");
}

TEST_F(FileStoreTest, AValueThatIsGoneIsAnErrorWhenTheOneBeforeItIsThere) {
  const auto store = open();
  ASSERT_TRUE(store->write("csfi", bytes_of("one")));
  fs::remove(folder / "csfi");
  EXPECT_EQ(read(store->read("csfi")), "nothing") << "a first value leaves no trace";
  ASSERT_TRUE(store->write("csfi", bytes_of("two")));
  ASSERT_TRUE(store->write("csfi", bytes_of("three")));
  fs::remove(folder / "csfi");
  const auto lost = store->read("csfi");
  if (lost) FAIL() << "taken for a store that was never written";
  const std::string why = messages::english(lost.error());
  EXPECT_NE(why.find("is missing"), std::string::npos) << why;
  EXPECT_NE(why.find("csfi.previous"), std::string::npos) << why;
  EXPECT_EQ(read(store->read_previous("csfi")), "two");
  ASSERT_TRUE(store->write("csfi", bytes_of("four"))) << "and a new value is the way out";
  EXPECT_EQ(read(store->read("csfi")), "four");
}

TEST_F(FileStoreTest, APipeIsRefusedAtOnceWhereverAFileIsExpected) {
  ASSERT_EQ(::mkfifo((folder / "csfi").c_str(), 0600), 0);
  ASSERT_EQ(::mkfifo((folder / "group1.new").c_str(), 0600), 0);
  ASSERT_EQ(::mkfifo((folder / "group2.previous").c_str(), 0600), 0);
  const auto store = open();
  EXPECT_NE(read(store->read("csfi")).find("a pipe or a device"), std::string::npos);
  EXPECT_NE(read(store->read_previous("group2")).find("a pipe or a device"), std::string::npos);
  const auto written = store->write("group1", bytes_of("value"));
  if (written) FAIL() << "written into a pipe";
  const std::string why = messages::english(written.error());
  EXPECT_NE(why.find("a pipe or a device"), std::string::npos) << why;
}

TEST_F(FileStoreTest, AFolderItMakesIsItsOwnersAlone) {
  const mode_t before = ::umask(0);
  auto store = FileStore::open((folder / "state" / "platform").string());
  ::umask(before);
  ASSERT_TRUE(store.has_value());
  for (const fs::path& made : {folder / "state", folder / "state" / "platform"})
    EXPECT_EQ(fs::status(made).permissions(), fs::perms::owner_all) << made;
  EXPECT_EQ(make_folder((folder / "state" / "platform" / "lock").string()), ENOTDIR);
}

}  // namespace
}  // namespace hexad::store
