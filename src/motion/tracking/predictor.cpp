#include "motion/tracking/predictor.hpp"

#include <algorithm>
#include <cmath>

namespace hexad::motion {

namespace {

constexpr double kMemory = 0.03;          // s: forgetting θ = exp(−Δ/kMemory), longer with jitter …
constexpr double kMemoryPerJitter = 0.5;  // … by this part per period of it …
constexpr double kForgetMost = 0.4;       // … but at least this is kept from sample to sample
constexpr double kShortestStep = 0.006;   // s: packets closer together are averaged
constexpr double kDelay = 0.5;            // periods, and …
constexpr double kDelayPerJitter = 3.0;   // … for jitter beyond
constexpr double kFreeJitter = 0.2;       // periods
constexpr double kExplained = 0.7;        // a prediction this much better than a hold is one
constexpr double kNoise = 0.5e-3;         // s: what full speed does in this time is noise
constexpr double kTooFast = 1.5;          // times the velocity limit
constexpr double kSlowest = 0.2;          // s: slower senders are not continued
constexpr double kPatience = 0.005;       // s: so long packets that do not fit may be outliers
constexpr double kCoastMost = 3.2;  // periods without a packet before the cubic fades: three lost in a row …
constexpr double kCoastTime = 0.075;  // … but not longer than this, s, …
constexpr double kCoastLeast = 1.1;   // … and for slow senders not even one
constexpr double kStands = 0.2;       // s without any change
constexpr int kFirstTrusted = 3;      // samples
constexpr double kTrustPerSample = 1.0 / 3.0;

struct Gains {
  double x, v, a, j;  // on x, Δ·v, Δ²·a, Δ³·j
};

// Growing memory for the first samples (a line, from the fourth a parabola, from the seventh a cubic: noise leaves
// no more to say), then fading; the growing one is left when it remembers as much.
Gains gains(int samples, double theta) noexcept {
  const double n = samples;
  if (samples <= 1) return {1.0, 0.0, 0.0, 0.0};
  if (samples <= 3) return {2.0 * (2.0 * n - 1.0) / (n * (n + 1.0)), 6.0 / (n * (n + 1.0)), 0.0, 0.0};
  const double d = n * (n + 1.0) * (n + 2.0);
  if (samples <= 6) {
    return {3.0 * (2.0 + 3.0 * n * (n - 1.0)) / d, 18.0 * (2.0 * n - 1.0) / d, 60.0 / d, 0.0};
  }
  const double f = 1.0 - theta;
  const double f2 = f * f;
  const double t2 = theta * theta;
  const Gains fading{1.0 - t2 * t2, f2 * (11.0 + 14.0 * theta + 11.0 * t2) / 6.0,
                     2.0 * f2 * f * (1.0 + theta), f2 * f2};
  const double e = d * (n + 3.0);
  const double m = n - 1.0;
  const Gains growing{8.0 * (3.0 + m * (7.0 + m * (3.0 + 2.0 * m))) / e, 20.0 * (5.0 + 6.0 * m * n) / e,
                      240.0 * (2.0 * m + 1.0) / e, 840.0 / e};
  return growing.x > fading.x ? growing : fading;
}

}  // namespace

void Predictor::start(const Vec6& position, const Vec6& top_speed) noexcept {
  *this = Predictor{};
  newest_ = position;
  top_speed_ = top_speed;
}

bool Predictor::explains(const Fit& fit, double ahead, double packet, double usual,
                         double top_speed) const noexcept {
  if (fit.samples < 2) return true;
  const double noise = kNoise * top_speed + 4.0 * source_.jitter * std::abs(fit.v);
  return std::abs(packet - ahead) <= std::max(noise, kExplained * usual);
}

// Every packet is compared with the fit, also one that is going to be averaged. Among many packets one that does
// not fit is an outlier and counts as what was expected; a few in a row are believed.
Vec6 Predictor::check(const Vec6& packet) noexcept {
  const double t = time_ - fit_time_;
  const int patience = 1 + static_cast<int>(kPatience / source_.period);
  Vec6 believed = packet;
  for (std::size_t i = 0; i < 6; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    Fit& fit = fits_[i];
    const double ahead = fit.x + t * (fit.v + t * (0.5 * fit.a + t * fit.j / 6.0));
    const double difference = std::abs(packet[k] - newest_[k]);
    if (explains(fit, ahead, packet[k], std::max(difference, usual_[k]), top_speed_[k])) {
      fit.doubts = 0;
    } else if (++fit.doubts < patience) {
      believed[k] = ahead;
    } else {
      fit = Fit{};
      bucket_.sum[k] = bucket_.count * packet[k];
    }
    if (difference != 0.0) changed_[k] = time_;
    usual_[k] += 0.2 * (difference - usual_[k]);
  }
  return believed;
}

void Predictor::update(Fit& fit, double sample, double top_speed) const noexcept {
  ++fit.samples;
  if (fit.samples == 1) {
    fit.x = sample;
    return;
  }
  const double h = step_;
  const double theta = std::max(
      kForgetMost, std::exp(-h / (kMemory * (1.0 + kMemoryPerJitter * source_.jitter / source_.period))));
  const Gains gain = gains(fit.samples, theta);
  const double ahead = fit.x + h * (fit.v + h * (0.5 * fit.a + h * fit.j / 6.0));
  const double error = sample - ahead;
  fit.x = ahead + gain.x * error;
  fit.v += h * (fit.a + 0.5 * h * fit.j) + gain.v * error / h;
  fit.a += h * fit.j + gain.a * error / (h * h);
  fit.j += gain.j * error / (h * h * h);
  if (fit.samples > kFirstTrusted) fit.surprise += 0.2 * (std::abs(error) - fit.surprise);
  const bool plausible = std::abs(fit.v) <= kTooFast * top_speed;
  fit.trust = plausible ? std::clamp((fit.samples + 1 - kFirstTrusted) * kTrustPerSample, 0.0, 1.0) : 0.0;
  fit.samples = std::min(fit.samples, 1000);
}

void Predictor::commit() noexcept {
  before_ = fits_;
  step_ = bucket_.time / bucket_.count - fit_time_;
  fit_time_ += step_;
  bucket_.committed = true;
  for (std::size_t i = 0; i < 6; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    update(fits_[i], bucket_.sum[k] / bucket_.count, top_speed_[k]);
  }
}

// A fit forgets, but never to exactly nothing: what has not changed for so long is at rest.
void Predictor::rest_what_stands() noexcept {
  for (std::size_t i = 0; i < 6; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    if (!(time_ - changed_[k] >= kStands)) continue;
    Fit& fit = fits_[i];
    fit.x = newest_[k];
    fit.v = fit.a = fit.j = fit.surprise = 0.0;
  }
}

void Predictor::add(double time, const Vec6& position, const Source& source) noexcept {
  held_ = false;
  if (!fresh_ && !(time > time_ + 0.05 * source.period)) return replace(position);
  source_ = source;
  time_ = time;
  if (fresh_) {
    fits_ = {};
    fit_time_ = time;
    usual_.setZero();
    changed_.setConstant(time);
    newest_ = position;
    bucket_.committed = true;
  }
  if (bucket_.committed) bucket_ = Bucket{time, 0.0, Vec6::Zero(), 0.0, false};
  const Vec6 believed = check(position);
  newest_ = position;
  bucket_.time += time;
  bucket_.sum += believed;
  bucket_.count += 1.0;
  // The first sample is one packet: until there is a second, nothing can be averaged that does not also move.
  if (fresh_ || time - bucket_.begin + 1.5 * source.period > kShortestStep) commit();
  rest_what_stands();
  fresh_ = false;
}

void Predictor::replace(const Vec6& position) noexcept {
  held_ = false;
  bucket_.sum += position - newest_;
  newest_ = position;
  if (!bucket_.committed) return;
  fits_ = before_;
  fit_time_ -= step_;
  commit();
}

Predictor::Horizon Predictor::horizon(double now) const noexcept {
  if (held_ || source_.quality == 0.0 || !(source_.period < kSlowest)) return {};
  const double period = source_.period;
  const double then =
      now - kDelay * period - kDelayPerJitter * std::max(0.0, source_.jitter - kFreeJitter * period);
  const double age = then - fit_time_;
  const double silence = then - time_;
  const double coast = std::min(kCoastMost * period, std::max(kCoastLeast * period, kCoastTime));
  if (silence <= coast) return {age, source_.quality, 0.0, 0.0};
  const double fade = coast;
  const double s = (silence - coast) / fade;
  if (!(s < 1.0)) return {};
  const double weight = 1.0 - s * s * s * (10.0 - s * (15.0 - 6.0 * s));
  const double slope = -30.0 * s * s * (1.0 - s) * (1.0 - s) / fade;
  const double bend = -60.0 * s * (1.0 - s) * (1.0 - 2.0 * s) / (fade * fade);
  return {age, source_.quality * weight, source_.quality * slope, source_.quality * bend};
}

TrackPoint Predictor::goal(std::size_t coordinate, const Horizon& h) const noexcept {
  const Fit& fit = fits_[coordinate];
  const double hold = newest_[static_cast<Eigen::Index>(coordinate)];
  if (h.weight == 0.0 || fit.trust == 0.0) return {hold, 0.0, 0.0};
  const double a = fit.a + h.age * fit.j;
  const double v = fit.v + 0.5 * h.age * (fit.a + a);
  const double ahead = fit.x + h.age * (fit.v + h.age * (2.0 * fit.a + a) / 6.0) - hold;
  return {hold + fit.trust * h.weight * ahead, fit.trust * (h.weight * v + h.slope * ahead),
          fit.trust * (h.weight * a + 2.0 * h.slope * v + h.bend * ahead)};
}

}  // namespace hexad::motion
