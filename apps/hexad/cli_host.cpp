// Options of the other end of the wire: hosts, the line between, datagrams in words.

#include <memory>

#include "hexad/cli_options.hpp"
#include "hexad/decode.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/host.hpp"
#include "hexad/relay.hpp"

namespace hexad::cli {
namespace {

/// Texts as typed, before they are numbers.
struct TypedHost {
  HostOptions options;
  std::vector<std::string> pose;
  std::vector<std::string> velocity;
};

int run_host(TypedHost& typed) {
  if (!typed.pose.empty()) {
    AxisValues pose{};
    if (!read_axes("--pose", typed.pose, pose)) return kUsage;
    typed.options.pose = pose;
  }
  if (!typed.velocity.empty()) {
    AxisValues speed{};
    if (!read_axes("--velocity", typed.velocity, speed)) return kUsage;
    typed.options.speed = speed;
  }
  return host(typed.options);
}

}  // namespace

void add_host(CLI::App& app, int& code) {
  auto typed = std::make_shared<TypedHost>();
  auto* command = app.add_subcommand("host", "speak to a controller as a host: send, stream, watch");
  command
      ->add_option("protocol", typed->options.protocol,
                   "mdof, darren, lingjing, motus; or a game: forza, outsim, flightgear, xplane, beamng, f1, "
                   "dirt, generic")
      ->required()
      ->type_name("PROTOCOL");
  command->add_option("commands", typed->options.commands, "what to say, one after the other")
      ->type_name("COMMAND…");
  command
      ->add_option("--to", typed->options.to, "the controller; default 127.0.0.1 and the protocol's own port")
      ->type_name("ADDR:PORT");
  command->add_flag("--json", typed->options.json, "print one JSON object a line and nothing else");
  command->add_option("--timeout", typed->options.timeout, "how long an answer or state may take")
      ->type_name("S")
      ->check(within(0.001, 1e6));
  add_axes(*command, "--pose", typed->pose, "run: stream this pose until it is reached");
  command->add_option("--sine", typed->options.sine, "run: stream a sine, mm or degrees; may be repeated")
      ->type_name("AXIS,AMPLITUDE,HZ");
  command
      ->add_option("--legs", typed->options.legs,
                   "run: stream actuator positions, mm from neutral (lingjing: from retracted)")
      ->type_name("E1,…,E6");
  add_axes(*command, "--velocity", typed->velocity, "motus step: at these speeds, mm/s and °/s");
  command->add_option("--unit", typed->options.unit, "motus: what lengths on the wire are in, default m")
      ->type_name("m|mm")
      ->check(CLI::IsMember({"m", "mm"}));
  command->add_option("--dialect", typed->options.dialect, "motus: order of the fields, default manual")
      ->type_name("NAME")
      ->check(CLI::IsMember({"manual", "2020", "generation1"}));
  command->add_flag("--heave-down", typed->options.heave_down, "motus generation1: heave counts downwards");
  command->add_flag("--once", typed->options.once,
                    "darren, motus: one frame a command, as many hosts send it");
  command->add_option("--file", typed->options.file, "motus script: its number, default 1")->type_name("N");
  command->add_option("--leg", typed->options.jog_legs, "motus jog: a leg, from 1; may be repeated")
      ->type_name("N");
  command->add_option("--jog-speed", typed->options.jog_speed, "motus jog: default 10; negative retracts")
      ->type_name("MM/S")
      ->check(within(-1000.0, 1000.0));
  command->add_option("--neutral", typed->options.neutral, "lingjing: how high neutral is above the bottom")
      ->type_name("MM")
      ->check(within(0.0, 10000.0));
  command
      ->add_option("--relays", typed->options.relays, "lingjing: effect word of every frame, bit 0 = relay 1")
      ->type_name("HEX");
  command->add_option("--seconds", typed->options.seconds, "a stream or watch ends after this")
      ->type_name("S")
      ->check(within(0.0, 1e9));
  command
      ->add_option("--rate", typed->options.rate,
                   "frames a second, default 100; watch: lines a second, default 5")
      ->type_name("HZ")
      ->check(within(0.1, 10000.0));
  command
      ->add_option("--local-port", typed->options.local_port,
                   "this host's own port; default any, darren 10010, motus 10000")
      ->type_name("N")
      ->check(within(0, 65535));
  command
      ->add_option("--manoeuvre", typed->options.manoeuvre,
                   "games: what the vehicle does, a CSV file or one that comes with the program")
      ->type_name("FILE");
  command->add_option("--config", typed->options.config, "configuration file")->type_name("FILE");
  command->add_option("--set", typed->options.set, "change any configuration key")->type_name("KEY=VALUE");
  command->footer(
      "mdof: lines of the manual, or watch; exit code 0 when the last answer of every command is 0.\n"
      "darren: connect disconnect neutral run hold descend reset estop watch; cue FILE sends a manoeuvre "
      "(102).\n"
      "lingjing: frames (@A6:…#), run move park play pause stop pre next watch; nothing comes back without "
      "feedback.\n"
      "motus: zero raise neutral descend run step sine script jog stop estop watch.\n"
      "forza, outsim, flightgear, xplane, beamng, f1, dirt, generic: play (default), rest, menu, freeze: "
      "packets of "
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
  command->callback([typed, &code] { code = run_host(*typed); });
}

void add_relay(CLI::App& app, int& code) {
  auto options = std::make_shared<RelayOptions>();
  auto* command = app.add_subcommand(
      "relay", "a line between hosts and a controller, as bad as one likes: to try a host on a poor network");
  command->add_option("lines", options->lines, "where hosts send, and where the controller listens")
      ->type_name("LISTEN=TO");
  command->add_option("--both", options->both, "quality of both directions")->type_name("QUALITY");
  command->add_option("--up", options->up, "of hosts to controller")->type_name("QUALITY");
  command->add_option("--down", options->down, "of controller to hosts")->type_name("QUALITY");
  command
      ->add_option("--script", options->script,
                   "qualities by time, a line each: SECONDS up|down|both QUALITY")
      ->type_name("FILE");
  command->add_option("--allow", options->allow, "who may be a host, default this machine; again for more")
      ->type_name("NETWORK");
  command->add_option("--control", options->control, "where it is told, default 7790 of this machine; or off")
      ->type_name("PORT|ADDRESS:PORT");
  command
      ->add_option("--tell", options->tell,
                   "to a relay that runs: [LINE] up|down|both QUALITY, or status; prints what it counted")
      ->type_name("ORDER");
  command->add_option("--for", options->seconds, "end after this; default: when it is ended")
      ->type_name("S")
      ->check(within(0.0, 1e6));
  command->add_option("--seed", options->seed, "of all that is random, default 1")->type_name("K");
  command->add_flag("--json", options->json, "print one JSON object and nothing else");
  command->footer(
      "A quality is any of: loss=5% delay=20ms jitter=5ms duplicate=1% reorder=2% behind=20ms truncate=1% "
      "flip=1%\n"
      "cut clear. LISTEN and TO are PORT (of this machine) or ADDRESS:PORT. A host sends to LISTEN instead "
      "of TO;\n"
      "the controller sees each host at an address of its own and answers it there.\n"
      "Examples:\n  hexad relay 2100=1100 --both 'loss=5% delay=20ms jitter=5ms'\n"
      "  hexad relay --tell 'up cut'; hexad relay --tell 'up clear'\n"
      "  hexad relay 0.0.0.0:2100=192.168.1.20:1100 --allow 192.168.1.0/24 --script poor.txt\n");
  command->callback([options, &code] { code = relay_command(*options); });
}

void add_decode(CLI::App& app, int& code) {
  auto options = std::make_shared<DecodeOptions>();
  auto* command = app.add_subcommand("decode", "datagrams in words, from hex or from a capture file");
  command
      ->add_option("input", options->input,
                   "bytes in hex; or a capture file; or - for stdin, one frame a line")
      ->required()
      ->type_name("HEX…|FILE.pcap[ng]|-");
  command
      ->add_option("--protocol", options->protocol,
                   "read everything as this one; default: by port, or by content")
      ->type_name("NAME");
  command->add_option("--port", options->ports, "a controller's port besides the usual one; may be repeated")
      ->type_name("NAME=N");
  command->add_flag("--text", options->text, "the input is the datagram itself, not hex");
  command->add_flag("--fields", options->fields, "every field: offset, bytes, name, value, unit");
  command->add_flag("--json", options->json, "print one JSON object a line and nothing else");
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
  command->callback([options, &code] { code = decode(*options); });
}

}  // namespace hexad::cli
