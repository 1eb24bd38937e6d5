#include "engine/preparation/smoothed_files.hpp"

#include <algorithm>
#include <cstring>
#include <sstream>

#include "messages/print.hpp"
#include "messages/say.hpp"
#include "store/state_folder.hpp"
#include "store/whole_file.hpp"

namespace hexad::inline engine {
namespace {

constexpr const char* kFile = "motion-smoothed";  // a line a file: "on NAME" or "off NAME"

}  // namespace

SmoothedFiles::SmoothedFiles(std::vector<std::string> configured, std::filesystem::path folder)
    : configured_{std::move(configured)}, folder_{std::move(folder)} {
  const auto kept = store::read_whole((folder_ / kFile).string());
  std::istringstream lines{kept ? kept->value_or("") : ""};
  for (std::string choice, name; lines >> choice >> name;)
    if (choice == "on" || choice == "off") chosen_[name] = choice == "on";
}

bool SmoothedFiles::is_configured(std::string_view name) const {
  return std::find(configured_.begin(), configured_.end(), name) != configured_.end();
}

bool SmoothedFiles::has(std::string_view name) const {
  const std::scoped_lock lock{mutex_};
  const auto chosen = chosen_.find(name);
  return chosen != chosen_.end() ? chosen->second : is_configured(name);
}

messages::Message SmoothedFiles::choose(std::string_view name, bool smoothed) {
  const std::scoped_lock lock{mutex_};
  Choices choices = chosen_;
  choices.erase(std::string{name});
  if (smoothed != is_configured(name)) choices.emplace(name, smoothed);
  return keep(std::move(choices));
}

messages::Message SmoothedFiles::forget(std::string_view name) {
  const std::scoped_lock lock{mutex_};
  Choices choices = chosen_;
  choices.erase(std::string{name});
  return keep(std::move(choices));
}

messages::Message SmoothedFiles::keep(Choices choices) {
  if (choices == chosen_) return {};
  if (const int failed = store::make_folder(folder_); failed != 0)
    return messages::say<messages::Id::at_file>(folder_.string(), messages::system_message(failed));
  std::string text;
  for (const auto& [name, smoothed] : choices) text += (smoothed ? "on " : "off ") + name + '\n';
  if (messages::Message problem = store::write_whole(folder_.string(), kFile, text)) return problem;
  chosen_ = std::move(choices);
  return {};
}

}  // namespace hexad::inline engine
