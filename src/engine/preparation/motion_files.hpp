#pragma once
// The motion files of a configuration: each protocol has its own numbered list of names, all beneath one
// folder.

#include <string>
#include <vector>

#include "config/config.hpp"
#include "engine/preparation/smoothed_files.hpp"
#include "motion/prepare/prepare.hpp"

namespace hexad::inline engine {

class MotionFiles final : public motion::FileSource {
 public:
  /// `smoothed` outlives it.
  MotionFiles(const Config& config, const SmoothedFiles& smoothed);

  /// Opened anew each time: a file may be replaced while the program runs.
  Result<motion::files::MotionText, motion::Rejection> read(const FileOrder& order) const override;

  const std::string& folder() const noexcept { return folder_; }
  const std::vector<std::string>& names(FileOrder::List list) const noexcept;

 private:
  std::string folder_;
  std::vector<std::string> mdof_, motus_, darren_, films_;
  const SmoothedFiles& smoothed_;
  RotationOrder mdof_order_, motus_order_, darren_order_;
};

/// How a file of mdof is to be read, by its first row: seven numbers are a time and a pose, six a point,
/// anything else a formula.
motion::files::Format format_of_mdof_file(std::string_view text);

}  // namespace hexad::inline engine
