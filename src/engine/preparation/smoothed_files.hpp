#pragma once
// Which motion files may be filtered so that they keep the limits: those that the configuration names
// (motion_smoothed), and what an operator has chosen since, a file at a time, kept across restarts. For any
// thread that may wait.

#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "messages/message.hpp"

namespace hexad::inline engine {

class SmoothedFiles {
 public:
  /// `folder`: of the state; made when there is something to keep.
  SmoothedFiles(std::vector<std::string> configured, std::filesystem::path folder);

  bool has(std::string_view name) const;
  /// From its next start on. What went wrong: then nothing has changed.
  messages::Message choose(std::string_view name, bool smoothed);
  /// Another file has this name now: what was chosen for the one before does not count.
  messages::Message forget(std::string_view name);

 private:
  using Choices = std::map<std::string, bool, std::less<>>;
  bool is_configured(std::string_view name) const;
  messages::Message keep(Choices choices);

  std::vector<std::string> configured_;
  std::filesystem::path folder_;
  mutable std::mutex mutex_;
  Choices chosen_;  ///< where it is not as configured
};

}  // namespace hexad::inline engine
