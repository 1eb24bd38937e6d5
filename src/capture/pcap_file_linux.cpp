#include "capture/pcap_file.hpp"

#include <pcap/pcap.h>

#include <array>

#include "capture/pcap_words.hpp"
#include "messages/say.hpp"

namespace hexad::capture {

void PcapFile::Close::operator()(pcap* file) const noexcept { pcap_close(file); }

Result<PcapFile, messages::Message> PcapFile::made(pcap* file, const char* error) {
  if (file == nullptr) return Failure{pcap_words(error)};
  PcapFile made{std::unique_ptr<pcap, Close>{file}};
  const int link = pcap_datalink(file);
  if (!is_read(link)) {
    const char* const name = pcap_datalink_val_to_name(link);
    return Failure{messages::say<messages::Id::capture_link>(
        std::to_string(link) + (name != nullptr ? " (" + std::string{name} + ")" : ""))};
  }
  made.link_ = static_cast<Link>(link);
  return made;
}

Result<PcapFile, messages::Message> PcapFile::open(const std::string& path) {
  std::array<char, PCAP_ERRBUF_SIZE> error{};
  return made(pcap_open_offline_with_tstamp_precision(path.c_str(), PCAP_TSTAMP_PRECISION_NANO, error.data()),
              error.data());
}

Result<PcapFile, messages::Message> PcapFile::open(std::FILE* stream) {
  std::array<char, PCAP_ERRBUF_SIZE> error{};
  pcap* const file =
      pcap_fopen_offline_with_tstamp_precision(stream, PCAP_TSTAMP_PRECISION_NANO, error.data());
  if (file == nullptr) (void)std::fclose(stream);
  return made(file, error.data());
}

std::optional<Packet> PcapFile::next() {
  pcap_pkthdr* header = nullptr;
  const unsigned char* data = nullptr;
  const int result = pcap_next_ex(file_.get(), &header, &data);
  if (result != 1) {
    if (result != PCAP_ERROR_BREAK) {
      problem_ = messages::say<messages::Id::capture_after>(packets_, pcap_words(pcap_geterr(file_.get())));
    }
    return std::nullopt;
  }
  Packet packet;
  packet.number = ++packets_;
  // With nanosecond precision tv_usec holds nanoseconds.
  packet.time = std::chrono::seconds{header->ts.tv_sec} + std::chrono::nanoseconds{header->ts.tv_usec};
  packet.bytes = std::as_bytes(std::span{data, header->caplen});
  packet.size_on_wire = header->len;
  return packet;
}

}  // namespace hexad::capture
