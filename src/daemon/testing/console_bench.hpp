#pragma once
// A running program and pages that speak to it. Test code.

#include <gtest/gtest.h>
#include <unistd.h>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>
#include "config/build_machine.hpp"
#include "daemon/daemon.hpp"
#include "engine/simulated/simulated_platform.hpp"
#include "web/http_client.hpp"
#include "web/testing/websocket_client.hpp"

namespace hexad::inline daemon::testing {

using namespace std::chrono_literals;
using Json = nlohmann::json;
namespace fs = std::filesystem;

struct Program {
  fs::path state = fs::temp_directory_path() / ("hexad-console-" + std::to_string(::getpid()));
  MemoryLog log;
  LoadedPlatform loaded;
  std::unique_ptr<Daemon> daemon;
  std::uint16_t port = 0;

  explicit Program(const std::string& initial = "neutral", const std::vector<std::string>& more = {}) {
    fs::remove_all(state);
    Sources sources;
    for (const char* text : {"mdof.port=0", "darren.port=0", "lingjing.port=0", "motus.port=0", "csfi.port=0",
                             "console.listen=127.0.0.1:0", "loop.speed=1"})
      sources.set.emplace_back(text);
    sources.set.push_back("plant.initial=" + initial);
    for (const std::string& text : more) sources.set.push_back(text);
    loaded = load_platform(sources);
    loaded.config.state = state.string();
    auto built = Daemon::build(loaded.config, *loaded.machine, {}, log);
    if (!built) throw std::runtime_error{built.error()};
    daemon = std::move(*built);
    daemon->start();
    const std::string url = daemon->console();
    port = static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
  }
  ~Program() {
    daemon.reset();
    fs::remove_all(state);
  }
  web::Response get(const std::string& path, const std::string& token = "") const {
    const auto answer = web::ask({.port = port, .path = path, .token = token});
    return answer ? *answer : web::Response{.status = 0};
  }
  web::Response post(const std::string& path, const Json& body) const {
    const auto answer = web::ask(
        {.port = port, .method = web::Method::post, .path = path, .body = body.dump(), .patience = 60s});
    return answer ? *answer : web::Response{.status = 0};
  }
  net::Address address_of(std::string_view protocol) const {
    for (const Listening& one : daemon->listening())
      if (one.protocol == protocol) return one.address;
    return {};
  }
};

struct Page {
  web::WebSocketClient socket;
  int last_id = 0;
  explicit Page(const Program& program,
                const web::WebSocketClient::Options& options = {.protocols = "hexad.v1"})
      : socket{program.port, options} {}

  std::optional<Json> next(const std::string& type) {
    const auto text = socket.receive_with("\"type\":\"" + type + "\"");
    return text ? std::optional{Json::parse(*text)} : std::nullopt;
  }
  /// The first frame for which it is so.
  template <class Condition>
  bool sees(Condition&& condition) {
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (std::chrono::steady_clock::now() < end) {
      const auto frame = next("t");
      if (!frame) return false;
      if (condition(*frame)) return true;
    }
    return false;
  }
  bool sees_state(const std::string& state) {
    return sees([&](const Json& t) { return t["state"] == state; });
  }
  int order(Json order) {
    order["type"] = "order";
    order["id"] = ++last_id;
    socket.send(order.dump());
    return last_id;
  }
  Json reply_to(int id) {
    for (;;) {
      const auto reply = next("reply");
      if (!reply || (*reply)["id"] == id) return reply.value_or(Json{{"result", "none came"}});
    }
  }
  Json ask(const Json& wanted) { return reply_to(order(wanted)); }
};

}  // namespace hexad::inline daemon::testing
