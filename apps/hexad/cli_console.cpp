// Options of what speaks to the program that runs.

#include <memory>

#include "hexad/accept.hpp"
#include "hexad/cli_options.hpp"
#include "hexad/commission.hpp"
#include "hexad/console.hpp"
#include "hexad/doctor.hpp"
#include "web/console_client.hpp"

namespace hexad::cli {
namespace {

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

}  // namespace

void add_status(CLI::App& app, int& code) {
  auto options = std::make_shared<StatusOptions>();
  auto* command = app.add_subcommand("status", "what the running platform does, and why not");
  add_console(*command, options->console);
  auto* watch =
      command->add_flag("--watch", options->watch, "again and again, in place on a terminal, until Ctrl-C");
  command
      ->add_flag("--fault", options->fault,
                 "the black box of the last fault or emergency stop: each leg at that moment, what was asked "
                 "and said "
                 "before; with --json all of it, every tick of the second before a line")
      ->excludes(watch);
  command->add_option("--every", options->every, "with --watch, default 0.5")
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
  command->callback([options, &code] { code = status(*options); });
}

void add_doctor(CLI::App& app, int& code) {
  auto options = std::make_shared<DoctorOptions>();
  auto* command =
      app.add_subcommand("doctor", "which hosts speak, how well they are understood, what to set");
  command->add_option("seconds", options->seconds, "how long to listen, default 10")
      ->type_name("SECONDS")
      ->check(within(0.1, 86400.0));
  add_console(*command, options->console);
  command->add_option("--config", options->run.config, "configuration file")->type_name("FILE");
  command->add_option("-p,--platform", options->run.platform, "a preset or a platform file")
      ->type_name("NAME|FILE");
  command->add_option("--listen", options->run.listen, "address all protocols listen on")->type_name("ADDR");
  command->add_option("--port", options->run.ports, "another port for a protocol")->type_name("NAME=N");
  command->add_option("--set", options->run.set, "change any configuration key")->type_name("KEY=VALUE");
  command->footer(
      "It asks the program that runs. When none does, a simulated platform listens for as long, so that "
      "hosts "
      "find\nsomebody to talk to; nothing real moves.\n"
      "Examples:\n"
      "  hexad doctor\n"
      "  hexad doctor 30 --to 192.168.1.30:8600 --token …\n"
      "  hexad doctor 60 --listen 192.168.1.30 --set 'motus.allow=[\"192.168.1.0/24\"]'\n");
  command->callback([options, &code] { code = doctor(*options); });
}

void add_ctl(CLI::App& app, int& code) {
  auto options = std::make_shared<CtlOptions>();
  auto* command = app.add_subcommand("ctl", "control the running platform: stop, raise, lower, reset, …");
  command->add_option("action", options->action, "see below")->required()->type_name("ACTION");
  command->add_option("argument", options->arguments, "what the action takes: a host, a fault, a pose, …")
      ->type_name("VALUE");
  add_console(*command, options->console);
  command->add_flag("--no-wait", options->no_wait, "motions: return when they have begun");
  command->footer(std::function<std::string()>{ctl_footer});
  command->callback([options, &code] { code = ctl(*options); });
}

void add_accept(CLI::App& app, int& code) {
  auto options = std::make_shared<AcceptOptions>();
  auto* command = app.add_subcommand("accept", "acceptance tests of the running platform, with a report");
  add_target(*command, options->console);
  command->add_option("-p,--platform", options->platform, "only if this platform runs there")
      ->type_name("NAME");
  command->add_option("--report", options->report, "one page with plots, figures, configuration")
      ->type_name("FILE");
  command
      ->add_option("--json", options->json,
                   "the figures as one JSON object; alone or - to stdout, nothing else there")
      ->type_name("FILE")
      ->expected(0, 1)
      ->default_str("-");
  command
      ->add_option("--against", options->against, "an earlier report, HTML or JSON: what has changed since")
      ->type_name("FILE");
  command
      ->add_option("--only", options->only, "reach speed response balance turnaround repeatability latency")
      ->delimiter(',')
      ->type_name("TEST,…");
  command->add_option("--frequencies", options->frequencies, "of the response; default 0.3,1,2,5")
      ->delimiter(',')
      ->type_name("HZ,…");
  command
      ->add_option("--bounds", options->bounds, "what figures must keep; default share/acceptance/bounds.txt")
      ->type_name("FILE");
  command->add_option("--bound", options->bound, "one bound more, such as 'latency.drives_ms<=30'")
      ->type_name("NAME<=X");
  command->add_flag("--quick", options->quick, "fewer frequencies, approaches and axes");
  command->add_flag("--yes", options->yes, "real drives: nobody stands on or near the platform");
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
  command->callback([options, &code] { code = accept(*options); });
}

void add_commission(CLI::App& app, int& code) {
  auto options = std::make_shared<CommissionOptions>();
  auto* command =
      app.add_subcommand("commission", "check legs one by one before the first homing, by a held key");
  add_target(*command, options->console);
  command->add_option("--legs", options->legs, "only these, from 1; default all")
      ->delimiter(',')
      ->type_name("LEG,…");
  command->add_option("--distance", options->distance, "how far a leg goes out, default 5")
      ->type_name("MM")
      ->check(within(1, 20));
  command->add_option("--speed", options->speed, "of a leg; twice that at most, default 5")
      ->type_name("MM/S")
      ->check(within(1, 10));
  command->add_option("--torque", options->torque, "no more of the rated torque than this, default 100")
      ->type_name("%")
      ->check(within(5, 100));
  command->add_option("--report", options->report, "the page, in both languages")->type_name("FILE");
  command->add_option("--json", options->json, "figures, findings, suggestion as one JSON object")
      ->type_name("FILE");
  command->add_option("--place", options->place, "for the report: where the machine stands")
      ->type_name("TEXT");
  command->add_option("--operator", options->conducted_by, "for the report: who does it")->type_name("TEXT");
  command->add_flag("--yes", options->yes, "legs off the platform or supported, nobody in reach");
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
  command->callback([options, &code] { code = commission(*options); });
}

}  // namespace hexad::cli
