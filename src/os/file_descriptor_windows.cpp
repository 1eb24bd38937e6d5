// Here everything that is waited for is a socket: a wake-up is one that is connected to itself.

#include "os/file_descriptor.hpp"

#include <winsock2.h>
#include <ws2tcpip.h>
// After winsock2.h.
#include <windows.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "os/winsock_windows.hpp"

namespace hexad::inline os {

void start_sockets() noexcept {
  static const int started = [] {
    WSADATA about{};
    return ::WSAStartup(MAKEWORD(2, 2), &about);
  }();
  static_cast<void>(started);
}

bool set_not_waiting(std::uintptr_t socket) noexcept {
  u_long on = 1;
  return ::ioctlsocket(socket, static_cast<long>(FIONBIO), &on) == 0;
}

int failed_socket() noexcept {
  struct Pair {
    int theirs, ours;
  };
  constexpr std::array<Pair, 14> kKnown{{{WSAEWOULDBLOCK, EAGAIN},
                                         {WSAEINPROGRESS, EINPROGRESS},
                                         {WSAEADDRINUSE, EADDRINUSE},
                                         {WSAEADDRNOTAVAIL, EADDRNOTAVAIL},
                                         {WSAEACCES, EACCES},
                                         {WSAECONNREFUSED, ECONNREFUSED},
                                         {WSAECONNRESET, ECONNRESET},
                                         {WSAECONNABORTED, ECONNABORTED},
                                         {WSAETIMEDOUT, ETIMEDOUT},
                                         {WSAENETUNREACH, ENETUNREACH},
                                         {WSAEHOSTUNREACH, EHOSTUNREACH},
                                         {WSAEMFILE, EMFILE},
                                         {WSAENOBUFS, ENOBUFS},
                                         {WSAEINVAL, EINVAL}}};
  const int error = ::WSAGetLastError();
  errno = EIO;
  for (const Pair& pair : kKnown)
    if (pair.theirs == error) errno = pair.ours;
  return -1;
}

int failed_call() noexcept {
  struct Pair {
    DWORD theirs;
    int ours;
  };
  constexpr std::array<Pair, 17> kKnown{{{ERROR_FILE_NOT_FOUND, ENOENT},
                                         {ERROR_PATH_NOT_FOUND, ENOENT},
                                         {ERROR_INVALID_NAME, ENOENT},
                                         {ERROR_ACCESS_DENIED, EACCES},
                                         {ERROR_SHARING_VIOLATION, EACCES},
                                         {ERROR_FILE_EXISTS, EEXIST},
                                         {ERROR_ALREADY_EXISTS, EEXIST},
                                         {ERROR_DISK_FULL, ENOSPC},
                                         {ERROR_HANDLE_DISK_FULL, ENOSPC},
                                         {ERROR_WRITE_PROTECT, EROFS},
                                         {ERROR_LOCK_VIOLATION, EWOULDBLOCK},
                                         {ERROR_IO_PENDING, EWOULDBLOCK},
                                         {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
                                         {ERROR_DIRECTORY, ENOTDIR},
                                         {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
                                         {ERROR_CANT_RESOLVE_FILENAME, ELOOP},
                                         {ERROR_NOT_ENOUGH_MEMORY, ENOMEM}}};
  const DWORD error = ::GetLastError();
  errno = EIO;
  for (const Pair& pair : kKnown)
    if (pair.theirs == error) errno = pair.ours;
  return -1;
}

std::wstring wide(std::string_view text) {
  const int size = ::MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), nullptr, 0);
  std::wstring out(static_cast<std::size_t>(size), L'\0');
  ::MultiByteToWideChar(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), out.data(), size);
  return out;
}

std::string narrow(std::wstring_view text) {
  const int size = ::WideCharToMultiByte(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), nullptr, 0,
                                         nullptr, nullptr);
  std::string out(static_cast<std::size_t>(size), '\0');
  ::WideCharToMultiByte(CP_UTF8, 0, text.data(), static_cast<int>(text.size()), out.data(), size, nullptr,
                        nullptr);
  return out;
}

}  // namespace hexad::inline os

namespace hexad::net {
namespace {

SOCKET socket_of(const FileDescriptor& fd) noexcept { return static_cast<SOCKET>(fd.get()); }

}  // namespace

FileDescriptor::~FileDescriptor() {
  if (fd_ >= 0) ::closesocket(static_cast<SOCKET>(fd_));
}

WakeUp::WakeUp() {
  start_sockets();
  fd_ = FileDescriptor{static_cast<int>(::socket(AF_INET, SOCK_DGRAM, IPPROTO_UDP))};
  sockaddr_in name{};
  name.sin_family = AF_INET;
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* const generic = static_cast<sockaddr*>(static_cast<void*>(&name));
  int length = sizeof name;
  if (!fd_ || ::bind(socket_of(fd_), generic, sizeof name) != 0 ||
      ::getsockname(socket_of(fd_), generic, &length) != 0 ||
      ::connect(socket_of(fd_), generic, length) != 0 || !set_not_waiting(socket_of(fd_))) {
    failed_socket();
    throw std::system_error{errno, std::generic_category(), "a socket to wake up a thread"};
  }
}

void WakeUp::signal() noexcept {
  const char one = 1;
  // Fails only when many signals are waiting; the thread is then awake anyway.
  ::send(socket_of(fd_), &one, sizeof one, 0);
}

std::uint64_t WakeUp::take() noexcept {
  std::uint64_t count = 0;
  for (char one = 0; ::recv(socket_of(fd_), &one, sizeof one, 0) == 1;) ++count;
  return count;
}

}  // namespace hexad::net
