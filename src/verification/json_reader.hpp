#pragma once
// Inside the answers: one object of a request, key by key. The first mistake is kept, beginning with its key;
// reading goes on with what stood there before.

#include <array>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "messages/message.hpp"
#include "model/axes.hpp"
#include "verification/parameter_set.hpp"

namespace hexad::verification {

using UnorderedJson = nlohmann::json;

class JsonReader {
 public:
  /// `document` must outlive it.
  explicit JsonReader(const UnorderedJson& document) : document_{document} {}
  /// Nothing when all is well.
  const messages::Message& problem() const noexcept { return problem_; }
  void fail(std::string_view key, const messages::Message& what);

  void refuse_unknown(std::initializer_list<std::string_view> wanted);
  /// None when it is missing or null.
  const UnorderedJson* find(const char* key) const;

  /// An empty field counts as 0.
  double number(const UnorderedJson& value, std::string_view key);
  void number(const char* key, double& to);
  template <std::size_t N>
  bool numbers(const char* key, std::array<double, N>& to) {
    const UnorderedJson* const list = find_list(key, N);
    if (list == nullptr) return false;
    for (std::size_t i = 0; i < N; ++i) to[i] = number((*list)[i], key);
    return true;
  }
  void count(const char* key, std::size_t least, std::size_t most, std::size_t& to);
  void flag(const char* key, bool& to);
  void text(const char* key, std::string& to);
  void axis(const UnorderedJson& value, const char* key, std::size_t& to);

 private:
  const UnorderedJson* find_list(const char* key, std::size_t size);

  const UnorderedJson& document_;
  messages::Message problem_;
};

/// Nothing, or what is wrong with it, beginning with the key.
messages::Message read_set(const UnorderedJson& json, ParameterSet& set);

}  // namespace hexad::verification
