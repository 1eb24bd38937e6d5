#pragma once
// A UDP socket that never blocks and never dies: many datagrams a call in both directions, arrival times from
// the kernel, a list of who may speak applied in the kernel, and the errors that hosts cause by going away
// (ICMP unreachable) counted and forgotten. One thread uses a socket.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/fixed_vector.hpp"
#include "base/result.hpp"
#include "net/address.hpp"
#include "os/file_descriptor.hpp"

namespace hexad::net {

using MonotonicTime = std::chrono::steady_clock::time_point;

struct SocketSettings {
  Address address{kLoopback, 0};             ///< port 0: any free one
  std::vector<Prefix> allow{kLoopbackOnly};  ///< empty: nobody
  int receive_buffer = 4 << 20;              ///< bytes; the kernel may grant less
};

/// Why a socket could not be opened: words are made where the protocol's name is known.
struct SocketError {
  enum class Step : std::uint8_t { create, option, filter, bind };
  Step step = Step::create;
  Address address;
  int error = 0;  ///< errno
};

struct SocketCounters {
  std::uint64_t received = 0;
  std::uint64_t sent = 0;
  std::uint64_t unreachable = 0;    ///< ICMP said that a datagram of ours found nobody
  std::uint64_t send_failures = 0;  ///< datagrams that never left
};

struct Arrival {
  Address from;
  MonotonicTime time{};  ///< when the kernel had it, not when it was read
  std::span<const std::byte> bytes;
};

/// Room for the datagrams of one receive(); one a thread serves all its sockets.
class ReceiveBatch {
 public:
  ReceiveBatch();
  ReceiveBatch(ReceiveBatch&&) noexcept;
  ReceiveBatch& operator=(ReceiveBatch&&) noexcept;
  ~ReceiveBatch();

  std::span<const Arrival> arrivals() const noexcept;

 private:
  friend class UdpSocket;
  struct Storage;
  std::unique_ptr<Storage> storage_;
};

class UdpSocket {
 public:
  static Result<UdpSocket, SocketError> open(const SocketSettings& settings);
  UdpSocket(UdpSocket&&) noexcept;
  UdpSocket& operator=(UdpSocket&&) noexcept;
  ~UdpSocket();

  int get() const noexcept { return fd_.get(); }
  Address address() const noexcept { return address_; }

  /// Takes what has arrived into `batch`, up to its size; the number taken. Smaller than the batch's size:
  /// nothing is left.
  std::size_t receive(ReceiveBatch& batch) noexcept;

  /// Copies the datagram; it leaves with the next flush(), or at once when the batch is full.
  void send(const Address& to, std::span<const std::byte> bytes) noexcept;
  void flush() noexcept;

  const SocketCounters& counters() const noexcept { return counters_; }
  /// Whom datagrams did not reach since the last call; of several errors about one address, one. Bounded.
  FixedVector<Address, 8> take_unreached() noexcept { return std::exchange(unreached_, {}); }
  /// Datagrams the kernel dropped at this socket: refused by the filter, or no room in the buffer.
  std::uint64_t kernel_drops() const noexcept;

 private:
  struct Inside;

  UdpSocket(FileDescriptor fd, Address address);
  bool send_pending(std::size_t& next) noexcept;
  void take_errors() noexcept;

  FileDescriptor fd_;
  Address address_;
  MonotonicTime drained_;  ///< nothing read later can have arrived before
  std::unique_ptr<Inside> inside_;
  SocketCounters counters_;
  FixedVector<Address, 8> unreached_;
};

inline constexpr std::size_t kReceiveBatch = 32;
inline constexpr std::size_t kSendBatch = 32;

}  // namespace hexad::net
