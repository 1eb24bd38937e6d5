#pragma once
// Why something did not come about, for the program that asked and for the person who reads it.

#include <cstdint>
#include <string>

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
  std::string text;  ///< what happened, where, and what to do
};

}  // namespace hexad::host
