// Prints a client library's file anew, with the numbers of the protocols between its two marks. They come
// from the very lists the codecs read: frame layouts, ports, words, codes. A test compares; `./dev docs`
// writes.
//
//   client_tables python|c|csharp|godot|javascript FILE

#include <fmt/format.h>

#include <cctype>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "capture/frame_form.hpp"
#include "model/state.hpp"
#include "protocols/darren/describe.hpp"
#include "protocols/lingjing/request.hpp"
#include "protocols/mdof/describe.hpp"
#include "protocols/motus/status.hpp"

namespace hexad::capture {
namespace {

namespace darren = protocols::darren;
namespace lingjing = protocols::lingjing;
namespace mdof = protocols::mdof;
namespace motus = protocols::motus;
using protocols::Named;

struct Entry {
  std::string name;  ///< snake_case
  std::int64_t value;
};

struct Enumeration {
  std::string name;  ///< snake_case, the protocol first
  std::vector<Entry> entries;
};

// The enumerators of an enumeration, from the compiler itself: it writes a value that has a name as
// Type::name.
template <class E, E kValue>
std::string enumerator_name() {
  std::string_view text = __PRETTY_FUNCTION__;
  text.remove_prefix(text.find("kValue = ") + 9);
  text = text.substr(0, text.find_first_of(";]"));
  if (text.empty() || text.front() == '(' || text.front() == '-' || std::isdigit(text.front()) != 0)
    return {};
  return std::string{text.substr(text.rfind(':') + 1)};
}

template <class E, std::int64_t kFirst, std::size_t... kSteps>
std::vector<Entry> enumerators(std::index_sequence<kSteps...>) {
  std::vector<Entry> all;
  const auto add = [&all](std::string name, std::int64_t value) {
    if (!name.empty()) all.push_back({std::move(name), value});
  };
  (add(enumerator_name<E, static_cast<E>(kFirst + static_cast<std::int64_t>(kSteps))>(),
       kFirst + static_cast<std::int64_t>(kSteps)),
   ...);
  return all;
}

template <class E>
Enumeration enumeration(std::string name) {
  constexpr std::int64_t kFirst = std::is_signed_v<std::underlying_type_t<E>> ? -64 : 0;
  return {std::move(name),
          enumerators<E, kFirst>(std::make_index_sequence<static_cast<std::size_t>(256 - kFirst)>{})};
}

Enumeration warnings_of_darren() {
  return {"darren_warning",
          {{"host_timeout", darren::warning::kHostTimeout},
           {"host_slow", darren::warning::kHostSlow},
           {"clamped", darren::warning::kClamped},
           {"not_driver", darren::warning::kNotDriver},
           {"out_of_order", darren::warning::kOutOfOrder},
           {"loop_late", darren::warning::kLoopLate}}};
}

/// Message IDs of both directions: three of them only a controller sends.
Enumeration message_ids() {
  Enumeration ids{"darren_message", {}};
  for (const Named& named : darren::message_ids())
    ids.entries.push_back({filter_word(named.name), named.value});
  return ids;
}

std::vector<Enumeration> enumerations() {
  return {message_ids(),
          enumeration<darren::Word>("darren_word"),
          enumeration<darren::StatusWord>("darren_state"),
          warnings_of_darren(),
          enumeration<motus::Cmd>("motus_command"),
          enumeration<motus::SubCmd>("motus_sub_command"),
          enumeration<motus::DofStatus>("motus_state"),
          enumeration<mdof::Command>("mdof_command"),
          enumeration<mdof::Code>("mdof_result")};
}

/// A field's name as it is spoken of: what covers it whole, or what the layout calls it.
std::string field_name(const FrameForm& form, const wire::Field& field) {
  for (const protocols::Meaning& meaning : form.meanings) {
    if (meaning.selector == -1 && meaning.field == field.name && field.count == meaning.places.size())
      return filter_word(meaning.name);
  }
  return filter_word(field.name);
}

std::string frame_name(const FrameForm& form) {
  return fmt::format("{}_{}", to_string(form.protocol), filter_word(form.name));
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string camel(std::string_view text) {
  std::string out;
  bool start = true;
  for (const char c : text) {
    if (c != '_') out += start ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    start = c == '_';
  }
  return out;
}

// -----------------------------------------------------------------------------------------------------
// Python

char struct_letter(wire::Type type) { return std::string_view{"BHIhif"}[static_cast<std::size_t>(type)]; }

std::string python() {
  std::string text = "PORTS = {";
  for (const Protocol p : kProtocols) text += fmt::format("\"{}\": {}, ", to_string(p), controller_port(p));
  text += "}\nHOST_PORTS = {";
  for (const Protocol p : kProtocols) text += fmt::format("\"{}\": {}, ", to_string(p), host_port(p));
  text += "}\n";
  for (const Enumeration& e : enumerations()) {
    const bool bits = e.name == "darren_warning";
    text += fmt::format("\n\nclass {}(enum.Int{}):\n", camel(e.name), bits ? "Flag" : "Enum");
    for (const Entry& entry : e.entries) text += fmt::format("    {} = {}\n", upper(entry.name), entry.value);
  }
  text += fmt::format("\n\nMOTUS_FRAME_ID = {}\n", motus::kFrameId);
  for (const FrameForm& form : frame_forms()) {
    text += fmt::format("{} = Frame({}, (\n", upper(frame_name(form)), size_of(form));
    for (const wire::Field& field : form.layout)
      text += fmt::format("    (\"{}\", {}, \"{}\", {}),\n", field_name(form, field), field.offset,
                          struct_letter(field.type), field.count);
    text += "))\n";
  }
  text += "LINGJING_FORMS = {\n";
  for (const lingjing::Form& form : lingjing::forms()) {
    text += fmt::format("    \"{}\": (", form.name);
    for (std::size_t i = 0; i < form.count; ++i) text += fmt::format("\"{}\", ", filter_word(form.values[i]));
    text += "),\n";
  }
  text += "}\nHARDWARE_CODES = {\n";
  for (const Named& named : protocols::hardware_codes())
    text += fmt::format("    {}: \"{}\",\n", named.value, named.name);
  return text + "}\n";
}

// ---------------------------------------------------------------------------------------------------------
// C#

std::string csharp() {
  std::string text = "    public static class Ports\n    {\n";
  for (const Protocol p : kProtocols) {
    text += fmt::format("        public const int {} = {};\n", camel(to_string(p)), controller_port(p));
    if (host_port(p) != 0)
      text += fmt::format("        public const int {}Host = {};\n", camel(to_string(p)), host_port(p));
  }
  text += "    }\n";
  for (const Enumeration& e : enumerations()) {
    const bool bits = e.name == "darren_warning";
    text += fmt::format("\n{}    public enum {}\n    {{\n", bits ? "    [Flags]\n" : "", camel(e.name));
    for (const Entry& entry : e.entries)
      text += fmt::format("        {} = {},\n", camel(entry.name), entry.value);
    text += "    }\n";
  }
  for (const FrameForm& form : frame_forms()) {
    if (form.protocol == Protocol::csfi || form.name == "printed command") continue;
    text += fmt::format("\n    static class {}At\n    {{\n        public const int Size = {};\n",
                        camel(frame_name(form)), size_of(form));
    for (const wire::Field& field : form.layout)
      text +=
          fmt::format("        public const int {} = {};\n", camel(field_name(form, field)), field.offset);
    text += "    }\n";
  }
  text += fmt::format("\n    static class MotusFrame\n    {{\n        public const byte Id = {};\n    }}\n",
                      motus::kFrameId);
  text +=
      "\n    public static class HardwareCodes\n    {\n        public static string Words(int code)\n        "
      "{\n"
      "            switch (code)\n            {\n";
  for (const Named& named : protocols::hardware_codes())
    text += fmt::format("                case {}: return \"{}\";\n", named.value, named.name);
  return text + "                default: return \"not in the manual\";\n            }\n        }\n    }\n";
}

// ------------------------------------------------------------------------------------------------------
// Godot

std::string godot() {
  std::string text = "const PORTS = {";
  for (const Protocol p : kProtocols) text += fmt::format("\"{}\": {}, ", to_string(p), controller_port(p));
  text += "}\n";
  for (const Enumeration& e : enumerations()) {
    text += fmt::format("const {} = {{\n", upper(e.name));
    for (const Entry& entry : e.entries) text += fmt::format("\t\"{}\": {},\n", entry.name, entry.value);
    text += "}\n";
  }
  text += fmt::format("const MOTUS_FRAME_ID = {}\n", motus::kFrameId);
  for (const FrameForm& form : frame_forms()) {
    if (form.protocol == Protocol::csfi || form.name == "printed command") continue;
    text += fmt::format("const {}_AT = {{\n\t\"size\": {},\n", upper(frame_name(form)), size_of(form));
    for (const wire::Field& field : form.layout)
      text += fmt::format("\t\"{}\": {},\n", field_name(form, field), field.offset);
    text += "}\n";
  }
  text += "const HARDWARE_CODES = {\n";
  for (const Named& named : protocols::hardware_codes())
    text += fmt::format("\t{}: \"{}\",\n", named.value, named.name);
  return text + "}\n";
}

// ----------------------------------------------------------------------------------------------------------
// C

std::string c() {
  std::string text = "enum {\n";
  for (const Protocol p : kProtocols) {
    text += fmt::format("  HEXAD_PORT_{} = {},\n", upper(std::string{to_string(p)}), controller_port(p));
    if (host_port(p) != 0)
      text += fmt::format("  HEXAD_PORT_{}_HOST = {},\n", upper(std::string{to_string(p)}), host_port(p));
  }
  text += "};\n";
  for (const Enumeration& e : enumerations()) {
    text += "enum {\n";
    for (const Entry& entry : e.entries)
      text += fmt::format("  HEXAD_{}_{} = {},\n", upper(e.name), upper(entry.name), entry.value);
    text += "};\n";
  }
  return text;
}

// -------------------------------------------------------------------------------------------------
// JavaScript

std::string javascript() {
  std::string text = "export const STATES = /** @type {const} */ ([\n";
  for (const Entry& entry : enumeration<State>("state").entries) text += fmt::format("  '{}',\n", entry.name);
  text +=
      "]);\n\n/** What a code in `fault.code` means. @type {Record<number, string>} */\n"
      "export const HARDWARE_CODES = {\n";
  for (const Named& named : protocols::hardware_codes())
    text += fmt::format("  {}: '{}',\n", named.value, named.name);
  return text + "};\n";
}

}  // namespace

std::string tables(const std::string& language) {
  using Print = std::string (*)();
  static const std::map<std::string, Print> kLanguages{
      {"python", python}, {"c", c}, {"csharp", csharp}, {"godot", godot}, {"javascript", javascript}};
  const auto at = kLanguages.find(language);
  return at == kLanguages.end() ? "" : at->second();
}

}  // namespace hexad::capture

int main(int argc, char** argv) {
  const std::string text = argc == 3 ? hexad::capture::tables(argv[1]) : "";
  if (text.empty()) {
    std::cerr << "usage: client_tables python|c|csharp|godot|javascript FILE\n";
    return 2;
  }
  std::ifstream stream{argv[2]};
  std::string file{std::istreambuf_iterator<char>{stream}, {}};
  // The lines after the one with the first mark, up to the one with the second.
  const std::size_t first = file.find("@tables");
  const std::size_t from = file.find('\n', first);
  const std::size_t end = file.find("@end of tables");
  const std::size_t to = end == std::string::npos ? end : file.rfind('\n', end);
  if (first == std::string::npos || from == std::string::npos || to == std::string::npos || to < from) {
    std::cerr << argv[2] << ": no lines with \"@tables\" and \"@end of tables\"\n";
    return 1;
  }
  std::cout << file.replace(from + 1, to - from, text);
  return 0;
}
