#include "os/source_filter.hpp"

#include <linux/filter.h>
#include <sys/socket.h>

#include <cerrno>

namespace hexad::net {
namespace {

static_assert(sizeof(FilterStep) == sizeof(sock_filter));

// A UDP socket's filter sees the packet from the UDP header on; what lies before it is reached through
// SKF_NET_OFF. Byte 12 of the IPv4 header begins the source address. Loads give host byte order.
constexpr std::uint32_t kSourceAddress = static_cast<std::uint32_t>(SKF_NET_OFF) + 12;
constexpr std::uint32_t kWholePacket = 0xFFFFFFFF;

}  // namespace

// Four steps a network, each block falling through to the next: no jump is longer than one step, so the list
// may be longer than the 255 steps a conditional jump reaches.
std::vector<FilterStep> compile_source_filter(std::span<const Prefix> allowed) {
  std::vector<FilterStep> program;
  program.reserve(4 * allowed.size() + 1);
  for (const Prefix& prefix : allowed) {
    program.push_back({BPF_LD | BPF_W | BPF_ABS, 0, 0, kSourceAddress});
    program.push_back({BPF_ALU | BPF_AND | BPF_K, 0, 0, prefix.mask()});
    program.push_back({BPF_JMP | BPF_JEQ | BPF_K, 0, 1, prefix.ip & prefix.mask()});
    program.push_back({BPF_RET | BPF_K, 0, 0, kWholePacket});
  }
  program.push_back({BPF_RET | BPF_K, 0, 0, 0});
  return program;
}

int attach_source_filter(int socket, std::span<const Prefix> allowed) {
  if (allowed.size() > kMaxPrefixes) return E2BIG;
  const std::vector<FilterStep> steps = compile_source_filter(allowed);
  std::vector<sock_filter> filter;
  filter.reserve(steps.size());
  for (const FilterStep& step : steps)
    filter.push_back({step.code, step.jump_true, step.jump_false, step.operand});
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  return ::setsockopt(socket, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program) == 0 ? 0 : errno;
}

}  // namespace hexad::net
