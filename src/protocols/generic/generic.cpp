#include "protocols/generic/generic.hpp"

#include <algorithm>
#include <cmath>

#include "base/units.hpp"
#include "messages/say.hpp"
#include "wire/byte_reader.hpp"
#include "wire/number.hpp"
#include "wire/text_writer.hpp"
#include "wire/tokenizer.hpp"

namespace hexad::protocols::generic {
namespace {

constexpr std::array<std::string_view, 8> kNames{"sway", "surge", "heave",  "pitch",
                                                 "roll", "yaw",   "active", "time"};
constexpr std::size_t kActive = 6;
constexpr std::size_t kTime = 7;
constexpr std::string_view kBetween = " \t\r\n,;";

std::size_t number_of(const std::string& name) noexcept { return wire::parse_count(name).value_or(0); }

const Field& field_of(const Settings& settings, std::size_t i) noexcept {
  return i < 6 ? settings.axes[i] : i == kActive ? settings.active : settings.time;
}

/// Columns by semicolons, else by commas, else by blanks. An empty one is a column too: what follows it must
/// not move to another axis.
class Columns {
 public:
  explicit Columns(std::string_view line) noexcept
      : rest_{line},
        separator_{line.find(';') != std::string_view::npos   ? ';'
                   : line.find(',') != std::string_view::npos ? ','
                                                              : ' '},
        blanks_{line, " \t"} {}

  std::optional<std::string_view> next() noexcept {
    if (separator_ == ' ') return blanks_.next();
    if (over_) return std::nullopt;
    const std::size_t end = rest_.find(separator_);
    const std::string_view column = rest_.substr(0, end);
    over_ = end == std::string_view::npos;
    if (!over_) rest_.remove_prefix(end + 1);
    return wire::Tokenizer{column, " \t"}.next().value_or("");
  }

 private:
  std::string_view rest_;
  char separator_;
  wire::Tokenizer blanks_;
  bool over_ = false;
};

std::string_view text_of(std::span<const std::byte> bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};  // NOLINT: characters are bytes
}

}  // namespace

GenericSource::GenericSource(const Settings& settings) : settings_{settings} {
  for (std::size_t i = 0; i < kFields; ++i) {
    const Field& field = field_of(settings, i);
    Place& place = places_[i];
    place.used = !field.name.empty();
    place.factor = field.factor;
    if (!place.used) continue;
    if (settings.format == Format::text)
      place.tag = field.name;
    else
      place.number = number_of(field.name);
    last_ = std::max(last_, place.number);
    if (!mapping_.empty()) mapping_ += "; ";
    mapping_ += std::string{kNames[i]} + " = " + (place.tag.empty() ? "field " : "") + field.name;
  }
  mapping_ += settings.with_gravity ? "; heave with gravity" : "; without gravity";
}

bool GenericSource::read_text(std::string_view text, Values& values) const noexcept {
  std::array<bool, kFields> found{};
  wire::Tokenizer words{text, kBetween};
  while (const auto word = words.next()) {
    const std::size_t sign = word->find('=');
    if (sign == std::string_view::npos) continue;
    const std::string_view tag = word->substr(0, sign);
    for (std::size_t i = 0; i < kFields; ++i) {
      if (!places_[i].used || places_[i].tag != tag) continue;
      const auto value = wire::parse_number(word->substr(sign + 1));
      if (!value) return false;
      values[i] = *value;
      found[i] = true;
    }
  }
  for (std::size_t i = 0; i < kFields; ++i)
    if (places_[i].used && !found[i]) return false;
  return true;
}

bool GenericSource::read_csv(std::string_view text, Values& values) const noexcept {
  Columns columns{text.substr(0, text.find_first_of("\r\n"))};
  for (std::size_t number = 1; number <= last_; ++number) {
    const auto word = columns.next();
    if (!word) return false;
    for (std::size_t i = 0; i < kFields; ++i) {
      if (places_[i].number != number) continue;
      const auto value = wire::parse_number(*word);
      if (!value) return false;
      values[i] = *value;
    }
  }
  return true;
}

bool GenericSource::read_floats(std::span<const std::byte> bytes, Values& values) const noexcept {
  if (bytes.size() < 4 * last_ || bytes.size() % 4 != 0) return false;
  for (std::size_t i = 0; i < kFields; ++i) {
    if (places_[i].number == 0) continue;
    wire::ByteReader reader{bytes.subspan(4 * (places_[i].number - 1))};
    values[i] = static_cast<double>(reader.read<float>());
  }
  return true;
}

Result<VehicleSample, messages::Id> GenericSource::decode(std::span<const std::byte> bytes) const noexcept {
  if (bytes.size() > kLargest) return Failure{messages::Id::unreadable_size};
  Values values{};
  const bool understood = settings_.format == Format::text  ? read_text(text_of(bytes), values)
                          : settings_.format == Format::csv ? read_csv(text_of(bytes), values)
                                                            : read_floats(bytes, values);
  if (!understood) return Failure{messages::Id::unreadable_field};
  const bool active =
      !places_[kActive].used || (values[kActive] >= settings_.low && values[kActive] <= settings_.high);
  for (std::size_t i = 0; i < kFields; ++i) values[i] *= places_[i].factor;
  VehicleSample sample;
  sample.acceleration = {values[0], values[1], values[2]};
  if (settings_.with_gravity) sample.acceleration.z() -= kGravity;
  sample.rate = {values[3], values[4], values[5]};
  if (places_[kTime].used) sample.time = values[kTime];
  sample.active = active;
  return sample;
}

GenericSource::Values GenericSource::values_of(const VehicleSample& sample) const noexcept {
  const Vec3& a = sample.acceleration;
  const Vec3& w = sample.rate;
  const double gravity = settings_.with_gravity ? kGravity : 0.0;
  Values values{a.x(), a.y(), a.z() + gravity, w.x(), w.y(), w.z(), 0.0, sample.time.value_or(0.0)};
  for (std::size_t i = 0; i < kFields; ++i) values[i] /= places_[i].factor;
  values[kActive] = sample.active ? settings_.low : settings_.low - 1.0;
  return values;
}

std::size_t GenericSource::encode(const VehicleSample& sample, std::span<std::byte> bytes) const noexcept {
  if (!sample.active && !places_[kActive].used) return 0;
  const Values values = values_of(sample);
  if (settings_.format == Format::floats) {
    if (bytes.size() < 4 * last_) return 0;
    std::fill_n(bytes.begin(), 4 * last_, std::byte{0});
    for (std::size_t i = 0; i < kFields; ++i) {
      if (places_[i].number == 0) continue;
      wire::store_little<float>(bytes.subspan(4 * (places_[i].number - 1)).first<4>(),
                                static_cast<float>(values[i]));
    }
    return 4 * last_;
  }
  wire::TextBuffer<kLargest> buffer;
  wire::TextWriter& out = buffer.writer();
  if (settings_.format == Format::text) {
    for (std::size_t i = 0; i < kFields; ++i)
      if (places_[i].used) out.text(places_[i].tag).text("=").shortest(values[i]).text("\n");
  } else {
    for (std::size_t number = 1; number <= last_; ++number) {
      double value = 0.0;
      for (std::size_t i = 0; i < kFields; ++i)
        if (places_[i].number == number) value = values[i];
      out.text(number == 1 ? "" : ",").shortest(value);
    }
  }
  const auto written = out.bytes();
  if (out.cut() || written.size() > bytes.size()) return 0;
  std::copy(written.begin(), written.end(), bytes.begin());
  return written.size();
}

}  // namespace hexad::protocols::generic
