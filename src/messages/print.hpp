#pragma once
// Messages in words, in the language of the one who reads.

#include <string>
#include <string_view>

#include "messages/message.hpp"

namespace hexad::messages {

enum class Language : std::uint8_t { english, chinese };

/// What log and command line speak; English until somebody says otherwise. Chosen once, at the start of the
/// program.
Language language() noexcept;
void speak(Language language) noexcept;
/// As LC_ALL, LC_MESSAGES, LANG say, the first that is set: Chinese for zh…, else English.
Language language_of_environment() noexcept;

/// The row of a name, "hardware_161"; nothing where there is none.
Id id_of_row(std::string_view name) noexcept;
/// What the system says of a call that failed with this errno: words of the table where it has them.
Message system_message(int error);

std::string to_text(const Message& message, Language language);
inline std::string to_text(const Message& message) { return to_text(message, language()); }
inline std::string english(const Message& message) { return to_text(message, Language::english); }
/// "410 mm", "40°/s", "7"
std::string to_text(const Number& number);

}  // namespace hexad::messages
