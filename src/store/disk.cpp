#include "store/disk.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace hexad::store {
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

class RealDisk final : public Disk {
 public:
  int open_to_read(const std::string& path) override { return open_plain(path, O_RDONLY); }
  int open_to_write(const std::string& path) override {
    return open_plain(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW);
  }
  int open_folder(const std::string& path) override {
    return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  }
  std::ptrdiff_t read(int file, std::span<std::byte> bytes) override {
    return ::read(file, bytes.data(), bytes.size());
  }
  std::ptrdiff_t write(int file, std::span<const std::byte> bytes) override {
    return ::write(file, bytes.data(), bytes.size());
  }
  int sync(int file) override { return ::fsync(file); }
  int close(int file) override { return ::close(file); }
  int link(const std::string& path, const std::string& second) override {
    return ::link(path.c_str(), second.c_str());
  }
  int rename(const std::string& from, const std::string& to) override {
    return std::rename(from.c_str(), to.c_str());
  }
  int remove(const std::string& path) override { return ::unlink(path.c_str()); }
};

}  // namespace

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

Disk& real_disk() noexcept {
  static RealDisk disk;
  return disk;
}

}  // namespace hexad::store
