#include "hexad/decode.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <fstream>
#include <iostream>

#include "capture/hex.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "text/nearest.hpp"

namespace hexad::cli {
namespace {

using capture::Protocol;
using messages::Id;

std::optional<Protocol> read_protocol(const char* option, const std::string& name) {
  const auto protocol = capture::protocol_of(name);
  if (protocol) return protocol;
  std::vector<std::string> names;
  for (const Protocol each : capture::kProtocols) names.emplace_back(to_string(each));
  print_error(messages::say<messages::Id::decode_protocol>(option, name, hexad::nearest(name, names),
                                                           fmt::format("{}", fmt::join(names, ", "))));
  return std::nullopt;
}

/// NAME=N of every --port into `ports`; false with a message when one is wrong.
bool read_ports(const std::vector<std::string>& texts, capture::Ports& ports) {
  for (const std::string& text : texts) {
    const std::size_t mark = text.find('=');
    const auto protocol = read_protocol("--port", text.substr(0, mark));
    if (!protocol) return false;
    const std::string number = mark == std::string::npos ? "" : text.substr(mark + 1);
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), port);
    if (error != std::errc{} || end != number.data() + number.size() || port == 0) {
      print_error(messages::say<messages::Id::typed_port_form>(text));
      return false;
    }
    ports.add(*protocol, port);
  }
  return true;
}

/// One run of the command: what was asked for, and what has been found so far.
class Decoding {
 public:
  Decoding(const DecodeOptions& options, std::optional<Protocol> forced, capture::Ports ports)
      : printer_{options.fields, options.json}, forced_{forced}, ports_{std::move(ports)} {}

  void bytes(std::uint64_t number, capture::Bytes bytes) {
    const Origin origin{number, std::nullopt, std::nullopt};
    if (forced_) return printer_.reading(origin, capture::read(*forced_, bytes), bytes);
    const auto identified = capture::identify(bytes);
    if (identified) return printer_.reading(origin, *identified, bytes);
    printer_.undecoded(origin, identified.error(), bytes);
  }

  /// `line`: where it stands, of several.
  void hex(std::uint64_t number, std::optional<std::uint64_t> line, const std::string& text) {
    const auto parsed = capture::parse_hex(text);
    if (parsed && !parsed->empty()) return bytes(number, *parsed);
    const messages::Message what =
        parsed ? messages::Message{Id::decode_no_bytes} : describe(parsed.error(), text);
    broken(line ? messages::say<Id::decode_line>(*line, what) : what);
  }

  void lines(std::istream& in, bool as_text) {
    std::string line;
    for (std::uint64_t number = 1; std::getline(in, line); ++number) {
      if (line.ends_with('\r')) line.pop_back();
      if (line.find_first_not_of(" \t") == std::string::npos) continue;
      if (as_text) {
        bytes(number, std::as_bytes(std::span{line}));
      } else if (line.front() != '#') {
        hex(number, number, line);
      }
    }
  }

  void capture_file(const std::string& name, Result<capture::PcapFile, messages::Message> opened) {
    if (!opened) {
      // libpcap names the file in some of its messages.
      const bool named = messages::english(opened.error()).find(name) != std::string::npos;
      return broken(named ? opened.error() : messages::say<Id::at_file>(name, opened.error()));
    }
    while (const auto packet = opened->next()) one(opened->link(), *packet);
    if (opened->problem()) broken(messages::say<Id::at_file>(name, opened->problem()));
  }

  void broken(const messages::Message& why) {
    print_error(why);
    broken_ = true;
  }

  int finish() const {
    const std::uint64_t all = printer_.decoded() + printer_.refused() + printer_.undecoded();
    if (all > 1 && (printer_.refused() != 0 || printer_.undecoded() != 0)) {
      print_warning(messages::say<messages::Id::decode_counts>(printer_.decoded(), printer_.refused(),
                                                               printer_.undecoded()));
    }
    if (broken_) return kFailed;
    if (all == 0) print_error(messages::Id::decode_no_datagram);
    if (all != 0 && printer_.decoded() == 0)
      print_error(all == 1 ? messages::Id::decode_failed : messages::Id::decode_none);
    return printer_.decoded() == 0 ? kFailed : kDone;
  }

 private:
  void one(capture::Link link, const capture::Packet& packet) {
    Origin origin{packet.number, packet.time, std::nullopt};
    const auto datagram = find_datagram(link, packet.bytes);
    if (!datagram) {
      messages::Message reason = describe(datagram.error());
      if (datagram.error().reason == capture::NotUdp::cut)
        reason = messages::say<Id::packet_of>(packet.bytes.size(), packet.size_on_wire, reason);
      return printer_.undecoded(origin, reason, packet.bytes);
    }
    origin.ends = *datagram;
    if (forced_) return printer_.reading(origin, read_as(*forced_, *datagram, ports_), datagram->bytes);
    const auto identified = identify(*datagram, ports_);
    if (identified) return printer_.reading(origin, *identified, datagram->bytes);
    printer_.undecoded(origin, identified.error(), datagram->bytes);
  }

  DecodePrinter printer_;
  std::optional<Protocol> forced_;
  capture::Ports ports_;
  bool broken_ = false;
};

/// Captures begin with a byte no line of hex begins with; pcapng with a line feed and a carriage return.
bool stdin_is_capture() {
  const int first = std::getc(stdin);
  if (first == EOF) return false;
  const int second = first == '\n' ? std::getc(stdin) : 0;
  if (first == '\n' && second != EOF) std::ungetc(second, stdin);
  std::ungetc(first, stdin);
  return first >= 0x80 || first == 'M' || (first == '\n' && second == '\r');
}

/// A dot or a slash is in no hex: `capture.pcap`, `./12ab`.
bool is_file_name(const std::string& text) { return text.find_first_of("./") != std::string::npos; }

void from_stdin(Decoding& decoding, bool as_text) {
  if (!as_text && stdin_is_capture()) return decoding.capture_file("stdin", capture::PcapFile::open(stdin));
  decoding.lines(std::cin, as_text);
}

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

}  // namespace

int decode(const DecodeOptions& options) {
  std::optional<Protocol> forced;
  if (!options.protocol.empty() && !(forced = read_protocol("--protocol", options.protocol))) return kUsage;
  capture::Ports ports;
  if (!read_ports(options.ports, ports)) return kUsage;
  Decoding decoding{options, forced, std::move(ports)};
  if (options.input.size() == 1 && options.input.front() == "-") {
    from_stdin(decoding, options.text);
  } else if (options.text) {
    const std::string text = joined(options.input);
    decoding.bytes(1, std::as_bytes(std::span{text}));
  } else if (options.input.size() == 1 && is_file_name(options.input.front())) {
    const std::string& file = options.input.front();
    if (std::ifstream{file})
      decoding.capture_file(file, capture::PcapFile::open(file));
    else
      decoding.broken(messages::say<Id::at_file>(file, messages::system_message(errno)));
  } else {
    decoding.hex(1, std::nullopt, joined(options.input));
  }
  return decoding.finish();
}

}  // namespace hexad::cli
