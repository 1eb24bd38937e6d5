#include "store/whole_file.hpp"

#include <array>
#include <cerrno>

#include "messages/print.hpp"
#include "messages/say.hpp"

namespace hexad::store {
namespace {

/// 0 or errno.
int write_all(Disk& disk, int file, std::string_view text) {
  std::span<const std::byte> rest = std::as_bytes(std::span{text});
  while (!rest.empty()) {
    const std::ptrdiff_t count = disk.write(file, rest);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count < 0 ? errno : EIO;
    rest = rest.subspan(static_cast<std::size_t>(count));
  }
  return disk.sync(file) == 0 ? 0 : errno;
}

}  // namespace

messages::Message write_whole(const std::string& folder, const std::string& name, std::string_view text,
                              Disk& disk) {
  const std::string path = folder + '/' + name;
  const std::string aside = folder + "/." + name + ".new";
  const auto failed = [&](int error) {
    return messages::say<messages::Id::at_file>(path, messages::system_message(error));
  };
  const int file = disk.open_to_write(aside);
  if (file < 0) return failed(errno);
  int error = write_all(disk, file, text);
  if (disk.close(file) != 0 && error == 0) error = errno;
  if (error == 0 && disk.rename(aside, path) != 0) error = errno;
  if (error != 0) {
    disk.remove(aside);
    return failed(error);
  }
  // Without this a loss of power may bring back what was there before: whole all the same.
  if (const int opened = disk.open_folder(folder); opened >= 0) {
    disk.sync(opened);
    disk.close(opened);
  }
  return {};
}

Result<std::optional<std::string>, messages::Message> read_whole(const std::string& path, Disk& disk) {
  using messages::Id;
  const auto failed = [&](const messages::Message& why) {
    return Failure{messages::say<Id::at_file>(path, why)};
  };
  constexpr std::size_t kMost = 16 << 20;
  const int file = disk.open_to_read(path);
  if (file < 0 && errno == ENOENT) return std::optional<std::string>{};
  if (file < 0) return failed(errno == ENXIO ? Id::file_no_plain_file : messages::system_message(errno));
  std::string text;
  std::array<char, 4096> some{};
  std::ptrdiff_t count = 0;
  do {
    count = disk.read(file, std::as_writable_bytes(std::span{some}));
    if (count > 0) text.append(some.data(), static_cast<std::size_t>(count));
  } while ((count > 0 && text.size() <= kMost) || (count < 0 && errno == EINTR));
  const int error = errno;
  disk.close(file);
  if (count < 0) return failed(messages::system_message(error));
  if (text.size() > kMost) return failed(Id::file_far_too_long);
  return std::optional{std::move(text)};
}

}  // namespace hexad::store
