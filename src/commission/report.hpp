#pragma once
// A commissioning as a whole, and its page: what each leg did, what was found and is suggested, in both
// languages. Tool code: allocates.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "commission/findings.hpp"

namespace hexad::commission {

struct Report {
  std::string date;  ///< UTC
  std::string version;
  std::string platform;
  std::string place{};         ///< as somebody wrote it
  std::string conducted_by{};  ///< likewise
  bool simulated = false;
  Plan plan{};
  std::vector<LegResult> results{};
  std::vector<LegRecord> records{};  ///< of the same legs
  std::string suggested{};           ///< TOML

  std::size_t wrong() const;  ///< legs
  bool passes() const;        ///< every leg to its end, and nothing wrong
};
messages::Message verdict_of(const Report& report);
/// [{"leg", "complete", "wrong", "figures": {…}, "findings": [{"text", "message", "wrong"}]}]
nlohmann::ordered_json results_json(const std::vector<LegResult>& results);
std::string page_of(const Report& report);
/// Of a page in a file, what a list shows: JSON; empty = it is none.
std::string summary_json(const std::string& file);

}  // namespace hexad::commission
