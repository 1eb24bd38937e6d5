// The routes of an acceptance and of a commissioning. The beats of a commissioning's button are orders as a
// jog's are; the rest is asked for here.

#include "console_api/web_thread.hpp"

namespace hexad::inline console_api {
namespace {

constexpr std::size_t kMostAcceptance = 8 * 1024 * 1024;  // an earlier report comes along
constexpr std::chrono::milliseconds kSoon{2};

}  // namespace

/// What is kept by whom, each by its name.
template <class Keeper>
void WebThread::serve_reports(const std::string& path, const Keeper& keeper) {
  server_->get_beneath(
      path,
      [this, &keeper](web::ExchangeId exchange, const web::Request& request) {
        send(web::TaskPool::Kind::files, exchange,
             [&keeper, name = request.path.substr(request.path.rfind('/') + 1)] {
               return keeper.report(name);
             });
      },
      keeper.key());
}

void WebThread::add_accept_routes() {
  server_->get("/api/accept", [this](web::ExchangeId exchange, const web::Request&) {
    server_->answer(exchange, {.body = acceptance_.text() + '\n'});
  });
  server_->post(
      "/api/accept",
      [this](web::ExchangeId exchange, const web::Request& request) {
        operator_.poll();
        server_->answer(
            exchange, acceptance_.start(request.body, {.telemetry = operator_.telemetry(),
                                                       .names = identity_.names,
                                                       .version = identity_.version,
                                                       .speed = operator_.speed_of_time(),
                                                       .stops = operator_.stops(),
                                                       .machine = console_.machine(),
                                                       .platform = identity_.platform,
                                                       .simulated = operator_.telemetry().feedback.simulated,
                                                       .who = request.peer}));
        server_->wake_after(kSoon);
      },
      kMostAcceptance);
  server_->post("/api/accept/cancel", [this](web::ExchangeId exchange, const web::Request& request) {
    server_->answer(exchange, acceptance_.cancel(request.peer));
  });
  serve_reports("/accept/", acceptance_);
}

void WebThread::add_commission_routes() {
  server_->get("/api/commission", [this](web::ExchangeId exchange, const web::Request&) {
    server_->answer(exchange, {.body = commissioning_.text() + '\n'});
  });
  server_->post("/api/commission", [this](web::ExchangeId exchange, const web::Request& request) {
    operator_.poll();
    server_->answer(exchange, commissioning_.start(request.body, {.telemetry = operator_.telemetry(),
                                                                  .machine = console_.present_machine(),
                                                                  .period = to_seconds(platform_.period()),
                                                                  .version = identity_.version,
                                                                  .platform = identity_.platform,
                                                                  .stops = operator_.stops(),
                                                                  .who = request.peer}));
    server_->wake_after(kSoon);
  });
  server_->post("/api/commission/answer", [this](web::ExchangeId exchange, const web::Request& request) {
    server_->answer(exchange, commissioning_.answer(request.body));
  });
  for (const bool repeat : {false, true})
    server_->post(repeat ? "/api/commission/repeat" : "/api/commission/next",
                  [this, repeat](web::ExchangeId exchange, const web::Request&) {
                    server_->answer(exchange, commissioning_.go_on(repeat));
                  });
  server_->post("/api/commission/cancel", [this](web::ExchangeId exchange, const web::Request& request) {
    server_->answer(exchange, commissioning_.cancel(request.peer));
  });
  serve_reports("/commission/", commissioning_);
}

}  // namespace hexad::inline console_api
