#include "os/files.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "os/file_descriptor.hpp"

namespace hexad::files {
namespace {

/// A named pipe would wait for the other end for ever, a device do who knows what: only plain files are
/// opened.
int open_plain(const std::string& path, int flags) {
  const int file = ::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0600);
  if (file < 0) return file;
  struct stat about {};
  int error = ::fstat(file, &about) != 0 ? errno : S_ISDIR(about.st_mode) ? EISDIR : 0;
  if (error == 0 && !S_ISREG(about.st_mode)) error = ENXIO;
  if (error == 0) return file;
  ::close(file);
  errno = error;
  return -1;
}

}  // namespace

int open_to_read(const std::string& path) { return open_plain(path, O_RDONLY); }
int open_to_write(const std::string& path) {
  return open_plain(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW);
}
int open_folder(const std::string& path) { return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }
std::ptrdiff_t read(int file, std::span<std::byte> bytes) noexcept {
  return ::read(file, bytes.data(), bytes.size());
}
std::ptrdiff_t read_at(int file, std::uint64_t offset, std::span<std::byte> bytes) noexcept {
  return ::pread(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
}
std::ptrdiff_t write(int file, std::span<const std::byte> bytes) noexcept {
  return ::write(file, bytes.data(), bytes.size());
}
int sync(int file) noexcept { return ::fsync(file); }
int close(int file) noexcept { return ::close(file); }
int link(const std::string& path, const std::string& second) { return ::link(path.c_str(), second.c_str()); }
int rename(const std::string& from, const std::string& to) { return std::rename(from.c_str(), to.c_str()); }
int remove(const std::string& path) { return ::unlink(path.c_str()); }
int open_nothing() noexcept { return ::open("/dev/null", O_RDWR | O_CLOEXEC); }

int make_folder(const std::string& folder) {
  for (std::size_t end = 1; end != std::string::npos;) {
    end = folder.find('/', end);
    const std::string so_far = folder.substr(0, end == std::string::npos ? end : end++);
    if (!so_far.empty() && ::mkdir(so_far.c_str(), 0700) != 0 && errno != EEXIST) return errno;
  }
  struct stat about {};
  if (::stat(folder.c_str(), &about) != 0) return errno;
  return S_ISDIR(about.st_mode) ? 0 : ENOTDIR;
}

int may_write_in(const std::string& folder) { return ::access(folder.c_str(), W_OK) == 0 ? 0 : errno; }

int open_locked(const std::string& path, std::string& holder) {
  net::FileDescriptor lock{
      ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW, 0600)};
  if (!lock) return -1;
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    const int reason = errno;
    std::array<char, 32> pid{};
    const ssize_t length = ::read(lock.get(), pid.data(), pid.size());
    holder.assign(pid.data(), static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
    errno = reason;
    return -1;
  }
  const std::string pid = std::to_string(::getpid());
  if (::ftruncate(lock.get(), 0) == 0) [[maybe_unused]]
    const auto written = ::write(lock.get(), pid.data(), pid.size());
  return lock.release();
}

int open_regular(const std::string& path, std::uint64_t& size) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0 || size_of(file, size)) return file;
  ::close(file);
  errno = EINVAL;
  return -1;
}

std::optional<std::string> read_private(const std::string& path, std::size_t most) {
  const net::FileDescriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
  struct stat about {};
  if (!file || ::fstat(file.get(), &about) != 0 || !S_ISREG(about.st_mode) || (about.st_mode & 077) != 0 ||
      about.st_uid != ::geteuid())
    return std::nullopt;
  std::string text(most, '\0');
  const ssize_t count = ::read(file.get(), text.data(), text.size());
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  return text;
}

bool is_private(const std::string& path) {
  struct stat about {};
  return ::lstat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode) && (about.st_mode & 077) == 0;
}

int write_private(const std::string& path, std::string_view text) {
  ::unlink(path.c_str());
  const net::FileDescriptor file{
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600)};
  if (!file) return errno;
  return ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()) ? 0 : EIO;
}

int replace(const std::string& path, std::string_view text, Readers readers) {
  const std::string aside = path + ".new";
  ::unlink(aside.c_str());
  const net::FileDescriptor file{::open(aside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
                                        readers == Readers::owner ? 0600 : 0644)};
  if (!file) return errno;
  if (::write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) return EIO;
  if (::fsync(file.get()) != 0) return errno;
  return ::rename(aside.c_str(), path.c_str()) == 0 ? 0 : errno;
}

int open_root(const std::string& path) { return ::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC); }

int open_beneath(int root, const std::string& name) {
  struct open_how how {};
  // Not blocking: a named pipe would wait for a writer.
  how.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  long opened = -1;
  do {
    opened = ::syscall(SYS_openat2, root, name.c_str(), &how, sizeof how);
  } while (opened < 0 && (errno == EINTR || errno == EAGAIN));
  return static_cast<int>(opened);
}

bool size_of(int file, std::uint64_t& size) noexcept {
  struct stat about {};
  if (::fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) return false;
  size = static_cast<std::uint64_t>(about.st_size);
  return true;
}

PassingFile::PassingFile() : path_{(std::filesystem::temp_directory_path() / "hexad-XXXXXX").string()} {
  descriptor_ = ::mkstemp(path_.data());
}
PassingFile::~PassingFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  ::unlink(path_.c_str());
}

}  // namespace hexad::files
