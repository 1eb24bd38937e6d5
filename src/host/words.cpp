#include "host/words.hpp"

#include <array>
#include <cmath>

#include "model/fault.hpp"
#include "protocols/darren/describe.hpp"
#include "protocols/mdof/status.hpp"
#include "protocols/named.hpp"

namespace hexad::host {
namespace {

using messages::Id;
using messages::Message;
using messages::say;
using protocols::Named;
using protocols::named;
namespace darren = protocols::darren;
namespace motus = protocols::motus;

/// What a host is told of them; the rest are hardware codes.
Named mdof_result(int code) {
  using protocols::mdof::Code;
  static constexpr std::array kResults{named<Id::mdof_result_done>(Code::done),
                                       named<Id::mdof_result_bad_request>(Code::bad_request),
                                       named<Id::mdof_result_moving>(Code::moving),
                                       named<Id::mdof_result_motion_error>(Code::motion_error),
                                       named<Id::mdof_result_stopped>(Code::stopped),
                                       named<Id::mdof_result_paused>(Code::paused),
                                       named<Id::mdof_result_resumed>(Code::resumed),
                                       named<Id::mdof_result_while_paused>(Code::refused_while_paused),
                                       named<Id::mdof_result_not_zeroed>(HardwareCode::not_zeroed)};
  return protocols::entry_of(kResults, static_cast<std::uint32_t>(code));
}

Named hardware_code(int code) {
  return protocols::entry_of(protocols::hardware_codes(), static_cast<std::uint32_t>(code));
}

Named or_unknown(const Named& entry) { return entry.name.empty() ? named<Id::state_not_known>(0u) : entry; }

Named darren_state(darren::StatusWord state) {
  return or_unknown(protocols::entry_of(darren::status_words(), static_cast<std::uint32_t>(state)));
}

Named motus_state(motus::DofStatus state) {
  if (state == motus::DofStatus::risen) return named<Id::motus_raised>(state);  // also beside the middle
  return or_unknown(protocols::entry_of(motus::state_words(), static_cast<std::uint32_t>(state)));
}

Message added(const Message& list, const Message& one) { return list ? say<Id::and_next>(list, one) : one; }

}  // namespace

Message hardware_code_message(int code) {
  const Named known = hardware_code(code);
  return known.name.empty() ? say<Id::hardware_unknown>(code) : Message{known.id};
}

std::string hardware_code_words(int code) {
  const Named known = hardware_code(code);
  return known.name.empty() ? "code " + std::to_string(code) + ", not in the manual"
                            : std::string{known.name};
}

Message mdof_code_message(int code) {
  const Named known = mdof_result(code);
  return known.name.empty() ? hardware_code_message(code) : Message{known.id};
}

std::string mdof_code_words(int code) {
  const Named known = mdof_result(code);
  return known.name.empty() ? hardware_code_words(code) : std::string{known.name};
}

Id darren_state_id(darren::StatusWord state) { return darren_state(state).id; }
std::string_view darren_state_words(darren::StatusWord state) { return darren_state(state).name; }

Id darren_command_id(darren::Word word) {
  const Named known = protocols::entry_of(darren::command_words(), static_cast<std::uint32_t>(word));
  return known.name.empty() ? Id::darren_word_unknown : known.id;
}

Message darren_warning_message(std::uint32_t warnings) {
  Message all;
  for (const Named& warning : darren::warnings())
    if ((warnings & warning.value) != 0) all = added(all, warning.id);
  return all;
}

std::string darren_warning_words(std::uint32_t warnings) {
  std::string text;
  for (const Named& warning : darren::warnings())
    if ((warnings & warning.value) != 0) text += (text.empty() ? "" : ", ") + std::string{warning.name};
  return text;
}

Id motus_state_id(motus::DofStatus state) { return motus_state(state).id; }
std::string_view motus_state_words(motus::DofStatus state) { return motus_state(state).name; }

Message motus_error_message(const motus::StatusFrame& status) {
  Message all;
  for (std::size_t leg = 0; leg < status.errors.size(); ++leg)
    if (status.errors[leg] != 0.0F)
      all =
          added(all, say<Id::host_leg_error>(
                         leg + 1, hardware_code_message(static_cast<int>(std::lround(status.errors[leg])))));
  return all;
}

}  // namespace hexad::host
