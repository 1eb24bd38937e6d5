#pragma once
// The inside of Server: libwebsockets' callbacks, one conversation a client. Names of that library appear
// here only as incomplete types. All members belong to the server's thread once it runs.

#include <atomic>
#include <deque>
#include <map>
#include <thread>
#include <unordered_map>

#include "web/guard.hpp"
#include "web/listener.hpp"
#include "web/server.hpp"
#include "web/wrong_tokens.hpp"

struct lws;
struct lws_context;
struct lws_context_creation_info;
struct lws_vhost;

namespace hexad::web {

inline constexpr std::size_t kSparePlaces = 2;

using SteadyTime = std::chrono::steady_clock::time_point;

/// One client's connection; requests follow each other on it.
struct Conversation {
  enum class Phase : std::uint8_t { idle, body, waiting, writing, socket, kept_back };
  Phase phase = Phase::idle;
  SteadyTime since{};  ///< of the phase; while writing: of the last piece that went out
  bool trusted =
      false;  ///< its last request passed every check; otherwise a stranger, who makes room for others
  bool leaving = false;   ///< answered or given up: only has to go
  bool spare = false;     ///< beyond the usual places: for one answer
  SteadyTime released{};  ///< kept back: until when
  std::string local_address{};
  Request request{};
  const Server::Route* route = nullptr;
  Response response{};  ///< decided before the body has been read: too long
  bool refused = false;
  ExchangeId exchange = 0;
  std::uint64_t written = 0;
  bool head_sent = false;
  bool head_only = false;  ///< HEAD: as GET, without what follows the head
  bool closes = false;     ///< after the answer
  std::size_t most_body = 0;
  SocketId socket = 0;  ///< phase socket: which
};

/// One websocket: what it is saying, and what waits to be said to it.
struct WebSocket {
  SocketId id = 0;
  std::string incoming{};  ///< a message that is not whole yet
  SteadyTime window{};     ///< the second that is being counted
  int messages = 0;        ///< in it
  std::deque<SharedText> queue{};
  std::size_t queued = 0;  ///< bytes
  SharedText newest{};     ///< offered: leaves when nothing is queued
  std::uint64_t sent = 0;  ///< messages
  SteadyTime taken{};      ///< since when it has taken nothing of what waits
  bool closing = false;

  bool pending() const noexcept { return newest || !queue.empty(); }
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
  bool awaits(ExchangeId exchange) const;
  void wake_after(std::chrono::milliseconds pause);
  void limit_clients(std::size_t most) { settings_.most_clients = most; }
  Role least_role(std::string_view method, std::string_view path) const {
    return settings_.least_role == nullptr ? Role::watch : settings_.least_role(method, path);
  }
  void send(SocketId socket, SharedText message, bool replaceable);
  void hang_up(SocketId socket);

  struct Path {
    Route get;
    Route post;
    std::size_t most_body = 0;  ///< 0 = as in the settings
    Role get_role = Role::engineer;
    Role post_role = Role::engineer;
  };
  std::map<std::string, Path> paths;
  Pulse pulse;
  Watch watch;
  StaticFiles files;
  struct Media {
    std::string file;
    std::string key;
  };
  std::map<std::string, Media> media;
  struct Folder {
    Route get;
    std::string key;
  };
  std::map<std::string, Folder> folders;
  SocketSettings sockets;
  SocketEvents socket_events;
  std::thread thread;
  std::unordered_map<ExchangeId, lws*> waiting;
  std::uint16_t port = 0;

 private:
  struct Timer;  // lws's, intrusive

  // service_clients.cpp
  void accept_clients();
  int accept_one();
  void admit(int socket);
  bool make_room();
  lws* whom_to_drop(SteadyTime now) const;
  lws* oldest_spare() const;
  void drop(lws* client);
  void keep_descriptor();
  void rest(bool resting);
  void turned();
  void tell(Notice::Kind kind, std::uint64_t count, const std::string& peer = {});
  void forget(lws* client);
  void enter(Conversation& conversation, Conversation::Phase phase);
  std::chrono::milliseconds patience(Conversation::Phase phase) const;
  void sweep(SteadyTime now);
  std::chrono::milliseconds penalty(const Refusal& refusal, const Conversation& conversation);

  int begin(lws* client, Conversation& conversation, std::string path);
  int decide(lws* client, Conversation& conversation);
  int serve(lws* client, Conversation& conversation, const Media& wanted);
  int decide_body(lws* client, Conversation& conversation, std::optional<std::size_t> length);
  Credentials credentials_of(lws* client, const Conversation& conversation) const;
  /// Of who speaks without TLS where TLS is asked for: the page is told where to go, the rest in words.
  std::optional<Response> refuse_plain(lws* client, const Conversation& conversation) const;
  bool tls() const noexcept { return !settings_.certificate.empty(); }
  void offer_tls(lws_context_creation_info& info) const;

  // service_socket.cpp
  int confirm_upgrade(lws* client, Conversation& conversation, std::string_view to);
  std::optional<Refusal> refuse_socket(lws* client, Conversation& conversation) const;
  int open_socket(lws* client, Conversation& conversation);
  int hear(lws* client, WebSocket& socket, const char* bytes, std::size_t length);
  int speak(lws* client, WebSocket& socket);
  void close_socket(Conversation& conversation);
  bool is_stalled(const WebSocket& socket, SteadyTime now) const;
  int on_socket(lws* client, WebSocket& socket, int reason, const char* bytes, std::size_t length);
  WebSocket* socket_of(SocketId id);
  int more_body(lws* client, Conversation& conversation, const char* bytes, std::size_t length);
  int dispatch(lws* client, Conversation& conversation);
  int respond(lws* client, Conversation& conversation, Response response);
  int write(lws* client, Conversation& conversation);
  bool write_head(lws* client, Conversation& conversation);
  int finish(lws* client, Conversation& conversation);
  void beat();
  static void on_timer(void* timer);

  ServerSettings settings_;
  Listener listener_;
  int listening_ = -1;    ///< the listener once the library has it
  lws* door_ = nullptr;   ///< the library's name for it
  bool resting_ = false;  ///< nobody is let in for a moment: there is no descriptor for it
  int kept_ = -1;         ///< a descriptor that is given up for an operator when there is no other
  int turns_ = 0;         ///< until it opens again, when it is shut for these alone
  std::uint64_t drops_ = 0;
  WrongTokens wrong_tokens_;
  struct Count {
    std::uint64_t untold = 0;
    SteadyTime told{};
  };
  Count dropped_;
  Count short_;  ///< of descriptors
  Guard guard_;
  lws_context* context_ = nullptr;
  lws_vhost* host_ = nullptr;
  std::unique_ptr<Timer> timer_;
  SteadyTime due_{};  ///< the next pulse
  SteadyTime swept_{};
  ExchangeId last_exchange_ = 0;
  SocketId last_socket_ = 0;
  std::unordered_map<lws*, Conversation> clients_;
  struct Connected {
    lws* client = nullptr;
    WebSocket socket;
  };
  std::unordered_map<SocketId, Connected> connected_;
  std::atomic<bool> ending_{false};
};

/// A header of the request that is being looked at; none = it was not sent. `token` is the library's.
std::optional<std::string> header_of(lws* client, int token);

}  // namespace hexad::web
