#pragma once
// Messages of the console's API as tables: a row a field, with its name, type, unit and meaning, and how it
// is made. What is sent is written by the rows; the TypeScript types, the page's reader, the JSON schema and
// the page at /api/ are printed from them (api_page.cpp, `./dev docs`).
//
// Types: number (null on the wire = none), whole, flag, text, State, Program, Six, Point, Range, counts (an
// object of numbers), said (an id of the message table with its facts), any (an object), values (a list), or
// the name of another message; [] behind it: a list of them; ? behind it: or null.

#include <string>
#include <string_view>
#include <vector>

#include "text/compact.hpp"

namespace hexad::inline console_api {

struct FieldInfo {
  std::string_view name;
  std::string_view type;
  std::string_view unit;
  std::string_view meaning;
};

struct MessageInfo {
  std::string_view name;
  std::string_view meaning;
  std::vector<FieldInfo> fields;
};

template <class T>
struct MessageTable {
  struct Field : FieldInfo {
    void (*write)(Compact& out, const T& value);
  };
  std::string_view name;
  std::string_view meaning;
  std::vector<Field> fields;

  /// Into an object that has begun.
  void put_fields(Compact& out, const T& value) const {
    for (const Field& field : fields) field.write(out.key(field.name), value);
  }
  void put(Compact& out, const T& value) const {
    out.raw("{");
    put_fields(out, value);
    out.raw("}");
  }
  MessageInfo info() const { return {name, meaning, {fields.begin(), fields.end()}}; }
};

/// Every message there is, those first that others speak of.
const std::vector<MessageInfo>& message_tables();
const MessageInfo* find_message(std::string_view name);

}  // namespace hexad::inline console_api
