// Motion files come from beneath one folder only.

#include "store/motion_folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

namespace hexad::store {
namespace {

namespace fs = std::filesystem;
using Why = MotionFolderError::Why;

class MotionFolderTest : public testing::Test {
 protected:
  MotionFolderTest() {
    std::string pattern = (fs::temp_directory_path() / "hexad-motion-XXXXXX").string();
    root_ = ::mkdtemp(pattern.data());
    fs::create_directories(root_ / "motion" / "inner");
    write(root_ / "motion" / "a.txt", "0 0 0 0 0 0 0\n");
    write(root_ / "motion" / "inner" / "b.txt", "inner");
    write(root_ / "secret.txt", "secret");
    fs::create_symlink(root_ / "secret.txt", root_ / "motion" / "link.txt");
    fs::create_symlink("a.txt", root_ / "motion" / "near.txt");
    fs::create_directory_symlink(root_, root_ / "motion" / "up");
    EXPECT_EQ(::mkfifo((root_ / "motion" / "pipe").c_str(), 0600), 0);
  }
  ~MotionFolderTest() override { fs::remove_all(root_); }

  static void write(const fs::path& path, const std::string& text) {
    std::ofstream{path, std::ios::binary} << text;
  }

  Why why(std::string_view name, std::size_t most = 1000) {
    const auto folder = MotionFolder::open((root_ / "motion").string());
    EXPECT_TRUE(folder);
    const auto text = folder->read(name, most);
    EXPECT_FALSE(text) << name;
    EXPECT_FALSE(in_words(text.error()).empty());
    return text.error().why;
  }

  fs::path root_;
};

TEST_F(MotionFolderTest, ReadsRegularFilesInItAndBelow) {
  const auto folder = MotionFolder::open((root_ / "motion").string());
  ASSERT_TRUE(folder);
  EXPECT_EQ(*folder->read("a.txt", 1000), "0 0 0 0 0 0 0\n");
  EXPECT_EQ(*folder->read("inner/b.txt", 5), "inner");
  EXPECT_EQ(*folder->read("./a.txt", 1'000'000), "0 0 0 0 0 0 0\n");
}

TEST_F(MotionFolderTest, NothingLeadsOut) {
  EXPECT_EQ(why("../secret.txt"), Why::leads_out);
  EXPECT_EQ(why("inner/../../secret.txt"), Why::leads_out);
  EXPECT_EQ(why((root_ / "secret.txt").string()), Why::leads_out);
  EXPECT_EQ(why("link.txt"), Why::leads_out);
  EXPECT_EQ(why("near.txt"), Why::leads_out);
  EXPECT_EQ(why("up/secret.txt"), Why::leads_out);
}

TEST_F(MotionFolderTest, OnlyRegularFilesOfAllowedSize) {
  EXPECT_EQ(why("inner"), Why::not_regular);
  EXPECT_EQ(why("pipe"), Why::not_regular);
  EXPECT_EQ(why("inner/b.txt", 4), Why::too_large);
  EXPECT_EQ(why("none.txt"), Why::not_there);
  EXPECT_EQ(why("a.txt/x"), Why::not_there);
  EXPECT_EQ(why(""), Why::bad_name);
  EXPECT_EQ(why(std::string_view{"a.txt\0x", 7}), Why::bad_name);
}

TEST_F(MotionFolderTest, AFolderThatIsNotThereIsSaid) {
  const auto folder = MotionFolder::open((root_ / "nowhere").string());
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().why, Why::no_folder);
}

}  // namespace
}  // namespace hexad::store
