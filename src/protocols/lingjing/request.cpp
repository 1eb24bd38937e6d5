#include "protocols/lingjing/request.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/trimmed.hpp"
#include "wire/number.hpp"

namespace hexad::protocols::lingjing {
namespace {

constexpr std::string_view kBlanks = " \t";
constexpr std::string_view kWhite = " \t\r\n\v\f";

constexpr std::array<Form, 8> kForms{
    {{Command::a3, "A3", {"roll", "pitch", "z"}, 3, "@A3:roll,pitch,z[,effect]#"},
     {Command::a6, "A6", {"roll", "pitch", "yaw", "x", "y", "z"}, 6, "@A6:roll,pitch,yaw,x,y,z[,effect]#"},
     {Command::a7,
      "A7",
      {"roll", "pitch", "yaw", "x", "y", "z", "angle"},
      7,
      "@A7:roll,pitch,yaw,x,y,z,angle[,effect]#"},
     {Command::c3, "C3", {"1", "2", "3"}, 3, "@C3:1,2,3[,effect]#"},
     {Command::c6, "C6", {"1", "2", "3", "4", "5", "6"}, 6, "@C6:1,2,3,4,5,6[,effect]#"},
     {Command::c7, "C7", {"1", "2", "3", "4", "5", "6", "angle"}, 7, "@C7:1,2,3,4,5,6,angle[,effect]#"},
     {Command::a6t,
      "A6T",
      {"roll", "pitch", "yaw", "x", "y", "z", "t_ms"},
      7,
      "@A6T:roll,pitch,yaw,x,y,z,t_ms#"},
     {Command::mv, "MV", {}, 1, "@MV:play|pause|stop|pre|next#"}}};

constexpr std::array<std::string_view, 5> kFilms{"play", "pause", "stop", "pre", "next"};

const Form* find_form(std::string_view name) noexcept {
  const auto found =
      std::find_if(kForms.begin(), kForms.end(), [name](const Form& form) { return form.name == name; });
  return found == kForms.end() ? nullptr : &*found;
}

std::optional<double> parse_value(std::string_view text) noexcept {
  const auto value = wire::parse_number(text);
  if (!value || !(std::abs(*value) <= kLargestValue)) return std::nullopt;
  return *value == 0.0 ? 0.0 : *value;  // -0.000 is 0
}

/// Where value `i` of a command goes: A3's third value is the height.
double& place(Request& request, std::size_t i) noexcept {
  if (i == 6) return request.angle;
  return request.values[request.command == Command::a3 && i == 2 ? 5 : i];
}

using Failed = Failure<Rejected>;

std::optional<Failed> parse_relays(std::string_view text, const Form& form, Request& request) noexcept {
  unsigned value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, 16);
  if (error != std::errc{} || stop != end || text.size() > 4 || text.starts_with('-'))
    return Failed{{Problem::effect_word, &form}};
  if (value > 0x0FFF) return Failed{{Problem::relay_bits, &form}};
  request.relays = static_cast<std::uint16_t>(value);
  return std::nullopt;
}

std::optional<Failed> parse_time(std::string_view text, const Form& form, Request& request) noexcept {
  const auto value = parse_value(text);
  if (!value || *value != std::floor(*value)) return Failed{{Problem::number, &form, 7}};
  if (!(*value >= 1.0)) return Failed{{Problem::time, &form, 7}};
  request.travel_ms = static_cast<std::uint32_t>(*value);
  return std::nullopt;
}

std::optional<Failed> parse_film(std::string_view text, const Form& form, Request& request) noexcept {
  const auto found = std::find(kFilms.begin(), kFilms.end(), trimmed(text, kBlanks));
  if (found == kFilms.end()) return Failed{{Problem::unknown_film_command, &form}};
  request.film = static_cast<Film>(found - kFilms.begin());
  return std::nullopt;
}

std::optional<Failed> parse_values(std::string_view text, const Form& form, Request& request) noexcept {
  const std::size_t count = static_cast<std::size_t>(std::count(text.begin(), text.end(), ',')) + 1;
  const bool may_have_effect = form.command != Command::a6t;
  if (count != form.count && !(may_have_effect && count == form.count + 1))
    return Failed{{Problem::count, &form, static_cast<std::uint32_t>(count)}};
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t comma = text.find(',');
    const std::string_view value = trimmed(text.substr(0, comma), kBlanks);
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    if (value.empty()) return Failed{{Problem::empty_value, &form, static_cast<std::uint32_t>(i + 1)}};
    if (i == form.count) return parse_relays(value, form, request);
    if (form.command == Command::a6t && i == 6) return parse_time(value, form, request);
    const auto number = parse_value(value);
    if (!number) return Failed{{Problem::number, &form, static_cast<std::uint32_t>(i + 1)}};
    place(request, i) = *number;
  }
  return std::nullopt;
}

/// At most six decimals, without trailing zeros.
void write_number(double value, wire::TextWriter& out) noexcept {
  wire::TextBuffer<352> digits;
  digits.writer().fixed(value, 6);
  std::string_view text = digits.view();
  if (text.find('.') != std::string_view::npos) {
    text = text.substr(0, text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.remove_suffix(1);
  }
  out.text(text);
}

void write_relays(std::uint16_t relays, int digits, wire::TextWriter& out) noexcept {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
    out.text(kDigits.substr((static_cast<unsigned>(relays) >> static_cast<unsigned>(shift)) & 15U, 1));
}

}  // namespace

std::span<const Form> forms() noexcept { return kForms; }
const Form& form_of(Command command) noexcept { return kForms[static_cast<std::size_t>(command)]; }

Result<Request, Rejected> decode(std::span<const std::byte> bytes) noexcept {
  std::string_view text{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  if (!text.starts_with('@')) return Failed{{Problem::no_at}};
  const std::size_t hash = text.find('#');
  if (hash == std::string_view::npos) return Failed{{Problem::no_hash}};
  const std::string_view after = text.substr(hash + 1);
  if (after.find('@') != std::string_view::npos) return Failed{{Problem::two_frames}};
  if (after.find_first_not_of(kWhite) != std::string_view::npos) return Failed{{Problem::text_after_hash}};

  text = text.substr(1, hash - 1);
  const std::size_t colon = text.find(':');
  const Form* const form = find_form(text.substr(0, colon));
  if (form == nullptr) return Failed{{Problem::unknown_command}};
  if (colon == std::string_view::npos) return Failed{{Problem::count, form, 0}};
  Request request;
  request.command = form->command;
  text.remove_prefix(colon + 1);
  const auto failed =
      form->command == Command::mv ? parse_film(text, *form, request) : parse_values(text, *form, request);
  if (failed) return *failed;
  return request;
}

bool encode(const Request& request, wire::TextWriter& out) noexcept {
  const Form& form = form_of(request.command);
  out.text("@").text(form.name).text(":");
  if (request.command == Command::mv) {
    out.text(kFilms[static_cast<std::size_t>(request.film)]).text("#");
    return !out.cut();
  }
  Request values = request;
  for (std::size_t i = 0; i < form.count; ++i) {
    if (i != 0) out.text(",");
    if (request.command == Command::a6t && i == 6) {
      out.integer(request.travel_ms);
    } else {
      write_number(place(values, i), out);
    }
  }
  if (request.relays && request.command != Command::a6t) {
    out.text(",");
    write_relays(*request.relays, 4, out);
  }
  out.text("#");
  return !out.cut();
}

void describe(const Request& request, wire::TextWriter& out) noexcept {
  const Form& form = form_of(request.command);
  out.text(form.name);
  if (request.command == Command::mv) {
    out.text(" ").text(kFilms[static_cast<std::size_t>(request.film)]);
    return;
  }
  Request values = request;
  for (std::size_t i = 0; i < form.count; ++i) {
    const bool named = is_pose(request.command) || i == 6;
    out.text(" ");
    if (named) out.text(form.values[i]).text("=");
    if (request.command == Command::a6t && i == 6) {
      out.integer(request.travel_ms);
    } else {
      write_number(place(values, i), out);
    }
  }
  if (request.command == Command::a6t) return;
  out.text(" relays=");
  if (request.relays) {
    write_relays(*request.relays, 3, out);
  } else {
    out.text("keep");
  }
}

}  // namespace hexad::protocols::lingjing
