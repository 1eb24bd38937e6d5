// A black box as people read it first: what happened, what each leg did, what was asked and said before. The
// document itself (--json) has every tick.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "hexad/console.hpp"
#include "hexad/output.hpp"
#include "messages/json.hpp"

namespace hexad::cli {
namespace {

using FaultJson = nlohmann::ordered_json;
using messages::Id;

/// What the program said; in its English what this one does not know.
messages::Message said_in(const FaultJson& said) {
  const messages::Message message = messages::from_json(said.value("message", FaultJson{}));
  return message ? message : as_told(said.at("text").get<std::string>());
}

constexpr std::size_t kLinesOfEach = 10;

/// Values of a row by the names of their columns.
class Rows {
 public:
  explicit Rows(const FaultJson& document) : rows_{document.at("rows")} {
    for (const FaultJson& column : document.at("columns"))
      names_.push_back(column.at("name").get<std::string>());
    const auto zero = std::find_if(rows_.begin(), rows_.end(), [&](const FaultJson& row) {
      return row.at(place_of("tick")) == document.at("tick");
    });
    if (zero == rows_.end()) throw std::runtime_error{"the tick of the fault is not among the rows"};
    fault_ = static_cast<std::size_t>(zero - rows_.begin());
  }
  std::size_t fault() const noexcept { return fault_; }
  /// What the drives had been told when they measured what the fault's tick knows.
  std::size_t told() const noexcept { return fault_ == 0 ? 0 : fault_ - 1; }
  std::size_t last() const noexcept { return rows_.size() - 1; }
  const FaultJson& at(std::size_t row, std::string_view name) const {
    return rows_.at(row).at(place_of(name));
  }
  double number(std::size_t row, std::string_view name) const {
    const FaultJson& value = at(row, name);
    return value.is_number() ? value.get<double>() : NAN;
  }

 private:
  std::size_t place_of(std::string_view name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end()) throw std::runtime_error{"a column is missing"};
    return static_cast<std::size_t>(found - names_.begin());
  }

  const FaultJson& rows_;
  std::vector<std::string> names_;
  std::size_t fault_ = 0;
};

std::string fault_legs_table(const Rows& rows, std::size_t legs) {
  Table table{headings(Id::head_fault_legs)};
  for (std::size_t leg = 1; leg <= legs; ++leg) {
    const auto value = [&](std::size_t row, std::string_view what) {
      return rows.number(row, fmt::format("leg{}.{}", leg, what));
    };
    const double setpoint = value(rows.told(), "setpoint");
    const double measured = value(rows.fault(), "extension");
    const double error = value(rows.fault(), "error");
    table.add(
        {std::to_string(leg), fixed(setpoint, 3), fixed(measured, 3), fixed(setpoint - measured, 3),
         fixed(value(rows.fault(), "velocity"), 2), fixed(value(rows.fault(), "torque"), 2),
         error != 0.0
             ? spoken<Id::drive_error>(fmt::format("0x{:04X}", static_cast<std::uint32_t>(error)))
             : messages::to_text(value(rows.fault(), "enabled") != 0.0 ? Id::drive_on : Id::drive_off)});
  }
  return table.text();
}

/// "operator: raise", "mdof 127.0.0.1:4000: move_to pose=[0.0,0.0,20.0,0.0,0.0,0.0]"
std::string asked_words(const FaultJson& request) {
  std::string text =
      fmt::format("{}: {}", request.at("who").get<std::string>(), request.at("what").get<std::string>());
  for (const auto& [key, value] : request.items())
    if (key != "t" && key != "tick" && key != "who" && key != "what")
      text += fmt::format(" {}={}", key, value.dump());
  return text;
}

template <class Words>
std::string newest_of(const FaultJson& list, Id title, Words&& words) {
  std::string text =
      '\n' + (list.empty() ? spoken<Id::fault_nothing_of>(title) : messages::to_text(title)) + '\n';
  for (std::size_t i = list.size() - std::min(kLinesOfEach, list.size()); i < list.size(); ++i)
    text += fmt::format("{:>+11.3f} s  {}\n", list[i].at("t").get<double>(), words(list[i]));
  return text;
}

}  // namespace

std::string fault_text(const std::string& json) {
  const FaultJson document = FaultJson::parse(json);
  const Rows rows{document};
  std::string text;
  const auto line = [&text](Id name, const messages::Message& value) { text += labelled(name, value, 10); };
  const auto word = [&](const char* key) { return document.at(key).get<std::string>(); };
  line(Id::label_platform, messages::say<Id::fault_platform>(word("platform"), word("version"),
                                                             document.at("revision").get<int>()));
  line(Id::label_fault, messages::say<Id::status_fault>(said_in(document), document.at("code").get<int>()));
  line(Id::label_time, messages::say<Id::fault_time>(word("time"), document.at("tick").get<std::uint64_t>()));
  const auto driver = rows.at(rows.told(), "driver").get<std::string>();
  line(Id::label_state_before,
       messages::say<Id::fault_before>(rows.at(rows.told(), "state").get<std::string>(),
                                       rows.at(rows.told(), "program").get<std::string>(),
                                       driver.empty() ? messages::Message{Id::nobody} : as_told(driver)));
  line(Id::label_state_after,
       messages::say<Id::fault_after>(rows.at(rows.last(), "state").get<std::string>()));
  line(Id::label_kept,
       messages::say<Id::fault_kept>(rows.last() + 1, fmt::format("{:.3f}", -rows.number(0, "t")),
                                     fmt::format("{:.3f}", rows.number(rows.last(), "t"))));
  if (const auto missed = document.at("missed").get<std::uint64_t>(); missed > 0)
    line(Id::label_missed, messages::say<Id::fault_missed>(missed));
  text += '\n' + fault_legs_table(rows, document.at("legs").get<std::size_t>());
  text += newest_of(document.at("requests"), Id::fault_requests, asked_words);
  if (!document.at("frames").empty())
    text += newest_of(document.at("frames"), Id::fault_streamed, asked_words);
  text += newest_of(document.at("events"), Id::fault_events, [](const FaultJson& event) {
    return fmt::format("{} {}", event.at("level").get<std::string>(), messages::to_text(said_in(event)));
  });
  // Whatever answered: nothing in it moves the cursor.
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return c != '\n' && (static_cast<unsigned char>(c) < 0x20 || c == 0x7F); }, '?');
  return text;
}

}  // namespace hexad::cli
