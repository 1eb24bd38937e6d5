#pragma once
// The golden datagrams of all protocols, and capture files made of them.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace hexad::cli_test {

struct Golden {
  std::string protocol;
  std::string bytes;
  std::string meaning;           ///< as the table has it
  bool from_controller = false;  ///< by what the meaning says
};

inline std::string bytes_of_hex(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

/// \t \r \n of the tables of text datagrams.
inline std::string unescaped(std::string text) {
  for (const auto& [escape, character] : {std::pair{"\\t", '\t'}, {"\\r", '\r'}, {"\\n", '\n'}})
    for (std::size_t at; (at = text.find(escape)) != std::string::npos;) text.replace(at, 2, 1, character);
  return text;
}

inline std::vector<Golden> golden_of(const std::string& protocol) {
  const auto root = std::filesystem::path{HEXAD_TEST_SOURCE};
  // A protocol's own, then those of its dialects.
  std::set<std::filesystem::path> names;
  for (const auto& entry : std::filesystem::directory_iterator{root / "src/protocols" / protocol / "golden"})
    if (entry.path().extension() == ".tsv") names.insert(entry.path());
  std::stringstream file;
  for (const auto& name : names) file << std::ifstream{name}.rdbuf();
  std::vector<Golden> all;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#' || line.find('\t') == std::string::npos) continue;
    if (line.starts_with("hex\t")) continue;
    const std::size_t tab = line.find('\t');
    std::string data = line.substr(0, tab);
    std::string meaning = line.substr(tab + 1);
    if (protocol == "mdof") {  // state, datagram, answer
      const std::size_t next = meaning.find('\t');
      data = meaning.substr(0, next);
      meaning = meaning.substr(next + 1);
      if (data.find(" from ") != std::string::npos) data.resize(data.find(" from "));
    }
    const bool text = protocol == "mdof" || protocol == "lingjing";
    const bool back = meaning.starts_with("controller:") || meaning.starts_with("board answer") ||
                      meaning.starts_with("status:");
    all.push_back({protocol, text ? unescaped(data) : bytes_of_hex(data), meaning, back});
  }
  return all;
}

/// A capture file in memory. Numbers of the file's own header are little-endian, those of the network big.
class PcapWriter {
 public:
  explicit PcapWriter(std::uint32_t link_type = 1, std::uint32_t snap_length = 65535)
      : link_{link_type}, snap_{snap_length} {
    little(0xA1B2C3D4, 4), little(2, 2), little(4, 2), little(0, 4), little(0, 4), little(snap_, 4),
        little(link_, 4);
  }

  /// A packet as it is, 10 ms after the last one.
  void packet(const std::string& bytes) {
    const std::size_t kept = std::min<std::size_t>(bytes.size(), snap_);
    ++packets_;
    little(1768471200 + packets_ / 100, 4), little(10'000 * (packets_ % 100), 4);
    little(static_cast<std::uint32_t>(kept), 4), little(static_cast<std::uint32_t>(bytes.size()), 4);
    file_ += bytes.substr(0, kept);
  }
  void udp(const std::string& link_header, std::uint16_t from, std::uint16_t to, const std::string& payload,
           std::uint16_t flags = 0x4000, std::uint8_t ip_protocol = 17) {
    packet(link_header + ipv4(from, to, payload, flags, ip_protocol));
  }
  /// In an Ethernet frame.
  void udp(std::uint16_t from, std::uint16_t to, const std::string& payload) {
    udp(kEthernet + big(0x0800, 2), from, to, payload);
  }

  /// 192.168.1.20 → 192.168.1.150.
  static std::string ipv4(std::uint16_t from, std::uint16_t to, const std::string& payload,
                          std::uint16_t flags, std::uint8_t ip_protocol) {
    const auto size = static_cast<std::uint32_t>(payload.size());
    return "\x45" + std::string(1, '\0') + big(28 + size, 2) + big(7, 2) + big(flags, 2) + "\x40" +
           std::string(1, static_cast<char>(ip_protocol)) + big(0, 2) + big(0xC0A80114, 4) +
           big(0xC0A80196, 4) + big(from, 2) + big(to, 2) + big(8 + size, 2) + big(0, 2) + payload;
  }
  static std::string big(std::uint32_t value, int bytes) {
    std::string text;
    for (int i = bytes - 1; i >= 0; --i) text += static_cast<char>(value >> (8 * i) & 0xFFU);
    return text;
  }
  inline static const std::string kEthernet = bytes_of_hex("02000000000102000000000a");

  const std::string& file() const { return file_; }

 private:
  void little(std::uint32_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) file_ += static_cast<char>(value >> (8 * i) & 0xFFU);
  }

  std::uint32_t link_;
  std::uint32_t snap_;
  std::uint32_t packets_ = 0;
  std::string file_;
};

/// Where a golden datagram goes: between a host and the protocol's own port.
inline void add(PcapWriter& writer, const Golden& golden) {
  const std::uint16_t port = golden.protocol == "lingjing" ? 9800
                             : golden.protocol == "mdof"   ? 1100
                             : golden.protocol == "csfi"   ? 20000
                             : golden.protocol == "motus"  ? 5000
                                                           : 10000;
  const std::uint16_t host = golden.protocol == "motus" ? 10000 : 40000;
  writer.udp(golden.from_controller ? port : host, golden.from_controller ? host : port, golden.bytes);
}

}  // namespace hexad::cli_test
