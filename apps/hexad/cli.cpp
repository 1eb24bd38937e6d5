// The command line: which subcommands there are, in which language they explain themselves, what is wrong
// with what was typed. Options of each are in cli_geometry.cpp, cli_host.cpp and so on, the only sources that
// know the command line library (it is slow to compile). Options become plain structs; the work is in the
// commands' own files.

#include "hexad/cli.hpp"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include "hexad/build_name.hpp"
#include "hexad/cli_options.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/help_chinese.hpp"
#include "hexad/output.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "text/nearest.hpp"

namespace hexad::cli {
namespace {

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
  int code = kDone;
  add_run(app, code);
  add_status(app, code);
  add_doctor(app, code);
  add_ctl(app, code);
  add_platforms(app, code);
  add_ik(app, code);
  add_fk(app, code);
  add_reach(app, code);
  add_check(app, code);
  add_preflight(app, code);
  add_sine(app, code);
  add_cue(app, code);
  add_convert(app, code);
  add_drill(app, code);
  add_drives(app, code);
  add_host(app, code);
  add_relay(app, code);
  add_decode(app, code);
  add_calibrate(app, code);
  add_bench(app, code);
  add_identify(app, code);
  add_accept(app, code);
  add_commission(app, code);
  add_certificate(app, code);
  add_design_commands(app, code);
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
  return code;
}

}  // namespace hexad::cli
