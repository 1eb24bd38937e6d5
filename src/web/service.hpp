#pragma once
// The inside of Server: libwebsockets' callbacks, one conversation a client. Names of that library appear here only
// as incomplete types. All members belong to the server's thread once it runs.

#include <atomic>
#include <map>
#include <thread>
#include <unordered_map>

#include "web/guard.hpp"
#include "web/listener.hpp"
#include "web/server.hpp"

struct lws;
struct lws_context;
struct lws_vhost;

namespace hexad::web {

using SteadyTime = std::chrono::steady_clock::time_point;

/// One client's connection; requests follow each other on it.
struct Conversation {
  enum class Phase : std::uint8_t { idle, body, waiting, writing };
  Phase phase = Phase::idle;
  SteadyTime since{};  ///< of the phase; while writing: of the last piece that went out
  std::string local_address{};
  Request request{};
  const Server::Route* route = nullptr;
  Response response{};  ///< decided before the body has been read: too long
  bool refused = false;
  ExchangeId exchange = 0;
  std::size_t written = 0;
  bool head_sent = false;
  bool closes = false;  ///< after the answer
};

class Server::Service {
 public:
  Service(ServerSettings settings, Listener listener);
  ~Service();

  bool create();
  void run();
  void end();  ///< from the thread that started it; joins

  int on_event(lws* client, int reason, void* in, std::size_t length);
  void answer(ExchangeId exchange, Response response);
  void wake_after(std::chrono::milliseconds pause);

  struct Path {
    Route get;
    Route post;
  };
  std::map<std::string, Path> paths;
  Pulse pulse;
  std::thread thread;
  std::unordered_map<ExchangeId, lws*> waiting;
  std::uint16_t port = 0;

 private:
  struct Timer;  // lws's, intrusive

  void accept_clients();
  int begin(lws* client, Conversation& conversation, std::string path);
  int decide(lws* client, Conversation& conversation);
  int more_body(lws* client, Conversation& conversation, const char* bytes, std::size_t length);
  int dispatch(lws* client, Conversation& conversation);
  int respond(lws* client, Conversation& conversation, Response response);
  int write(lws* client, Conversation& conversation);
  bool write_head(lws* client, Conversation& conversation);
  int finish(lws* client, Conversation& conversation);
  void forget(lws* client);
  void enter(Conversation& conversation, Conversation::Phase phase);
  std::chrono::milliseconds patience(Conversation::Phase phase) const;
  void beat();
  void sweep(SteadyTime now);
  static void on_timer(void* timer);

  ServerSettings settings_;
  Listener listener_;
  int listening_ = -1;  ///< the listener once the library has it
  Guard guard_;
  lws_context* context_ = nullptr;
  lws_vhost* host_ = nullptr;
  std::unique_ptr<Timer> timer_;
  SteadyTime due_{};  ///< the next pulse
  SteadyTime swept_{};
  ExchangeId last_exchange_ = 0;
  std::unordered_map<lws*, Conversation> clients_;
  std::atomic<bool> ending_{false};
};

}  // namespace hexad::web
