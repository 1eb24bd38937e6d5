#pragma once
// A board at the other end of the wire: asked, written to, and what it had before kept. Each call waits for
// the board: tools and workers.

#include <filesystem>

#include "calibration/tool/fields.hpp"
#include "host/csfi_client.hpp"

namespace hexad::inline calibration::tool {

inline constexpr std::uint16_t kBoardPort = 20000;
inline constexpr std::uint16_t kToolPort = 8080;  ///< where the vendor's boards answer to

/// ADDR, ADDR:PORT or :PORT; nothing typed = this machine's own.
std::optional<net::Address> parse_board(const std::string& text);

struct LinkOptions {
  std::optional<Duration> answer_time{};
  std::optional<std::uint16_t> local_port{};
};
struct OpenBoard {
  host::CsfiClient client;
  messages::Message note{};  ///< what may go wrong with it
};
/// Boards of the vendor answer to the tool's port; this computer's own to whoever asked.
Result<OpenBoard, host::Error> open_board(const net::Address& board, const LinkOptions& options);

/// What went wrong on the wire, in the words of the table.
messages::Message message_of(const host::Error& error);

/// All of them, or why not.
Result<Groups, host::Error> read_from(host::CsfiClient& client, std::span<const std::uint8_t> numbers);

/// What became of one group.
struct GroupReport {
  std::uint8_t group = 0;
  std::vector<host::CsfiDifference> differences;  ///< first: wanted, second: the board's
  std::vector<host::CsfiDifference> changes;      ///< write: first before, second after
  bool sent = false;                              ///< false: the board has it already
};
struct Written {
  std::vector<GroupReport> reports;  ///< of those that were sent; the last may be one that was not taken
  messages::Message problem;         ///< a group was sent and could not be read back
  messages::Message note;            ///< what changed by it: the board's address
  bool taken() const { return !problem && (reports.empty() || reports.back().differences.empty()); }
};
enum class Send {
  changed,
  all
};  ///< all: a board that doubts its stored values takes the same ones as a yes

/// One group after the other; a board that does not take one is not asked for the next.
/// A board may take a new address of its own at once: it is then looked for there, asking with `options`.
Written write_to(host::CsfiClient& client, const Groups& groups, const Groups& before,
                 const LinkOptions& options = {}, Send send = Send::changed);

/// Where this computer keeps what a board had.
std::filesystem::path copies_folder(const std::string& state, const net::Address& board);
/// Into the board's history, for `hexad calibrate restore`. What could not be kept.
messages::Message keep_before(const std::filesystem::path& folder, const Groups& before);

}  // namespace hexad::inline calibration::tool
