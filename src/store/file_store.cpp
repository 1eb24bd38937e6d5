#include "store/file_store.hpp"

#include <algorithm>
#include <array>
#include <cerrno>

#include "messages/print.hpp"
#include "messages/say.hpp"
#include "os/files.hpp"
#include "store/crc32c.hpp"

namespace hexad::store {
namespace {

constexpr std::array<char, 8> kMagic{'h', 'e', 'x', 'a', 'd', ' ', 's', '1'};
constexpr std::size_t kHeader = kMagic.size() + 8 + 4;
constexpr std::size_t kLargestValue = 16 << 20;

using Bytes = std::vector<std::byte>;
using messages::Id;
using messages::Message;
using messages::say;

/// "cannot open PATH: it is a pipe or a device, not a file"
template <Id what>
Failure<Message> because(const std::string& path, int error) {
  return {say<what>(path, error == ENXIO ? Id::store_no_plain_file : messages::system_message(error))};
}

class File {
 public:
  File(Disk& disk, int fd) noexcept : disk_{disk}, fd_{fd} {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { close(); }
  explicit operator bool() const noexcept { return fd_ >= 0; }
  int get() const noexcept { return fd_; }
  /// False when the disk could not keep what was written (some systems say so only now).
  bool close() { return fd_ < 0 || disk_.close(std::exchange(fd_, -1)) == 0; }

 private:
  Disk& disk_;
  int fd_;
};

void put(Bytes& bytes, std::uint64_t value, int count) {
  for (int i = 0; i < count; ++i) bytes.push_back(static_cast<std::byte>(value >> (8 * i)));
}

std::uint64_t get(std::span<const std::byte> bytes) noexcept {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  return value;
}

Bytes with_header(std::span<const std::byte> value) {
  Bytes bytes;
  bytes.reserve(kHeader + value.size());
  for (const char letter : kMagic) bytes.push_back(static_cast<std::byte>(letter));
  put(bytes, value.size(), 8);
  put(bytes, crc32c(value), 4);
  bytes.insert(bytes.end(), value.begin(), value.end());
  return bytes;
}

/// What is wrong with a file's content, if anything.
Id damage(const Bytes& bytes) noexcept {
  if (bytes.size() < kHeader) return Id::store_short;
  const std::span all{bytes};
  const bool magic = std::equal(kMagic.begin(), kMagic.end(), bytes.begin(), [](char letter, std::byte byte) {
    return static_cast<std::byte>(letter) == byte;
  });
  if (!magic) return Id::store_not_ours;
  const std::span value = all.subspan(kHeader);
  if (get(all.subspan(kMagic.size(), 8)) != value.size()) return Id::store_cut;
  if (get(all.subspan(kMagic.size() + 8, 4)) != crc32c(value)) return Id::store_checksum;
  return Id::nothing;
}

bool write_all(Disk& disk, int fd, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const std::ptrdiff_t written = disk.write(fd, bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

/// 0, or errno. The file is on the disk when this returns.
int write_file(Disk& disk, const std::string& path, std::span<const std::byte> bytes) {
  File file{disk, disk.open_to_write(path)};
  if (!file) return errno;
  if (!write_all(disk, file.get(), bytes) || disk.sync(file.get()) != 0 || !file.close())
    return errno != 0 ? errno : EIO;
  return 0;
}

int sync_folder(Disk& disk, const std::string& folder) {
  const File file{disk, disk.open_folder(folder)};
  return file && disk.sync(file.get()) == 0 ? 0 : errno;
}

Result<std::optional<Bytes>, messages::Message> read_file(Disk& disk, const std::string& path) {
  const File file{disk, disk.open_to_read(path)};
  if (!file && errno == ENOENT) return std::optional<Bytes>{};
  if (!file) return because<Id::store_cannot_open>(path, errno);
  Bytes bytes;
  std::array<std::byte, 4096> some{};
  for (;;) {
    const std::ptrdiff_t count = disk.read(file.get(), some);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return because<Id::store_cannot_read>(path, errno);
    if (count == 0) break;
    bytes.insert(bytes.end(), some.begin(), some.begin() + count);
    if (bytes.size() > kHeader + kLargestValue) return Failure{say<Id::store_damaged_long>(path)};
  }
  if (const Id what = damage(bytes); what != Id::nothing)
    return Failure{say<Id::store_damaged>(path, what, path + ".previous")};
  return std::optional<Bytes>{Bytes{bytes.begin() + kHeader, bytes.end()}};
}

bool is_key(std::string_view key) noexcept {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  return !key.empty() && key.size() <= 64 && key.find_first_not_of(kLetters) == std::string_view::npos &&
         key != "lock";
}

Failure<Message> bad_key(std::string_view key) { return {say<Id::store_bad_key>(key)}; }

}  // namespace

Result<std::unique_ptr<FileStore>, Refusal> FileStore::open(const std::string& folder) {
  if (const int error = make_folder(folder))
    return Failure{Refusal{because<Id::store_no_folder>(folder, error).error}};
  const std::string path = folder + "/lock";
  std::string who;
  const int lock = files::open_locked(path, who);
  if (lock < 0 && errno != EWOULDBLOCK)
    return Failure{Refusal{because<Id::store_cannot_open>(path, errno).error}};
  if (lock < 0)
    return Failure{Refusal{
        who.empty() ? say<Id::store_in_use>(folder) : say<Id::store_in_use_by>(folder, who), true, who}};
  auto store = std::make_unique<FileStore>(folder);
  store->lock_ = lock;
  return store;
}

FileStore::~FileStore() {
  if (lock_ >= 0) files::close(lock_);
}

std::string FileStore::path_of(std::string_view key) const { return folder_ + '/' + std::string{key}; }

Result<std::optional<Bytes>, messages::Message> FileStore::read(std::string_view key) {
  if (!is_key(key)) return bad_key(key);
  auto value = read_file(disk_, path_of(key));
  if (!value || value->has_value()) return value;
  // The name is never without a value once there was one: somebody or something took it away.
  const std::string previous = path_of(key) + ".previous";
  const auto before = read_file(disk_, previous);
  if (before && !before->has_value()) return value;
  return Failure{say<Id::store_missing>(path_of(key), previous)};
}

Result<std::optional<Bytes>, messages::Message> FileStore::read_previous(std::string_view key) {
  if (!is_key(key)) return bad_key(key);
  return read_file(disk_, path_of(key) + ".previous");
}

Result<bool, messages::Message> FileStore::write(std::string_view key, std::span<const std::byte> value) {
  auto staged = stage(key, value);
  if (!staged) return staged;
  auto committed = commit(key);
  if (committed && !*committed) return because<Id::store_not_on_disk>(folder_, EIO);
  return committed;
}

Result<bool, messages::Message> FileStore::stage(std::string_view key, std::span<const std::byte> value) {
  if (!is_key(key)) return bad_key(key);
  if (value.size() > kLargestValue) return Failure{say<Id::store_too_large>(key)};
  const std::string aside = path_of(key) + ".new";
  if (const int error = write_file(disk_, aside, with_header(value))) {
    disk_.remove(aside);
    return because<Id::store_cannot_write>(aside, error);
  }
  return true;
}

Result<bool, messages::Message> FileStore::commit(std::string_view key) {
  if (!is_key(key)) return bad_key(key);
  const std::string path = path_of(key);
  const std::string aside = path + ".new";
  // At every moment `path` names a whole value: the old one gets a second name before it loses the first. A
  // damaged one is not worth keeping; what was whole before it stays.
  if (read_file(disk_, path).has_value()) {
    const std::string second = path + ".previous.new";
    const std::string previous = path + ".previous";
    disk_.remove(second);
    const bool linked = disk_.link(path, second) == 0;
    if (!linked && errno != ENOENT) return because<Id::store_previous_lost>(path, errno);
    if (linked && disk_.rename(second, previous) != 0) return because<Id::store_previous_lost>(path, errno);
  }
  if (disk_.rename(aside, path) != 0) return because<Id::store_cannot_replace>(path, errno);
  return sync_folder(disk_, folder_) == 0;
}

void FileStore::discard(std::string_view key) noexcept {
  if (is_key(key)) disk_.remove(path_of(key) + ".new");
}

}  // namespace hexad::store
