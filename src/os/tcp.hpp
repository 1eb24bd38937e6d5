#pragma once
// TCP sockets, none of which ever blocks. As the system's own calls: -1 is a failure, errno says which.

#include <chrono>
#include <cstddef>
#include <span>
#include <string_view>

#include "net/address.hpp"

namespace hexad::tcp {

int open() noexcept;
void close(int socket) noexcept;

// ---- the server's side
/// A program that is started again does not wait for the old one's connections to be forgotten.
int bind(int socket, const net::Address& address) noexcept;
int listen(int socket) noexcept;
/// The next client's; -1 = none waits, or errno says why there is none.
int accept(int listener) noexcept;
/// The client has sent its last byte, or has gone.
bool hung_up(int client) noexcept;
/// 0.0.0.0:0 = the system does not know.
net::Address local_address(int socket) noexcept;
net::Address peer_address(int socket) noexcept;

// ---- the client's side
/// EINPROGRESS: wait until it can be written, then ask how it went.
int connect(int socket, const net::Address& address) noexcept;
int outcome(int socket) noexcept;  ///< errno of the connection; 0 = it stands
/// EAGAIN: not now.
std::ptrdiff_t send(int socket, std::string_view bytes) noexcept;
std::ptrdiff_t receive(int socket, std::span<char> into) noexcept;
enum class Until { readable, writable };
/// False when the time passed first.
bool wait(int socket, Until until, std::chrono::steady_clock::time_point end) noexcept;

}  // namespace hexad::tcp
