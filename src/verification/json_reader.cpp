#include "verification/json_reader.hpp"

#include <algorithm>
#include <cmath>

#include "messages/say.hpp"
#include "text/nearest.hpp"

namespace hexad::verification {
namespace {

using messages::Id;
using messages::say;

constexpr double kMost = 1e6;  // of any number: beyond it nothing here means anything
constexpr std::array<std::string_view, kAxes> kAxisNames{"sway", "surge", "heave", "pitch", "roll", "yaw"};

}  // namespace

void JsonReader::fail(std::string_view key, const messages::Message& what) {
  if (!problem_) problem_ = say<Id::request_at>(key, what);
}

void JsonReader::refuse_unknown(std::initializer_list<std::string_view> wanted) {
  for (const auto& [key, value] : document_.items()) {
    if (std::find(wanted.begin(), wanted.end(), key) != wanted.end()) continue;
    const std::vector<std::string> known{wanted.begin(), wanted.end()};
    fail(key, say<Id::request_unknown_key>(nearest(key, known)));
  }
}

const UnorderedJson* JsonReader::find(const char* key) const {
  const auto found = document_.find(key);
  return found == document_.end() || found->is_null() ? nullptr : &*found;
}

const UnorderedJson* JsonReader::find_list(const char* key, std::size_t size) {
  const UnorderedJson* const list = find(key);
  if (list == nullptr) return nullptr;
  if (list->is_array() && list->size() == size) return list;
  fail(key, say<Id::request_no_numbers>(size));
  return nullptr;
}

double JsonReader::number(const UnorderedJson& value, std::string_view key) {
  if (value.is_null()) return 0.0;
  const double result = value.is_number() ? value.get<double>() : std::nan("");
  if (!(std::abs(result) <= kMost))
    fail(key, say<Id::request_no_number>(messages::Number{-kMost}, messages::Number{kMost}));
  return result;
}

void JsonReader::number(const char* key, double& to) {
  if (const UnorderedJson* const value = find(key)) to = number(*value, key);
}

void JsonReader::count(const char* key, std::size_t least, std::size_t most, std::size_t& to) {
  const UnorderedJson* const value = find(key);
  if (value == nullptr) return;
  const double result = value->is_number() ? value->get<double>() : -1.0;
  if (!(result >= static_cast<double>(least) && result <= static_cast<double>(most)) ||
      std::floor(result) != result)
    return fail(key, say<Id::request_no_count>(least, most));
  to = static_cast<std::size_t>(result);
}

void JsonReader::flag(const char* key, bool& to) {
  const UnorderedJson* const value = find(key);
  if (value == nullptr) return;
  if (!value->is_boolean()) return fail(key, Id::request_no_flag);
  to = value->get<bool>();
}

void JsonReader::text(const char* key, std::string& to) {
  const UnorderedJson* const value = find(key);
  if (value == nullptr) return;
  if (!value->is_string()) return fail(key, Id::request_no_text);
  to = value->get<std::string>();
}

void JsonReader::axis(const UnorderedJson& value, const char* key, std::size_t& to) {
  const auto found =
      value.is_string() ? std::find(kAxisNames.begin(), kAxisNames.end(), value.get_ref<const std::string&>())
                        : kAxisNames.end();
  if (found == kAxisNames.end())
    return fail(key, say<Id::request_none_of>("sway surge heave pitch roll yaw"));
  to = static_cast<std::size_t>(found - kAxisNames.begin());
}

}  // namespace hexad::verification
