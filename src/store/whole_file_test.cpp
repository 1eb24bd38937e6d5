#include "store/whole_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "messages/print.hpp"

namespace hexad::store {
namespace {

namespace fs = std::filesystem;

class WholeFile : public testing::Test {
 protected:
  ~WholeFile() override { fs::remove_all(folder); }
  std::string path(const char* name) const { return (folder / name).string(); }

  fs::path folder = fs::temp_directory_path() / ("hexad-whole-" + std::to_string(::getpid()));
  bool made = fs::create_directories(folder);
};

TEST_F(WholeFile, WhatWasWrittenIsReadAndWhatIsNotThereIsNothing) {
  ASSERT_FALSE(write_whole(folder.string(), "a", "one\ntwo"));
  const auto found = read_whole(path("a"));
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(*found, "one\ntwo");
  const auto none = read_whole(path("b"));
  ASSERT_TRUE(none.has_value());
  EXPECT_EQ(*none, std::nullopt);
}

TEST_F(WholeFile, WhatIsNoFileIsSaidAtOnceAndKeepsNobodyWaiting) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  fs::create_symlink("/dev/zero", path("device"));
  fs::create_symlink("loop", path("loop"));
  fs::create_directory(path("folder"));
  std::ofstream{path("long")} << 'x';
  fs::resize_file(path("long"), (16 << 20) + 1);
  for (const char* name : {"pipe", "device", "loop", "folder", "long"}) {
    const auto found = read_whole(path(name));
    ASSERT_FALSE(found.has_value()) << name;
    const std::string why = messages::english(found.error());
    EXPECT_TRUE(why.starts_with(path(name) + ": ")) << why;
    EXPECT_NE(messages::to_text(found.error(), messages::Language::chinese), why);
  }
}

}  // namespace
}  // namespace hexad::store
