#include "runtime/calibrate/board_link.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/board/group_copies.hpp"
#include "runtime/calibrate/history.hpp"
#include "runtime/state_folder.hpp"

namespace hexad::runtime::calibrate {

using host::CsfiClient;

std::optional<net::Address> parse_board(const std::string& text) {
  if (text.empty()) return net::Address{net::kLoopback, kBoardPort};
  if (text.starts_with(':')) return net::parse_address("127.0.0.1" + text);
  if (const auto ip = net::parse_ip(text)) return net::Address{*ip, kBoardPort};
  const auto address = net::parse_address(text);
  return address && address->port != 0 ? address : std::nullopt;
}

Result<OpenBoard, host::Error> open_board(const net::Address& board, const LinkOptions& options) {
  host::CsfiSettings settings;
  settings.board = board;
  if (options.answer_time) settings.answer_time = *options.answer_time;
  const bool from_tool_port = !options.local_port && !net::kLoopbackOnly.contains(board.ip);
  settings.local_port = from_tool_port ? kToolPort : options.local_port.value_or(0);
  auto client = CsfiClient::open(settings);
  if (client) return OpenBoard{std::move(*client)};
  if (!from_tool_port) return Failure{client.error()};
  settings.local_port = 0;
  client = CsfiClient::open(settings);
  if (!client) return Failure{client.error()};
  return OpenBoard{
      std::move(*client),
      fmt::format(
          "port {} is in use here; asking from another. A board that answers to {} only is then not heard",
          kToolPort, kToolPort)};
}

Result<Groups, host::Error> read_from(CsfiClient& client, std::span<const std::uint8_t> numbers) {
  Groups groups;
  for (const std::uint8_t number : numbers) {
    const auto group = client.read(number);
    if (!group) return Failure{group.error()};
    groups.emplace(number, *group);
  }
  return groups;
}

Written write_to(CsfiClient& client, const Groups& groups, const Groups& before) {
  Written all;
  for (const auto& [number, group] : groups) {
    const auto written = client.write(group);
    if (!written) {
      all.problem = fmt::format("group {} was sent, but not read back: {}", number, written.error().text);
      return all;
    }
    all.reports.push_back({number, written->differences, host::csfi_differences(before.at(number), group)});
    if (!written->differences.empty()) break;
  }
  return all;
}

std::filesystem::path copies_folder(const std::string& state, const net::Address& board) {
  std::string folder = net::to_text(board);
  std::replace(folder.begin(), folder.end(), ':', '-');
  return state_folder(state, "calibrate") / folder;
}

std::vector<std::string> keep_before(const std::filesystem::path& folder, const Groups& before) {
  std::vector<std::string> problems;
  for (const auto& [number, group] : before) {
    const auto kept = keep_copy(folder, group);
    if (!kept)
      problems.push_back(fmt::format("no copy of the board's present group {} is kept for `restore`: {}",
                                     number, kept.error()));
  }
  if (!problems.empty()) return problems;  // the same place
  const auto kept = keep_in_history(folder, before, std::chrono::system_clock::now());
  if (!kept) problems.push_back(fmt::format("nothing is added to the history: {}", kept.error()));
  return problems;
}

}  // namespace hexad::runtime::calibrate
