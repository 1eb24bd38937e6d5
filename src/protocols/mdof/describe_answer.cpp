#include "protocols/mdof/describe.hpp"
#include "wire/number.hpp"

namespace hexad::protocols::mdof {
namespace {

constexpr std::array kResults{Named{0, "done"},
                              Named{1, "bad format or parameter"},
                              Named{2, "refused: moving, or somebody else drives"},
                              Named{3, "error in motion, without a hardware code"},
                              Named{4, "ended by a stop"},
                              Named{5, "paused"},
                              Named{6, "resumed"},
                              Named{7, "refused while paused"}};
static_assert(kResults.back().value == -static_cast<int>(Code::refused_while_paused));

constexpr std::array kSixForms{
    SixForm{Command::position, "position", kXToRz, halves("mm", "deg")},
    SixForm{Command::velocity, "velocity", kXToRz, halves("mm/s", "deg/s")},
    SixForm{Command::actuator_position, "actuator position", kOneToSix, all_six("mm")},
    SixForm{Command::actuator_velocity, "actuator velocity", kOneToSix, all_six("mm/s")},
    SixForm{Command::actuator_torque, "torque", kOneToSix, all_six("Nm")},
    SixForm{Command::actuator_current, "current", kOneToSix, all_six("A")},
    SixForm{Command::actuator_voltage, "voltage", kOneToSix, all_six("V")}};

const SixForm* six_form_of(Command query) noexcept {
  for (const SixForm& form : kSixForms) {
    if (form.query == query) return &form;
  }
  return nullptr;
}

void write_code(int code, wire::TextWriter& out) noexcept {
  out.integer(code).text(" (").text(result_name(code)).text(")");
}

void write_error(int code, wire::TextWriter& out) noexcept {
  out.text("error ")
      .integer(code)
      .text(" (")
      .text(hardware_code_name(static_cast<std::uint32_t>(code)))
      .text(")");
}

bool describe_everything(std::string_view body, wire::TextWriter& out) noexcept {
  const auto snapshot = decode_everything(body);
  if (!snapshot) return false;
  out.text(snapshot->connected ? "connected" : "not connected");
  out.text(snapshot->zeroed ? ", zeroed" : ", not zeroed")
      .text(snapshot->moving ? ", moving, " : ", still, ");
  write_error(snapshot->error, out);
  out.text(", position ");
  write_places<double>(kSixForms[0].places, kSixForms[0].units,
                       std::span<const double, 6>{snapshot->position}, out);
  return true;
}

bool describe_query(Command query, std::string_view body, wire::TextWriter& out) noexcept {
  if (query == Command::everything) return describe_everything(body, out);
  if (const SixForm* form = six_form_of(query)) {
    const auto six = decode_six(body);
    if (!six) return false;
    write_places<double>(form->places, form->units, std::span<const double, 6>{*six}, out);
    return true;
  }
  const auto code = decode_code(body);
  if (!code || *code < 0) return false;
  if (query == Command::error) {
    write_error(*code, out);
    return true;
  }
  if (*code > 1) return false;
  out.text(*code == 1 ? "yes" : "no");
  return true;
}

}  // namespace

std::span<const Named> result_codes() noexcept { return kResults; }
std::span<const SixForm> six_forms() noexcept { return kSixForms; }

std::string_view result_name(int code) noexcept {
  if (code > 0) return hardware_code_name(static_cast<std::uint32_t>(code));
  const std::string_view name = name_of(kResults, static_cast<std::uint32_t>(-code));
  return name.empty() ? "not in the manual" : name;
}

bool describe(const Reply& reply, wire::TextWriter& out) noexcept {
  const auto id = wire::parse_count(reply.echo);
  const Form* const form = id ? form_of(*id) : nullptr;
  out.text(reply.echo);
  if (form != nullptr) out.text(" ").text(form->name);
  out.text(": ");
  if (form != nullptr && is_query(form->command) && describe_query(form->command, reply.body, out))
    return true;
  const auto code = decode_code(reply.body);
  if (!code) {
    out.text("an answer the manual does not know: ").text(reply.body);
    return false;
  }
  write_code(*code, out);
  return true;
}

}  // namespace hexad::protocols::mdof
