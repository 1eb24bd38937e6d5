#include "relay/ask.hpp"

#include <chrono>
#include <nlohmann/json.hpp>

#include "messages/say.hpp"
#include "os/udp_socket.hpp"
#include "os/wait.hpp"
#include "text/outside_json.hpp"

namespace hexad::inline relay {
namespace {

constexpr std::chrono::seconds kAnswerWithin{1};

bool is_relays(std::string_view text) {
  const auto json = outside_json(text);
  return json.is_object() && json.contains("relay") && json.contains("lines");
}

}  // namespace

Result<std::string, messages::Message> ask_relay(const net::Address& control, std::string_view request) {
  const auto nobody = Failure{messages::say<messages::Id::relay_no_answer>(net::to_text(control))};
  const bool near = net::kLoopbackOnly.contains(control.ip);
  auto socket = net::UdpSocket::open(
      {.address = {near ? net::kLoopback : 0, 0}, .allow = {net::Prefix{control.ip, 32}}});
  if (!socket) return nobody;
  socket->send(control, std::as_bytes(std::span{request}));
  socket->flush();
  net::ReceiveBatch batch;
  for (const auto end = std::chrono::steady_clock::now() + kAnswerWithin;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (left <= std::chrono::milliseconds::zero()) return nobody;
    wait_readable(socket->get(), left);
    socket->receive(batch);
    if (!socket->take_unreached().empty()) return nobody;
    for (const net::Arrival& arrival : batch.arrivals()) {
      const std::string said{reinterpret_cast<const char*>(arrival.bytes.data()), arrival.bytes.size()};
      if (arrival.from == control && is_relays(said)) return said;
    }
  }
}

}  // namespace hexad::inline relay
