#include "relay/quality_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "messages/say.hpp"

namespace hexad::inline relay {
namespace {

using messages::Id;
using net::LineQuality;

constexpr double kLongestTime = 60.0;

struct Share {
  std::string_view name;
  double LineQuality::*value;
};
constexpr Share kShares[] = {{"loss", &LineQuality::loss},
                             {"duplicate", &LineQuality::duplicate},
                             {"reorder", &LineQuality::reordered},
                             {"truncate", &LineQuality::truncated},
                             {"flip", &LineQuality::flipped}};
struct Time {
  std::string_view name;
  Duration LineQuality::*value;
};
constexpr Time kTimes[] = {
    {"delay", &LineQuality::delay}, {"jitter", &LineQuality::jitter}, {"behind", &LineQuality::behind}};

/// "20%", 0.01 a percent: the number and the factor of what stands behind it; none = not a number.
bool read_number(std::string_view text, std::string_view small, double factor, std::string_view whole,
                 double& value) {
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || !std::isfinite(value)) return false;
  const std::string_view unit{rest, static_cast<std::size_t>(end - rest)};
  if (unit == small) value *= factor;
  return unit == small || unit == whole;
}

/// As few digits as people write, as many as it takes to mean the same again.
std::string share_text(double share) {
  for (const std::string& text : {fmt::format("{:g}%", 100.0 * share), fmt::format("{}%", 100.0 * share)}) {
    double value = 0.0;
    if (read_number(text, "%", 0.01, "", value) && value == share) return text;
  }
  return fmt::format("{}", share);
}
std::string time_text(Duration time) {
  const double milliseconds = 1e3 * to_seconds(time);
  std::string text = fmt::format("{:g}ms", milliseconds);
  double value = 0.0;
  const bool same = read_number(text, "ms", 1e-3, "s", value) && from_seconds(value) == time;
  return same ? text : fmt::format("{}ms", milliseconds);
}

/// The reason why not; none = taken.
bool take(std::string_view word, LineQuality& quality, messages::Message& why) {
  if (word == "clear") {
    quality = kClearLine;
    return true;
  }
  if (word == "cut") {
    quality.loss = 1.0;
    return true;
  }
  const std::size_t equals = word.find('=');
  const std::string_view name = word.substr(0, equals);
  const std::string_view text = equals == std::string_view::npos ? "" : word.substr(equals + 1);
  double value = 0.0;
  for (const Share& share : kShares) {
    if (share.name != name) continue;
    if (!read_number(text, "%", 0.01, "", value) || value < 0.0 || value > 1.0) {
      why = messages::say<Id::relay_share>(std::string{word});
      return false;
    }
    quality.*share.value = value;
    return true;
  }
  for (const Time& time : kTimes) {
    if (time.name != name) continue;
    if (!read_number(text, "ms", 1e-3, "s", value) || value < 0.0 || value > kLongestTime) {
      why = messages::say<Id::relay_time>(std::string{word});
      return false;
    }
    quality.*time.value = from_seconds(value);
    return true;
  }
  why = messages::say<Id::relay_word>(std::string{word});
  return false;
}

}  // namespace

Result<LineQuality, messages::Message> parse_quality(std::string_view text) {
  LineQuality quality = kClearLine;
  bool any = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \t,"), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    any = true;
    messages::Message why;
    if (!take(word, quality, why)) return Failure{why};
  }
  if (!any) return Failure{messages::say<Id::relay_word>("")};
  return quality;
}

std::string to_text(const LineQuality& quality) {
  std::string text;
  const auto add = [&](const std::string& word) { text += (text.empty() ? "" : " ") + word; };
  for (const Share& share : kShares)
    if (quality.*share.value > 0.0) add(fmt::format("{}={}", share.name, share_text(quality.*share.value)));
  for (const Time& time : kTimes) {
    const Duration value = quality.*time.value;
    const bool told = time.value == &LineQuality::behind
                          ? quality.reordered > 0.0 || value != kClearLine.behind
                          : value > Duration::zero();
    if (told) add(fmt::format("{}={}", time.name, time_text(value)));
  }
  return text.empty() ? "clear" : text;
}

}  // namespace hexad::inline relay
