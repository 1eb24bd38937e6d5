#pragma once
// Messages in words, in the language of the one who reads.

#include <string>

#include "messages/message.hpp"

namespace hexad::messages {

enum class Language : std::uint8_t { english, chinese };

/// What log and command line speak; English until somebody says otherwise. Chosen once, at the start of the
/// program.
Language language() noexcept;
void speak(Language language) noexcept;
/// As LC_ALL, LC_MESSAGES, LANG say, the first that is set: Chinese for zh…, else English.
Language language_of_environment() noexcept;

std::string to_text(const Message& message, Language language);
inline std::string to_text(const Message& message) { return to_text(message, language()); }
inline std::string english(const Message& message) { return to_text(message, Language::english); }
/// "410 mm", "40°/s", "7"
std::string to_text(const Number& number);

}  // namespace hexad::messages
