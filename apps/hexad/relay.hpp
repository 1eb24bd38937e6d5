#pragma once
// `hexad relay`: a bad line between hosts and a controller, on purpose; `--tell` changes one that runs.

#include <cstdint>
#include <string>
#include <vector>

#include "config/config.hpp"

namespace hexad::cli {

struct RelayOptions {
  std::vector<std::string> lines;  ///< LISTEN=TO
  std::vector<std::string> allow;  ///< who may be a host; empty = this machine
  std::string up;                  ///< qualities
  std::string down;
  std::string both;
  std::string script;                             ///< a file
  std::string control = ConsoleSettings{}.relay;  ///< where the console looks for it
  std::string tell;                               ///< an order, or status
  double seconds = 0.0;                           ///< 0 = until it is ended
  std::uint64_t seed = 1;
  bool json = false;
};
int relay_command(const RelayOptions& options);

}  // namespace hexad::cli
