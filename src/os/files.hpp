#pragma once
// Files and folders, call by call. As the system's own: -1 is a failure, errno says which. Paths are UTF-8.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace hexad::files {

/// What is no plain file (a pipe, a device) is not opened: ENXIO.
int open_to_read(const std::string& path);
/// Made anew, or emptied; its owner's alone. Never by way of a link.
int open_to_write(const std::string& path);
int open_folder(const std::string& path);
std::ptrdiff_t read(int file, std::span<std::byte> bytes) noexcept;
std::ptrdiff_t read_at(int file, std::uint64_t offset, std::span<std::byte> bytes) noexcept;
std::ptrdiff_t write(int file, std::span<const std::byte> bytes) noexcept;
/// What was written is on the disk when this returns 0; of a folder, what was renamed, linked and removed in
/// it.
int sync(int file) noexcept;
int close(int file) noexcept;
int link(const std::string& path, const std::string& second);
/// Takes the place of what had that name.
int rename(const std::string& from, const std::string& to);
int remove(const std::string& path);
/// What is given up when there is no descriptor left for something better.
int open_nothing() noexcept;

/// With every folder above it; what is new is its owner's alone, whatever the umask. 0 or errno.
int make_folder(const std::string& folder);
/// 0 or errno.
int may_write_in(const std::string& folder);

/// The file is locked for as long as it is open, and says whose process it is. Else `holder` is who has it,
/// as far as known; errno EWOULDBLOCK.
int open_locked(const std::string& path, std::string& holder);

/// Not over a link; EINVAL when it is no regular file.
int open_regular(const std::string& path, std::uint64_t& size);

/// A file that nobody else could have read or written; nothing = it is none.
std::optional<std::string> read_private(const std::string& path, std::size_t most);
/// Nobody but its owner can look at it. 0 or errno.
bool is_private(const std::string& path);
/// Anew, its owner's alone. 0 or errno.
int write_private(const std::string& path, std::string_view text);
/// In the place of what had that name, which others may have open; brought to the disk. 0 or errno.
enum class Readers { owner, everybody };
int replace(const std::string& path, std::string_view text, Readers readers);

/// A folder from which files are opened that lie beneath it and nowhere else.
int open_root(const std::string& path);
/// Names that lead out (EXDEV) and links (ELOOP) are refused by the system, not by looking at names. A pipe
/// does not wait.
int open_beneath(int root, const std::string& name);
/// Of an open file; false = it is no regular one.
bool size_of(int file, std::uint64_t& size) noexcept;

/// A file by a name that nobody else has, in the folder for such things; removed at the end.
class PassingFile {
 public:
  PassingFile();
  ~PassingFile();
  PassingFile(const PassingFile&) = delete;
  PassingFile& operator=(const PassingFile&) = delete;
  bool made() const noexcept { return descriptor_ >= 0; }
  const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
  int descriptor_ = -1;
};

}  // namespace hexad::files
