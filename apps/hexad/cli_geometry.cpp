// Options of the tools that look at a machine: its legs at a pose, its pose, its reach, its file.

#include <memory>

#include "hexad/cli_options.hpp"
#include "hexad/commands.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/numbers.hpp"
#include "messages/say.hpp"

namespace hexad::cli {
namespace {

constexpr const char* kAxesHelp =
    "Poses are six numbers X,Y,Z,RX,RY,RZ in mm and degrees from neutral, or named: sway surge heave pitch "
    "roll yaw\n"
    "(or x y z rx ry rz); what is not named is 0. R = Rz·Ry·Rx. Rotational velocity and acceleration are the "
    "vectors\n"
    "ω and α in base axes.\n";

/// Texts as typed, before they are numbers.
struct TypedIk {
  IkOptions options;
  std::vector<std::string> pose;
  std::vector<std::string> velocity;
  std::vector<std::string> acceleration;
  std::string rotary;
};

int run_ik(TypedIk& typed) {
  if (!typed.options.poses.empty()) {
    const bool rates = !typed.velocity.empty() || !typed.acceleration.empty();
    if (rates || !typed.rotary.empty()) return usage("ik --poses", messages::Id::ik_poses_rates);
    return ik_poses(typed.options);
  }
  if (typed.pose.empty()) return usage("ik", messages::Id::ik_pose_or_poses);
  if (!read_axes("--pose", typed.pose, typed.options.pose)) return kUsage;
  if (!read_axes("--velocity", typed.velocity, typed.options.velocity)) return kUsage;
  if (!read_axes("--acceleration", typed.acceleration, typed.options.acceleration)) return kUsage;
  if (!typed.rotary.empty()) {
    const auto degrees = parse_number(typed.rotary);
    if (!degrees) return usage("--rotary", degrees.error());
    typed.options.rotary = *degrees;
  }
  return ik(typed.options);
}

struct TypedFk {
  FkOptions options;
  std::vector<std::string> extensions;
  std::vector<std::string> lengths;
};

int run_fk(TypedFk& typed) {
  const bool lengths = !typed.lengths.empty();
  if (lengths == !typed.extensions.empty()) return usage("fk", messages::Id::fk_either);
  typed.options.lengths = lengths;
  typed.options.legs = joined(lengths ? typed.lengths : typed.extensions);
  return typed.options.all ? fk_all(typed.options) : fk(typed.options);
}

}  // namespace

void add_platforms(CLI::App& app, int& code) {
  auto options = std::make_shared<PlatformsOptions>();
  auto* command = app.add_subcommand("platforms", "list the preset platforms, or print one as TOML");
  command->add_option("name", options->name, "print this one")->type_name("NAME");
  command->add_flag("--json", options->json, "print the list as one JSON object");
  command->footer(
      "Examples:\n  hexad platforms\n  hexad platforms standard-400 > my.toml      # a start for one's "
      "own\n");
  command->callback([options, &code] { code = platforms(*options); });
}

void add_ik(CLI::App& app, int& code) {
  auto typed = std::make_shared<TypedIk>();
  auto* command = app.add_subcommand("ik", "inverse kinematics: what the legs do at a pose");
  add_platform(*command, typed->options.platform);
  auto* pose = add_axes(*command, "--pose", typed->pose, "where the platform is");
  command
      ->add_option(
          "--poses", typed->options.poses,
          "a CSV file of them, six columns or with times before them seven: each pose, and with times "
          "the motion through them")
      ->type_name("FILE")
      ->excludes(pose);
  add_axes(*command, "--velocity", typed->velocity, "how it moves, mm/s and °/s");
  add_axes(*command, "--acceleration", typed->acceleration, "and accelerates, mm/s² and °/s²");
  command->add_option("--rotary", typed->rotary, "angle of the rotary axis: turns the payload with the cabin")
      ->type_name("DEG");
  add_csv(*command, typed->options.csv, typed->options.json);
  command->footer(
      std::string{kAxesHelp} +
      "Examples:\n"
      "  hexad ik --pose heave=30,pitch=5\n"
      "  hexad ik --platform allcontroller-1200 --pose 0,0,50,5,0,-10 --velocity heave=100 --json\n"
      "  hexad ik --pose roll=12 --csv legs.csv\n"
      "  hexad ik --poses roadmap.csv --csv legs.csv\n");
  command->callback([typed, &code] { code = run_ik(*typed); });
}

void add_fk(CLI::App& app, int& code) {
  auto typed = std::make_shared<TypedFk>();
  auto* command = app.add_subcommand("fk", "forward kinematics: the pose that leg lengths make");
  add_platform(*command, typed->options.platform);
  const int legs = static_cast<int>(kMaxLegs);
  command
      ->add_option("--extensions", typed->extensions,
                   "mm from retracted, one a leg; or zero, mid, top, 1236 (legs 1 2 3 6 at full stroke)")
      ->expected(1, legs)
      ->type_name("E1,…");
  command->add_option("--lengths", typed->lengths, "mm from joint to joint, one a leg")
      ->expected(1, legs)
      ->type_name("L1,…");
  command->add_flag("--all", typed->options.all,
                    "every way the platform can be put together with these legs (six legs; at most 40)");
  add_csv(*command, typed->options.csv, typed->options.json);
  command->footer(
      "Exit code 1 when the legs make no pose, or one that is not the operating one (the reason is on "
      "stderr).\n"
      "Examples:\n"
      "  hexad fk --extensions mid\n"
      "  hexad fk --extensions 210,190,200,200,205,195 --json\n"
      "  hexad fk --platform rectangle-4 --lengths 650,650,640,640\n"
      "  hexad fk --extensions mid --all\n");
  command->callback([typed, &code] { code = run_fk(*typed); });
}

void add_reach(CLI::App& app, int& code) {
  auto options = std::make_shared<ReachOptions>();
  auto from = std::make_shared<std::vector<std::string>>();
  auto* command = app.add_subcommand("reach", "how far each axis goes, alone, with the full stroke");
  add_platform(*command, options->platform);
  add_axes(*command, "--from", *from, "start here instead of at neutral; ranges are offsets from it");
  auto* json = command->add_flag("--json", options->json, "print one JSON object and nothing else");
  auto* map = command->add_option("--map", options->map, "what two axes can do together, point by point")
                  ->type_name("AXIS,AXIS")
                  ->excludes(json);
  command->add_option("--csv", options->csv, "the map: reach, condition, leg force of every point")
      ->type_name("FILE")
      ->needs(map);
  command->add_option("--svg", options->svg, "the map as a picture")->type_name("FILE")->needs(map);
  command->add_option("--show", options->show, "what the picture shows: condition, force or singular")
      ->capture_default_str()
      ->needs(map);
  command->add_option("--points", options->points, "of the map, along each axis")
      ->check(within(2, 1001))
      ->capture_default_str()
      ->needs(map);
  command->footer(
      std::string{kAxesHelp} +
      "Examples:\n  hexad reach\n  hexad reach --platform rectangle-4 --from heave=50,roll=3 --json\n"
      "  hexad reach --map surge,pitch --csv map.csv --svg map.svg --show force\n");
  command->callback([options, from, &code] {
    if (!read_axes("--from", *from, options->from)) {
      code = kUsage;
    } else {
      code = options->map.empty() ? reach(*options) : reach_map(*options);
    }
  });
}

void add_check(CLI::App& app, int& code) {
  auto options = std::make_shared<CheckOptions>();
  auto* command = app.add_subcommand("check", "a platform or configuration file: every problem, in words");
  command->add_option("file", options->file, "x.toml or config_x.csv")->required()->type_name("FILE");
  command->footer(
      "Exit code 1 when there is an error; warnings and notes alone are fine.\n"
      "Example:\n  hexad check my.toml\n");
  command->callback([options, &code] { code = check(*options); });
}

void add_convert(CLI::App& app, int& code) {
  auto options = std::make_shared<ConvertOptions>();
  auto* command =
      app.add_subcommand("convert", "a parameter set between the board tool's CSV and a platform file");
  command->add_option("from", options->from, "config_x.csv or x.toml")->required()->type_name("FILE");
  command->add_option("to", options->to, "x.toml or config_x.csv")->required()->type_name("FILE");
  command->footer(
      "Numbers of the CSV are float32; they come back exactly.\n"
      "Example:\n  hexad convert config_second.csv second.toml\n");
  command->callback([options, &code] { code = convert(*options); });
}

void add_bench(CLI::App& app, int& code) {
  auto options = std::make_shared<BenchOptions>();
  auto* command =
      app.add_subcommand("bench", "how fast this computer is at what a control period is filled with");
  add_platform(*command, options->platform);
  command->add_flag("--json", options->json, "print one JSON object and nothing else");
  command->footer(
      "Takes two seconds. Compare the numbers of one run with each other and with the period, 1000 µs.\n"
      "Example:\n  hexad bench --json\n");
  command->callback([options, &code] { code = bench(*options); });
}

}  // namespace hexad::cli
