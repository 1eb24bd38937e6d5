#pragma once
// An HTTP and websocket server on a thread of its own, over libwebsockets.
//
// Routes, what a websocket says, and the pulse run on that thread and must not wait. A route may answer at
// once or later, from the pulse; a client that is slow, silent or gone costs the others nothing. Everything
// is bounded: clients, size of headers, bodies and messages, what waits to be sent, the time each step of a
// conversation may take.

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "model/role.hpp"
#include "web/http.hpp"
#include "web/static_files.hpp"

namespace hexad::web {

struct ServerSettings {
  std::string address = "127.0.0.1";  ///< IPv4
  std::uint16_t port = 0;             ///< 0 = any free one
  std::vector<std::string> names{};   ///< this machine may also be called by these (guard.hpp)
  std::string token{};                ///< of an engineer; empty = none is asked for
  std::string operator_token{};       ///< empty = there is none
  std::string viewer_token{};
  /// Who may ask, by method ("get", "post") and path: every route is looked up in it when it is added.
  /// nullptr = whoever is let in.
  Role (*least_role)(std::string_view method, std::string_view path) = nullptr;
  std::string certificate{};  ///< a PEM file: everything is said by TLS; empty = nothing is
  std::string key{};          ///< of the certificate

  /// Strangers do not count: whoever has not shown the token (where none is asked for: has asked nothing) is
  /// dropped when somebody else needs the place, then who is idle. Beyond them there are two places for one
  /// answer each: a stop is always heard.
  std::size_t most_clients = 48;
  std::size_t most_body = 16 * 1024;
  std::chrono::milliseconds idle{30'000};     ///< between two requests, headers included
  std::chrono::milliseconds first_word{250};  ///< so long nobody goes for others who came or was answered
  std::chrono::milliseconds body{5'000};      ///< for a body to arrive whole
  std::chrono::milliseconds answer{180'000};  ///< for a route to answer
  std::chrono::milliseconds stalled{10'000};  ///< for a client to take the next piece of an answer
};

/// What the system said (errno), and when.
struct ListenError {
  enum class Step : std::uint8_t { socket, address, bind, listen, start };
  Step step = Step::socket;
  int error = 0;
};

/// What the owner of the server should hear of; each kind at once, then at most every ten seconds.
struct Notice {
  enum class Kind : std::uint8_t {
    wrong_token,
    dropped,        ///< clients that had to make room
    no_descriptors  ///< times that the system had none for a client
  };
  Kind kind = Kind::dropped;
  std::uint64_t count = 0;  ///< since the last notice
  std::string peer{};       ///< wrong_token: whose
};

using ExchangeId = std::uint64_t;  ///< one request that waits for its answer
using SocketId = std::uint64_t;    ///< one websocket; never used again

/// Websockets of one path, text only. Every message sent begins with `head` and its number on this
/// connection, which it gets when it leaves: the numbers a client sees have no gap and no step back.
struct SocketSettings {
  std::string path = "/ws";
  std::string head{};  ///< "{\"seq\":"; a message goes on behind the number: ",\"type\":…}"
  std::size_t most_clients = 16;
  std::size_t most_message = 64 * 1024;
  int most_per_second = 200;
  std::size_t most_behind = 1024 * 1024;      ///< bytes that wait to be sent
  std::chrono::milliseconds stalled{10'000};  ///< for a client to take the next piece
};

struct SocketEvents {
  std::function<void(SocketId, const std::string& peer, Role role)> opened{};
  /// `excess`: more a second than is allowed. It is hung up on after this one, which may still be a stop.
  std::function<void(SocketId, std::string_view message, bool excess)> message{};
  std::function<void(SocketId)> closed{};
};

class Server {
 public:
  class Service;  ///< service.hpp: of this layer alone
  using Route = std::function<void(ExchangeId, const Request&)>;
  /// Returns how long it may take until the next one.
  using Pulse = std::function<std::chrono::milliseconds()>;
  using Watch = std::function<void(const Notice&)>;

  /// Has the port; serves nobody yet.
  static Result<std::unique_ptr<Server>, ListenError> open(const ServerSettings& settings);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const noexcept;

  // ---- before start()

  void get(const std::string& path, Route route);
  /// `most_body`: 0 = as in the settings.
  void post(const std::string& path, Route route, std::size_t most_body = 0);
  void pulse(Pulse pulse);
  void watch(Watch watch);
  /// No more than that, whatever the settings say.
  void limit_clients(std::size_t most);
  /// Served to everybody, without a token.
  void files(StaticFiles files);
  /// A file on the disk, whole or in parts. To who has the token, or asks for PATH?key=KEY: a page cannot
  /// send a token with what it shows.
  void media(const std::string& path, std::string file, std::string key);
  /// Every path one step beneath `folder` ("/accept/"), to whom media() would show it.
  void get_beneath(const std::string& folder, Route route, std::string key);
  void sockets(SocketSettings settings, SocketEvents events);

  void start();
  /// Ends the conversations, joins the thread.
  void stop();

  // ---- on the server's own thread

  /// Somebody still waits for the answer: the client has not gone.
  bool awaits(ExchangeId exchange) const;
  /// Does nothing when the client has gone.
  void answer(ExchangeId exchange, Response response);
  /// In its turn. Who lets too much pile up is hung up on.
  void send(SocketId socket, SharedText message);
  /// In the place of what was offered before and has not left yet.
  void offer(SocketId socket, SharedText message);
  void hang_up(SocketId socket);

  /// The pulse comes after this time, if not sooner.
  void wake_after(std::chrono::milliseconds pause);

 private:
  explicit Server(std::unique_ptr<Service> service);
  std::unique_ptr<Service> service_;
};

}  // namespace hexad::web
