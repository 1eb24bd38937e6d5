// A request in words; for one that was answered -1: what came, what the manual asks for, what to do.

#include "protocols/mdof/describe.hpp"

#include "messages/say.hpp"

namespace hexad::protocols::mdof {

using messages::Id;
using messages::say;

namespace {

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

messages::Message message_of(const Rejected& rejected) noexcept {
  const std::uint32_t found = rejected.found;
  const std::uint32_t wanted = rejected.wanted;
  if (rejected.form == nullptr) {
    if (rejected.problem == Problem::unknown_command)
      return say<Id::told_mdof_unknown_command>(rejected.echo.view());
    return say<Id::told_mdof_no_command>(rejected.problem == Problem::empty ? Id::mdof_empty
                                                                            : Id::mdof_inner_newline);
  }
  const auto command = static_cast<std::uint32_t>(rejected.form->command);
  const std::string_view name = rejected.form->name;
  const Id takes = rejected.form->takes;
  const auto plainly = [&](Id what) { return say<Id::told_mdof_wrong>(what, command, name, takes); };
  switch (rejected.problem) {
    case Problem::empty:
      return plainly(Id::mdof_empty);
    case Problem::inner_newline:
      return plainly(Id::mdof_inner_newline);
    case Problem::bad_count:
      return plainly(Id::mdof_bad_count);
    case Problem::bad_time:
      return plainly(Id::mdof_bad_time);
    case Problem::unknown_command:
      return say<Id::told_mdof_unknown_command>(rejected.echo.view());
    case Problem::takes_nothing:
      return say<Id::told_mdof_takes_nothing>(found, command, name, takes);
    case Problem::wrong_count:
      if (rejected.form->command == Command::path || rejected.form->command == Command::path_with_speeds)
        return say<Id::told_mdof_wrong_count_as_printed>(found, wanted, command, name, takes);
      return say<Id::told_mdof_wrong_count>(found, wanted, command, name, takes);
    case Problem::not_a_number:
      return say<Id::told_mdof_not_a_number>(found, command, name, takes);
    case Problem::negative_speed:
      return say<Id::told_mdof_negative_speed>(found, command, name, takes);
    case Problem::formula_too_long:
      return say<Id::told_mdof_formula_too_long>(found, wanted, command, name, takes);
    case Problem::bad_formula:
      return say<Id::told_mdof_bad_formula>(found, command, name, takes);
    case Problem::unknown_file:
      break;
  }
  return say<Id::told_mdof_unknown_file>(found, wanted, command, name, takes);
}

}  // namespace hexad::protocols::mdof
