// Everything at the leg: x extension, v = x', T motor torque, N = 2π·ratio/lead, η efficiency.
//
// Motor and load   (M + J·N²·η)·x'' = T·N·η − friction − h − stop             (M, h: load.hpp; J the rotor)
// At rest          T = h·lead/(2π·ratio·η)
// Friction         c·v + F_c·sat(v/v_creep): Coulomb friction that fades below a creeping speed, so that a
// leg at
//                  rest carries exactly its load and the reported torque is that load
// End stops        a stiff spring with damping below 0 and above the stroke; it only pushes
// Position loop    F = k_v·(v_r + k_p·(x_r − x) − v) + I + m·a_r + friction(v_r),   I' = k_i·(x_r − x),
//                  T = F/(N·η), limited; v_r + k_p·(…) is limited to the top speed, and I rests while T is
//                  at a limit. Friction is fed forward so that I need not unlearn it where a motion ends
// Reference        back from the end of the tick: x_r(t) = x − v·τ + a·τ²/2, τ the time left
// Brake            |v| falls by the brake deceleration, at an end stop at once, then the leg stands; the
// motor has no
//                  torque
// A held leg's acceleration is given, so its force is what must be found: Gauss–Seidel on a = M⁻¹·F over the
// held legs, exact for one, and the given accelerations are kept exactly in any case.
//
// The loop runs at 8 kHz, semi-implicit Euler. In a mode of mass λ the velocity loop has k_v/λ; λ lies
// between the rotor alone (m_r) and the largest eigenvalue of M + m_r. k_v = m_r/(2·h) keeps the lightest
// mode far from the stability bound 2/h, k_p = k_v/(4·λ_max) damps the heaviest one critically.

#include "plant/servo.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hexad::plant {
namespace {

constexpr double kLoopPeriod = 0.125e-3;
constexpr int kMostSubsteps = 400;
constexpr double kIntegralRate = 20.0;       // 1/s
constexpr double kMostPositionGain = 150.0;  // 1/s
constexpr double kStopFrequency = 2500.0;    // rad/s of a rotor alone on an end stop
constexpr double kStopDamping = 0.3;
constexpr double kLightestRotor = 1.0 / 25.0;  // of the heaviest mode: motors are chosen for their load
constexpr double kUnlimited = 1e9;

bool has(std::uint8_t bits, std::size_t leg) noexcept { return ((bits >> leg) & 1u) != 0; }

Extensions within_stroke(const Machine& machine, const Extensions& extension) noexcept {
  Extensions legs = Extensions::Zero();
  for (std::size_t i = 0; i < machine.geometry.legs; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    const double x = std::isfinite(extension[k]) ? extension[k] : 0.0;
    legs[k] = std::clamp(x, 0.0, std::max(machine.geometry.stroke, 0.0));
  }
  return legs;
}

/// The heaviest mode with all legs at the bottom, in the middle, at the top: what the gains must suit.
double heaviest_mode(const Machine& machine, double rotor) noexcept {
  double most = 0.0;
  for (const double share : {0.0, 0.5, 1.0}) {
    const Extensions extension = Extensions::Constant(share * machine.geometry.stroke);
    const Mat6 mass = Load{machine, rotor, within_stroke(machine, extension)}.mass();
    most = std::max(most, mass.cwiseAbs().rowwise().sum().maxCoeff());
  }
  return most;
}

}  // namespace

Gear gear_of(const Machine& machine, const Settings& settings) noexcept {
  const Drive& drive = machine.drive;
  Gear gear;
  const double lead = drive.screw_lead > 0.0 ? drive.screw_lead : 10.0 * kMillimetre;
  const double ratio = drive.belt_ratio > 0.0 ? drive.belt_ratio : 1.0;
  const double efficiency = drive.efficiency > 0.0 ? drive.efficiency : 1.0;
  gear.per_metre = kRevolution * ratio / lead;
  gear.force = gear.per_metre * efficiency;
  gear.rotor = std::max(drive.rotor_inertia, 0.0) * gear.per_metre * gear.force;
  const double from_force = drive.max_force > 0.0 ? drive.max_force / gear.force : kUnlimited / gear.force;
  gear.peak_torque = drive.peak_torque > 0.0    ? drive.peak_torque
                     : drive.motor_torque > 0.0 ? 3.0 * drive.motor_torque
                                                : from_force;
  gear.rated_torque = drive.motor_torque > 0.0 ? drive.motor_torque : gear.peak_torque / 3.0;
  gear.top_speed = drive.motor_speed > 0.0 ? settings.overspeed * drive.motor_speed / gear.per_metre
                                           : std::numeric_limits<double>::max();
  return gear;
}

Servo::Servo(const Machine& machine, const Settings& settings, const Extensions& extension) noexcept
    : gear_{gear_of(machine, settings)},
      stroke_{machine.geometry.stroke},
      heaviest_{heaviest_mode(machine, std::max(gear_.rotor, 1.0))},
      load_{machine, std::max(gear_.rotor, kLightestRotor * heaviest_), within_stroke(machine, extension)},
      x_{within_stroke(machine, extension)} {
  gear_.rotor = std::max(gear_.rotor, kLightestRotor * heaviest_);
  exists_.head(static_cast<Eigen::Index>(machine.geometry.legs)).setOnes();
  const double friction = std::max(machine.drive.friction, 0.0);
  for (std::size_t leg = 0; leg < kMaxLegs; ++leg)
    coulomb_[static_cast<Eigen::Index>(leg)] = friction + settings.mistakes.friction[leg];
  coulomb_slope_ = coulomb_ / settings.creep_speed;
  const double rated_speed = gear_.top_speed / settings.overspeed;
  viscous_ = settings.viscous_share * friction / rated_speed;
  stop_stiffness_ = gear_.rotor * kStopFrequency * kStopFrequency;
  stop_damping_ = 2.0 * kStopDamping * gear_.rotor * kStopFrequency;
  torque_per_force_ = 1.0 / gear_.force;
  brake_ = settings.brake_deceleration;
  gains_.velocity = 0.5 * gear_.rotor / kLoopPeriod;
  gains_.position = std::min(kMostPositionGain, 0.25 * gains_.velocity / heaviest_);
  gains_.integral = kIntegralRate * gains_.position * gains_.velocity;
  const double legs = std::max(exists_.sum(), 1.0);
  gains_.mass = load_.mass().diagonal().dot(exists_) / legs;
}

void Servo::advance(const LegOrders& orders, double dt) noexcept {
  load_.advance(x_, v_);
  if (held_still(orders)) {
    torque_.setZero();
    return;
  }
  Vec6 powered = Vec6::Zero();
  for (std::size_t i = 0; i < kMaxLegs; ++i) {
    if (has(orders.powered, i)) powered[static_cast<Eigen::Index>(i)] = 1.0;
  }
  const int substeps = std::clamp(static_cast<int>(std::ceil(dt / kLoopPeriod - 1e-9)), 1, kMostSubsteps);
  const double h = dt / substeps;
  const double travel = 1.5 * std::max(gear_.top_speed, v_.cwiseAbs().maxCoeff()) * dt;
  const bool near_stop = !(x_.minCoeff() > travel && x_.maxCoeff() < stroke_ - travel);
  for (int i = 0; i < substeps; ++i) substep(orders, powered, near_stop, dt - i * h, h);
}

bool Servo::held_still(const LegOrders& orders) const noexcept {
  for (std::size_t leg = 0; leg < kMaxLegs; ++leg) {
    const auto i = static_cast<Eigen::Index>(leg);
    if (exists_[i] != 0.0 && (!has(orders.held, leg) || v_[i] != 0.0)) return false;
  }
  return true;
}

void Servo::substep(const LegOrders& orders, const Vec6& powered, bool near_stop, double left,
                    double h) noexcept {
  const Row v = v_.array();
  const Row error =
      orders.x.array() - left * orders.v.array() + (0.5 * left * left) * orders.a.array() - x_.array();
  const double top = gear_.top_speed * orders.speed_share;
  const Row told = orders.v.array() - left * orders.a.array();
  const Row wanted = (told + gains_.position * error).max(-top).min(top);
  const Row force =
      gains_.velocity * (wanted - v) + integral_.array() + gains_.mass * orders.a.array() + friction_at(told);
  const Row demand = torque_per_force_ * force;
  const Row torque = demand.max(orders.lowest_torque.array()).min(orders.highest_torque.array());
  integral_ += LegForces{(demand == torque).select((gains_.integral * h) * error, 0.0).matrix()};
  torque_ = MotorTorques{(torque * powered.array()).matrix()};

  LegForces net{(torque_.array() * gear_.force - friction_at(v) - load_.bias().array()).matrix()};
  if (near_stop) net += stop_force();
  net = LegForces{net.values().cwiseProduct(exists_)};
  LegAccelerations acceleration{load_.inverse_mass() * net.values()};
  if ((orders.held | orders.jammed) != 0) hold(orders, net, acceleration, h);
  v_ += change_over(acceleration, h);
  x_ += change_over(v_, h);
}

Servo::Row Servo::friction_at(const Row& v) const noexcept {
  return viscous_ * v + (coulomb_slope_.array() * v).max(-coulomb_.array()).min(coulomb_.array());
}

LegForces Servo::stop_force() const noexcept {
  LegForces force = LegForces::Zero();
  for (Eigen::Index i = 0; i < force.size(); ++i) {
    if (x_[i] < 0.0) force[i] = std::max(0.0, -stop_stiffness_ * x_[i] - stop_damping_ * v_[i]);
    if (x_[i] > stroke_)
      force[i] = std::min(0.0, stop_stiffness_ * (stroke_ - x_[i]) - stop_damping_ * v_[i]);
  }
  return force;
}

void Servo::hold(const LegOrders& orders, LegForces& net, LegAccelerations& acceleration,
                 double h) const noexcept {
  const std::uint8_t bits = orders.held | orders.jammed;
  const Mat6& inverse = load_.inverse_mass();
  LegAccelerations given = LegAccelerations::Zero();
  for (std::size_t leg = 0; leg < kMaxLegs; ++leg) {
    const auto i = static_cast<Eigen::Index>(leg);
    const double to_rest = -v_[i] / h;
    const bool at_stop = (x_[i] < 0.0 && v_[i] < 0.0) || (x_[i] > stroke_ && v_[i] > 0.0);
    given[i] = has(orders.jammed, leg) || at_stop ? to_rest : std::clamp(to_rest, -brake_, brake_);
  }
  for (int pass = 0; pass < 2; ++pass) {
    for (std::size_t leg = 0; leg < kMaxLegs; ++leg) {
      if (!has(bits, leg)) continue;
      const auto i = static_cast<Eigen::Index>(leg);
      net[i] += (given[i] - inverse.row(i).dot(net.values())) / inverse(i, i);
    }
  }
  acceleration = LegAccelerations{inverse * net.values()};
  for (std::size_t leg = 0; leg < kMaxLegs; ++leg) {
    const auto i = static_cast<Eigen::Index>(leg);
    if (has(bits, leg)) acceleration[i] = given[i];
  }
}

void Servo::place(const LegOrders& orders) noexcept {
  load_.advance(x_, v_);
  const LegForces inertia{load_.mass() * orders.a.values()};
  for (std::size_t leg = 0; leg < kMaxLegs; ++leg) {
    const auto i = static_cast<Eigen::Index>(leg);
    v_[i] = 0.0;
    torque_[i] = 0.0;
    if (exists_[i] == 0.0) continue;
    const bool powered = has(orders.powered, leg);
    if (!powered && !has(orders.held, leg)) continue;
    const bool free = powered && !has(orders.jammed, leg);
    if (free) x_[i] = std::clamp(orders.x[i], 0.0, stroke_);
    if (free && x_[i] == orders.x[i]) v_[i] = orders.v[i];
    if (!powered) continue;
    const double friction =
        viscous_ * v_[i] + std::clamp(coulomb_slope_[i] * v_[i], -coulomb_[i], coulomb_[i]);
    const double error = orders.x[i] - x_[i];  // only against an end stop or a jam
    const double force = error == 0.0 ? load_.bias()[i] + inertia[i] + friction
                                      : load_.bias()[i] + gains_.position * gains_.velocity * error;
    torque_[i] = std::clamp(force / gear_.force, orders.lowest_torque[i], orders.highest_torque[i]);
  }
}

void Servo::preload(std::size_t leg) noexcept {
  const auto i = static_cast<Eigen::Index>(leg);
  integral_[i] = load_.bias()[i];
}

void Servo::relax(std::size_t leg) noexcept { integral_[static_cast<Eigen::Index>(leg)] = 0.0; }

}  // namespace hexad::plant
