#include "web/big_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "web/http.hpp"
#include "web/http_client.hpp"
#include "web/server.hpp"

namespace hexad::web {
namespace {

namespace fs = std::filesystem;

TEST(BigFile, PartsAsTheHeaderSaysThem) {
  struct Case {
    const char* range;
    std::uint64_t first, count;
  };
  for (const Case& test :
       {Case{"bytes=0-0", 0, 1}, Case{"bytes=10-19", 10, 10}, Case{"bytes=90-", 90, 10},
        Case{"bytes=-30", 70, 30}, Case{"bytes=-1000", 0, 100}, Case{"bytes=50-1000", 50, 50}}) {
    const auto part = part_of(test.range, 100);
    ASSERT_TRUE(part.has_value()) << test.range;
    EXPECT_EQ(part->first, test.first) << test.range;
    EXPECT_EQ(part->count, test.count) << test.range;
  }
  for (const char* range : {"bytes=100-", "bytes=100-200", "bytes=-0"}) {
    const auto part = part_of(range, 100);
    ASSERT_FALSE(part.has_value()) << range;
    EXPECT_EQ(part.error(), RangeError::beyond_the_end) << range;
  }
  for (const char* range : {"", "bytes", "bytes=", "bytes=-", "bytes=5", "bytes=9-5", "bytes=a-b",
                            "lines=1-2", "bytes=0-1,5-6", "bytes=-99999999999999999999"}) {
    const auto part = part_of(range, 100);
    ASSERT_FALSE(part.has_value()) << range;
    EXPECT_EQ(part.error(), RangeError::not_a_range) << range;
  }
}

struct Film {
  fs::path folder = fs::temp_directory_path() / ("hexad-media-" + std::to_string(::getpid()));
  std::string text;
  Film() {
    fs::create_directories(folder);
    for (int i = 0; text.size() < 200'000; ++i) text += std::to_string(i) + '\n';
    std::ofstream{folder / "film.webm", std::ios::binary} << text;
  }
  ~Film() { fs::remove_all(folder); }
};

TEST(BigFile, IsServedWholeInPartsAndOnlyToWhoMay) {
  const Film film;
  auto server = Server::open({.token = "secret"});
  ASSERT_TRUE(server);
  (*server)->media("/videos/film.webm", (film.folder / "film.webm").string(), "k3y");
  (*server)->media("/videos/gone.webm", (film.folder / "gone.webm").string(), "k3y");
  (*server)->media("/videos/folder", film.folder.string(), "k3y");
  (*server)->start();
  const auto get = [&](const std::string& path, const std::string& range = "",
                       const std::string& token = "") {
    ClientRequest request{.port = (*server)->port(), .path = path, .token = token};
    if (!range.empty()) request.headers = {{"Range", range}};
    const auto answer = ask(request);
    return answer ? *answer : Response{.status = 0};
  };
  const Response whole = get("/videos/film.webm?key=k3y");
  EXPECT_EQ(whole.status, 200);
  EXPECT_EQ(whole.body, film.text);
  EXPECT_EQ(get("/videos/film.webm", "", "secret").body, film.text);
  const Response part = get("/videos/film.webm?key=k3y", "bytes=100000-150000");
  EXPECT_EQ(part.status, 206);
  EXPECT_EQ(part.body, film.text.substr(100'000, 50'001));
  EXPECT_EQ(get("/videos/film.webm?key=k3y", "bytes=999999-").status, 416);
  EXPECT_EQ(get("/videos/film.webm?key=k3y", "bytes=0-1,4-5").body, film.text) << "several parts: the whole";
  EXPECT_EQ(get("/videos/film.webm").status, 401);
  EXPECT_EQ(get("/videos/film.webm?key=guess").status, 401);
  EXPECT_EQ(get("/videos/film.webm?key=").status, 401);
  EXPECT_EQ(get("/videos/gone.webm?key=k3y").status, 404);
  EXPECT_EQ(get("/videos/folder?key=k3y").status, 404);
  EXPECT_EQ(get("/videos/../film.webm?key=k3y", "", "secret").status, 404);
  (*server)->stop();
}

}  // namespace
}  // namespace hexad::web
