#include "operation/desk.hpp"

#include "messages/say.hpp"

namespace hexad::inline operation {

using messages::Id;
using messages::say;

Id id_of(Role role) noexcept {
  return role == Role::watch     ? Id::role_viewer
         : role == Role::operate ? Id::role_operator
                                 : Id::role_engineer;
}

messages::Message name_of(const Asker& asker, bool with_role) {
  messages::Message who = asker.console == 0 ? say<Id::by_address>(asker.address)
                                             : say<Id::by_console>(asker.address, asker.console);
  return with_role ? say<Id::by_role>(who, id_of(asker.role)) : who;
}

Id OrderDesk::why_not(const Action& action, const Asker& asker) const noexcept {
  if (asker.role < action.role)
    return action.role == Role::engineer ? Id::needs_engineer : Id::needs_operator;
  if (std::holds_alternative<TakeOver>(action.wanted)) {
    if (asker.console == 0) return Id::no_console;
    return asker.console == in_control_ ? Id::in_control_already : Id::nothing;
  }
  const bool others = action.drives && asker.console != 0 && in_control_ != 0 && in_control_ != asker.console;
  return others ? Id::another_console : Id::nothing;
}

bool OrderDesk::given(const Action& action, const Asker& asker) noexcept {
  const bool claims = action.drives || std::holds_alternative<TakeOver>(action.wanted);
  if (!claims || asker.console == 0 || asker.console == in_control_) return false;
  in_control_ = asker.console;
  return true;
}

bool OrderDesk::left(std::uint64_t console) noexcept {
  if (console == 0 || console != in_control_) return false;
  in_control_ = 0;
  return true;
}

}  // namespace hexad::inline operation
