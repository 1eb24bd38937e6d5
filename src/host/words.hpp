#pragma once
// The numbers of the protocols in words: as rows of the table, for who speaks every language, and in English.

#include <cstdint>
#include <string>
#include <string_view>

#include "messages/message.hpp"
#include "protocols/darren/status.hpp"
#include "protocols/motus/status.hpp"

namespace hexad::host {

/// The hardware codes of the mdof manual, which darren's status carries too: 161 "X past its positive end".
messages::Message hardware_code_message(int code);
std::string hardware_code_words(int code);

/// A result of an mdof command: 0 "done", -5 "paused", 194 "not zeroed: …".
messages::Message mdof_code_message(int code);
std::string mdof_code_words(int code);

messages::Id darren_state_id(protocols::darren::StatusWord state);
std::string_view darren_state_words(protocols::darren::StatusWord state);
messages::Id darren_command_id(protocols::darren::Word word);
/// "host time-out, command clamped"; empty when there is none.
messages::Message darren_warning_message(std::uint32_t warnings);
std::string darren_warning_words(std::uint32_t warnings);

messages::Id motus_state_id(protocols::motus::DofStatus state);
std::string_view motus_state_words(protocols::motus::DofStatus state);
/// "leg 3: servo error"; empty when there is none.
messages::Message motus_error_message(const protocols::motus::StatusFrame& status);

}  // namespace hexad::host
