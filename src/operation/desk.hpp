#pragma once
// Whose order counts: what the role of who asks allows, and, of several consoles, which one is in control.
//
// What stops (stop, hold, the e-stop button) is anybody's, always: who can see may stop. Of what drives
// (Action::drives), one console is in control: the first that asks, until its page is closed or another takes
// over. Orders without a console (the command line, a program) are typed on purpose and are not held up; they
// do not change who is in control.

#include <string>

#include "messages/message.hpp"
#include "operation/operator_order.hpp"

namespace hexad::inline operation {

struct Asker {
  std::uint64_t console = 0;  ///< number of a page; 0 = the command line, a program
  Role role = Role::engineer;
  std::string address{};
};
messages::Id id_of(Role role) noexcept;
/// "10.0.0.5 console 3"; with the role where there is more than one.
messages::Message name_of(const Asker& asker, bool with_role);

class OrderDesk {
 public:
  /// Nothing = it may.
  messages::Id why_not(const Action& action, const Asker& asker) const noexcept;
  /// An order that may be given is given. True: another is in control from now on.
  bool given(const Action& action, const Asker& asker) noexcept;
  /// A page was closed. True: nobody is in control from now on.
  bool left(std::uint64_t console) noexcept;
  /// Number of a page; 0 = nobody is.
  std::uint64_t in_control() const noexcept { return in_control_; }

 private:
  std::uint64_t in_control_ = 0;
};

}  // namespace hexad::inline operation
