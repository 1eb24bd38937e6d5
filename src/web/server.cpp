#include "web/server.hpp"

#include "os/threads.hpp"
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
void Server::post(const std::string& path, Route route, std::size_t most_body) {
  service_->paths[path].post = std::move(route);
  service_->paths[path].most_body = most_body;
  service_->paths[path].post_role = service_->least_role("post", path);
}
void Server::files(StaticFiles files) { service_->files = std::move(files); }
void Server::media(const std::string& path, std::string file, std::string key) {
  service_->media[path] = {std::move(file), std::move(key)};
}
void Server::get_beneath(const std::string& folder, Route route, std::string key) {
  service_->folders[folder] = {std::move(route), std::move(key)};
}
void Server::sockets(SocketSettings settings, SocketEvents events) {
  service_->sockets = std::move(settings);
  service_->socket_events = std::move(events);
}
void Server::send(SocketId socket, SharedText message) { service_->send(socket, std::move(message), false); }
void Server::offer(SocketId socket, SharedText message) { service_->send(socket, std::move(message), true); }
void Server::hang_up(SocketId socket) { service_->hang_up(socket); }
void Server::get(const std::string& path, Route route) {
  service_->paths[path].get = std::move(route);
  service_->paths[path].get_role = service_->least_role("get", path);
}
void Server::pulse(Pulse pulse) { service_->pulse = std::move(pulse); }

void Server::watch(Watch watch) { service_->watch = std::move(watch); }
void Server::limit_clients(std::size_t most) { service_->limit_clients(most); }

void Server::start() {
  service_->thread = std::thread{[service = service_.get()] { service->run(); }};
  name_thread(service_->thread, "hexad-web");
}

void Server::stop() {
  if (!service_->thread.joinable()) return;
  service_->end();
}

void Server::answer(ExchangeId exchange, Response response) {
  service_->answer(exchange, std::move(response));
}
bool Server::awaits(ExchangeId exchange) const { return service_->awaits(exchange); }
void Server::wake_after(std::chrono::milliseconds pause) { service_->wake_after(pause); }

}  // namespace hexad::web
