#include "store/motion_folder.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

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
    if (descriptor >= 0) ::close(descriptor);
  }
};

int open_beneath(int folder, const char* name) {
  struct open_how how {};
  // Not blocking: a named pipe would wait for a writer.
  how.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  long opened = -1;
  do {
    opened = ::syscall(SYS_openat2, folder, name, &how, sizeof how);
  } while (opened < 0 && (errno == EINTR || errno == EAGAIN));
  return static_cast<int>(opened);
}

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
  const int descriptor = ::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
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
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<std::string, MotionFolderError> MotionFolder::read(std::string_view name, std::size_t most) const {
  if (name.empty() || name.find('\0') != std::string_view::npos) return failure(Why::bad_name);
  const std::string path{name};
  const Open file{open_beneath(descriptor_, path.c_str())};
  if (file.descriptor < 0) return failure(why_of(errno), errno);
  struct stat about {};
  if (::fstat(file.descriptor, &about) != 0) return failure(Why::unreadable, errno);
  if (!S_ISREG(about.st_mode)) return failure(Why::not_regular);
  if (about.st_size < 0 || static_cast<std::size_t>(about.st_size) > most) return failure(Why::too_large);
  // One byte more than allowed: a file that grows meanwhile is seen.
  std::string text(most < 4096 ? most + 1 : static_cast<std::size_t>(about.st_size) + 1, '\0');
  std::size_t size = 0;
  for (;;) {
    if (size == text.size()) {
      if (size > most) return failure(Why::too_large);
      text.resize(std::min(2 * size, most + 1));
    }
    const ssize_t got = ::read(file.descriptor, text.data() + size, text.size() - size);
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
