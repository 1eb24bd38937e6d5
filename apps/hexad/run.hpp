#pragma once
// `hexad run`: its options as typed, and what they mean as settings.

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "config/load.hpp"
#include "messages/message.hpp"

namespace hexad::cli {

struct RunOptions {
  std::string config;                  ///< --config FILE
  std::string platform;                ///< --platform NAME|FILE
  std::string listen;                  ///< --listen ADDR, for every protocol
  std::vector<std::string> protocols;  ///< --protocols a,b: only these; empty = as configured
  std::vector<std::string> ports;      ///< --port NAME=N
  std::string console;                 ///< --console ADDR:PORT|off
  std::string state;                   ///< --state DIR
  bool rt = false;                     ///< --rt
  std::optional<int> rt_priority;      ///< --rt-priority N
  std::optional<int> rt_cpu;           ///< --rt-cpu N
  std::optional<double> rt_spin;       ///< --rt-spin µs
  std::optional<double> speed;         ///< --speed X
  std::optional<double> rate;          ///< --rate HZ
  std::vector<std::string> set;        ///< --set KEY=VALUE
  std::optional<bool> browser;         ///< --browser, --no-browser
};

/// The options as sources of configuration; what is wrong with them as such (wrong usage) otherwise. Values
/// are checked by the loader like all others.
Result<Sources, messages::Message> sources_of(const RunOptions& options);

int run_platform(const RunOptions& options);

}  // namespace hexad::cli
