// The websockets of a server: who may open one, what it says, what is said to it.

#include <libwebsockets.h>

#include <algorithm>
#include <cstring>

#include "messages/say.hpp"
#include "web/service.hpp"

namespace hexad::web {
namespace {

using namespace std::chrono_literals;

/// With the reason in the closing frame. What the library's callback is to return.
int hang_up_on(lws* client, lws_close_status status, std::string_view reason) {
  std::vector<unsigned char> text(reason.begin(), reason.end());
  lws_close_reason(client, status, text.data(), text.size());
  return -1;
}

}  // namespace

WebSocket* Server::Service::socket_of(SocketId id) {
  const auto found = connected_.find(id);
  return found == connected_.end() ? nullptr : &found->second.socket;
}

// ------------------------------------------------------------------------------------------- being opened

/// The headers of an upgrade are there; the path is not what the library has looked at yet.
std::optional<Refusal> Server::Service::refuse_socket(lws* client, Conversation& conversation) const {
  if (std::optional<Response> plain = refuse_plain(client, conversation)) return Refusal{std::move(*plain)};
  Credentials credentials = credentials_of(client, conversation);
  credentials.subprotocols = header_of(client, WSI_TOKEN_PROTOCOL);
  if (std::optional<Refusal> refusal = guard_.refuse(Method::get, credentials)) return refusal;
  conversation.trusted = true;
  conversation.request.role = guard_.role_of(credentials);
  std::string path = header_of(client, WSI_TOKEN_GET_URI).value_or("");
  path = path.substr(0, path.find('?'));
  if (!socket_events.message || path != sockets.path)
    return Refusal{error(404, messages::say<messages::Id::http_no_websocket>(path))};
  if (connected_.size() >= sockets.most_clients || conversation.spare)
    return Refusal{error(503, messages::say<messages::Id::http_consoles_full>(connected_.size()))};
  return std::nullopt;
}

int Server::Service::confirm_upgrade(lws* client, Conversation& conversation, std::string_view to) {
  const bool websocket = to.size() == 9 && ::strncasecmp(to.data(), "websocket", 9) == 0;
  if (!websocket || conversation.phase != Conversation::Phase::idle) return -1;
  if (std::optional<Refusal> refusal = refuse_socket(client, conversation)) {
    // The library waits for no answer here: who has tried too often gets none.
    if (penalty(*refusal, conversation).count() > 0) return -1;
    conversation.response = std::move(refusal->response);
    conversation.closes = true;
    enter(conversation, Conversation::Phase::idle);
    if (!write_head(client, conversation)) return -1;
    const std::string& body = conversation.response.content();
    std::vector<unsigned char> bytes(LWS_PRE + body.size());
    std::memcpy(bytes.data() + LWS_PRE, body.data(), body.size());
    lws_write(client, bytes.data() + LWS_PRE, body.size(), LWS_WRITE_HTTP_FINAL);
    return -1;  // what was written leaves first
  }
  enter(conversation, Conversation::Phase::socket);
  return 0;
}

int Server::Service::open_socket(lws* client, Conversation& conversation) {
  if (conversation.phase != Conversation::Phase::socket) return -1;
  conversation.socket = ++last_socket_;
  Connected& connected = connected_[conversation.socket];
  connected.client = client;
  connected.socket.id = conversation.socket;
  connected.socket.window = std::chrono::steady_clock::now();
  lws_set_timeout(client, NO_PENDING_TIMEOUT, 0);
  if (socket_events.opened)
    socket_events.opened(conversation.socket, conversation.request.peer, conversation.request.role);
  return 0;
}

void Server::Service::close_socket(Conversation& conversation) {
  const SocketId id = std::exchange(conversation.socket, 0);
  if (id == 0 || connected_.erase(id) == 0) return;
  if (socket_events.closed) socket_events.closed(id);
}

int Server::Service::on_socket(lws* client, WebSocket& socket, int reason, const char* bytes,
                               std::size_t length) {
  if (reason == LWS_CALLBACK_RECEIVE) return hear(client, socket, bytes, length);
  if (reason == LWS_CALLBACK_SERVER_WRITEABLE) return speak(client, socket);
  return 0;
}

// ------------------------------------------------------------------------------------------------ hearing

int Server::Service::hear(lws* client, WebSocket& socket, const char* bytes, std::size_t length) {
  if (socket.closing) return -1;
  if (lws_frame_is_binary(client) != 0)
    return hang_up_on(client, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "text only");
  if (socket.incoming.size() + length > sockets.most_message)
    return hang_up_on(client, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "message too long");
  socket.incoming.append(bytes, length);
  if (lws_remaining_packet_payload(client) > 0 || lws_is_final_fragment(client) == 0) return 0;
  const SteadyTime now = std::chrono::steady_clock::now();
  if (now - socket.window >= 1s) {
    socket.window = now;
    socket.messages = 0;
  }
  const bool excess = ++socket.messages > sockets.most_per_second;
  const std::string message = std::exchange(socket.incoming, {});
  socket_events.message(socket.id, message, excess);
  return excess ? hang_up_on(client, LWS_CLOSE_STATUS_POLICY_VIOLATION, "too many messages a second") : 0;
}

// ----------------------------------------------------------------------------------------------- speaking

void Server::Service::send(SocketId id, SharedText message, bool replaceable) {
  const auto found = connected_.find(id);
  if (found == connected_.end() || !message) return;
  WebSocket& socket = found->second.socket;
  if (socket.closing) return;
  if (!socket.pending()) socket.taken = std::chrono::steady_clock::now();
  if (replaceable) {
    socket.newest = std::move(message);
  } else {
    socket.queued += message->size();
    socket.queue.push_back(std::move(message));
    if (socket.queued > sockets.most_behind) return hang_up(id);
  }
  lws_callback_on_writable(found->second.client);
}

/// Not here and now: whoever calls may be in the middle of something with it.
void Server::Service::hang_up(SocketId id) {
  const auto found = connected_.find(id);
  if (found == connected_.end()) return;
  WebSocket& socket = found->second.socket;
  socket.closing = true;
  socket.queue.clear();
  socket.newest = nullptr;
  lws_set_timeout(found->second.client, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

/// One message each time the client can take one.
int Server::Service::speak(lws* client, WebSocket& socket) {
  if (socket.closing) return -1;
  if (!socket.pending()) return 0;
  SharedText message;
  if (socket.queue.empty()) {
    message = std::exchange(socket.newest, nullptr);
  } else {
    message = std::move(socket.queue.front());
    socket.queue.pop_front();
    socket.queued -= message->size();
  }
  socket.taken = std::chrono::steady_clock::now();
  const std::string number = std::to_string(++socket.sent);
  std::vector<unsigned char> bytes(LWS_PRE);
  bytes.reserve(LWS_PRE + sockets.head.size() + number.size() + message->size());
  for (const std::string_view part :
       {std::string_view{sockets.head}, std::string_view{number}, std::string_view{*message}})
    bytes.insert(bytes.end(), part.begin(), part.end());
  const std::size_t size = bytes.size() - LWS_PRE;
  if (lws_write(client, bytes.data() + LWS_PRE, size, LWS_WRITE_TEXT) < static_cast<int>(size)) return -1;
  if (socket.pending()) lws_callback_on_writable(client);
  return 0;
}

bool Server::Service::is_stalled(const WebSocket& socket, SteadyTime now) const {
  return socket.pending() && now - socket.taken >= sockets.stalled;
}

}  // namespace hexad::web
