// Windows tells neither when a datagram came nor lets the kernel refuse strangers: the time is that of
// reading, and the list of who may speak is looked at here.

#include "os/udp_socket.hpp"

#include <winsock2.h>
#include <ws2tcpip.h>
// After winsock2.h.
#include <mswsock.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "os/socket_address.hpp"
#include "os/winsock_windows.hpp"

namespace hexad::net {
namespace {

constexpr std::size_t kLargestDatagram = 65536;
// Strangers' datagrams that one receive() throws away: a flood of them must not hold up the thread.
constexpr std::size_t kMostRefused = 256;

SOCKET socket_of(const FileDescriptor& fd) noexcept { return static_cast<SOCKET>(fd.get()); }

void set_option(const FileDescriptor& fd, int name, int value) noexcept {
  ::setsockopt(socket_of(fd), SOL_SOCKET, name, static_cast<const char*>(static_cast<const void*>(&value)),
               sizeof value);
}

}  // namespace

struct ReceiveBatch::Storage {
  std::vector<std::byte> bytes = std::vector<std::byte>(kReceiveBatch * kLargestDatagram);
  std::array<Arrival, kReceiveBatch> arrivals{};
  std::size_t count = 0;
};

ReceiveBatch::ReceiveBatch() : storage_{std::make_unique<Storage>()} {}
ReceiveBatch::ReceiveBatch(ReceiveBatch&&) noexcept = default;
ReceiveBatch& ReceiveBatch::operator=(ReceiveBatch&&) noexcept = default;
ReceiveBatch::~ReceiveBatch() = default;

std::span<const Arrival> ReceiveBatch::arrivals() const noexcept {
  return {storage_->arrivals.data(), storage_->count};
}

struct UdpSocket::Inside {
  std::vector<Prefix> allow;
  std::uint64_t refused = 0;

  bool may_speak(std::uint32_t ip) const noexcept {
    return std::any_of(allow.begin(), allow.end(),
                       [ip](const Prefix& prefix) { return prefix.contains(ip); });
  }
};

UdpSocket::UdpSocket(FileDescriptor fd, Address address)
    : fd_{std::move(fd)},
      address_{address},
      drained_{std::chrono::steady_clock::now()},
      inside_{std::make_unique<Inside>()} {}
UdpSocket::UdpSocket(UdpSocket&&) noexcept = default;
UdpSocket& UdpSocket::operator=(UdpSocket&&) noexcept = default;
UdpSocket::~UdpSocket() = default;

Result<UdpSocket, SocketError> UdpSocket::open(const SocketSettings& settings) {
  using Step = SocketError::Step;
  const auto fail = [&](Step step) {
    failed_socket();
    return Failure{SocketError{step, settings.address, errno}};
  };
  start_sockets();
  FileDescriptor fd{static_cast<int>(::socket(AF_INET, SOCK_DGRAM, IPPROTO_UDP))};
  if (!fd) return fail(Step::create);
  if (!set_not_waiting(socket_of(fd))) return fail(Step::option);
  // Two programs on one port would share a machine without knowing.
  set_option(fd, SO_EXCLUSIVEADDRUSE, 1);
  set_option(fd, SO_RCVBUF, settings.receive_buffer);
  sockaddr_in name = to_system(settings.address);
  if (::bind(socket_of(fd), generic(name), sizeof name) != 0) return fail(Step::bind);
  int length = sizeof name;
  if (::getsockname(socket_of(fd), generic(name), &length) != 0) return fail(Step::bind);
  UdpSocket socket{std::move(fd), from_system(name)};
  socket.inside_->allow = settings.allow;
  return socket;
}

std::size_t UdpSocket::receive(ReceiveBatch& batch) noexcept {
  ReceiveBatch::Storage& in = *batch.storage_;
  in.count = 0;
  const std::uint64_t refused = inside_->refused;
  while (in.count < kReceiveBatch && inside_->refused < refused + kMostRefused) {
    std::byte* const place = in.bytes.data() + in.count * kLargestDatagram;
    sockaddr_in from{};
    int length = sizeof from;
    const int size = ::recvfrom(socket_of(fd_), static_cast<char*>(static_cast<void*>(place)),
                                static_cast<int>(kLargestDatagram), 0, generic(from), &length);
    const Address peer = from_system(from);
    if (size < 0) {
      // A host that went away: a datagram of ours found nobody.
      const int error = ::WSAGetLastError();
      if (error != WSAECONNRESET && error != WSAENETRESET) break;
      ++counters_.unreachable;
      if (peer.port != 0 && std::find(unreached_.begin(), unreached_.end(), peer) == unreached_.end())
        (void)unreached_.push_back(peer);
      continue;
    }
    if (!inside_->may_speak(peer.ip)) {
      ++inside_->refused;
      continue;
    }
    in.arrivals[in.count++] = {
        peer, std::chrono::steady_clock::now(), {place, static_cast<std::size_t>(size)}};
  }
  counters_.received += in.count;
  return in.count;
}

void UdpSocket::send(const Address& to, std::span<const std::byte> bytes) noexcept {
  sockaddr_in name = to_system(to);
  const int sent = ::sendto(socket_of(fd_), static_cast<const char*>(static_cast<const void*>(bytes.data())),
                            static_cast<int>(bytes.size()), 0, generic(name), sizeof name);
  ++(sent >= 0 ? counters_.sent : counters_.send_failures);
}

void UdpSocket::flush() noexcept {}

std::uint64_t UdpSocket::kernel_drops() const noexcept { return inside_->refused; }

}  // namespace hexad::net
