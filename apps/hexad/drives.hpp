#pragma once
// `hexad drives`: the other side of the drive link. `simulate` is simulated drives as a process of their own,
// `show` what both sides say.

#include <cstdint>
#include <string>
#include <vector>

namespace hexad::cli {

struct DrivesOptions {
  std::string action;
  std::string config;
  std::string platform;
  std::vector<std::string> set;
  std::string block;
  double rate = 1000.0;
  double enable_delay = 0.1;          ///< s
  double brake_delay = 0.05;          ///< s
  double late_ms = 0.0;               ///< at most, of each tick
  double stall_every = 0.0;           ///< s on average; 0 = never
  double stall_ms = 40.0;             ///< at most
  double lose = 0.0;                  ///< share of feedback nobody hears
  std::vector<std::string> mistakes;  ///< plant/mistakes.hpp
  std::uint64_t seed = 1;
  bool in_step = false;  ///< a tick a command
  bool json = false;
};
/// Every mistake with its text, for --help.
std::string mistakes_text();
int simulate_drives(const DrivesOptions& options);
int show_drives(const DrivesOptions& options);

}  // namespace hexad::cli
