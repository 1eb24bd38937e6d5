// Options of the tools that look at a motion: a file, a sine, a cued manoeuvre, random lives.

#include <memory>

#include "hexad/cli_options.hpp"
#include "hexad/commands.hpp"
#include "hexad/drill.hpp"

namespace hexad::cli {

void add_preflight(CLI::App& app, int& code) {
  auto options = std::make_shared<PreflightOptions>();
  auto* command = app.add_subcommand("preflight", "a motion file against every limit of a platform");
  command->add_option("file", options->file, "positions, waypoints, formulas, a script or a roadmap")
      ->required()
      ->type_name("FILE");
  add_platform(*command, options->platform);
  command->add_option("--scale", options->scale, "scale the motion about neutral first")
      ->type_name("X")
      ->check(within(0.001, 1000.0));
  command->add_flag("--smooth", options->smooth,
                    "low-pass a timed file as far as it must be to keep the limits; what is lost is said");
  command->add_option("--svg", options->svg, "draw axes and legs over time; - draws to stdout")
      ->type_name("FILE");
  command->add_flag("--json", options->json, "print one JSON object and nothing else");
  command->footer(
      "Exit code 1 when a limit is broken; the first one, its time and the largest scale that passes are "
      "said.\n"
      "Examples:\n"
      "  hexad preflight pos01.txt\n"
      "  hexad preflight film.csv --platform allcontroller-1200 --scale 0.6 --svg film.svg\n");
  command->callback([options, &code] { code = preflight(*options); });
}

void add_sine(CLI::App& app, int& code) {
  auto options = std::make_shared<SineOptions>();
  auto* command = app.add_subcommand("sine", "one period of a sine on one axis, seen by the legs");
  add_platform(*command, options->platform);
  command->add_option("--axis", options->axis, "sway surge heave pitch roll yaw")
      ->required()
      ->type_name("AXIS");
  command->add_option("--amplitude", options->amplitude, "mm or degrees")
      ->required()
      ->type_name("A")
      ->check(within(0.0, 10000.0));
  command->add_option("--frequency", options->frequency, "Hz")
      ->required()
      ->type_name("F")
      ->check(within(0.001, 1000.0));
  add_csv(*command, options->csv, options->json);
  command->footer("Example:\n  hexad sine --axis heave --amplitude 20 --frequency 0.5 --csv heave.csv\n");
  command->callback([options, &code] { code = sine(*options); });
}

void add_cue(CLI::App& app, int& code) {
  auto options = std::make_shared<CueOptions>();
  auto* command =
      app.add_subcommand("cue", "what the cueing engine makes of a vehicle's motion on a platform");
  command
      ->add_option("--input", options->input,
                   "a recorded manoeuvre: t,pitch_rate,roll_rate,yaw_rate,sway,surge,heave")
      ->type_name("FILE");
  add_platform(*command, options->platform);
  command
      ->add_option("--preset", options->presets,
                   "gentle normal strong ship car aircraft, side by side; or all")
      ->delimiter(',')
      ->type_name("NAME,…");
  command->add_option("--engine", options->engines, "classical predictive, side by side")
      ->delimiter(',')
      ->type_name("NAME,…");
  command
      ->add_option("--tuning", options->tunings,
                   "tunings kept by \"hexad ctl save_tuning\", side by side; now is the configured one")
      ->delimiter(',')
      ->type_name("NAME,…");
  command->add_option("--state", options->state, "where the running program keeps them")->type_name("DIR");
  command->add_option("--set", options->set, "change any configuration key")->type_name("KEY=VALUE");
  command
      ->add_option("--report", options->report, "write a page with plots and a CSV a preset into this folder")
      ->type_name("DIR");
  command->add_flag("--frequency-response", options->frequency_response,
                    "instead of a manoeuvre: gain and phase from the host's frame to the legs");
  command->add_option("--axes", options->axes, "frequency response: only these axes of the vehicle")
      ->delimiter(',')
      ->type_name("AXIS,…");
  command->add_option("--bands", options->bands, "frequency response: acceptance bands")->type_name("FILE");
  command->add_flag("--bound", options->bound,
                    "work out the best that any engine could do; known of the shipped manoeuvres without it");
  command->add_option("--keep", options->keep, "with --bound: keep what was found in this table")
      ->type_name("CSV");
  command
      ->add_option("--film", options->film,
                   "write the best motion for the manoeuvre, known from end to end, as a file of positions")
      ->type_name("FILE");
  command
      ->add_option("--live", options->live,
                   "play a manoeuvre into a running platform: raises it, cues, holds it at the end")
      ->type_name("FILE");
  command->add_option("--to", options->to, "--live: the platform's darren port; default this machine, 10000")
      ->type_name("ADDR:PORT");
  command->add_option("--rate", options->rate, "frames a second from the host")
      ->type_name("HZ")
      ->capture_default_str()
      ->check(within(10, 1000));
  command->add_flag("--json", options->json, "print one JSON object and nothing else");
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
  command->callback([options, &code] { code = cue(*options); });
}

void add_drill(CLI::App& app, int& code) {
  auto options = std::make_shared<DrillOptions>();
  auto* command =
      app.add_subcommand("drill", "random lives of a platform in virtual time, every tick observed");
  command
      ->add_option("-p,--platform", options->platform,
                   "a preset, a platform file or all presets, default standard-400")
      ->type_name("NAME|FILE|all");
  command->add_option("--seeds", options->seeds, "how many lives on each platform, default 200")
      ->type_name("N");
  command->add_option("--seconds", options->seconds, "of platform time each, default 30")
      ->type_name("S")
      ->check(within(0.001, 1e6));
  command
      ->add_option(
          "--seed", options->seed,
          "the first seed, default a fresh one; without --seeds only this one, printing what happens")
      ->type_name("K|today");
  command->add_option("-j,--jobs,--threads", options->jobs, "lives at the same time; default: one a core")
      ->type_name("N")
      ->check(within(0, 256));
  command->add_flag("--json", options->json, "print one JSON object and nothing else");
  command->add_flag("--hashes", options->hashes,
                    "print a line a life: platform, seed, hash of events and states, hash of setpoints");
  command->add_flag("--stack", options->stack,
                    "the whole program with its hosts, console, network and disk, not its core alone");
  command
      ->add_option("--scenario", options->scenario, "a named hardship of the whole program, or all of them")
      ->type_name("NAME|all");
  command->add_option("--state", options->state, "… in this state of the platform; default: in every one")
      ->type_name("STATE");
  command->add_flag("--list", options->list, "print the named hardships and the states");
  command->add_option("--only", options->only, "of one life of --stack: only these of its acts take place")
      ->type_name("0,3,…");
  command->footer(
      "Examples:\n  hexad drill --seeds 2000\n  hexad drill --platform all --seed 1 --seeds 50\n"
      "  hexad drill --seed 17\n  hexad drill --hashes --platform all --seed 1 --seeds 20 > before.txt\n"
      "  hexad drill --stack --seed 17\n  hexad drill --scenario silence --state running\n");
  command->callback([options, &code] { code = drill(*options); });
}

}  // namespace hexad::cli
