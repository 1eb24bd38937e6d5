#include "hexad/relay.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <nlohmann/json.hpp>
#include <optional>

#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "os/signals.hpp"
#include "os/wait.hpp"
#include "relay/ask.hpp"
#include "relay/order.hpp"
#include "relay/quality_text.hpp"
#include "relay/relay.hpp"

namespace hexad::cli {
namespace {

using messages::Id;
using std::chrono::steady_clock;
using namespace std::chrono_literals;
using Json = nlohmann::ordered_json;

/// "1100" is on this machine.
std::optional<net::Address> end_of(std::string_view text) {
  if (text.find(':') != std::string_view::npos) return net::parse_address(text);
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return net::Address{net::kLoopback, port};
}

std::optional<RelayedLine> line_of(const std::string& text) {
  const std::size_t equals = text.find('=');
  const auto listen = end_of(std::string_view{text}.substr(0, equals));
  const auto to =
      equals == std::string::npos ? std::nullopt : end_of(std::string_view{text}.substr(equals + 1));
  if (!listen || !to || to->port == 0) {
    print_error(messages::say<Id::relay_ends>(text));
    return std::nullopt;
  }
  if (*listen == *to) {
    print_error(messages::say<Id::relay_loop>(text));
    return std::nullopt;
  }
  return RelayedLine{*listen, *to};
}

/// Everything that was typed, as values; none with the reason on stderr.
struct Task {
  std::vector<RelayedLine> lines;
  std::vector<net::Prefix> allow;
  std::vector<LineOrder> orders;
  std::optional<RelayScript> script;
  std::optional<net::Address> control;
};

bool read_quality(const char* option, const std::string& text, bool up, bool down, Task& task) {
  if (text.empty()) return true;
  const auto quality = parse_quality(text);
  if (!quality) {
    print_error(messages::say<Id::option_wrong>(option, quality.error()));
    return false;
  }
  task.orders.push_back({0, up, down, *quality});
  return true;
}

bool read_control(const std::string& text, Task& task) {
  if (text == "off") return true;
  task.control = end_of(text);
  if (!task.control) print_error(messages::say<Id::relay_address>("--control", text));
  return task.control.has_value();
}

std::optional<Task> read(const RelayOptions& options) {
  Task task;
  for (const std::string& text : options.lines) {
    const auto line = line_of(text);
    if (!line) return std::nullopt;
    task.lines.push_back(*line);
  }
  for (const std::string& text : options.allow) {
    const auto prefix = net::parse_prefix(text);
    if (!prefix) {
      print_error(messages::say<Id::relay_allow>(text));
      return std::nullopt;
    }
    task.allow.push_back(*prefix);
  }
  if (task.allow.empty()) task.allow.push_back(net::kLoopbackOnly);
  if (!read_quality("--both", options.both, true, true, task) ||
      !read_quality("--up", options.up, true, false, task) ||
      !read_quality("--down", options.down, false, true, task) || !read_control(options.control, task))
    return std::nullopt;
  if (!options.script.empty()) {
    const auto text = read_text(options.script);
    if (!text) return std::nullopt;
    auto script = RelayScript::parse(*text);
    if (!script) {
      print_error(messages::say<Id::option_wrong>(options.script, script.error()));
      return std::nullopt;
    }
    task.script = std::move(*script);
  }
  return task;
}

void print_no_socket(const net::SocketError& error) {
  print_error(
      messages::say<Id::host_no_socket>(net::to_text(error.address), messages::system_message(error.error)));
}

void print_counted(const Json& said) {
  for (const Json& line : said.at("lines")) {
    print(fmt::format("{} -> {}\n", line.at("listen").get<std::string>(), line.at("to").get<std::string>()));
    Table table{headings(Id::head_relay)};
    for (const char* way : {"up", "down"}) {
      const Json& counted = line.at(way);
      const auto number = [&](const char* key) {
        return std::to_string(counted.at(key).get<std::uint64_t>());
      };
      table.add({messages::to_text(named("way_", way)), number("offered"), number("lost"),
                 number("duplicated"), number("reordered"), number("damaged"), counted.at("quality")});
    }
    print(table.text());
  }
}

void print_said(const std::string& said, bool as_json) {
  as_json ? print(said + '\n') : print_counted(Json::parse(said));
}

void hear(net::UdpSocket& control, net::ReceiveBatch& batch, Relay& relay) {
  while (control.receive(batch) > 0) {
    for (const net::Arrival& arrival : batch.arrivals()) {
      const std::string_view request{reinterpret_cast<const char*>(arrival.bytes.data()),
                                     arrival.bytes.size()};
      const std::string said = answer(relay, request);
      control.send(arrival.from, std::as_bytes(std::span{said}));
    }
  }
  control.flush();
}

int tell(const RelayOptions& options) {
  Task task;
  if (!read_control(options.control, task)) return kUsage;
  const auto said = ask_relay(task.control.value_or(net::Address{}), options.tell);
  if (!said) {
    print_error(said.error());
    return kFailed;
  }
  print_said(*said, options.json);
  const Json json = Json::parse(*said);
  if (!json.contains("error")) return kDone;
  print_error(messages::from_json(json.at("error")));
  return kUsage;
}

}  // namespace

int relay_command(const RelayOptions& options) {
  if (!options.tell.empty()) return tell(options);
  if (options.lines.empty()) {
    print_error(Id::relay_lines_needed);
    return kUsage;
  }
  auto task = read(options);
  if (!task) return kUsage;
  Signals signals;
  auto relay = Relay::open(task->lines, task->allow, options.seed);
  if (!relay) {
    print_no_socket(relay.error());
    return kFailed;
  }
  std::optional<net::UdpSocket> control;
  if (task->control) {
    auto socket = net::UdpSocket::open({.address = *task->control});
    if (!socket) {
      print_no_socket(socket.error());
      return kFailed;
    }
    control = std::move(*socket);
  }
  for (const LineOrder& order : task->orders) relay->apply(order);
  for (std::size_t i = 0; i < relay->lines(); ++i) {
    const RelayedLine ends = relay->report(i).line;
    print(
        fmt::format("listening line-{} {} -> {}\n", i + 1, net::to_text(ends.listen), net::to_text(ends.to)));
  }
  if (control) print(fmt::format("listening control {}\n", net::to_text(control->address())));
  print("ready\n");
  std::fflush(stdout);

  const steady_clock::time_point start = steady_clock::now();
  const auto end =
      options.seconds > 0.0 ? start + from_seconds(options.seconds) : steady_clock::time_point::max();
  net::ReceiveBatch batch;
  std::vector<int> awaited;
  while (signals.take() == 0 && steady_clock::now() < end) {
    const Duration since = steady_clock::now() - start;
    if (task->script)
      while (const LineOrder* order = task->script->take_due(since)) relay->apply(*order);
    relay->work();
    if (control) hear(*control, batch, *relay);
    awaited.assign({signals.get()});
    if (control) awaited.push_back(control->get());
    relay->add_descriptors(awaited);
    auto until = std::min({end, relay->next_due(), steady_clock::now() + 1s});
    if (task->script && task->script->next() < Duration::max())
      until = std::min(until, start + task->script->next());
    wait_readable(awaited, until - steady_clock::now());
  }
  print_said(answer(*relay, "status"), options.json);
  return kDone;
}

}  // namespace hexad::cli
