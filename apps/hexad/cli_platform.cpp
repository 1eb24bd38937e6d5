// Options of what runs a platform: the program itself, its drives, its certificate.

#include <memory>

#include "hexad/certificate.hpp"
#include "hexad/cli_options.hpp"
#include "hexad/drives.hpp"
#include "hexad/run.hpp"

namespace hexad::cli {

void add_run(CLI::App& app, int& code) {
  auto options = std::make_shared<RunOptions>();
  auto* command = app.add_subcommand("run", "run a platform: its drives and the protocols");
  command->add_option("--config", options->config, "configuration file")->type_name("FILE");
  command->add_option("-p,--platform", options->platform, "a preset or a platform file")
      ->type_name("NAME|FILE");
  command->add_option("--listen", options->listen, "address all protocols listen on, default 127.0.0.1")
      ->type_name("ADDR");
  command->add_option("--protocols", options->protocols, "open only these")
      ->delimiter(',')
      ->type_name("NAME,…");
  command->add_option("--port", options->ports, "another port for a protocol; 0 = any free one")
      ->type_name("NAME=N");
  command
      ->add_option("--console", options->console,
                   "HTTP for status, ctl and browser, default 127.0.0.1:8600; port 0 = any free one")
      ->type_name("ADDR:PORT|off");
  command
      ->add_option("--state", options->state,
                   "folder of what survives a restart, default $XDG_STATE_HOME/hexad or ~/.local/state/hexad")
      ->type_name("DIR");
  command->add_flag("--rt", options->rt,
                    "real time: SCHED_FIFO, locked memory, a processor of its own (needs rights)");
  command->add_option("--rt-priority", options->rt_priority, "with --rt: SCHED_FIFO priority, default 80")
      ->type_name("1…99");
  command->add_option("--rt-cpu", options->rt_cpu, "with --rt: which processor, default the last one")
      ->type_name("N");
  command
      ->add_option("--rt-spin", options->rt_spin,
                   "with --rt: watch the clock this long before each tick instead of sleeping, default 0")
      ->type_name("µs");
  command->add_option("--speed", options->speed, "platform time runs this much faster than the clock")
      ->type_name("X");
  command->add_option("--rate", options->rate, "control loop ticks a second")->type_name("HZ");
  command->add_option("--set", options->set, "change any configuration key")->type_name("KEY=VALUE");
  command->add_flag_callback(
      "--browser", [options] { options->browser = true; },
      "show the console in a browser; on Windows it is shown");
  command->add_flag_callback(
      "--no-browser", [options] { options->browser = false; }, "do not");
  command->footer(
      "Examples:\n"
      "  hexad run\n"
      "  hexad run --platform my.toml --protocols mdof,darren --port mdof=0\n"
      "  hexad run --console 127.0.0.1:0 --rt --rt-spin 60\n"
      "  hexad run --set drives.port=shared\n"
      "  hexad run --set plant.initial=neutral --set 'darren.allow=[\"192.168.1.0/24\"]'\n");
  command->callback([options, &code] { code = run_platform(*options); });
}

void add_drives(CLI::App& app, int& code) {
  auto options = std::make_shared<DrivesOptions>();
  auto* command = app.add_subcommand("drives", "the other side of the drive link (drives.port = \"shared\")");
  command
      ->add_option("action", options->action,
                   "simulate: simulated drives as a process of their own; show: what both sides say")
      ->required()
      ->check(CLI::IsMember({"simulate", "show"}));
  command->add_option("--config", options->config, "configuration file, the one `hexad run` has")
      ->type_name("FILE");
  command->add_option("-p,--platform", options->platform, "a preset or a platform file")
      ->type_name("NAME|FILE");
  command->add_option("--set", options->set, "change any configuration key")->type_name("KEY=VALUE");
  command
      ->add_option("--block", options->block,
                   "file of the block, default /dev/shm/hexad- and the machine's name")
      ->type_name("PATH");
  command->add_option("--rate", options->rate, "servo ticks a second, default 1000")
      ->type_name("HZ")
      ->check(within(50, 4000));
  command
      ->add_option("--enable-delay", options->enable_delay, "from enable to a motor that works, default 0.1")
      ->type_name("S")
      ->check(within(0, 10));
  command
      ->add_option("--brake-delay", options->brake_delay, "a brake takes to open or to close, default 0.05")
      ->type_name("S")
      ->check(within(0, 10));
  command->add_option("--late", options->late_ms, "each tick comes up to this late, at random")
      ->type_name("MS")
      ->check(within(0, 1000));
  command->add_option("--stall-every", options->stall_every, "a stall about this often; 0 = never")
      ->type_name("S")
      ->check(within(0.0, 1e6));
  command->add_option("--stall", options->stall_ms, "how long a stall is at most, default 40")
      ->type_name("MS")
      ->check(within(0, 60000));
  command->add_option("--lose", options->lose, "share of feedback that nobody hears")
      ->type_name("0…1")
      ->check(within(0, 1));
  command
      ->add_option(
          "--mistake", options->mistakes,
          "simulate: a leg that is built or wired wrongly, for commissioning to find; again for more")
      ->type_name("NAME:LEG[:VALUE]");
  command->add_option("--seed", options->seed, "of all that is random, default 1")->type_name("K");
  command->add_flag("--in-step", options->in_step,
                    "a tick a command: whoever is late, nothing is; for tests on a busy machine");
  command->add_flag("--json", options->json, "show: print one JSON object and nothing else");
  command->footer(
      "Examples:\n  hexad run --set drives.port=shared &\n  hexad drives simulate\n  hexad drives show\n"
      "  hexad drives simulate --late 2 --stall-every 5 --stall 30 --enable-delay 0.5 --brake-delay 0.2\n"
      "  hexad drives simulate --mistake cross:1:2 --mistake weak_brake:4\n\nMistakes:\n" +
      mistakes_text());
  command->callback([options, &code] {
    code = options->action == "show" ? show_drives(*options) : simulate_drives(*options);
  });
}

void add_certificate(CLI::App& app, int& code) {
  auto options = std::make_shared<CertificateOptions>();
  auto* command =
      app.add_subcommand("certificate", "of the console, made by the program itself: its fingerprint");
  command->add_option("-p,--platform", options->platform, "whose; a preset or a platform file")
      ->type_name("NAME|FILE");
  command->add_option("--config", options->config, "configuration file")->type_name("FILE");
  command->add_option("--state", options->state, "folder of what survives a restart")->type_name("DIR");
  command->add_option("--name", options->names, "a name clients call this machine by, besides its own")
      ->type_name("HOST");
  command->add_flag("--new", options->anew,
                    "another one in its place; the program uses it from its next start on");
  command->add_flag("--json", options->json, "print one JSON object and nothing else");
  command->footer(
      "There is one after the first call, or the first start with console.tls=self_signed. Whoever compares "
      "the\n"
      "fingerprint knows which machine answers; no authority is needed.\n"
      "Examples:\n"
      "  hexad certificate\n"
      "  hexad certificate --new --name sim1.local\n"
      "  hexad run --set console.tls=self_signed --console 192.168.1.30:8600\n");
  command->callback([options, &code] { code = certificate(*options); });
}

}  // namespace hexad::cli
