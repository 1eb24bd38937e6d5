#include "hexad/host_words.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "messages/say.hpp"
#include "model/fault.hpp"
#include "protocols/mdof/status.hpp"

namespace hexad::cli {
namespace {

using messages::Id;
using messages::Message;
using messages::say;

/// The row of a number: "hardware_161"; nothing where there is none.
Id row_of_number(std::string_view group, std::uint32_t number) {
  const std::string name = std::string{group} + std::to_string(number);
  for (std::size_t i = 0; i < messages::kMessages; ++i)
    if (messages::kRows[i].id == name) return static_cast<Id>(i);
  return Id::nothing;
}

Message added(const Message& list, const Message& one) { return list ? say<Id::and_next>(list, one) : one; }

}  // namespace

Message hardware_code_message(int code) {
  const Id id = row_of_number("hardware_", static_cast<std::uint32_t>(code));
  return id == Id::nothing ? say<Id::hardware_unknown>(code) : Message{id};
}

Message mdof_code_message(int code) {
  using protocols::mdof::Code;
  switch (static_cast<Code>(code)) {
    case Code::done:
      return Id::mdof_result_done;
    case Code::bad_request:
      return Id::mdof_result_bad_request;
    case Code::moving:
      return Id::mdof_result_moving;
    case Code::motion_error:
      return Id::mdof_result_motion_error;
    case Code::stopped:
      return Id::mdof_result_stopped;
    case Code::paused:
      return Id::mdof_result_paused;
    case Code::resumed:
      return Id::mdof_result_resumed;
    case Code::refused_while_paused:
      return Id::mdof_result_while_paused;
  }
  if (code == static_cast<int>(HardwareCode::not_zeroed)) return Id::mdof_result_not_zeroed;
  return hardware_code_message(code);
}

Id darren_state_id(protocols::darren::StatusWord state) {
  const Id id = row_of_number("darren_state_", static_cast<std::uint32_t>(state));
  return id == Id::nothing ? Id::state_not_known : id;
}

Id darren_command_id(protocols::darren::Word word) {
  using protocols::darren::Word;
  const Id id =
      row_of_number("darren_word_", static_cast<std::uint32_t>(word == Word::hold_too ? Word::hold : word));
  return id == Id::nothing ? Id::darren_word_unknown : id;
}

Message darren_warning_message(std::uint32_t warnings) {
  namespace warning = protocols::darren::warning;
  constexpr std::array<std::pair<std::uint32_t, Id>, 6> kWords{
      {{warning::kHostTimeout, Id::darren_warning_time_out},
       {warning::kHostSlow, Id::darren_warning_slow},
       {warning::kClamped, Id::darren_warning_clamped},
       {warning::kNotDriver, Id::darren_warning_not_driver},
       {warning::kOutOfOrder, Id::darren_warning_order},
       {warning::kLoopLate, Id::darren_warning_late}}};
  Message all;
  for (const auto& word : kWords)
    if ((warnings & word.first) != 0) all = added(all, word.second);
  return all;
}

Id motus_state_id(protocols::motus::DofStatus state) {
  if (state == protocols::motus::DofStatus::risen) return Id::motus_raised;  // also beside the middle
  const Id id = row_of_number("motus_state_", static_cast<std::uint32_t>(state));
  return id == Id::nothing ? Id::state_not_known : id;
}

Message motus_error_message(const protocols::motus::StatusFrame& status) {
  Message all;
  for (std::size_t leg = 0; leg < status.errors.size(); ++leg)
    if (status.errors[leg] != 0.0F)
      all =
          added(all, say<Id::host_leg_error>(
                         leg + 1, hardware_code_message(static_cast<int>(std::lround(status.errors[leg])))));
  return all;
}

}  // namespace hexad::cli
