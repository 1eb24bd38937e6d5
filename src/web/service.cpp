#include "web/service.hpp"

#include <fmt/format.h>
#include <libwebsockets.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <new>

#include "messages/say.hpp"
#include "os/files.hpp"

namespace hexad::web {
namespace {

using namespace std::chrono_literals;
using messages::Id;
using messages::say;

constexpr std::size_t kLongestRefused = 1024 * 1024;  // a body too long is read and thrown away up to here
constexpr unsigned short kHeaderBytes = 4096;
constexpr std::size_t kReceiveBytes = 16 * 1024;  // of a websocket message, at a time
constexpr auto kLongestPause = 1s;                // between two looks for clients that take too long

int callback(lws* client, lws_callback_reasons reason, void*, void* in, std::size_t length) {
  auto* const service = static_cast<Server::Service*>(lws_context_user(lws_get_context(client)));
  if (service == nullptr) return 0;
  try {
    return service->on_event(client, reason, in, length);
  } catch (const std::bad_alloc&) {  // too little memory for this client: it is hung up on
    return -1;
  }
}

const std::array<lws_protocols, 4>& protocols() {
  // A websocket that names no protocol gets the first.
  static const std::array<lws_protocols, 4> table{{{"http", callback, 0, kReceiveBytes, 0, nullptr, 0},
                                                   {"hexad.v1", callback, 0, kReceiveBytes, 0, nullptr, 0},
                                                   {"listener", callback, 0, 0, 0, nullptr, 0},
                                                   {nullptr, nullptr, 0, 0, 0, nullptr, 0}}};
  return table;
}

std::optional<std::string> header(lws* client, lws_token_indexes token) { return header_of(client, token); }

bool is_head(lws* client) { return lws_hdr_total_length(client, WSI_TOKEN_HEAD_URI) > 0; }

Method method_of(lws* client) {
  if (lws_hdr_total_length(client, WSI_TOKEN_GET_URI) > 0 || is_head(client)) return Method::get;
  if (lws_hdr_total_length(client, WSI_TOKEN_POST_URI) > 0) return Method::post;
  return Method::other;
}

Id role_needed(Role least) { return least == Role::engineer ? Id::needs_engineer : Id::needs_operator; }

std::optional<std::size_t> content_length(lws* client) {
  const std::optional<std::string> text = header(client, WSI_TOKEN_HTTP_CONTENT_LENGTH);
  if (!text) return std::nullopt;
  std::size_t value = 0;
  const char* const end = text->data() + text->size();
  const auto [stop, failure] = std::from_chars(text->data(), end, value);
  if (failure != std::errc{} || stop != end) return std::nullopt;
  return value;
}

}  // namespace

std::optional<std::string> header_of(lws* client, int token) {
  const auto index = static_cast<lws_token_indexes>(token);
  const int length = lws_hdr_total_length(client, index);
  if (length <= 0) return std::nullopt;
  std::string text(static_cast<std::size_t>(length) + 1, '\0');
  const int copied = lws_hdr_copy(client, text.data(), length + 1, index);
  text.resize(copied > 0 ? static_cast<std::size_t>(copied) : 0);
  return text;
}

struct Server::Service::Timer {
  lws_sorted_usec_list_t list{};  // first: the library hands out its address
  Service* service = nullptr;
};

Server::Service::Service(ServerSettings settings, Listener listener)
    : port{listener.port()},
      settings_{std::move(settings)},
      listener_{std::move(listener)},
      guard_{{.port = port,
              .names = settings_.names,
              .token = settings_.token,
              .operator_token = settings_.operator_token,
              .viewer_token = settings_.viewer_token,
              .tls = !settings_.certificate.empty()}},
      timer_{std::make_unique<Timer>()} {
  timer_->service = this;
}

Server::Service::~Service() {
  if (context_ != nullptr) lws_context_destroy(context_);
  if (kept_ >= 0) files::close(kept_);
}

bool Server::Service::create() {
  lws_set_log_level(0, nullptr);  // what matters is answered to the client; the rest is no news
  lws_context_creation_info info{};
  info.port = CONTEXT_PORT_NO_LISTEN;
  info.protocols = protocols().data();
  info.user = this;
  info.options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
  info.max_http_header_data = kHeaderBytes;
  // Each client has room for its headers: one that sends them slowly keeps nobody waiting.
  info.max_http_header_pool = static_cast<unsigned short>(settings_.most_clients + kSparePlaces + 2);
  // Without a bound of its own the library makes tables for as many files as the system allows.
  info.fd_limit_per_thread = static_cast<unsigned>(settings_.most_clients + kSparePlaces + 16);
  info.timeout_secs = 10;
  info.keepalive_timeout = static_cast<int>(std::chrono::ceil<std::chrono::seconds>(settings_.idle).count());
  info.server_string = "hexad";
  if (tls()) info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
  context_ = lws_create_context(&info);
  if (context_ == nullptr) return false;
  if (tls()) offer_tls(info);
  host_ = lws_create_vhost(context_, &info);
  if (host_ == nullptr) return false;
  lws_sock_file_fd_type descriptor{};
  listening_ = listener_.release();
  descriptor.sockfd = static_cast<lws_sockfd_type>(listening_);
  door_ = lws_adopt_descriptor_vhost(host_, LWS_ADOPT_RAW_FILE_DESC, descriptor, "listener", nullptr);
  keep_descriptor();
  return door_ != nullptr;
}

void Server::Service::run() {
  wake_after(0ms);
  // On Windows the library also says so when a client it has just closed was the one it meant to look at.
  constexpr int kMostFailures = 100;
  for (int failures = 0; !ending_.load() && failures < kMostFailures; turned())
    failures = lws_service(context_, 0) >= 0 ? 0 : failures + 1;
}

void Server::Service::end() {
  ending_.store(true);
  lws_cancel_service(context_);
  thread.join();
  // Not by the thread itself: the call above may still be at work in it.
  lws_context_destroy(context_);
  context_ = nullptr;
}

int Server::Service::on_event(lws* client, int reason, void* in, std::size_t length) {
  if (reason == LWS_CALLBACK_RAW_RX_FILE) {
    accept_clients();
    return 0;
  }
  if (reason == LWS_CALLBACK_WSI_DESTROY) forget(client);
  const auto found = clients_.find(client);
  const bool upgrades =
      reason == LWS_CALLBACK_HTTP_CONFIRM_UPGRADE || reason == LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION;
  if (found == clients_.end()) return upgrades ? -1 : 0;
  Conversation& conversation = found->second;
  if (WebSocket* const socket = conversation.socket == 0 ? nullptr : socket_of(conversation.socket))
    return on_socket(client, *socket, reason, static_cast<const char*>(in), length);
  switch (reason) {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
      return confirm_upgrade(client, conversation, static_cast<const char*>(in));
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
      return conversation.phase == Conversation::Phase::socket ? 0 : -1;
    case LWS_CALLBACK_ESTABLISHED:
      return open_socket(client, conversation);
    case LWS_CALLBACK_HTTP:
      return begin(client, conversation, {static_cast<const char*>(in), length});
    case LWS_CALLBACK_HTTP_BODY:
      return more_body(client, conversation, static_cast<const char*>(in), length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
      if (conversation.phase != Conversation::Phase::body) return 0;
      if (conversation.refused) return respond(client, conversation, std::move(conversation.response));
      return dispatch(client, conversation);
    case LWS_CALLBACK_HTTP_WRITEABLE:
      return conversation.phase == Conversation::Phase::writing ? write(client, conversation) : 0;
    default:
      return 0;
  }
}

/// The headers are there.
int Server::Service::begin(lws* client, Conversation& conversation, std::string path) {
  Request& request = conversation.request;
  request.path = std::move(path);
  request.query = header(client, WSI_TOKEN_HTTP_URI_ARGS).value_or("");
  request.body.clear();
  request.method = method_of(client);
  conversation.head_only = is_head(client);
  conversation.route = nullptr;
  conversation.refused = false;
  return decide(client, conversation);
}

int Server::Service::decide(lws* client, Conversation& conversation) {
  const Request& request = conversation.request;
  const std::optional<std::size_t> length = content_length(client);
  const bool chunked = header(client, WSI_TOKEN_HTTP_TRANSFER_ENCODING).has_value();
  const bool has_body = length.value_or(0) > 0 || chunked;
  conversation.trusted = false;
  conversation.request.role = Role::watch;
  conversation.closes = conversation.spare;
  const auto refuse = [&](Response response) {
    conversation.closes = conversation.spare || has_body || request.method != Method::get;
    return respond(client, conversation, std::move(response));
  };
  if (std::optional<Response> plain = refuse_plain(client, conversation)) return refuse(std::move(*plain));
  const Response* const file =
      request.method == Method::get
          ? files.find(request.path, header(client, WSI_TOKEN_HTTP_ACCEPT_ENCODING).value_or(""))
          : nullptr;
  const auto shown = media.find(request.path);
  const auto folder = folders.find(request.path.substr(0, request.path.rfind('/') + 1));
  const std::string* const key = shown != media.end()      ? &shown->second.key
                                 : folder != folders.end() ? &folder->second.key
                                                           : nullptr;
  const bool has_key = key != nullptr && equal_secrets(request.query, "key=" + *key);
  const bool open = file != nullptr || has_key;  // to everybody
  const Credentials credentials = credentials_of(client, conversation);
  if (std::optional<Refusal> refusal =
          guard_.refuse(request.method, credentials, open ? Needs::nothing : Needs::token)) {
    const std::chrono::milliseconds wait = penalty(*refusal, conversation);
    if (wait.count() == 0) return refuse(std::move(refusal->response));
    conversation.response = std::move(refusal->response);
    conversation.closes = true;
    conversation.released = std::chrono::steady_clock::now() + wait;
    lws_set_timeout(client, NO_PENDING_TIMEOUT, 0);
    enter(conversation, Conversation::Phase::kept_back);
    return 0;
  }
  conversation.trusted = has_key || !open || settings_.token.empty();
  conversation.request.role = guard_.role_of(credentials);
  // Whoever stands between may have gone by the one or by the other: what follows could be a request of its
  // own.
  if (chunked && header(client, WSI_TOKEN_HTTP_CONTENT_LENGTH))
    return refuse(error(400, Id::http_two_lengths));
  if (file != nullptr)
    return has_body ? refuse(error(400, Id::http_get_body)) : respond(client, conversation, *file);
  if (shown != media.end() && request.method == Method::get)
    return has_body ? refuse(error(400, Id::http_get_body)) : serve(client, conversation, shown->second);
  if (folder != folders.end() && request.method == Method::get) {
    conversation.route = &folder->second.get;
    return has_body ? refuse(error(400, Id::http_get_body)) : dispatch(client, conversation);
  }
  const auto path = paths.find(request.path);
  if (path == paths.end()) return refuse(error(404, say<Id::http_nothing_there>(request.path)));
  const Route& get = path->second.get;
  const Route& post = path->second.post;
  conversation.most_body = path->second.most_body > 0 ? path->second.most_body : settings_.most_body;
  conversation.route = request.method == Method::get ? &get : &post;
  if (request.method == Method::other || !*conversation.route)
    return refuse(error(405, say<Id::http_methods>(request.path, get && post ? Id::http_get_and_post
                                                                 : get       ? Id::http_get
                                                                             : Id::http_post)));
  const Role least = request.method == Method::get ? path->second.get_role : path->second.post_role;
  if (request.role < least) return refuse(error(403, role_needed(least)));
  if (request.method == Method::get)
    return has_body ? refuse(error(400, Id::http_get_body)) : dispatch(client, conversation);
  return decide_body(client, conversation, length);
}

std::optional<Response> Server::Service::refuse_plain(lws* client, const Conversation& conversation) const {
  if (!tls() || lws_is_ssl(client) != 0) return std::nullopt;
  const std::string host = header(client, WSI_TOKEN_HOST).value_or("");
  const std::string_view path = conversation.request.path;
  const bool page = conversation.request.method == Method::get && (path == "/" || path == "/index.html");
  // Only to a name that is this server's: nobody is sent elsewhere by what he sent himself.
  const bool own = !guard_.refuse(Method::get, {.host = host, .local_address = conversation.local_address},
                                  Needs::nothing);
  Response response = error(page && own ? 301 : 426, Id::console_speaks_tls);
  if (page && own) response.headers.emplace_back("location:", fmt::format("https://{}/", host));
  return response;
}

/// A POST that may be answered when its body has come.
int Server::Service::decide_body(lws* client, Conversation& conversation, std::optional<std::size_t> length) {
  if (!length || *length == 0) {
    conversation.closes = true;
    return respond(client, conversation, error(411, Id::http_body_needed));
  }
  if (*length > conversation.most_body) {
    Response response = error(413, say<Id::http_body_too_long>(*length, conversation.most_body));
    // Read to its end and thrown away: who is hung up on while still sending never sees the answer.
    if (*length > std::max(kLongestRefused, 2 * conversation.most_body)) {
      conversation.closes = true;
      return respond(client, conversation, std::move(response));
    }
    conversation.response = std::move(response);
    conversation.refused = true;
  }
  enter(conversation, Conversation::Phase::body);
  return 0;
}

Credentials Server::Service::credentials_of(lws* client, const Conversation& conversation) const {
  return {.host = header(client, WSI_TOKEN_HOST),
          .origin = header(client, WSI_TOKEN_ORIGIN),
          .authorization = header(client, WSI_TOKEN_HTTP_AUTHORIZATION),
          .content_type = header(client, WSI_TOKEN_HTTP_CONTENT_TYPE),
          .local_address = conversation.local_address};
}

int Server::Service::more_body(lws*, Conversation& conversation, const char* bytes, std::size_t length) {
  if (conversation.phase != Conversation::Phase::body || conversation.refused) return 0;
  if (conversation.request.body.size() + length > conversation.most_body)
    return -1;  // more than it announced
  conversation.request.body.append(bytes, length);
  return 0;
}

int Server::Service::dispatch(lws* client, Conversation& conversation) {
  conversation.exchange = ++last_exchange_;
  waiting[conversation.exchange] = client;
  enter(conversation, Conversation::Phase::waiting);
  lws_set_timeout(client, NO_PENDING_TIMEOUT, 0);
  (*conversation.route)(conversation.exchange, conversation.request);
  return 0;
}

// ------------------------------------------------------------------------------------------------ the pulse

void Server::Service::on_timer(void* timer) { static_cast<Timer*>(timer)->service->beat(); }

void Server::Service::wake_after(std::chrono::milliseconds pause) {
  const SteadyTime wanted = std::chrono::steady_clock::now() + pause;
  if (due_ != SteadyTime{} && due_ <= wanted) return;
  due_ = wanted;
  const auto microseconds = std::chrono::duration_cast<std::chrono::microseconds>(pause).count();
  lws_sul_schedule(
      context_, 0, &timer_->list, [](lws_sorted_usec_list_t* list) { on_timer(list); },
      std::max<lws_usec_t>(microseconds, 1));
}

void Server::Service::beat() {
  due_ = {};
  const SteadyTime now = std::chrono::steady_clock::now();
  if (now - swept_ >= 100ms) sweep(now);
  std::chrono::milliseconds pause = std::min<std::chrono::milliseconds>(kLongestPause, 200ms);
  if (pulse) pause = std::min(pause, pulse());
  wake_after(pause);
}

}  // namespace hexad::web
