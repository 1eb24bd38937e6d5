// All options of all subcommands but those of cli_design.cpp: few sources know the command line library (it
// is slow to compile). Options become plain structs; the work is in the commands' own files.

#include "hexad/cli.hpp"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include "hexad/accept.hpp"
#include "hexad/build_name.hpp"
#include "hexad/calibrate.hpp"
#include "hexad/certificate.hpp"
#include "hexad/cli_options.hpp"
#include "hexad/commands.hpp"
#include "hexad/commission.hpp"
#include "hexad/console.hpp"
#include "hexad/decode.hpp"
#include "hexad/doctor.hpp"
#include "hexad/drill.hpp"
#include "hexad/drives.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/help_chinese.hpp"
#include "hexad/host.hpp"
#include "hexad/identify.hpp"
#include "hexad/numbers.hpp"
#include "hexad/output.hpp"
#include "hexad/relay.hpp"
#include "hexad/run.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "text/nearest.hpp"
#include "web/console_client.hpp"

namespace hexad::cli {
namespace {

/// Texts as typed, before they are numbers, and the code a subcommand returned.
struct Typed {
  std::vector<std::string> pose;
  std::vector<std::string> velocity;
  std::vector<std::string> acceleration;
  std::vector<std::string> extensions;
  std::vector<std::string> lengths;
  std::string rotary;
};

struct Parsed {
  int code = kDone;
  Typed typed;
  PlatformsOptions platforms;
  IkOptions ik;
  FkOptions fk;
  ReachOptions reach;
  CheckOptions check;
  PreflightOptions preflight;
  SineOptions sine;
  CueOptions cue;
  ConvertOptions convert;
  RunOptions run;
  DrillOptions drill;
  DrivesOptions drives;
  StatusOptions status;
  CtlOptions ctl;
  HostOptions host;
  RelayOptions relay;
  DoctorOptions doctor;
  DecodeOptions decode;
  CalibrateOptions calibrate;
  BenchOptions bench;
  IdentifyOptions identify;
  AcceptOptions accept;
  CommissionOptions commission;
  CertificateOptions certificate;
};

int usage(const std::string& option, const messages::Message& what) {
  print_error(messages::say<messages::Id::option_wrong>(option, what));
  return kUsage;
}

/// "1 2 3" and "1,2,3" alike.
std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

/// Into `values` when anything was typed; false with a message when it does not parse.
bool read_axes(const char* option, const std::vector<std::string>& words, AxisValues& values) {
  if (words.empty()) return true;
  const auto parsed = parse_axes(joined(words));
  if (!parsed) {
    usage(option, parsed.error());
    return false;
  }
  values = *parsed;
  return true;
}

CLI::Option* add_axes(CLI::App& app, const char* option, std::vector<std::string>& words, const char* help) {
  return app.add_option(option, words, help)->expected(1, static_cast<int>(kAxes))->type_name("AXES");
}

void add_csv(CLI::App& app, std::string& csv, bool& json) {
  auto* json_flag = app.add_flag("--json", json, "print one JSON object and nothing else");
  app.add_option(
         "--csv", csv,
         "write the result as CSV, or FILE.xlsx as a workbook; - writes CSV to stdout instead of the table")
      ->type_name("FILE")
      ->check([json_flag](const std::string& file) {
        return file == "-" && json_flag->count() > 0 ? "not to stdout together with --json" : "";
      });
}

constexpr const char* kAxesHelp =
    "Poses are six numbers X,Y,Z,RX,RY,RZ in mm and degrees from neutral, or named: sway surge heave pitch "
    "roll yaw\n"
    "(or x y z rx ry rz); what is not named is 0. R = Rz·Ry·Rx. Rotational velocity and acceleration are the "
    "vectors\n"
    "ω and α in base axes.\n";

void add_platforms(CLI::App& app, Parsed& parsed) {
  auto* command = app.add_subcommand("platforms", "list the preset platforms, or print one as TOML");
  command->add_option("name", parsed.platforms.name, "print this one")->type_name("NAME");
  command->add_flag("--json", parsed.platforms.json, "print the list as one JSON object");
  command->footer(
      "Examples:\n  hexad platforms\n  hexad platforms standard-400 > my.toml      # a start for one's "
      "own\n");
  command->callback([&parsed] { parsed.code = platforms(parsed.platforms); });
}

int run_ik(Parsed& parsed) {
  if (!parsed.ik.poses.empty()) {
    const bool rates = !parsed.typed.velocity.empty() || !parsed.typed.acceleration.empty();
    if (rates || !parsed.typed.rotary.empty()) return usage("ik --poses", messages::Id::ik_poses_rates);
    return ik_poses(parsed.ik);
  }
  if (parsed.typed.pose.empty()) return usage("ik", messages::Id::ik_pose_or_poses);
  if (!read_axes("--pose", parsed.typed.pose, parsed.ik.pose)) return kUsage;
  if (!read_axes("--velocity", parsed.typed.velocity, parsed.ik.velocity)) return kUsage;
  if (!read_axes("--acceleration", parsed.typed.acceleration, parsed.ik.acceleration)) return kUsage;
  if (!parsed.typed.rotary.empty()) {
    const auto degrees = parse_number(parsed.typed.rotary);
    if (!degrees) return usage("--rotary", degrees.error());
    parsed.ik.rotary = *degrees;
  }
  return ik(parsed.ik);
}

void add_ik(CLI::App& app, Parsed& parsed) {
  auto* command = app.add_subcommand("ik", "inverse kinematics: what the legs do at a pose");
  add_platform(*command, parsed.ik.platform);
  auto* pose = add_axes(*command, "--pose", parsed.typed.pose, "where the platform is");
  command
      ->add_option(
          "--poses", parsed.ik.poses,
          "a CSV file of them, six columns or with times before them seven: each pose, and with times "
          "the motion through them")
      ->type_name("FILE")
      ->excludes(pose);
  add_axes(*command, "--velocity", parsed.typed.velocity, "how it moves, mm/s and °/s");
  add_axes(*command, "--acceleration", parsed.typed.acceleration, "and accelerates, mm/s² and °/s²");
  command
      ->add_option("--rotary", parsed.typed.rotary,
                   "angle of the rotary axis: turns the payload with the cabin")
      ->type_name("DEG");
  add_csv(*command, parsed.ik.csv, parsed.ik.json);
  command->footer(
      std::string{kAxesHelp} +
      "Examples:\n"
      "  hexad ik --pose heave=30,pitch=5\n"
      "  hexad ik --platform allcontroller-1200 --pose 0,0,50,5,0,-10 --velocity heave=100 --json\n"
      "  hexad ik --pose roll=12 --csv legs.csv\n"
      "  hexad ik --poses roadmap.csv --csv legs.csv\n");
  command->callback([&parsed] { parsed.code = run_ik(parsed); });
}

int run_fk(Parsed& parsed) {
  const bool lengths = !parsed.typed.lengths.empty();
  if (lengths == !parsed.typed.extensions.empty()) return usage("fk", messages::Id::fk_either);
  parsed.fk.lengths = lengths;
  parsed.fk.legs = joined(lengths ? parsed.typed.lengths : parsed.typed.extensions);
  return parsed.fk.all ? fk_all(parsed.fk) : fk(parsed.fk);
}

void add_fk(CLI::App& app, Parsed& parsed) {
  auto* command = app.add_subcommand("fk", "forward kinematics: the pose that leg lengths make");
  add_platform(*command, parsed.fk.platform);
  const int legs = static_cast<int>(kMaxLegs);
  command
      ->add_option("--extensions", parsed.typed.extensions,
                   "mm from retracted, one a leg; or zero, mid, top, 1236 (legs 1 2 3 6 at full stroke)")
      ->expected(1, legs)
      ->type_name("E1,…");
  command->add_option("--lengths", parsed.typed.lengths, "mm from joint to joint, one a leg")
      ->expected(1, legs)
      ->type_name("L1,…");
  command->add_flag("--all", parsed.fk.all,
                    "every way the platform can be put together with these legs (six legs; at most 40)");
  add_csv(*command, parsed.fk.csv, parsed.fk.json);
  command->footer(
      "Exit code 1 when the legs make no pose, or one that is not the operating one (the reason is on "
      "stderr).\n"
      "Examples:\n"
      "  hexad fk --extensions mid\n"
      "  hexad fk --extensions 210,190,200,200,205,195 --json\n"
      "  hexad fk --platform rectangle-4 --lengths 650,650,640,640\n"
      "  hexad fk --extensions mid --all\n");
  command->callback([&parsed] { parsed.code = run_fk(parsed); });
}

void add_reach(CLI::App& app, Parsed& parsed) {
  auto* command = app.add_subcommand("reach", "how far each axis goes, alone, with the full stroke");
  add_platform(*command, parsed.reach.platform);
  add_axes(*command, "--from", parsed.typed.pose,
           "start here instead of at neutral; ranges are offsets from it");
  auto* json = command->add_flag("--json", parsed.reach.json, "print one JSON object and nothing else");
  auto* map = command->add_option("--map", parsed.reach.map, "what two axes can do together, point by point")
                  ->type_name("AXIS,AXIS")
                  ->excludes(json);
  command->add_option("--csv", parsed.reach.csv, "the map: reach, condition, leg force of every point")
      ->type_name("FILE")
      ->needs(map);
  command->add_option("--svg", parsed.reach.svg, "the map as a picture")->type_name("FILE")->needs(map);
  command->add_option("--show", parsed.reach.show, "what the picture shows: condition, force or singular")
      ->capture_default_str()
      ->needs(map);
  command->add_option("--points", parsed.reach.points, "of the map, along each axis")
      ->check(within(2, 1001))
      ->capture_default_str()
      ->needs(map);
  command->footer(
      std::string{kAxesHelp} +
      "Examples:\n  hexad reach\n  hexad reach --platform rectangle-4 --from heave=50,roll=3 --json\n"
      "  hexad reach --map surge,pitch --csv map.csv --svg map.svg --show force\n");
  command->callback([&parsed] {
    if (!read_axes("--from", parsed.typed.pose, parsed.reach.from)) {
      parsed.code = kUsage;
    } else {
      parsed.code = parsed.reach.map.empty() ? reach(parsed.reach) : reach_map(parsed.reach);
    }
  });
}

void add_check(CLI::App& app, Parsed& parsed) {
  auto* command = app.add_subcommand("check", "a platform or configuration file: every problem, in words");
  command->add_option("file", parsed.check.file, "x.toml or config_x.csv")->required()->type_name("FILE");
  command->footer(
      "Exit code 1 when there is an error; warnings and notes alone are fine.\n"
      "Example:\n  hexad check my.toml\n");
  command->callback([&parsed] { parsed.code = check(parsed.check); });
}

void add_preflight(CLI::App& app, Parsed& parsed) {
  PreflightOptions& options = parsed.preflight;
  auto* command = app.add_subcommand("preflight", "a motion file against every limit of a platform");
  command->add_option("file", options.file, "positions, waypoints, formulas, a script or a roadmap")
      ->required()
      ->type_name("FILE");
  add_platform(*command, options.platform);
  command->add_option("--scale", options.scale, "scale the motion about neutral first")
      ->type_name("X")
      ->check(within(0.001, 1000.0));
  command->add_flag("--smooth", options.smooth,
                    "low-pass a timed file as far as it must be to keep the limits; what is lost is said");
  command->add_option("--svg", options.svg, "draw axes and legs over time; - draws to stdout")
      ->type_name("FILE");
  command->add_flag("--json", options.json, "print one JSON object and nothing else");
  command->footer(
      "Exit code 1 when a limit is broken; the first one, its time and the largest scale that passes are "
      "said.\n"
      "Examples:\n"
      "  hexad preflight pos01.txt\n"
      "  hexad preflight film.csv --platform allcontroller-1200 --scale 0.6 --svg film.svg\n");
  command->callback([&parsed] { parsed.code = preflight(parsed.preflight); });
}

void add_sine(CLI::App& app, Parsed& parsed) {
  SineOptions& options = parsed.sine;
  auto* command = app.add_subcommand("sine", "one period of a sine on one axis, seen by the legs");
  add_platform(*command, options.platform);
  command->add_option("--axis", options.axis, "sway surge heave pitch roll yaw")
      ->required()
      ->type_name("AXIS");
  command->add_option("--amplitude", options.amplitude, "mm or degrees")
      ->required()
      ->type_name("A")
      ->check(within(0.0, 10000.0));
  command->add_option("--frequency", options.frequency, "Hz")
      ->required()
      ->type_name("F")
      ->check(within(0.001, 1000.0));
  add_csv(*command, options.csv, options.json);
  command->footer("Example:\n  hexad sine --axis heave --amplitude 20 --frequency 0.5 --csv heave.csv\n");
  command->callback([&parsed] { parsed.code = sine(parsed.sine); });
}

void add_cue(CLI::App& app, Parsed& parsed) {
  CueOptions& options = parsed.cue;
  auto* command =
      app.add_subcommand("cue", "what the cueing engine makes of a vehicle's motion on a platform");
  command
      ->add_option("--input", options.input,
                   "a recorded manoeuvre: t,pitch_rate,roll_rate,yaw_rate,sway,surge,heave")
      ->type_name("FILE");
  add_platform(*command, options.platform);
  command
      ->add_option("--preset", options.presets,
                   "gentle normal strong ship car aircraft, side by side; or all")
      ->delimiter(',')
      ->type_name("NAME,…");
  command->add_option("--engine", options.engines, "classical predictive, side by side")
      ->delimiter(',')
      ->type_name("NAME,…");
  command
      ->add_option("--tuning", options.tunings,
                   "tunings kept by \"hexad ctl save_tuning\", side by side; now is the configured one")
      ->delimiter(',')
      ->type_name("NAME,…");
  command->add_option("--state", options.state, "where the running program keeps them")->type_name("DIR");
  command->add_option("--set", options.set, "change any configuration key")->type_name("KEY=VALUE");
  command
      ->add_option("--report", options.report, "write a page with plots and a CSV a preset into this folder")
      ->type_name("DIR");
  command->add_flag("--frequency-response", options.frequency_response,
                    "instead of a manoeuvre: gain and phase from the host's frame to the legs");
  command->add_option("--axes", options.axes, "frequency response: only these axes of the vehicle")
      ->delimiter(',')
      ->type_name("AXIS,…");
  command->add_option("--bands", options.bands, "frequency response: acceptance bands")->type_name("FILE");
  command->add_flag("--bound", options.bound,
                    "work out the best that any engine could do; known of the shipped manoeuvres without it");
  command->add_option("--keep", options.keep, "with --bound: keep what was found in this table")
      ->type_name("CSV");
  command
      ->add_option("--film", options.film,
                   "write the best motion for the manoeuvre, known from end to end, as a file of positions")
      ->type_name("FILE");
  command
      ->add_option("--live", options.live,
                   "play a manoeuvre into a running platform: raises it, cues, holds it at the end")
      ->type_name("FILE");
  command->add_option("--to", options.to, "--live: the platform's darren port; default this machine, 10000")
      ->type_name("ADDR:PORT");
  command->add_option("--rate", options.rate, "frames a second from the host")
      ->type_name("HZ")
      ->capture_default_str()
      ->check(within(10, 1000));
  command->add_flag("--json", options.json, "print one JSON object and nothing else");
  command->footer(
      "Without --input and --frequency-response: the corner frequencies and travels of the presets on this "
      "platform.\n"
      "Times in s, rates in °/s, accelerations in m/s², body axes; nothing real moves but by --live. "
      "docs/cueing.md "
      "explains the "
      "numbers.\n"
      "Exit code 1 when the input cannot be read or a response lies outside its bands.\n"
      "Examples:\n"
      "  hexad cue --preset all\n"
      "  hexad cue --input share/manoeuvres/braking.csv --preset normal,car --report braking\n"
      "  hexad cue --input share/manoeuvres/slalom.csv --tuning soft,sharp\n"
      "  hexad cue --input flight.csv --set cueing.input=specific_force --platform allcontroller-1200 "
      "--json\n"
      "  hexad cue --input ride.csv --bound\n"
      "  hexad cue --input ride.csv --film ride.txt\n"
      "  hexad cue --live ride.csv --to 192.168.1.150:10000\n"
      "  hexad cue --frequency-response --preset normal --report response\n");
  command->callback([&parsed] { parsed.code = cue(parsed.cue); });
}

void add_convert(CLI::App& app, Parsed& parsed) {
  auto* command =
      app.add_subcommand("convert", "a parameter set between the board tool's CSV and a platform file");
  command->add_option("from", parsed.convert.from, "config_x.csv or x.toml")->required()->type_name("FILE");
  command->add_option("to", parsed.convert.to, "x.toml or config_x.csv")->required()->type_name("FILE");
  command->footer(
      "Numbers of the CSV are float32; they come back exactly.\n"
      "Example:\n  hexad convert config_second.csv second.toml\n");
  command->callback([&parsed] { parsed.code = convert(parsed.convert); });
}

void add_drill(CLI::App& app, Parsed& parsed) {
  DrillOptions& options = parsed.drill;
  auto* command =
      app.add_subcommand("drill", "random lives of a platform in virtual time, every tick observed");
  command
      ->add_option("-p,--platform", options.platform,
                   "a preset, a platform file or all presets, default standard-400")
      ->type_name("NAME|FILE|all");
  command->add_option("--seeds", options.seeds, "how many lives on each platform, default 200")
      ->type_name("N");
  command->add_option("--seconds", options.seconds, "of platform time each, default 30")
      ->type_name("S")
      ->check(within(0.001, 1e6));
  command
      ->add_option(
          "--seed", options.seed,
          "the first seed, default a fresh one; without --seeds only this one, printing what happens")
      ->type_name("K|today");
  command->add_option("-j,--jobs,--threads", options.jobs, "lives at the same time; default: one a core")
      ->type_name("N")
      ->check(within(0, 256));
  command->add_flag("--json", options.json, "print one JSON object and nothing else");
  command->add_flag("--hashes", options.hashes,
                    "print a line a life: platform, seed, hash of events and states, hash of setpoints");
  command->add_flag("--stack", options.stack,
                    "the whole program with its hosts, console, network and disk, not its core alone");
  command->add_option("--scenario", options.scenario, "a named hardship of the whole program, or all of them")
      ->type_name("NAME|all");
  command->add_option("--state", options.state, "… in this state of the platform; default: in every one")
      ->type_name("STATE");
  command->add_flag("--list", options.list, "print the named hardships and the states");
  command->add_option("--only", options.only, "of one life of --stack: only these of its acts take place")
      ->type_name("0,3,…");
  command->footer(
      "Examples:\n  hexad drill --seeds 2000\n  hexad drill --platform all --seed 1 --seeds 50\n"
      "  hexad drill --seed 17\n  hexad drill --hashes --platform all --seed 1 --seeds 20 > before.txt\n"
      "  hexad drill --stack --seed 17\n  hexad drill --scenario silence --state running\n");
  command->callback([&parsed] { parsed.code = drill(parsed.drill); });
}

void add_drives(CLI::App& app, Parsed& parsed) {
  DrivesOptions& options = parsed.drives;
  auto* command = app.add_subcommand("drives", "the other side of the drive link (drives.port = \"shared\")");
  command
      ->add_option("action", options.action,
                   "simulate: simulated drives as a process of their own; show: what both sides say")
      ->required()
      ->check(CLI::IsMember({"simulate", "show"}));
  command->add_option("--config", options.config, "configuration file, the one `hexad run` has")
      ->type_name("FILE");
  command->add_option("-p,--platform", options.platform, "a preset or a platform file")
      ->type_name("NAME|FILE");
  command->add_option("--set", options.set, "change any configuration key")->type_name("KEY=VALUE");
  command
      ->add_option("--block", options.block,
                   "file of the block, default /dev/shm/hexad- and the machine's name")
      ->type_name("PATH");
  command->add_option("--rate", options.rate, "servo ticks a second, default 1000")
      ->type_name("HZ")
      ->check(within(50, 4000));
  command
      ->add_option("--enable-delay", options.enable_delay, "from enable to a motor that works, default 0.1")
      ->type_name("S")
      ->check(within(0, 10));
  command->add_option("--brake-delay", options.brake_delay, "a brake takes to open or to close, default 0.05")
      ->type_name("S")
      ->check(within(0, 10));
  command->add_option("--late", options.late_ms, "each tick comes up to this late, at random")
      ->type_name("MS")
      ->check(within(0, 1000));
  command->add_option("--stall-every", options.stall_every, "a stall about this often; 0 = never")
      ->type_name("S")
      ->check(within(0.0, 1e6));
  command->add_option("--stall", options.stall_ms, "how long a stall is at most, default 40")
      ->type_name("MS")
      ->check(within(0, 60000));
  command->add_option("--lose", options.lose, "share of feedback that nobody hears")
      ->type_name("0…1")
      ->check(within(0, 1));
  command
      ->add_option(
          "--mistake", options.mistakes,
          "simulate: a leg that is built or wired wrongly, for commissioning to find; again for more")
      ->type_name("NAME:LEG[:VALUE]");
  command->add_option("--seed", options.seed, "of all that is random, default 1")->type_name("K");
  command->add_flag("--in-step", options.in_step,
                    "a tick a command: whoever is late, nothing is; for tests on a busy machine");
  command->add_flag("--json", options.json, "show: print one JSON object and nothing else");
  command->footer(
      "Examples:\n  hexad run --set drives.port=shared &\n  hexad drives simulate\n  hexad drives show\n"
      "  hexad drives simulate --late 2 --stall-every 5 --stall 30 --enable-delay 0.5 --brake-delay 0.2\n"
      "  hexad drives simulate --mistake cross:1:2 --mistake weak_brake:4\n\nMistakes:\n" +
      mistakes_text());
  command->callback([&parsed] {
    parsed.code =
        parsed.drives.action == "show" ? show_drives(parsed.drives) : simulate_drives(parsed.drives);
  });
}

void add_relay(CLI::App& app, Parsed& parsed) {
  RelayOptions& options = parsed.relay;
  auto* command = app.add_subcommand(
      "relay", "a line between hosts and a controller, as bad as one likes: to try a host on a poor network");
  command->add_option("lines", options.lines, "where hosts send, and where the controller listens")
      ->type_name("LISTEN=TO");
  command->add_option("--both", options.both, "quality of both directions")->type_name("QUALITY");
  command->add_option("--up", options.up, "of hosts to controller")->type_name("QUALITY");
  command->add_option("--down", options.down, "of controller to hosts")->type_name("QUALITY");
  command
      ->add_option("--script", options.script, "qualities by time, a line each: SECONDS up|down|both QUALITY")
      ->type_name("FILE");
  command->add_option("--allow", options.allow, "who may be a host, default this machine; again for more")
      ->type_name("NETWORK");
  command->add_option("--control", options.control, "where it is told, default 7790 of this machine; or off")
      ->type_name("PORT|ADDRESS:PORT");
  command
      ->add_option("--tell", options.tell,
                   "to a relay that runs: [LINE] up|down|both QUALITY, or status; prints what it counted")
      ->type_name("ORDER");
  command->add_option("--for", options.seconds, "end after this; default: when it is ended")
      ->type_name("S")
      ->check(within(0.0, 1e6));
  command->add_option("--seed", options.seed, "of all that is random, default 1")->type_name("K");
  command->add_flag("--json", options.json, "print one JSON object and nothing else");
  command->footer(
      "A quality is any of: loss=5% delay=20ms jitter=5ms duplicate=1% reorder=2% behind=20ms truncate=1% "
      "flip=1%\n"
      "cut clear. LISTEN and TO are PORT (of this machine) or ADDRESS:PORT. A host sends to LISTEN instead "
      "of TO;\n"
      "the controller sees each host at an address of its own and answers it there.\n"
      "Examples:\n  hexad relay 2100=1100 --both 'loss=5% delay=20ms jitter=5ms'\n"
      "  hexad relay --tell 'up cut'; hexad relay --tell 'up clear'\n"
      "  hexad relay 0.0.0.0:2100=192.168.1.20:1100 --allow 192.168.1.0/24 --script poor.txt\n");
  command->callback([&parsed] { parsed.code = relay_command(parsed.relay); });
}

void add_run(CLI::App& app, Parsed& parsed) {
  RunOptions& run = parsed.run;
  auto* command = app.add_subcommand("run", "run a platform: its drives and the protocols");
  command->add_option("--config", run.config, "configuration file")->type_name("FILE");
  command->add_option("-p,--platform", run.platform, "a preset or a platform file")->type_name("NAME|FILE");
  command->add_option("--listen", run.listen, "address all protocols listen on, default 127.0.0.1")
      ->type_name("ADDR");
  command->add_option("--protocols", run.protocols, "open only these")->delimiter(',')->type_name("NAME,…");
  command->add_option("--port", run.ports, "another port for a protocol; 0 = any free one")
      ->type_name("NAME=N");
  command
      ->add_option("--console", run.console,
                   "HTTP for status, ctl and browser, default 127.0.0.1:8600; port 0 = any free one")
      ->type_name("ADDR:PORT|off");
  command
      ->add_option("--state", run.state,
                   "folder of what survives a restart, default $XDG_STATE_HOME/hexad or ~/.local/state/hexad")
      ->type_name("DIR");
  command->add_flag("--rt", run.rt,
                    "real time: SCHED_FIFO, locked memory, a processor of its own (needs rights)");
  command->add_option("--rt-priority", run.rt_priority, "with --rt: SCHED_FIFO priority, default 80")
      ->type_name("1…99");
  command->add_option("--rt-cpu", run.rt_cpu, "with --rt: which processor, default the last one")
      ->type_name("N");
  command
      ->add_option("--rt-spin", run.rt_spin,
                   "with --rt: watch the clock this long before each tick instead of sleeping, default 0")
      ->type_name("µs");
  command->add_option("--speed", run.speed, "platform time runs this much faster than the clock")
      ->type_name("X");
  command->add_option("--rate", run.rate, "control loop ticks a second")->type_name("HZ");
  command->add_option("--set", run.set, "change any configuration key")->type_name("KEY=VALUE");
  command->add_flag_callback(
      "--browser", [&run] { run.browser = true; }, "show the console in a browser; on Windows it is shown");
  command->add_flag_callback(
      "--no-browser", [&run] { run.browser = false; }, "do not");
  command->footer(
      "Examples:\n"
      "  hexad run\n"
      "  hexad run --platform my.toml --protocols mdof,darren --port mdof=0\n"
      "  hexad run --console 127.0.0.1:0 --rt --rt-spin 60\n"
      "  hexad run --set drives.port=shared\n"
      "  hexad run --set plant.initial=neutral --set 'darren.allow=[\"192.168.1.0/24\"]'\n");
  command->callback([&parsed] { parsed.code = run_platform(parsed.run); });
}

int run_host(Parsed& parsed) {
  if (!parsed.typed.pose.empty()) {
    AxisValues pose{};
    if (!read_axes("--pose", parsed.typed.pose, pose)) return kUsage;
    parsed.host.pose = pose;
  }
  if (!parsed.typed.velocity.empty()) {
    AxisValues speed{};
    if (!read_axes("--velocity", parsed.typed.velocity, speed)) return kUsage;
    parsed.host.speed = speed;
  }
  return host(parsed.host);
}

void add_host(CLI::App& app, Parsed& parsed) {
  HostOptions& options = parsed.host;
  auto* command = app.add_subcommand("host", "speak to a controller as a host: send, stream, watch");
  command
      ->add_option(
          "protocol", options.protocol,
          "mdof, darren, lingjing, motus; or a game: forza, outsim, flightgear, xplane, beamng, generic")
      ->required()
      ->type_name("PROTOCOL");
  command->add_option("commands", options.commands, "what to say, one after the other")
      ->type_name("COMMAND…");
  command->add_option("--to", options.to, "the controller; default 127.0.0.1 and the protocol's own port")
      ->type_name("ADDR:PORT");
  command->add_flag("--json", options.json, "print one JSON object a line and nothing else");
  command->add_option("--timeout", options.timeout, "how long an answer or state may take")
      ->type_name("S")
      ->check(within(0.001, 1e6));
  add_axes(*command, "--pose", parsed.typed.pose, "run: stream this pose until it is reached");
  command->add_option("--sine", options.sine, "run: stream a sine, mm or degrees; may be repeated")
      ->type_name("AXIS,AMPLITUDE,HZ");
  command
      ->add_option("--legs", options.legs,
                   "run: stream actuator positions, mm from neutral (lingjing: from retracted)")
      ->type_name("E1,…,E6");
  add_axes(*command, "--velocity", parsed.typed.velocity, "motus step: at these speeds, mm/s and °/s");
  command->add_option("--unit", options.unit, "motus: what lengths on the wire are in, default m")
      ->type_name("m|mm")
      ->check(CLI::IsMember({"m", "mm"}));
  command->add_option("--dialect", options.dialect, "motus: order of the fields, default manual")
      ->type_name("NAME")
      ->check(CLI::IsMember({"manual", "2020", "generation1"}));
  command->add_flag("--heave-down", options.heave_down, "motus generation1: heave counts downwards");
  command->add_flag("--once", options.once, "darren, motus: one frame a command, as many hosts send it");
  command->add_option("--file", options.file, "motus script: its number, default 1")->type_name("N");
  command->add_option("--leg", options.jog_legs, "motus jog: a leg, from 1; may be repeated")->type_name("N");
  command->add_option("--jog-speed", options.jog_speed, "motus jog: default 10; negative retracts")
      ->type_name("MM/S")
      ->check(within(-1000.0, 1000.0));
  command->add_option("--neutral", options.neutral, "lingjing: how high neutral is above the bottom")
      ->type_name("MM")
      ->check(within(0.0, 10000.0));
  command->add_option("--relays", options.relays, "lingjing: effect word of every frame, bit 0 = relay 1")
      ->type_name("HEX");
  command->add_option("--seconds", options.seconds, "a stream or watch ends after this")
      ->type_name("S")
      ->check(within(0.0, 1e9));
  command
      ->add_option("--rate", options.rate, "frames a second, default 100; watch: lines a second, default 5")
      ->type_name("HZ")
      ->check(within(0.1, 10000.0));
  command
      ->add_option("--local-port", options.local_port,
                   "this host's own port; default any, darren 10010, motus 10000")
      ->type_name("N")
      ->check(within(0, 65535));
  command
      ->add_option("--manoeuvre", options.manoeuvre,
                   "games: what the vehicle does, a CSV file or one that comes with the program")
      ->type_name("FILE");
  command->add_option("--config", options.config, "configuration file")->type_name("FILE");
  command->add_option("--set", options.set, "change any configuration key")->type_name("KEY=VALUE");
  command->footer(
      "mdof: lines of the manual, or watch; exit code 0 when the last answer of every command is 0.\n"
      "darren: connect disconnect neutral run hold descend reset estop watch; cue FILE sends a manoeuvre "
      "(102).\n"
      "lingjing: frames (@A6:…#), run move park play pause stop pre next watch; nothing comes back without "
      "feedback.\n"
      "motus: zero raise neutral descend run step sine script jog stop estop watch.\n"
      "forza, outsim, flightgear, xplane, beamng, generic: play (default), rest, menu, freeze: packets of "
      "such "
      "a game, 60 a second,\n"
      "to port 9750; generic takes its fields from --config and --set. They drive nothing until the operator "
      "says\n"
      "hexad ctl give forza on a raised platform.\n"
      "darren and motus commands are repeated until the status shows them (--once: sent once). Whatever "
      "ends\n"
      "the program, Ctrl-C, a lost status, a time that is up, it stops first what it has started: mdof by 4\n"
      "(slow stop), darren by 5 (hold), motus by 11/3 (soft stop); lingjing and the first generation of "
      "motus\n"
      "have no stop: waves die away, or the stream ends, and the last target stays.\n"
      "Examples:\n"
      "  hexad host mdof 1 \"9 0 0 10 0 0 0\" 24              # initialise, move 10 mm up, read the pose\n"
      "  hexad host mdof watch --to 192.168.1.150\n"
      "  hexad host darren neutral\n"
      "  hexad host darren run --sine pitch,3,0.5 --seconds 10\n"
      "  hexad host darren run --pose heave=30,pitch=5\n"
      "  hexad host darren descend --to 192.168.1.150:10000 --json\n"
      "  hexad host lingjing @A6:0,0,0,0,0,100#\n"
      "  hexad host lingjing run --neutral 232.5 --sine heave,20,0.3 --seconds 10\n"
      "  hexad host motus zero raise                       # as the manual wants it\n"
      "  hexad host motus run --sine pitch,3,0.5 --seconds 10\n"
      "  hexad host motus step --pose heave=30 --unit mm\n"
      "  hexad host motus watch\n"
      "  hexad host forza --manoeuvre braking.csv\n"
      "  hexad host forza play menu play --manoeuvre slalom.csv --seconds 10\n"
      "  hexad host generic --manoeuvre ramp.csv --set telemetry.surge.field=ax\n");
  command->callback([&parsed] { parsed.code = run_host(parsed); });
}

void add_target(CLI::App& app, ConsoleOptions& console) {
  console.to = web::kDefaultConsole;
  app.add_option("--to", console.to, "the running program, as its line \"listening console\" names it")
      ->type_name("[https://]ADDR:PORT")
      ->capture_default_str();
  app.add_option("--token", console.token,
                 "asked for by a program that is open to the network; default HEXAD_TOKEN")
      ->type_name("TOKEN");
  app.add_option("--fingerprint", console.fingerprint,
                 "by TLS, to the one whose certificate this is (hexad run prints it); default "
                 "HEXAD_FINGERPRINT")
      ->type_name("SHA256");
  app.add_option("--ca", console.authorities,
                 "by TLS, to who shows a certificate that these have signed; default HEXAD_CA, with https:// "
                 "those of the system")
      ->type_name("FILE");
}

void add_console(CLI::App& app, ConsoleOptions& console) {
  add_target(app, console);
  app.add_flag("--json", console.json, "print one JSON object (a line) and nothing else");
}

void add_status(CLI::App& app, Parsed& parsed) {
  auto* command = app.add_subcommand("status", "what the running platform does, and why not");
  add_console(*command, parsed.status.console);
  auto* watch = command->add_flag("--watch", parsed.status.watch,
                                  "again and again, in place on a terminal, until Ctrl-C");
  command
      ->add_flag("--fault", parsed.status.fault,
                 "the black box of the last fault or emergency stop: each leg at that moment, what was asked "
                 "and said "
                 "before; with --json all of it, every tick of the second before a line")
      ->excludes(watch);
  command->add_option("--every", parsed.status.every, "with --watch, default 0.5")
      ->type_name("S")
      ->check(within(0.02, 3600.0));
  command->footer(
      "Examples:\n"
      "  hexad status\n"
      "  hexad status --watch\n"
      "  hexad status --json --watch --every 0.1 > life.jsonl\n"
      "  hexad status --fault\n"
      "  hexad status --fault --json > fault.json\n"
      "  hexad status --to 192.168.1.30:8600 --token …\n"
      "  hexad status --to https://192.168.1.30:8600 --fingerprint AB:CD:… --token …\n");
  command->callback([&parsed] { parsed.code = status(parsed.status); });
}

void add_doctor(CLI::App& app, Parsed& parsed) {
  DoctorOptions& options = parsed.doctor;
  auto* command =
      app.add_subcommand("doctor", "which hosts speak, how well they are understood, what to set");
  command->add_option("seconds", options.seconds, "how long to listen, default 10")
      ->type_name("SECONDS")
      ->check(within(0.1, 86400.0));
  add_console(*command, options.console);
  command->add_option("--config", options.run.config, "configuration file")->type_name("FILE");
  command->add_option("-p,--platform", options.run.platform, "a preset or a platform file")
      ->type_name("NAME|FILE");
  command->add_option("--listen", options.run.listen, "address all protocols listen on")->type_name("ADDR");
  command->add_option("--port", options.run.ports, "another port for a protocol")->type_name("NAME=N");
  command->add_option("--set", options.run.set, "change any configuration key")->type_name("KEY=VALUE");
  command->footer(
      "It asks the program that runs. When none does, a simulated platform listens for as long, so that "
      "hosts "
      "find\nsomebody to talk to; nothing real moves.\n"
      "Examples:\n"
      "  hexad doctor\n"
      "  hexad doctor 30 --to 192.168.1.30:8600 --token …\n"
      "  hexad doctor 60 --listen 192.168.1.30 --set 'motus.allow=[\"192.168.1.0/24\"]'\n");
  command->callback([&parsed] { parsed.code = doctor(parsed.doctor); });
}

void add_ctl(CLI::App& app, Parsed& parsed) {
  auto* command = app.add_subcommand("ctl", "control the running platform: stop, raise, lower, reset, …");
  command->add_option("action", parsed.ctl.action, "see below")->required()->type_name("ACTION");
  command->add_option("argument", parsed.ctl.arguments, "what the action takes: a host, a fault, a pose, …")
      ->type_name("VALUE");
  add_console(*command, parsed.ctl.console);
  command->add_flag("--no-wait", parsed.ctl.no_wait, "motions: return when they have begun");
  command->footer(std::function<std::string()>{ctl_footer});
  command->callback([&parsed] { parsed.code = ctl(parsed.ctl); });
}

void add_bench(CLI::App& app, Parsed& parsed) {
  auto* command =
      app.add_subcommand("bench", "how fast this computer is at what a control period is filled with");
  add_platform(*command, parsed.bench.platform);
  command->add_flag("--json", parsed.bench.json, "print one JSON object and nothing else");
  command->footer(
      "Takes two seconds. Compare the numbers of one run with each other and with the period, 1000 µs.\n"
      "Example:\n  hexad bench --json\n");
  command->callback([&parsed] { parsed.code = bench(parsed.bench); });
}

void add_calibrate(CLI::App& app, Parsed& parsed) {
  CalibrateOptions& options = parsed.calibrate;
  auto* command =
      app.add_subcommand("calibrate", "read, write, compare, restore the parameters of a control board");
  command->add_option("action", options.action, "read, write, diff or restore")
      ->required()
      ->type_name("ACTION");
  command->add_option("--board", options.board, "where the board listens; default 127.0.0.1:20000")
      ->type_name("ADDR:PORT");
  command
      ->add_option("--group", options.group, "1 mechanics, 2 control, 3 network, 4 user frame; default: all")
      ->type_name("N");
  command
      ->add_option("--file", options.file,
                   "config_x.csv: group 1; x.toml, x.bin: any group; with --raw: frames in hex")
      ->type_name("FILE");
  command->add_flag("--raw", options.raw,
                    "frames as they are, in hex; read also shows groups nobody described");
  command
      ->add_option("--factory", options.factory,
                   "write, diff, restore: the values of this platform's own file")
      ->type_name("NAME|FILE");
  command
      ->add_option(
          "--previous", options.previous,
          "write, diff, restore: the set before the one a hexad board of this platform has stored here")
      ->type_name("NAME");
  command
      ->add_option("--name", options.name,
                   "what this board is called here: its copies and last known values belong to the name; "
                   "default: its address")
      ->type_name("NAME");
  command->add_flag("--yes", options.yes,
                    "do not ask before a restore, or when the board may be another one");
  command->add_option("--state", options.state, "folder of what survives a restart")->type_name("DIR");
  command->add_option("--timeout", options.timeout, "for one answer, 1 s by default; asked three times")
      ->type_name("S");
  command
      ->add_option("--local-port", options.local_port,
                   "ask from this port; default 8080 as the vendor's tool, any for a board on this machine")
      ->type_name("N");
  command->add_flag("--json", options.json, "print one JSON object and nothing else");
  command->footer(
      "A board does not answer a write: what was written is always read back and compared, value by value. "
      "What "
      "it had\n"
      "before is kept on this computer; `restore` shows what the last write changed, asks, and writes that "
      "back. "
      "Only\n"
      "groups that change are sent. Values a TOML file leaves out stay as they are.\n"
      "Exit code 1 when a board does not answer or does not take a write, and when diff finds a difference.\n"
      "Examples:\n"
      "  hexad calibrate read --board 192.168.0.15:20000\n"
      "  hexad calibrate read --group 1 --file config_hall.csv\n"
      "  hexad calibrate write --file config_hall.csv\n"
      "  hexad calibrate read --file board.bin\n"
      "  hexad calibrate diff --factory allcontroller-1200\n"
      "  hexad calibrate write --name hall-2 --file config_hall.csv\n"
      "  hexad calibrate restore --name hall-2\n"
      "  hexad calibrate read --group 5 --raw\n");
  command->callback([&parsed] { parsed.code = calibrate(parsed.calibrate); });
}

void add_identify(CLI::App& app, Parsed& parsed) {
  IdentifyOptions& options = parsed.identify;
  auto* command =
      app.add_subcommand("identify", "the true joints and leg lengths of a platform, from measurements");
  add_platform(*command, options.platform);
  command->add_option("--measured", options.measured, "CSV: extensions, and what was measured there")
      ->type_name("FILE");
  command
      ->add_option("--sigma-mm", options.sigma_mm,
                   "standard deviation of a length; default: from the residuals")
      ->type_name("MM")
      ->check(within(1e-6, 100.0));
  command->add_option("--sigma-deg", options.sigma_deg, "and of an angle")
      ->type_name("DEG")
      ->check(within(1e-6, 5.0));
  command->add_option("--tolerance", options.tolerance, "standard deviation of a joint coordinate as built")
      ->type_name("MM")
      ->capture_default_str()
      ->check(within(1e-3, 100.0));
  command
      ->add_option("--leg-tolerance", options.leg_tolerance, "and of a leg's length; default: as the joints")
      ->type_name("MM")
      ->check(within(1e-3, 100.0));
  command->add_flag("--equal-legs", options.equal_legs, "one length for all legs, as boards keep it");
  command->add_option("--hold", options.hold, "base, platform, legs: as the platform file says")
      ->delimiter(',')
      ->type_name("PART,…");
  command
      ->add_option(
          "--unknown", options.unknown,
          "tracker, target, level: where instruments stand is found too (targets t1_x_mm … always do)")
      ->type_name("WHAT,…");
  command->add_flag("--drop-outliers", options.drop_outliers, "fit without rows that do not fit the others");
  command->add_option("--next", options.next, "how many poses to suggest")
      ->type_name("N")
      ->capture_default_str()
      ->check(within(0, 100));
  command->add_option("--plan", options.plan, "the suggested poses as CSV, to be filled in")
      ->type_name("FILE");
  command
      ->add_option("--out", options.out,
                   "the fitted platform as TOML, or as CSV for a board (calibrate write --file)")
      ->type_name("FILE");
  command->add_flag("--json", options.json, "print one JSON object and nothing else");
  command
      ->add_option("--simulate", options.simulate, "instead of a file: measure a simulated machine so often")
      ->type_name("N")
      ->check(within(1, 2000));
  command
      ->add_option("--true", options.truth, "--simulate: the machine that is measured; default: see --spread")
      ->type_name("NAME|FILE");
  command->add_option("--spread", options.spread, "--simulate: every joint and leg is off by up to this")
      ->type_name("MM")
      ->capture_default_str()
      ->check(within(0.0, 50.0));
  command->add_option("--seed", options.seed, "--simulate: another one is another machine and other noise")
      ->type_name("K")
      ->capture_default_str()
      ->check(within(0, 1000000000));
  command->add_option("--measure", options.measure, "--simulate: pose, tilt, height, or names of columns")
      ->type_name("NAME,…")
      ->capture_default_str();
  command->add_option("--write", options.write, "--simulate: the measurements as CSV")->type_name("FILE");
  command->footer(
      "Columns: leg1_mm … leg6_mm (extensions, from retracted) and any of sway_mm surge_mm heave_mm "
      "pitch_deg "
      "roll_deg\n"
      "yaw_deg, tilt_pitch_deg tilt_roll_deg (inclinometer), height_mm, t1_x_mm t1_y_mm t1_z_mm (targets), "
      "d:B1-P4_mm\n"
      "(a distance of any two of B1…B6 P1…P6, targets T1…, marks F1… on the floor); empty = not measured.\n"
      "docs/identify.md explains the numbers. A file with nothing but its heading gives a plan of what to "
      "measure.\n"
      "Examples:\n"
      "  hexad identify --measured monday.csv --out mine.toml\n"
      "  hexad identify --platform allcontroller-1200 --measured tilt.csv --sigma-deg 0.01 --json\n"
      "  hexad identify --measured heading.csv --next 12 --plan monday.csv\n"
      "  hexad identify --simulate 24 --seed 3                       # does it work, and how well?\n"
      "  hexad identify --simulate 40 --measure tilt,height          # is an inclinometer enough?\n"
      "  hexad identify --simulate 40 --measure targets3             # a tracker that stands anywhere\n"
      "  hexad identify --simulate 40 --measure d:B1-T1_mm,d:B3-T1_mm,d:B5-T1_mm,d:T1-F1_mm   # a tape\n"
      "  hexad identify --measured laser.csv --unknown tracker,target --equal-legs --out config_hall.csv\n");
  command->callback([&parsed] { parsed.code = identify(parsed.identify); });
}

void add_decode(CLI::App& app, Parsed& parsed) {
  DecodeOptions& options = parsed.decode;
  auto* command = app.add_subcommand("decode", "datagrams in words, from hex or from a capture file");
  command
      ->add_option("input", options.input,
                   "bytes in hex; or a capture file; or - for stdin, one frame a line")
      ->required()
      ->type_name("HEX…|FILE.pcap[ng]|-");
  command
      ->add_option("--protocol", options.protocol,
                   "read everything as this one; default: by port, or by content")
      ->type_name("NAME");
  command->add_option("--port", options.ports, "a controller's port besides the usual one; may be repeated")
      ->type_name("NAME=N");
  command->add_flag("--text", options.text, "the input is the datagram itself, not hex");
  command->add_flag("--fields", options.fields, "every field: offset, bytes, name, value, unit");
  command->add_flag("--json", options.json, "print one JSON object a line and nothing else");
  command->footer(
      "Protocols: lingjing mdof csfi motus darren. A name with a dot or a slash is a file. Captures: "
      "Ethernet, "
      "Linux\n"
      "cooked, loopback, raw IP; VLAN tags; IPv4. What cannot be decoded is printed and counted. Exit code 1 "
      "when\n"
      "nothing could be decoded, or the input is broken.\n"
      "Examples:\n"
      "  hexad decode --text '9 0 0 10 0 0 0'\n"
      "  hexad decode 'EB 90 01 03'\n"
      "  hexad decode monday.pcapng --fields\n"
      "  hexad decode monday.pcap --port motus=6000 --json > monday.jsonl\n"
      "  tcpdump -U -w - udp | hexad decode -\n");
  command->callback([&parsed] { parsed.code = decode(parsed.decode); });
}

void add_accept(CLI::App& app, Parsed& parsed) {
  AcceptOptions& options = parsed.accept;
  auto* command = app.add_subcommand("accept", "acceptance tests of the running platform, with a report");
  add_target(*command, options.console);
  command->add_option("-p,--platform", options.platform, "only if this platform runs there")
      ->type_name("NAME");
  command->add_option("--report", options.report, "one page with plots, figures, configuration")
      ->type_name("FILE");
  command
      ->add_option("--json", options.json,
                   "the figures as one JSON object; alone or - to stdout, nothing else there")
      ->type_name("FILE")
      ->expected(0, 1)
      ->default_str("-");
  command->add_option("--against", options.against, "an earlier report, HTML or JSON: what has changed since")
      ->type_name("FILE");
  command->add_option("--only", options.only, "reach speed response balance turnaround repeatability latency")
      ->delimiter(',')
      ->type_name("TEST,…");
  command->add_option("--frequencies", options.frequencies, "of the response; default 0.3,1,2,5")
      ->delimiter(',')
      ->type_name("HZ,…");
  command
      ->add_option("--bounds", options.bounds, "what figures must keep; default share/acceptance/bounds.txt")
      ->type_name("FILE");
  command->add_option("--bound", options.bound, "one bound more, such as 'latency.drives_ms<=30'")
      ->type_name("NAME<=X");
  command->add_flag("--quick", options.quick, "fewer frequencies, approaches and axes");
  command->add_flag("--yes", options.yes, "real drives: nobody stands on or near the platform");
  command->footer(
      "The platform must stand raised or zeroed at the bottom, with nobody driving. It moves through its "
      "whole "
      "reach\n"
      "and up to its full speed, about three minutes of platform time, then stands as before. Ctrl-C stops "
      "it. "
      "docs/accept.md\n"
      "explains the figures. Exit code 1 when a bound is not kept, something could not be measured, or it "
      "was "
      "ended early.\n"
      "Examples:\n"
      "  hexad accept --report monday.html\n"
      "  hexad accept --report tuesday.html --against monday.html --bounds ours.txt\n"
      "  hexad accept --quick --only reach,response --json > figures.json\n");
  command->callback([&parsed] { parsed.code = accept(parsed.accept); });
}

void add_commission(CLI::App& app, Parsed& parsed) {
  CommissionOptions& options = parsed.commission;
  auto* command =
      app.add_subcommand("commission", "check legs one by one before the first homing, by a held key");
  add_target(*command, options.console);
  command->add_option("--legs", options.legs, "only these, from 1; default all")
      ->delimiter(',')
      ->type_name("LEG,…");
  command->add_option("--distance", options.distance, "how far a leg goes out, default 5")
      ->type_name("MM")
      ->check(within(1, 20));
  command->add_option("--speed", options.speed, "of a leg; twice that at most, default 5")
      ->type_name("MM/S")
      ->check(within(1, 10));
  command->add_option("--torque", options.torque, "no more of the rated torque than this, default 100")
      ->type_name("%")
      ->check(within(5, 100));
  command->add_option("--report", options.report, "the page, in both languages")->type_name("FILE");
  command->add_option("--json", options.json, "figures, findings, suggestion as one JSON object")
      ->type_name("FILE");
  command->add_option("--place", options.place, "for the report: where the machine stands")
      ->type_name("TEXT");
  command->add_option("--operator", options.conducted_by, "for the report: who does it")->type_name("TEXT");
  command->add_flag("--yes", options.yes, "legs off the platform or supported, nobody in reach");
  command->footer(
      "Hold the space bar: nothing moves before it repeats, and the leg stops when it is let go. Only one "
      "leg\n"
      "moves, with limited speed and torque; hosts are kept out meanwhile. Checked: order, sign, scale, "
      "following\n"
      "error, delay, lost motion, friction, brake, switches. docs/commission.md has the steps. Exit code 1 "
      "when\n"
      "something is wrong or it was ended early.\n"
      "Examples:\n"
      "  hexad run --set drives.port=shared &\n"
      "  hexad commission --legs 1 --distance 3 --torque 60\n"
      "  hexad commission --report legs.html --place 'hall 2'\n");
  command->callback([&parsed] { parsed.code = commission(parsed.commission); });
}

void add_certificate(CLI::App& app, Parsed& parsed) {
  CertificateOptions& options = parsed.certificate;
  auto* command =
      app.add_subcommand("certificate", "of the console, made by the program itself: its fingerprint");
  command->add_option("-p,--platform", options.platform, "whose; a preset or a platform file")
      ->type_name("NAME|FILE");
  command->add_option("--config", options.config, "configuration file")->type_name("FILE");
  command->add_option("--state", options.state, "folder of what survives a restart")->type_name("DIR");
  command->add_option("--name", options.names, "a name clients call this machine by, besides its own")
      ->type_name("HOST");
  command->add_flag("--new", options.anew,
                    "another one in its place; the program uses it from its next start on");
  command->add_flag("--json", options.json, "print one JSON object and nothing else");
  command->footer(
      "There is one after the first call, or the first start with console.tls=self_signed. Whoever compares "
      "the\n"
      "fingerprint knows which machine answers; no authority is needed.\n"
      "Examples:\n"
      "  hexad certificate\n"
      "  hexad certificate --new --name sim1.local\n"
      "  hexad run --set console.tls=self_signed --console 192.168.1.30:8600\n");
  command->callback([&parsed] { parsed.code = certificate(parsed.certificate); });
}

/// Everything help says, in Chinese; what stands after "Examples:" is the same in every language.
void translate(CLI::App& app) {
  const std::string& command = app.get_name();
  if (app.get_parent() == nullptr) {
    const std::shared_ptr<CLI::FormatterBase> words = app.get_formatter();
    for (const auto& [english, chinese] : {std::pair{"Usage", "用法"},
                                           {"OPTIONS", "选项"},
                                           {"SUBCOMMAND", "子命令"},
                                           {"Positionals", "参数"},
                                           {"REQUIRED", "（必需）"},
                                           {"Needs", "需要"},
                                           {"Excludes", "不可同用"}})
      words->label(english, chinese);
  }
  app.description(std::string{chinese_help(command, "")});
  for (CLI::Option* option : app.get_options({})) {
    const std::string name =
        option->get_positional() ? option->get_name(true) : "--" + option->get_lnames().front();
    option->description(std::string{chinese_help(command, name)});
    option->group("选项");
  }
  const std::string footer = app.get_footer();
  const std::string_view explained = chinese_help(command, "footer");
  const auto examples = std::min(footer.find("Examples:\n"), footer.find("Example:\n"));
  if (examples == 0 || (examples != std::string::npos && !explained.empty()))  // ctl makes its own
    app.footer(std::string{explained} + "示例：" + footer.substr(footer.find('\n', examples)));
  for (CLI::App* subcommand : app.get_subcommands({})) {
    subcommand->group("子命令");
    translate(*subcommand);
  }
}

/// The language stands before the subcommand and must be known before anything is said, also by --help.
/// Returns the subcommand as typed, empty when there is none.
std::string_view choose_language(int argc, char** argv) {
  messages::speak(messages::language_of_environment());
  for (int i = 1; i < argc; ++i) {
    std::string_view word{argv[i]};
    if (!word.starts_with("-")) return word;
    if (!word.starts_with("--lang")) continue;
    word.remove_prefix(6);
    const std::string_view name = word.starts_with("=") ? word.substr(1) : i + 1 < argc ? argv[++i] : "";
    if (name == "en" || name == "zh")
      messages::speak(name == "zh" ? messages::Language::chinese : messages::Language::english);
  }
  return {};
}

/// What is wrong with the command line. The library speaks English only; what a person is likely to meet is
/// looked up here in what was typed, the rest is quoted.
std::string wrong(const CLI::App& app, const CLI::ParseError& error, std::string_view typed) {
  std::vector<std::string> names;
  for (const CLI::App* known : app.get_subcommands({})) names.push_back(known->get_name());
  const bool known = std::find(names.begin(), names.end(), typed) != names.end();
  // The library would only say that a subcommand is missing.
  if (!known && !typed.empty())
    return fmt::format(
        fmt::runtime(in_english() ? "no command \"{}\"; did you mean {}?" : "没有命令“{}”；是否要用 {}？"),
        typed, hexad::nearest(std::string{typed}, names));
  if (in_english()) return error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr)
    return fmt::format("hexad {} 不认识：{}", typed, fmt::join(app.remaining(true), " "));
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    if (!known) return "缺少子命令";
    for (const CLI::Option* option : app.get_subcommand(std::string{typed})->get_options({}))
      if (option->get_required() && option->count() == 0) return fmt::format("缺少 {}", option->get_name());
  }
  return fmt::format("命令行有误：{}", error.what());
}

}  // namespace

int run(int argc, char** argv) {
  CLI::App app{"hexad: the software of a motion platform"};
  app.allow_windows_style_options(false);  // "/home" is a path everywhere
  app.set_version_flag("--version", version_line());
  app.require_subcommand(1);
  const std::string_view typed = choose_language(argc, argv);
  std::string language;  // known already
  app.add_option("--lang", language,
                 "language of messages, before the subcommand: en or zh; default: LC_ALL, LC_MESSAGES, LANG")
      ->check(CLI::IsMember({"en", "zh"}));
  app.footer(
      "Every subcommand explains itself: hexad ik --help\nExample:\n  hexad ik --pose heave=30,pitch=5\n");
  Parsed parsed;
  add_run(app, parsed);
  add_status(app, parsed);
  add_doctor(app, parsed);
  add_ctl(app, parsed);
  add_platforms(app, parsed);
  add_ik(app, parsed);
  add_fk(app, parsed);
  add_reach(app, parsed);
  add_check(app, parsed);
  add_preflight(app, parsed);
  add_sine(app, parsed);
  add_cue(app, parsed);
  add_convert(app, parsed);
  add_drill(app, parsed);
  add_drives(app, parsed);
  add_host(app, parsed);
  add_relay(app, parsed);
  add_decode(app, parsed);
  add_calibrate(app, parsed);
  add_bench(app, parsed);
  add_identify(app, parsed);
  add_accept(app, parsed);
  add_commission(app, parsed);
  add_certificate(app, parsed);
  add_design_commands(app, parsed.code);
  if (!in_english()) translate(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {  // --help, --version
    return app.exit(request);
  } catch (const CLI::ParseError& error) {
    print_error(as_told(wrong(app, error, typed)));
    print_hint(messages::Id::cli_see_help);
    return kUsage;
  }
  return parsed.code;
}

}  // namespace hexad::cli
