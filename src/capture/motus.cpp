#include "capture/readers.hpp"
#include "messages/say.hpp"
#include "protocols/motus/generation1.hpp"
#include "protocols/motus/request.hpp"

namespace hexad::capture {
namespace {

namespace motus = protocols::motus;
using messages::Id;
using messages::say;
using protocols::Meaning;
using protocols::Named;

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
constexpr std::array kMeanings2020{
    kCommandMeanings[0], kCommandMeanings[1],
    kCommandMeanings[2], kCommandMeanings[3],
    kCommandMeanings[4], Meaning{-1, "Spd", 0, "Spd", kMotusAxes, protocols::halves("deg/s", "mm/s")}};
constexpr std::array kStatusMeanings{
    Meaning{-1, "Attitudes", 0, "Attitudes", kMotusAxes, kUnits},
    Meaning{-1, "ErrorCode", 0, "ErrorCode", kLegs, protocols::all_six("")},
    Meaning{-1, "MotorCode", 0, "MotorCode", kLegs, protocols::all_six("pulses")},
    Meaning{-1, "Tor", 0, "Tor", kLegs, protocols::all_six("Nm")}};

/// Generation 1, in the order of its own.
constexpr protocols::SixNames kAxes1{"roll", "pitch", "yaw", "forward", "lateral", "heave"};
constexpr std::array kCommand1Meanings{Meaning{-1, "DOFs", 0, "DOFs", kAxes1, kUnits}};
constexpr std::array kStatus1Meanings{
    Meaning{-1, "Attitudes", 0, "Attitudes", kAxes1, kUnits},
    Meaning{-1, "ErrorCode", 0, "ErrorCode", kLegs, protocols::all_six("")},
    Meaning{-1, "MotorCode", 0, "MotorCode", kLegs, protocols::all_six("pulses")}};
constexpr auto kCommandWords1 = [] {
  std::array<Named, motus::kCommands1.size()> words{};
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = {motus::kCommands1[i].then, motus::kCommands1[i].name};
  return words;
}();

/// What the six numbers of an array are; with motus.translation_unit = "mm" both ends mean millimetres.
constexpr std::string_view kOrder = " (pitch roll yaw in deg, sway surge heave in m)";
constexpr std::string_view kOrder2020 =
    " (in the order of 2020: pitch roll yaw in deg, sway surge heave in m, Spd in mm/s)";
constexpr std::string_view kOrder1 = " (roll pitch yaw in deg, forward lateral heave in m or mm)";

}  // namespace

std::span<const FrameForm> motus_forms() {
  static constexpr std::array kCommandChoices{Choice{"Cmd", motus::kCommandWords}};
  static const std::array kStatusChoices{Choice{"DOFStatus", motus::state_words()}};
  static constexpr std::array kCommand1Choices{Choice{"Cmd1", kCommandWords1}};
  static constexpr std::array kStatus1Choices{Choice{"Status", motus::kStates1}};
  using enum Direction;
  constexpr Protocol kSelf = Protocol::motus;
  static const std::array forms{
      FrameForm{kSelf, to_controller, "command", motus::kCommand, kCommandMeanings, kCommandChoices, {}},
      FrameForm{
          kSelf, to_controller, "command 2020", motus::kCommand2020, kMeanings2020, kCommandChoices, {}},
      FrameForm{kSelf, to_controller, "command 1", motus::kCommand1, kCommand1Meanings, kCommand1Choices, {}},
      FrameForm{kSelf, from_controller, "status", motus::kStatus, kStatusMeanings, kStatusChoices, {}},
      FrameForm{kSelf, from_controller, "status 1", motus::kStatus1, kStatus1Meanings, kStatus1Choices, {}}};
  return forms;
}

Reading read_motus(Bytes bytes, std::optional<Direction> direction) {
  Reading reading{Protocol::motus, direction.value_or(Direction::to_controller), {}, false, {}};
  const bool old = bytes.size() == motus::kCommand1Size || bytes.size() == motus::kStatus1Size;
  const bool is_status = bytes.size() == motus::kStatusSize || bytes.size() == motus::kStatus1Size;
  if (is_status && direction != Direction::to_controller) reading.direction = Direction::from_controller;
  const bool status = reading.direction == Direction::from_controller;
  const auto tell = [&reading, bytes, status](const auto& frame) {
    if (!frame) {
      const Id what = id_of(frame.error());
      reading = refused(
          reading.protocol, reading.direction, reading.frame,
          frame.error() == motus::Problem::size
              ? say<Id::decode_motus_size>(what, bytes.size(), status ? Id::wire_status : Id::wire_command,
                                           status ? motus::kStatusSize : motus::kCommandSize)
              : say<Id::decode_motus_first>(what));
      return;
    }
    reading.valid = true;
    reading.text = described(bytes.size(), [&frame](wire::TextWriter& out) { describe(*frame, out); });
  };
  reading.frame = status ? "status" : "command";
  if (old) {
    reading.frame += " 1";
    status ? tell(motus::decode_status1(bytes)) : tell(motus::decode1(bytes));
    if (reading.valid) reading.text += kOrder1;
  } else if (status) {
    tell(motus::decode_status(bytes));
    if (reading.valid) reading.text += kOrder;
  } else {
    // The bytes of a step or a sine tell the order; the others are the same in both, but for DO and CyChoose.
    const bool of_2020 = fits_other_dialect(bytes, motus::Dialect::manual);
    const auto frame = motus::decode(bytes, of_2020 ? motus::Dialect::of_2020 : motus::Dialect::manual);
    tell(frame);
    if (!frame) return reading;
    if (of_2020) reading.frame += " 2020";
    if (frame->is(motus::Cmd::follow) || frame->is(motus::SubCmd::step) || frame->is(motus::SubCmd::sine))
      reading.text += of_2020 ? kOrder2020 : kOrder;
    if (!values_are_finite(*frame)) reading.text += " (not finite: not executed)";
  }
  return reading;
}

}  // namespace hexad::capture
