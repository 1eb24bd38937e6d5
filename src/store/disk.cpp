#include "store/disk.hpp"

#include "os/files.hpp"

namespace hexad::store {
namespace {

class RealDisk final : public Disk {
 public:
  int open_to_read(const std::string& path) override { return files::open_to_read(path); }
  int open_to_write(const std::string& path) override { return files::open_to_write(path); }
  int open_folder(const std::string& path) override { return files::open_folder(path); }
  std::ptrdiff_t read(int file, std::span<std::byte> bytes) override { return files::read(file, bytes); }
  std::ptrdiff_t write(int file, std::span<const std::byte> bytes) override {
    return files::write(file, bytes);
  }
  int sync(int file) override { return files::sync(file); }
  int close(int file) override { return files::close(file); }
  int link(const std::string& path, const std::string& second) override { return files::link(path, second); }
  int rename(const std::string& from, const std::string& to) override { return files::rename(from, to); }
  int remove(const std::string& path) override { return files::remove(path); }
};

}  // namespace

int make_folder(const std::string& folder) { return files::make_folder(folder); }

Disk& real_disk() noexcept {
  static RealDisk disk;
  return disk;
}

}  // namespace hexad::store
