#pragma once
// What the judge found, in words: the same in preflight, sine, roadmap, ik and on the pages.

#include <string>

#include "messages/message.hpp"
#include "motion/prepare/preflight.hpp"

namespace hexad::inline words {

/// "every limit is kept", or the first that is not with its time. Where not everything was looked at, "every
/// limit that was looked at is kept".
messages::Message verdict_of(const motion::PreflightReport& report);

/// "force, peak torque (no limit is given); jerk (it shows only over time)"; nothing when nothing was left
/// out.
messages::Message not_checked_of(const motion::Coverage& coverage);

}  // namespace hexad::inline words
