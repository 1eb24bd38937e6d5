#include <fmt/format.h>

#include <algorithm>

#include "config/schema.hpp"
#include "hexad/run.hpp"
#include "messages/say.hpp"
#include "text/nearest.hpp"

namespace hexad::cli {
namespace {

std::optional<messages::Message> unknown_protocol(const std::string& name) {
  const auto known = hexad::protocol_names();
  if (std::find(known.begin(), known.end(), name) != known.end()) return std::nullopt;
  return messages::say<messages::Id::typed_unknown_protocol>(name, hexad::nearest(name, known),
                                                             fmt::format("{}", fmt::join(known, ", ")));
}

}  // namespace

Result<Sources, messages::Message> sources_of(const RunOptions& options) {
  Sources sources{.platform = options.platform, .config = options.config};
  const auto set = [&sources](std::string assignment, std::string said_as) {
    sources.set.emplace_back(std::move(assignment), std::move(said_as));
  };
  for (const std::string& name : options.protocols)
    if (auto unknown = unknown_protocol(name))
      return Failure{messages::say<messages::Id::option_wrong>("--protocols", *unknown)};
  for (const std::string& protocol : hexad::protocol_names()) {
    if (!options.listen.empty()) set(protocol + ".listen=" + options.listen, "--listen " + options.listen);
    if (options.protocols.empty()) continue;
    const bool wanted =
        std::find(options.protocols.begin(), options.protocols.end(), protocol) != options.protocols.end();
    set(fmt::format("{}.enabled={}", protocol, wanted), "--protocols");
  }
  for (const std::string& port : options.ports) {
    const std::size_t equals = port.find('=');
    if (equals == std::string::npos) return Failure{messages::say<messages::Id::typed_port_pair>(port)};
    const std::string name = port.substr(0, equals);
    if (auto unknown = unknown_protocol(name))
      return Failure{messages::say<messages::Id::option_wrong>("--port " + port, *unknown)};
    set(name + ".port=" + port.substr(equals + 1), "--port " + port);
  }
  if (!options.console.empty()) set("console.listen=" + options.console, "--console " + options.console);
  if (!options.state.empty()) set("state=" + options.state, "--state " + options.state);
  if (options.rt) set("real_time.enabled=true", "--rt");
  const auto set_number = [&set](const char* key, const char* option, const auto& value) {
    if (value) set(fmt::format("{}={}", key, *value), fmt::format("{} {}", option, *value));
  };
  set_number("real_time.priority", "--rt-priority", options.rt_priority);
  set_number("real_time.cpu", "--rt-cpu", options.rt_cpu);
  set_number("real_time.spin_us", "--rt-spin", options.rt_spin);
  if (!options.rt && (options.rt_priority || options.rt_cpu || options.rt_spin))
    return Failure{messages::Message{messages::Id::run_rt_options}};
  if (options.speed)
    set(fmt::format("loop.speed={}", *options.speed), fmt::format("--speed {}", *options.speed));
  if (options.rate)
    set(fmt::format("loop.rate_hz={}", *options.rate), fmt::format("--rate {}", *options.rate));
  for (const std::string& assignment : options.set) sources.set.emplace_back(assignment);
  return sources;
}

}  // namespace hexad::cli
