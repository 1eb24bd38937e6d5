// `hexad calibrate`: reads, writes, compares and restores the parameters of a control board. A board does not answer a
// write, so everything written is read back and compared; what the board had before is kept on this computer.

#include "hexad/calibrate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "capture/hex.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"
#include "runtime/board/group_copies.hpp"
#include "runtime/board/stored_calibration.hpp"
#include "runtime/config/build_machine.hpp"
#include "runtime/config/nearest.hpp"
#include "runtime/state_folder.hpp"

namespace hexad::cli {
namespace {

namespace csfi = protocols::csfi;
using host::CsfiClient;

constexpr std::uint16_t kBoardPort = 20000;
constexpr std::uint16_t kToolPort = 8080;  // where the vendor's boards answer to

int usage(std::string_view text) {
  print_error(text);
  return kUsage;
}
int failed(std::string_view text) {
  print_error(text);
  return kFailed;
}

/// ADDR, ADDR:PORT or :PORT.
std::optional<net::Address> parse_board(const std::string& text) {
  if (text.empty()) return net::Address{net::kLoopback, kBoardPort};
  if (text.starts_with(':')) return net::parse_address("127.0.0.1" + text);
  if (const auto ip = net::parse_ip(text)) return net::Address{*ip, kBoardPort};
  const auto address = net::parse_address(text);
  return address && address->port != 0 ? address : std::nullopt;
}

bool in_list(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// What is wrong with the options; empty = nothing.
std::string complaint(const CalibrateOptions& o) {
  if (!in_list(o.action, {"read", "write", "diff", "restore"}))
    return fmt::format("calibrate {}: did you mean {}? read, write, diff or restore", o.action,
                       runtime::nearest(o.action, {"read", "write", "diff", "restore"}));
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
    return "calibrate write: what to write? --file config_x.csv (group 1) or x.toml (any group)";
  if (o.action == "diff" && sources == 0) return "calibrate diff: from what? --file, --factory or --previous";
  const bool known = o.file.ends_with(".csv") || o.file.ends_with(".toml");
  if (!o.file.empty() && !o.raw && !known)
    return fmt::format("--file {}: group 1 travels as .csv, all groups as .toml", o.file);
  if (o.file.ends_with(".csv") && !o.raw && o.group.value_or(1) != 1)
    return fmt::format("--file {}: a .csv holds group 1; groups 2 to 4 travel as .toml", o.file);
  if (o.timeout && !(*o.timeout >= 0.01 && *o.timeout <= 60.0)) return "--timeout: 0.01 to 60 s";
  if (o.local_port && (*o.local_port < 0 || *o.local_port > 65535)) return "--local-port: 0 to 65535";
  return {};
}

/// Boards of the vendor answer to the tool's port; this computer's own to whoever asked.
Result<CsfiClient, host::Error> open_client(const CalibrateOptions& options, const net::Address& board) {
  host::CsfiSettings settings;
  settings.board = board;
  if (options.timeout) settings.answer_time = from_seconds(*options.timeout);
  if (options.local_port) {
    settings.local_port = static_cast<std::uint16_t>(*options.local_port);
    return CsfiClient::open(settings);
  }
  if (net::kLoopbackOnly.contains(board.ip)) return CsfiClient::open(settings);
  settings.local_port = kToolPort;
  auto client = CsfiClient::open(settings);
  if (client) return client;
  print_warning(fmt::format(
      "port {} is in use here; asking from another. A board that answers to {} only is then not heard",
      kToolPort, kToolPort));
  settings.local_port = 0;
  return CsfiClient::open(settings);
}

/// One run of the command.
class Calibrate {
 public:
  Calibrate(const CalibrateOptions& options, const net::Address& board, CsfiClient client)
      : options_{options}, where_{net::to_text(board)}, client_{std::move(client)} {
    std::string folder = where_;
    std::replace(folder.begin(), folder.end(), ':', '-');
    copies_ = runtime::state_folder(options.state, "calibrate") / folder;
  }

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
    Groups groups;
    for (const std::uint8_t number : numbers) {
      const auto group = client_.read(number);
      if (!group) {
        print_error(group.error().text);
        return std::nullopt;
      }
      groups.emplace(number, *group);
    }
    return groups;
  }

  int read() {
    const bool csv = options_.file.ends_with(".csv");
    const auto groups = read_board(csv ? std::vector<std::uint8_t>{1} : wanted());
    if (!groups) return kFailed;
    if (options_.file.empty()) {
      print_groups(*groups, where_, options_.json);
      return kDone;
    }
    const std::string text = csv ? to_csv(std::get<csfi::Mechanics>(groups->at(1))) : to_toml(*groups);
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
    const auto numbers = groups_in(options_.file);
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
    const auto groups = read_groups(options_.file, *board);
    if (!groups) return problems(groups.error());
    return *groups;
  }

  std::optional<Groups> from_factory() {
    const runtime::LoadedPlatform loaded = runtime::load_platform({.platform = options_.factory});
    if (!loaded.machine) {
      print_problems(loaded.problems);
      return std::nullopt;
    }
    return of_set(runtime::factory_of(loaded.config, *loaded.machine).set);
  }

  std::optional<Groups> from_previous() {
    const runtime::LoadedPlatform loaded = runtime::load_platform({.platform = options_.previous});
    const std::string name = loaded.machine ? loaded.machine->name : options_.previous;
    const auto folder = runtime::state_folder(options_.state, name);
    const auto set = runtime::read_calibration(folder, runtime::Generation::previous);
    if (set && set->has_value()) return of_set(**set);
    print_error(
        set ? fmt::format("{} keeps no earlier set (--state DIR names another place)", folder.string())
            : set.error());
    return std::nullopt;
  }

  /// What the board had before the last write from this computer.
  std::optional<Groups> from_copies() {
    Groups groups;
    for (const std::uint8_t number : wanted())
      if (const auto group = runtime::read_copy(copies_, number)) groups.emplace(number, *group);
    if (!groups.empty()) return groups;
    print_error(
        fmt::format("nothing is known here of what {} had before: {} has no copy. --file, --factory NAME "
                    "and --previous NAME are other ways",
                    where_, copies_.string()));
    return std::nullopt;
  }

  Groups of_set(const runtime::CalibrationSet& set) const {
    Groups groups;
    for (const std::uint8_t number : wanted()) groups.emplace(number, set.groups[number - 1U]);
    return groups;
  }

  std::nullopt_t problems(const std::vector<std::string>& texts) const {
    for (const std::string& text : texts) print_error(text);
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
      reports.push_back({number, host::csfi_differences(group, *has), {}});
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
      const auto rejected = csfi::check(group);
      if (!rejected) continue;
      wire::TextBuffer<256> text;
      csfi::describe(*rejected, text.writer());
      const std::string words{text.view()};
      return failed(fmt::format("group {} ({}): {}. Nothing was sent", number, host::csfi_group_name(number),
                                words.substr(0, words.find(". Nothing of the frame"))));
    }
    std::vector<std::uint8_t> numbers;
    for (const auto& [number, group] : groups) numbers.push_back(number);
    const auto before = read_board(numbers);
    if (!before) return kFailed;
    keep(*before);
    std::vector<GroupReport> reports;
    for (const auto& [number, group] : groups) {
      const auto written = client_.write(group);
      if (!written)
        return failed(fmt::format("group {} was sent, but not read back: {}", number, written.error().text));
      reports.push_back({number, written->differences, host::csfi_differences(before->at(number), group)});
      if (!written->differences.empty()) break;  // a board that does not take one is not asked for the next
    }
    print_written(reports, where_, options_.json);
    return reports.back().differences.empty() ? kDone : not_taken(reports.back());
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

  /// For `restore`.
  void keep(const Groups& before) const {
    for (const auto& [number, group] : before) {
      const auto kept = runtime::keep_copy(copies_, group);
      if (!kept)
        print_warning(fmt::format("no copy of the board's present group {} is kept for `restore`: {}", number,
                                  kept.error()));
    }
  }

  const CalibrateOptions& options_;
  std::string where_;
  CsfiClient client_;
  std::filesystem::path copies_;
};

}  // namespace

int calibrate(const CalibrateOptions& options) {
  if (const std::string text = complaint(options); !text.empty()) return usage(text);
  const auto board = parse_board(options.board);
  if (!board)
    return usage(
        fmt::format("--board {}: must be ADDRESS or ADDRESS:PORT, as in 192.168.0.15:20000", options.board));
  auto client = open_client(options, *board);
  if (!client) return failed(client.error().text);
  return Calibrate{options, *board, *std::move(client)}.run();
}

}  // namespace hexad::cli
