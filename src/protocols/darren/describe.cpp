#include "protocols/darren/describe.hpp"

#include "protocols/named.hpp"

namespace hexad::protocols::darren {
namespace {

using messages::Id;

constexpr std::uint32_t of(Word word) noexcept { return static_cast<std::uint32_t>(word); }
constexpr std::uint32_t of(StatusWord word) noexcept { return static_cast<std::uint32_t>(word); }
constexpr std::uint32_t of(MessageId id) noexcept { return static_cast<std::uint32_t>(id); }

constexpr std::array kMessageIds{Named{of(MessageId::connect), "connect"},
                                 Named{of(MessageId::disconnect), "disconnect"},
                                 Named{11, "ack"},
                                 Named{12, "nack"},
                                 Named{of(MessageId::pose), "pose"},
                                 Named{of(MessageId::actuators), "actuators"},
                                 Named{of(MessageId::cueing), "cueing"},
                                 Named{of(MessageId::playback), "playback"},
                                 Named{of(MessageId::point_to_point), "point to point"},
                                 Named{of(MessageId::sine), "sine"},
                                 Named{200, "status"}};

constexpr std::array kCommandWords{
    named<Id::darren_word_0>(Word::no_change), named<Id::darren_word_1>(Word::neutral),
    named<Id::darren_word_2>(Word::run),       named<Id::darren_word_3>(Word::descend),
    named<Id::darren_word_5>(Word::hold),      named<Id::darren_word_6>(Word::file_play),
    named<Id::darren_word_5>(Word::hold_too),  named<Id::darren_word_8>(Word::reset),
    named<Id::darren_word_9>(Word::emergency)};

constexpr std::array kStatusWords{
    named<Id::darren_state_0>(StatusWord::init),        named<Id::darren_state_1>(StatusWord::powered_up),
    named<Id::darren_state_2>(StatusWord::zeroing),     named<Id::darren_state_3>(StatusWord::origin),
    named<Id::darren_state_4>(StatusWord::ascend),      named<Id::darren_state_5>(StatusWord::neutral),
    named<Id::darren_state_6>(StatusWord::running),     named<Id::darren_state_7>(StatusWord::to_neutral),
    named<Id::darren_state_9>(StatusWord::descending),  named<Id::darren_state_10>(StatusWord::holding),
    named<Id::darren_state_11>(StatusWord::fault),      named<Id::darren_state_12>(StatusWord::emergency),
    named<Id::darren_state_20>(StatusWord::maintenance)};

constexpr std::array kWarnings{named<Id::darren_warning_time_out>(warning::kHostTimeout),
                               named<Id::darren_warning_slow>(warning::kHostSlow),
                               named<Id::darren_warning_clamped>(warning::kClamped),
                               named<Id::darren_warning_not_driver>(warning::kNotDriver),
                               named<Id::darren_warning_order>(warning::kOutOfOrder),
                               named<Id::darren_warning_late>(warning::kLoopLate)};

constexpr SixNames kPoseUnits = halves("deg", "mm");
constexpr SixNames kActuators{"A", "B", "C", "D", "E", "F"};

constexpr std::array kCommandMeanings{
    Meaning{of(MessageId::pose), "values", 0, "pose", kPitchToHeave, kPoseUnits},
    Meaning{of(MessageId::actuators), "values", 0, "actuators", kActuators, all_six("mm")},
    Meaning{of(MessageId::cueing), "values", 0, "rate and acceleration", kPitchToHeave,
            halves("deg/s", "m/s2")},
    Meaning{of(MessageId::point_to_point), "values", 0, "target", kPitchToHeave, kPoseUnits},
    Meaning{of(MessageId::point_to_point), "more values", 0, "speed", kPitchToHeave, halves("deg/s", "mm/s")},
    Meaning{of(MessageId::sine), "values", 0, "amplitude", kPitchToHeave, kPoseUnits},
    Meaning{of(MessageId::sine), "more values", 0, "frequency", kPitchToHeave, all_six("Hz")},
    Meaning{of(MessageId::sine), "more values", 6, "phase", kPitchToHeave, all_six("deg")}};

constexpr std::array kStatusMeanings{
    Meaning{-1, "pitch roll yaw sway surge heave", 0, "pose", kPitchToHeave, kPoseUnits},
    Meaning{-1, "actuators", 0, "actuators", kActuators, all_six("mm")},
    Meaning{-1, "drive errors", 0, "drive errors", kActuators, all_six("")},
    Meaning{-1, "torque", 0, "torque", kActuators, all_six("Nm")}};

void write_bits(std::string_view name, std::uint8_t bits, wire::TextWriter& out) noexcept {
  if (bits == 0) return;
  out.text(", ").text(name);
  for (unsigned i = 0; i < 8; ++i) {
    if ((bits >> i & 1U) != 0) out.text(" ").integer(i + 1);
  }
}

void write_word(const HostFrame& frame, wire::TextWriter& out) noexcept {
  const std::string_view word = name_of(kCommandWords, frame.word);
  if (word.empty()) {
    out.text("command word ").integer(frame.word).text(" (unknown, ignored)");
  } else {
    out.text(word);
  }
  if (frame.word == of(Word::file_play)) out.text(" ").integer(frame.file);
}

// 106 and 107 start with 1; 106 stops with 0x80, 107 with 0.
void write_sub_command(const HostFrame& frame, wire::TextWriter& out) noexcept {
  const bool point = frame.message_id == of(MessageId::point_to_point);
  if (!point && frame.message_id != of(MessageId::sine)) return;
  if (frame.sub_command == 1) {
    out.text(" start");
  } else if (frame.sub_command == (point ? 0x80U : 0U)) {
    out.text(" stop");
  } else {
    out.text(" with unknown sub command ").integer(frame.sub_command);
  }
}

void write_values(const HostFrame& frame, wire::TextWriter& out) noexcept {
  const bool program =
      frame.message_id == of(MessageId::point_to_point) || frame.message_id == of(MessageId::sine);
  if (program && frame.sub_command != 1) return;  // what a stop carries is not used
  for (const Meaning& meaning : kCommandMeanings) {
    if (meaning.selector != frame.message_id) continue;
    const std::span<const float> from =
        meaning.field == "values" ? std::span<const float>{frame.values} : std::span<const float>{frame.more};
    out.text(meaning.name == name_of(kMessageIds, frame.message_id) ? ": " : "; ");
    if (meaning.name != name_of(kMessageIds, frame.message_id)) out.text(meaning.name).text(" ");
    write_places<float>(meaning.places, meaning.units, from.subspan(meaning.first).first<6>(), out);
  }
}

}  // namespace

std::span<const Named> message_ids() noexcept { return kMessageIds; }
std::span<const Named> command_words() noexcept { return kCommandWords; }
std::span<const Named> status_words() noexcept { return kStatusWords; }
std::span<const Named> warnings() noexcept { return kWarnings; }
std::span<const Meaning> command_meanings() noexcept { return kCommandMeanings; }
std::span<const Meaning> status_meanings() noexcept { return kStatusMeanings; }

void describe(const HostFrame& frame, wire::TextWriter& out) noexcept {
  out.text("#").integer(frame.sequence).text(" ");
  write_word(frame, out);
  const std::string_view id = name_of(kMessageIds, frame.message_id);
  if (id.empty()) {
    out.text(", message ID ").integer(frame.message_id).text(" (only the command word acts)");
  } else {
    out.text(", ").text(id);
  }
  write_sub_command(frame, out);
  write_values(frame, out);
  if (!values_are_finite(frame)) out.text(" (not finite: only the command word acts)");
}

void describe(const StatusFrame& status, wire::TextWriter& out) noexcept {
  const std::string_view word = name_of(kStatusWords, of(status.state));
  out.text("#").integer(status.sequence).text(" status ").integer(of(status.state)).text(" (");
  out.text(word.empty() ? "unknown" : word).text("), ").text(status.moving ? "moving" : "still");
  write_bits("inputs", status.inputs, out);
  write_bits("outputs", status.outputs, out);
  if (status.error != 0) {
    out.text(", error ").integer(status.error).text(" (").text(hardware_code_name(status.error)).text(")");
  }
  for (const Named& each : kWarnings) {
    if ((status.warnings & each.value) != 0) out.text(", warning: ").text(each.name);
  }
  out.text(", pose ");
  write_places<float>(kPitchToHeave, kPoseUnits, std::span<const float, 6>{status.pose}, out);
}

void describe(const Reply& reply, wire::TextWriter& out) noexcept {
  out.text("#").integer(reply.sequence).text(reply.acknowledged ? " ack" : " nack");
}

}  // namespace hexad::protocols::darren
