// Who has a place, and who makes room. A place is a descriptor and some memory, both bounded; strangers could
// take them all, so none of them keeps one that somebody else needs.

#include <libwebsockets.h>

#include <algorithm>
#include <cerrno>
#include <map>

#include "os/files.hpp"
#include "os/tcp.hpp"
#include "os/wait.hpp"
#include "web/service.hpp"

namespace hexad::web {
namespace {

using namespace std::chrono_literals;

// In one turn: whoever came in the turn before is read then, and is no stranger if it had something to say.
constexpr int kAcceptedInATurn = 4;
constexpr auto kBetweenNotices = 10s;

bool is_shortage(int error) {
  return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

}  // namespace

// ------------------------------------------------------------------------------------------------- coming

void Server::Service::accept_clients() {
  for (int i = 0; i < kAcceptedInATurn && !resting_; ++i) {
    const std::uint64_t before = drops_;
    const int socket = accept_one();
    if (socket < 0) return;
    admit(socket);
    if (drops_ == before) continue;
    // Whoever is dropped next must have been read first: the door stays shut for one turn, which comes at
    // once.
    rest(true);
    turns_ = 2;
    lws_cancel_service(context_);
  }
}

int Server::Service::accept_one() {
  int socket = tcp::accept(listening_);
  if (socket >= 0 || !is_shortage(errno)) return socket;
  // The system looks for a descriptor before it looks whether anybody is there.
  if (!wait_readable(listening_, 0ns)) return -1;
  tell(Notice::Kind::no_descriptors, 1);
  if (!make_room()) {
    if (lws* const spare = oldest_spare())
      drop(spare);
    else if (kept_ >= 0)
      files::close(std::exchange(kept_, -1));
  }
  socket = tcp::accept(listening_);
  // Whoever waits stays outside, and is not asked for again and again.
  if (socket < 0 && is_shortage(errno)) rest(true);
  return socket;
}

void Server::Service::admit(int socket) {
  Conversation conversation;
  conversation.local_address = net::to_text(tcp::local_address(socket).ip);
  conversation.request.peer = net::to_text(tcp::peer_address(socket).ip);
  const bool full = clients_.size() >= settings_.most_clients && !make_room();
  conversation.spare = full || kept_ < 0;
  const auto spares =
      std::count_if(clients_.begin(), clients_.end(), [](const auto& client) { return client.second.spare; });
  if (conversation.spare && spares >= static_cast<std::ptrdiff_t>(kSparePlaces)) drop(oldest_spare());
  enter(conversation, Conversation::Phase::idle);
  if (lws* const client = lws_adopt_socket_vhost(host_, static_cast<lws_sockfd_type>(socket)))
    clients_[client] = std::move(conversation);
}

void Server::Service::keep_descriptor() {
  if (kept_ < 0) kept_ = files::open_nothing();
}

/// Nobody is let in until a moment has passed.
void Server::Service::rest(bool resting) {
  if (resting == resting_) return;
  resting_ = resting;
  lws_rx_flow_control(door_, resting ? 0 : 1);
}

void Server::Service::turned() {
  if (turns_ > 0 && --turns_ == 0) rest(false);
}

// ------------------------------------------------------------------------------------------------- making
// room

bool Server::Service::make_room() {
  lws* const client = whom_to_drop(std::chrono::steady_clock::now());
  if (client != nullptr) drop(client);
  return client != nullptr;
}

/// Who has been answered and only has to go; strangers, the oldest of the address that has most of them;
/// whoever asks nothing at present. Never a console, never a request that is being served.
lws* Server::Service::whom_to_drop(SteadyTime now) const {
  std::map<std::string, int> strangers;
  for (const auto& [client, conversation] : clients_)
    if (!conversation.trusted) ++strangers[conversation.request.peer];
  const auto rank = [&](const Conversation& one) {
    if (one.leaving) return 0;
    const bool young = now - one.since < settings_.first_word;
    if (!one.trusted) return young ? 3 : 1;
    return one.phase == Conversation::Phase::idle && !young ? 2 : 4;
  };
  lws* found = nullptr;
  std::tuple<int, int, SteadyTime> best{4, 0, SteadyTime::max()};
  for (const auto& [client, conversation] : clients_) {
    const int many = conversation.trusted ? 0 : strangers[conversation.request.peer];
    const std::tuple<int, int, SteadyTime> one{rank(conversation), -many, conversation.since};
    if (std::get<0>(one) >= 4 || one >= best) continue;
    best = one;
    found = client;
  }
  return found;
}

lws* Server::Service::oldest_spare() const {
  lws* found = nullptr;
  SteadyTime oldest = SteadyTime::max();
  for (const auto& [client, conversation] : clients_) {
    if (!conversation.spare || conversation.since >= oldest) continue;
    oldest = conversation.since;
    found = client;
  }
  return found;
}

/// At once, with its descriptor. Not the client whose turn it is.
void Server::Service::drop(lws* client) {
  ++drops_;
  if (!clients_.at(client).leaving) tell(Notice::Kind::dropped, 1);
  // The library says goodbye first and waits for the other side; told again, it does not.
  for (int i = 0; i < 2 && clients_.contains(client); ++i)
    lws_set_timeout(client, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC);
}

void Server::Service::forget(lws* client) {
  const auto found = clients_.find(client);
  if (found == clients_.end()) return;
  waiting.erase(found->second.exchange);
  close_socket(found->second);
  clients_.erase(found);
}

// ------------------------------------------------------------------------------------------------ as time
// passes

void Server::Service::enter(Conversation& conversation, Conversation::Phase phase) {
  conversation.phase = phase;
  conversation.since = std::chrono::steady_clock::now();
}

std::chrono::milliseconds Server::Service::patience(Conversation::Phase phase) const {
  switch (phase) {
    case Conversation::Phase::idle:
      return settings_.idle;
    case Conversation::Phase::body:
      return settings_.body;
    case Conversation::Phase::waiting:
      return settings_.answer;
    case Conversation::Phase::writing:
      return settings_.stalled;
    case Conversation::Phase::socket:     // is_stalled() looks at it
    case Conversation::Phase::kept_back:  // ends by itself
      break;
  }
  return settings_.idle;
}

void Server::Service::sweep(SteadyTime now) {
  swept_ = now;
  rest(false);
  keep_descriptor();
  for (const WrongTokens::Told& told : wrong_tokens_.take(now))
    tell(Notice::Kind::wrong_token, told.count, told.peer);
  for (const Notice::Kind kind : {Notice::Kind::dropped, Notice::Kind::no_descriptors}) tell(kind, 0);
  for (auto& [client, conversation] : clients_) {
    if (conversation.phase == Conversation::Phase::kept_back && now >= conversation.released)
      respond(client, conversation, std::move(conversation.response));
    const WebSocket* const socket = conversation.socket == 0 ? nullptr : socket_of(conversation.socket);
    const bool over = socket != nullptr ? is_stalled(*socket, now)
                                        : now - conversation.since >= patience(conversation.phase);
    if (!over) continue;
    conversation.leaving = true;
    lws_set_timeout(client, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
  }
}

/// How long the answer to this refusal is kept back.
std::chrono::milliseconds Server::Service::penalty(const Refusal& refusal, const Conversation& conversation) {
  if (!refusal.wrong_token) return 0ms;
  return wrong_tokens_.add(conversation.request.peer, std::chrono::steady_clock::now());
}

void Server::Service::tell(Notice::Kind kind, std::uint64_t count, const std::string& peer) {
  if (!watch) return;
  if (kind == Notice::Kind::wrong_token) return watch({kind, count, peer});
  Count& counted = kind == Notice::Kind::dropped ? dropped_ : short_;
  counted.untold += count;
  const SteadyTime now = std::chrono::steady_clock::now();
  if (counted.untold == 0 || (counted.told != SteadyTime{} && now - counted.told < kBetweenNotices)) return;
  counted.told = now;
  watch({kind, std::exchange(counted.untold, 0), {}});
}

}  // namespace hexad::web
