// Capture files are read by libpcap, which the program for Windows does not have: hex it decodes all the
// same.

#include "capture/pcap_file.hpp"

namespace hexad::capture {
namespace {

Failure<std::string> not_here() {
  return Failure{std::string{"capture files are read on Linux only; hex is decoded here too"}};
}

}  // namespace

void PcapFile::Close::operator()(pcap*) const noexcept {}
Result<PcapFile, std::string> PcapFile::open(const std::string&) { return not_here(); }
Result<PcapFile, std::string> PcapFile::open(std::FILE* stream) {
  (void)std::fclose(stream);
  return not_here();
}
std::optional<Packet> PcapFile::next() { return std::nullopt; }

}  // namespace hexad::capture
