#include "calibration/tool/identity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "calibration/tool/files.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "store/state_folder.hpp"
#include "store/whole_file.hpp"

namespace hexad::inline calibration::tool {
namespace {

constexpr const char* kKnown = "known.bin";
constexpr std::size_t kLongestName = 64;

Groups read_known(const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::exists(folder / kKnown, error)) return {};
  auto groups = read_groups((folder / kKnown).string(), any_groups());
  return groups ? *std::move(groups) : Groups{};
}

}  // namespace

messages::Message name_problem(std::string_view name) {
  const auto is_bad = [](char letter) {
    return letter == '/' || letter == '\\' || static_cast<unsigned char>(letter) < 0x20;
  };
  if (name.size() <= kLongestName && !name.starts_with('.') && !name.starts_with(' ') &&
      std::none_of(name.begin(), name.end(), is_bad))
    return {};
  return messages::say<messages::Id::board_bad_name>(name, kLongestName);
}

Identity identity_of(const std::string& state, const net::Address& board, const std::string& name) {
  Identity identity;
  identity.name = name.empty() ? net::to_text(board) : name;
  identity.folder =
      name.empty() ? copies_folder(state, board) : copies_folder(state, board).parent_path() / name;
  identity.known = read_known(identity.folder);
  return identity;
}

std::vector<GroupReport> differences_from_known(const Identity& identity, const Groups& board) {
  std::vector<GroupReport> reports;
  for (const auto& [number, group] : identity.known) {
    const auto now = board.find(number);
    if (now == board.end()) continue;
    auto differences = host::csfi_differences(group, now->second);
    if (!differences.empty()) reports.push_back({number, std::move(differences), {}, false});
  }
  return reports;
}

std::vector<std::string> known_as(const std::string& state, const Identity& identity, const Groups& board) {
  std::vector<std::string> names;
  std::error_code error;
  const std::filesystem::path boards = store::state_folder(state, "calibrate");
  for (std::filesystem::directory_iterator one{boards, error}, end; !error && one != end;
       one.increment(error)) {
    if (one->path() == identity.folder) continue;
    Identity other;
    other.known = read_known(one->path());
    if (!other.known.empty() && differences_from_known(other, board).empty())
      names.push_back(one->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

messages::Message keep_known(const Identity& identity, const Groups& board) {
  if (const int failed = store::make_folder(identity.folder); failed != 0)
    return messages::say<messages::Id::board_not_remembered>(
        messages::say<messages::Id::at_file>(identity.folder.string(), messages::system_message(failed)));
  const messages::Message problem = store::write_whole(identity.folder.string(), kKnown, to_binary(board));
  return problem ? messages::say<messages::Id::board_not_remembered>(problem) : messages::Message{};
}

}  // namespace hexad::inline calibration::tool
