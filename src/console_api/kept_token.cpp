#include "console_api/kept_token.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <optional>

#include "messages/say.hpp"
#include "net/file_descriptor.hpp"
#include "store/state_folder.hpp"
#include "web/guard.hpp"

namespace hexad::inline console_api {
namespace {

/// Only a file that nobody else could have read or written counts.
std::optional<std::string> read_token(const std::filesystem::path& path) {
  const net::FileDescriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
  struct stat about {};
  if (!file || ::fstat(file.get(), &about) != 0 || !S_ISREG(about.st_mode) || (about.st_mode & 077) != 0 ||
      about.st_uid != ::geteuid())
    return std::nullopt;
  std::array<char, 64> bytes{};
  const ssize_t count = ::read(file.get(), bytes.data(), bytes.size());
  if (count < 32) return std::nullopt;
  const std::string token{bytes.data(), 32};
  const bool whole = std::all_of(token.begin(), token.end(),
                                 [](unsigned char letter) { return std::isxdigit(letter) != 0; });
  return whole ? std::optional{token} : std::nullopt;
}

/// 0 or errno.
int write_token(const std::filesystem::path& path, const std::string& token) {
  ::unlink(path.c_str());
  const net::FileDescriptor file{
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600)};
  if (!file) return errno;
  const std::string line = token + '\n';
  return ::write(file.get(), line.data(), line.size()) == static_cast<ssize_t>(line.size()) ? 0 : EIO;
}

}  // namespace

KeptToken keep_token(const std::filesystem::path& folder, const std::string& name) {
  const std::filesystem::path path = folder / name;
  if (std::optional<std::string> kept = read_token(path)) return {*kept};
  KeptToken made{web::make_token()};
  int failed = store::make_folder(folder);
  if (failed == 0) failed = write_token(path, made.token);
  if (failed != 0)
    made.problem = messages::say<messages::Id::log_token_not_kept>(path.string(), std::strerror(failed));
  return made;
}

}  // namespace hexad::inline console_api
