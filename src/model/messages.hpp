#pragma once
// What the vocabulary is called in the table of messages. Ids and numbers only: words are made by whoever
// shows them.

#include "messages/message.hpp"
#include "model/axes.hpp"
#include "model/event.hpp"

namespace hexad::inline model {

messages::Id id_of(Refusal refusal) noexcept;
messages::Id id_of(Limit limit) noexcept;
messages::Id id_of(FaultKind kind) noexcept;
messages::Id id_of(State state) noexcept;
messages::Id id_of(Outcome outcome) noexcept;
messages::Id id_of(Axis axis) noexcept;
/// "sway", "surge", …
std::string_view name_of(Axis axis) noexcept;
/// Of a Transition; nothing where it has none.
messages::Id id_of_cause(std::string_view cause) noexcept;
/// Of a reason datagrams are counted under; nothing where it is none of these.
messages::Id id_of_drop(std::string_view reason) noexcept;
/// Whether the datagram was not even understood.
bool is_unreadable(messages::Id drop) noexcept;

/// Whether a limit's index is a leg, an axis (X Y Z RX RY RZ), or neither.
enum class LimitPlace : std::uint8_t { whole, leg, axis };
LimitPlace place_of(Limit limit) noexcept;

messages::Unit unit_of(const LimitHit& hit) noexcept;
messages::Unit unit_of(FaultKind kind) noexcept;

/// "leg 3 upper end: 410 mm asked, 399 mm allowed"
messages::Message message_of(const LimitHit& hit);
/// "leg 3 upper end"
messages::Message place_and_limit(const LimitHit& hit);
/// "following error, leg 3: 4.2 mm, allowed 2.5 mm"; without a fault the emergency stop.
messages::Message message_of(const Fault& fault);

}  // namespace hexad::inline model
