#pragma once
// Why something did not come about, for the program that asked and for the person who reads it.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/time.hpp"
#include "net/address.hpp"

namespace hexad::host {

struct Error {
  enum class Kind : std::uint8_t {
    socket,       ///< no socket could be opened
    unreachable,  ///< the network says that nobody listens there
    timed_out,    ///< no answer came in time
    refused,      ///< the controller answered, and said no
    malformed     ///< an answer came that is none of this protocol's
  };
  Kind kind = Kind::timed_out;
  std::string text;        ///< what happened, where, and what to do
  net::Address address{};  ///< whom it was asked of, or the local end that could not be opened; else none
  Duration waited{};       ///< timed_out
  int number = 0;          ///< socket: the system's
  std::vector<std::byte> bytes{};  ///< malformed: the answer that came
  std::uint8_t group = 0;          ///< and the group that was asked for
};

}  // namespace hexad::host
