#include "capture/readers.hpp"
#include "messages/say.hpp"
#include "protocols/mdof/describe.hpp"
#include "wire/number.hpp"
#include "wire/tokenizer.hpp"

namespace hexad::capture {
namespace {

namespace mdof = protocols::mdof;
using protocols::kXToRz;
using wire::Tokenizer;

constexpr std::string_view kSeparators = " \t,;\r\n";

/// Who speaks, when no port tells: an answer has a `#` right behind its first word, which no request has.
Direction direction_of(Bytes bytes) noexcept {
  const std::string_view text = text_of(bytes);
  const std::size_t mark = text.find('#');
  const bool answer = mark != std::string_view::npos && text.find_first_of(kSeparators) > mark;
  return answer ? Direction::from_controller : Direction::to_controller;
}

Reading read_request(Bytes bytes) {
  const auto request = mdof::decode(bytes);
  if (!request)
    return refused(Protocol::mdof, Direction::to_controller, "request", message_of(request.error()));
  Reading reading{Protocol::mdof, Direction::to_controller, "request", true, {}};
  reading.text =
      described(bytes.size(), [&request](wire::TextWriter& out) { return describe(*request, out); });
  return reading;
}

Reading read_answer(Bytes bytes) {
  Reading reading{Protocol::mdof, Direction::from_controller, "answer", false, {}};
  const auto reply = mdof::decode_reply(bytes);
  if (!reply)
    return refused(Protocol::mdof, Direction::from_controller, "answer", messages::Id::decode_mdof_answer);
  reading.text =
      described(bytes.size(), [&](wire::TextWriter& out) { reading.valid = describe(*reply, out); });
  return reading;
}

/// Walks over a text and makes fields of its words.
class Fields {
 public:
  explicit Fields(std::string_view whole) : whole_{whole} {}

  void word(std::string_view part, std::string name, const std::string& filter) {
    fields_.push_back(text_field(whole_, part, std::move(name), "mdof." + filter));
  }
  void number(std::string_view part, std::string name, const std::string& filter, std::string_view unit) {
    fields_.push_back(number_field(whole_, part, std::move(name), "mdof." + filter, unit));
  }
  void integer(std::string_view part, std::string name, const std::string& filter, std::string_view meaning) {
    word(part, std::move(name), filter);
    if (const auto code = mdof::decode_code(part))
      fields_.back().value = std::int64_t{*code};
    else if (const auto count = wire::parse_count(part))
      fields_.back().value = std::int64_t{*count};
    fields_.back().word = meaning;
  }
  /// Six words of `words` as the axes of `name`.
  void six(Tokenizer& words, const std::string& name, const std::string& filter,
           const protocols::SixNames& places, const protocols::SixNames& units) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      number(words.next().value_or(std::string_view{whole_.data(), 0}), name + std::string{places[i]},
             filter + filter_word(places[i]), units[i]);
    }
  }
  std::vector<FieldValue> take() { return std::move(fields_); }

 private:
  std::string_view whole_;
  std::vector<FieldValue> fields_;
};

constexpr protocols::SixNames kPoseUnits = protocols::halves("mm", "deg");

void path_fields(const mdof::Request& request, Tokenizer& words, Fields& fields) {
  fields.integer(words.next().value_or(""), "points", "points", {});
  for (std::uint32_t i = 1; i <= request.count; ++i)
    fields.six(words, "point " + std::to_string(i) + " ", "", kXToRz, kPoseUnits);
  if (request.command != mdof::Command::path_with_speeds) return;
  for (std::uint32_t i = 1; i <= request.count; ++i) {
    fields.six(words, "speed to point " + std::to_string(i) + " ", "speed.", kXToRz,
               protocols::halves("mm/s", "deg/s"));
  }
}

void timed_fields(const mdof::Request& request, Tokenizer& words, Fields& fields) {
  if (!request.rows) fields.number(words.next().value_or(""), "period", "time", "s");
  for (std::uint32_t i = 1; i <= request.count; ++i) {
    const std::string point = "point " + std::to_string(i) + " ";
    if (request.rows) fields.number(words.next().value_or(""), point + "time", "time", "s");
    fields.six(words, point, "", kXToRz, kPoseUnits);
  }
}

void formula_fields(const mdof::Request& request, Fields& fields) {
  mdof::Formulas formulas{request.list};
  for (const std::string_view axis : kXToRz) {
    fields.word(formulas.next().value_or(request.list.substr(0, 0)), "formula " + std::string{axis},
                "formula." + filter_word(axis));
  }
  if (const auto duration = formulas.next()) fields.number(*duration, "duration", "time", "s");
}

std::vector<FieldValue> request_fields(Bytes bytes) {
  const auto request = mdof::decode(bytes);
  if (!request) return {};
  const std::string_view whole = text_of(bytes);
  Fields fields{whole};
  Tokenizer words{whole, kSeparators};
  const mdof::Form* form = mdof::form_of(static_cast<std::uint32_t>(request->command));
  fields.integer(words.next().value_or(""), "command", "command", form->name);
  switch (request->command) {
    case mdof::Command::move:
      fields.six(words, "", "", kXToRz, kPoseUnits);
      break;
    case mdof::Command::path:
    case mdof::Command::path_with_speeds:
      path_fields(*request, words, fields);
      break;
    case mdof::Command::timed_path:
      timed_fields(*request, words, fields);
      break;
    case mdof::Command::formula:
      formula_fields(*request, fields);
      break;
    case mdof::Command::file:
      fields.integer(words.next().value_or(""), "file", "file", {});
      break;
    default:
      break;
  }
  return fields.take();
}

void six_answer(const mdof::SixForm& form, std::string_view body, Fields& fields) {
  Tokenizer words{body, " "};
  fields.six(words, std::string{form.name} + " ", filter_word(form.name) + ".", form.places, form.units);
}

void flag(std::string_view part, const mdof::Form& query, Fields& fields) {
  const bool is_error = query.command == mdof::Command::error;
  const int code = mdof::decode_code(part).value_or(0);
  const std::string_view meaning = is_error ? mdof::result_name(code) : (code == 1 ? "yes" : "no");
  fields.integer(part, std::string{query.name}, filter_word(query.name),
                 is_error && code == 0 ? "none" : meaning);
}

void everything(std::string_view body, Fields& fields) {
  Tokenizer groups{body, ";"};
  for (const auto query :
       {mdof::Command::connected, mdof::Command::zeroed, mdof::Command::moving, mdof::Command::error})
    flag(groups.next().value_or(""), *mdof::form_of(static_cast<std::uint32_t>(query)), fields);
  for (const mdof::SixForm& form : mdof::six_forms()) six_answer(form, groups.next().value_or(""), fields);
}

std::vector<FieldValue> answer_fields(Bytes bytes) {
  const auto reply = mdof::decode_reply(bytes);
  if (!reply) return {};
  Fields fields{text_of(bytes)};
  const auto id = wire::parse_count(reply->echo);
  const mdof::Form* form = id ? mdof::form_of(*id) : nullptr;
  if (form == nullptr) {
    fields.word(reply->echo, "echo", "echo");
  } else {
    fields.integer(reply->echo, "command", "command", form->name);
  }
  const auto code = mdof::decode_code(reply->body);
  const bool query = form != nullptr && mdof::is_query(form->command);
  if (query && form->command == mdof::Command::everything && !code) {
    everything(reply->body, fields);
  } else if (query && form->command >= mdof::Command::position && !code) {
    for (const mdof::SixForm& six : mdof::six_forms()) {
      if (six.query == form->command) six_answer(six, reply->body, fields);
    }
  } else if (query && form->command <= mdof::Command::error && code.value_or(-1) >= 0) {
    flag(reply->body, *form, fields);
  } else {
    fields.integer(reply->body, "result", "result", mdof::result_name(code.value_or(0)));
  }
  return fields.take();
}

}  // namespace

Reading read_mdof(Bytes bytes, std::optional<Direction> direction) {
  return direction.value_or(direction_of(bytes)) == Direction::to_controller ? read_request(bytes)
                                                                             : read_answer(bytes);
}

std::vector<FieldValue> mdof_fields(const Reading& reading, Bytes bytes) {
  return reading.direction == Direction::to_controller ? request_fields(bytes) : answer_fields(bytes);
}

}  // namespace hexad::capture
