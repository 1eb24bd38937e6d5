#include "messages/print.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/utf8.hpp"
#include "messages/say.hpp"

namespace hexad::messages {
namespace {

std::atomic<Language> chosen{Language::english};

std::string_view text_of(Id id, Language language) noexcept {
  const Row& row = row_of(id);
  return language == Language::chinese ? row.chinese : row.english;
}

struct Print {
  Language language;

  std::string operator()(std::monostate) const { return {}; }
  std::string operator()(const Number& number) const { return to_text(number); }
  std::string operator()(const Name& name) const { return well_formed(name.view()); }
  std::string operator()(Id words) const { return std::string{text_of(words, language)}; }
  std::string operator()(const std::shared_ptr<const Message>& inner) const {
    return to_text(*inner, language);
  }
};

}  // namespace

Language language() noexcept { return chosen.load(std::memory_order_relaxed); }
void speak(Language language) noexcept { chosen.store(language, std::memory_order_relaxed); }

Language language_of_environment() noexcept {
  for (const char* const name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* const value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    return std::string_view{value}.starts_with("zh") ? Language::chinese : Language::english;
  }
  return Language::english;
}

Id id_of_row(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kMessages; ++i)
    if (kRows[i].id == name) return static_cast<Id>(i);
  return Id::nothing;
}

Message system_message(int error) {
  constexpr std::pair<int, Id> kKnown[]{{EPERM, Id::system_no_permission},
                                        {ENOENT, Id::system_no_file},
                                        {EIO, Id::system_input_output},
                                        {EACCES, Id::system_no_access},
                                        {EEXIST, Id::system_exists},
                                        {ENOTDIR, Id::system_no_folder},
                                        {EISDIR, Id::system_folder},
                                        {EINVAL, Id::system_invalid},
                                        {EMFILE, Id::system_too_many_files},
                                        {ENOSPC, Id::system_no_space},
                                        {EROFS, Id::system_read_only},
                                        {EADDRINUSE, Id::system_in_use},
                                        {EADDRNOTAVAIL, Id::system_no_address},
                                        {ENETUNREACH, Id::system_no_network},
                                        {ECONNRESET, Id::system_hung_up},
                                        {ETIMEDOUT, Id::system_timed_out},
                                        {ECONNREFUSED, Id::system_refused},
                                        {EHOSTUNREACH, Id::system_no_host}};
  for (const auto& [number, id] : kKnown)
    if (number == error) return id;
  return say<Id::as_told>(std::strerror(error));
}

std::string to_text(const Number& number) {
  const std::string_view unit = info_of(number.unit).shown;
  const bool apart = !unit.empty() && !unit.starts_with("°");
  return fmt::format("{}{}{}", number.value, apart ? " " : "", unit);
}

std::string to_text(const Message& message, Language language) {
  const std::string_view english = row_of(message.id).english;
  std::string_view rest = text_of(message.id, language);
  std::string text;
  for (std::size_t open = rest.find('{'); open != std::string_view::npos; open = rest.find('{')) {
    const std::size_t close = rest.find('}', open);
    const std::string_view inside = rest.substr(open + 1, close - open - 1);
    const std::string_view name = inside.substr(0, inside.find(':'));
    text += rest.substr(0, open);
    for (std::size_t n = 0; n < kMostFacts; ++n)
      if (parameter(english, n).name == name) text += std::visit(Print{language}, message.facts[n]);
    rest.remove_prefix(close + 1);
  }
  return text.append(rest);
}

}  // namespace hexad::messages
