#include "store/disk.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

namespace hexad::store {
namespace {

class RealDisk final : public Disk {
 public:
  int open_to_read(const std::string& path) override { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }
  int open_to_write(const std::string& path) override {
    return ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
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

Disk& real_disk() noexcept {
  static RealDisk disk;
  return disk;
}

}  // namespace hexad::store
