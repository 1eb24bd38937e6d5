#include "calibration/tool/board_link.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "calibration/tool/history.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "store/state_folder.hpp"

namespace hexad::inline calibration::tool {

using host::CsfiClient;
using messages::Id;
using messages::say;

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
  return OpenBoard{std::move(*client), say<Id::board_port_in_use>(kToolPort)};
}

namespace {

/// The bytes of a head that are not what an answer has. The manual does not print the answer: a board may
/// differ, and who sees which byte it is can tell.
messages::Message oddities(std::span<const std::byte> bytes, std::uint8_t group) {
  using messages::Id;
  using messages::say;
  namespace csfi = protocols::csfi;
  messages::Message text;
  const auto add = [&](const messages::Message& odd) { text = text ? say<Id::and_then>(text, odd) : odd; };
  const auto hex = [](std::byte byte) { return fmt::format("{:02X}", std::to_integer<unsigned>(byte)); };
  if (const std::size_t wanted = csfi::size_of_group(group); wanted != 0 && bytes.size() != wanted)
    add(say<Id::board_odd_size>(bytes.size(), wanted));
  const auto expect = [&](std::size_t at, Id name, std::byte wanted) {
    if (at < bytes.size() && bytes[at] != wanted)
      add(say<Id::board_odd_byte>(at, name, hex(bytes[at]), hex(wanted)));
  };
  expect(0, Id::board_byte_mark, std::byte{csfi::kMark[0]});
  expect(1, Id::board_byte_mark, std::byte{csfi::kMark[1]});
  expect(2, Id::board_byte_group, std::byte{group});
  if (bytes.size() > 4) expect(3, Id::board_byte_checksum, std::byte{csfi::checksum_of(bytes)});
  return text;
}

}  // namespace

messages::Message message_of(const host::Error& error) {
  if (const messages::Message odd = oddities(error.bytes, error.group); !error.bytes.empty() && odd) {
    constexpr std::size_t kShown = 32;
    std::string hex;
    for (const std::byte byte : std::span{error.bytes}.first(std::min(error.bytes.size(), kShown)))
      hex += fmt::format("{}{:02X}", hex.empty() ? "" : " ", std::to_integer<unsigned>(byte));
    if (error.bytes.size() > kShown) hex += " …";
    return messages::say<messages::Id::board_answered>(net::to_text(error.address), error.group, hex, odd);
  }
  const std::string where = net::to_text(error.address);
  const bool named = error.address.port != 0;
  if (named && error.kind == host::Error::Kind::unreachable)
    return messages::say<messages::Id::host_nobody>(where);
  if (named && error.kind == host::Error::Kind::timed_out)
    return messages::say<messages::Id::host_no_answer>(where, to_seconds(error.waited));
  if (error.number == EADDRINUSE)
    return messages::say<messages::Id::host_port_in_use>(where, error.address.port);
  if (error.number != 0)
    return messages::say<messages::Id::host_no_socket>(where, messages::system_message(error.number));
  return messages::say<messages::Id::as_told>(error.text);
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

namespace {

/// Where the board is once it lives by this group 3; none when its own address stays.
std::optional<net::Address> new_address(const protocols::csfi::Group& group,
                                        const protocols::csfi::Group& before) {
  const auto* const now = std::get_if<protocols::csfi::Network>(&group);
  const auto* const was = std::get_if<protocols::csfi::Network>(&before);
  if (now == nullptr || was == nullptr) return std::nullopt;
  if (now->local_ip == was->local_ip && now->local_port == was->local_port) return std::nullopt;
  const auto& ip = now->local_ip;
  return net::parse_address(fmt::format("{}.{}.{}.{}:{}", ip[0], ip[1], ip[2], ip[3], now->local_port));
}

/// What the board has there, if it is there.
std::optional<protocols::csfi::Group> read_at(const net::Address& board, std::uint8_t number,
                                              const LinkOptions& options) {
  auto link = open_board(board, options);
  if (!link) return std::nullopt;
  const auto group = link->client.read(number);
  return group ? std::optional{*group} : std::nullopt;
}

}  // namespace

Written write_to(CsfiClient& client, const Groups& groups, const Groups& before, const LinkOptions& options,
                 Send send) {
  Written all;
  for (const auto& [number, group] : groups) {
    std::vector<host::CsfiDifference> changes = host::csfi_differences(before.at(number), group);
    if (changes.empty() && send == Send::changed) {
      all.reports.push_back({number, {}, {}, false});
      continue;
    }
    auto written = client.write(group);
    if (!written) {
      const auto there = new_address(group, before.at(number));
      const auto has = there ? read_at(*there, number, options) : std::nullopt;
      if (!has) {
        all.problem = say<Id::board_not_read_back>(number, written.error().text);
        if (there) all.problem = say<Id::board_not_at_new_address>(all.problem, net::to_text(*there));
        return all;
      }
      all.note = say<Id::board_now_at>(net::to_text(*there));
      all.reports.push_back({number, host::csfi_differences(group, *has), std::move(changes), true});
      return all;  // what comes after would go to the old address
    }
    all.reports.push_back({number, std::move(written->differences), std::move(changes), true});
    if (!all.reports.back().differences.empty()) break;
  }
  return all;
}

std::filesystem::path copies_folder(const std::string& state, const net::Address& board) {
  std::string folder = net::to_text(board);
  std::replace(folder.begin(), folder.end(), ':', '-');
  return store::state_folder(state, "calibrate") / folder;
}

messages::Message keep_before(const std::filesystem::path& folder, const Groups& before) {
  const auto kept = keep_in_history(folder, before, std::chrono::system_clock::now());
  if (kept) return {};
  return say<Id::board_not_kept>(kept.error());
}

}  // namespace hexad::inline calibration::tool
