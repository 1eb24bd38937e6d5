#include "protocols/motus/status.hpp"

#include "protocols/named.hpp"

#include "base/units.hpp"
#include "protocols/both_ways.hpp"

namespace hexad::protocols::motus {
namespace {

using wire::get;
using wire::set;

template <class Way, class Status>
void copy_status(const Way& way, Status& status) noexcept {
  way.template field<"DOFStatus">(status.state);
  way.template field<"DI">(status.inputs);
  way.template field<"Attitudes">(status.pose);
  way.template field<"ErrorCode">(status.errors);
  way.template field<"MotorCode">(status.motor_codes);
  way.template field<"Tor">(status.torque);
  way.template field<"Version">(status.version);
  way.template field<"Time">(status.time);
}

}  // namespace

double in_metres(TranslationUnit unit) noexcept { return unit == TranslationUnit::metre ? 1.0 : kMillimetre; }

StatusBytes encode(const StatusFrame& status) noexcept {
  StatusBytes bytes{};
  set<kStatus, "ID">(bytes, kFrameId);
  copy_status(ToBytes<kStatus>{bytes}, status);
  return bytes;
}

Result<StatusFrame, Problem> decode_status(std::span<const std::byte> bytes) noexcept {
  if (bytes.size() != kStatusSize) return Failure{Problem::size};
  const auto frame = bytes.first<kStatusSize>();
  if (get<kStatus, "ID">(frame) != kFrameId) return Failure{Problem::id};
  StatusFrame status;
  copy_status(FromBytes<kStatus>{frame}, status);
  return status;
}

std::span<const Named> state_words() noexcept {
  using messages::Id;
  static constexpr std::array kStateWords{
      named<Id::motus_state_0>(0),   named<Id::motus_state_1>(1),   named<Id::motus_state_2>(2),
      named<Id::motus_state_3>(3),   named<Id::motus_state_4>(4),   named<Id::motus_state_5>(5),
      named<Id::motus_state_8>(8),   named<Id::motus_state_9>(9),   named<Id::motus_state_12>(12),
      named<Id::motus_state_13>(13), named<Id::motus_state_14>(14), named<Id::motus_state_15>(15),
      named<Id::motus_state_32>(32), named<Id::motus_state_33>(33), named<Id::motus_state_55>(55)};
  return kStateWords;
}

std::string_view to_string(DofStatus status) noexcept {
  const std::string_view words = name_of(state_words(), static_cast<std::uint32_t>(status));
  return words.empty() ? "unknown" : words;
}

void describe(const StatusFrame& status, wire::TextWriter& out) noexcept {
  out.text("status ").integer(static_cast<std::int64_t>(status.state)).text(" (");
  out.text(to_string(status.state)).text("), DI ").integer(status.inputs).text(", pose");
  for (const float value : status.pose) out.text(" ").shortest(value);
  for (std::size_t i = 0; i < status.errors.size(); ++i) {
    if (status.errors[i] == 0.0F) continue;
    out.text(", error ")
        .shortest(status.errors[i])
        .text(" of leg ")
        .integer(static_cast<std::int64_t>(i + 1));
  }
  out.text(", version ").integer(status.version >> 16U & 0xFFU).text(".");
  out.integer(status.version >> 8U & 0xFFU).text(".").integer(status.version & 0xFFU);
  out.text(", ").integer(status.time).text(" ms");
}

}  // namespace hexad::protocols::motus
