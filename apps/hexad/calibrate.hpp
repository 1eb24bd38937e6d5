#pragma once
// `hexad calibrate`: the parameters of a control board, over UDP.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "calibration/tool/board_link.hpp"

namespace hexad::cli {

struct CalibrateOptions {
  std::string action;        ///< read, write, diff, restore
  std::string board;         ///< ADDR, ADDR:PORT or :PORT; empty = this machine, 20000
  std::optional<int> group;  ///< none = all four, or those the file has
  std::string file;          ///< .csv: group 1; .toml, .bin: any of the four; with --raw: frames as hex
  bool raw = false;
  bool json = false;
  std::string factory;            ///< a platform: its file's own values
  std::string previous;           ///< a platform: the set before the one stored for it on this computer
  std::string name;               ///< what this board is called here; empty = by its address
  bool yes = false;               ///< nobody is asked
  std::string state;              ///< folder of what survives; empty = where the system keeps such things
  std::optional<double> timeout;  ///< s, for one answer
  std::optional<int> local_port;
};

int calibrate(const CalibrateOptions& options);

using calibration::tool::GroupReport;
using calibration::tool::Groups;

// calibrate_print.cpp: words and JSON.

void print_groups(const Groups& groups, const std::string& board, bool json);
void print_diff(const std::vector<GroupReport>& reports, const std::string& board, const std::string& other,
                bool json);
/// What a write would change, group by group.
void print_plan(const std::vector<GroupReport>& plan, const std::string& board);
void print_written(const std::vector<GroupReport>& reports, const std::string& board, bool json);

}  // namespace hexad::cli
