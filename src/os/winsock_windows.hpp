#pragma once
// What the Windows sources of this folder share.

#include <cstdint>
#include <string>
#include <string_view>

namespace hexad::inline os {

/// Before the first socket; again as often as one likes.
void start_sockets() noexcept;
/// No call to it waits. False when it is none.
bool set_not_waiting(std::uintptr_t socket) noexcept;
/// errno becomes what the last call to a socket failed for; -1.
int failed_socket() noexcept;
/// errno becomes what the last call to the system failed for; -1.
int failed_call() noexcept;

std::wstring wide(std::string_view text);
std::string narrow(std::wstring_view text);

}  // namespace hexad::inline os
