#include "words/fact_json.hpp"

#include <array>
#include <nlohmann/json.hpp>

#include "text/compact.hpp"
#include "text/quoted.hpp"
#include "words/event_text.hpp"
#include "words/limit_words.hpp"
#include "words/words.hpp"

namespace hexad::runtime::console {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kThousandth = 1e3;

std::string_view name_of(motion::Problem problem) {
  constexpr std::array<std::string_view, 15> kNames{
      "out_of_reach", "empty",          "too_large",    "not_a_number",    "wrong_count",
      "negative",     "not_increasing", "unknown_name", "bad_character",   "bad_formula",
      "not_finite",   "no_such_file",   "unreadable",   "no_such_machine", "unknown_item"};
  return kNames[static_cast<std::size_t>(problem)];
}

}  // namespace

std::string limit_text(const LimitHit& hit) {
  if (!hit) return "null";
  const ShownIn shown = shown_in(hit);
  const LimitPlace place = place_of(hit.limit);
  const std::string index = std::to_string(hit.index + 1);
  Compact out{"{\"what\":"};
  out.word(name_of(hit.limit));
  out.key("leg").raw(place == LimitPlace::leg ? index : "null");
  out.key("axis").raw(place == LimitPlace::axis ? index : "null");
  out.key("asked").number(hit.value * shown.factor, kThousandth);
  out.key("allowed").number(hit.bound * shown.factor, kThousandth);
  out.key("unit").word(shown.unit).key("text").raw(text::quoted(to_text(hit)));
  return out.raw("}").take();
}

std::string fault_text(const Fault& fault, HardwareCode code) {
  if (!fault && code == HardwareCode::none) return "null";
  const bool has_value = fault.value != 0.0 || fault.bound != 0.0;
  const ShownIn shown = shown_in(fault);
  Compact out{"{\"code\":"};
  out.whole(static_cast<std::uint64_t>(code));
  out.key("name").word(fault ? name_of(fault.kind) : kEmergencyStop);
  out.key("text").raw(text::quoted(fault ? to_text(fault) : std::string{"emergency stop"}));
  out.key("leg").raw(fault && fault.leg != 0xFF ? std::to_string(fault.leg + 1) : "null");
  has_value ? out.key("value").number(fault.value * shown.factor, kThousandth) : out.key("value").raw("null");
  has_value ? out.key("limit").number(fault.bound * shown.factor, kThousandth) : out.key("limit").raw("null");
  return out.key("unit").word(shown.unit).raw("}").take();
}

std::string rejection_words(const motion::Rejection& rejection) {
  return motion::in_words(rejection, rejection.hit ? in_words(rejection.hit) : std::string{});
}

std::string error_text(const motion::Rejection& rejection) {
  const auto place = [](std::size_t number) { return number == 0 ? Json(nullptr) : Json(number); };
  const Json json{{"line", place(rejection.line)},
                  {"axis", place(rejection.point)},
                  {"column", place(rejection.column)},
                  {"code", name_of(rejection.problem)},
                  {"text", rejection_words(rejection)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace hexad::runtime::console
