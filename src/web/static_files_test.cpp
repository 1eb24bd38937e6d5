#include "web/static_files.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "web/http_client.hpp"
#include "web/server.hpp"

namespace hexad::web {
namespace {

namespace fs = std::filesystem;

/// A page in a folder of its own, with a secret beside it.
struct Folder {
  fs::path root = fs::temp_directory_path() / ("hexad-page-" + std::to_string(::getpid()));
  std::string page = (root / "page").string();

  Folder() {
    fs::create_directories(root / "page/assets");
    fs::create_directories(root / "page/.git");
    write("page/index.html", "<!doctype html>");
    write("page/assets/main-1a2b.js", "let x;");
    write("page/assets/main.css", "a{}");
    write("page/.git/config", "secret");
    write("page/.env", "secret");
    write("secret.txt", "secret");
    fs::create_symlink(root / "secret.txt", root / "page/link.txt");
    fs::create_directory_symlink(root, root / "page/out");
  }
  ~Folder() { fs::remove_all(root); }
  void write(const std::string& name, const std::string& text) const { std::ofstream{root / name} << text; }
};

TEST(StaticFiles, AreWhatIsInTheFolderAndNothingElse) {
  const Folder folder;
  const StaticFiles files = StaticFiles::load(folder.page);
  ASSERT_NE(files.find("/"), nullptr);
  EXPECT_EQ(files.find("/")->content(), "<!doctype html>");
  EXPECT_EQ(files.find("/index.html")->type, "text/html; charset=utf-8");
  EXPECT_EQ(files.find("/index.html")->cache, "no-cache");
  EXPECT_EQ(files.find("/assets/main-1a2b.js")->type, "text/javascript; charset=utf-8");
  EXPECT_EQ(files.find("/assets/main-1a2b.js")->cache, "public, max-age=31536000, immutable");
  EXPECT_EQ(files.size(), 4u) << "index.html twice, two assets";
  for (const char* path : {"/link.txt", "/out/secret.txt", "/../secret.txt", "/.env", "/.git/config",
                           "/assets", "/assets/", "//index.html", "/assets/../index.html", "/INDEX.HTML", ""})
    EXPECT_EQ(files.find(path), nullptr) << path;
}

TEST(StaticFiles, ArePackedForWhoeverTakesThem) {
  const Folder folder;
  folder.write("page/assets/main-1a2b.js.gz", "gzipped");
  folder.write("page/assets/main-1a2b.js.br", "brotli");
  folder.write("page/index.html.gz", "page gzipped");
  const StaticFiles files = StaticFiles::load(folder.page);
  const auto sent = [&](std::string_view path, std::string_view accepted) {
    return files.find(path, accepted)->content();
  };
  const std::string script = "/assets/main-1a2b.js";
  for (const char* plain : {"", "identity", "gzipx", "br;q=0, gzip;q=0.0", "deflate"})
    EXPECT_EQ(sent(script, plain), "let x;") << plain;
  for (const char* gzip : {"gzip", "gzip;q=0.5", "deflate, gzip", "br;q=0,gzip"})
    EXPECT_EQ(sent(script, gzip), "gzipped") << gzip;
  EXPECT_EQ(sent(script, "gzip, deflate, br"), "brotli");
  EXPECT_EQ(sent("/", "gzip, br"), "page gzipped");
  const Response* const packed = files.find(script, "br");
  EXPECT_EQ(packed->type, "text/javascript; charset=utf-8");
  EXPECT_EQ(packed->cache, "public, max-age=31536000, immutable");
  const auto has = [&](const std::string& name, const std::string& value) {
    return std::find(packed->headers.begin(), packed->headers.end(), std::pair{name, value}) !=
           packed->headers.end();
  };
  EXPECT_TRUE(has("content-encoding:", "br") && has("vary:", "accept-encoding"));
}

TEST(StaticFiles, NoFolderIsNoFiles) {
  EXPECT_TRUE(StaticFiles::load("/nowhere/at/all").empty());
  EXPECT_TRUE(StaticFiles::load("").empty());
}

struct Served {
  std::unique_ptr<Server> server;
  explicit Served(const ServerSettings& settings) {
    const Folder folder;
    server = std::move(*Server::open(settings));
    server->files(StaticFiles::load(folder.page));
    server->get("/api/x", [this](ExchangeId id, const Request&) { server->answer(id, {.body = "{}"}); });
    server->start();
  }
  Response get(const std::string& path, const std::string& token = "") const {
    const auto answer = ask({.port = server->port(), .path = path, .token = token});
    return answer ? *answer : Response{.status = 0};
  }
};

TEST(StaticFiles, ThePageIsNoSecretButTheApiIs) {
  const Served served{{.token = "0123456789abcdef"}};
  EXPECT_EQ(served.get("/").status, 200);
  EXPECT_EQ(served.get("/assets/main.css").body, "a{}");
  EXPECT_EQ(served.get("/api/x").status, 401);
  EXPECT_EQ(served.get("/api/x", "0123456789abcdef").status, 200);
  EXPECT_EQ(served.get("/%2e%2e/secret.txt").status, 401) << "what there is not is asked for like the api";
}

TEST(StaticFiles, NoNameLeadsOutOfTheFolder) {
  const Served served{{}};
  for (const char* path :
       {"/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/assets/../../secret.txt", "/link.txt",
        "/out/secret.txt", "/.env", "/assets/..%5c..%5csecret.txt", "/etc/passwd"})
    EXPECT_EQ(served.get(path).status, 404) << path;
}

}  // namespace
}  // namespace hexad::web
