#include "model/messages.hpp"

#include <gtest/gtest.h>

#include "base/units.hpp"
#include "messages/print.hpp"

namespace hexad::inline model {
namespace {

using messages::english;

std::string chinese(const messages::Message& message) {
  return messages::to_text(message, messages::Language::chinese);
}

TEST(LimitMessage, SaysWhichLegOrAxisWhatWasAskedAndWhatIsAllowed) {
  EXPECT_EQ(english(message_of(LimitHit{Limit::leg_lower, 2, -0.0136, 0.0})),
            "leg 3 lower end: -13.6 mm asked, 0 mm allowed");
  EXPECT_EQ(english(message_of(LimitHit{Limit::joint_angle, 5, 61.3 * kDegree, 60 * kDegree})),
            "leg 6 joint angle: 61.3° asked, 60° allowed");
  EXPECT_EQ(english(message_of(LimitHit{Limit::axis_velocity, 2, 0.45, 0.4})),
            "heave velocity: 450 mm/s asked, 400 mm/s allowed");
  EXPECT_EQ(english(message_of(LimitHit{Limit::axis_velocity, 5, -41 * kDegree, -40 * kDegree})),
            "yaw velocity: -41°/s asked, -40°/s allowed");
  EXPECT_EQ(english(message_of(LimitHit{Limit::leg_acceleration, 0, 2.5, 2.0})),
            "leg 1 acceleration: 2500 mm/s² asked, 2000 mm/s² allowed");
  EXPECT_EQ(chinese(message_of(LimitHit{Limit::force, 1, 5200, 5000})), "缸 2 推力：请求 5.2 kN，允许 5 kN");
}

TEST(LimitMessage, HasAsManyDigitsAsItTakesToSeeThatTheValueIsNotTheBound) {
  EXPECT_EQ(english(message_of(LimitHit{Limit::leg_upper, 0, 0.40000002, 0.4})),
            "leg 1 upper end: 400.00002 mm asked, 400 mm allowed");
}

TEST(LimitMessage, AClockThatSlippedHasNoNumbers) {
  EXPECT_EQ(english(message_of(LimitHit{Limit::clock_slip, 0, 1.0, 0.0})), "the path clock slipped");
  EXPECT_FALSE(message_of(LimitHit{}));
}

TEST(FaultMessage, NamesLegNumbersAndTheCodeOfADrive) {
  EXPECT_EQ(english(message_of(Fault{FaultKind::following_error, 2, 0.0031, 0.002})),
            "following error, leg 3: 3.1 mm, allowed 2 mm");
  EXPECT_EQ(english(message_of(Fault{FaultKind::drive_error, 0, 0x2A, 0.0})),
            "drive error, leg 1: the drive reports 0x002A");
  EXPECT_EQ(chinese(message_of(Fault{})), "急停");
}

TEST(CauseMessage, IsFoundByTheNameOfATransition) {
  EXPECT_EQ(chinese(id_of_cause("reset, zero kept")), "复位，保留零点");
  EXPECT_FALSE(messages::Message{id_of_cause({})});
}

}  // namespace
}  // namespace hexad::inline model
