#include "capture/readers.hpp"
#include "protocols/darren/describe.hpp"

namespace hexad::capture {
namespace {

namespace darren = protocols::darren;

const std::array kCommandChoices{Choice{"message ID", darren::message_ids()},
                                 Choice{"command word", darren::command_words()}};
const std::array kStatusChoices{
    Choice{"message ID", darren::message_ids()}, Choice{"status word", darren::status_words()},
    Choice{"error code", protocols::hardware_codes()}, Choice{"warnings", darren::warnings(), true}};

const std::array kDarrenForms{
    FrameForm{Protocol::darren, Direction::to_controller, "command", darren::kCommand,
              darren::command_meanings(), kCommandChoices, "message ID"},
    FrameForm{Protocol::darren, Direction::to_controller, "printed command", darren::kPrintedCommand,
              darren::command_meanings(), kCommandChoices, "message ID"},
    FrameForm{Protocol::darren,
              Direction::from_controller,
              "status",
              darren::kStatus,
              darren::status_meanings(),
              kStatusChoices,
              {}},
    FrameForm{
        Protocol::darren, Direction::from_controller, "reply", darren::kReply, {}, kCommandChoices, {}}};

Reading read_answer(Bytes bytes, const std::variant<darren::StatusFrame, darren::Reply>& answer) {
  Reading reading{Protocol::darren, Direction::from_controller, "reply", true, {}};
  if (answer.index() == 0) reading.frame = "status";
  reading.text = described(bytes.size(), [&answer](wire::TextWriter& out) {
    std::visit([&out](const auto& frame) { describe(frame, out); }, answer);
  });
  return reading;
}

}  // namespace

std::span<const FrameForm> darren_forms() { return kDarrenForms; }

Reading read_darren(Bytes bytes, std::optional<Direction> direction) {
  const auto answer = darren::decode_answer(bytes);
  if (direction != Direction::to_controller && answer) return read_answer(bytes, *answer);
  Reading reading{Protocol::darren, direction.value_or(Direction::to_controller), {}, false, {}};
  const auto frame = darren::decode(bytes);
  if (!frame) {
    reading.text = "refused: " + std::to_string(bytes.size()) + " bytes, a frame has 128 (or 124 as printed)";
  } else if (direction == Direction::from_controller) {
    reading.text = "refused: message ID " + std::to_string(frame->message_id) +
                   " from the controller, which sends 11, 12 and 200";
  } else {
    reading.frame = bytes.size() == darren::kPrintedSize ? "printed command" : "command";
    reading.valid = true;
    reading.text = described(bytes.size(), [&frame](wire::TextWriter& out) { describe(*frame, out); });
  }
  return reading;
}

}  // namespace hexad::capture
