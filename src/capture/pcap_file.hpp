#pragma once
// A capture file, .pcap or .pcapng, packet by packet. Files only: nothing is captured here.

#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "capture/packet.hpp"
#include "messages/message.hpp"

struct pcap;  // libpcap's, whose header stays in one source file

namespace hexad::capture {

struct Packet {
  std::uint64_t number = 0;         ///< from 1, as Wireshark counts
  std::chrono::nanoseconds time{};  ///< since 1970, UTC
  Bytes bytes;                      ///< valid until the next one is read
  std::size_t size_on_wire = 0;
};

class PcapFile {
 public:
  /// The reason when it is no capture, or one whose link type is not read.
  static Result<PcapFile, messages::Message> open(const std::string& path);
  /// Takes the stream over and closes it.
  static Result<PcapFile, messages::Message> open(std::FILE* stream);

  Link link() const noexcept { return link_; }
  /// Nothing at the end; then `problem()` says whether it was a good one.
  std::optional<Packet> next();
  /// What broke the file, and after which packet; nothing: it is whole.
  const messages::Message& problem() const noexcept { return problem_; }

 private:
  struct Close {
    void operator()(pcap* file) const noexcept;
  };
  explicit PcapFile(std::unique_ptr<pcap, Close> file) : file_{std::move(file)} {}
  static Result<PcapFile, messages::Message> made(pcap* file, const char* error);

  std::unique_ptr<pcap, Close> file_;
  Link link_ = Link::ethernet;
  std::uint64_t packets_ = 0;
  messages::Message problem_;
};

}  // namespace hexad::capture
