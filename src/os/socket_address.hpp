#pragma once
// Addresses as the sockets of both systems take them. For sources of this folder alone.

#ifdef _WIN32
#include <winsock2.h>
#include <ws2tcpip.h>
#else
#include <netinet/in.h>
#include <sys/socket.h>
#endif

#include "net/address.hpp"

namespace hexad::inline os {

inline sockaddr_in to_system(const net::Address& address) noexcept {
  sockaddr_in out{};
  out.sin_family = AF_INET;
  out.sin_addr.s_addr = htonl(address.ip);
  out.sin_port = htons(address.port);
  return out;
}

inline net::Address from_system(const sockaddr_in& address) noexcept {
  return {ntohl(address.sin_addr.s_addr), ntohs(address.sin_port)};
}

// The socket API takes sockaddr* for every family.
inline sockaddr* generic(sockaddr_in& address) noexcept {
  return static_cast<sockaddr*>(static_cast<void*>(&address));
}

}  // namespace hexad::inline os
