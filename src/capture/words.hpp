#pragma once
// Names of fields and of their values in the language of who reads. The layout tables have them in English,
// where they are also the names that codecs, docs and Wireshark know them by; what a manual calls by a name
// of its own stays.

#include "capture/reading.hpp"
#include "messages/message.hpp"

namespace hexad::capture {

/// "pose pitch", "point 3 X", "host time-out, control loop late": word by word of the table.
std::string in_words(const std::string& label);

/// One line of what a datagram says, or why it is refused.
std::string line_of(const Reading& reading, Bytes bytes);

/// A value as it is shown: the fewest digits that give the same number back.
std::string value_text(const FieldValue& field);

}  // namespace hexad::capture
