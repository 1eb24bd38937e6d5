#include "words/fact_json.hpp"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "messages/json.hpp"
#include "messages/print.hpp"

namespace hexad::inline words {
namespace {

nlohmann::ordered_json finite_or_null(double value) {
  if (!std::isfinite(value)) return nullptr;
  const double shown = std::round(1e3 * value) / 1e3 + 0.0;
  if (shown == std::trunc(shown) && std::abs(shown) < 1e15) return static_cast<std::int64_t>(shown);
  return shown;
}

std::string_view name_of(motion::Problem problem) {
  constexpr std::array<std::string_view, 16> kNames{
      "out_of_reach",   "empty",           "too_large",     "not_a_number", "wrong_count", "negative",
      "not_increasing", "unknown_name",    "bad_character", "bad_formula",  "not_finite",  "no_such_file",
      "unreadable",     "no_such_machine", "unknown_item",  "cancelled"};
  return kNames[static_cast<std::size_t>(problem)];
}

}  // namespace

nlohmann::ordered_json limit_json(const LimitHit& hit) {
  if (!hit) return nullptr;
  using Json = nlohmann::ordered_json;
  const messages::UnitInfo& unit = messages::info_of(unit_of(hit));
  const LimitPlace place = place_of(hit.limit);
  const messages::Message message = message_of(hit);
  return {{"what", to_string(hit.limit)},
          {"leg", place == LimitPlace::leg ? Json(hit.index + 1) : Json(nullptr)},
          {"axis", place == LimitPlace::axis ? Json(hit.index + 1) : Json(nullptr)},
          {"asked", finite_or_null(hit.value * unit.factor)},
          {"allowed", finite_or_null(hit.bound * unit.factor)},
          {"unit", unit.shown},
          {"text", messages::english(message)},
          {"message", messages::to_json(message)}};
}

nlohmann::ordered_json fault_json(const Fault& fault, HardwareCode code) {
  if (!fault && code == HardwareCode::none) return nullptr;
  using Json = nlohmann::ordered_json;
  const bool has_value = fault.value != 0.0 || fault.bound != 0.0;
  const messages::UnitInfo& unit = messages::info_of(unit_of(fault.kind));
  const messages::Message message = message_of(fault);
  return {{"code", static_cast<int>(code)},
          {"name", fault ? to_string(fault.kind) : kEmergencyStop},
          {"text", messages::english(message)},
          {"leg", fault && fault.leg != 0xFF ? Json(fault.leg + 1) : Json(nullptr)},
          {"value", has_value ? finite_or_null(fault.value * unit.factor) : Json(nullptr)},
          {"limit", has_value ? finite_or_null(fault.bound * unit.factor) : Json(nullptr)},
          {"unit", unit.shown},
          {"message", messages::to_json(message)}};
}

nlohmann::ordered_json message_json(const messages::Message& message) {
  return {{"text", messages::english(message)}, {"message", messages::to_json(message)}};
}

std::string rejection_words(const motion::Rejection& rejection) {
  return messages::english(motion::message_of(rejection));
}

nlohmann::ordered_json error_json(const motion::Rejection& rejection) {
  using Json = nlohmann::ordered_json;
  const auto place = [](std::size_t number) { return number == 0 ? Json(nullptr) : Json(number); };
  return {
      {"line", place(rejection.line)},      {"axis", place(rejection.point)},
      {"column", place(rejection.column)},  {"code", name_of(rejection.problem)},
      {"text", rejection_words(rejection)}, {"message", messages::to_json(motion::without_place(rejection))}};
}
std::string error_text(const motion::Rejection& rejection) {
  return error_json(rejection).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace hexad::inline words
