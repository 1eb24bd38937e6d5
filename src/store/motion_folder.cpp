#include "store/motion_folder.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include "os/files.hpp"

namespace hexad::store {
namespace {

using Why = MotionFolderError::Why;

Failure<MotionFolderError> failure(Why why, int error = 0) { return Failure{MotionFolderError{why, error}}; }

Why why_of(int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return Why::not_there;
    case EXDEV:
    case ELOOP:
      return Why::leads_out;
    case ENAMETOOLONG:
      return Why::bad_name;
    default:
      return Why::unreadable;
  }
}

/// Closes when it goes.
struct Open {
  int descriptor;
  explicit Open(int opened) noexcept : descriptor{opened} {}
  Open(const Open&) = delete;
  Open& operator=(const Open&) = delete;
  ~Open() {
    if (descriptor >= 0) files::close(descriptor);
  }
};

}  // namespace

std::string in_words(const MotionFolderError& error) {
  const auto with_reason = [&](const char* text) {
    return error.error == 0 ? std::string{text} : std::string{text} + ": " + std::strerror(error.error);
  };
  switch (error.why) {
    case Why::no_folder:
      return with_reason("the folder of motion files cannot be opened");
    case Why::bad_name:
      return "not a file name";
    case Why::not_there:
      return "not in the folder of motion files";
    case Why::leads_out:
      return "leads out of the folder of motion files, or over a symbolic link";
    case Why::not_regular:
      return "not a regular file";
    case Why::too_large:
      return "too large";
    case Why::unreadable:
      break;
  }
  return with_reason("cannot be read");
}

Result<MotionFolder, MotionFolderError> MotionFolder::open(const std::string& path) {
  const int descriptor = files::open_root(path);
  if (descriptor < 0) return failure(Why::no_folder, errno);
  return MotionFolder{descriptor};
}

MotionFolder::MotionFolder(MotionFolder&& other) noexcept
    : descriptor_{std::exchange(other.descriptor_, -1)} {}

MotionFolder& MotionFolder::operator=(MotionFolder&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

MotionFolder::~MotionFolder() {
  if (descriptor_ >= 0) files::close(descriptor_);
}

Result<std::string, MotionFolderError> MotionFolder::read(std::string_view name, std::size_t most) const {
  if (name.empty() || name.find('\0') != std::string_view::npos) return failure(Why::bad_name);
  const Open file{files::open_beneath(descriptor_, std::string{name})};
  if (file.descriptor < 0) return failure(why_of(errno), errno);
  std::uint64_t length = 0;
  if (!files::size_of(file.descriptor, length)) return failure(Why::not_regular);
  if (length > most) return failure(Why::too_large);
  // One byte more than allowed: a file that grows meanwhile is seen.
  std::string text(most < 4096 ? most + 1 : static_cast<std::size_t>(length) + 1, '\0');
  std::size_t size = 0;
  for (;;) {
    if (size == text.size()) {
      if (size > most) return failure(Why::too_large);
      text.resize(std::min(2 * size, most + 1));
    }
    const auto rest = std::as_writable_bytes(std::span{text}.subspan(size));
    const std::ptrdiff_t got = files::read(file.descriptor, rest);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failure(Why::unreadable, errno);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  if (size > most) return failure(Why::too_large);
  text.resize(size);
  return text;
}

}  // namespace hexad::store
