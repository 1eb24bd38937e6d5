#include "web/server.hpp"

#include "web/service.hpp"

namespace hexad::web {

Result<std::unique_ptr<Server>, ListenError> Server::open(const ServerSettings& settings) {
  auto listener = Listener::open(settings.address, settings.port);
  if (!listener) return Failure{listener.error()};
  auto service = std::make_unique<Service>(settings, std::move(*listener));
  if (!service->create()) return Failure{ListenError{ListenError::Step::start, 0}};
  return std::unique_ptr<Server>{new Server{std::move(service)}};
}

Server::Server(std::unique_ptr<Service> service) : service_{std::move(service)} {}
Server::~Server() { stop(); }

std::uint16_t Server::port() const noexcept { return service_->port; }
void Server::get(const std::string& path, Route route) { service_->paths[path].get = std::move(route); }
void Server::post(const std::string& path, Route route) { service_->paths[path].post = std::move(route); }
void Server::pulse(Pulse pulse) { service_->pulse = std::move(pulse); }

void Server::start() {
  service_->thread = std::thread{[service = service_.get()] { service->run(); }};
}

void Server::stop() {
  if (!service_->thread.joinable()) return;
  service_->end();
}

void Server::answer(ExchangeId exchange, Response response) {
  service_->answer(exchange, std::move(response));
}
bool Server::is_waiting(ExchangeId exchange) const { return service_->waiting.contains(exchange); }
void Server::wake_after(std::chrono::milliseconds pause) { service_->wake_after(pause); }

}  // namespace hexad::web
