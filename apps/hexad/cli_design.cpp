// Options of the tools of design (docs/design.md).

#include <memory>

#include "hexad/cli_options.hpp"
#include "hexad/design_tools.hpp"

namespace hexad::cli {
namespace {

CLI::Option* add_list(CLI::App& app, const char* option, Items& items, const char* help) {
  return app.add_option(option, items, help)->delimiter(',')->type_name("NAME=VALUE,…");
}

CLI::Option* add_three(CLI::App& app, const char* option, std::vector<double>& values, const char* help) {
  return app.add_option(option, values, help)->delimiter(',')->expected(3)->type_name("X,Y,Z");
}

void add_json(CLI::App& app, bool& json) {
  app.add_flag("--json", json, "print one JSON object and nothing else");
}

void add_clearance(CLI::App& app, int& code) {
  auto options = std::make_shared<ClearanceOptions>();
  auto* command =
      app.add_subcommand("clearance", "how near legs, base and platform come to each other, anywhere");
  add_platform(*command, options->platform);
  command->add_option("--least", options->least, "mm that must stay between them")
      ->type_name("MM")
      ->capture_default_str()
      ->check(within(0.0, 1000.0));
  add_list(*command, "--body", options->body,
           "mm: cylinder_diameter cylinder_length rod_diameter joint_length base_diameter base_below "
           "platform_diameter platform_above");
  command->add_option("--mount", options->mount, "fixed yokes look along the leg at neutral, or upright")
      ->type_name("neutral|upright")
      ->check(CLI::IsMember({"neutral", "upright"}))
      ->capture_default_str();
  command
      ->add_option("--joint-limit", options->joint_limit,
                   "± degrees about both axes of a joint; 0 = none, as when left out")
      ->delimiter(',')
      ->expected(2)
      ->type_name("A,B");
  add_json(*command, options->json);
  command->footer(
      "Over the whole workspace: every combination of leg extensions, then downhill from the nearest. Exit "
      "code 1\n"
      "when something comes nearer than --least or a joint turns too far.\n"
      "Examples:\n"
      "  hexad clearance\n"
      "  hexad clearance -p mine.toml --least 20 --body cylinder_diameter=80,rod_diameter=40 --json\n");
  command->callback([options, &code] { code = clearance(*options); });
}

void add_volume(CLI::App& app, int& code) {
  auto options = std::make_shared<VolumeOptions>();
  auto* command =
      app.add_subcommand("volume", "the workspace as a body, with the worst force and speed inside");
  add_platform(*command, options->platform);
  add_three(*command, "--rotation", options->rotation, "RX,RY,RZ in degrees that the platform keeps");
  add_three(*command, "--tilt", options->tilt,
            "and every rotation within ± these degrees: the dexterous workspace");
  command->add_option("--points", options->points, "of the longest side")
      ->type_name("N")
      ->capture_default_str()
      ->check(within(5, 61));
  command->add_option("--stl", options->stl, "its surface for CAD; - writes to stdout")->type_name("FILE");
  command->add_option("--csv", options->csv, "every place in it; - writes to stdout")->type_name("FILE");
  add_json(*command, options->json);
  command->footer(
      "Examples:\n"
      "  hexad volume --stl workspace.stl\n"
      "  hexad volume -p allcontroller-1200 --tilt 5,5,0 --csv places.csv\n");
  command->callback([options, &code] { code = volume(*options); });
}

void add_envelope(CLI::App& app, int& code) {
  auto options = std::make_shared<EnvelopeOptions>();
  auto* command = app.add_subcommand("envelope", "does a required envelope fit, all axes together?");
  add_platform(*command, options->platform);
  add_axes(*command, "--range", options->range, "± of each axis");
  add_axes(*command, "--low", options->low, "where the lower side is another");
  add_axes(*command, "--high", options->high, "where the upper side is another");
  add_axes(*command, "--velocity", options->velocity,
           "± mm/s, °/s wanted of each axis alone, anywhere in it");
  add_axes(*command, "--acceleration", options->acceleration, "± mm/s², °/s², alike");
  add_json(*command, options->json);
  command->footer(
      "AXES are six numbers or named: sway=100,pitch=10. Exit code 1 when it does not fit; the first place, "
      "going\n"
      "outward from neutral, and the largest share that fits are said.\n"
      "Examples:\n"
      "  hexad envelope --range sway=80,surge=80,heave=80,pitch=8,roll=8,yaw=8\n"
      "  hexad envelope --range heave=100 --high heave=150 --velocity heave=300 --acceleration heave=3000\n");
  command->callback([options, &code] { code = envelope(*options); });
}

void add_stiffness(CLI::App& app, int& code) {
  auto options = std::make_shared<StiffnessOptions>();
  auto* command =
      app.add_subcommand("stiffness", "how far it gives way and how slowly it swings, motors held");
  add_platform(*command, options->platform);
  add_axes(*command, "--pose", options->pose, "where; default neutral");
  add_list(*command, "--leg", options->leg,
           "stiffness (N/µm), or of parts: screw_diameter free_length (mm) nut bearing joint servo (N/µm)");
  add_json(*command, options->json);
  command->footer(
      "Examples:\n"
      "  hexad stiffness --leg stiffness=30\n"
      "  hexad stiffness -p allcontroller-1200 --pose heave=80 --leg screw_diameter=25,servo=100\n");
  command->callback([options, &code] { code = stiffness(*options); });
}

void add_tolerances(CLI::App& app, int& code) {
  auto options = std::make_shared<TolerancesOptions>();
  auto* command = app.add_subcommand("tolerances", "what errors of joints and legs do to the pose");
  add_platform(*command, options->platform);
  add_list(*command, "--tolerance", options->tolerance, "± mm of base, platform, length; default 0.1 each");
  add_three(*command, "--point", options->point,
            "of the platform that counts, mm from its joint plane's centre");
  add_json(*command, options->json);
  command->footer(
      "Examples:\n"
      "  hexad tolerances --tolerance base=0.1,platform=0.1,length=0.5\n"
      "  hexad tolerances -p mine.toml --point 0,0,800 --json\n");
  command->callback([options, &code] { code = tolerances(*options); });
}

void add_size(CLI::App& app, int& code) {
  auto options = std::make_shared<SizeOptions>();
  auto* command =
      app.add_subcommand("size", "motors, screw, belt and gear over a motion: the smallest that passes");
  add_platform(*command, options->platform);
  add_list(*command, "--sine", options->sine, "axis=heave,amplitude=50,frequency=0.5");
  command
      ->add_option("--file", options->file, "a motion file: positions, script, formula, roadmap with times")
      ->type_name("FILE");
  command->add_option("--manoeuvre", options->manoeuvre, "of a vehicle, through the cueing: a name or a file")
      ->type_name("NAME|FILE");
  command->add_flag("--list", options->list, "only the catalogue of motors");
  command->add_option("--motors", options->motors, "own motors, a file as share/motors/generic.toml")
      ->type_name("FILE");
  command
      ->add_option("--only", options->only,
                   "only these motors; default: all but the brands, whose values are those of their size")
      ->delimiter(',')
      ->type_name("NAME,…");
  command
      ->add_option("--show", options->show,
                   "whose picture and bus are wanted; default the smallest that passes")
      ->type_name("NAME");
  command->add_option("--reserve", options->reserve, "% of torques and speed that is to stay free")
      ->type_name("%")
      ->capture_default_str()
      ->check(within(0.0, 90.0));
  command->add_flag("--no-brake", options->no_brake, "motors without brake");
  add_list(*command, "--screw", options->screw, "diameter length (mm) ends dynamic_load_kN life_h inertia");
  add_list(*command, "--belt", options->belt, "pulley_diameter (mm) allowed_N");
  add_list(*command, "--gear", options->gear, "allowed_Nm peak_Nm max_rpm, on the motor's side");
  add_list(*command, "--bus", options->bus, "capacity_J volts");
  command->add_option("--svg", options->svg, "torque over speed; - draws to stdout")->type_name("FILE");
  add_json(*command, options->json);
  command->footer(
      "Exit code 1 when no motor passes, or screw, belt, gear or the judge of motions say no. The motors "
      "that come\n"
      "with the program are typical of their size class: the data sheet decides.\n"
      "Examples:\n"
      "  hexad size --list\n"
      "  hexad size --sine axis=heave,amplitude=50,frequency=0.5 --svg heave.svg\n"
      "  hexad size -p allcontroller-1200 --file film_sea.txt --screw diameter=20,dynamic_load_kN=15\n"
      "  hexad size --manoeuvre slalom --only generic-750,generic-1000 --json\n");
  command->callback([options, &code] { code = size(*options); });
}

void add_design(CLI::App& app, int& code) {
  auto options = std::make_shared<DesignOptions>();
  auto* command =
      app.add_subcommand("design", "machines from a requirement: a few that trade off differently");
  add_axes(*command, "--range", options->range, "± of each axis that is required");
  add_axes(*command, "--low", options->low, "where the lower side is another");
  add_axes(*command, "--high", options->high, "where the upper side is another");
  add_axes(*command, "--velocity", options->velocity, "± mm/s, °/s of each axis alone");
  add_axes(*command, "--acceleration", options->acceleration, "± mm/s², °/s² of each axis alone");
  add_list(
      *command, "--set", options->items,
      "mass (kg) together_percent joint_angle dead_length largest_diameter largest_height least_clearance "
      "stroke_step efficiency");
  add_three(*command, "--centre", options->centre, "of the payload, mm");
  add_three(*command, "--inertia", options->inertia, "of the payload, kg·m²");
  command->add_option("--leads", options->leads, "of screws to choose from, mm")
      ->delimiter(',')
      ->type_name("MM,…");
  command->add_option("--motors", options->motors, "to choose from; default those without a brand")
      ->delimiter(',')
      ->type_name("NAME,…");
  command
      ->add_option("--steps", options->steps,
                   "searches, each weighing power, footprint and stroke differently")
      ->type_name("N")
      ->capture_default_str()
      ->check(within(1, 40));
  command->add_option("--out", options->out, "a folder for a platform file each")->type_name("DIR");
  add_json(*command, options->json);
  command->footer(
      "Each axis alone goes all of its range, all together 60 % of it (together_percent). Ctrl-C ends it.\n"
      "Examples:\n"
      "  hexad design --range sway=150,surge=150,heave=150,pitch=15,roll=15,yaw=15 \\\n"
      "    --velocity heave=300,pitch=25 --acceleration heave=3000,pitch=150 --set mass=800 --out designs\n");
  command->callback([options, &code] { code = design(*options); });
}

}  // namespace

void add_design_commands(CLI::App& app, int& code) {
  add_size(app, code);
  add_clearance(app, code);
  add_volume(app, code);
  add_envelope(app, code);
  add_stiffness(app, code);
  add_tolerances(app, code);
  add_design(app, code);
}

}  // namespace hexad::cli
