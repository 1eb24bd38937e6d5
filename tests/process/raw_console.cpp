#include "process/raw_console.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>
#include <utility>

namespace hexad::system_test {
namespace {

sockaddr_in address_of(const std::string& text, std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  ::inet_pton(AF_INET, text.c_str(), &address.sin_addr);
  address.sin_port = htons(port);
  return address;
}

const sockaddr* generic(const sockaddr_in& address) {
  return static_cast<const sockaddr*>(static_cast<const void*>(&address));
}

std::size_t length_in(std::string head) {
  std::transform(head.begin(), head.end(), head.begin(), [](unsigned char c) { return std::tolower(c); });
  const std::string name = "content-length: ";
  const std::size_t at = head.find(name);
  return at == std::string::npos ? std::string::npos : std::stoul(head.substr(at + name.size()));
}

}  // namespace

RawConnection::RawConnection(const std::string& console, const char* from)
    : fd_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)} {
  const std::size_t colon = console.find(':');
  const sockaddr_in own = address_of(from, 0);
  const sockaddr_in to =
      address_of(console.substr(0, colon) == "0.0.0.0" ? "127.0.0.1" : console.substr(0, colon),
                 static_cast<std::uint16_t>(std::stoi(console.substr(colon + 1))));
  if (::bind(fd_, generic(own), sizeof own) != 0) throw std::runtime_error{"cannot bind"};
  connected_ = ::connect(fd_, generic(to), sizeof to) == 0;
}

RawConnection::~RawConnection() {
  if (fd_ >= 0) ::close(fd_);
}

RawConnection::RawConnection(RawConnection&& other) noexcept
    : fd_{std::exchange(other.fd_, -1)}, connected_{other.connected_} {}

bool RawConnection::send(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

Answer RawConnection::receive() const {
  Answer answer;
  std::string all;
  for (std::size_t wanted = std::string::npos; all.size() < wanted;) {
    pollfd ready{fd_, POLLIN, 0};
    if (::poll(&ready, 1, static_cast<int>(std::chrono::milliseconds{kPatience}.count())) <= 0) break;
    std::array<char, 8192> some{};
    const ssize_t count = ::recv(fd_, some.data(), some.size(), 0);
    if (count <= 0) break;
    all.append(some.data(), static_cast<std::size_t>(count));
    const std::size_t end = all.find("\r\n\r\n");
    if (end == std::string::npos || wanted != std::string::npos) continue;
    const std::size_t length = length_in(all.substr(0, end));
    if (length != std::string::npos) wanted = end + 4 + length;
  }
  const std::size_t end = all.find("\r\n\r\n");
  if (end == std::string::npos) return answer;
  answer.head = all.substr(0, end + 2);
  answer.body = all.substr(end + 4);
  if (const std::size_t space = answer.head.find(' '); space != std::string::npos)
    answer.code = std::stoi(answer.head.substr(space + 1, 3));
  return answer;
}

bool RawConnection::is_closed(std::chrono::milliseconds patience) const {
  const auto end = std::chrono::steady_clock::now() + patience;
  for (std::array<char, 8192> some{};;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
    pollfd ready{fd_, POLLIN, 0};
    if (::poll(&ready, 1, left > 0 ? static_cast<int>(left) : 0) <= 0) return false;
    if (::recv(fd_, some.data(), some.size(), 0) <= 0) return true;
  }
}

Answer ask_console(const std::string& console, const Ask& ask) {
  const RawConnection line{console, ask.from};
  std::string text = ask.method + ' ' + ask.path + " HTTP/1.1\r\n";
  const bool own_host = std::any_of(ask.headers.begin(), ask.headers.end(),
                                    [](const std::string& one) { return one.starts_with("Host:"); });
  if (!own_host) text += "Host: 127.0.0.1" + console.substr(console.find(':')) + "\r\n";
  for (const std::string& header : ask.headers) text += header + "\r\n";
  if (!ask.body.empty() || ask.method == "POST")
    text += "Content-Length: " + std::to_string(ask.body.size()) + "\r\n";
  (void)line.send(text + "Connection: close\r\n\r\n" + ask.body);
  return line.receive();
}

Answer order(const DaemonProcess& program, const nlohmann::json& what) {
  return ask_console(program.console(), {.method = "POST",
                                         .path = "/api/ctl",
                                         .headers = {"Content-Type: application/json"},
                                         .body = what.dump()});
}

void set_speed(const DaemonProcess& program, double factor) {
  const Answer answer = order(program, {{"action", "speed_of_time"}, {"factor", factor}});
  if (answer.code != 200) throw std::runtime_error{"speed of time: " + answer.head + answer.body};
}

}  // namespace hexad::system_test
