// Services of Windows are told of nothing: there the program is a simulator that a person starts.
#include "os/service_notice.hpp"

namespace hexad::inline os {

ServiceNotice::ServiceNotice() = default;
void ServiceNotice::ready(std::string_view) {}
void ServiceNotice::show(std::string_view) {}
void ServiceNotice::lives(TimePoint) {}
void ServiceNotice::stopping(Duration) {}

}  // namespace hexad::inline os
