#include "relay/order.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

#include "base/trimmed.hpp"
#include "messages/say.hpp"
#include "relay/quality_text.hpp"
#include "text/table_reader.hpp"

namespace hexad::inline relay {
namespace {

using messages::Id;

constexpr double kLongestScript = 86'400.0;

std::string_view take_word(std::string_view& text) {
  text = trimmed(text);
  const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

template <class T>
bool is_number(std::string_view word, T& value) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return !word.empty() && error == std::errc{} && end == word.data() + word.size();
}

}  // namespace

Result<LineOrder, messages::Message> parse_order(std::string_view text) {
  LineOrder order;
  std::string_view word = take_word(text);
  if (is_number(word, order.line)) {
    if (order.line == 0) return Failure{messages::say<Id::relay_line>(std::string{word})};
    word = take_word(text);
  }
  order.up = word == "up" || word == "both";
  order.down = word == "down" || word == "both";
  if (!order.up && !order.down) return Failure{messages::say<Id::relay_direction>(std::string{word})};
  const auto quality = parse_quality(text);
  if (!quality) return Failure{quality.error()};
  order.quality = *quality;
  return order;
}

Result<RelayScript, messages::Message> RelayScript::parse(std::string_view text) {
  RelayScript script;
  text::LineReader lines{text};
  const auto wrong = [&](const messages::Message& why) {
    return Failure{messages::say<Id::relay_script_line>(lines.number(), why)};
  };
  for (auto line = lines.next(); line; line = lines.next()) {
    std::string_view rest = trimmed(line->substr(0, line->find('#')));
    if (rest.empty()) continue;
    if (script.period_ > Duration::zero()) return wrong(Id::relay_repeat_last);
    const std::string_view when = take_word(rest);
    double seconds = 0.0;
    if (!is_number(when, seconds) || !(seconds >= 0.0 && seconds <= kLongestScript))
      return wrong(messages::say<Id::relay_when>(std::string{when}));
    const Duration at = from_seconds(seconds);
    if (!script.steps_.empty() && at < script.steps_.back().at) return wrong(Id::relay_backwards);
    if (trimmed(rest) == "repeat") {
      if (script.steps_.empty() || at == Duration::zero()) return wrong(Id::relay_repeat_last);
      script.period_ = at;
      continue;
    }
    const auto order = parse_order(rest);
    if (!order) return wrong(order.error());
    script.steps_.push_back({at, *order});
  }
  if (script.steps_.empty()) return Failure{messages::Message{Id::relay_script_empty}};
  return script;
}

Duration RelayScript::next() const noexcept {
  if (next_ < steps_.size()) return round_ + steps_[next_].at;
  return period_ > Duration::zero() ? round_ + period_ + steps_.front().at : Duration::max();
}

const LineOrder* RelayScript::take_due(Duration since) noexcept {
  if (since < next()) return nullptr;
  if (next_ == steps_.size()) {
    round_ += period_;
    next_ = 0;
  }
  return &steps_[next_++].order;
}

}  // namespace hexad::inline relay
