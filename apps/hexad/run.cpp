// `hexad run`: a platform at work, until a signal ends it.

#include "hexad/run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "config/build_machine.hpp"
#include "daemon/daemon.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"

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
  StreamLog log{STDERR_FILENO};
  const auto daemon = Daemon::build(loaded.config, *loaded.machine, loaded.config.real_time, log, *sources);
  if (!daemon) {
    print_error(daemon.error());
    return kFailed;
  }
  Daemon& platform = **daemon;
  for (const Listening& port : platform.listening())
    announce(fmt::format("listening {} {}", port.protocol, net::to_text(port.address)));
  if (const std::string console = platform.console(); !console.empty())
    announce("listening console " + console);
  // Not by way of the log: its lines are shown to who asks for the status.
  for (const Access::Made& made : platform.access().made)
    print_hint(
        made.role == Role::engineer
            ? fmt::format("console token: {} (asked of every client: hexad status --to ADDR:PORT --token "
                          "TOKEN, or HEXAD_TOKEN; an engineer's)",
                          made.token)
            : fmt::format("console token of {} {}: {}", made.role == Role::watch ? "a" : "an",
                          to_string(made.role), made.token));
  if (!platform.access().fingerprint.empty())
    print_hint(
        fmt::format("console certificate: SHA-256 {} (hexad status --to https://ADDR:PORT --fingerprint …)",
                    platform.access().fingerprint));
  platform.start();
  announce("ready");
  platform.run(signals);
  return kDone;
}

}  // namespace hexad::cli
