#pragma once
// Who may speak to a socket, decided in the kernel: a classic BPF program on the IPv4 source address.
// Datagrams of others cost no wake-up, no copy and no room in the receive buffer, so that a flood from
// elsewhere takes nothing from the host that drives.

#include <cstdint>
#include <span>
#include <vector>

#include "net/address.hpp"

namespace hexad::net {

/// The layout of struct sock_filter, so that this header needs none of the kernel's.
struct FilterStep {
  std::uint16_t code = 0;
  std::uint8_t jump_true = 0;
  std::uint8_t jump_false = 0;
  std::uint32_t operand = 0;
};

/// The kernel takes programs of at most 4096 steps.
inline constexpr std::size_t kMaxPrefixes = 1000;

/// Passes datagrams from the given networks and nothing else; an empty list passes nothing.
std::vector<FilterStep> compile_source_filter(std::span<const Prefix> allowed);

/// 0, or errno.
int attach_source_filter(int socket, std::span<const Prefix> allowed);

}  // namespace hexad::net
