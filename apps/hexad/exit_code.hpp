#pragma once
// What every subcommand returns to the shell.

namespace hexad::cli {

inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;  ///< with the reason on stderr
inline constexpr int kUsage = 2;   ///< the command line itself is wrong

}  // namespace hexad::cli
