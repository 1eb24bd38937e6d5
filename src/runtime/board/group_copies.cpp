#include "runtime/board/group_copies.hpp"

#include "store/file_store.hpp"

namespace hexad::runtime {
namespace {

namespace csfi = protocols::csfi;

std::string key_of(std::uint8_t group) { return "group" + std::to_string(group); }

}  // namespace

Result<bool, std::string> keep_copy(const std::filesystem::path& folder, const csfi::Group& group) {
  const auto store = store::FileStore::open(folder.string());
  if (!store) return Failure{store.error()};
  const csfi::Frame frame = csfi::encode(group, csfi::Kind::answer);
  return (*store)->write(key_of(csfi::number_of(group)), frame.view());
}

std::optional<csfi::Group> read_copy(const std::filesystem::path& folder, std::uint8_t group) {
  store::FileStore store{folder.string()};
  const auto bytes = store.read(key_of(group));
  if (!bytes || !bytes->has_value()) return std::nullopt;
  const auto decoded = csfi::decode_answer(**bytes);
  return decoded && csfi::number_of(*decoded) == group ? std::optional{*decoded} : std::nullopt;
}

}  // namespace hexad::runtime
