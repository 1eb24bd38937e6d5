#pragma once
// `hexad calibrate`: the parameters of a control board, over UDP.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/csfi_client.hpp"

namespace hexad::cli {

struct CalibrateOptions {
  std::string action;        ///< read, write, diff, restore
  std::string board;         ///< ADDR, ADDR:PORT or :PORT; empty = this machine, 20000
  std::optional<int> group;  ///< none = all four, or those the file has
  std::string file;          ///< .csv: group 1; .toml: any of the four; with --raw: frames as hex
  bool raw = false;
  bool json = false;
  std::string factory;            ///< a platform: its file's own values
  std::string previous;           ///< a platform: the set before the one stored for it on this computer
  std::string state;              ///< folder of what survives; empty = where the system keeps such things
  std::optional<double> timeout;  ///< s, for one answer
  std::optional<int> local_port;
};

int calibrate(const CalibrateOptions& options);

/// By their numbers.
using Groups = std::map<std::uint8_t, protocols::csfi::Group>;

// calibrate_file.cpp: the files. What goes wrong is in the list, each with its place.

/// What the file says, over what the board has: keys a TOML file leaves out stay as they are. Only the groups the file
/// speaks of are in the result.
Result<Groups, std::vector<std::string>> read_groups(const std::string& path, const Groups& board);
/// Which groups a file speaks of.
Result<std::vector<std::uint8_t>, std::vector<std::string>> groups_in(const std::string& path);
std::string to_toml(const Groups& groups);
/// Group 1 as the seed's config_<project>.csv.
std::string to_csv(const protocols::csfi::Mechanics& mechanics);

// calibrate_print.cpp: words and JSON.

/// What became of one group.
struct GroupReport {
  std::uint8_t group = 0;
  std::vector<host::CsfiDifference> differences;  ///< first: wanted, second: the board's
  std::vector<host::CsfiDifference> changes;      ///< write: first before, second after
};
void print_groups(const Groups& groups, const std::string& board, bool json);
void print_diff(const std::vector<GroupReport>& reports, const std::string& board, const std::string& other,
                bool json);
void print_written(const std::vector<GroupReport>& reports, const std::string& board, bool json);

}  // namespace hexad::cli
