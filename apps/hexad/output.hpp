#pragma once
// What commands have in common when they speak: machines opened with their problems on stderr, tables on
// stdout, results as CSV.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/problem.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "model/machine.hpp"
#include "text/columns.hpp"

namespace hexad::cli {

/// The machine of `--platform NAME|FILE`; none when it has errors. Errors and warnings go to stderr. A file
/// may also be a config_<project>.csv: what it does not carry (torque, load, limits) is then that of an
/// edited set, not of a preset.
std::optional<Machine> open_machine(const std::string& platform);

/// Whether the program speaks English to its user, else Chinese (--lang).
bool in_english() noexcept;

void print_problems(const Problems& problems);
void print_error(const messages::Message& what);
void print_warning(const messages::Message& what);
void print_hint(const messages::Message& what);  ///< stderr, after an error
/// What somebody else has put into words: the system, another program, a layer that only tools ask.
messages::Message as_told(std::string_view text);
void print(std::string_view text);  ///< stdout
/// One line of a terminal, each time anew; "" takes it away. Nothing where stderr is no terminal.
void print_progress(std::string_view text);

/// What a row of messages says with these facts.
template <messages::Id id, class... Given>
std::string spoken(const Given&... given) {
  return messages::to_text(messages::say<id>(given...));
}
/// Headings of a table as one row of messages has them: "leg|extension\nmm|…"
std::vector<std::string> headings(messages::Id row);
/// A line of a report: what it is, filled up to so many columns, and the value.
std::string labelled(messages::Id name, std::string_view value, std::size_t width = 11);
std::string labelled(messages::Id name, const messages::Message& value, std::size_t width = 11);
/// Words for a name by which a document or a layer calls a thing: the row "<group><name>"; the name itself
/// where there is none.
messages::Message named(std::string_view group, std::string_view name);

/// Fixed decimals, and never "-0.000".
std::string fixed(double value, int decimals);
/// The shortest text that reads back to the same number.
std::string exact(double value);

/// "sway 0.000, surge 0.000, heave 30.000 mm, pitch 5.000, roll 0.000, yaw 0.000 °" of values in mm and
/// degrees.
std::string pose_text(const std::array<double, 6>& pose);

/// The same with other digits.
std::string axes_text(const std::array<double, 6>& values, std::string (*shown)(double));

/// A whole file; none with the reason on stderr.
std::optional<std::string> read_text(const std::string& path);

/// To a file, or to stdout for "-". False, with the reason on stderr, when it cannot be written.
bool write_csv(const std::string& path, std::string_view text);

}  // namespace hexad::cli
