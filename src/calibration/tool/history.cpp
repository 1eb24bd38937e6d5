#include "calibration/tool/history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <ctime>

#include "calibration/tool/files.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "store/state_folder.hpp"
#include "store/whole_file.hpp"

namespace hexad::inline calibration::tool {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr std::string_view kPattern = "00000000T000000.000Z";

fs::path history_of(const fs::path& folder) { return folder / "history"; }

bool is_id(std::string_view text) {
  return std::equal(text.begin(), text.end(), kPattern.begin(), kPattern.end(), [](char letter, char wanted) {
    return wanted == '0' ? std::isdigit(static_cast<unsigned char>(letter)) != 0 : letter == wanted;
  });
}

std::string id_of(std::chrono::system_clock::time_point time) {
  const auto since = std::chrono::duration_cast<milliseconds>(time.time_since_epoch()).count();
  const std::time_t seconds = since / 1000;
  std::tm utc{};
  ::gmtime_r(&seconds, &utc);
  return fmt::format("{:04}{:02}{:02}T{:02}{:02}{:02}.{:03}Z", utc.tm_year + 1900, utc.tm_mon + 1,
                     utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec, since % 1000);
}

/// Of what is_id() accepts.
std::chrono::system_clock::time_point time_of(const std::string& id) {
  const auto number = [&](std::size_t from, std::size_t count) { return std::stoi(id.substr(from, count)); };
  const auto month = std::chrono::month{static_cast<unsigned>(number(4, 2))};
  const auto day = std::chrono::day{static_cast<unsigned>(number(6, 2))};
  return std::chrono::sys_days{std::chrono::year{number(0, 4)} / month / day} +
         std::chrono::hours{number(9, 2)} + std::chrono::minutes{number(11, 2)} +
         std::chrono::seconds{number(13, 2)} + milliseconds{number(16, 3)};
}

/// Newest first: the names are in the order of time.
std::vector<std::string> ids_in(const fs::path& history) {
  std::vector<std::string> ids;
  std::error_code error;
  for (fs::directory_iterator file{history, error}, end; !error && file != end; file.increment(error)) {
    const fs::path& path = file->path();
    if (path.extension() == ".bin" && is_id(path.stem().string()) && file->is_regular_file(error))
      ids.push_back(path.stem().string());
  }
  std::sort(ids.rbegin(), ids.rend());
  return ids;
}

std::optional<Copy> read_one(const fs::path& history, const std::string& id) {
  auto groups = read_groups((history / (id + ".bin")).string(), any_groups());
  if (!groups) return std::nullopt;
  return Copy{id, *std::move(groups)};
}

}  // namespace

Result<std::string, messages::Message> keep_in_history(const fs::path& folder, const Groups& groups,
                                                       std::chrono::system_clock::time_point now) {
  const fs::path history = history_of(folder);
  if (const int failed = store::make_folder(history); failed != 0)
    return Failure{messages::say<messages::Id::at_file>(history.string(), messages::system_message(failed))};
  std::vector<std::string> ids = ids_in(history);
  const std::string bytes = to_binary(groups);
  if (!ids.empty()) {
    const auto newest = read_one(history, ids.front());
    if (newest && to_binary(newest->groups) == bytes) return ids.front();
    // Two within a millisecond, or a clock that was set back: the order stays that of the writes.
    now = std::max(now, time_of(ids.front()) + milliseconds{1});
  }
  const std::string id = id_of(now);
  if (const messages::Message problem = store::write_whole(history.string(), id + ".bin", bytes))
    return Failure{problem};
  std::error_code error;
  for (std::size_t i = kMostCopies - 1; i < ids.size(); ++i) fs::remove(history / (ids[i] + ".bin"), error);
  return id;
}

std::vector<Copy> read_history(const fs::path& folder) {
  const fs::path history = history_of(folder);
  std::vector<Copy> copies;
  for (const std::string& id : ids_in(history)) {
    if (auto copy = read_one(history, id)) copies.push_back(*std::move(copy));
  }
  return copies;
}

std::optional<Copy> find_in_history(const fs::path& folder, const std::string& id) {
  return is_id(id) ? read_one(history_of(folder), id) : std::nullopt;
}

}  // namespace hexad::inline calibration::tool
