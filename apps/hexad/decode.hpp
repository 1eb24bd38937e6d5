#pragma once
// `hexad decode`: datagrams in words, from hex or from a capture file.

#include <optional>
#include <string>
#include <vector>

#include "capture/identify.hpp"
#include "capture/pcap_file.hpp"

namespace hexad::cli {

struct DecodeOptions {
  std::vector<std::string> input;  ///< hex, joined; or one file name; or "-"
  bool text = false;               ///< the input is the datagram itself, as text
  std::string protocol;            ///< empty = found out
  std::vector<std::string> ports;  ///< NAME=N
  bool fields = false;
  bool json = false;
};
int decode(const DecodeOptions& options);

/// Where a datagram came from: hex has only a number, a captured one has time and ends.
struct Origin {
  std::uint64_t number = 0;
  std::optional<std::chrono::nanoseconds> time;  ///< since 1970
  std::optional<capture::Datagram> ends;
};

/// What is printed of each datagram; and the count, for the exit code.
class DecodePrinter {
 public:
  DecodePrinter(bool fields, bool json) : fields_{fields}, json_{json} {}

  void reading(const Origin& origin, const capture::Reading& reading, capture::Bytes bytes);
  /// One that could not be decoded; it is printed and counted.
  void undecoded(const Origin& origin, const messages::Message& reason, capture::Bytes bytes);

  std::uint64_t decoded() const noexcept { return decoded_; }
  std::uint64_t refused() const noexcept { return refused_; }
  std::uint64_t undecoded() const noexcept { return undecoded_; }

 private:
  bool fields_;
  bool json_;
  std::uint64_t decoded_ = 0;
  std::uint64_t refused_ = 0;
  std::uint64_t undecoded_ = 0;
};

}  // namespace hexad::cli
