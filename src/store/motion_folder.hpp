#pragma once
// Motion files are read from beneath one folder and from nowhere else: names that lead out of it, symbolic
// links, and anything that is not a regular file are refused by the kernel, not by looking at names
// (openat2). Blocks: worker and tools.

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace hexad::store {

struct MotionFolderError {
  enum class Why { no_folder, bad_name, not_there, leads_out, not_regular, too_large, unreadable };
  Why why = Why::unreadable;
  int error = 0;  ///< errno
};
/// "leads out of the folder, or over a symbolic link".
std::string in_words(const MotionFolderError& error);

class MotionFolder {
 public:
  static Result<MotionFolder, MotionFolderError> open(const std::string& path);
  MotionFolder(MotionFolder&& other) noexcept;
  MotionFolder& operator=(MotionFolder&& other) noexcept;
  ~MotionFolder();

  /// The whole file; `name` is a path from the folder. More than `most` bytes: too_large, nothing read.
  Result<std::string, MotionFolderError> read(std::string_view name, std::size_t most) const;

 private:
  explicit MotionFolder(int descriptor) noexcept : descriptor_{descriptor} {}
  int descriptor_ = -1;
};

}  // namespace hexad::store
