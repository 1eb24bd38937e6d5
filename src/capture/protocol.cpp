#include "capture/protocol.hpp"

namespace hexad::capture {
namespace {

struct Row {
  std::string_view name;
  std::uint16_t controller;
  std::uint16_t host;
};
constexpr std::array<Row, kProtocols.size()> kRows{{{"lingjing", 9800, 0},
                                                    {"mdof", 1100, 0},
                                                    {"csfi", 20000, 8080},
                                                    {"motus", 5000, 10000},
                                                    {"darren", 10000, 10010}}};

const Row& row(Protocol protocol) noexcept { return kRows[static_cast<std::size_t>(protocol)]; }

}  // namespace

std::string_view to_string(Protocol protocol) noexcept { return row(protocol).name; }
std::uint16_t controller_port(Protocol protocol) noexcept { return row(protocol).controller; }
std::uint16_t host_port(Protocol protocol) noexcept { return row(protocol).host; }

std::optional<Protocol> protocol_of(std::string_view name) noexcept {
  for (const Protocol protocol : kProtocols) {
    if (to_string(protocol) == name) return protocol;
  }
  return std::nullopt;
}

}  // namespace hexad::capture
