#pragma once
// A tool that speaks to a calibration board.
//
//   auto client = CsfiClient::open({{ip, 20000}});
//   auto control = client->read(2);
//   client->write(changed);                 // not answered by a board: read back and compared, always
//
// No thread: each call waits as long as it is told to, and asks again when nothing comes.

#include <vector>

#include "host/csfi_fields.hpp"
#include "host/link.hpp"

namespace hexad::host {

struct CsfiSettings {
  net::Address board{net::kLoopback, 20000};
  std::uint16_t local_port = 0;                           ///< the vendor's tool has 8080
  Duration answer_time = std::chrono::seconds{1};         ///< for one answer
  int attempts = 3;                                       ///< of asking, and of writing
  Duration settle_time = std::chrono::milliseconds{250};  ///< for a board that answers before it has written
};

class CsfiClient {
 public:
  using Group = protocols::csfi::Group;

  static Result<CsfiClient, Error> open(const CsfiSettings& settings);

  Result<Group, Error> read(std::uint8_t group);
  /// What the board answers, whatever it is: for groups nobody has described (csfi decision 6). A datagram
  /// that is no answer to this is given only when nothing better comes.
  Result<std::vector<std::byte>, Error> read_raw(std::uint8_t group);

  struct Written {
    std::vector<CsfiDifference>
        differences;  ///< first: what was sent, second: what the board has; empty = taken
    int attempts = 0;
  };
  /// Sends it until the board has it, at most `attempts` times. An error when the board cannot be asked.
  Result<Written, Error> write(const Group& group);

  Link& link() noexcept { return link_; }

 private:
  CsfiClient(Link link, const CsfiSettings& settings) : link_{std::move(link)}, settings_{settings} {}
  Result<Group, Error> read_back(const Group& sent);

  Link link_;
  CsfiSettings settings_;
};

}  // namespace hexad::host
