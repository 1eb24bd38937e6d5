// Prints share/wireshark/hexad.lua: the fixed part is dissector.lua beside this file, the tables are made
// from the lists the codecs read. A test compares; `./dev docs` writes it anew.

#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>

#include "capture/frame_form.hpp"
#include "protocols/lingjing/request.hpp"
#include "protocols/mdof/describe.hpp"

namespace hexad::capture {
namespace {

namespace lingjing = protocols::lingjing;
namespace mdof = protocols::mdof;
using protocols::kXToRz;
using protocols::Named;

/// A field as Wireshark knows it. One name has one type, wherever it stands.
struct Known {
  std::string kind;
  std::string label;
  std::string unit;
};

class Tables {
 public:
  void field(const std::string& filter, const std::string& kind, const std::string& label,
             std::string_view unit) {
    const auto [at, fresh] = fields_.try_emplace(filter, Known{kind, label, std::string{unit}});
    if (!fresh && at->second.kind != kind) throw std::logic_error{"the field " + filter + " has two types"};
    if (at->second.unit != unit) at->second.unit.clear();  // motus' Time: the host's is of any unit
  }
  void words(const std::string& filter, std::span<const Named> list) {
    for (const Named& named : list) words_[filter][static_cast<std::int64_t>(named.value)] = named.name;
  }
  void word(const std::string& filter, std::int64_t value, std::string_view name) {
    words_[filter][value] = name;
  }
  void bits(const std::string& filter, std::span<const Named> list) { bits_[filter] = list; }
  std::string text() const;

 private:
  std::map<std::string, Known> fields_;
  std::map<std::string, std::map<std::int64_t, std::string>> words_;
  std::map<std::string, std::span<const Named>> bits_;
};

std::string Tables::text() const {
  std::string text = "-- filter name, type, label, unit\nlocal fields = {\n";
  for (const auto& [filter, known] : fields_)
    text +=
        fmt::format("  {{\"{}\", \"{}\", \"{}\", \"{}\"}},\n", filter, known.kind, known.label, known.unit);
  text += "}\n\nlocal words = {\n";
  for (const auto& [filter, list] : words_) {
    text += fmt::format("  [\"{}\"] = {{\n", filter);
    for (const auto& [value, name] : list) text += fmt::format("    [{}] = \"{}\",\n", value, name);
    text += "  },\n";
  }
  text += "}\n\nlocal bits = {\n";
  for (const auto& [filter, list] : bits_) {
    text += fmt::format("  [\"{}\"] = {{\n", filter);
    for (const Named& named : list) text += fmt::format("    {{{}, \"{}\"}},\n", named.value, named.name);
    text += "  },\n";
  }
  return text + "}\n";
}

std::string kind_of(const Leaf& leaf) {
  if (leaf.reserved) return "bytes";
  switch (leaf.type) {
    case wire::Type::u8:
      return "uint8";
    case wire::Type::u16:
      return "uint16";
    case wire::Type::u32:
      return "uint32";
    case wire::Type::i16:
      return "int16";
    case wire::Type::i32:
      return "int32";
    case wire::Type::f32:
      return "float";
  }
  return "bytes";
}

std::string leaf_row(const Leaf& leaf, const std::string& indent, Tables& tables) {
  tables.field(leaf.filter, kind_of(leaf), leaf.label, leaf.unit);
  if (leaf.bits)
    tables.bits(leaf.filter, leaf.words);
  else if (!leaf.words.empty())
    tables.words(leaf.filter, leaf.words);
  const std::string group = leaf.group.empty() ? "" : fmt::format(", \"{}\"", leaf.group);
  return fmt::format("{}{{{}, {}, \"{}\"{}}},\n", indent, leaf.offset, leaf.size, leaf.filter, group);
}

/// Leaves that are the same whatever the selector's value, or those that are not.
std::string leaf_rows(const FrameForm& form, std::int64_t selector, bool by_selector,
                      const std::string& indent, Tables& tables) {
  const auto depends = [&form](const Leaf& leaf) {
    for (const protocols::Meaning& meaning : form.meanings) {
      for (const wire::Field& field : form.layout) {
        const std::size_t end = field.offset + field.count * wire::size_of(field.type);
        if (field.name == meaning.field && leaf.offset >= field.offset && leaf.offset < end)
          return !form.selector.empty();
      }
    }
    return false;
  };
  std::string text;
  for (const Leaf& leaf : leaves_of(form, selector)) {
    if (depends(leaf) == by_selector) text += leaf_row(leaf, indent, tables);
  }
  return text;
}

std::string frame_text(const FrameForm& form, Tables& tables) {
  std::string text =
      fmt::format("    [\"{}\"] = {{\n      size = {},\n      leaves = {{\n", form.name, size_of(form));
  text += leaf_rows(form, -1, false, "        ", tables) + "      },\n";
  if (form.selector.empty()) return text + "    },\n";
  for (const wire::Field& field : form.layout) {
    if (field.name == form.selector)
      text += fmt::format("      selector = {{{}, {}}},\n", field.offset, wire::size_of(field.type));
  }
  text +=
      "      by = {\n        other = {\n" + leaf_rows(form, -1, true, "          ", tables) + "        },\n";
  std::int64_t last = -1;
  for (const protocols::Meaning& meaning : form.meanings) {
    if (meaning.selector == last) continue;
    last = meaning.selector;
    text += fmt::format("        [{}] = {{\n{}        }},\n", last,
                        leaf_rows(form, last, true, "          ", tables));
  }
  return text + "      },\n    },\n";
}

std::string frames_text(Tables& tables) {
  std::string text = "-- offset, bytes, filter name, array\nlocal frames = {\n";
  for (const Protocol protocol : {Protocol::csfi, Protocol::motus, Protocol::darren}) {
    text += fmt::format("  {} = {{\n", to_string(protocol));
    for (const FrameForm& form : frame_forms()) {
      if (form.protocol == protocol) text += frame_text(form, tables);
    }
    text += "  },\n";
  }
  text += "}\n\nlocal csfi_groups = {";
  int group = 0;
  for (const FrameForm& form : frame_forms()) {
    if (form.protocol == Protocol::csfi && group++ > 0) text += fmt::format("\"{}\", ", form.name);
  }
  text.resize(text.size() - 2);
  return text + "}\n";
}

std::string lingjing_text(Tables& tables) {
  std::string text = "local lingjing_forms = {\n";
  for (const lingjing::Form& form : lingjing::forms()) {
    text += fmt::format("  {} = {{", form.name);
    for (std::size_t i = 0; form.command != lingjing::Command::mv && i < form.count; ++i) {
      const std::string name{form.values[i]};
      const bool leg = lingjing::is_legs(form.command) && i < 6;
      const bool length = leg || name == "x" || name == "y" || name == "z";
      const std::string filter = "lingjing." + (leg ? "leg." + name : name);
      tables.field(filter, "double", leg ? "leg " + name : name,
                   name == "t_ms" ? "ms"
                   : length       ? "mm"
                                  : "deg");
      text += fmt::format("{}\"{}\"", i == 0 ? "" : ", ", filter);
    }
    text += "},\n";
  }
  tables.field("lingjing.command", "string", "command", "");
  tables.field("lingjing.film", "string", "film", "");
  tables.field("lingjing.effect", "uint16", "effect word", "");
  return text + "}\n";
}

void mdof_requests(Tables& tables) {
  tables.field("mdof.command", "uint32", "command", "");
  for (const mdof::Form& form : mdof::forms())
    tables.word("mdof.command", static_cast<std::int64_t>(form.command), form.name);
  for (std::size_t i = 0; i < kXToRz.size(); ++i) {
    const std::string axis{kXToRz[i]};
    tables.field("mdof." + filter_word(axis), "double", axis, i < 3 ? "mm" : "deg");
    tables.field("mdof.speed." + filter_word(axis), "double", "speed " + axis, i < 3 ? "mm/s" : "deg/s");
    tables.field("mdof.formula." + filter_word(axis), "string", "formula " + axis, "");
  }
  tables.field("mdof.points", "uint32", "points", "");
  tables.field("mdof.time", "double", "time", "s");
  tables.field("mdof.file", "uint32", "file", "");
}

std::string mdof_answers(Tables& tables) {
  tables.field("mdof.echo", "string", "echo", "");
  tables.field("mdof.result", "int32", "result", "");
  for (const Named& named : mdof::result_codes())
    tables.word("mdof.result", -static_cast<std::int64_t>(named.value), named.name);
  for (const Named& named : protocols::hardware_codes()) {
    if (named.value != 0) tables.word("mdof.result", named.value, named.name);
  }
  std::string text = "local mdof_flags = {\n";
  for (const mdof::Form& form : mdof::forms()) {
    if (form.command < mdof::Command::connected || form.command > mdof::Command::error) continue;
    const std::string filter = "mdof." + filter_word(form.name);
    tables.field(filter, "uint32", std::string{form.name}, "");
    if (form.command == mdof::Command::error) tables.words(filter, protocols::hardware_codes());
    text += fmt::format("  [{}] = \"{}\",\n", static_cast<int>(form.command), filter);
  }
  text += "}\n\nlocal mdof_six = {\n";
  for (const mdof::SixForm& form : mdof::six_forms()) {
    text += fmt::format("  [{}] = {{", static_cast<int>(form.query));
    for (std::size_t i = 0; i < form.places.size(); ++i) {
      const std::string filter =
          fmt::format("mdof.{}.{}", filter_word(form.name), filter_word(form.places[i]));
      tables.field(filter, "double", fmt::format("{} {}", form.name, form.places[i]), form.units[i]);
      text += fmt::format("{}\"{}\"", i == 0 ? "" : ", ", filter);
    }
    text += "},\n";
  }
  return text + "}\n";
}

std::string all_tables() {
  Tables tables;
  std::string ports = "local ports = {";
  for (const Protocol protocol : kProtocols) {
    const std::string name{to_string(protocol)};
    ports +=
        fmt::format("{}{} = {}", protocol == kProtocols.front() ? "" : ", ", name, controller_port(protocol));
    tables.field(name + ".direction", "string", "direction", "");
    tables.field(name + ".frame", "string", "frame", "");
    tables.field(name + ".valid", "bool", "valid", "");
    tables.field(name + ".problem", "string", "problem", "");
  }
  const std::string frames = frames_text(tables);
  const std::string lingjing_tables = lingjing_text(tables);
  mdof_requests(tables);
  const std::string mdof_tables = mdof_answers(tables);
  return ports + "}\n\n" + tables.text() + "\n" + frames + "\n" + lingjing_tables + "\n" + mdof_tables;
}

}  // namespace
}  // namespace hexad::capture

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: dissector dissector.lua\n";
    return 2;
  }
  std::ifstream file{argv[1]};
  std::string text{std::istreambuf_iterator<char>{file}, {}};
  const std::string mark = "-- @TABLES@\n";
  const std::size_t at = text.find(mark);
  if (at == std::string::npos) {
    std::cerr << argv[1] << ": no line \"-- @TABLES@\"\n";
    return 1;
  }
  std::cout << text.replace(at, mark.size(), hexad::capture::all_tables());
  return 0;
}
