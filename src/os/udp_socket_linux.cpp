#include "os/udp_socket.hpp"

#include <netinet/in.h>
#include <netinet/ip.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

// After the C library's own network headers: linux/ repeats some of their names.
#include <linux/errqueue.h>
#include <linux/sock_diag.h>

#include "os/socket_address.hpp"
#include "os/source_filter.hpp"

namespace hexad::net {
namespace {

using std::chrono::nanoseconds;

constexpr std::size_t kLargestDatagram = 65536;
constexpr std::size_t kOutgoingSlot = 2048;  // answers and status frames; a larger one is sent by itself

/// Both clocks at one moment. A thread may be put aside between two readings, so the closest pair of a few
/// counts.
struct ClockPair {
  MonotonicTime monotonic{};
  nanoseconds realtime{};
};
ClockPair read_clocks() noexcept {
  ClockPair best;
  nanoseconds closest = nanoseconds::max();
  for (int attempt = 0; attempt < 3 && closest > nanoseconds{5'000}; ++attempt) {
    timespec realtime{};
    const MonotonicTime before = std::chrono::steady_clock::now();
    ::clock_gettime(CLOCK_REALTIME, &realtime);
    const MonotonicTime after = std::chrono::steady_clock::now();
    if (after - before >= closest) continue;
    closest = after - before;
    best = {after, std::chrono::seconds{realtime.tv_sec} + nanoseconds{realtime.tv_nsec}};
  }
  return best;
}

bool set_option(int fd, int level, int name, int value) noexcept {
  return ::setsockopt(fd, level, name, &value, sizeof value) == 0;
}

}  // namespace

// ------------------------------------------------------------------------------------------------ batches

struct ReceiveBatch::Storage {
  struct alignas(cmsghdr) Control {
    std::array<std::byte, CMSG_SPACE(sizeof(timespec))> bytes;
  };
  std::vector<std::byte> bytes = std::vector<std::byte>(kReceiveBatch * kLargestDatagram);
  std::array<sockaddr_in, kReceiveBatch> from{};
  std::array<iovec, kReceiveBatch> pieces{};
  std::array<Control, kReceiveBatch> control{};
  std::array<mmsghdr, kReceiveBatch> messages{};
  std::array<Arrival, kReceiveBatch> arrivals{};
  std::size_t count = 0;

  void prepare() noexcept {
    count = 0;
    for (std::size_t i = 0; i < kReceiveBatch; ++i) {
      pieces[i] = {bytes.data() + i * kLargestDatagram, kLargestDatagram};
      msghdr& header = messages[i].msg_hdr;
      header = {};
      header.msg_name = &from[i];
      header.msg_namelen = sizeof(sockaddr_in);
      header.msg_iov = &pieces[i];
      header.msg_iovlen = 1;
      header.msg_control = control[i].bytes.data();
      header.msg_controllen = control[i].bytes.size();
    }
  }

  /// When message i reached the machine, as CLOCK_REALTIME; zero if the kernel did not say.
  nanoseconds stamp(std::size_t i) noexcept {
    msghdr& header = messages[i].msg_hdr;
    for (cmsghdr* c = CMSG_FIRSTHDR(&header); c != nullptr; c = CMSG_NXTHDR(&header, c)) {
      if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_TIMESTAMPNS) continue;
      timespec time{};
      std::memcpy(&time, CMSG_DATA(c), sizeof time);
      return std::chrono::seconds{time.tv_sec} + nanoseconds{time.tv_nsec};
    }
    return nanoseconds::zero();
  }
};

ReceiveBatch::ReceiveBatch() : storage_{std::make_unique<Storage>()} {}
ReceiveBatch::ReceiveBatch(ReceiveBatch&&) noexcept = default;
ReceiveBatch& ReceiveBatch::operator=(ReceiveBatch&&) noexcept = default;
ReceiveBatch::~ReceiveBatch() = default;

std::span<const Arrival> ReceiveBatch::arrivals() const noexcept {
  return {storage_->arrivals.data(), storage_->count};
}

struct UdpSocket::Inside {
  std::array<std::array<std::byte, kOutgoingSlot>, kSendBatch> bytes{};
  std::array<sockaddr_in, kSendBatch> to{};
  std::array<iovec, kSendBatch> pieces{};
  std::array<mmsghdr, kSendBatch> messages{};
  std::size_t count = 0;
};

// ------------------------------------------------------------------------------------------------- socket

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
  const auto fail = [&](Step step, int error) { return Failure{SocketError{step, settings.address, error}}; };

  FileDescriptor fd{::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_UDP)};
  if (!fd) return fail(Step::create, errno);
  // The filter comes before the port: no datagram of a stranger gets in between.
  if (const int error = attach_source_filter(fd.get(), settings.allow)) return fail(Step::filter, error);
  // Where there is none (qemu's emulation of Linux), a datagram has arrived when it is read.
  set_option(fd.get(), SOL_SOCKET, SO_TIMESTAMPNS, 1);
  // Asks for ICMP errors, which an unconnected socket does not get otherwise: a host that went away is
  // counted.
  if (!set_option(fd.get(), IPPROTO_IP, IP_RECVERR, 1)) return fail(Step::option, errno);
  // FORCE needs rights; without them the kernel's own maximum is granted, and that is no error.
  if (!set_option(fd.get(), SOL_SOCKET, SO_RCVBUFFORCE, settings.receive_buffer))
    set_option(fd.get(), SOL_SOCKET, SO_RCVBUF, settings.receive_buffer);
  // No SO_REUSEADDR: two programs on one port would share a machine without knowing.
  sockaddr_in name = to_system(settings.address);
  if (::bind(fd.get(), generic(name), sizeof name) != 0) return fail(Step::bind, errno);
  socklen_t length = sizeof name;
  if (::getsockname(fd.get(), generic(name), &length) != 0) return fail(Step::bind, errno);
  return UdpSocket{std::move(fd), from_system(name)};
}

std::size_t UdpSocket::receive(ReceiveBatch& batch) noexcept {
  ReceiveBatch::Storage& in = *batch.storage_;
  int taken = -1;
  for (int attempt = 0; attempt < 4 && taken < 0; ++attempt) {
    in.prepare();
    taken = ::recvmmsg(fd_.get(), in.messages.data(), kReceiveBatch, MSG_DONTWAIT, nullptr);
    if (taken >= 0 || errno == EAGAIN || errno == EWOULDBLOCK) break;
    if (errno != EINTR) take_errors();
  }

  // The kernel stamps with CLOCK_REALTIME, which may be set at any moment. Only the age of a datagram is
  // taken from it, and no age reaches back before the socket was last found empty.
  const auto [now, realtime] = read_clocks();
  const auto count = static_cast<std::size_t>(std::max(taken, 0));
  for (std::size_t i = 0; i < count; ++i) {
    const nanoseconds stamp = in.stamp(i);
    const MonotonicTime arrived = stamp == nanoseconds::zero() ? now : now - (realtime - stamp);
    in.arrivals[i] = {from_system(in.from[i]),
                      std::clamp(arrived, std::min(drained_, now), now),
                      {in.bytes.data() + i * kLargestDatagram, in.messages[i].msg_len}};
  }
  in.count = count;
  counters_.received += count;
  if (count < kReceiveBatch) drained_ = now;
  return count;
}

void UdpSocket::send(const Address& to, std::span<const std::byte> bytes) noexcept {
  Inside& out = *inside_;
  if (bytes.size() > kOutgoingSlot) {
    flush();  // in order
    sockaddr_in name = to_system(to);
    const auto attempt = [&] {
      return ::sendto(fd_.get(), bytes.data(), bytes.size(), MSG_DONTWAIT, generic(name), sizeof name) >= 0;
    };
    const bool sent = attempt() || (take_errors(), attempt());
    ++(sent ? counters_.sent : counters_.send_failures);
    return;
  }
  if (out.count == kSendBatch) flush();
  const std::size_t i = out.count++;
  std::copy(bytes.begin(), bytes.end(), out.bytes[i].begin());
  out.to[i] = to_system(to);
  out.pieces[i] = {out.bytes[i].data(), bytes.size()};
  out.messages[i] = {};
  out.messages[i].msg_hdr.msg_name = &out.to[i];
  out.messages[i].msg_hdr.msg_namelen = sizeof(sockaddr_in);
  out.messages[i].msg_hdr.msg_iov = &out.pieces[i];
  out.messages[i].msg_hdr.msg_iovlen = 1;
}

// An error of a send is either the ICMP answer to an earlier datagram, in which case this one only needs
// another try, or its own destination's; then it is given up and the rest still leaves.
void UdpSocket::flush() noexcept {
  Inside& out = *inside_;
  std::size_t next = 0;
  while (next < out.count) {
    if (send_pending(next)) continue;
    take_errors();
    if (send_pending(next)) continue;
    ++counters_.send_failures;
    ++next;
  }
  out.count = 0;
}

bool UdpSocket::send_pending(std::size_t& next) noexcept {
  Inside& out = *inside_;
  const int sent = ::sendmmsg(fd_.get(), out.messages.data() + next, static_cast<unsigned>(out.count - next),
                              MSG_DONTWAIT);
  if (sent <= 0) return false;
  next += static_cast<std::size_t>(sent);
  counters_.sent += static_cast<std::uint64_t>(sent);
  return true;
}

void UdpSocket::take_errors() noexcept {
  struct alignas(cmsghdr) {
    std::array<std::byte, CMSG_SPACE(sizeof(sock_extended_err) + sizeof(sockaddr_in))> bytes;
  } control;
  for (;;) {
    std::array<std::byte, 64> payload{};
    iovec piece{payload.data(), payload.size()};
    sockaddr_in to{};
    msghdr header{};
    header.msg_name = &to;  // of an error, whom the datagram was meant for
    header.msg_namelen = sizeof to;
    header.msg_iov = &piece;
    header.msg_iovlen = 1;
    header.msg_control = control.bytes.data();
    header.msg_controllen = control.bytes.size();
    if (::recvmsg(fd_.get(), &header, MSG_ERRQUEUE | MSG_DONTWAIT) < 0) break;
    ++counters_.unreachable;
    const Address missed = from_system(to);
    if (std::find(unreached_.begin(), unreached_.end(), missed) == unreached_.end())
      (void)unreached_.push_back(missed);
  }
  int pending = 0;
  socklen_t length = sizeof pending;
  ::getsockopt(fd_.get(), SOL_SOCKET, SO_ERROR, &pending, &length);  // reading it clears it
}

std::uint64_t UdpSocket::kernel_drops() const noexcept {
  std::array<std::uint32_t, SK_MEMINFO_VARS> info{};
  socklen_t length = sizeof info;
  if (::getsockopt(fd_.get(), SOL_SOCKET, SO_MEMINFO, info.data(), &length) != 0) return 0;
  return info[SK_MEMINFO_DROPS];
}

}  // namespace hexad::net
