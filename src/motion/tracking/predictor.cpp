#include "motion/tracking/predictor.hpp"

#include <algorithm>
#include <cmath>

#include "base/ramp.hpp"

namespace hexad::motion {

namespace {

struct Memory {
  double time;    // s: forgetting θ = exp(−Δ/time), longer with jitter
  double kept;    // at least this much from sample to sample
  double favour;  // of records that are alike the smoother one counts more
};
constexpr std::array<Memory, Predictor::kMemories> kMemoryTable{
    {{0.006, 0.15, 0.03}, {0.02, 0.35, 0.3}, {0.06, 0.57, 1.0}}};
constexpr double kSwingFavour = 0.01;     // its samples are few, so its noise is large
constexpr double kSwingLeast = 0.02;      // of the others: below it does not count
constexpr double kMemoryPerJitter = 0.5;  // longer by this part per period of it
constexpr std::array kClockFavour{1.0, 0.3};
constexpr double kClockTime = 0.5;        // s: the record of a clock fades with it
constexpr double kClockFloor = 20e-6;     // s: errors below this are none
constexpr double kYoungError = 3e-3;      // s: taken for a clock …
constexpr int kSettled = 8;               // … with fewer samples
constexpr double kClockWorst = 0.02;      // s: a larger error says no more
constexpr double kErrorFloor = 8e-6;      // s of top speed, the same for memories
constexpr double kShortestStep = 0.0055;  // s: packets closer together are averaged
constexpr double kLeastStep = 0.4;        // periods, the same
constexpr double kDelay = 0.5;            // periods, and …
constexpr double kMoreDelay = 0.45;       // … more where predictions are this part …
constexpr double kFewError = 0.05;        // … of a hold's error off …
constexpr double kManyError = 0.12;       // … to this; and
constexpr double kQuickSender = 0.0168;   // s: faster senders have samples enough, and …
constexpr double kSlowSender = 0.07;      // s: … slower ones are late as it is
constexpr double kLessDelay = 0.004;      // … but of slow ones lost packets cost more
constexpr double kDelayPerPacket = 0.05;
constexpr double kDelayPerJitter = 3.0;    // … for jitter beyond
constexpr double kFreeJitter = 0.2;        // periods
constexpr double kExplained = 0.6;         // a prediction this much better than a hold is one
constexpr double kMostlyExplained = 0.85;  // … and on the mean of the last ones
constexpr double kLookBack = 0.01;         // s: what fast senders do in this time
constexpr double kGoodRecord = 0.3;        // predictions so much better than a hold may for once …
constexpr double kUnusual = 4.0;           // … be this much worse than they are
constexpr double kNoise = 0.5e-3;          // s: what full speed does in this time is noise
constexpr double kTooFast = 1.5;           // times the velocity limit
constexpr double kSlowest = 0.2;           // s: slower senders are not continued
constexpr double kPatience = 0.005;        // s: so long packets that do not fit may be outliers
constexpr double kCoastMost = 3.2;  // periods without a packet before the cubic fades: three lost in a row …
constexpr double kCoastTime = 0.075;  // … but not longer than this, s, …
constexpr double kCoastLeast = 1.1;   // … and for slow senders not even one
constexpr double kSlowDown = 0.2;     // s: then its time stands still after this …
constexpr double kReturnTime = 0.4;   // s: … and it goes back to the last packet in this
// What asks for more than the limits cannot be gone along with: its packets are gone to one by one, each to
// rest, which is late but never farther than they are.
constexpr double kMuch = 0.75;
constexpr double kTooMuch = 0.92;
constexpr double kDemandRise = 0.05;  // s
constexpr double kDemandMost = 1.2;
constexpr double kAgain = 0.5;       // s: what surprises again within this is too much as well
constexpr double kDemandTime = 1.0;  // s
constexpr double kStands = 0.2;      // s without any change
constexpr int kFirstTrusted = 3;     // samples
constexpr double kTrustTime = 0.18;  // s: so long it takes from hold to the cubic, and …
constexpr double kTrustSlow = 0.25;  // s: … for slow senders

}  // namespace

void Predictor::start(const Vec6& position, const Vec6& velocity, const Vec6& acceleration,
                      const Vec6& jerk) noexcept {
  *this = Predictor{};
  newest_ = position;
  top_speed_ = velocity;
  top_acceleration_ = acceleration;
  top_jerk_ = jerk;
}

void Predictor::distrust(std::size_t coordinate) noexcept {
  channels_[coordinate].trust = 0.0;
  channels_[coordinate].demand = kDemandMost;
}

bool Predictor::explains(std::size_t i, double ahead, double packet, double difference) const noexcept {
  const Channel& channel = channels_[i];
  const double noise = kNoise * top_speed_[static_cast<Eigen::Index>(i)] +
                       4.0 * source_.jitter * (1.0 - shares_[1]) * std::abs(channel.mixed.v);
  const double usual = channel.usual * std::max(1.0, kLookBack / source_.period);
  double most = std::max(noise, std::max(kExplained * difference, kMostlyExplained * usual));
  if (channel.error < kGoodRecord * usual) most = std::max(most, kUnusual * channel.error);
  return std::abs(packet - ahead) <= most;
}

// What the swings alone foretell, where their record is good.
std::optional<double> Predictor::swing_ahead(std::size_t i, const Times& times) const noexcept {
  const double good = kGoodRecord * channels_[i].usual;
  double ahead = 0.0;
  for (std::size_t c = 0; c < kClocks; ++c) {
    if (!(shares_[c] > 0.0)) continue;
    const HarmonicFit& swing = lines_[c].fits[i].swing;
    if (!swing.ready() || !(swing.mean_square_error() < good * good)) return {};
    ahead += shares_[c] * swing.curve().at(times[c] - lines_[c].fit_time);
  }
  return ahead;
}

// Every packet is compared with the fit, also one that is going to be averaged. Among many packets one that
// does not fit is an outlier and counts as what was expected; a few in a row are believed.
Vec6 Predictor::check(const Vec6& packet, const Times& times, const std::array<Curve, 6>& ahead) noexcept {
  const int patience = 1 + static_cast<int>(kPatience / source_.period);
  Vec6 believed = packet;
  for (std::size_t i = 0; i < 6; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    Channel& channel = channels_[i];
    const double difference = std::abs(packet[k] - newest_[k]);
    const bool young = channel.samples < 2;
    const auto explained = [&](double foretold) { return explains(i, foretold, packet[k], difference); };
    const std::optional<double> swing = swing_ahead(i, times);
    if (young || explained(ahead[i].x) || (swing && explained(*swing))) {
      channel.doubts = 0;
      if (!young) channel.error += 0.2 * (std::abs(packet[k] - ahead[i].x) - channel.error);
    } else if (++channel.doubts < patience) {
      believed[k] = ahead[i].x;
    } else {
      forget(i, packet[k]);
    }
    if (difference != 0.0) channel.changed = time_;
    // A jump is nothing usual: the next one is not explained by it.
    if (channel.samples > 0) channel.usual += 0.2 * (difference - channel.usual);
  }
  return believed;
}

void Predictor::forget(std::size_t i, double packet) noexcept {
  const auto k = static_cast<Eigen::Index>(i);
  for (Timeline& line : lines_) {
    line.fits[i].cubics = {};
    line.bucket.sum[k] = line.bucket.count * packet;
  }
  Channel& channel = channels_[i];
  channel.samples = channel.doubts = 0;
  if (time_ - channel.forgot < kAgain) channel.demand = kDemandMost;
  channel.forgot = time_;
  channel.trust = channel.jump = channel.jump_before = channel.noise = channel.error = 0.0;
}

void Predictor::commit(Timeline& line) noexcept {
  line.before = line.fits;
  line.samples = std::min(line.samples + 1, 1000);
  line.step = line.bucket.time / line.bucket.count - line.fit_time;
  line.fit_time += line.step;
  line.bucket.committed = true;
  const double longer = 1.0 + kMemoryPerJitter * source_.jitter / source_.period;
  std::array<double, kMemories> theta;
  for (std::size_t m = 0; m < kMemories; ++m)
    theta[m] = std::max(kMemoryTable[m].kept, std::exp(-line.step / (kMemoryTable[m].time * longer)));
  for (std::size_t i = 0; i < 6; ++i) {
    const double sample = line.bucket.sum[static_cast<Eigen::Index>(i)] / line.bucket.count;
    for (std::size_t m = 0; m < kMemories; ++m)
      line.fits[i].cubics[m].add(line.step, sample, theta[m], m == 0);
    line.fits[i].swing.add(line.step, sample);
  }
}

// True when the packet completed a new sample.
bool Predictor::put(Timeline& line, double time, const Vec6& packet) noexcept {
  if (time < line.time - source_.period) line.known = false;
  if (line.known && !(time > line.time + 0.05 * source_.period)) {
    line.bucket.sum += packet - line.packet;
    line.packet = packet;
    if (!line.bucket.committed) return false;
    line.fits = line.before;
    line.fit_time -= line.step;
    commit(line);
    return false;
  }
  const bool first = !line.known;
  if (first) {
    line = Timeline{};
    line.fit_time = time;
    line.known = true;
  }
  line.time = time;
  line.packet = packet;
  if (line.bucket.committed) line.bucket = Bucket{time, 0.0, Vec6::Zero(), 0.0, false};
  line.bucket.time += time;
  line.bucket.sum += packet;
  line.bucket.count += 1.0;
  // The first sample is one packet: until there is a second, nothing can be averaged that does not also move.
  const double step = line.bucket.time / line.bucket.count - line.fit_time;
  const bool apart =
      step > kLeastStep * source_.period && time - line.fit_time + 0.5 * source_.period > kShortestStep;
  if (!first && !apart) return false;
  commit(line);
  return true;
}

/// What a clock's memories say together, at `time` on that clock.
Curve Predictor::opinion(const Timeline& line, std::size_t i, double time) const noexcept {
  const double floor = kErrorFloor * top_speed_[static_cast<Eigen::Index>(i)];
  const auto weigh = [floor](double favour, double mean_square) {
    const double error = mean_square + floor * floor;
    return favour / (error * error * error);
  };
  const Fit& fit = line.fits[i];
  std::array<double, kMemories> weight;
  double swing = fit.swing.ready() ? weigh(kSwingFavour, fit.swing.mean_square_error()) : 0.0;
  double sum = 0.0;
  for (std::size_t m = 0; m < kMemories; ++m) {
    weight[m] = weigh(kMemoryTable[m].favour, fit.cubics[m].mean_square_error());
    sum += weight[m];
  }
  // What stands is at rest to the last digit: a trace of another opinion would make it move.
  if (swing < kSwingLeast * sum) swing = 0.0;
  sum += swing;
  Curve result;
  for (std::size_t m = 0; m < kMemories; ++m)
    result.add(fit.cubics[m].curve().from(time - line.fit_time), weight[m] / sum);
  if (swing > 0.0) result.add(fit.swing.curve().from(time - line.fit_time), swing / sum);
  return result;
}

void Predictor::judge(Timeline& line, double time, const Vec6& packet) noexcept {
  double worst = 0.0;
  for (std::size_t i = 0; i < 6; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    if (!(top_speed_[k] > 0.0) || channels_[i].samples < 4 || channels_[i].doubts > 0) continue;
    worst = std::max(worst, std::abs(packet[k] - opinion(line, i, time).x) / top_speed_[k]);
  }
  worst = std::min(worst, kClockWorst);
  line.error += std::min(0.2, source_.period / kClockTime) * (worst * worst - line.error);
}

void Predictor::weigh_clocks() noexcept {
  double sum = 0.0;
  for (std::size_t c = 0; c < kClocks; ++c) {
    const double unsure = lines_[c].samples < kSettled ? kYoungError : kClockFloor;
    const double error = lines_[c].error + unsure * unsure;
    shares_[c] = lines_[c].known ? kClockFavour[c] / (error * error) : 0.0;
    sum += shares_[c];
  }
  for (double& share : shares_) share /= sum;
}

// A fit forgets, but never to exactly nothing: what has not changed for so long is at rest.
void Predictor::rest_what_stands() noexcept {
  for (std::size_t i = 0; i < 6; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    Channel& channel = channels_[i];
    if (!(time_ - channel.changed >= kStands)) continue;
    for (Timeline& line : lines_) {
      for (CubicFit& fit : line.fits[i].cubics) fit.rest_at(newest_[k]);
      line.fits[i].swing.rest_at(newest_[k]);
    }
    channel.mixed = {newest_[k]};
    channel.jump = channel.jump_before = channel.noise = channel.error = 0.0;
  }
}

void Predictor::mix(bool sampled) noexcept {
  const double before = time_;
  time_ = 0.0;
  for (std::size_t c = 0; c < kClocks; ++c)
    if (lines_[c].known) time_ += shares_[c] * lines_[c].time;
  for (std::size_t i = 0; i < 6; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    Channel& channel = channels_[i];
    Curve now;
    for (std::size_t c = 0; c < kClocks; ++c)
      if (shares_[c] > 0.0) {
        now.add(opinion(lines_[c], i, lines_[c].time), shares_[c]);
      }
    if (sampled) {
      const double ago = delay();
      const double jump = now.at(-ago) - channel.mixed.at(time_ - before - ago);
      if (channel.samples > kFirstTrusted) {
        const double bend = jump - 2.0 * channel.jump + channel.jump_before;
        channel.noise += 0.15 * (bend * bend / 6.0 - channel.noise);
      }
      channel.jump_before = channel.jump;
      channel.jump = jump;
      channel.samples = std::min(channel.samples + 1, 1000);
    }
    channel.mixed = now;
    if (sampled) {
      const Curve then = now.from(-delay());
      const double demand =
          std::max({kMuch * std::abs(then.v) / top_speed_[k], std::abs(then.a) / top_acceleration_[k],
                    std::abs(then.j) / top_jerk_[k]});
      const double part = source_.period / (demand > channel.demand ? kDemandRise : kDemandTime);
      if (channel.samples > kSettled)
        channel.demand += std::min(part, 0.3) * (std::min(demand, kDemandMost) - channel.demand);
    }
    const bool plausible = std::abs(now.v) <= kTooFast * top_speed_[k];
    const double able = std::clamp((kTooMuch - channel.demand) / (kTooMuch - kMuch), 0.0, 1.0);
    const double wanted = plausible && channel.samples >= kFirstTrusted ? able : 0.0;
    const double rise =
        std::max(0.0, time_ - before) / (source_.period > kQuickSender ? kTrustSlow : kTrustTime);
    channel.trust = std::min(wanted, channel.trust + rise);
  }
}

// Where the samples are few for how the target turns, it is looked up among them rather than beyond.
void Predictor::choose_delay() noexcept {
  double worst = 0.0;
  for (std::size_t i = 0; i < 6; ++i) {
    const Channel& channel = channels_[i];
    const double noise = kNoise * top_speed_[static_cast<Eigen::Index>(i)];
    if (channel.trust > 0.0 && channel.usual > noise) worst = std::max(worst, channel.error / channel.usual);
  }
  const double slow = std::clamp(
      std::min(source_.period - kQuickSender, kSlowSender - source_.period) / kQuickSender, 0.0, 1.0);
  const double few = std::clamp((worst - kFewError) / (kManyError - kFewError), 0.0, 1.0);
  const double wanted = slow * (kMoreDelay * few - kLessDelay);
  doubt_ += std::clamp(wanted - doubt_, -kDelayPerPacket, kDelayPerPacket);
}

void Predictor::add(const Times& times, const Vec6& position, const Source& source) noexcept {
  held_ = false;
  source_ = source;
  Vec6 believed = position;
  if (fresh_) {
    for (Timeline& line : lines_) line.known = false;
    channels_ = {};
    for (Channel& channel : channels_) channel.changed = times[0];
    newest_ = position;
    time_ = times[0];
  } else {
    std::array<Curve, 6> ahead{};
    for (std::size_t c = 0; c < kClocks; ++c) {
      if (!(shares_[c] > 0.0)) continue;
      for (std::size_t i = 0; i < 6; ++i) ahead[i].add(opinion(lines_[c], i, times[c]), shares_[c]);
    }
    believed = check(position, times, ahead);
  }
  newest_ = position;
  bool sampled = false;
  for (std::size_t c = 0; c < kClocks; ++c) {
    if (lines_[c].known) judge(lines_[c], times[c], believed);
    sampled = put(lines_[c], times[c], believed) || sampled;
  }
  weigh_clocks();
  choose_delay();
  mix(sampled);
  rest_what_stands();
  fresh_ = false;
}

double Predictor::delay() const noexcept {
  const double period = source_.period;
  return (kDelay + doubt_) * period +
         (1.0 - shares_[1]) * kDelayPerJitter * std::max(0.0, source_.jitter - kFreeJitter * period);
}

Predictor::Horizon Predictor::horizon(double now) const noexcept {
  if (held_ || source_.quality == 0.0 || !(source_.period < kSlowest)) return {};
  const double period = source_.period;
  const double age = now - delay() - time_;
  const double coast = std::min(kCoastMost * period, std::max(kCoastLeast * period, kCoastTime));
  Horizon h{age, 1.0, 0.0, 0.0, source_.quality, 0.0, 0.0};
  if (age <= coast) return h;
  // No Ramp: time is to stand still with a rate that goes down at 1.5/T at the most, not at 1.9/T; that its
  // own slope has corners is not felt, a goal needs two derivatives of the path alone.
  const double s = std::min(1.0, (age - coast) / kSlowDown);
  h.age = coast + kSlowDown * s * (1.0 - s * s * (1.0 - 0.5 * s));
  h.rate = 1.0 - s * s * (3.0 - 2.0 * s);
  h.rate_slope = -6.0 * s * (1.0 - s) / kSlowDown;
  h.rate_bend = s < 1.0 ? -6.0 * (1.0 - 2.0 * s) / (kSlowDown * kSlowDown) : 0.0;
  const Ramp back{{source_.quality, 0.0, 0.0}, 0.0, coast + kSlowDown, kReturnTime};
  if (back.arrived(age)) return {};
  const Jet weight = back.at(age);
  h.weight = weight.value;
  h.slope = weight.rate;
  h.bend = weight.acceleration;
  return h;
}

Goal Predictor::goal(std::size_t coordinate, const Horizon& h) const noexcept {
  const Channel& channel = channels_[coordinate];
  const double hold = newest_[static_cast<Eigen::Index>(coordinate)];
  if (h.weight == 0.0 || channel.trust == 0.0) return {hold, 0.0, 0.0};
  const Curve at = channel.mixed.from(h.age);
  const double v = at.v * h.rate;
  const double a = at.a * h.rate * h.rate + at.v * h.rate_slope;
  const double ahead = at.x - hold;
  Goal goal;
  goal.position = hold + channel.trust * h.weight * ahead;
  goal.velocity = channel.trust * (h.weight * v + h.slope * ahead);
  goal.acceleration = channel.trust * (h.weight * a + 2.0 * h.slope * v + h.bend * ahead);
  const double j = h.rate * (at.j * h.rate * h.rate + 3.0 * at.a * h.rate_slope) + at.v * h.rate_bend;
  goal.jerk = h.slope == 0.0 ? channel.trust * h.weight * j : 0.0;
  return goal;
}

}  // namespace hexad::motion
