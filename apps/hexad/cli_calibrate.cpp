// Options of what sets or finds the parameters of a machine.

#include <memory>

#include "hexad/calibrate.hpp"
#include "hexad/cli_options.hpp"
#include "hexad/identify.hpp"

namespace hexad::cli {

void add_calibrate(CLI::App& app, int& code) {
  auto options = std::make_shared<CalibrateOptions>();
  auto* command =
      app.add_subcommand("calibrate", "read, write, compare, restore the parameters of a control board");
  command->add_option("action", options->action, "read, write, diff or restore")
      ->required()
      ->type_name("ACTION");
  command->add_option("--board", options->board, "where the board listens; default 127.0.0.1:20000")
      ->type_name("ADDR:PORT");
  command
      ->add_option("--group", options->group, "1 mechanics, 2 control, 3 network, 4 user frame; default: all")
      ->type_name("N");
  command
      ->add_option("--file", options->file,
                   "config_x.csv: group 1; x.toml, x.bin: any group; with --raw: frames in hex")
      ->type_name("FILE");
  command->add_flag("--raw", options->raw,
                    "frames as they are, in hex; read also shows groups nobody described");
  command
      ->add_option("--factory", options->factory,
                   "write, diff, restore: the values of this platform's own file")
      ->type_name("NAME|FILE");
  command
      ->add_option(
          "--previous", options->previous,
          "write, diff, restore: the set before the one a hexad board of this platform has stored here")
      ->type_name("NAME");
  command
      ->add_option("--name", options->name,
                   "what this board is called here: its copies and last known values belong to the name; "
                   "default: its address")
      ->type_name("NAME");
  command->add_flag("--yes", options->yes,
                    "do not ask before a restore, or when the board may be another one");
  command->add_option("--state", options->state, "folder of what survives a restart")->type_name("DIR");
  command->add_option("--timeout", options->timeout, "for one answer, 1 s by default; asked three times")
      ->type_name("S");
  command
      ->add_option("--local-port", options->local_port,
                   "ask from this port; default 8080 as the vendor's tool, any for a board on this machine")
      ->type_name("N");
  command->add_flag("--json", options->json, "print one JSON object and nothing else");
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
  command->callback([options, &code] { code = calibrate(*options); });
}

void add_identify(CLI::App& app, int& code) {
  auto options = std::make_shared<IdentifyOptions>();
  auto* command =
      app.add_subcommand("identify", "the true joints and leg lengths of a platform, from measurements");
  add_platform(*command, options->platform);
  command->add_option("--measured", options->measured, "CSV: extensions, and what was measured there")
      ->type_name("FILE");
  command
      ->add_option("--sigma-mm", options->sigma_mm,
                   "standard deviation of a length; default: from the residuals")
      ->type_name("MM")
      ->check(within(1e-6, 100.0));
  command->add_option("--sigma-deg", options->sigma_deg, "and of an angle")
      ->type_name("DEG")
      ->check(within(1e-6, 5.0));
  command->add_option("--tolerance", options->tolerance, "standard deviation of a joint coordinate as built")
      ->type_name("MM")
      ->capture_default_str()
      ->check(within(1e-3, 100.0));
  command
      ->add_option("--leg-tolerance", options->leg_tolerance, "and of a leg's length; default: as the joints")
      ->type_name("MM")
      ->check(within(1e-3, 100.0));
  command->add_flag("--equal-legs", options->equal_legs, "one length for all legs, as boards keep it");
  command->add_option("--hold", options->hold, "base, platform, legs: as the platform file says")
      ->delimiter(',')
      ->type_name("PART,…");
  command
      ->add_option(
          "--unknown", options->unknown,
          "tracker, target, level: where instruments stand is found too (targets t1_x_mm … always do)")
      ->type_name("WHAT,…");
  command->add_flag("--drop-outliers", options->drop_outliers, "fit without rows that do not fit the others");
  command->add_option("--next", options->next, "how many poses to suggest")
      ->type_name("N")
      ->capture_default_str()
      ->check(within(0, 100));
  command->add_option("--plan", options->plan, "the suggested poses as CSV, to be filled in")
      ->type_name("FILE");
  command
      ->add_option("--out", options->out,
                   "the fitted platform as TOML, or as CSV for a board (calibrate write --file)")
      ->type_name("FILE");
  command->add_flag("--json", options->json, "print one JSON object and nothing else");
  command
      ->add_option("--simulate", options->simulate, "instead of a file: measure a simulated machine so often")
      ->type_name("N")
      ->check(within(1, 2000));
  command
      ->add_option("--true", options->truth,
                   "--simulate: the machine that is measured; default: see --spread")
      ->type_name("NAME|FILE");
  command->add_option("--spread", options->spread, "--simulate: every joint and leg is off by up to this")
      ->type_name("MM")
      ->capture_default_str()
      ->check(within(0.0, 50.0));
  command->add_option("--seed", options->seed, "--simulate: another one is another machine and other noise")
      ->type_name("K")
      ->capture_default_str()
      ->check(within(0, 1000000000));
  command->add_option("--measure", options->measure, "--simulate: pose, tilt, height, or names of columns")
      ->type_name("NAME,…")
      ->capture_default_str();
  command->add_option("--write", options->write, "--simulate: the measurements as CSV")->type_name("FILE");
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
  command->callback([options, &code] { code = identify(*options); });
}

}  // namespace hexad::cli
