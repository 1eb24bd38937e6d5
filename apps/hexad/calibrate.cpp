// `hexad calibrate`: reads, writes, compares and restores the parameters of a control board. A board does not
// answer a write, so everything written is read back and compared; what the board had before is kept on this
// computer.

#include "hexad/calibrate.hpp"

#include <fmt/format.h>

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
#include "hexad/host.hpp"
#include "hexad/output.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "os/terminal.hpp"
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

int usage(const messages::Message& what) {
  print_error(what);
  return kUsage;
}
int failed(const messages::Message& what) {
  print_error(what);
  return kFailed;
}

bool in_list(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// What is wrong with the options, if anything.
messages::Message complaint(const CalibrateOptions& o) {
  if (!in_list(o.action, {"read", "write", "diff", "restore"}))
    return messages::say<messages::Id::calibrate_action>(
        o.action, hexad::nearest(o.action, {"read", "write", "diff", "restore"}));
  const int most = o.raw ? 127 : 4;
  if (o.group && (*o.group < 1 || *o.group > most))
    return o.raw ? messages::say<messages::Id::calibrate_group_raw>(*o.group)
                 : messages::say<messages::Id::calibrate_group>(*o.group);
  if (o.raw && o.action != "read" && o.action != "write") return messages::Id::calibrate_raw;
  const int sources = (o.file.empty() ? 0 : 1) + (o.factory.empty() ? 0 : 1) + (o.previous.empty() ? 0 : 1);
  if (sources > 1) return messages::Id::calibrate_one_source;
  if (o.action == "read" && (!o.factory.empty() || !o.previous.empty()))
    return messages::Id::calibrate_source_actions;
  if (o.action == "write" && sources == 0) return messages::Id::calibrate_write_what;
  if (o.action == "diff" && sources == 0) return messages::Id::calibrate_diff_what;
  if (!o.file.empty() && !o.raw && !calibration::tool::format_of(o.file))
    return messages::say<messages::Id::calibrate_file_kind>(o.file);
  if (o.file.ends_with(".csv") && !o.raw && o.group.value_or(1) != 1)
    return messages::say<messages::Id::calibrate_csv_group>(o.file);
  if (const auto problem = calibration::tool::name_problem(o.name))
    return messages::say<messages::Id::calibrate_name>(problem);
  if (o.timeout && !(*o.timeout >= 0.01 && *o.timeout <= 60.0)) return messages::Id::calibrate_timeout;
  if (o.local_port && (*o.local_port < 0 || *o.local_port > 65535)) return messages::Id::calibrate_local_port;
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
    print_error(message_of(groups.error()));
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
      if (!bytes) return failed(message_of(bytes.error()));
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
    if (!file) return failed(messages::say<messages::Id::file_unreadable_no_reason>(options_.file));
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
        return failed(messages::say<messages::Id::at_file_line>(options_.file, number,
                                                                messages::Id::calibrate_no_frame));
      if (!options_.group || *options_.group == csfi::number_of(*group))
        groups.insert_or_assign(csfi::number_of(*group), *group);
    }
    if (groups.empty())
      return failed(
          messages::say<messages::Id::at_file>(options_.file, messages::Id::calibrate_nothing_to_write));
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
      print_error(messages::say<messages::Id::calibrate_no_group>(options_.file, options_.group.value_or(0)));
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
    print_error(set ? messages::say<messages::Id::calibrate_no_earlier>(folder.string()) : set.error());
    return std::nullopt;
  }

  /// What the last write from this computer replaced; with --group, the last that replaced this one.
  std::optional<Groups> from_copies() {
    for (const calibration::tool::Copy& copy : calibration::tool::read_history(identity_.folder)) {
      if (!options_.group) return copy.groups;
      const auto group = copy.groups.find(static_cast<std::uint8_t>(*options_.group));
      if (group != copy.groups.end()) return Groups{*group};
    }
    print_error(messages::say<messages::Id::calibrate_no_copy>(identity_.name, identity_.folder.string()));
    return std::nullopt;
  }

  Groups of_set(const CalibrationSet& set) const {
    Groups groups;
    for (const std::uint8_t number : wanted()) groups.emplace(number, set.groups[number - 1U]);
    return groups;
  }

  std::nullopt_t problems(const calibration::tool::FileProblems& found) const {
    for (const calibration::tool::FileProblem& problem : found) print_error(as_told(problem.words));
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
      if (!has) return failed(message_of(has.error()));
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
        return failed(messages::say<messages::Id::calibrate_bad_group>(number, host::csfi_group_name(number),
                                                                       problem->what));
    }
    const auto now = read_board({1, 2, 3, 4});
    if (!now) return kFailed;
    if (!is_the_board(*now) || !is_wanted(groups, *now)) return kFailed;
    Groups before;
    for (const auto& [number, group] : groups)
      if (!host::csfi_differences(now->at(number), group).empty()) before.emplace(number, now->at(number));
    if (!before.empty())
      if (const auto problem = calibration::tool::keep_before(identity_.folder, before))
        print_warning(problem);
    const calibration::tool::Written written =
        calibration::tool::write_to(client_, groups, *now, link_, send());
    print_written(written.reports, where_, options_.json);
    if (written.problem) return failed(written.problem);
    if (written.note) print_warning(written.note);
    if (!written.taken()) return not_taken(written.reports.back());
    Groups known = *now;
    for (const GroupReport& report : written.reports)
      known.insert_or_assign(report.group, groups.at(report.group));
    if (const auto problem = calibration::tool::keep_known(identity_, known)) print_warning(problem);
    if (written.reports.size() == groups.size()) return kDone;
    return failed(messages::Id::calibrate_others_not_sent);
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
    print_hint(messages::say<messages::Id::calibrate_strange>(where_, identity_.name));
    for (const GroupReport& report : strange) {
      print_hint(messages::say<messages::Id::calibrate_strange_group>(
          report.group, host::csfi_group_name(report.group), report.differences.size()));
      const host::CsfiDifference& one = report.differences.front();
      print_hint(messages::say<messages::Id::calibrate_strange_value>(one.name, one.first, one.second));
    }
    for (const std::string& name : calibration::tool::known_as(options_.state, identity_, now))
      print_hint(messages::say<messages::Id::calibrate_known_as>(name, name));
    return confirmed(messages::say<messages::Id::calibrate_same_board>(identity_.name),
                     messages::Id::calibrate_other_name);
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
    return !changes || confirmed(messages::Id::calibrate_write_this, messages::Id::calibrate_yes);
  }

  /// Asked on a terminal; where nobody can answer, no.
  bool confirmed(const messages::Message& question, messages::Id otherwise) {
    if (options_.yes) return true;
    if (!is_terminal(Stream::in)) {
      print_error(messages::say<messages::Id::calibrate_nobody_asked>(question, otherwise));
      return false;
    }
    print_hint(messages::say<messages::Id::calibrate_ask>(question));
    std::string line;
    std::getline(std::cin, line);
    if (line == "y" || line == "Y" || line == "yes" || line == "是") return true;
    print_error(messages::Id::calibrate_nothing_sent);
    return false;
  }

  int not_taken(const GroupReport& report) const {
    print_error(messages::say<messages::Id::calibrate_not_taken>(
        report.group, host::csfi_group_name(report.group), where_));
    for (const host::CsfiDifference& one : report.differences)
      print_hint(messages::say<messages::Id::calibrate_wanted>(
          one.name, one.first, one.unit.empty() ? one.second : fmt::format("{} {}", one.second, one.unit)));
    print_hint(messages::Id::calibrate_when_taken);
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
  if (const messages::Message what = complaint(options)) return usage(what);
  const auto board = calibration::tool::parse_board(options.board);
  if (!board) return usage(messages::say<messages::Id::calibrate_board>(options.board));
  calibration::tool::LinkOptions link;
  if (options.timeout) link.answer_time = from_seconds(*options.timeout);
  if (options.local_port) link.local_port = static_cast<std::uint16_t>(*options.local_port);
  auto opened = calibration::tool::open_board(*board, link);
  if (!opened) return failed(message_of(opened.error()));
  if (opened->note) print_warning(opened->note);
  return Calibrate{options, *board, std::move(opened->client), link}.run();
}

}  // namespace hexad::cli
