#pragma once
// Values that survive a restart, a file each in one folder. A write is whole or not at all, whatever happens in
// between: it is made aside, brought to the disk, and then takes the old one's name; the one before stays as
// `<key>.previous`. A file that was damaged since is an error that names it; it is never taken for a value, nor
// silently replaced by the older one.
//
// File: 8 bytes magic, u64 length, u32 CRC-32C of the value, all little-endian; then the value.

#include <memory>
#include <string>

#include "model/store.hpp"

namespace hexad::store {

class FileStore final : public Store {
 public:
  /// Makes the folder when need be, and locks it: two programs with one memory would lose each other's values.
  static Result<std::unique_ptr<FileStore>, std::string> open(const std::string& folder);
  ~FileStore() override;
  FileStore(const FileStore&) = delete;
  FileStore& operator=(const FileStore&) = delete;

  /// Nothing when the key was never written.
  Result<std::optional<std::vector<std::byte>>, std::string> read(std::string_view key) override;
  /// True when it is on the disk.
  Result<bool, std::string> write(std::string_view key, std::span<const std::byte> value) override;

  /// The value before the present one.
  Result<std::optional<std::vector<std::byte>>, std::string> read_previous(std::string_view key);

 private:
  FileStore(std::string folder, int lock) noexcept : folder_{std::move(folder)}, lock_{lock} {}
  std::string path_of(std::string_view key) const;

  std::string folder_;
  int lock_;
};

}  // namespace hexad::store
