#include "capture/readers.hpp"
#include "messages/say.hpp"
#include "protocols/darren/describe.hpp"

namespace hexad::capture {
namespace {

namespace darren = protocols::darren;
using messages::Id;
using messages::say;

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
  const Direction whence = direction.value_or(Direction::to_controller);
  const auto frame = darren::decode(bytes);
  if (!frame) return refused(Protocol::darren, whence, {}, say<Id::decode_darren_size>(bytes.size()));
  if (direction == Direction::from_controller)
    return refused(Protocol::darren, whence, {}, say<Id::decode_darren_id>(frame->message_id));
  return {Protocol::darren, whence, bytes.size() == darren::kPrintedSize ? "printed command" : "command",
          true, described(bytes.size(), [&frame](wire::TextWriter& out) { describe(*frame, out); })};
}

}  // namespace hexad::capture
