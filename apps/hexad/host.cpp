#include "hexad/host.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <thread>

#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"
#include "messages/say.hpp"
#include "os/terminal.hpp"
#include "text/nearest.hpp"

namespace hexad::cli {
namespace {

constexpr std::uint16_t kGamePort = 9750;
constexpr std::string_view kGameWords = "play, rest, menu, freeze";

constexpr std::array kProtocols{
    HostProtocol{"mdof", 1100, "command lines of the manual, or watch", &host_mdof},
    HostProtocol{"darren", 10000,
                 "connect, disconnect, neutral, run, hold, descend, reset, estop, cue FILE, watch",
                 &host_darren},
    HostProtocol{"lingjing", 9800,
                 "frames as @A6:0,0,0,0,0,100#, or run, move, park, play, pause, stop, pre, next, watch",
                 &host_lingjing},
    HostProtocol{"motus", 5000,
                 "zero, raise, neutral, descend, run, step, sine, script, jog, stop, estop, watch",
                 &host_motus},
    HostProtocol{"forza", kGamePort, kGameWords, &host_telemetry},
    HostProtocol{"outsim", kGamePort, kGameWords, &host_telemetry},
    HostProtocol{"flightgear", kGamePort, kGameWords, &host_telemetry},
    HostProtocol{"xplane", kGamePort, kGameWords, &host_telemetry},
    HostProtocol{"beamng", kGamePort, kGameWords, &host_telemetry},
    HostProtocol{"f1", kGamePort, kGameWords, &host_telemetry},
    HostProtocol{"dirt", kGamePort, kGameWords, &host_telemetry},
    HostProtocol{"generic", kGamePort, kGameWords, &host_telemetry}};

const HostProtocol* find(std::string_view name) {
  for (const HostProtocol& protocol : kProtocols)
    if (protocol.name == name) return &protocol;
  return nullptr;
}

messages::Message unknown_protocol(const std::string& name) {
  std::vector<std::string> names;
  for (const HostProtocol& protocol : kProtocols) names.emplace_back(protocol.name);
  return messages::say<messages::Id::typed_unknown_protocol>(name, hexad::nearest(name, names),
                                                             fmt::format("{}", fmt::join(names, ", ")));
}

/// ADDR, ADDR:PORT or :PORT.
std::optional<net::Address> parse_target(std::string_view text, std::uint16_t port) {
  net::Address address{net::kLoopback, port};
  const std::size_t colon = text.find(':');
  const std::string_view host = text.substr(0, colon);
  if (!host.empty()) {
    const auto ip = net::parse_ip(host);
    if (!ip) return std::nullopt;
    address.ip = *ip;
  }
  if (colon == std::string_view::npos) return address;
  const std::string digits{text.substr(colon + 1)};
  if (digits.empty() || digits.size() > 5 || digits.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  const int number = std::stoi(digits);
  if (number < 1 || number > 65535) return std::nullopt;
  address.port = static_cast<std::uint16_t>(number);
  return address;
}

/// Whether anybody reads it or not: what happens to the platform does not depend on it.
void put(std::string_view text) {
  (void)std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

}  // namespace

int host(const HostOptions& options) {
  const HostProtocol* const protocol = find(options.protocol);
  if (protocol == nullptr) {
    print_error(unknown_protocol(options.protocol));
    return kUsage;
  }
  if (options.commands.empty() && protocol->run != &host_telemetry) {
    print_error(messages::say<messages::Id::host_what_to_say>(protocol->name, protocol->commands));
    return kUsage;
  }
  const auto controller = parse_target(options.to, protocol->port);
  if (!controller) {
    print_error(messages::say<messages::Id::host_to>(options.to, protocol->port));
    return kUsage;
  }
  return protocol->run(options, *controller);
}

bool sleep_until(host::Clock::time_point time, const Interrupt& interrupt) {
  using namespace std::chrono_literals;
  while (interrupt.count() == 0 && host::Clock::now() < time)
    std::this_thread::sleep_for(std::min<Duration>(20ms, time - host::Clock::now()));
  return interrupt.count() == 0;
}

messages::Message sent_in(std::uint64_t frames, double seconds, std::uint64_t late) {
  const double rate = static_cast<double>(frames) / std::max(seconds, 1e-3);
  return messages::say<messages::Id::host_sent>(frames, fmt::format("{:.2f}", seconds),
                                                fmt::format("{:.1f}", rate), late);
}

void say(std::string_view line) { put(fmt::format("{}\n", line)); }

LiveLine::LiveLine() : terminal_{is_terminal(Stream::out)} {}

LiveLine::~LiveLine() {
  if (terminal_ && shown_) say("");
}

void LiveLine::show(std::string_view line) {
  if (!terminal_) return say(line);
  shown_ = true;
  put(fmt::format("\r\x1b[K{}", line));
}

}  // namespace hexad::cli
