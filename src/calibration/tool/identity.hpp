#pragma once
// Which board this is. Boards of the vendor all have the same address and no serial number, so a board is
// what the engineer calls it, bound to the values it was last known to have: when what is read differs, it
// may be another board, and nothing is written before somebody has said so. Copies and history belong to the
// name. Reads and writes the disk: tools and workers.

#include "calibration/tool/board_link.hpp"

namespace hexad::inline calibration::tool {

struct Identity {
  std::string name;  ///< as it was given, or the address
  std::filesystem::path folder;
  Groups known;  ///< what it had after the last write from here; empty = never written to from here
};
/// Why it can be no name of a board.
messages::Message name_problem(std::string_view name);
/// `name` empty: the one that goes by its address.
Identity identity_of(const std::string& state, const net::Address& board, const std::string& name);

/// Where the board is not as it was known: first known, second the board's. Groups that were not read are
/// left out.
std::vector<GroupReport> differences_from_known(const Identity& identity, const Groups& board);
/// Other names under which exactly these values are known.
std::vector<std::string> known_as(const std::string& state, const Identity& identity, const Groups& board);

/// After a verified write. What kept it from being kept.
messages::Message keep_known(const Identity& identity, const Groups& board);

}  // namespace hexad::inline calibration::tool
