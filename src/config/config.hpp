#pragma once
// Everything that can be set, as plain values in SI. The defaults are those of the default platform; a
// machine's joints, leg length and stroke have none. schema.cpp gives each value its key, unit, range and
// text.

#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "model/axes.hpp"
#include "model/cue_tuning.hpp"
#include "model/machine.hpp"
#include "model/state.hpp"

namespace hexad::inline config {

/// Joints row by row, or as two circles with pairs on them; one way or the other (load.cpp sees to that).
struct GeometrySettings {
  std::vector<Vec3> base;
  std::vector<Vec3> platform;
  std::optional<double> base_diameter;
  std::optional<double> base_pair_distance;
  std::optional<double> base_pair_angle;
  std::optional<double> platform_diameter;
  std::optional<double> platform_pair_distance;
  std::optional<double> platform_pair_angle;
  std::vector<double> leg_length;  ///< retracted: one for all, or one a leg
  std::optional<double> stroke;
};

/// With real drives: does motion after power-up, emergency or reset need a local enable? (lifecycle rule 13)
enum class Enable : std::uint8_t { local, automatic };

struct LifecycleSettings {
  double idle_return = 0.0;  ///< s; 0 = never
  bool idle_return_all = false;
  Enable enable = Enable::local;
  int enable_input = 0;  ///< DI whose rising edge is that enable; 0 = none
};

/// What moves the legs.
struct DrivesSettings {
  enum class Port : std::uint8_t { simulated, shared, darren, motus, mdof, lingjing };
  enum class Send : std::uint8_t { pose, legs };
  enum class Unit : std::uint8_t { metre, millimetre };
  enum class Pace : std::uint8_t { clock, servo };
  Port port = Port::simulated;
  std::string block{};  ///< of shared memory; empty = /dev/shm/hexad-NAME
  Pace pace = Pace::clock;
  double timeout_ms = 100.0;  ///< of silence of the other side
  // Of each leg; empty = as they come, 1.
  std::vector<double> order{};  ///< its place in the block, from 1
  std::vector<double> scale{};  ///< of the drive's own position a metre of the leg
  // The gateway: another vendor's controller.
  std::string address{};  ///< ADDRESS or ADDRESS:PORT
  int local_port = 0;     ///< 0 = any free one
  double rate_hz = 100.0;
  Send send = Send::pose;
  Unit unit = Unit::metre;
  RotationOrder rotation_order = RotationOrder::zyx;

  bool open_loop = false;  ///< lingjing: nothing comes back, and that is accepted

  bool is_gateway() const noexcept { return port != Port::simulated && port != Port::shared; }
};

struct PlantSettings {
  Initial initial = Initial::powered_up;
  std::string geometry = "follow";  ///< what is really there: what the core is told, or a platform of its own
  double enable_delay = 0.0;        ///< s
  double brake_delay = 0.0;         ///< s
  std::vector<std::string> mistakes{};  ///< plant/mistakes.hpp
};

struct LoopSettings {
  double rate_hz = 1000.0;
  double speed = 1.0;  ///< platform seconds a second
};

/// What the control loop asks of the system to be punctual.
struct RealTimeSettings {
  bool enabled = false;  ///< --rt
  int priority = 80;     ///< SCHED_FIFO
  int cpu = -1;          ///< pinned to this one; -1 = the last one there is
  double spin_us = 0.0;  ///< this much before each tick the thread stops sleeping and watches the clock
};

/// What stands on the platform, for the eye alone.
struct CabinSettings {
  Vec3 size = Vec3::Zero();  ///< width, length, height; 0 = none is shown
};

/// HTTP: `hexad status`, `hexad ctl`, the console in a browser.
struct ConsoleSettings {
  std::string listen = "127.0.0.1:8600";  ///< "off" = none
  enum class Tls : std::uint8_t { off, self_signed, files };
  std::string
      token{};  ///< an engineer's, asked of every client; empty = none, and beyond this machine one is made
  std::string operator_token{};
  std::string viewer_token{};
  Tls tls = Tls::off;
  std::string certificate{};  ///< files: PEM
  std::string key{};
  std::vector<std::string> names{};      ///< by which clients call this machine, besides its addresses
  std::string relay = "127.0.0.1:7790";  ///< a `hexad relay` that the page may show and change; "off" = none
};

/// What every protocol's port has.
struct LinkSettings {
  bool enabled = true;
  std::string listen = "127.0.0.1";
  int port = 0;                      ///< 0 = any free one
  std::vector<std::string> allow{};  ///< addresses and networks; empty = whoever reaches the port
  RotationOrder rotation_order = RotationOrder::zyx;
};

struct MdofSettings {
  LinkSettings link{.port = 1100};
  double work_height = 50.0 * kMillimetre;
  bool legacy_errors = false;
  std::vector<std::string> files{"pos01.txt", "waypoints01.txt", "formula01.txt"};  ///< of 33, 1 first
};

struct DarrenSettings {
  LinkSettings link{.port = 10000};
  int values_at = 32;  ///< where the values of a 128-byte datagram begin
  std::vector<std::string> files{"playback01.txt", "playback02.csv"};  ///< of playback, 1 first
  double sine_max_hz = 3.0;                                            ///< of 107
  std::string host = "auto";  ///< where status flows to; "auto" = 127.0.0.1:10010 when listening on loopback
};

struct LingjingSettings {
  enum class Signs : std::uint8_t { table, aircraft };
  LinkSettings link{.port = 9800};
  ZeroReference z_reference = ZeroReference::bottom;
  Signs signs = Signs::table;
  bool feedback = false;  ///< @A6 of the actual pose to the last sender, every 50 ms
  std::vector<std::string> films{"film_coaster.csv", "film_sea.txt",
                                 "film_flight.txt"};  ///< the playlist of MV
  std::vector<std::string>
      videos{};  ///< the console plays them in step, one a film; empty = by the film's name
};

struct MotusSettings {
  enum class Unit : std::uint8_t { m, mm };
  enum class BringUp : std::uint8_t { strict, automatic };
  enum class Timeout : std::uint8_t { hold, fault };
  enum class Dialect : std::uint8_t { manual, of_2020 };
  enum class StepFrom : std::uint8_t { pos, dofs };
  enum class MotorCode : std::uint8_t { pulses, length_m };
  enum class Own : std::uint8_t { dialect, manual, other };  ///< a status code: the dialect's, or one of two
  enum class Switch : std::uint8_t { off, on };
  enum class Heave : std::uint8_t { unset, up, down };
  enum class StatedUnit : std::uint8_t { unset, m, mm };
  LinkSettings link{.port = 5000};
  std::string host =
      "auto";  ///< status flows there from power-up; "auto" = the one heard last before a restart
  Dialect dialect = Dialect::manual;
  Unit translation_unit = Unit::m;
  BringUp bring_up = BringUp::strict;
  double timeout_ms = 200.0;
  Timeout timeout = Timeout::hold;
  double status_hz = 100.0;
  bool status_codes_as_commands = false;
  Own zeroed_status = Own::dialect;   ///< 1 or 13
  Own neutral_status = Own::dialect;  ///< 3 or 15
  StepFrom step_from = StepFrom::pos;
  MotorCode motor_code = MotorCode::pulses;
  double gone_after = 5.0;  ///< s of "nobody there" until a host has gone
  Switch generation1 = Switch::off;
  Heave generation1_heave = Heave::unset;
  StatedUnit generation1_unit = StatedUnit::unset;
  std::vector<std::string> scripts{"script01.csv", "script02.csv"};  ///< motion files, FileNum 1…
};

/// The calibration board.
struct CsfiSettings {
  /// What to do at start with a stored set that is damaged or was made with another platform file.
  enum class Stored : std::uint8_t {
    ask,       ///< nothing moves until somebody decides
    use,       ///< the stored set is right: it belongs to this platform file from now on
    previous,  ///< the set before it
    factory    ///< none: the platform file alone
  };
  LinkSettings link{.port = 20000};
  bool use_network_group = false;  ///< group 3 gives this port's address, from the next start on
  Stored stored = Stored::ask;
};

/// A game or simulator whose vehicle the platform follows.
struct TelemetrySettings {
  enum class Source : std::uint8_t { off, forza, outsim, flightgear, xplane, beamng, f1, dirt, generic };
  enum class Format : std::uint8_t { text, csv, floats };
  enum class LinearUnit : std::uint8_t { metre, gravity, foot };
  enum class RateUnit : std::uint8_t { radian, degree };
  enum class Gravity : std::uint8_t { without, included };
  enum class TimeUnit : std::uint8_t { second, millisecond };
  /// generic: where a number is, and what it is.
  template <class Unit>
  struct Field {
    std::string field{};
    double scale = 1.0;
    Unit unit{};
  };
  Source source = Source::off;
  LinkSettings link{.port = 9750};
  std::string ask = "127.0.0.1:49000";  ///< where X-Plane is
  double timeout_ms = 200.0;
  std::vector<std::string> reverse{};  ///< axes that are meant the other way round
  Format format = Format::text;
  Field<LinearUnit> sway, surge, heave;
  Field<RateUnit> pitch, roll, yaw;
  Gravity gravity = Gravity::without;
  std::string active_field{};
  double active_low = 0.5;
  double active_high = 1e9;
  std::string time_field{};
  TimeUnit time_unit = TimeUnit::second;
};

struct Config {
  std::string name;
  std::string description;
  std::string platform;  ///< the preset or file this one builds on
  Vec3 rotation_point = Vec3::Zero();
  GeometrySettings geometry;
  Drive drive{.screw_lead = 10.0 * kMillimetre,
              .belt_ratio = 1.0,  // -1 = direct
              .motor_speed = 3000.0 * kRevolution * kPerMinute,
              .motor_torque = 2.4,
              .peak_torque = 7.2,
              .torque_constant = 0.6,
              .rotor_inertia = 2e-4,
              .bus_voltage = 310.0,
              .efficiency = 1.0,
              .friction = 60.0,
              .max_force = 5.0 * kKilonewton};
  std::optional<double> enable_time;  ///< drive.enable_time: its default depends on the port
  DrivesSettings drives;
  Rotary rotary{// gear 0 = no rotary axis, -1 = direct; teeth 0/0 = 1
                .gear_ratio = 0.0,
                .big_teeth = 0.0,
                .small_teeth = 0.0,
                .motor_speed = 1500.0 * kRevolution * kPerMinute};
  Payload payload{.mass = 500.0, .centre = {0.0, 0.0, 0.3}, .inertia = {40.0, 45.0, 60.0}};
  LegMass leg;
  MotionLimits limits{.translation = {0.4, 4.0, 50.0},
                      .rotation = {40.0 * kDegree, 250.0 * kDegree, 3000.0 * kDegree},
                      .leg = {0.5, 6.0, 80.0},
                      .joint_angle = 60.0 * kDegree,
                      .rotation_angle = 60.0 * kDegree,
                      .stroke_margin = 1.0 * kMillimetre,
                      .singular_margin = 0.1,
                      .zeroing_speed = 30.0 * kMillimetre,
                      .raise_speed = 60.0 * kMillimetre,
                      .jog_speed = 50.0 * kMillimetre,
                      .jog_speed_unzeroed = 20.0 * kMillimetre,
                      .comfort = {1.0, 10.0},
                      .comfort_turn = {60.0 * kDegree, 600.0 * kDegree}};
  double follow_buffer = 0.0;  ///< s; 0 = none
  LifecycleSettings lifecycle;
  PlantSettings plant;
  LoopSettings loop;
  RealTimeSettings real_time;
  ConsoleSettings console;
  CabinSettings cabin;
  std::string motion_folder;  ///< of all motion files; empty = the one that comes with the program
  std::vector<std::string> motion_smoothed;  ///< names of those that may be filtered to keep the limits
  std::string state;  ///< folder of what survives a restart; empty = where the system keeps such things
  MdofSettings mdof;
  DarrenSettings darren;
  CueTuning cueing;  ///< what turns vehicle motion (darren 102) into platform motion
  LingjingSettings lingjing;
  MotusSettings motus;
  CsfiSettings csfi;
  TelemetrySettings telemetry;
};

}  // namespace hexad::inline config
