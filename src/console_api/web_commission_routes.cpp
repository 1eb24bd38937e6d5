// The routes of a commissioning. The button's beats are orders as a jog's are; the rest is asked for here.

#include "console_api/web_thread.hpp"

namespace hexad::inline console_api {

void WebThread::add_commission_routes() {
  get("/api/commission", [this](web::ExchangeId exchange, const web::Request&) {
    server_->answer(exchange, {.body = commissioning_.text() + '\n'});
  });
  post("/api/commission", [this](web::ExchangeId exchange, const web::Request& request) {
    operator_.poll();
    server_->answer(exchange, commissioning_.start(request.body, {.telemetry = operator_.telemetry(),
                                                                  .machine = console_.present_machine(),
                                                                  .period = to_seconds(platform_.period()),
                                                                  .version = identity_.version,
                                                                  .platform = identity_.platform,
                                                                  .stops = operator_.stops(),
                                                                  .who = request.peer}));
    server_->wake_after(std::chrono::milliseconds{2});
  });
  post("/api/commission/answer", [this](web::ExchangeId exchange, const web::Request& request) {
    server_->answer(exchange, commissioning_.answer(request.body));
  });
  for (const bool repeat : {false, true})
    post(repeat ? "/api/commission/repeat" : "/api/commission/next",
         [this, repeat](web::ExchangeId exchange, const web::Request&) {
           server_->answer(exchange, commissioning_.go_on(repeat));
         });
  post("/api/commission/cancel", [this](web::ExchangeId exchange, const web::Request& request) {
    server_->answer(exchange, commissioning_.cancel(request.peer));
  });
  server_->get_beneath(
      "/commission/",
      [this](web::ExchangeId exchange, const web::Request& request) {
        send(web::TaskPool::Kind::files, exchange,
             [this, name = request.path.substr(request.path.rfind('/') + 1)] {
               return commissioning_.report(name);
             });
      },
      commissioning_.key());
}

}  // namespace hexad::inline console_api
