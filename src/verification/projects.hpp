#pragma once
// The projects of the verification, kept by the program: one platform file each, in one folder. What is
// written is there whole or not at all. Blocks: for a thread of its own.

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "messages/message.hpp"
#include "verification/project_file.hpp"

namespace hexad::verification {

struct ProjectEntry {
  std::string name;
  std::string changed;  ///< UTC, "2026-01-02T03:04:05Z"
};

class Projects {
 public:
  /// In the folder of what survives a restart (`configured`, else where the system keeps such things).
  explicit Projects(const std::string& configured);

  /// The one changed last first.
  std::vector<ProjectEntry> list() const;

  struct Kept {
    std::string text;
    std::string revision;  ///< another one for other contents
  };
  Result<Kept, messages::Message> read(const std::string& name) const;

  /// `revision`: what was read of it, empty = it was not there. Somebody else has written since: refused,
  /// unless it is `forced`. The new revision.
  Result<std::string, messages::Message> write(const std::string& name, const std::string& text,
                                               const std::string& revision, bool forced) const;

  /// It is kept aside (NAME.toml.removed): the last one of that name can be brought back by hand.
  messages::Message remove(const std::string& name) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace hexad::verification
