#include "host/words.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "model/fault.hpp"
#include "protocols/mdof/status.hpp"
#include "protocols/words.hpp"

namespace hexad::host {

std::string hardware_code_words(int code) {
  const std::string_view name =
      protocols::name_of(protocols::hardware_codes(), static_cast<std::uint32_t>(code));
  return name.empty() ? "code " + std::to_string(code) + ", not in the manual" : std::string{name};
}

std::string mdof_code_words(int code) {
  using protocols::mdof::Code;
  switch (static_cast<Code>(code)) {
    case Code::done:
      return "done";
    case Code::bad_request:
      return "bad format or parameter";
    case Code::moving:
      return "refused: the platform moves, or somebody else drives it";
    case Code::motion_error:
      return "error in motion, without a hardware code";
    case Code::stopped:
      return "ended by a stop";
    case Code::paused:
      return "paused";
    case Code::resumed:
      return "resumed";
    case Code::refused_while_paused:
      return "refused while paused: 6 resumes, 4 stops";
  }
  if (code == static_cast<int>(HardwareCode::not_zeroed)) return "not zeroed: send 1 first";
  return hardware_code_words(code);
}

std::string_view darren_state_words(protocols::darren::StatusWord state) {
  using protocols::darren::StatusWord;
  switch (state) {
    case StatusWord::init:
      return "initialising";
    case StatusWord::powered_up:
      return "powered up, not zeroed";
    case StatusWord::zeroing:
      return "zeroing";
    case StatusWord::origin:
      return "at the origin";
    case StatusWord::ascend:
      return "ascending";
    case StatusWord::neutral:
      return "at neutral";
    case StatusWord::running:
      return "running";
    case StatusWord::to_neutral:
      return "going to neutral";
    case StatusWord::descending:
      return "descending";
    case StatusWord::holding:
      return "holding";
    case StatusWord::fault:
      return "fault";
    case StatusWord::emergency:
      return "emergency";
    case StatusWord::maintenance:
      return "maintenance";
  }
  return "a state the manual does not know";
}

std::string_view darren_command_words(protocols::darren::Word word) {
  using protocols::darren::Word;
  switch (word) {
    case Word::no_change:
      return "no change";
    case Word::neutral:
      return "neutral";
    case Word::run:
      return "run";
    case Word::descend:
      return "descend";
    case Word::hold:
    case Word::hold_too:
      return "hold";
    case Word::file_play:
      return "file play";
    case Word::reset:
      return "reset";
    case Word::emergency:
      return "emergency";
  }
  return "unknown";
}

std::string darren_warning_words(std::uint32_t warnings) {
  namespace warning = protocols::darren::warning;
  constexpr std::array<std::pair<std::uint32_t, std::string_view>, 6> kWords{
      {{warning::kHostTimeout, "host time-out"},
       {warning::kHostSlow, "fewer than 50 frames a second"},
       {warning::kClamped, "command clamped to the reach"},
       {warning::kNotDriver, "another host drives"},
       {warning::kOutOfOrder, "frames out of order"},
       {warning::kLoopLate, "control loop late"}}};
  std::string text;
  for (const auto& word : kWords) {
    if ((warnings & word.first) == 0) continue;
    if (!text.empty()) text += ", ";
    text += word.second;
  }
  return text;
}

std::string_view motus_state_words(protocols::motus::DofStatus state) {
  if (state == protocols::motus::DofStatus::risen) return "raised, standing";  // also beside the middle
  const std::string_view words = protocols::motus::to_string(state);
  return words == "unknown" ? "a state the manual does not know" : words;
}

std::string motus_error_words(const protocols::motus::StatusFrame& status) {
  std::string text;
  for (std::size_t leg = 0; leg < status.errors.size(); ++leg) {
    if (status.errors[leg] == 0.0F) continue;
    if (!text.empty()) text += ", ";
    text += "leg " + std::to_string(leg + 1) + ": " +
            hardware_code_words(static_cast<int>(std::lround(status.errors[leg])));
  }
  return text;
}

}  // namespace hexad::host
