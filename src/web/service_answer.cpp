// How an answer leaves: head and body piece by piece, as the client can take them.

#include <fmt/format.h>
#include <libwebsockets.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "messages/print.hpp"
#include "messages/say.hpp"
#include "os/tcp.hpp"
#include "web/big_file.hpp"
#include "web/service.hpp"

namespace hexad::web {
namespace {

constexpr std::size_t kPiece = 16 * 1024;  // at a time

}  // namespace

void Server::Service::answer(ExchangeId exchange, Response response) {
  const auto found = waiting.find(exchange);
  if (found == waiting.end()) return;
  lws* const client = found->second;
  waiting.erase(found);
  const auto conversation = clients_.find(client);
  if (conversation == clients_.end()) return;
  respond(client, conversation->second, std::move(response));
}

/// The library does not look at a client while its answer is being made: the socket itself is asked.
bool Server::Service::awaits(ExchangeId exchange) const {
  const auto found = waiting.find(exchange);
  if (found == waiting.end()) return false;
  return !tcp::hung_up(static_cast<int>(lws_get_socket_fd(found->second)));
}

int Server::Service::respond(lws* client, Conversation& conversation, Response response) {
  conversation.response = std::move(response);
  conversation.written = 0;
  conversation.head_sent = false;
  enter(conversation, Conversation::Phase::writing);
  lws_set_timeout(client, NO_PENDING_TIMEOUT, 0);  // sweep() has its own
  lws_callback_on_writable(client);
  return 0;
}

bool Server::Service::write_head(lws* client, Conversation& conversation) {
  const Response& response = conversation.response;
  std::array<unsigned char, LWS_PRE + 2048> room{};
  unsigned char* place = room.data() + LWS_PRE;
  unsigned char* const start = place;
  unsigned char* const end = room.data() + room.size();
  const auto add = [&](const std::string& name, const std::string& value) {
    const std::vector<unsigned char> key(name.c_str(), name.c_str() + name.size() + 1);
    const std::vector<unsigned char> bytes(value.begin(), value.end());
    return lws_add_http_header_by_name(client, key.data(), bytes.data(), static_cast<int>(bytes.size()),
                                       &place, end) == 0;
  };
  if (lws_add_http_common_headers(client, static_cast<unsigned>(response.status), response.type.c_str(),
                                  response.size(), &place, end) != 0)
    return false;
  if (!add("cache-control:", response.cache) || !add("x-content-type-options:", "nosniff")) return false;
  for (const auto& [name, value] : response.headers)
    if (!add(name, value)) return false;
  if (response.status == 401 && !add("www-authenticate:", "Bearer")) return false;
  if (conversation.closes && !add("connection:", "close")) return false;
  return lws_finalize_write_http_header(client, start, &place, end) == 0;
}

/// One piece each time the client can take one.
int Server::Service::write(lws* client, Conversation& conversation) {
  enter(conversation, Conversation::Phase::writing);
  if (!conversation.head_sent) {
    if (!write_head(client, conversation)) return -1;
    conversation.head_sent = true;
    lws_callback_on_writable(client);
    return 0;
  }
  if (conversation.head_only) return finish(client, conversation);
  const Response& response = conversation.response;
  const std::uint64_t left = response.size() - conversation.written;
  const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, left));
  const bool last = count == left;
  std::vector<unsigned char> piece(LWS_PRE + count);
  const std::span<unsigned char> room{piece.data() + LWS_PRE, count};
  if (!response.file)
    std::memcpy(room.data(), response.content().data() + conversation.written, count);
  else if (!response.file->read(response.first + conversation.written, room))
    return -1;
  if (lws_write(client, piece.data() + LWS_PRE, count, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) <
      static_cast<int>(count))
    return -1;
  conversation.written += count;
  if (last) return finish(client, conversation);
  lws_callback_on_writable(client);
  return 0;
}

int Server::Service::finish(lws* client, Conversation& conversation) {
  conversation.leaving = conversation.closes;
  if (conversation.closes) return -1;
  conversation.exchange = 0;
  conversation.response = {};
  enter(conversation, Conversation::Phase::idle);
  return lws_http_transaction_completed(client) != 0 ? -1 : 0;
}

int Server::Service::serve(lws* client, Conversation& conversation, const Media& wanted) {
  auto file = BigFile::open(wanted.file);
  if (!file)
    return respond(client, conversation,
                   error(404, messages::say<messages::Id::at_file>(conversation.request.path,
                                                                   messages::system_message(file.error()))));
  return respond(client, conversation,
                 answer_with(std::move(*file), wanted.file, header_of(client, WSI_TOKEN_HTTP_RANGE)));
}

}  // namespace hexad::web
