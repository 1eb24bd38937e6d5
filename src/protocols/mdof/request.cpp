#include "protocols/mdof/request.hpp"

#include <algorithm>

#include "base/trimmed.hpp"
#include "messages/say.hpp"
#include "protocols/mdof/formula_check.hpp"
#include "wire/number.hpp"
#include "wire/tokenizer.hpp"

namespace hexad::protocols::mdof {
namespace {

using wire::parse_count;
using wire::parse_number;
using wire::Tokenizer;

constexpr std::string_view kSeparators = " \t,;";
constexpr std::string_view kLineEnds = "\r\n";
constexpr std::string_view kSeparatorsAndLineEnds = " \t,;\r\n";

constexpr messages::Id kNothing = messages::Id::mdof_takes_nothing;
constexpr std::array kForms{
    Form{Command::initialise, "initialise", kNothing},
    Form{Command::reset, "reset", kNothing},
    Form{Command::clear_error, "clear error", kNothing},
    Form{Command::stop, "stop", kNothing},
    Form{Command::pause, "pause", kNothing},
    Form{Command::resume, "resume", kNothing},
    Form{Command::zero_point, "zero point", kNothing},
    Form{Command::work_plane, "work plane", kNothing},
    Form{Command::move, "move", messages::Id::mdof_takes_pose},
    Form{Command::path, "path", messages::Id::mdof_takes_path},
    Form{Command::path_with_speeds, "path with speeds", messages::Id::mdof_takes_path_with_speeds},
    Form{Command::formula, "formula", messages::Id::mdof_takes_formula},
    Form{Command::timed_path, "timed path", messages::Id::mdof_takes_timed_path},
    Form{Command::connected, "connected", kNothing},
    Form{Command::zeroed, "zeroed", kNothing},
    Form{Command::moving, "moving", kNothing},
    Form{Command::error, "error code", kNothing},
    Form{Command::position, "platform position", kNothing},
    Form{Command::velocity, "platform velocity", kNothing},
    Form{Command::actuator_position, "actuator position", kNothing},
    Form{Command::actuator_velocity, "actuator velocity", kNothing},
    Form{Command::actuator_torque, "actuator torque", kNothing},
    Form{Command::actuator_current, "actuator current", kNothing},
    Form{Command::actuator_voltage, "actuator voltage", kNothing},
    Form{Command::everything, "everything", kNothing},
    Form{Command::file, "file", messages::Id::mdof_takes_file}};

/// Editors and scripting languages put a byte order mark in front of UTF-8: it is no part of the ID.
std::string_view text_of(std::span<const std::byte> bytes) noexcept {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  const std::string_view text{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

// Decision 13: text from a blank and `#` on is a comment.
std::string_view without_comment(std::string_view text) noexcept {
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '#' && (text[i - 1] == ' ' || text[i - 1] == '\t')) return text.substr(0, i - 1);
  }
  return text;
}

/// One request being decoded: what is known of it so far, for the answer when it fails.
struct Reading {
  Request request;
  Rejected rejected;

  bool fail(Problem problem, std::size_t found = 0, std::size_t wanted = 0) noexcept {
    rejected.problem = problem;
    rejected.found = static_cast<std::uint32_t>(found);
    rejected.wanted = static_cast<std::uint32_t>(wanted);
    return false;
  }

  bool all_numbers(std::string_view list) noexcept {
    Tokenizer words{list, kSeparators};
    for (std::size_t i = 1;; ++i) {
      const auto word = words.next();
      if (!word) return true;
      if (!parse_number(*word)) return fail(Problem::not_a_number, i);
    }
  }

  bool move(std::string_view list) noexcept {
    if (!all_numbers(list)) return false;
    const std::size_t found = Tokenizer{list, kSeparators}.count();
    if (found != request.pose.size()) return fail(Problem::wrong_count, found, request.pose.size());
    Numbers numbers{list};
    for (double& value : request.pose) value = numbers.next().value_or(0.0);
    return true;
  }

  // 10 and 11: `n`, then n groups (decision 3: a wrong count is an error, always).
  bool points(std::string_view list, std::size_t numbers_a_point) noexcept {
    Tokenizer words{list, kSeparators};
    const auto first = words.next();
    if (!first) return fail(Problem::wrong_count, 0, 1 + numbers_a_point);
    const auto n = parse_count(*first);
    if (!n || *n == 0) return fail(Problem::bad_count);
    if (!all_numbers(list)) return false;
    const std::size_t found = words.count();
    if (found != *n * numbers_a_point) return fail(Problem::wrong_count, found, *n * numbers_a_point);
    request.count = *n;
    request.list = trimmed(words.rest(), kSeparators);
    return true;
  }

  bool speeds_are_not_negative() noexcept {
    Numbers numbers{request.list};
    const std::size_t positions = std::size_t{6} * request.count;
    for (std::size_t i = 0; i < 2 * positions; ++i) {
      const double value = numbers.next().value_or(0.0);
      if (i >= positions && !(value >= 0.0)) return fail(Problem::negative_speed, i + 2);
    }
    return true;
  }

  bool formulas(std::string_view list) noexcept {
    if (list.size() > kMaxFormulaText) return fail(Problem::formula_too_long, list.size(), kMaxFormulaText);
    Formulas split{list};
    std::size_t found = 0;
    while (const auto formula = split.next()) {
      ++found;
      if (found == 7) {
        const auto duration = parse_number(*formula);
        if (!duration || !(*duration > 0.0)) return fail(Problem::bad_time);
      } else if (!looks_like_formula(*formula)) {
        return fail(Problem::bad_formula, found);
      }
    }
    if (found != 6 && found != 7) return fail(Problem::wrong_count, found, 6);
    request.count = static_cast<std::uint32_t>(found);
    request.list = list;
    return true;
  }

  static bool times_increase(std::string_view list) noexcept {
    Numbers numbers{list};
    double last = -1.0;
    for (std::size_t i = 0;; ++i) {
      const auto value = numbers.next();
      if (!value) return true;
      if (i % 7 != 0) continue;
      if (!(*value >= 0.0) || !(*value > last)) return false;
      last = *value;
    }
  }

  // Decision 8: rows win when both forms fit.
  bool timed(std::string_view list) noexcept {
    if (!all_numbers(list)) return false;
    const std::size_t found = Tokenizer{list, kSeparators}.count();
    request.list = list;
    if (found != 0 && found % 7 == 0 && times_increase(list)) {
      request.rows = true;
      request.count = static_cast<std::uint32_t>(found / 7);
      return true;
    }
    if (found < 7 || found % 6 != 1) {
      if (found != 0 && found % 7 == 0) return fail(Problem::bad_time);
      return fail(Problem::wrong_count, found, found < 7 ? 7 : found - (found - 1) % 6);
    }
    if (!(Numbers{list}.next().value_or(0.0) > 0.0)) return fail(Problem::bad_time);
    request.count = static_cast<std::uint32_t>(found / 6);
    return true;
  }

  bool file(std::string_view list) noexcept {
    Tokenizer words{list, kSeparators};
    const std::size_t found = words.count();
    if (found != 1) return fail(Problem::wrong_count, found, 1);
    const auto id = parse_count(words.next().value_or(""));
    if (!id || *id == 0) return fail(Problem::bad_count);
    request.count = *id;
    return true;
  }

  bool parameters(std::string_view list) noexcept {
    switch (request.command) {
      case Command::move:
        return move(list);
      case Command::path:
        return points(list, 6);
      case Command::path_with_speeds:
        return points(list, 12) && speeds_are_not_negative();
      case Command::formula:
        return formulas(list);
      case Command::timed_path:
        return timed(list);
      case Command::file:
        return file(list);
      default: {
        const std::size_t found = Tokenizer{list, kSeparators}.count();
        return found == 0 || fail(Problem::takes_nothing, found);
      }
    }
  }

  bool read(std::string_view text) noexcept {
    text = text.substr(0, text.find_last_not_of(kLineEnds) + 1);
    if (text.find_first_of(kLineEnds) != std::string_view::npos) return fail(Problem::inner_newline);
    Tokenizer words{without_comment(text), kSeparators};
    const auto id = words.next();
    if (!id) return fail(Problem::empty);
    const auto number = parse_count(*id);
    rejected.form = number ? form_of(*number) : nullptr;
    if (rejected.form == nullptr) return fail(Problem::unknown_command);
    request.command = rejected.form->command;
    return parameters(trimmed(words.rest(), kSeparators));
  }
};

}  // namespace

std::span<const Form> forms() noexcept { return kForms; }

const Form* form_of(std::uint32_t id) noexcept {
  const auto found = std::find_if(kForms.begin(), kForms.end(), [id](const Form& form) {
    return static_cast<std::uint32_t>(form.command) == id;
  });
  return found == kForms.end() ? nullptr : &*found;
}

std::optional<double> Numbers::next() noexcept {
  Tokenizer words{rest_, kSeparators};
  const auto word = words.next();
  rest_ = words.rest();
  return word ? parse_number(*word) : std::nullopt;
}

namespace {

// The end of the formula at the front: the first of `separators` outside parentheses.
std::size_t formula_end(std::string_view text, std::string_view separators) noexcept {
  int open = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++open;
    if (text[i] == ')') --open;
    if (open <= 0 && separators.find(text[i]) != std::string_view::npos) return i;
  }
  return std::string_view::npos;
}

}  // namespace

Formulas::Formulas(std::string_view text) noexcept
    : rest_{trimmed(text, kSeparators)},
      separators_{formula_end(rest_, ",;") != std::string_view::npos ? ",;" : " \t"} {}

std::optional<std::string_view> Formulas::next() noexcept {
  if (rest_.empty()) return std::nullopt;
  const std::string_view formula = rest_.substr(0, formula_end(rest_, separators_));
  rest_ = trimmed(rest_.substr(formula.size()), kSeparators);
  return trimmed(formula, kSeparators);
}

Echo echo_of(std::span<const std::byte> bytes) noexcept {
  const auto word = Tokenizer{without_comment(text_of(bytes)), kSeparatorsAndLineEnds}.next();
  if (!word) return {};
  std::array<char, kEchoBytes> printable{};
  const std::size_t size = std::min(word->size(), printable.size());
  std::transform(word->begin(), word->begin() + static_cast<std::ptrdiff_t>(size), printable.begin(),
                 [](char c) { return c >= 0x21 && c <= 0x7E ? c : '?'; });
  return Echo{std::string_view{printable.data(), size}};
}

Result<Request, Rejected> decode(std::span<const std::byte> bytes) noexcept {
  Reading reading;
  reading.rejected.echo = echo_of(bytes);
  if (!reading.read(text_of(bytes))) return Failure{reading.rejected};
  return reading.request;
}

bool encode(const Request& request, wire::TextWriter& out) noexcept {
  out.integer(static_cast<std::int64_t>(request.command));
  switch (request.command) {
    case Command::move:
      for (const double value : request.pose) out.text(" ").shortest(value);
      break;
    case Command::path:
    case Command::path_with_speeds:
      out.text(" ").integer(request.count);
      [[fallthrough]];
    case Command::timed_path: {
      Numbers numbers{request.list};
      while (const auto value = numbers.next()) out.text(" ").shortest(*value);
      break;
    }
    case Command::formula: {
      Formulas formulas{request.list};
      while (const auto formula = formulas.next()) out.text(",").text(*formula);
      break;
    }
    case Command::file:
      out.text(" ").integer(request.count);
      break;
    default:
      break;
  }
  return !out.cut();
}

}  // namespace hexad::protocols::mdof
