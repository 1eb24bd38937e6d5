// `hexad calibrate`: reads, writes, compares and restores the parameters of a control board. A board does not
// answer a write, so everything written is read back and compared; what the board had before is kept on this
// computer.

#include "hexad/calibrate.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iostream>

#include "calibration/stored_calibration.hpp"
#include "calibration/tool/files.hpp"
#include "calibration/tool/history.hpp"
#include "calibration/tool/identity.hpp"
#include "capture/hex.hpp"
#include "config/build_machine.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"
#include "messages/print.hpp"
#include "store/state_folder.hpp"
#include "text/nearest.hpp"

namespace hexad::cli {
namespace {

namespace csfi = protocols::csfi;
using calibration::tool::Format;
using calibration::tool::to_binary;
using calibration::tool::to_csv;
using calibration::tool::to_toml;
using host::CsfiClient;

int usage(std::string_view text) {
  print_error(text);
  return kUsage;
}
int failed(std::string_view text) {
  print_error(text);
  return kFailed;
}

bool in_list(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// What is wrong with the options; empty = nothing.
std::string complaint(const CalibrateOptions& o) {
  if (!in_list(o.action, {"read", "write", "diff", "restore"}))
    return fmt::format("calibrate {}: did you mean {}? read, write, diff or restore", o.action,
                       hexad::nearest(o.action, {"read", "write", "diff", "restore"}));
  const int most = o.raw ? 127 : 4;
  if (o.group && (*o.group < 1 || *o.group > most))
    return fmt::format("--group {}: the manual prints groups 1 to 4{}", *o.group,
                       o.raw ? "; others go up to 127" : "; others are shown by read --raw");
  if (o.raw && o.action != "read" && o.action != "write") return "--raw goes with read and write";
  const int sources = (o.file.empty() ? 0 : 1) + (o.factory.empty() ? 0 : 1) + (o.previous.empty() ? 0 : 1);
  if (sources > 1) return "one of --file, --factory and --previous";
  if (o.action == "read" && (!o.factory.empty() || !o.previous.empty()))
    return "--factory and --previous go with diff, write and restore";
  if (o.action == "write" && sources == 0)
    return "calibrate write: what to write? --file config_x.csv (group 1), x.toml or x.bin (any group)";
  if (o.action == "diff" && sources == 0) return "calibrate diff: from what? --file, --factory or --previous";
  if (!o.file.empty() && !o.raw && !calibration::tool::format_of(o.file))
    return fmt::format("--file {}: group 1 travels as .csv, all groups as .toml or .bin", o.file);
  if (o.file.ends_with(".csv") && !o.raw && o.group.value_or(1) != 1)
    return fmt::format("--file {}: a .csv holds group 1; groups 2 to 4 travel as .toml or .bin", o.file);
  if (const auto problem = calibration::tool::name_problem(o.name)) return "--" + messages::to_text(problem);
  if (o.timeout && !(*o.timeout >= 0.01 && *o.timeout <= 60.0)) return "--timeout: 0.01 to 60 s";
  if (o.local_port && (*o.local_port < 0 || *o.local_port > 65535)) return "--local-port: 0 to 65535";
  return {};
}

/// One run of the command.
class Calibrate {
 public:
  Calibrate(const CalibrateOptions& options, const net::Address& board, CsfiClient client,
            const calibration::tool::LinkOptions& link)
      : options_{options},
        where_{net::to_text(board)},
        client_{std::move(client)},
        link_{link},
        identity_{calibration::tool::identity_of(options.state, board, options.name)} {}

  int run() {
    if (options_.raw) return options_.action == "read" ? read_raw() : write_raw();
    if (options_.action == "read") return read();
    if (options_.action == "diff") return diff();
    return write();
  }

 private:
  std::vector<std::uint8_t> wanted() const {
    if (options_.group) return {static_cast<std::uint8_t>(*options_.group)};
    return {1, 2, 3, 4};
  }

  std::optional<Groups> read_board(const std::vector<std::uint8_t>& numbers) {
    auto groups = calibration::tool::read_from(client_, numbers);
    if (groups) return *std::move(groups);
    print_error(groups.error().text);
    return std::nullopt;
  }

  int read() {
    const auto format = calibration::tool::format_of(options_.file);
    const auto groups = read_board(format == Format::csv ? std::vector<std::uint8_t>{1} : wanted());
    if (!groups) return kFailed;
    if (options_.file.empty()) {
      print_groups(*groups, where_, options_.json);
      return kDone;
    }
    const std::string text = format == Format::csv      ? to_csv(std::get<csfi::Mechanics>(groups->at(1)))
                             : format == Format::binary ? to_binary(*groups)
                                                        : to_toml(*groups);
    return write_csv(options_.file, text) ? kDone : kFailed;
  }

  int read_raw() {
    std::string text;
    for (const std::uint8_t number : wanted()) {
      const auto bytes = client_.read_raw(number);
      if (!bytes) return failed(bytes.error().text);
      for (const std::byte byte : *bytes) text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
      text += '\n';
    }
    if (options_.file.empty()) {
      print(text);
      return kDone;
    }
    return write_csv(options_.file, text) ? kDone : kFailed;
  }

  /// Frames as `read --raw` printed them.
  int write_raw() {
    std::ifstream file{options_.file};
    if (!file) return failed(fmt::format("{} cannot be read", options_.file));
    Groups groups;
    std::size_t number = 0;
    for (std::string line; std::getline(file, line);) {
      ++number;
      if (line.empty() || line.starts_with('#')) continue;
      const auto bytes = capture::parse_hex(line);
      const Result<csfi::Group, csfi::Rejected> group =
          bytes ? csfi::decode_answer(*bytes)
                : Result<csfi::Group, csfi::Rejected>{Failure{csfi::Rejected{}}};
      if (!group)
        return failed(fmt::format("{}:{}: not the frame of a group 1 to 4 as read --raw prints it",
                                  options_.file, number));
      if (!options_.group || *options_.group == csfi::number_of(*group))
        groups.insert_or_assign(csfi::number_of(*group), *group);
    }
    if (groups.empty()) return failed(fmt::format("{}: nothing to write in it", options_.file));
    return write(groups);
  }

  /// What the board is to be, or be compared with; words on stderr when there is none.
  std::optional<Groups> other(std::string& name) {
    if (!options_.file.empty()) {
      name = "file";
      return from_file();
    }
    if (!options_.factory.empty()) {
      name = "factory";
      return from_factory();
    }
    name = options_.previous.empty() ? "copy" : "previous";
    return options_.previous.empty() ? from_copies() : from_previous();
  }

  std::optional<Groups> from_file() {
    const auto numbers = calibration::tool::groups_in(options_.file);
    if (!numbers) return problems(numbers.error());
    std::vector<std::uint8_t> needed;
    for (const std::uint8_t number : *numbers)
      if (!options_.group || *options_.group == number) needed.push_back(number);
    if (needed.empty()) {
      print_error(fmt::format("{}: nothing of group {} in it", options_.file, options_.group.value_or(0)));
      return std::nullopt;
    }
    const auto board = read_board(needed);
    if (!board) return std::nullopt;
    const auto groups = calibration::tool::read_groups(options_.file, *board);
    if (!groups) return problems(groups.error());
    return *groups;
  }

  std::optional<Groups> from_factory() {
    const LoadedPlatform loaded = hexad::load_platform({.platform = options_.factory});
    if (!loaded.machine) {
      print_problems(loaded.problems);
      return std::nullopt;
    }
    return of_set(hexad::factory_of(loaded.config, *loaded.machine).set);
  }

  std::optional<Groups> from_previous() {
    const LoadedPlatform loaded = hexad::load_platform({.platform = options_.previous});
    const std::string name = loaded.machine ? loaded.machine->name : options_.previous;
    const auto folder = store::state_folder(options_.state, name);
    const auto set = hexad::read_calibration(folder, Generation::previous);
    if (set && set->has_value()) return of_set(**set);
    print_error(
        set ? fmt::format("{} keeps no earlier set (--state DIR names another place)", folder.string())
            : set.error());
    return std::nullopt;
  }

  /// What the last write from this computer replaced; with --group, the last that replaced this one.
  std::optional<Groups> from_copies() {
    for (const calibration::tool::Copy& copy : calibration::tool::read_history(identity_.folder)) {
      if (!options_.group) return copy.groups;
      const auto group = copy.groups.find(static_cast<std::uint8_t>(*options_.group));
      if (group != copy.groups.end()) return Groups{*group};
    }
    print_error(
        fmt::format("nothing is known here of what {} had before: {} has no copy. --file, --factory NAME "
                    "and --previous NAME are other ways",
                    identity_.name, identity_.folder.string()));
    return std::nullopt;
  }

  Groups of_set(const CalibrationSet& set) const {
    Groups groups;
    for (const std::uint8_t number : wanted()) groups.emplace(number, set.groups[number - 1U]);
    return groups;
  }

  std::nullopt_t problems(const calibration::tool::FileProblems& found) const {
    for (const calibration::tool::FileProblem& problem : found) print_error(problem.words);
    return std::nullopt;
  }

  int diff() {
    std::string name;
    const auto groups = other(name);
    if (!groups) return kFailed;
    std::vector<GroupReport> reports;
    bool equal = true;
    for (const auto& [number, group] : *groups) {
      const auto has = client_.read(number);
      if (!has) return failed(has.error().text);
      reports.push_back({number, host::csfi_differences(group, *has), {}, false});
      equal = equal && reports.back().differences.empty();
    }
    print_diff(reports, where_, name, options_.json);
    return equal ? kDone : kFailed;
  }

  int write() {
    std::string name;
    const auto groups = other(name);
    return groups ? write(*groups) : kFailed;
  }

  int write(const Groups& groups) {
    for (const auto& [number, group] : groups) {
      const auto problem = calibration::tool::problem_of(group);
      if (problem)
        return failed(fmt::format("group {} ({}): {}. Nothing was sent", number,
                                  host::csfi_group_name(number), messages::to_text(problem->what)));
    }
    const auto now = read_board({1, 2, 3, 4});
    if (!now) return kFailed;
    if (!is_the_board(*now) || !is_wanted(groups, *now)) return kFailed;
    Groups before;
    for (const auto& [number, group] : groups)
      if (!host::csfi_differences(now->at(number), group).empty()) before.emplace(number, now->at(number));
    if (!before.empty())
      if (const auto problem = calibration::tool::keep_before(identity_.folder, before))
        print_warning(messages::to_text(problem));
    const calibration::tool::Written written =
        calibration::tool::write_to(client_, groups, *now, link_, send());
    print_written(written.reports, where_, options_.json);
    if (written.problem) return failed(messages::to_text(written.problem));
    if (written.note) print_warning(messages::to_text(written.note));
    if (!written.taken()) return not_taken(written.reports.back());
    Groups known = *now;
    for (const GroupReport& report : written.reports)
      known.insert_or_assign(report.group, groups.at(report.group));
    if (const auto problem = calibration::tool::keep_known(identity_, known))
      print_warning(messages::to_text(problem));
    if (written.reports.size() == groups.size()) return kDone;
    return failed("the other groups were not sent: write them to the new address");
  }

  /// A hexad board that doubts its stored set goes by it again once it is told so, with the same values or
  /// others.
  calibration::tool::Send send() const {
    const bool told =
        options_.action == "restore" && !(options_.factory + options_.previous + options_.file).empty();
    return told ? calibration::tool::Send::all : calibration::tool::Send::changed;
  }

  /// A board with other values than it was left with may be another board.
  bool is_the_board(const Groups& now) {
    const auto strange = calibration::tool::differences_from_known(identity_, now);
    if (strange.empty()) return true;
    print_hint(fmt::format("{} has not the values that board \"{}\" was last known to have:", where_,
                           identity_.name));
    for (const GroupReport& report : strange) {
      print_hint(fmt::format("  group {} ({}): {} value{} differ{}", report.group,
                             host::csfi_group_name(report.group), report.differences.size(),
                             report.differences.size() == 1 ? "" : "s",
                             report.differences.size() == 1 ? "s" : ""));
      const host::CsfiDifference& one = report.differences.front();
      print_hint(fmt::format("    {} known {}, here {}", one.name, one.first, one.second));
    }
    for (const std::string& name : calibration::tool::known_as(options_.state, identity_, now))
      print_hint(fmt::format("  these are the values of board \"{}\": --name {}", name, name));
    return confirmed(fmt::format("is it board \"{}\" all the same?", identity_.name),
                     "another board gets a name of its own: --name NAME; --yes says it is this one");
  }

  /// Restoring is done in a hurry: what it means is shown first.
  bool is_wanted(const Groups& groups, const Groups& now) {
    if (options_.action != "restore") return true;
    std::vector<GroupReport> plan;
    bool changes = false;
    for (const auto& [number, group] : groups) {
      plan.push_back({number, {}, host::csfi_differences(now.at(number), group), false});
      changes = changes || !plan.back().changes.empty();
    }
    print_plan(plan, where_);
    return !changes || confirmed("write this?", "--yes writes it without asking");
  }

  /// Asked on a terminal; where nobody can answer, no.
  bool confirmed(const std::string& question, const char* otherwise) {
    if (options_.yes) return true;
    if (::isatty(STDIN_FILENO) == 0) {
      print_error(fmt::format("{} Nobody can be asked here, nothing was sent. {}", question, otherwise));
      return false;
    }
    print_hint(fmt::format("{} [y/N]", question));
    std::string line;
    std::getline(std::cin, line);
    if (line == "y" || line == "Y" || line == "yes" || line == "是") return true;
    print_error("nothing was sent");
    return false;
  }

  int not_taken(const GroupReport& report) const {
    print_error(fmt::format("group {} ({}) was not taken: {} has other values", report.group,
                            host::csfi_group_name(report.group), where_));
    for (const host::CsfiDifference& one : report.differences)
      print_hint(fmt::format("  {}: wanted {}, the board has {}{}{}", one.name, one.first, one.second,
                             one.unit.empty() ? "" : " ", one.unit));
    print_hint(
        "a board takes a write only while the platform stands at the bottom or is powered up and not zeroed, "
        "and "
        "only a machine that can be; `hexad status` and the log of a hexad board say why");
    return kFailed;
  }

  const CalibrateOptions& options_;
  std::string where_;
  CsfiClient client_;
  calibration::tool::LinkOptions link_;
  calibration::tool::Identity identity_;
};

}  // namespace

int calibrate(const CalibrateOptions& options) {
  if (const std::string text = complaint(options); !text.empty()) return usage(text);
  const auto board = calibration::tool::parse_board(options.board);
  if (!board)
    return usage(
        fmt::format("--board {}: must be ADDRESS or ADDRESS:PORT, as in 192.168.0.15:20000", options.board));
  calibration::tool::LinkOptions link;
  if (options.timeout) link.answer_time = from_seconds(*options.timeout);
  if (options.local_port) link.local_port = static_cast<std::uint16_t>(*options.local_port);
  auto opened = calibration::tool::open_board(*board, link);
  if (!opened) return failed(opened.error().text);
  if (opened->note) print_warning(messages::to_text(opened->note));
  return Calibrate{options, *board, std::move(opened->client), link}.run();
}

}  // namespace hexad::cli
