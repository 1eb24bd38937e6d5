// Every message of the API. Those that are made by rows have them beside the code that makes them; of the
// others the fields stand here, and a test compares them with what is sent (tests/data/console).

#include <algorithm>

#include "console_api/cueing_text.hpp"
#include "console_api/status_tables.hpp"

namespace hexad::inline console_api {
namespace {

const MessageInfo kSaid{
    "Said",
    "Something said: in English, and by its id.",
    {{"text", "text", "", "English"}, {"message", "said?", "", "null: not of the table"}}};

const MessageInfo kLimitHit{"LimitHit",
                            "A limit that acts.",
                            {{"what", "text", "", "its short name: names.json"},
                             {"leg", "whole?", "", "from 1"},
                             {"axis", "whole?", "", "from 1"},
                             {"asked", "number", "unit", ""},
                             {"allowed", "number", "unit", ""},
                             {"unit", "text", "", ""},
                             {"text", "text", "", "English"},
                             {"message", "said?", "", ""}}};

const MessageInfo kFault{"Fault",
                         "A fault, or the emergency stop.",
                         {{"code", "whole", "", "the hardware code hosts see; 195 = emergency stop"},
                          {"name", "text", "", "its short name: names.json"},
                          {"text", "text", "", "English"},
                          {"leg", "whole?", "", "from 1"},
                          {"value", "number", "unit", ""},
                          {"limit", "number", "unit", ""},
                          {"unit", "text", "", ""},
                          {"message", "said?", "", ""}}};

const MessageInfo kEvent{
    "Event",
    "The message `event`: something happened, or a line of the log.",
    {{"time", "number", "s", "since 1970"},
     {"t", "number", "s", "platform time; null for lines of the log"},
     {"kind", "text", "",
      "answer, refusal, transition, limit, fault, driver, host_lost, log; order, control, service"},
     {"level", "text", "", "info, warn, error"},
     {"past", "flag", "", "it happened before this client came"},
     {"text", "text", "", "English"},
     {"message", "said?", "", ""},
     {"code", "text?", "", "of a refusal, a limit, a fault"},
     {"from", "text?", "", "transition"},
     {"to", "text?", "", "transition"},
     {"cause", "text?", "", "transition"},
     {"limit", "LimitHit?", "", "limit, refusal"},
     {"began", "flag?", "", "limit"},
     {"fault", "Fault?", "", "fault"},
     {"driver", "text?", "", "driver, host_lost, answer"},
     {"silence", "number?", "s", "host_lost"},
     {"who", "text?", "", "order, control, service: address and number of the console"},
     {"role", "text?", "", "of who: viewer, operator, engineer"}}};

const MessageInfo kReply{"Reply",
                         "The answer to an order: the body of POST /api/ctl, and the message `reply`.",
                         {{"result", "text", "", "done, accepted, refused, failed"},
                          {"reason", "text", "", "English; may be empty when done"},
                          {"message", "said?", "", ""},
                          {"state", "State", "", "when it was given"},
                          {"code", "text?", "", "the short name of a refusal"}}};

const MessageInfo kLegal{"Legal",
                         "The message `legal`: what an operator may do now, by action.",
                         {{"actions", "any", "", "null, or why not, in English"},
                          {"codes", "any", "", "null, or the short name of the reason"},
                          {"messages", "any", "", "null, or the reason as a message"}}};

const MessageInfo kRanges{
    "Ranges",
    "The message `ranges`: how far each axis alone may go from where the target is.",
    {{"pose", "Six", "mm, °", ""}, {"ranges", "Range[]", "mm, °", "lowest and highest"}}};

const MessageInfo kPacket{"Packet",
                          "A datagram, to whom has subscribed to its protocol.",
                          {{"time", "number", "s", "since 1970"},
                           {"protocol", "text", "", ""},
                           {"direction", "text", "", "in, out"},
                           {"peer", "text", "", ""},
                           {"size", "whole", "bytes", ""},
                           {"hex", "text", "", ""},
                           {"text", "text", "", "as hexad decode says it"},
                           {"verdict", "text?", "", "why it was dropped"}}};
const MessageInfo kPackets{
    "Packets",
    "The message `packets`.",
    {{"packets", "Packet[]", "", ""}, {"left_out", "whole", "", "more than can be shown"}}};

const MessageInfo kCabin{"Cabin",
                         "What stands on the platform.",
                         {{"size_mm", "Point", "mm", ""}, {"eye_mm", "Point?", "mm", "the eye point"}}};
const MessageInfo kInjection{"Injection",
                             "A fault that can be injected into simulated drives.",
                             {{"name", "text", "", ""},
                              {"per_leg", "flag", "", ""},
                              {"all_legs", "flag", "", "without a leg it means all"},
                              {"value", "text", "", "what its value is; empty = it has none"},
                              {"default", "number", "", ""},
                              {"text", "text", "", "what it does"}}};
const MessageInfo kProtocol{
    "Protocol", "An open port.", {{"name", "text", "", ""}, {"address", "text", "", ""}}};
const MessageInfo kMotor{"Motor",
                         "The motor of a leg.",
                         {{"torque_Nm", "number", "Nm", "rated"}, {"peak_torque_Nm", "number", "Nm", ""}}};
const MessageInfo kLimits{"Limits",
                          "What the motion keeps within.",
                          {{"velocity", "Six", "mm/s, °/s", ""},
                           {"acceleration", "Six", "mm/s², °/s²", ""},
                           {"jerk", "Six", "mm/s³, °/s³", ""},
                           {"leg_velocity_mm_s", "number", "mm/s", ""},
                           {"leg_acceleration_mm_s2", "number", "mm/s²", ""},
                           {"leg_jerk_mm_s3", "number", "mm/s³", ""},
                           {"jog_mm_s", "number", "mm/s", ""},
                           {"jog_unzeroed_mm_s", "number", "mm/s", ""},
                           {"stroke_margin_mm", "number", "mm", "at both ends"},
                           {"joint_angle", "number", "°", ""},
                           {"rotation_angle", "number", "°", ""}}};
const MessageInfo kMachine{
    "Machine",
    "GET /api/machine, and the message `machine`: what the machine is, in numbers a screen can draw.",
    {{"platform", "text", "", ""},
     {"simulated", "flag", "", "the drives are; by their own report"},
     {"drives", "text", "",
      "what moves the legs: `simulated`, `shared` and the block of memory, or "
      "`darren`, `motus` and the controller behind the gateway"},
     {"legs", "whole", "", ""},
     {"rotary", "flag", "", "there is a rotary axis"},
     {"neutral_height_mm", "number", "mm", ""},
     {"bottom_height_mm", "number", "mm", ""},
     {"revision", "whole", "", "rises when a calibration replaces the machine"},
     {"base_joints_mm", "Point[]", "mm", "in base axes"},
     {"platform_joints_mm", "Point[]", "mm", "in platform axes"},
     {"platform_neutral_mm", "Point", "mm", "where the platform's origin is at pose 0"},
     {"leg_min_mm", "number", "mm", "shortest leg"},
     {"leg_max_mm", "number", "mm", "longest leg"},
     {"stroke_mm", "number", "mm", ""},
     {"neutral_extension_mm", "number[]", "mm", ""},
     {"limits", "Limits", "", ""},
     {"ranges", "Range[]", "mm, °", "how far each axis goes alone from neutral"},
     {"cabin", "Cabin?", "", ""},
     {"payload_kg", "number", "kg", ""},
     {"motor", "Motor", "", ""},
     {"relays", "whole", "", "how many"},
     {"outputs", "whole", "", "how many"},
     {"inputs", "whole", "", "how many"},
     {"protocols", "Protocol[]", "", ""},
     {"injections", "Injection[]", "", "none where this program does not simulate the drives"},
     {"rate_hz", "number", "Hz", ""},
     {"speed", "number", "", "seconds of platform time a second"},
     {"version", "text", "", ""}}};

const MessageInfo kHello{"Hello",
                         "The message `hello`, the first of a websocket.",
                         {{"names", "text[]", "", "of the protocols"},
                          {"states", "text[]", "", ""},
                          {"programs", "text[]", "", ""},
                          {"now", "number", "s", "since 1970"},
                          {"mono", "number", "s", "the steady clock of mono_s"},
                          {"console", "whole", "", "number of this websocket"},
                          {"role", "text", "", "of its token: viewer, operator, engineer"},
                          {"machine", "Machine", "", ""}}};
const MessageInfo kConsole{"Console",
                           "A page that is connected.",
                           {{"number", "whole", "", ""},
                            {"address", "text", "", ""},
                            {"role", "text", "", "viewer, operator, engineer"},
                            {"in_control", "flag", "", "its orders drive; others must take over first"}}};
const MessageInfo kHosts{"Hosts",
                         "The message `hosts`, twice a second.",
                         {{"hosts", "Host[]", "", ""},
                          {"listening", "Listening[]", "", ""},
                          {"consoles", "Console[]", "", "every page that is connected"}}};
const MessageInfo kLoopMessage{
    "LoopMessage", "The message `loop`, once a second.", {{"loop", "Loop", "", ""}}};

const MessageInfo kRefused{"Refused",
                           "The answer to a request that is not served, with an HTTP status that fits.",
                           {{"error", "text", "", "English"}, {"message", "said", "", ""}}};

const MessageInfo kRecordedColumn{
    "RecordedColumn", "A column of a black box.", {{"name", "text", "", ""}, {"unit", "text", "", ""}}};
const MessageInfo kRecordedEvent{"RecordedEvent",
                                 "An event in a black box.",
                                 {{"t", "number", "s", "from the fault on"},
                                  {"level", "text", "", "info, warn, error"},
                                  {"text", "text", "", "English"},
                                  {"message", "said", "", ""}}};
const MessageInfo kRecording{
    "Recording",
    "GET /api/fault: the black box of the last fault or emergency stop.",
    {{"what", "text", "", "the short name of the fault, or emergency_stop"},
     {"text", "text", "", "English"},
     {"message", "said", "", ""},
     {"emergency", "flag", "", "the emergency stop came in the same tick"},
     {"code", "whole", "", "the hardware code hosts see; 195 = emergency stop"},
     {"leg", "whole?", "", "from 1, if it is one leg's"},
     {"value", "number", "unit", "what was measured"},
     {"bound", "number", "unit", "what is allowed"},
     {"unit", "text", "", ""},
     {"time", "text", "", "of the fault, UTC"},
     {"time_s", "number", "s", "platform time"},
     {"tick", "whole", "", ""},
     {"platform", "text", "", ""},
     {"version", "text", "", "of the program"},
     {"revision", "whole", "", "of the machine"},
     {"rate_hz", "number", "Hz", ""},
     {"legs", "whole", "", "how many"},
     {"missed", "whole", "", "later faults that came before an older one had been read"},
     {"columns", "RecordedColumn[]", "", "of each row"},
     {"rows", "values[]", "", "a tick each, oldest first: a value a column"},
     {"requests", "any[]", "", "the last but for streams: t, tick, who, what, and what belongs to it"},
     {"frames", "any[]", "", "the last streamed targets, likewise"},
     {"events", "RecordedEvent[]", "", "the last"}}};

}  // namespace

const std::vector<MessageInfo>& message_tables() {
  static const std::vector<MessageInfo> all = [] {
    MessageInfo status = status_table().info();
    const MessageInfo telemetry = telemetry_table().info();
    status.fields.insert(status.fields.begin(), telemetry.fields.begin(), telemetry.fields.end());
    return std::vector<MessageInfo>{kSaid,
                                    kLimitHit,
                                    kFault,
                                    leg_table().info(),
                                    rotary_table().info(),
                                    manoeuvre_table().info(),
                                    drives_table().info(),
                                    cue_table().info(),
                                    telemetry,
                                    host_table().info(),
                                    listening_table().info(),
                                    loop_table().info(),
                                    log_table().info(),
                                    queues_table().info(),
                                    status,
                                    kEvent,
                                    kReply,
                                    kLegal,
                                    kRanges,
                                    kPacket,
                                    kPackets,
                                    kCabin,
                                    kInjection,
                                    kProtocol,
                                    kMotor,
                                    kLimits,
                                    kMachine,
                                    kHello,
                                    kConsole,
                                    kHosts,
                                    kLoopMessage,
                                    kRefused,
                                    kRecordedColumn,
                                    kRecordedEvent,
                                    kRecording};
  }();
  return all;
}

const MessageInfo* find_message(std::string_view name) {
  const auto found = std::find_if(message_tables().begin(), message_tables().end(),
                                  [&](const MessageInfo& message) { return message.name == name; });
  return found == message_tables().end() ? nullptr : &*found;
}

}  // namespace hexad::inline console_api
