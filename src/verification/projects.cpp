#include "verification/projects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <ctime>
#include <functional>

#include "messages/print.hpp"
#include "messages/say.hpp"
#include "store/state_folder.hpp"
#include "store/whole_file.hpp"

namespace hexad::verification {
namespace {

namespace fs = std::filesystem;
using messages::Id;
using messages::Message;
using messages::say;

constexpr std::size_t kLongestName = 120;  // bytes; a file's name has at most 255
constexpr std::string_view kEnding = ".toml";

/// Nothing when it may be a file's name in any system.
Message name_problem(const std::string& name) {
  const auto is_bad = [](char letter) {
    return static_cast<unsigned char>(letter) < 0x20 || letter == 0x7F ||
           std::string_view{"\\/:*?\"<>|"}.find(letter) != std::string_view::npos;
  };
  const bool bad = name.empty() || name.size() > kLongestName || name.front() == '.' || name.front() == ' ' ||
                   name.back() == ' ' || std::any_of(name.begin(), name.end(), is_bad);
  return bad ? say<Id::project_bad_name>(name, kLongestName) : Message{};
}

std::string revision_of(const std::string& text) {
  return fmt::format("{:016x}", std::hash<std::string>{}(text));
}

std::string time_text(fs::file_time_type changed) {
  const auto system = std::chrono::file_clock::to_sys(changed);
  const std::time_t seconds =
      std::chrono::duration_cast<std::chrono::seconds>(system.time_since_epoch()).count();
  std::tm utc{};
  ::gmtime_r(&seconds, &utc);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday,
                     utc.tm_hour, utc.tm_min, utc.tm_sec);
}

}  // namespace

Projects::Projects(const std::string& configured) : folder_{store::state_folder(configured, "projects")} {}

std::vector<ProjectEntry> Projects::list() const {
  std::vector<std::pair<fs::file_time_type, std::string>> found;
  std::error_code error;
  for (fs::directory_iterator one{folder_, error}, end; !error && one != end; one.increment(error)) {
    if (one->path().extension() != kEnding || !one->is_regular_file()) continue;
    std::error_code unknown;
    const fs::file_time_type changed = one->last_write_time(unknown);
    if (!unknown) found.emplace_back(changed, one->path().stem().string());
  }
  std::sort(found.begin(), found.end(), std::greater<>{});
  std::vector<ProjectEntry> list;
  for (const auto& [changed, name] : found) list.push_back({name, time_text(changed)});
  return list;
}

Result<Projects::Kept, Message> Projects::read(const std::string& name) const {
  if (const Message problem = name_problem(name)) return Failure{problem};
  const auto text = store::read_whole((folder_ / (name + std::string{kEnding})).string());
  if (!text || !text->has_value()) return Failure{say<Id::project_not_there>(name)};
  return Kept{**text, revision_of(**text)};
}

Result<std::string, Message> Projects::write(const std::string& name, const std::string& text,
                                             const std::string& revision, bool forced) const {
  if (const Message problem = name_problem(name)) return Failure{problem};
  const auto before = read(name);
  const std::string there = before ? before->revision : "";
  if (there == revision_of(text)) return there;
  if (!forced && there != revision) return Failure{say<Id::project_changed>(name)};
  if (const int failed = store::make_folder(folder_); failed != 0)
    return Failure{say<Id::project_not_kept>(name, messages::system_message(failed))};
  if (const Message problem = store::write_whole(folder_.string(), name + std::string{kEnding}, text))
    return Failure{say<Id::project_not_kept>(name, problem)};
  return revision_of(text);
}

Message Projects::remove(const std::string& name) const {
  if (const Message problem = name_problem(name)) return problem;
  const fs::path file = folder_ / (name + std::string{kEnding});
  std::error_code error;
  fs::rename(file, file.string() + ".removed", error);
  return error ? say<Id::project_not_there>(name) : Message{};
}

}  // namespace hexad::verification
