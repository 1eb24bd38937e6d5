#include "config/schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "cueing/tuning.hpp"
#include "messages/say.hpp"
#include "net/address.hpp"

namespace hexad::inline config {
namespace {

using cueing::kGainRange;
using cueing::kHighPassRange;
using cueing::kPlaceRange;
using cueing::kTiltGainRange;
using cueing::kTiltLowPassRange;
using cueing::kTiltRateRange;
using messages::Id;
using messages::say;

// A place in Config as a function; the table below would be unreadable with lambdas written out.
#define AT(member) \
  [](Config & c) -> auto& { return c.member; }

template <class Place>
constexpr AnySlot slot_of(Place place) {
  using T = std::remove_reference_t<std::invoke_result_t<Place, Config&>>;
  if constexpr (std::is_enum_v<T> || (std::is_integral_v<T> && !std::is_same_v<T, bool>)) {
    // A captureless lambda has no state: a new one of its type is the same function.
    return WholeSlot{
        [](const Config& c) { return static_cast<std::int64_t>(Place{}(const_cast<Config&>(c))); },
        [](Config& c, std::int64_t value) { Place{}(c) = static_cast<T>(value); }};
  } else {
    return static_cast<Slot<T>>(place);
  }
}

template <class Place>
Setting text(std::string_view key, Place place, std::string_view help) {
  return {.key = key, .slot = slot_of(place), .help = help};
}

template <class Place>
Setting text(std::string_view key, Place place, bool (*valid)(std::string_view), Id form,
             std::string_view help) {
  return {.key = key, .slot = slot_of(place), .valid = valid, .form = form, .help = help};
}

template <class Place>
Setting flag(std::string_view key, Place place, std::string_view help) {
  return {.key = key, .slot = slot_of(place), .help = help};
}

/// One number, or several with the same unit and bounds (a point, joints, one a leg, rates).
template <class Place>
Setting number(std::string_view key, Place place, std::string_view unit, Bounds bounds,
               std::string_view help) {
  return {.key = key, .slot = slot_of(place), .unit = unit, .bounds = std::move(bounds), .help = help};
}

template <class Place>
Setting choice(std::string_view key, Place place, std::vector<std::string_view> names,
               std::string_view help) {
  return {.key = key, .slot = slot_of(place), .choices = std::move(names), .help = help};
}

bool is_address(std::string_view t) { return net::parse_ip(t).has_value(); }
bool is_network(std::string_view t) { return net::parse_prefix(t).has_value(); }
bool is_socket_or_off(std::string_view t) { return t == "off" || net::parse_address(t).has_value(); }
bool is_secret(std::string_view t) {
  return t.empty() || (t.size() >= 16 && t.size() <= 256 &&
                       std::all_of(t.begin(), t.end(), [](char c) { return c > ' ' && c < 0x7F; }));
}
bool is_host_name(std::string_view t) {
  return !t.empty() && t.find_first_of(" /:") == std::string_view::npos;
}
bool is_block_or_empty(std::string_view t) { return t.empty() || t.front() == '/'; }
bool is_mistake(std::string_view t) { return t.find(':') != std::string_view::npos; }
bool is_controller_or_empty(std::string_view t) {
  return t.empty() || is_address(t) || net::parse_address(t).has_value();
}
bool is_socket_auto_or_off(std::string_view t) { return t == "auto" || is_socket_or_off(t); }

bool is_axis(std::string_view t) {
  constexpr std::array<std::string_view, kAxes> kNames{"sway", "surge", "heave", "pitch", "roll", "yaw"};
  return std::find(kNames.begin(), kNames.end(), t) != kNames.end();
}
bool is_field(std::string_view t) { return t.size() <= 64 && t.find_first_of("= \t\r\n,;") == t.npos; }

const std::vector<std::string_view> kOrders{"zyx", "zxy", "yzx", "yxz", "xyz", "xzy"};

// What every protocol has; `p` is the section and the member of Config.
#define LINK(p)                                                                                             \
  flag(#p ".enabled", AT(p.link.enabled), "open this protocol's port"),                                     \
      text(#p ".listen", AT(p.link.listen), is_address, Id::form_address, "address its port is opened on"), \
      number(#p ".port", AT(p.link.port), "", {0, 65535}, "UDP port; 0 = any free one"),                    \
      text(#p ".allow", AT(p.link.allow), is_network, Id::form_network,                                     \
           "who may speak; empty = whoever reaches the port"),                                              \
      choice(#p ".rotation_order", AT(p.link.rotation_order), kOrders,                                      \
             "matrix product left to right: zyx is R = Rz·Ry·Rx")

Bounds within(const cueing::TuningRange& range) { return {range.low, range.high}; }

// One number an axis, each of which may be given by itself.
#define CUE_AXIS(name, place, axis, range, help) \
  number("cueing." #name "." axis, AT(cueing.name[place]), range.unit, within(range), help)
#define CUE_AXES(name, range, help)                                                     \
  CUE_AXIS(name, 0, "sway", range, help), CUE_AXIS(name, 1, "surge", range, help),      \
      CUE_AXIS(name, 2, "heave", range, help), CUE_AXIS(name, 3, "pitch", range, help), \
      CUE_AXIS(name, 4, "roll", range, help), CUE_AXIS(name, 5, "yaw", range, help)

// Where the generic telemetry has an axis, and what the number means.
#define TELEMETRY_AXIS(axis, ...)                                                                        \
  text("telemetry." #axis ".field", AT(telemetry.axis.field), is_field, Id::form_field,                  \
       "generic: the field of this axis: a tag, or (csv, floats) its number from 1; empty = none"),      \
      number("telemetry." #axis ".scale", AT(telemetry.axis.scale), "", {-1e6, 1e6},                     \
             "generic: times this; negative where it counts the other way. Inside: right, forward, up, " \
             "nose up, right side down, nose left"),                                                     \
      choice("telemetry." #axis ".unit", AT(telemetry.axis.unit), {__VA_ARGS__}, "generic: what it is in")

std::vector<Setting> platform_settings() {
  return {
      text("name", AT(name), "what the machine is called"),
      text("description", AT(description), "one line about it"),
      text("platform", AT(platform), "preset or file this one builds on"),
      text("motion_smoothed", AT(motion_smoothed),
           "names of motion files that are low-passed as far as they must be to keep the limits"),
      text("motion_folder", AT(motion_folder),
           "folder of all motion files; default: the one that comes with the program"),
      text("state", AT(state),
           "folder of what survives a restart; default $XDG_STATE_HOME/hexad or ~/.local/state/hexad"),
      number("rotation_point", AT(rotation_point), "mm", {-5000, 5000},
             "commands turn about this point, from the platform joint plane's centre"),

      number("geometry.base", AT(geometry.base), "mm", {-5000, 5000}, "base joints, a row [x, y, z] a leg"),
      number("geometry.platform", AT(geometry.platform), "mm", {-5000, 5000}, "platform joints, a row a leg"),
      number("geometry.base_diameter", AT(geometry.base_diameter), "mm", {1, 10000}, "base joint circle"),
      number("geometry.base_pair_distance", AT(geometry.base_pair_distance), "mm", {0, 10000},
             "between the two joints of a base pair"),
      number("geometry.base_pair_angle", AT(geometry.base_pair_angle), "°", {0, 120},
             "between the two joints of a base pair, seen from the centre"),
      number("geometry.platform_diameter", AT(geometry.platform_diameter), "mm", {1, 10000},
             "platform joint circle"),
      number("geometry.platform_pair_distance", AT(geometry.platform_pair_distance), "mm", {0, 10000},
             "between the two joints of a platform pair"),
      number("geometry.platform_pair_angle", AT(geometry.platform_pair_angle), "°", {0, 120},
             "between the two joints of a platform pair, seen from the centre"),
      number("geometry.leg_length", AT(geometry.leg_length), "mm", {50, 5000},
             "retracted, joint to joint; one number, or one a leg"),
      number("geometry.stroke", AT(geometry.stroke), "mm", {1, 3000}, "how far a leg extends"),

      number("drive.screw_lead", AT(drive.screw_lead), "mm", {0.1, 100}, "a turn of the screw"),
      number("drive.belt_ratio", AT(drive.belt_ratio), "", {0.1, 100, {-1}},
             "motor turns a screw turn; -1 = direct"),
      number("drive.motor_rpm", AT(drive.motor_speed), "rpm", {1, 10000}, "highest motor speed"),
      number("drive.motor_torque", AT(drive.motor_torque), "Nm", {0.001, 10000}, "rated"),
      number("drive.peak_torque", AT(drive.peak_torque), "Nm", {0.001, 10000}, "for short times"),
      number("drive.torque_constant", AT(drive.torque_constant), "Nm/A", {0.001, 100},
             "torque a phase current"),
      number("drive.rotor_inertia", AT(drive.rotor_inertia), "kg·m²", {0, 10},
             "of the motor and what turns with it"),
      number("drive.bus_voltage", AT(drive.bus_voltage), "V", {1, 2000}, "of the drive's supply"),
      number("drive.efficiency", AT(drive.efficiency), "", {0.05, 1}, "of screw and belt together"),
      number("drive.friction", AT(drive.friction), "N", {0, 100000}, "a leg, against its motion"),
      number("drive.max_force", AT(drive.max_force), "kN", {0.001, 10000}, "a leg may bear"),
      number("drive.servo_model", AT(drive.servo_model), "", {0, 255},
             "number of the servo in the calibration frame"),
      number("drive.enable_time", AT(enable_time), "s", {0.001, 30},
             "until every leg reports that it is on and its brake open; default 0.02 with simulated drives, "
             "2 with "
             "others"),
      number("drive.brake_time", AT(drive.brake_time), "s", {0, 10},
             "a brake takes to open or to close, where it does not report"),
      number("drive.following", AT(drive.following), "mm", {0.1, 100},
             "a leg may be off its setpoint, besides 20 ms of its speed; default 2, through a gateway 10"),
      number("drive.delay", AT(drive.delay), "s", {0, 0.2},
             "how old the setpoint is that a drive answers to: what it reports is compared with that one"),
      choice("drive.homing", AT(drive.homing), {"torque", "switch", "absolute", "drive"},
             "how the lower end is found: pressed on it, by a limit switch, known by absolute encoders, or "
             "by the "
             "drives themselves"),
      choice("drive.emergency", AT(drive.emergency), {"off", "ramp"},
             "what an emergency stop does to moving legs: off and braked at once, or stopped within their "
             "limits "
             "first (only where the hardware removes the torque after a fixed time)"),

      number("rotary.gear_ratio", AT(rotary.gear_ratio), "", {0.1, 1000, {0, -1}},
             "0 = no rotary axis, -1 = direct"),
      number("rotary.big_teeth", AT(rotary.big_teeth), "", {0, 10000}, "of the driven gear; 0 with 0 = none"),
      number("rotary.small_teeth", AT(rotary.small_teeth), "", {0, 10000},
             "of the driving gear; 0 with 0 = none"),
      number("rotary.motor_rpm", AT(rotary.motor_speed), "rpm", {0, 10000}, "highest motor speed"),

      number("payload.mass", AT(payload.mass), "kg", {0, 1e6}, "all that stands on the legs"),
      number("payload.centre", AT(payload.centre), "mm", {-20000, 20000},
             "from the platform joint plane's centre"),
      number("payload.inertia", AT(payload.inertia), "kg·m²", {0, 1e7}, "about its centre, platform axes"),

      number("leg.cylinder_mass", AT(leg.cylinder_mass), "kg", {0, 10000}, "the part at the base"),
      number("leg.cylinder_centre", AT(leg.cylinder_centre), "mm", {0, 5000}, "from the base joint"),
      number("leg.cylinder_inertia", AT(leg.cylinder_inertia), "kg·m²", {0, 10000},
             "across, about its centre"),
      number("leg.rod_mass", AT(leg.rod_mass), "kg", {0, 10000}, "the part at the platform"),
      number("leg.rod_centre", AT(leg.rod_centre), "mm", {0, 5000}, "from the platform joint"),
      number("leg.rod_inertia", AT(leg.rod_inertia), "kg·m²", {0, 10000}, "across, about its centre"),

      number("limits.translation", AT(limits.translation), "mm/s", {0.1, 10000}, "each of X Y Z"),
      number("limits.rotation", AT(limits.rotation), "°/s", {0.01, 1000}, "each part of the angular vectors"),
      number("limits.leg", AT(limits.leg), "mm/s", {0.1, 10000},
             "each leg; never above what the motor gives"),
      number("limits.joint_angle", AT(limits.joint_angle), "°", {1, 90},
             "of a leg to the normal of either joint plane"),
      number("limits.rotation_angle", AT(limits.rotation_angle), "°", {0.1, 60},
             "of the platform from level"),
      number("limits.stroke_margin", AT(limits.stroke_margin), "mm", {0, 500},
             "kept free at both ends of a leg"),
      number("limits.singular_margin", AT(limits.singular_margin), "", {0.001, 0.9},
             "smallest singular value allowed, as a share of the one at neutral"),
      number("limits.zeroing_speed", AT(limits.zeroing_speed), "mm/s", {0.1, 1000},
             "legs, seeking the bottom"),
      number("limits.raise_speed", AT(limits.raise_speed), "mm/s", {0.1, 1000}, "legs, raising and lowering"),
      number("limits.jog_speed", AT(limits.jog_speed), "mm/s", {0.1, 1000}, "a leg moved by hand, zeroed"),
      number("limits.jog_speed_unzeroed", AT(limits.jog_speed_unzeroed), "mm/s", {0.1, 1000},
             "a leg moved by hand, not zeroed"),
      number("limits.comfort_acceleration", AT(limits.comfort.acceleration), "mm/s²", {0, 100000},
             "each of X Y Z where a stream is joined: its start, after a hold, a gap or another host; 0 = as "
             "the limit"),
      number("limits.comfort_jerk", AT(limits.comfort.jerk), "mm/s³", {0, 1e7}, "the same; 0 = as the limit"),
      number("limits.comfort_turn_acceleration", AT(limits.comfort_turn.acceleration), "°/s²", {0, 10000},
             "the same of each part of the angular vectors; 0 = as the limit"),
      number("limits.comfort_turn_jerk", AT(limits.comfort_turn.jerk), "°/s³", {0, 1e6},
             "the same; 0 = as the limit"),
  };
}

std::vector<Setting> program_settings() {
  return {
      number(
          "follow.buffer", AT(follow_buffer), "s", {0, 0.5},
          "streamed targets wait so long, so that those that come late or in bursts are in time; 0 = none"),

      number("lifecycle.idle_return", AT(lifecycle.idle_return), "s", {0, 86400},
             "an idle platform goes down after this time; 0 = never"),
      flag("lifecycle.idle_return_all", AT(lifecycle.idle_return_all),
           "idle return after mdof and motus hosts too"),
      choice("lifecycle.enable", AT(lifecycle.enable), {"local", "auto"},
             "real drives: motion needs one local enable, or none"),
      number("lifecycle.enable_input", AT(lifecycle.enable_input), "", {0, 8},
             "digital input whose rising edge is the local enable, besides the console; 0 = none"),

      choice("drives.port", AT(drives.port), {"simulated", "shared", "darren", "motus", "mdof", "lingjing"},
             "what moves the legs: this program's simulation, whoever is at the other side of a block of "
             "shared memory, or a vendor's controller that is driven as its host (docs/drives.md)"),
      text("drives.block", AT(drives.block), is_block_or_empty, Id::form_path,
           "file of that block; default /dev/shm/hexad- and the machine's name"),
      choice("drives.pace", AT(drives.pace), {"clock", "servo"},
             "ticks come by this program's clock, or are woken by the other side"),
      number("drives.timeout_ms", AT(drives.timeout_ms), "ms", {5, 10000},
             "silence of the other side that is a fault"),
      number(
          "drives.order", AT(drives.order), "", {1, 6},
          "which place in the block each leg has, from 1: [2, 1, 3, 4, 5, 6] where the first two drives are "
          "wired crosswise; default: as they come"),
      number(
          "drives.scale", AT(drives.scale), "", {-1000, 1000},
          "what a drive's own position counts for a unit of its leg, one a leg; below 0 where it counts the "
          "other way; default 1"),
      text("drives.address", AT(drives.address), is_controller_or_empty, Id::form_controller,
           "gateway: where that controller is; without a port the usual one of its protocol"),
      number(
          "drives.local_port", AT(drives.local_port), "", {0, 65535},
          "gateway: UDP port it is spoken to from; 0 = any free one. Controllers that answer to a fixed port "
          "need that one"),
      number("drives.rate_hz", AT(drives.rate_hz), "Hz", {20, 1000}, "gateway: frames a second to it"),
      choice(
          "drives.send", AT(drives.send), {"pose", "legs"},
          "gateway: poses, for a machine whose geometry is not known here, or (darren) the lengths of legs "
          "that are like this platform's"),
      choice("drives.translation_unit", AT(drives.unit), {"m", "mm"},
             "gateway, motus: what lengths are in on the wire"),
      flag("drives.open_loop", AT(drives.open_loop),
           "lingjing: nobody reports where the machine is, and that is accepted; without it the program does "
           "not start"),
      choice("drives.rotation_order", AT(drives.rotation_order), kOrders,
             "gateway: matrix product left to right: zyx is R = Rz·Ry·Rx"),

      choice("cueing.preset", AT(cueing.preset), {"gentle", "normal", "strong", "ship", "car", "aircraft"},
             "how vehicle motion becomes platform motion; made for the reach and speed of the platform"),
      choice("cueing.engine", AT(cueing.engine), {"classical", "predictive"},
             "classical washout, or the engine that plans ahead within the legs' stroke and speed"),
      choice("cueing.input", AT(cueing.input), {"acceleration", "specific_force"},
             "what darren 102 brings: the vehicle's acceleration without gravity, or what an accelerometer "
             "shows"),
      number("cueing.eye_point", AT(cueing.head), kPlaceRange.unit, within(kPlaceRange),
             "the head of who sits in the cabin, where cueing is judged, from the platform joint plane's "
             "centre"),
      number("cueing.rotation_point", AT(cueing.rotation_point), kPlaceRange.unit, within(kPlaceRange),
             "cued rotations turn about this point, from the platform joint plane's centre"),
      number("cueing.tilt_gain", AT(cueing.tilt_gain), kTiltGainRange.unit, within(kTiltGainRange),
             "of the sustained acceleration that becomes tilt; default: the preset's"),
      number("cueing.tilt_low_pass", AT(cueing.tilt_low_pass), kTiltLowPassRange.unit,
             within(kTiltLowPassRange),
             "corner below which acceleration counts as sustained; default: the preset's"),
      number("cueing.tilt_rate", AT(cueing.tilt_rate), kTiltRateRange.unit, within(kTiltRateRange),
             "the fastest tilt, pitch and roll together; default 3"),
      CUE_AXES(gain, kGainRange, "of the vehicle's motion on this axis; default: the preset's"),
      CUE_AXES(high_pass, kHighPassRange,
               "corner of this axis's high-pass: lower keeps motion longer; default: the preset's"),
      number("cabin.size", AT(cabin.size), "mm", {0, 20000},
             "width, length and height of what stands on the platform, for the console's picture; 0 = none"),

      choice("plant.initial", AT(plant.initial), {"powered_up", "origin", "neutral"},
             "simulated drives start at the bottom and not zeroed, zeroed there, or zeroed and raised"),
      text("plant.geometry", AT(plant.geometry),
           "what the simulated drives truly move: follow = what calibration says, or a platform of its own"),
      number("plant.enable_delay", AT(plant.enable_delay), "s", {0, 10},
             "simulated drives: from enable to a motor that works"),
      number("plant.brake_delay", AT(plant.brake_delay), "s", {0, 10},
             "simulated drives: a brake takes to open or to close"),
      text(
          "plant.mistakes", AT(plant.mistakes), is_mistake, Id::form_mistake,
          "simulated drives that are built or wired wrongly, for commissioning to find: swap:1:2, cross:1:2, "
          "reverse:3, scale:3:1.05, encoder:3:-1, friction:4:300, backlash:4:0.3, weak_brake:5, "
          "upper_switch:6, lower_switch:6"),

      number("loop.rate_hz", AT(loop.rate_hz), "Hz", {100, 4000}, "ticks a second of platform time"),
      number("loop.speed", AT(loop.speed), "", {0.01, 1000}, "platform seconds a second of the clock"),

      flag("real_time.enabled", AT(real_time.enabled),
           "ask for SCHED_FIFO, locked memory and a processor of its own for the control loop"),
      number("real_time.priority", AT(real_time.priority), "", {1, 99}, "SCHED_FIFO priority"),
      number("real_time.cpu", AT(real_time.cpu), "", {0, 1023, {-1}},
             "processor the control loop is pinned to; -1 = the last one"),
      number("real_time.spin_us", AT(real_time.spin_us), "µs", {0, 1000},
             "before each tick the loop watches the clock this long instead of sleeping"),

      text("console.listen", AT(console.listen), is_socket_or_off, Id::form_socket_or_off,
           "HTTP for status, ctl and browser; port 0 = any free one"),
      text("console.token", AT(console.token), is_secret, Id::form_secret,
           "an engineer's, asked of every client; without one it is made, for any address but this machine's "
           "own"),
      text("console.operator_token", AT(console.operator_token), is_secret, Id::form_secret,
           "who gives this one may drive, but not calibrate, configure, accept or inject faults"),
      text("console.viewer_token", AT(console.viewer_token), is_secret, Id::form_secret,
           "who gives this one may look, and stop"),
      choice(
          "console.tls", AT(console.tls), {"off", "self_signed", "files"},
          "HTTPS: none, by a certificate that is made and kept, or by console.certificate and console.key"),
      text("console.certificate", AT(console.certificate), "PEM file, with those that signed it behind it"),
      text("console.key", AT(console.key), "PEM file of the certificate's key, without a password"),
      text("console.names", AT(console.names), is_host_name, Id::form_host_name,
           "names by which clients call this machine, besides its addresses"),
      text("console.relay", AT(console.relay), is_socket_or_off, Id::form_socket_or_off,
           "where the page finds a `hexad relay`, to show and to change it"),

      LINK(mdof),
      number("mdof.work_height", AT(mdof.work_height), "mm", {-3000, 3000}, "Z of command 8, the work plane"),
      flag("mdof.legacy_errors", AT(mdof.legacy_errors), "-1 becomes AAAA, -2 becomes BBBB"),
      text("mdof.files", AT(mdof.files), "motion files of command 33, 1 first"),

      LINK(darren),
      number("darren.values_at", AT(darren.values_at), "", {32, 32, {28}},
             "offset of the values in a 128-byte datagram"),
      text("darren.files", AT(darren.files), "motion files of playback, 1 first"),
      number("darren.sine_max_hz", AT(darren.sine_max_hz), "Hz", {0.1, 10},
             "a faster sine of message 107 is not started"),
      text("darren.host", AT(darren.host), is_socket_auto_or_off, Id::form_socket_auto_or_off,
           "status flows there from power-up; auto = 127.0.0.1:10010 when listening on loopback port 10000 "
           "itself, "
           "else none"),

      LINK(lingjing),
      choice("lingjing.z_reference", AT(lingjing.z_reference), {"neutral", "bottom"},
             "where Z counts from: the manual's hosts mean the bottom"),
      choice("lingjing.signs", AT(lingjing.signs), {"table", "aircraft"},
             "which way roll and pitch turn: the left-handed frame of the manual, or as pilots expect"),
      flag("lingjing.feedback", AT(lingjing.feedback),
           "send @A6 of the actual pose to the last sender, every 50 ms"),
      text("lingjing.films", AT(lingjing.films), "the playlist of MV: motion files"),
      text("lingjing.videos", AT(lingjing.videos),
           "what the console plays with each film: files beside the motion files, webm or mp4; default: the "
           "one "
           "called as the film is"),

      LINK(motus),
      text("motus.host", AT(motus.host), is_socket_auto_or_off, Id::form_socket_auto_or_off,
           "status flows there from power-up, before anybody has spoken; auto = the host heard last before a "
           "restart"),
      choice(
          "motus.dialect", AT(motus.dialect), {"manual", "2020"},
          "order of the command's fields: the manual's, or the one of vendor programs of 2020 (with Spd in "
          "mm/s, status 13 after seeking the bottom, 15 after the return to the middle)"),
      choice("motus.translation_unit", AT(motus.translation_unit), {"m", "mm"},
             "of DOFs, Pos, Spd, Amp and Attitudes: the manual says m, most public clients send mm"),
      choice("motus.bring_up", AT(motus.bring_up), {"strict", "auto"},
             "motion commands demand 4 and 6 first, or do what is missing"),
      number("motus.timeout_ms", AT(motus.timeout_ms), "ms", {20, 60000},
             "silence of a host that sent regularly"),
      choice("motus.timeout", AT(motus.timeout), {"hold", "fault"},
             "what that silence does: a stop that the host's return ends, or a fault until a local reset"),
      number("motus.status_hz", AT(motus.status_hz), "Hz", {1, 1000}, "status frames a second"),
      flag("motus.status_codes_as_commands", AT(motus.status_codes_as_commands),
           "Cmd 4 means follow, as hosts send it that read the status table"),
      choice("motus.zeroed_status", AT(motus.zeroed_status), {"dialect", "1", "13"},
             "status after seeking the bottom; dialect = 1 by the manual, 13 in 2020"),
      choice("motus.neutral_status", AT(motus.neutral_status), {"dialect", "3", "15"},
             "status after the return to the middle; dialect = 3 by the manual, 15 in 2020"),
      choice("motus.step_from", AT(motus.step_from), {"pos", "dofs"},
             "where 11/1 has its target: some hosts leave Pos empty and send their pose in DOFs"),
      choice("motus.motor_code", AT(motus.motor_code), {"pulses", "length_m"},
             "MotorCode: leg extension in motor pulses, or leg length in metres as some machines report it"),
      number("motus.gone_after", AT(motus.gone_after), "s", {1, 3600},
             "of nobody reading the status: the host has gone, the sine or script it started is stopped"),
      choice(
          "motus.generation1", AT(motus.generation1), {"off", "on"},
          "serve frames of 52 bytes too, answered by 76: the first generation, bridges of SimTools and P3D"),
      choice("motus.generation1_heave", AT(motus.generation1_heave), {"unset", "up", "down"},
             "which way heave counts there; must be stated"),
      choice("motus.generation1_unit", AT(motus.generation1_unit), {"unset", "m", "mm"},
             "of lengths there; must be stated"),
      text("motus.scripts", AT(motus.scripts), "motion files of Cmd 13, FileNum 1 first"),

      flag("csfi.enabled", AT(csfi.link.enabled), "open this protocol's port"),
      text("csfi.listen", AT(csfi.link.listen), is_address, Id::form_address,
           "address its port is opened on"),
      number("csfi.port", AT(csfi.link.port), "", {0, 65535}, "UDP port; 0 = any free one"),
      text("csfi.allow", AT(csfi.link.allow), is_network, Id::form_network,
           "who may speak; empty = whoever reaches the port"),
      flag("csfi.use_network_group", AT(csfi.use_network_group),
           "address and port of the stored group 3 are used, instead of csfi.listen and csfi.port"),
      choice(
          "csfi.stored", AT(csfi.stored), {"ask", "use", "previous", "factory"},
          "a stored calibration that is damaged or made for another platform file: bar motion until somebody "
          "decides, use it, use the one before it, or none"),

      choice("telemetry.source", AT(telemetry.source),
             {"off", "forza", "outsim", "flightgear", "xplane", "beamng", "f1", "dirt", "generic"},
             "a game or simulator whose vehicle drives the cueing, once the operator gave it control"),
      flag("telemetry.enabled", AT(telemetry.link.enabled), "open its port, where a source is named"),
      text("telemetry.listen", AT(telemetry.link.listen), is_address, Id::form_address,
           "address its port is opened on"),
      number("telemetry.port", AT(telemetry.link.port), "", {0, 65535}, "UDP port; 0 = any free one"),
      text("telemetry.allow", AT(telemetry.link.allow), is_network, Id::form_network,
           "who may speak; empty = whoever reaches the port"),
      text("telemetry.ask", AT(telemetry.ask), is_controller_or_empty, Id::form_controller,
           "xplane: where it is, to ask it for its data; without a port 49000; empty = it is not asked"),
      number("telemetry.timeout_ms", AT(telemetry.timeout_ms), "ms", {50, 1000},
             "silence of a game that drives: its motion fades out and the platform is paused"),
      text("telemetry.reverse", AT(telemetry.reverse), is_axis, Id::form_axis,
           "axes that this game counts the other way round"),
      choice("telemetry.format", AT(telemetry.format), {"text", "csv", "floats"},
             "generic: TAG=VALUE, columns, or little-endian floats"),
      choice("telemetry.gravity", AT(telemetry.gravity), {"without", "included"},
             "generic: whether heave shows 1 g at rest"),
      TELEMETRY_AXIS(sway, "m/s2", "g", "ft/s2"),
      TELEMETRY_AXIS(surge, "m/s2", "g", "ft/s2"),
      TELEMETRY_AXIS(heave, "m/s2", "g", "ft/s2"),
      TELEMETRY_AXIS(pitch, "rad/s", "deg/s"),
      TELEMETRY_AXIS(roll, "rad/s", "deg/s"),
      TELEMETRY_AXIS(yaw, "rad/s", "deg/s"),
      text("telemetry.active.field", AT(telemetry.active_field), is_field, Id::form_field,
           "generic: it drives while this field is from active.low to active.high; empty = always"),
      number("telemetry.active.low", AT(telemetry.active_low), "", {-1e9, 1e9}, "generic: see active.field"),
      number("telemetry.active.high", AT(telemetry.active_high), "", {-1e9, 1e9},
             "generic: see active.field"),
      text("telemetry.time.field", AT(telemetry.time_field), is_field, Id::form_field,
           "generic: the game's own clock, which must go on; empty = it sends none"),
      choice("telemetry.time.unit", AT(telemetry.time_unit), {"s", "ms"}, "generic: what the clock is in"),
  };
}

#undef CUE_AXES
#undef CUE_AXIS
#undef LINK
#undef AT

std::vector<Setting> make_schema() {
  std::vector<Setting> all = platform_settings();
  for (Setting& setting : program_settings()) all.push_back(std::move(setting));
  return all;
}

/// "1…90 °", "-1 or 1…90 °"
messages::Message range_of(const Setting& setting) {
  const auto& [low, high, also] = setting.bounds;
  std::string range = low == high ? fmt::format("{}", low) : fmt::format("{}…{}", low, high);
  if (!setting.unit.empty()) range += fmt::format(" {}", setting.unit);
  if (also.empty()) return say<Id::as_told>(range);
  return say<Id::either_or>(fmt::format("{}", fmt::join(also, ", ")), range);
}

}  // namespace

bool Bounds::allow(double value) const noexcept {
  if (std::find(also.begin(), also.end(), value) != also.end()) return true;
  return value >= low && value <= high;  // NaN fails both
}

double Setting::scale() const noexcept {
  if (unit == "mm" || unit == "mm/s" || unit == "mm/s²" || unit == "mm/s³") return kMillimetre;
  if (unit == "°" || unit == "°/s" || unit == "°/s²" || unit == "°/s³") return kDegree;
  if (unit == "rpm") return kRevolution * kPerMinute;
  if (unit == "kN") return kKilonewton;
  return 1.0;
}

messages::Message Setting::expected() const {
  if (!choices.empty()) return say<Id::as_told>(fmt::format("{}", fmt::join(choices, ", ")));
  if (form != Id::nothing) return form;
  if (std::holds_alternative<Slot<bool>>(slot)) return Id::true_or_false;
  if (std::holds_alternative<Slot<std::string>>(slot)) return Id::a_text;
  const messages::Message range = range_of(*this);
  if (std::holds_alternative<Slot<Rates>>(slot)) return say<Id::rates_expected>(range);
  if (std::holds_alternative<Slot<Vec3>>(slot)) return say<Id::point_expected>(range);
  if (std::holds_alternative<Slot<std::vector<Vec3>>>(slot)) return say<Id::points_expected>(range);
  return range;
}

std::span<const Setting> schema() {
  static const std::vector<Setting> table = make_schema();
  return table;
}

const Setting* find_setting(std::string_view key) {
  const auto table = schema();
  const auto found =
      std::find_if(table.begin(), table.end(), [key](const Setting& s) { return s.key == key; });
  return found == table.end() ? nullptr : &*found;
}

std::vector<std::string> setting_keys() {
  std::vector<std::string> keys;
  for (const Setting& setting : schema()) keys.emplace_back(setting.key);
  return keys;
}

std::vector<std::string> section_names() {
  std::vector<std::string> names;
  for (const Setting& setting : schema()) {
    const std::string_view section = section_of(setting.key);
    if (!section.empty() && (names.empty() || names.back() != section)) names.emplace_back(section);
  }
  return names;
}

std::vector<std::string> protocol_names() {
  std::vector<std::string> names;
  for (const Setting& setting : schema())
    if (setting.key.ends_with(".port") && setting.choices.empty())
      names.emplace_back(section_of(setting.key));
  return names;
}

std::string_view section_of(std::string_view key) {
  const std::size_t dot = key.rfind('.');
  return dot == std::string_view::npos ? std::string_view{} : key.substr(0, dot);
}

}  // namespace hexad::inline config
