// `hexad run`: a platform at work, until a signal ends it.

#include "hexad/run.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "config/build_machine.hpp"
#include "daemon/daemon.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"
#include "messages/say.hpp"
#include "os/descriptors.hpp"
#include "os/surroundings.hpp"

namespace hexad::cli {
namespace {

/// Whoever started the program may wait for this line.
void announce(const std::string& line) {
  print(line + '\n');
  std::fflush(stdout);
}

}  // namespace

int run_platform(const RunOptions& options) {
  const auto sources = sources_of(options);
  if (!sources) {
    print_error(sources.error());
    return kUsage;
  }
  const LoadedPlatform loaded = hexad::load_platform(*sources);
  print_problems(loaded.problems);
  if (!loaded.machine) return kFailed;

  Signals signals;  // before the first thread
  StreamLog log{kStandardError};
  const auto daemon = Daemon::build(loaded.config, *loaded.machine, loaded.config.real_time, log, *sources);
  if (!daemon) {
    print_error(as_told(daemon.error()));
    return kFailed;
  }
  Daemon& platform = **daemon;
  for (const Listening& port : platform.listening())
    announce(fmt::format("listening {} {}", port.protocol, net::to_text(port.address)));
  if (const std::string console = platform.console(); !console.empty())
    announce("listening console " + console);
  // Not by way of the log: its lines are shown to who asks for the status.
  for (const Access::Made& made : platform.access().made)
    print_hint(made.role == Role::engineer ? messages::say<messages::Id::run_token>(made.token)
               : made.role == Role::watch  ? messages::say<messages::Id::run_viewer_token>(made.token)
                                           : messages::say<messages::Id::run_operator_token>(made.token));
  if (!platform.access().fingerprint.empty())
    print_hint(messages::say<messages::Id::run_certificate>(platform.access().fingerprint));
  platform.start();
  if (!has_real_drives()) print_hint(messages::Id::run_simulator);
  announce("ready");
  if (const std::string console = platform.console();
      options.browser.value_or(shows_console()) && !console.empty() && !show_in_browser(console))
    print_hint(messages::say<messages::Id::run_no_browser>(console));
  return platform.run(signals) ? kDone : kFailed;
}

}  // namespace hexad::cli
