#pragma once
// How a value of each type is read out of an order: units of the edge in, SI out. What is wrong is said
// beginning with the key.

#include <functional>
#include <limits>

#include "operation/operator_order.hpp"

namespace hexad::inline operation {

inline constexpr double kAny = std::numeric_limits<double>::max();

messages::Message read_number(const Argument& a, const std::string& key, const nlohmann::json& value,
                              double& into, double scale);
/// Six numbers of a list, from its `first` on.
messages::Message read_row(const Argument& a, const std::string& key, const nlohmann::json& value,
                           AxisValues& into, std::size_t first = 0);
/// Calls `row` for every row of a list, until something is wrong.
using ReadRow = std::function<messages::Message(const std::string& key, const nlohmann::json& row)>;
messages::Message each_row(const Argument& a, const nlohmann::json& value, const ReadRow& row);

messages::Message read_value(const Argument& a, const nlohmann::json& value, double& into);
messages::Message read_value(const Argument& a, const nlohmann::json& value, std::uint8_t& into);
messages::Message read_value(const Argument& a, const nlohmann::json& value, std::uint16_t& into);
messages::Message read_value(const Argument& a, const nlohmann::json& value, std::string& into);
messages::Message read_value(const Argument& a, const nlohmann::json& value, bool& into);
messages::Message read_value(const Argument& a, const nlohmann::json& value, std::optional<double>& into);
messages::Message read_value(const Argument& a, const nlohmann::json& value, AxisValues& into);
messages::Message read_value(const Argument& a, const nlohmann::json& value, std::vector<AxisValues>& into);
messages::Message read_value(const Argument& a, const nlohmann::json& value,
                             std::array<std::string, kAxes>& into);

}  // namespace hexad::inline operation
