#include "console_api/kept_token.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <optional>

#include "messages/print.hpp"
#include "messages/say.hpp"
#include "os/files.hpp"
#include "store/state_folder.hpp"
#include "web/guard.hpp"

namespace hexad::inline console_api {
namespace {

/// Only a file that nobody else could have read or written counts.
std::optional<std::string> read_token(const std::filesystem::path& path) {
  const std::optional<std::string> kept = files::read_private(path.string(), 64);
  if (!kept || kept->size() < 32) return std::nullopt;
  const std::string token = kept->substr(0, 32);
  const bool whole = std::all_of(token.begin(), token.end(),
                                 [](unsigned char letter) { return std::isxdigit(letter) != 0; });
  return whole ? std::optional{token} : std::nullopt;
}

}  // namespace

KeptToken keep_token(const std::filesystem::path& folder, const std::string& name) {
  const std::filesystem::path path = folder / name;
  if (std::optional<std::string> kept = read_token(path)) return {*kept};
  KeptToken made{web::make_token()};
  int failed = store::make_folder(folder);
  if (failed == 0) failed = files::write_private(path.string(), made.token + '\n');
  if (failed != 0)
    made.problem =
        messages::say<messages::Id::log_token_not_kept>(path.string(), messages::system_message(failed));
  return made;
}

}  // namespace hexad::inline console_api
