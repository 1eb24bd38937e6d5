#pragma once
// The calls a store makes to the system, one by one, so that each of them can fail or be the last one in a
// test. As the system's own: below 0 is a failure, errno says which.

#include <cstddef>
#include <span>
#include <string>

namespace hexad::store {

class Disk {
 public:
  virtual ~Disk() = default;
  /// What is no plain file (a pipe, a device) is not opened: ENXIO.
  virtual int open_to_read(const std::string& path) = 0;
  /// Made anew, or emptied; its owner's alone. Never by way of a link.
  virtual int open_to_write(const std::string& path) = 0;
  virtual int open_folder(const std::string& path) = 0;
  virtual std::ptrdiff_t read(int file, std::span<std::byte> bytes) = 0;
  virtual std::ptrdiff_t write(int file, std::span<const std::byte> bytes) = 0;
  /// What was written is on the disk when this returns 0; of a folder, what was renamed, linked and removed
  /// in it.
  virtual int sync(int file) = 0;
  virtual int close(int file) = 0;
  virtual int link(const std::string& path, const std::string& second) = 0;
  virtual int rename(const std::string& from, const std::string& to) = 0;
  virtual int remove(const std::string& path) = 0;
};

/// With every folder above it; what is new is its owner's alone, whatever the umask. 0 or errno.
int make_folder(const std::string& folder);

/// The one this computer has.
Disk& real_disk() noexcept;

}  // namespace hexad::store
