#pragma once
// What stands behind a colon in an English text of the table: {gap:mm}. Numbers are given in SI and shown in
// the unit named; the same fact has the same unit wherever it is told.

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "base/units.hpp"

namespace hexad::messages {

enum class Unit : std::uint8_t {
  none,
  mm,
  mm_s,
  mm_s2,
  mm_s3,
  deg,
  deg_s,
  deg_s2,
  deg_s3,
  kN,
  Nm,
  rpm,
  s,
  ms,
  us,
  Hz,
  kg,
  percent,
  volt
};

enum class Type : std::uint8_t {
  unknown,
  count,     ///< {leg}, {leg:n}: a whole number
  name,      ///< {file:name}: as somebody wrote it
  words,     ///< {end:say}: words of the table, or a whole message
  quantity,  ///< {asked:value}: a Number, with a unit that only the program knows
  measure    ///< {gap:mm}: a number in SI
};

struct UnitInfo {
  Unit unit;
  std::string_view type;  ///< behind the colon
  std::string_view shown;
  double factor;  ///< shown = SI * factor
};

inline constexpr std::array<UnitInfo, 19> kUnits{{
    {Unit::none, "x", "", 1.0},
    {Unit::mm, "mm", "mm", 1.0 / kMillimetre},
    {Unit::mm_s, "mm_s", "mm/s", 1.0 / kMillimetre},
    {Unit::mm_s2, "mm_s2", "mm/s²", 1.0 / kMillimetre},
    {Unit::mm_s3, "mm_s3", "mm/s³", 1.0 / kMillimetre},
    {Unit::deg, "deg", "°", 1.0 / kDegree},
    {Unit::deg_s, "deg_s", "°/s", 1.0 / kDegree},
    {Unit::deg_s2, "deg_s2", "°/s²", 1.0 / kDegree},
    {Unit::deg_s3, "deg_s3", "°/s³", 1.0 / kDegree},
    {Unit::kN, "kN", "kN", 1.0 / kKilonewton},
    {Unit::Nm, "Nm", "Nm", 1.0},
    {Unit::rpm, "rpm", "rpm", 1.0 / (kRevolution * kPerMinute)},
    {Unit::s, "s", "s", 1.0},
    {Unit::ms, "ms", "ms", 1e3},
    {Unit::us, "us", "µs", 1e6},
    {Unit::Hz, "Hz", "Hz", 1.0},
    {Unit::kg, "kg", "kg", 1.0},
    {Unit::percent, "percent", "%", 1e2},
    {Unit::volt, "V", "V", 1.0},
}};

constexpr const UnitInfo& info_of(Unit unit) noexcept { return kUnits[static_cast<std::size_t>(unit)]; }

struct TypeInfo {
  Type type = Type::unknown;
  Unit unit = Unit::none;
};
constexpr TypeInfo type_of(std::string_view type) noexcept {
  if (type == "n") return {Type::count};
  if (type == "name") return {Type::name};
  if (type == "say") return {Type::words};
  if (type == "value") return {Type::quantity};
  for (const UnitInfo& info : kUnits)
    if (info.type == type) return {Type::measure, info.unit};
  return {};
}

/// Without the digits nobody measures: five count, all in front of the point. Never -0.
double tidy(double value) noexcept;
inline double shown_in(Unit unit, double si) noexcept { return tidy(si * info_of(unit).factor); }

}  // namespace hexad::messages
