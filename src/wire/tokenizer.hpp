#pragma once
// Walks over the words of a text. Any run of separators counts as one, also at the beginning and the end.

#include <optional>
#include <string_view>

namespace hexad::wire {

class Tokenizer {
 public:
  constexpr Tokenizer(std::string_view text, std::string_view separators) noexcept
      : rest_{text}, separators_{separators} {}

  constexpr std::optional<std::string_view> next() noexcept {
    const std::size_t begin = rest_.find_first_not_of(separators_);
    if (begin == std::string_view::npos) {
      rest_ = {};
      return std::nullopt;
    }
    rest_.remove_prefix(begin);
    const std::string_view token = rest_.substr(0, rest_.find_first_of(separators_));
    rest_.remove_prefix(token.size());
    return token;
  }

  /// How many words are still to come.
  constexpr std::size_t count() const noexcept {
    Tokenizer ahead = *this;
    std::size_t words = 0;
    while (ahead.next()) ++words;
    return words;
  }

  /// What has not been walked over, separators first.
  constexpr std::string_view rest() const noexcept { return rest_; }

 private:
  std::string_view rest_;
  std::string_view separators_;
};

}  // namespace hexad::wire
