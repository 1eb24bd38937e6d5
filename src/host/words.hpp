#pragma once
// The numbers of the protocols in words, for people.

#include <cstdint>
#include <string>
#include <string_view>

#include "protocols/darren/status.hpp"
#include "protocols/motus/status.hpp"

namespace hexad::host {

/// The hardware codes of the mdof manual, which darren's status carries too: 161 "X past its positive end".
std::string hardware_code_words(int code);

/// A result of an mdof command: 0 "done", -5 "paused", 194 "not zeroed: …".
std::string mdof_code_words(int code);

std::string_view darren_state_words(protocols::darren::StatusWord state);
std::string_view darren_command_words(protocols::darren::Word word);
/// "host time-out, command clamped"; empty when there is none.
std::string darren_warning_words(std::uint32_t warnings);

std::string_view motus_state_words(protocols::motus::DofStatus state);
/// "leg 3: servo error"; empty when there is none.
std::string motus_error_words(const protocols::motus::StatusFrame& status);

}  // namespace hexad::host
