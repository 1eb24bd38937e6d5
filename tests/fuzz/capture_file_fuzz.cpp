// Any bytes as a capture file: every packet in it is peeled, identified and printed field by field, or
// refused; and the bytes themselves as a datagram of every protocol. A field never leaves its datagram.

#include "capture/hex.hpp"
#include "capture/identify.hpp"
#include "capture/pcap_file.hpp"
#include "fuzz/check.hpp"

namespace {

using hexad::fuzz::require;
using namespace hexad::capture;

void check(const Reading& reading, Bytes bytes) {
  require(!reading.text.empty(), "a reading says nothing");
  const auto fields = fields_of(reading, bytes);
  require(reading.valid || fields.empty(), "a refused datagram has fields");
  for (const FieldValue& field : fields)
    require(field.offset + field.size <= bytes.size(), "a field leaves its datagram");
}

void read_datagram(Bytes bytes) {
  for (const Protocol protocol : kProtocols) {
    check(read(protocol, bytes), bytes);
    check(read(protocol, bytes, Direction::to_controller), bytes);
    check(read(protocol, bytes, Direction::from_controller), bytes);
  }
  if (const auto reading = identify(bytes)) check(*reading, bytes);
}

void read_file(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return;  // no stream of no bytes
  std::FILE* const stream = fmemopen(const_cast<std::uint8_t*>(data), size, "rb");
  require(stream != nullptr, "no memory stream");
  auto file = PcapFile::open(stream);
  if (!file) return;
  const Ports ports;
  while (const auto packet = file->next()) {
    const auto datagram = find_datagram(file->link(), packet->bytes);
    if (!datagram) {
      require(static_cast<bool>(describe(datagram.error())), "a packet is refused without a reason");
      continue;
    }
    if (const auto reading = identify(*datagram, ports)) check(*reading, datagram->bytes);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span{data, size});
  read_file(data, size);
  read_datagram(bytes);
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  if (const auto hex = parse_hex(text)) {
    require(hex->size() <= size, "more bytes than digits");
  } else {
    require(hex.error().position <= size, "the wrong digit is outside the text");
    if (hex.error().position < size) (void)describe(hex.error(), text);
  }
  for (const Link link : {Link::ethernet, Link::linux_cooked, Link::linux_cooked_2, Link::null, Link::raw}) {
    if (const auto datagram = find_datagram(link, bytes)) read_datagram(datagram->bytes);
  }
  return 0;
}
