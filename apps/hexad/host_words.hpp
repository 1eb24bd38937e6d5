#pragma once
// The numbers of the protocols as rows of messages: what host/words.hpp says in English, in every language.

#include <cstdint>

#include "messages/message.hpp"
#include "protocols/darren/status.hpp"
#include "protocols/motus/status.hpp"

namespace hexad::cli {

/// 161 "X past its positive end".
messages::Message hardware_code_message(int code);
/// A result of an mdof command: 0 "done", 194 "not zeroed: …".
messages::Message mdof_code_message(int code);

messages::Id darren_state_id(protocols::darren::StatusWord state);
messages::Id darren_command_id(protocols::darren::Word word);
/// Nothing when there is none.
messages::Message darren_warning_message(std::uint32_t warnings);

messages::Id motus_state_id(protocols::motus::DofStatus state);
/// "leg 3: servo error"; nothing when there is none.
messages::Message motus_error_message(const protocols::motus::StatusFrame& status);

}  // namespace hexad::cli
