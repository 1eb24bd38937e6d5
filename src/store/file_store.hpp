#pragma once
// Values that survive a restart, a file each in one folder. A write is whole or not at all, whatever happens
// in between: it is made aside, brought to the disk, and then takes the old one's name; the one before stays
// as
// `<key>.previous`. A file that was damaged since is an error that names it; it is never taken for a value,
// nor silently replaced by the older one.
//
// File: 8 bytes magic, u64 length, u32 CRC-32C of the value, all little-endian; then the value.

#include <memory>
#include <string>

#include "model/store.hpp"
#include "store/disk.hpp"

namespace hexad::store {

/// Why a folder cannot be had.
struct Refusal {
  messages::Message why;
  bool in_use = false;       ///< by another program
  std::string holder = "?";  ///< its process
};

class FileStore final : public Store {
 public:
  /// Makes the folder when need be, and locks it: two programs with one memory would lose each other's
  /// values.
  static Result<std::unique_ptr<FileStore>, Refusal> open(const std::string& folder);
  /// On a folder that is there and nobody else's: on a disk of one's own, or only to read.
  explicit FileStore(std::string folder, Disk& disk = real_disk()) noexcept
      : folder_{std::move(folder)}, disk_{disk} {}
  ~FileStore() override;
  const std::string& folder() const noexcept { return folder_; }
  FileStore(const FileStore&) = delete;
  FileStore& operator=(const FileStore&) = delete;

  /// Nothing when the key was never written; a value that is gone while the one before it is there is an
  /// error.
  Result<std::optional<std::vector<std::byte>>, messages::Message> read(std::string_view key) override;
  /// True when it is on the disk.
  Result<bool, messages::Message> write(std::string_view key, std::span<const std::byte> value) override;

  /// The value before the present one.
  Result<std::optional<std::vector<std::byte>>, messages::Message> read_previous(std::string_view key);

  // A write in two steps, for a value that somebody else has to agree to in between: whole on the disk but
  // not yet the value; then the value, or forgotten.
  Result<bool, messages::Message> stage(std::string_view key, std::span<const std::byte> value);
  /// True when it is on the disk. False: it is the value, but the disk did not confirm; a loss of power now
  /// may bring the old one back.
  Result<bool, messages::Message> commit(std::string_view key);
  void discard(std::string_view key) noexcept;

 private:
  std::string path_of(std::string_view key) const;

  std::string folder_;
  Disk& disk_;
  int lock_ = -1;
};

}  // namespace hexad::store
