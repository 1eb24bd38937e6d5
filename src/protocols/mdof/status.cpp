#include "protocols/mdof/status.hpp"

#include "wire/number.hpp"
#include "wire/tokenizer.hpp"

namespace hexad::protocols::mdof {
namespace {

constexpr std::string_view kLegacyBadRequest = "AAAA";
constexpr std::string_view kLegacyMoving = "BBBB";

void put(const Six& values, wire::TextWriter& out) noexcept {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i != 0) out.text(" ");
    out.fixed(values[i], 3);
  }
}

const Six* numbers_of(Command query, const Snapshot& snapshot) noexcept {
  switch (query) {
    case Command::position:
      return &snapshot.position;
    case Command::velocity:
      return &snapshot.velocity;
    case Command::actuator_position:
      return &snapshot.actuator_position;
    case Command::actuator_velocity:
      return &snapshot.actuator_velocity;
    case Command::actuator_torque:
      return &snapshot.torque;
    case Command::actuator_current:
      return &snapshot.current;
    case Command::actuator_voltage:
      return &snapshot.voltage;
    default:
      return nullptr;
  }
}

}  // namespace

void encode_result(std::string_view echo, int code, bool legacy, wire::TextWriter& out) noexcept {
  out.text(echo).text("#");
  if (legacy && code == static_cast<int>(Code::bad_request)) {
    out.text(kLegacyBadRequest);
  } else if (legacy && code == static_cast<int>(Code::moving)) {
    out.text(kLegacyMoving);
  } else {
    out.integer(code);
  }
}

void encode_query(Command query, const Snapshot& snapshot, wire::TextWriter& out) noexcept {
  out.integer(static_cast<std::int64_t>(query)).text("#");
  if (const Six* values = numbers_of(query, snapshot)) return put(*values, out);
  switch (query) {
    case Command::connected:
      out.integer(snapshot.connected ? 1 : 0);
      break;
    case Command::zeroed:
      out.integer(snapshot.zeroed ? 1 : 0);
      break;
    case Command::moving:
      out.integer(snapshot.moving ? 1 : 0);
      break;
    case Command::error:
      out.integer(snapshot.error);
      break;
    default:
      out.integer(snapshot.connected ? 1 : 0).text(";").integer(snapshot.zeroed ? 1 : 0).text(";");
      out.integer(snapshot.moving ? 1 : 0).text(";").integer(snapshot.error);
      for (const Six* values :
           {&snapshot.position, &snapshot.velocity, &snapshot.actuator_position, &snapshot.actuator_velocity,
            &snapshot.torque, &snapshot.current, &snapshot.voltage}) {
        out.text(";");
        put(*values, out);
      }
      break;
  }
}

std::optional<Reply> decode_reply(std::span<const std::byte> bytes) noexcept {
  const std::string_view text{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  // An echoed word may hold a `#` of its own; a body never does.
  const std::size_t mark = text.rfind('#');
  if (mark == std::string_view::npos) return std::nullopt;
  return Reply{text.substr(0, mark), text.substr(mark + 1)};
}

std::optional<int> decode_code(std::string_view body) noexcept {
  if (body == kLegacyBadRequest) return static_cast<int>(Code::bad_request);
  if (body == kLegacyMoving) return static_cast<int>(Code::moving);
  const bool negative = body.starts_with('-');
  if (negative) body.remove_prefix(1);
  const auto value = wire::parse_count(body);
  if (!value || *value > 255) return std::nullopt;
  return negative ? -static_cast<int>(*value) : static_cast<int>(*value);
}

std::optional<Six> decode_six(std::string_view body) noexcept {
  wire::Tokenizer words{body, " "};
  Six values{};
  for (double& value : values) {
    const auto word = words.next();
    const auto number = word ? wire::parse_number(*word) : std::nullopt;
    if (!number) return std::nullopt;
    value = *number;
  }
  return words.next() ? std::nullopt : std::optional{values};
}

std::optional<Snapshot> decode_everything(std::string_view body) noexcept {
  wire::Tokenizer groups{body, ";"};
  Snapshot snapshot;
  for (bool* flag : {&snapshot.connected, &snapshot.zeroed, &snapshot.moving}) {
    const auto group = groups.next();
    if (group != "0" && group != "1") return std::nullopt;
    *flag = group == "1";
  }
  const auto error = decode_code(groups.next().value_or(""));
  if (!error) return std::nullopt;
  snapshot.error = *error;
  for (Six* values : {&snapshot.position, &snapshot.velocity, &snapshot.actuator_position,
                      &snapshot.actuator_velocity, &snapshot.torque, &snapshot.current, &snapshot.voltage}) {
    const auto six = decode_six(groups.next().value_or(""));
    if (!six) return std::nullopt;
    *values = *six;
  }
  return groups.next() ? std::nullopt : std::optional{snapshot};
}

}  // namespace hexad::protocols::mdof
