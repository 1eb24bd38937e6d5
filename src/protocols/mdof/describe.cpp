// A request in words; for one that was answered -1: what came, what the manual asks for, what to do.

#include "protocols/mdof/describe.hpp"

namespace hexad::protocols::mdof {
namespace {

void what_came(const Rejected& rejected, wire::TextWriter& out) noexcept {
  switch (rejected.problem) {
    case Problem::empty:
      out.text("a datagram without a command");
      break;
    case Problem::inner_newline:
      out.text("more than one line in a datagram");
      break;
    case Problem::unknown_command:
      out.text("'").text(rejected.echo.view()).text("' is not a command ID");
      break;
    case Problem::takes_nothing:
      out.text("parameters after a command that takes none: ").integer(rejected.found);
      break;
    case Problem::wrong_count:
      out.integer(rejected.found).text(" values came where ").integer(rejected.wanted).text(" are needed");
      break;
    case Problem::not_a_number:
      out.text("parameter ").integer(rejected.found).text(" is not a finite number");
      break;
    case Problem::bad_count:
      out.text("the first parameter is not a whole number above 0");
      break;
    case Problem::negative_speed:
      out.text("parameter ").integer(rejected.found).text(" is a negative speed");
      break;
    case Problem::bad_time:
      out.text("a time or duration is not above 0, or the times do not increase");
      break;
    case Problem::formula_too_long:
      out.integer(rejected.found)
          .text(" characters of formulas, ")
          .integer(rejected.wanted)
          .text(" are allowed");
      break;
    case Problem::bad_formula:
      out.text("formula ").integer(rejected.found).text(" has an unknown name, '=' or an open parenthesis");
      break;
    case Problem::unknown_file:
      out.text("there is no file ").integer(rejected.found).text(", only 1 to ").integer(rejected.wanted);
      break;
  }
}

void write_formulas(const Request& request, wire::TextWriter& out) noexcept {
  Formulas formulas{request.list};
  for (std::size_t i = 0; i < kXToRz.size(); ++i) {
    out.text(" ").text(kXToRz[i]).text("=").text(formulas.next().value_or(""));
  }
  if (const auto duration = formulas.next()) out.text(" for ").text(*duration).text(" s");
}

void write_path(const Request& request, std::string_view with, wire::TextWriter& out) noexcept {
  out.text(" through ").integer(request.count).text(request.count == 1 ? " point" : " points").text(with);
}

}  // namespace

void describe(const Request& request, wire::TextWriter& out) noexcept {
  const auto id = static_cast<std::uint32_t>(request.command);
  out.integer(id).text(" ");
  if (is_query(request.command)) out.text("asks for ");
  if (const Form* form = form_of(id)) out.text(form->name);
  switch (request.command) {
    case Command::move:
      out.text(" to ");
      return write_places<double>(kXToRz, halves("mm", "deg"), std::span<const double, 6>{request.pose}, out);
    case Command::path:
    case Command::path_with_speeds:
      return write_path(request, "", out);
    case Command::timed_path:
      return write_path(request, request.rows ? ", each with its time" : ", one a period", out);
    case Command::formula:
      return write_formulas(request, out);
    case Command::file:
      out.text(" ").integer(request.count);
      return;
    default:
      return;
  }
}

void describe(const Rejected& rejected, wire::TextWriter& out) noexcept {
  what_came(rejected, out);
  if (rejected.form == nullptr) {
    out.text(". The manual knows 1-13, 20-31 and 33, one command a datagram: 'ID p1 p2 ...'");
    return;
  }
  out.text(". The manual: ").integer(static_cast<std::int64_t>(rejected.form->command));
  out.text(" (").text(rejected.form->name).text(") takes ");
  out.text(rejected.form->parameters.empty() ? "no parameters" : rejected.form->parameters);
  if (rejected.problem == Problem::wrong_count &&
      (rejected.form->command == Command::path || rejected.form->command == Command::path_with_speeds)) {
    out.text(". The manual's own example is one number short: count the values");
  } else {
    out.text(". Correct the datagram and send it again");
  }
}

}  // namespace hexad::protocols::mdof
