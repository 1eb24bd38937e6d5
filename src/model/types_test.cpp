// What must not compile, because mixing it would move the platform wrongly.

#include <gtest/gtest.h>

#include <concepts>
#include <type_traits>

#include "model/machine.hpp"
#include "model/vehicle.hpp"

namespace hexad {
namespace {

template <class A, class B>
concept Adds = requires(A a, B b) {
  a + b;
};
template <class A, class B>
concept Subtracts = requires(A a, B b) {
  a - b;
};
template <class A, class B>
concept Compares = requires(A a, B b) {
  a == b;
};

/// Neither becomes the other by itself, by assignment or by a cast, nor does a sum of them mean anything.
template <class A, class B>
constexpr bool kApart =
    !std::is_convertible_v<A, B> && !std::is_convertible_v<B, A> && !std::is_constructible_v<A, B> &&
    !std::is_constructible_v<B, A> && !std::is_assignable_v<A&, B> && !std::is_assignable_v<B&, A> &&
    !Adds<A, B> && !Subtracts<A, B> && !Compares<A, B>;

static_assert(kApart<Pose, AbsolutePose>);
static_assert(kApart<Pose, CommandFrame::User>);
static_assert(kApart<AbsolutePose, CommandFrame::User>);
static_assert(kApart<Twist, VehicleInput>);
static_assert(kApart<Twist, VehicleMotion>);
static_assert(kApart<VehicleInput, VehicleMotion>, "one has gravity in it");
static_assert(!std::is_constructible_v<VehicleInput, Vec3, Vec3>, "which is which?");

template <class... Kinds>
struct AllApart;
template <class First, class... Others>
struct AllApart<First, Others...> {
  static constexpr bool value = (kApart<First, Others> && ...) && AllApart<Others...>::value;
};
template <>
struct AllApart<> {
  static constexpr bool value = true;
};
static_assert(AllApart<Extensions, LegLengths, LegSpeeds, LegAccelerations, LegJerks, LegAngles, LegForces,
                       MotorTorques, MotorSpeeds>::value);

// A bare vector becomes one of them only where somebody says which, and none of them becomes one unasked.
static_assert(!std::is_convertible_v<Vec6, Extensions> && std::is_constructible_v<Extensions, Vec6>);
static_assert(!std::is_convertible_v<Extensions, Vec6> && !std::is_assignable_v<Extensions&, Vec6>);
static_assert(Adds<Extensions, Extensions> && Subtracts<LegSpeeds, LegSpeeds>);

static_assert(sizeof(Extensions) == sizeof(Vec6) && alignof(Extensions) == alignof(Vec6));

TEST(Types, AnAbsolutePoseAndOneFromNeutralAreTheHeightOfNeutralApart) {
  Heights heights;
  heights.neutral = {Vec3{0.01, -0.02, 0.89}, Quat{Eigen::AngleAxisd{0.1, Vec3::UnitX()}}};
  const Pose up{Vec3{0.0, 0.0, 0.1}, Quat{Eigen::AngleAxisd{0.2, Vec3::UnitY()}}};
  const AbsolutePose there = heights.absolute(up);
  EXPECT_NEAR(there.position.z(), 0.99, 1e-15);
  EXPECT_NEAR(there.position.x(), 0.01, 1e-15);
  EXPECT_EQ(there.rotation.coeffs(), up.rotation.coeffs()) << "both are from level, whatever neutral's is";
  EXPECT_LT((heights.from_neutral(there).position - up.position).norm(), 1e-15);
  EXPECT_EQ(heights.from_neutral(heights.neutral).position, Vec3::Zero());
}

TEST(Types, ALengthIsTheRetractedOneAndTheExtension) {
  Geometry geometry;
  geometry.retracted = LegLengths::Constant(0.7);
  Extensions extension;
  extension[2] = 0.3;
  EXPECT_EQ(geometry.lengths(extension)[2], 1.0);
  EXPECT_EQ(geometry.lengths(extension)[0], 0.7);
  EXPECT_EQ(geometry.extensions(LegLengths::Constant(0.75))[5], 0.75 - 0.7);
}

TEST(Types, ARateAndItsChangeAreTheTimeApart) {
  Extensions gone;
  gone[1] = 0.002;
  const LegSpeeds speed = rate_of(gone, 0.001);
  EXPECT_EQ(speed[1], 2.0);
  const LegAccelerations pull = rate_of(speed, 0.5);
  EXPECT_EQ(pull[1], 4.0);
  EXPECT_EQ(change_over(pull, 0.5), speed);
  EXPECT_EQ(change_over(speed, 0.001), gone);
}

TEST(Types, LegsThatAreNotCountedKeepTheirValue) {
  EXPECT_EQ(Extensions::Constant(0.2, 4).values(), (Vec6{0.2, 0.2, 0.2, 0.2, 0, 0}));
  EXPECT_EQ(Extensions::Constant(0.5).clamped(0.0, 0.4, 3).values(), (Vec6{0.4, 0.4, 0.4, 0.5, 0.5, 0.5}));
}

}  // namespace
}  // namespace hexad
