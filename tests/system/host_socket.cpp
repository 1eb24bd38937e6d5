#include "host_socket.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace hexad::system_test {
namespace {

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

sockaddr* generic(sockaddr_in& address) { return static_cast<sockaddr*>(static_cast<void*>(&address)); }

// Little-endian at an offset, as the tables of the protocol give them. The machines this runs on are.
template <class T>
void put(std::string& bytes, std::size_t offset, T value) {
  std::memcpy(bytes.data() + offset, &value, sizeof value);
}
template <class T>
T get(const std::string& bytes, std::size_t offset) {
  T value{};
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

}  // namespace

HostSocket::HostSocket() : fd_{::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)} {
  sockaddr_in address = loopback(0);
  socklen_t length = sizeof address;
  if (fd_ < 0 || ::bind(fd_, generic(address), sizeof address) != 0 ||
      ::getsockname(fd_, generic(address), &length) != 0)
    throw std::runtime_error{"no socket"};
  port_ = ntohs(address.sin_port);
}

HostSocket::~HostSocket() { ::close(fd_); }

void HostSocket::send(std::uint16_t to, std::string_view bytes) const {
  sockaddr_in address = loopback(to);
  // Fails when the platform has ended; a test that minds finds out by the missing answer.
  ::sendto(fd_, bytes.data(), bytes.size(), 0, generic(address), sizeof address);
}

std::optional<std::string> HostSocket::receive(std::chrono::milliseconds patience) const {
  pollfd ready{fd_, POLLIN, 0};
  if (::poll(&ready, 1, static_cast<int>(patience.count())) <= 0) return std::nullopt;
  std::vector<char> bytes(65536);
  const ssize_t count = ::recv(fd_, bytes.data(), bytes.size(), 0);
  if (count < 0) return std::nullopt;
  return std::string{bytes.data(), static_cast<std::size_t>(count)};
}

std::array<double, 6> MdofHost::pose() const {
  const std::string answer = ask("24");
  if (answer.compare(0, 3, "24#") != 0) throw std::runtime_error{"24 was answered with " + answer};
  std::istringstream numbers{answer.substr(3)};
  std::array<double, 6> pose{};
  for (double& value : pose) numbers >> value;
  if (!numbers) throw std::runtime_error{"24 was answered with " + answer};
  return pose;
}

void DarrenHost::send(std::uint32_t id, std::uint16_t word, const std::array<float, 6>& values) {
  std::string frame(128, '\0');
  put(frame, 0, std::uint32_t{128});
  put(frame, 4, ++sequence_);
  put(frame, 12, id);
  put(frame, 16, word);
  for (std::size_t i = 0; i < values.size(); ++i) put(frame, 32 + 4 * i, values[i]);
  socket_.send(platform_, frame);
}

std::optional<DarrenStatus> DarrenHost::receive(std::chrono::milliseconds patience) const {
  const std::optional<std::string> bytes = socket_.receive(patience);
  if (!bytes || bytes->size() != 128) return std::nullopt;
  DarrenStatus status{get<std::uint32_t>(*bytes, 0),  get<std::uint32_t>(*bytes, 4),
                      get<std::uint32_t>(*bytes, 12), get<std::uint16_t>(*bytes, 16),
                      get<std::uint32_t>(*bytes, 28), {}};
  for (std::size_t i = 0; i < status.pose.size(); ++i) status.pose[i] = get<float>(*bytes, 32 + 4 * i);
  return status;
}

std::optional<DarrenStatus> DarrenHost::newest(std::chrono::milliseconds patience) const {
  std::optional<DarrenStatus> found = receive(patience);
  while (const auto later = receive(std::chrono::milliseconds{0})) found = later;
  return found;
}

}  // namespace hexad::system_test
