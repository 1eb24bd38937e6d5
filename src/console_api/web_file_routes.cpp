// Of the web thread: motion files, and the history of motion.

#include <cctype>
#include <charconv>
#include <limits>

#include "console_api/web_thread.hpp"
#include "messages/say.hpp"

namespace hexad::inline console_api {
namespace {

using FileTask = web::TaskPool::Kind;
using messages::Id;
using messages::say;

// Line ends and quotes are two characters in JSON.
constexpr std::size_t kMostUploadBody = kMostUpload + kMostUpload / 4;

/// What stands behind "KEY=" where that is the whole query; empty = it is another one.
std::string value_of(const web::Request& request, std::string_view key) {
  return request.query.starts_with(key) ? request.query.substr(key.size()) : std::string{};
}

}  // namespace

void WebThread::add_history_route() {
  server_->get("/api/history", [this](web::ExchangeId exchange, const web::Request& request) {
    const std::string text = value_of(request, "seconds=");
    double seconds = std::numeric_limits<double>::infinity();
    std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (!request.query.empty() &&
        (text.empty() || !(seconds > 0.0) || std::isdigit(static_cast<unsigned char>(text[0])) == 0))
      return server_->answer(exchange,
                             web::error(400, say<Id::query_such_as>("seconds", "/api/history?seconds=60")));
    send(FileTask::files, exchange,
         [samples = history_.last(seconds), legs = console_.present_machine().geometry.legs] {
           return web::Response{.body = csv_text(samples, legs), .type = "text/csv; charset=utf-8"};
         });
  });
}

void WebThread::add_file_routes() {
  for (const FileRepository::Video& video : repository_->videos())
    if (!video.path.empty()) server_->media("/videos/" + video.name, video.path, repository_->video_key());
  server_->get("/api/files", [this](web::ExchangeId exchange, const web::Request&) {
    send(FileTask::files, exchange,
         [this] { return web::Response{.body = repository_->list_text() + '\n'}; });
  });
  server_->post(
      "/api/files",
      [this](web::ExchangeId exchange, const web::Request& request) {
        send(FileTask::files, exchange,
             [this, body = request.body, look = context()] { return upload(*repository_, body, look); });
      },
      kMostUploadBody);
  for (const auto& [path, change] : {std::pair{"/api/files/delete", FileChange::remove},
                                     std::pair{"/api/files/rename", FileChange::rename}})
    server_->post(path, [this, how = change](web::ExchangeId exchange, const web::Request& request) {
      send(FileTask::files, exchange,
           [this, how, body = request.body] { return change_files(*repository_, body, how); });
    });
  server_->post("/api/files/smoothed", [this](web::ExchangeId exchange, const web::Request& request) {
    send(FileTask::files, exchange, [this, body = request.body, who = request.peer, look = context()] {
      return smooth_file(*repository_, body, who, look, log_);
    });
  });
  server_->get("/api/file", [this](web::ExchangeId exchange, const web::Request& request) {
    const std::string name = value_of(request, "name=");
    if (!is_file_name(name))
      return server_->answer(exchange,
                             web::error(400, say<Id::query_such_as>("name", "/api/file?name=NAME")));
    send(FileTask::files, exchange, [this, name] {
      auto text = repository_->read(name);
      return text ? web::Response{.body = std::move(text->text), .type = "text/plain; charset=utf-8"}
                  : web::error(404, motion::message_of(text.error()));
    });
  });
  server_->get("/api/preflight", [this](web::ExchangeId exchange, const web::Request& request) {
    const std::string name = value_of(request, "file=");
    if (!is_file_name(name))
      return server_->answer(exchange,
                             web::error(400, say<Id::query_such_as>("file", "/api/preflight?file=NAME")));
    send(FileTask::files, exchange,
         [this, name, look = context()] { return preflight_file(*repository_, name, look); });
  });
}

}  // namespace hexad::inline console_api
