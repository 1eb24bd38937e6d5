#include "capture/readers.hpp"
#include "protocols/motus/request.hpp"
#include "protocols/motus/status.hpp"

namespace hexad::capture {
namespace {

namespace motus = protocols::motus;
using protocols::Meaning;
using protocols::Named;

constexpr std::uint32_t of(motus::Cmd cmd) noexcept { return static_cast<std::uint32_t>(cmd); }

constexpr std::array kCommands{Named{of(motus::Cmd::neutral), "back to the middle"},
                               Named{of(motus::Cmd::emergency), "emergency stop"},
                               Named{of(motus::Cmd::zero), "seek the bottom"},
                               Named{of(motus::Cmd::manual), "manual"},
                               Named{of(motus::Cmd::raise), "rise"},
                               Named{of(motus::Cmd::descend), "down to the bottom"},
                               Named{of(motus::Cmd::follow), "follow"},
                               Named{of(motus::Cmd::instruct), "instruct"},
                               Named{of(motus::Cmd::script), "script"}};

/// The words the codec has, of every value it has one for.
const std::vector<Named>& states() {
  static const std::vector<Named> list = [] {
    std::vector<Named> words;
    for (std::uint32_t value = 0; value < 256; ++value) {
      const std::string_view word = motus::to_string(static_cast<motus::DofStatus>(value));
      if (word != "unknown") words.push_back({value, word});
    }
    return words;
  }();
  return list;
}

constexpr auto kMotusAxes = protocols::kPitchToHeave;
constexpr auto kLegs = protocols::kOneToSix;
constexpr protocols::SixNames kUnits = protocols::halves("deg", "m");

constexpr std::array kCommandMeanings{
    Meaning{-1, "DOFs", 0, "DOFs", kMotusAxes, kUnits},
    Meaning{-1, "Amp", 0, "Amp", kMotusAxes, kUnits},
    Meaning{-1, "Fre", 0, "Fre", kMotusAxes, protocols::all_six("Hz")},
    Meaning{-1, "Pha", 0, "Pha", kMotusAxes, protocols::all_six("deg")},
    Meaning{-1, "Pos", 0, "Pos", kMotusAxes, kUnits},
    Meaning{-1, "Spd", 0, "Spd", kMotusAxes, protocols::halves("deg/s", "m/s")}};
constexpr std::array kStatusMeanings{
    Meaning{-1, "Attitudes", 0, "Attitudes", kMotusAxes, kUnits},
    Meaning{-1, "ErrorCode", 0, "ErrorCode", kLegs, protocols::all_six("")},
    Meaning{-1, "MotorCode", 0, "MotorCode", kLegs, protocols::all_six("pulses")},
    Meaning{-1, "Tor", 0, "Tor", kLegs, protocols::all_six("Nm")}};

/// What the six numbers of an array are; with motus.translation_unit = "mm" both ends mean millimetres.
constexpr std::string_view kOrder = " (pitch roll yaw in deg, sway surge heave in m)";

}  // namespace

std::span<const FrameForm> motus_forms() {
  static const std::array command_choices{Choice{"Cmd", kCommands}};
  static const std::array status_choices{Choice{"DOFStatus", states()}};
  static const std::array forms{FrameForm{Protocol::motus,
                                          Direction::to_controller,
                                          "command",
                                          motus::kCommand,
                                          kCommandMeanings,
                                          command_choices,
                                          {}},
                                FrameForm{Protocol::motus,
                                          Direction::from_controller,
                                          "status",
                                          motus::kStatus,
                                          kStatusMeanings,
                                          status_choices,
                                          {}}};
  return forms;
}

Reading read_motus(Bytes bytes, std::optional<Direction> direction) {
  Reading reading{Protocol::motus, direction.value_or(Direction::to_controller), {}, false, {}};
  if (bytes.size() == motus::kStatusSize && direction != Direction::to_controller)
    reading.direction = Direction::from_controller;
  const bool status = reading.direction == Direction::from_controller;
  const auto fail = [&reading, bytes, status](motus::Problem problem) {
    reading.text = "refused: " + std::string{to_string(problem)};
    reading.text += problem == motus::Problem::size ? " (" + std::to_string(bytes.size()) + " bytes, a " +
                                                          (status ? "status has 108)" : "command has 180)")
                                                    : ", the first byte must be 55";
    return reading;
  };
  reading.frame = status ? "status" : "command";
  if (status) {
    const auto frame = motus::decode_status(bytes);
    if (!frame) return fail(frame.error());
    reading.text = described(bytes.size(), [&frame](wire::TextWriter& out) { describe(*frame, out); });
    reading.text += kOrder;
  } else {
    const auto frame = motus::decode(bytes);
    if (!frame) return fail(frame.error());
    reading.text = described(bytes.size(), [&frame](wire::TextWriter& out) { describe(*frame, out); });
    if (frame->is(motus::Cmd::follow) || frame->is(motus::SubCmd::step) || frame->is(motus::SubCmd::sine))
      reading.text += kOrder;
    if (!values_are_finite(*frame)) reading.text += " (not finite: not executed)";
  }
  reading.valid = true;
  return reading;
}

}  // namespace hexad::capture
