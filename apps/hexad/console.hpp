#pragma once
// The subcommands that speak to a running program: `hexad status` and `hexad ctl`.

#include <string>
#include <vector>

#include "web/console_client.hpp"

namespace hexad::cli {

struct ConsoleOptions {
  std::string to;           ///< --to ADDR:PORT, https://ADDR:PORT
  std::string token;        ///< --token; empty = HEXAD_TOKEN
  std::string fingerprint;  ///< --fingerprint; empty = HEXAD_FINGERPRINT
  std::string authorities;  ///< --ca; empty = HEXAD_CA
  bool json = false;

  web::ConsoleAddress address() const { return {to, token, fingerprint, authorities}; }
};

struct StatusOptions {
  ConsoleOptions console;
  bool fault = false;  ///< the last fault's black box in the place of the present
  bool watch = false;
  double every = 0.5;  ///< s, with --watch
};
int status(const StatusOptions& options);

struct CtlOptions {
  ConsoleOptions console;
  std::string action;
  std::vector<std::string> arguments;  ///< joined by blanks
  bool no_wait = false;
};
int ctl(const CtlOptions& options);

/// The body of an answer; throws what went wrong, in words.
std::string told(Result<std::string, messages::Message> answer);

/// Actions with their texts, and the faults that can be injected, for --help.
std::string ctl_footer();

/// One screen of what /api/status says. Throws when it is no such document.
std::string status_text(const std::string& json);
/// What /api/fault says, in short. Throws likewise.
std::string fault_text(const std::string& json);

}  // namespace hexad::cli
