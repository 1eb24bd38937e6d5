// `hexad status`: what the running platform does, and why not.

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <exception>
#include <thread>

#include "hexad/console.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "os/terminal.hpp"
#include "web/console_client.hpp"

namespace hexad::cli {
namespace {

constexpr const char* kHome = "\x1b[H";
constexpr const char* kRestOfLine = "\x1b[K";
constexpr const char* kRestOfScreen = "\x1b[J";
constexpr const char* kClear = "\x1b[2J";

/// Over what was there, without the flicker of clearing it first.
std::string in_place(const std::string& text) {
  std::string screen = kHome;
  for (const char letter : text) {
    if (letter == '\n') screen += kRestOfLine;
    screen += letter;
  }
  return screen + kRestOfScreen;
}

std::string shown(const std::string& json, const StatusOptions& options) {
  if (options.console.json) return json.ends_with('\n') ? json : json + '\n';
  try {
    return options.fault ? fault_text(json) : status_text(json);
  } catch (const std::exception&) {
    return spoken<messages::Id::no_status>(json.substr(0, 200)) + '\n';
  }
}

}  // namespace

int status(const StatusOptions& options) {
  const auto target = web::console_target(options.console.address());
  if (!target) {
    print_error(messages::say<messages::Id::option_wrong>("--to", target.error()));
    return kUsage;
  }
  const bool on_screen = options.watch && !options.console.json && is_terminal(Stream::out);
  if (on_screen) print(kClear);
  for (;;) {
    const auto answer = web::console_get(*target, options.fault ? "/api/fault" : "/api/status");
    if (!answer && !on_screen) {
      print_error(answer.error());
      return kFailed;
    }
    // On a screen a program that is started again is waited for.
    const std::string text = answer ? shown(*answer, options) : messages::to_text(answer.error()) + '\n';
    print(on_screen ? in_place(text) : text);
    if (std::fflush(stdout) != 0) return kFailed;  // nobody reads any more
    if (!options.watch) return kDone;
    std::this_thread::sleep_for(std::chrono::duration<double>{options.every});
  }
}

}  // namespace hexad::cli
