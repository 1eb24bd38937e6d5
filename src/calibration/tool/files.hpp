#pragma once
// A board's groups as files: group 1 as the seed's config_<project>.csv, any group as TOML, or their frames
// one behind the other, byte for byte as a board answers them.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "calibration/tool/fields.hpp"

namespace hexad::inline calibration::tool {

enum class Format : std::uint8_t { csv, toml, binary };
/// By the end of a name: .csv, .toml, .bin.
std::optional<Format> format_of(std::string_view name);

struct FileProblem {
  int line = 0;  ///< from 1; 0 = the file as a whole
  int column = 0;
  messages::Message what;  ///< without its place
  std::string words;       ///< in the language of the program, with the file's name and the place
};
using FileProblems = std::vector<FileProblem>;

/// What a file says, over what the board has: keys a TOML file leaves out stay as they are. Only the groups
/// the file speaks of, and that are in `board`, are in the result.
Result<Groups, FileProblems> read_groups(const std::string& path, const Groups& board);
/// Which groups a file speaks of.
Result<std::vector<std::uint8_t>, FileProblems> groups_in(const std::string& path);

/// The same of a text that is here already; `name`: of the file, for the words.
Result<Groups, FileProblems> parse_groups(Format format, std::string_view text, const std::string& name,
                                          const Groups& board);
/// Of a TOML text, when it can be read: the keys of a group that it leaves out and that mean something.
std::vector<std::string_view> left_out(std::string_view toml, std::uint8_t group);

/// One of each, as boards are before anybody writes to them: to read a file that leaves nothing out.
Groups any_groups();

std::string to_toml(const Groups& groups);
std::string to_csv(const protocols::csfi::Mechanics& mechanics);
std::string to_binary(const Groups& groups);

}  // namespace hexad::inline calibration::tool
