// Capture files are read by libpcap, which the program for Windows does not have: hex it decodes all the
// same.

#include "capture/pcap_file.hpp"
#include "messages/say.hpp"

namespace hexad::capture {
namespace {

Failure<messages::Message> not_here() { return Failure{messages::Message{messages::Id::capture_linux_only}}; }

}  // namespace

void PcapFile::Close::operator()(pcap*) const noexcept {}
Result<PcapFile, messages::Message> PcapFile::open(const std::string&) { return not_here(); }
Result<PcapFile, messages::Message> PcapFile::open(std::FILE* stream) {
  (void)std::fclose(stream);
  return not_here();
}
std::optional<Packet> PcapFile::next() { return std::nullopt; }

}  // namespace hexad::capture
