#include "cueing/effects.hpp"

#include <algorithm>
#include <cmath>

#include "base/roots.hpp"
#include "base/units.hpp"

namespace hexad::cueing {
namespace {

constexpr std::uint8_t kSwayAxis = 0, kHeaveAxis = 2, kPitchAxis = 3, kRollAxis = 4;

/// SplitMix64: short, and the same everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) noexcept : state_{seed} {}
  double unit() noexcept {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return static_cast<double>((z ^ (z >> 31U)) >> 11U) * 0x1.0p-53;
  }
  double phase() noexcept { return kRevolution * unit(); }

 private:
  std::uint64_t state_;
};

/// Frequencies spread by equal ratios over a band, each somewhere in its own part of it: never periodic.
struct Slot {
  double frequency;
  double width;
};
Slot slot(double low, double high, int i, int count, Random& random) noexcept {
  const double ratio = std::pow(high / low, 1.0 / count);
  const double from = low * std::pow(ratio, i);
  const double to = from * ratio;
  return {from + (to - from) * random.unit(), to - from};
}

void add(Effect::Components& components, const Component& component) noexcept {
  if (std::isfinite(component.amplitude) && component.frequency > 0.0) (void)components.push_back(component);
}

/// What is left of a road's wave in the body of a car.
double in_the_body(double hz) noexcept {
  constexpr double kSprings = 1.2, kTyres = 10.0, kDamping = 0.35;
  const double r = hz / kSprings;
  const double friction = 2.0 * kDamping * r;
  const double springs = length_of(1.0, friction) / length_of(1.0 - r * r, friction);
  const double tyres = hz / kTyres;
  return springs / (1.0 + tyres * tyres);
}

}  // namespace

Effect::Added Effect::at(double time) const noexcept {
  Added added;
  for (const Component& c : components_) {
    const double w = kRevolution * c.frequency;
    const double angle = w * time + c.phase;
    const double s = c.amplitude * std::sin(angle);
    added.value[c.axis] += s;
    added.velocity[c.axis] += w * c.amplitude * std::cos(angle);
    added.acceleration[c.axis] -= w * w * s;
  }
  return added;
}

Vec6 Effect::bound() const noexcept {
  Vec6 most = Vec6::Zero();
  for (const Component& c : components_) most[c.axis] += std::abs(c.amplitude);
  return most;
}

Effect vibration(std::uint8_t axis, double amplitude, double frequency) noexcept {
  Effect::Components components;
  add(components, {axis, amplitude, frequency, 0.0});
  return Effect{components};
}

Effect engine(double rpm, double amplitude, int orders) noexcept {
  Effect::Components components;
  for (int k = 1; k <= std::min(orders, 8); ++k)
    add(components, {kHeaveAxis, amplitude / (k * k), k * rpm * kPerMinute, 0.7 * k});
  return Effect{components};
}

Effect band_noise(std::uint8_t axis, double rms, double low_hz, double high_hz, std::uint32_t seed) noexcept {
  constexpr int kSines = 32;
  Effect::Components components;
  Random random{seed};
  const double amplitude = rms * std::sqrt(2.0 / kSines);
  for (int i = 0; i < kSines; ++i) {
    const double part = (high_hz - low_hz) / kSines;
    add(components, {axis, amplitude, low_hz + part * (i + random.unit()), random.phase()});
  }
  return Effect{components};
}

Effect bumps(std::uint8_t axis, double height, double a_second) noexcept {
  // ((1 + cos x)/2)⁴ has these harmonics and no more.
  constexpr std::array<double, 4> kHarmonics{7.0 / 16.0, 7.0 / 32.0, 1.0 / 16.0, 1.0 / 128.0};
  Effect::Components components;
  for (std::size_t i = 0; i < kHarmonics.size(); ++i) {
    const double k = static_cast<double>(i + 1);
    // cos k(x + π): it begins between two bumps.
    add(components, {axis, height * kHarmonics[i], k * a_second, k * kPi + 0.5 * kPi});
  }
  return Effect{components};
}

Effect road(Road roughness, double speed, double track_width, std::uint32_t seed) noexcept {
  constexpr int kSines = 48;
  constexpr double kReference = 0.1;  // cycles a metre
  Effect::Components components;
  Random random{seed};
  const double density = 16e-6 * std::pow(4.0, static_cast<double>(roughness));
  for (int i = 0; i < kSines; ++i) {
    const Slot n = slot(0.02, 2.0, i, kSines, random);
    const double gd = density * std::pow(n.frequency / kReference, -2.0);
    const double hz = n.frequency * speed;
    const double amplitude = in_the_body(hz) * std::sqrt(2.0 * gd * n.width);
    add(components, {kHeaveAxis, amplitude, hz, random.phase()});
    // Both tracks are alike for long waves and independent for short ones.
    const double unlike = 1.0 - std::exp(-n.frequency * track_width * kRevolution);
    add(components, {kRollAxis, unlike * amplitude / std::max(track_width, 0.1), hz, random.phase()});
  }
  return Effect{components};
}

Effect sea(const Sea& sea, std::uint32_t seed) noexcept {
  constexpr int kSines = 32;
  Effect::Components components;
  Random random{seed};
  const double peak = 1.0 / sea.period;
  for (int i = 0; i < kSines; ++i) {
    const Slot f = slot(0.6 * peak, 3.0 * peak, i, kSines, random);
    // Pierson-Moskowitz by height and peak: S(f) = 5/16·H²·fp⁴·f⁻⁵·exp(−5/4·(fp/f)⁴).
    const double r = peak / f.frequency;
    const double density =
        5.0 / 16.0 * sea.height * sea.height * std::pow(r, 5.0) / peak * std::exp(-1.25 * std::pow(r, 4.0));
    const double amplitude = sea.scale * std::sqrt(2.0 * density * f.width);
    const double phase = random.phase();
    const double w = kRevolution * f.frequency;
    const double slope = amplitude * w * w / kGravity;
    add(components, {kHeaveAxis, amplitude, f.frequency, phase});
    add(components, {kPitchAxis, slope * std::cos(sea.heading), f.frequency, phase + 0.5 * kPi});
    add(components, {kRollAxis, slope * std::sin(sea.heading), f.frequency, phase + 0.5 * kPi});
  }
  return Effect{components};
}

Sea sea_state(int state) noexcept {
  constexpr std::array<double, 10> kHeight{0.0, 0.05, 0.3, 0.875, 1.875, 3.25, 5.0, 7.5, 11.5, 14.0};
  constexpr std::array<double, 10> kPeriod{4.0, 4.0, 5.0, 6.5, 8.0, 9.5, 11.0, 13.0, 15.0, 17.0};
  const auto i = static_cast<std::size_t>(std::clamp(state, 0, 9));
  return {kHeight[i], kPeriod[i], 0.0, 1.0};
}

Effect turbulence(double intensity, double airspeed, double scale, std::uint32_t seed) noexcept {
  constexpr int kSines = 40;
  constexpr double kLength = 150.0;  // m
  constexpr double kResponse = 1.5;  // 1/s: how fast a light aircraft takes up a gust
  Effect::Components components;
  Random random{seed};
  for (int i = 0; i < kSines; ++i) {
    const Slot f = slot(0.15, 6.0, i, kSines, random);
    const double x = kRevolution * f.frequency * kLength / airspeed;
    const double density = 4.0 * intensity * intensity * kLength / airspeed * (1.0 + 3.0 * x * x) /
                           std::pow(1.0 + x * x, 2.0) * 0.5;
    const double gust = std::sqrt(2.0 * density * f.width);
    const double w = kRevolution * f.frequency;
    // Acceleration = response · gust; the cabin moves as its second integral.
    const double amplitude = scale * kResponse * gust / (w * w);
    add(components, {kHeaveAxis, amplitude, f.frequency, random.phase()});
    add(components, {kSwayAxis, 0.4 * amplitude, f.frequency, random.phase()});
    add(components, {kRollAxis, 0.3 * amplitude, f.frequency, random.phase()});
  }
  return Effect{components};
}

}  // namespace hexad::cueing
